"""Check the blocklist's files against each other and the lexicon; shares no code with the recipe.

    python check.py [--hunspell DICTIONARY]

DICTIONARY is a path without ending, as hunspell's -d takes it: the program must reject every misspelling.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COLUMNS = {
    "offensive": ("blocklist", "word display theme severity source reason"),
    "allow": ("allow", "word reason"),
    "brands": ("brands", "word display category prominence source reason"),
    "misspellings": ("misspellings", "word meant rule reason"),
    "pairs": ("pairs", "first second theme severity reason"),
    "containment": ("containment", "word readings reason"),
    "decisions": ("decisions", "word display level zipf lists verdict reason"),
}
THEMES = set("sexual scatological racist religious insult handicap violence drugs nazi death gambling".split())
SEVERITIES = {"strong", "medium", "mild"}
# What the blocklist was asked for.
BLOCKED = """VIOL VIOLEUR NAZI NAZIS HITLER SEXE DROGUE DROGUES CANCER ANUS SUICIDE COCAINE SURENDETTE MERDE PUTE ENCULE
    BOUGNOULE BAMBOULA DJIHAD TERRORISTE HEROINOMANE MORT CADAVRE DETTE MONGOLIEN PEDOPHILE EXCREMENT MEURTRE
    CARREFOUR LOTO NUTELLA EVIAN PERRIER BIC""".split()
ALLOWED = """CONCOMBRE CALCUL DISPUTE VIOLON VIOLONS VIOLET VIOLETTE HABITER DEPUTE INNOCENT LUCIDE SERGENT CHAT PANIER ORANGE
    CERISE METTRE PERSIL AVIS TOTAL BUT METRO BOULANGER CAMERA ARRIERE DEMEURE GERBE FOIRE ANALYSE CONTE CULTURE""".split()
LEAST = {"misspellings": 500, "pairs": 150}

faults = []


def expect(held, fault):
    if not held:
        faults.append(fault)


def folded(text):
    """A–Z of a display form, whatever stands between the letters left out."""
    text = text.lower().replace("œ", "oe").replace("æ", "ae").replace("ø", "o").replace("ß", "ss").replace("ł", "l")
    text = text.replace("ı", "i").replace("đ", "d")
    plain = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(c for c in plain if c.isascii() and c.isalpha()).upper()


def rows_of(name):
    kind, columns = COLUMNS[name]
    data = (ROOT / f"{name}.tsv").read_bytes()
    expect(b"\r" not in data and data.endswith(b"\n") and not data.endswith(b"\n\n"), f"{name}: line ends")
    head, names, *lines = data.decode("utf-8").split("\n")[:-1]
    expect(head == f"#alveole/{kind}/1", f"{name}: first line")
    expect(names == "\t".join(columns.split()), f"{name}: column names")
    rows = [line.split("\t") for line in lines]
    for row in rows:
        expect(len(row) == len(columns.split()) and all(c and c == c.strip() for c in row), f"{name}: {row}")
        for word in row[: 2 if name == "pairs" else 1]:
            expect(re.fullmatch("[A-Z]{3,15}", word), f"{name}: {word} is not folded")
    keys = [tuple(r[:2]) if name == "pairs" else r[0] for r in rows]
    expect(keys == sorted(keys), f"{name}: not sorted")
    expect(len(keys) == len(set(keys)), f"{name}: a word twice")
    return rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--hunspell", help="dictionary for the misspellings")
    options = arguments.parse_args()
    tables = {name: rows_of(name) for name in COLUMNS}
    words = {name: {r[0] for r in rows} for name, rows in tables.items()}
    lexicon = {}
    for line in (ROOT.parent / "dictionaries" / "lexicon.tsv").read_text(encoding="utf-8").split("\n")[2:-1]:
        cells = line.split("\t")
        lexicon[cells[0]] = cells[1], cells[4], cells[5]

    exclusive = ["offensive", "allow", "brands", "misspellings"]
    for i, one in enumerate(exclusive):
        for other in exclusive[i + 1 :]:
            both = words[one] & words[other]
            expect(not both, f"in {one} and {other}: {sorted(both)}")
    blocked = words["offensive"] | words["brands"]
    for word, display, theme, severity, source, _ in tables["offensive"]:
        expect(folded(display) == word, f"offensive: {word} is not {display}")
        expect(theme in THEMES and severity in SEVERITIES, f"offensive: {word} {theme} {severity}")
        if source.startswith("inflected:"):
            expect(source[10:] in words["offensive"], f"offensive: base of {word}")
    for word, display, _, prominence, source, _ in tables["brands"]:
        expect(folded(display) == word, f"brands: {word} is not {display}")
        expect(prominence in ("high", "medium", "low"), f"brands: {word} {prominence}")
        expect(set(source.split("|")) <= {"hand", "name-suggestion-index"}, f"brands: {word} {source}")
    expect(not words["misspellings"] & set(lexicon), f"misspellings: words {words['misspellings'] & set(lexicon)}")
    for word, meant, _, _ in tables["misspellings"]:
        expect(folded(meant) != word or any(c in meant for c in " '-"), f"misspellings: {word} is only unaccented")
    for first, second, theme, severity, _ in tables["pairs"]:
        expect(first < second, f"pairs: {first} {second}")
        expect(theme in THEMES and severity in SEVERITIES, f"pairs: {first} {second} {theme} {severity}")
        expect({first, second} <= set(lexicon) - blocked, f"pairs: {first} {second} cannot stand together")
    for word, readings, _ in tables["containment"]:
        expect(word in words["offensive"], f"containment: {word} is not blocked")
        expect(set(readings.split("|")) <= {"inside", "cells", "pieces"}, f"containment: {word} {readings}")
        expect("inside" not in readings or len(word) >= 4, f"containment: {word} is too short")
    inside = tomllib.loads((ROOT / "policy.toml").read_text(encoding="utf-8"))["inside"]
    expect(inside["offensive"] == "strong", "policy.toml: only strong words are weighed inside others")
    sought = {r[0] for r in tables["offensive"] if r[3] == "strong" and len(r[0]) >= inside["letters"]}
    sought = (sought | {r[0] for r in tables["containment"] if "inside" in r[1]}) - set(inside["except"])
    for word in lexicon:
        if any(s in word for s in sought):
            expect(word in blocked | words["allow"], f"no decision on the container {word}")

    decisions = {r[0]: r for r in tables["decisions"]}
    named = set(lexicon) & (blocked | words["allow"])
    expect(set(decisions) == named, f"decisions: undecided or needless {sorted(set(decisions) ^ named)[:20]}")
    for word, (_, display, level, zipf, _, verdict, _) in decisions.items():
        expect((display, zipf, level) == lexicon.get(word), f"decisions: {word} is not as in the lexicon")
        expect(verdict == ("block" if word in blocked else "allow"), f"decisions: {word} {verdict}")
    for word in BLOCKED:
        expect(word in blocked, f"{word} must be blocked")
    for word in ALLOWED:
        expect(word in lexicon and word not in blocked, f"{word} must be allowed")
    for name, least in LEAST.items():
        expect(len(tables[name]) >= least, f"{name}: fewer than {least}")
    expect(sum(r[4].startswith("hand") for r in tables["brands"]) >= 400, "brands: fewer than 400 by hand")
    level_b = [w for w in lexicon if lexicon[w][2] in "AB"]
    lost = [w for w in level_b if w in blocked]
    expect(len(lost) <= 0.03 * len(level_b), f"level B loses {len(lost)} of {len(level_b)}")

    stated = (ROOT / "SOURCES.md").read_text(encoding="utf-8")
    for name, rows in tables.items():
        digest = hashlib.sha256((ROOT / f"{name}.tsv").read_bytes()).hexdigest()
        expect(f"| `{name}.tsv` | {len(rows):,} | `{digest}` |" in stated, f"SOURCES.md: {name} {len(rows):,} `{digest}`")
    if options.hunspell:
        typed = "\n".join(w.lower() for w in sorted(words["misspellings"])) + "\n"
        found = subprocess.run(["hunspell", "-d", options.hunspell, "-l"], input=typed, capture_output=True, text=True, check=True)
        accepted = words["misspellings"] - {w.upper() for w in found.stdout.split()}
        expect(not accepted, f"misspellings that hunspell accepts: {sorted(accepted)}")
    for fault in faults:
        print(fault)
    print(f"{sum(map(len, tables.values())):,} rows, {len(lost)} of {len(level_b):,} words of level B lost, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
