"""Build the blocklist: offensive words, brands, misspellings, pairs, containment, and the decisions. See README.md."""

import argparse
import tomllib
from collections import Counter, namedtuple
from pathlib import Path

from brands import PROMINENCES, all_brands
from lists import HERE, LENGTHS, fold
from misspelling_rules import misspellings
from offensive import SEVERITIES, THEMES, offensive_words, table
from sources import digest

LEXICON = HERE.parents[1] / "dictionaries" / "lexicon.tsv"
READINGS = "inside cells pieces".split()
# At most this share of level B may be lost to blocking.
LOST_AT_MOST = 0.03

Entry = namedtuple("Entry", "display lemmas zipf level")


def read_lexicon():
    """The lexicon by folded word."""
    rows = (line.split("\t") for line in LEXICON.read_text(encoding="utf-8").splitlines()[2:])
    return {r[0]: Entry(r[1], set(r[3].split("|")), r[4], r[5]) for r in rows}


def decide_brands(brands, blocked, allowed, lexicon):
    """Takes the allowed brands out; each that is an ordinary word too needs one written decision."""
    decisions = {}
    for word, verdict, reason in table(HERE / "brand_decisions.tsv", "word verdict reason"):
        if word in decisions or verdict not in ("block", "allow"):
            raise SystemExit(f"brand_decisions.tsv: {word} is decided twice, or not at all")
        decisions[word] = verdict, reason
    collisions = {w for w in brands if (w in lexicon or w in allowed) and w not in blocked}
    if collisions != set(decisions):
        raise SystemExit(f"brand_decisions.tsv: undecided {sorted(collisions - set(decisions))}, "
                         f"needless {sorted(set(decisions) - collisions)}")
    for word, (verdict, reason) in decisions.items():
        if verdict == "allow":
            allowed[word] = f"{allowed[word]}; {reason}" if word in allowed else reason
        elif word in allowed:
            raise SystemExit(f"decided twice: {word} is allowed as a word and blocked as a brand")
        else:
            brands[word] = brands[word]._replace(reason=f"{brands[word].reason}; {reason}")
    return {w: b for w, b in brands.items() if w not in blocked and w not in allowed}


def contained(blocked):
    """The words to look for where they are not whole words, besides those that policy.toml names by severity and length."""
    by_hand = {}
    for word, readings, reason in table(HERE / "containment.tsv", "word readings reason"):
        if word in by_hand or word not in blocked or not set(readings.split("|")) <= set(READINGS):
            raise SystemExit(f"containment.tsv: {word}")
        by_hand[word] = readings, reason
    return by_hand


def sought_inside(rows, blocked):
    """The words that the policy has sought inside others, and those of the table."""
    with open(HERE.parent / "policy.toml", "rb") as file:
        reach = tomllib.load(file)["inside"]
    # The worst severity comes first.
    least = SEVERITIES.index(reach["offensive"])
    by_rule = {w for w, row in blocked.items() if SEVERITIES.index(row.severity) <= least and len(w) >= reach["letters"]}
    by_hand = {w for w, (readings, _) in rows.items() if "inside" in readings.split("|")}
    return (by_rule | by_hand) - set(reach["except"])


def innocent_containers(sought, blocked, brands, allowed, lexicon):
    """Every word of the lexicon that holds a word sought inside must be allowed or blocked itself."""
    undecided = {}
    for word in lexicon:
        if word not in blocked and word not in brands and word not in allowed:
            held = [w for w in sought if w in word]
            if held:
                undecided[word] = held
    if undecided:
        raise SystemExit(f"no decision on the containers {undecided}")


def word_pairs(blocked, brands, lexicon):
    """Pairs of allowed words, the bytewise smaller one first: the order has no meaning."""
    pairs = {}
    for firsts, seconds, theme, severity, reason in table(HERE / "pairs.tsv", "first second theme severity reason"):
        for a in firsts.split("|"):
            for b in seconds.split("|"):
                low, high = sorted((fold(a), fold(b)))
                for word in (low, high):
                    if word not in lexicon or word in blocked or word in brands:
                        raise SystemExit(f"pairs.tsv: {word} is blocked, or not in the lexicon")
                if theme not in THEMES or severity not in SEVERITIES or low == high:
                    raise SystemExit(f"pairs.tsv: {a} {b}")
                pairs.setdefault((low, high), (low, high, theme, severity, f"“{a} {b}”: {reason}"))
    return pairs


def collision_rows(blocked, listed, brands, everything, allowed, sought, lexicon):
    """The decision on each word of the lexicon that some list names, or that holds a word sought inside."""
    rows = []
    for word, entry in lexicon.items():
        lists = [name for name, held in (("offensive", blocked), ("brands", everything)) if word in held]
        if word in listed and word not in blocked:
            lists.insert(0, "offensive")
        if word not in blocked and any(w in word for w in sought):
            lists.append("containment")
        if word in blocked:
            verdict, reason = "block", blocked[word].reason
        elif word in brands:
            verdict, reason = "block", brands[word].reason
        elif word in allowed:
            verdict, reason = "allow", allowed[word]
        else:
            continue
        rows.append((word, entry.display, entry.level, entry.zipf, "|".join(lists) or "hand", verdict, reason))
    return sorted(rows)


def build(cache):
    """The rows of every file by its name, and what was dropped on the way."""
    lexicon = read_lexicon()
    blocked, allowed, listed = offensive_words(cache, lexicon)
    everything = all_brands(cache)
    brands = decide_brands(everything, blocked, allowed, lexicon)
    wrong, are_words = misspellings(cache)
    taken = {w for w in wrong if w in blocked or w in brands or w in allowed}
    wrong = {w: m for w, m in wrong.items() if w not in taken}
    rows = contained(blocked)
    sought = sought_inside(rows, blocked)
    innocent_containers(sought, blocked, brands, allowed, lexicon)
    files = {
        "offensive": ("blocklist", "word display theme severity source reason", blocked.values()),
        "allow": ("allow", "word reason", allowed.items()),
        "brands": ("brands", "word display category prominence source reason", ((w, *b) for w, b in brands.items())),
        "misspellings": ("misspellings", "word meant rule reason", ((w, *m) for w, m in wrong.items())),
        "pairs": ("pairs", "first second theme severity reason", word_pairs(blocked, brands, lexicon).values()),
        "containment": ("containment", "word readings reason", ((w, *r) for w, r in rows.items())),
        "decisions": ("decisions", "word display level zipf lists verdict reason",
                      collision_rows(blocked, listed, brands, everything, allowed, sought, lexicon)),
    }
    return {name: (kind, columns, sorted(rows)) for name, (kind, columns, rows) in files.items()}, taken, are_words


def write(path, kind, columns, rows):
    lines = [f"#alveole/{kind}/1", "\t".join(columns.split()), *("\t".join(r) for r in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def count(title, values, order=None):
    counted = Counter(values)
    print(f"{title}:", ", ".join(f"{v} {counted[v]}" for v in order or sorted(counted)))


def report(files, words):
    """Counts, and what the lexicon loses."""
    offensive, brands = files["offensive"][2], files["brands"][2]
    for name, (_, _, rows) in files.items():
        print(f"{name}.tsv {len(rows)} rows, sha256 {digest(HERE.parent / (name + '.tsv'))}")
    count("theme", (r.theme for r in offensive), THEMES)
    count("severity", (r.severity for r in offensive), SEVERITIES)
    count("theme of the base forms", (r.theme for r in offensive if ":" not in r.source), THEMES)
    count("severity of the base forms", (r.severity for r in offensive if ":" not in r.source), SEVERITIES)
    count("source", (s for r in offensive for s in r.source.split(":")[0].split("|")))
    count("brands by source", (r[4] for r in brands))
    count("brands by prominence", (r[3] for r in brands), PROMINENCES)
    count("brands by hand, category", (r[2] for r in brands if r[4].startswith("hand")))
    count("misspellings by rule", (r[2] for r in files["misspellings"][2]))
    count("pairs by theme", (r[2] for r in files["pairs"][2]), THEMES)
    count("pairs by severity", (r[3] for r in files["pairs"][2]), SEVERITIES)
    count("containment by readings", (r[1] for r in files["containment"][2]))
    lexicon = read_lexicon()
    for level in ("A", "AB", "ABC"):
        inside = [w for w in lexicon if lexicon[w].level in level]
        lost = [r for r in files["decisions"][2] if r[2] in level and r[5] == "block"]
        count(f"decisions of level {level[-1]}", (r[5] for r in files["decisions"][2] if r[2] in level))
        print(f"level {level[-1]}: {len(lost)} of {len(inside)} lost, {100 * len(lost) / len(inside):.2f} %")
        if level == "AB" and words:
            for row in sorted(lost, key=lambda r: (-float(r[3]), r[0])):
                print("  ", row[3], row[0], row[4], row[6])
        if level == "AB" and len(lost) > LOST_AT_MOST * len(inside):
            raise SystemExit("level B loses too much")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("cache", type=Path, help="folder with the downloaded packages")
    arguments.add_argument("--words", action="store_true", help="print the words that level B loses, and what was dropped")
    options = arguments.parse_args()
    files, taken, are_words = build(options.cache)
    for name, (kind, columns, rows) in files.items():
        write(HERE.parent / f"{name}.tsv", kind, columns, rows)
    report(files, options.words)
    if options.words:
        print("misspellings that another list decides:", *sorted(taken))
        print("misspellings by rule that are words:", *sorted({w for w, _, _ in are_words}))


if __name__ == "__main__":
    main()
