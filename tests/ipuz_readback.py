"""Reads an ipuz export back with the `ipuz` package (PyPI) and compares it, cell by cell, with the units it came from.

Usage: ipuz_readback.py UNITS.jsonl EXPORT.ipuz
UNITS may be pairs of a bank, too, to which no letters are dealt. EXPORT has one line a unit, each a JSON array of crosswords. Exits with 0 when all is equal, with 1 and a message when not.
"""

import json
import sys
import unicodedata

import ipuz

NAMES = {"across": "Across", "down": "Down"}


def fold(display):
    text = display.upper().replace("Œ", "OE").replace("Æ", "AE")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def runs(rows):
    """The runs of two or more letters, read from the solution: {(row, column, direction): word}."""
    found = {}
    for direction, lines in (("across", rows), ("down", list(zip(*rows)))):
        for line, cells in enumerate(lines):
            start = 0
            for run in "".join(cells).split("#"):
                if len(run) > 1:
                    place = (line, start) if direction == "across" else (start, line)
                    found[(*place, direction)] = run
                start += len(run) + 1
    return found


def compare(number, unit, line):
    puzzles = json.loads(line)
    same(f"unit {number}: crosswords", len(puzzles), len(unit["grids"]))
    for index, (puzzle, grid) in enumerate(zip(puzzles, unit["grids"])):
        what = f"unit {number}, grid {index + 1}"
        puzzle = ipuz.read(json.dumps(puzzle), puzzlekinds=["http://ipuz.org/crossword#1"])
        same(f"{what}: version", puzzle["version"], "http://ipuz.org/v2")
        rows = grid["rows"]
        same(f"{what}: dimensions", puzzle["dimensions"], {"width": len(rows[0]), "height": len(rows)})
        for name in ("puzzle", "solution"):
            same(f"{what}: shape of {name}", [len(row) for row in puzzle[name]], [len(row) for row in rows])
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                here = f"{what}, row {row}, column {column}"
                same(f"{here}: solution", puzzle["solution"][row][column], cell)
                same(f"{here}: grey", puzzle["puzzle"][row][column] == puzzle["block"], cell == "#")
        # Numbers rise in reading order and stand where a word starts, and nowhere else.
        words = runs(puzzle["solution"])
        starts = sorted({place[:2] for place in words})
        numbers = {(r, c): n for r, line in enumerate(puzzle["puzzle"]) for c, n in enumerate(line) if n not in (0, "#")}
        same(f"{what}: numbers", numbers, {place: number for number, place in enumerate(starts, 1)})
        same(
            f"{what}: words",
            words,
            {(w["row"], w["column"], w["direction"]): w["word"] for w in grid["words"]},
        )
        for direction, name in NAMES.items():
            here = sorted((numbers[place[:2]], word) for place, word in words.items() if place[2] == direction)
            same(f"{what}: clues {name}", puzzle["clues"][name], [[n, f"{len(word)} lettres"] for n, word in here])
            displays = {(w["row"], w["column"]): w["display"] for w in grid["words"] if w["direction"] == direction}
            shown = puzzle["org.alveole:display"][name]
            same(f"{what}: displays {name}", shown, sorted([numbers[place], text] for place, text in displays.items()))
            same(f"{what}: folded displays {name}", [(n, fold(text)) for n, text in shown], here)
        same(f"{what}: game", puzzle["org.alveole:game"], unit["game"])
        same(f"{what}: number", puzzle["org.alveole:grid"], index + 1)
        if "pair" in unit:
            same(f"{what}: pair", puzzle["org.alveole:pair"], unit["pair"])
            continue
        same(f"{what}: letters", puzzle["org.alveole:letters"], unit["letters"])
        same(f"{what}: completed", puzzle["org.alveole:completed"], unit["completed"][index])
        same(f"{what}: lot", puzzle["org.alveole:lot_cents"], unit["lot_cents"])


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} is not {expected!r}")


def main():
    units, export = sys.argv[1:]
    with open(units, encoding="utf-8") as units, open(export, encoding="utf-8") as export:
        units, export = [json.loads(line) for line in units], list(export)
    same("units", len(export), len(units))
    for number, (unit, line) in enumerate(zip(units, export), 1):
        compare(number, unit, line)
    print(f"{len(units)} units equal")


if __name__ == "__main__":
    main()
