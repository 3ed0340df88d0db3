"""Build blocklist/offensive.tsv and blocklist/allow.tsv. See README.md for how to run it."""

import argparse
from collections import defaultdict, namedtuple
from pathlib import Path

from lists import LENGTHS, candidates, fold
from lexique import read_rows
from sources import digest

HERE = Path(__file__).resolve().parent
LEXICON = HERE.parents[1] / "dictionaries" / "lexicon.tsv"
THEMES = "sexual scatological racist religious insult handicap violence drugs nazi death gambling".split()
SEVERITIES = "strong medium mild".split()
BLOCK_COLUMNS = "word display theme severity source reason".split()
# Endings of a regular verb in -er, for verbs that Lexique does not know.
VERB_ENDINGS = "er e es ent é ée és ées ant ait ez".split()

Decision = namedtuple("Decision", "display verdict theme severity inflect reason")


def read_decisions():
    """The decision on every candidate, by folded word."""
    decisions = {}
    for line in (HERE / "decisions.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        decision = Decision(*line.split("\t"))
        word = fold(decision.display)
        if word in decisions:
            raise SystemExit(f"decided twice: {word}")
        if decision.verdict == "block":
            if decision.theme not in THEMES or decision.severity not in SEVERITIES:
                raise SystemExit(f"theme or severity of {word}")
        elif decision.verdict != "allow":
            raise SystemExit(f"verdict of {word}")
        decisions[word] = decision
    return decisions


def forms_by_lemma(cache):
    """Lexique's forms of each lemma, the most frequent first."""
    weights = defaultdict(lambda: defaultdict(float))
    for row in read_rows(cache):
        for lemma in row.lemmas:
            weights[lemma][row.form] += row.films + row.books
    return {lemma: sorted(w, key=lambda f: (-w[f], f)) for lemma, w in weights.items()}


def regular_forms(display):
    """Plural, or the forms of a verb in -er, for a word that Lexique does not know."""
    if display.endswith("er"):
        return [display[:-2] + ending for ending in VERB_ENDINGS]
    feminine = ["e", "es"] if display.endswith("é") and not display.endswith("ité") else []
    plural = [] if display[-1] in "sxz" else ["s"]
    return [display + ending for ending in plural + feminine]


def inflections(display, inflect, lemmas):
    """The other forms of a blocked word: `-` none, `=` its own lemma, else the lemmas named."""
    if inflect == "-":
        return []
    names = [display] if inflect == "=" else inflect.split("|")
    if inflect != "=" and not all(n in lemmas for n in names):
        raise SystemExit(f"{display}: Lexique has no lemma {inflect}")
    found = [form for n in names for form in lemmas.get(n, ())]
    return found or regular_forms(display)


def build(cache):
    """Rows of both files, sorted by word."""
    decisions = read_decisions()
    spellings, sources = candidates(cache)
    undecided = set(spellings) - set(decisions)
    if undecided:
        raise SystemExit(f"no decision on {sorted(undecided)}")
    lemmas = forms_by_lemma(cache)
    blocked, allowed = {}, {}
    for word, d in decisions.items():
        if d.verdict == "allow":
            allowed[word] = (word, d.reason)
        else:
            source = "|".join(sorted(sources.get(word, ()))) or "hand"
            blocked[word] = (word, d.display, d.theme, d.severity, source, d.reason)
    # The gravest base first, so that a form of two bases takes the graver severity.
    bases = sorted(set(blocked), key=lambda w: (SEVERITIES.index(decisions[w].severity), w))
    for base in bases:
        d = decisions[base]
        for form in inflections(d.display, d.inflect, lemmas):
            word = fold(form)
            if word is None or len(word) not in LENGTHS or word in blocked or word in allowed:
                continue
            blocked[word] = (word, form, d.theme, d.severity, f"inflected:{base}", f"form of {d.display}")
    return [blocked[w] for w in sorted(blocked)], [allowed[w] for w in sorted(allowed)]


def write(path, kind, columns, rows):
    lines = [f"#alveole/{kind}/1", "\t".join(columns), *("\t".join(r) for r in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def report(blocked, allowed, words):
    """Counts, and what the lexicon loses."""
    levels = dict((l.split("\t")[0], l.split("\t")[5]) for l in LEXICON.read_text(encoding="utf-8").splitlines()[2:])
    print(f"{len(blocked)} blocked, {len(allowed)} allowed")
    for column, values in ((2, THEMES), (3, SEVERITIES)):
        print(*(f"{v} {sum(r[column] == v for r in blocked)}" for v in values), sep=", ")
    names = ("allprofanity", "cuss", "french-badwords-list", "glin-profanity", "naughty-words", "hand", "inflected")
    print(*(f"{n} {sum(n in r[4].split(':')[0].split('|') for r in blocked)}" for n in names), sep=", ")
    for level in ("A", "AB", "ABC"):
        inside = [w for w in levels if levels[w] in level]
        lost = [r for r in blocked if r[0] in levels and levels[r[0]] in level]
        print(f"level {level[-1]}: {len(lost)} of {len(inside)} lost, {100 * len(lost) / len(inside):.2f} %")
        if words and level == "AB":
            print(*(f"{r[1]}" + ("" if ":" not in r[4] else f"<{r[4][10:]}") for r in lost))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("cache", type=Path, help="folder with the downloaded packages")
    arguments.add_argument("--words", action="store_true", help="print the words that level B loses")
    options = arguments.parse_args()
    blocked, allowed = build(options.cache)
    folder = HERE.parent
    write(folder / "offensive.tsv", "blocklist", BLOCK_COLUMNS, blocked)
    write(folder / "allow.tsv", "allow", ("word", "reason"), allowed)
    report(blocked, allowed, options.words)
    for name in ("offensive.tsv", "allow.tsv"):
        print(f"{name} sha256 {digest(folder / name)}")


if __name__ == "__main__":
    main()
