"""Build dictionaries/lexicon.tsv. See README.md for how to run it."""

import argparse
import gzip
import json
import math
import random
import subprocess
from collections import defaultdict
from pathlib import Path

import msgpack

from hunspell_forms import expand
from lexique import ascii_ligatures, fold, read_rows
from sources import digest, unpacked

HERE = Path(__file__).resolve().parent
DEB = "hunspell-fr-classical_1%3a7.0-1_all.deb"
LEVELS = (("A", 3.5), ("B", 3.0), ("C", 2.0))
LENGTHS = range(3, 12)
COLUMNS = "word display pos lemmas zipf level flags".split()
# Cumulative counts measured before this recipe was written; SOURCES.md compares.
EXPECTED = {
    "A": (234, 619, 1192, 1573, 1656, 1472, 1065, 752, 434),
    "B": (319, 879, 1844, 2685, 3102, 3032, 2370, 1704, 1131),
    "C": (400, 1270, 3033, 5164, 6935, 7447, 6778, 5224, 3720),
}
# Sizes of Lexique's corpora in millions of words: films, books, both.
FILMS, BOOKS = 50.0, 14.7


def valid_forms(cache):
    """Forms that both hunspell dictionaries accept, and the names of both."""
    classical = unpacked(cache, DEB) / "usr" / "share" / "hunspell"
    other = unpacked(cache, "dictionary-fr-3.0.0.tgz") / "package"
    forms, names = expand(classical, "fr")
    other_forms, other_names = expand(other, "index")
    return forms, forms & other_forms, names | other_names


def read_wordfreq(cache):
    """Zipf value (two decimals) by form, from wordfreq's large French list."""
    folder = unpacked(cache, "wordfreq-3.1.1-py3-none-any.whl")
    packed = gzip.decompress((folder / "wordfreq" / "data" / "large_fr.msgpack.gz").read_bytes())
    header, *bins = msgpack.unpackb(packed, raw=False)
    if header != {"format": "cB", "version": 1}:
        raise SystemExit("wordfreq's data has another format")
    return {form: 9 - centibels / 100 for centibels, forms in enumerate(bins) for form in forms}


def kept_pos(row):
    """The part of speech that goes into the lexicon, or None for conjugated forms."""
    if row.pos not in ("VER", "AUX"):
        return row.pos or None
    readings = row.verb_form.split(";")
    # The ending too: Lexique marks `connais` and eleven others as infinitives.
    if any(r.startswith("inf") for r in readings) and row.form.endswith(("er", "ir", "ïr", "re")):
        return "VER:inf"
    if any(r.startswith("par:pas") for r in readings):
        return "VER:par"
    return None


def familiarity(rows, form, wordfreq):
    """Mean of wordfreq's and Lexique's zipf values; None when one has none."""
    films, books = sum(r.films for r in rows), sum(r.books for r in rows)
    per_million = (FILMS * films + BOOKS * books) / (FILMS + BOOKS)
    written = max(wordfreq.get(form, 0), wordfreq.get(ascii_ligatures(form), 0))
    if per_million <= 0 or written <= 0:
        return None
    return (written + 3 + math.log10(per_million)) / 2


def ligature_table(forms):
    """`oeuf` → `œuf`, for forms that are written with a ligature only."""
    return {
        ascii_ligatures(f): f
        for f in sorted(forms)
        if ascii_ligatures(f) != f and ascii_ligatures(f) not in forms
    }


def read_left_out():
    """Words (`ZOB`) and single forms of a word (`tél` of TEL) left out by eye."""
    lines = (HERE / "left_out.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {line.split("\t")[0] for line in lines}


def read_places(cache):
    folder = unpacked(cache, "etalab-decoupage-administratif-6.0.0.tgz")
    towns = json.loads((folder / "package" / "data" / "communes.json").read_text(encoding="utf-8"))
    return {fold(t["nom"]) for t in towns if t["type"] == "commune-actuelle"} - {None}


def level_of(zipf):
    return next((level for level, least in LEVELS if zipf >= least), None)


def build(cache):
    """The rows of the lexicon, sorted by word."""
    _, valid, names = valid_forms(cache)
    ligatures = ligature_table(valid)
    rows_of = defaultdict(list)
    for row in read_rows(cache):
        if row.form and row.lemmas:
            rows_of[ligatures.get(row.form, row.form)].append(row)
    wordfreq = read_wordfreq(cache)
    left_out, unused = read_left_out(), read_left_out()
    entries = defaultdict(list)
    for form in sorted(rows_of):
        word = fold(form)
        if form not in valid or word is None or len(word) not in LENGTHS:
            continue
        unused -= {form, word}
        if form in left_out or word in left_out:
            continue
        pos = {kept_pos(r) for r in rows_of[form]} - {None}
        zipf = familiarity(rows_of[form], form, wordfreq)
        if pos and zipf is not None:
            entries[word].append((-zipf, form, pos))
    name_words = {fold(n) for n in names}
    places = read_places(cache)
    if unused:
        raise SystemExit(f"left_out.tsv names words that are not there: {sorted(unused)}")
    table = []
    for word in sorted(entries):
        forms = sorted(entries[word])
        zipf = f"{-forms[0][0]:.2f}"
        level = level_of(float(zipf))
        if level is None:
            continue
        lemmas = {ligatures.get(x, x) for _, f, _ in forms for r in rows_of[f] for x in r.lemmas}
        flags = [name for name, words in (("name", name_words), ("place", places)) if word in words]
        table.append((
            word,
            "|".join(f for _, f, _ in forms),
            "|".join(sorted(set().union(*(p for _, _, p in forms)))),
            "|".join(sorted(lemmas)),
            zipf,
            level,
            "|".join(flags) or "-",
        ))
    return table


def write(table, path):
    lines = ["#alveole/lexicon/1", "\t".join(COLUMNS), *("\t".join(row) for row in table)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def counts(table):
    """Cumulative counts by level and length."""
    result, levels = {}, ""
    for level, _ in LEVELS:
        levels += level
        result[level] = [sum(len(r[0]) == n and r[5] in levels for r in table) for n in LENGTHS]
    return result


def print_counts(table):
    for level, found in counts(table).items():
        for name, numbers in (("expected", EXPECTED[level]), ("found", found)):
            print(level, name, *numbers, sum(numbers), sep="\t")
        off = [100 * (f - e) / e for f, e in zip((*found, sum(found)), (*EXPECTED[level], sum(EXPECTED[level])))]
        print(level, "difference %", *(f"{x:+.1f}" for x in off), sep="\t")


def prove(cache):
    """Run 20,000 of our expanded forms through the hunspell program."""
    forms, both, _ = valid_forms(cache)
    sample = random.Random(1).sample(sorted(forms), 20_000)
    dictionary = unpacked(cache, DEB) / "usr" / "share" / "hunspell" / "fr"
    answer = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", dictionary, "-l"],
        input="\n".join(sample) + "\n", capture_output=True, text=True, encoding="utf-8", check=True,
    )
    rejected = answer.stdout.split()
    print(f"{len(forms)} forms expanded, {len(both)} in both dictionaries")
    print(f"{len(sample)} forms tried, {len(rejected)} rejected", *rejected[:20])
    if rejected:
        raise SystemExit(1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("cache", type=Path, help="folder with the downloaded packages")
    arguments.add_argument("--out", type=Path, default=HERE.parent / "lexicon.tsv")
    arguments.add_argument("--prove", action="store_true", help="try the expander against hunspell")
    options = arguments.parse_args()
    if options.prove:
        return prove(options.cache)
    table = build(options.cache)
    write(table, options.out)
    print_counts(table)
    print(f"sha256\t{digest(options.out)}")


if __name__ == "__main__":
    main()
