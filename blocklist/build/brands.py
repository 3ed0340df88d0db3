"""Brand names: shops from name-suggestion-index, consumer goods and the rest by hand."""

import json
import unicodedata
from collections import namedtuple

from lists import HERE, LENGTHS
from sources import unpacked

PACKAGE = "name-suggestion-index-8.0.20260918.tgz"
# Shops that the index places in France, Europe, Western Europe or everywhere.
FRANCE = ("fr", "fx")
WIDER = ("001", "150", "155")
PROMINENCES = "high medium low".split()
JOINTS = set(" '’´`.-–&!+/:,°·*®™\u00a0")
LETTERS_APART = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ı": "i", "œ": "oe", "æ": "ae"})

Brand = namedtuple("Brand", "display category prominence source reason")


def fold_brand(name):
    """A–Z run together; None for digits, other scripts, and lengths that no ticket word has."""
    bare = "".join(c for c in name.lower() if c not in JOINTS).translate(LETTERS_APART)
    word = "".join(c for c in unicodedata.normalize("NFD", bare) if not unicodedata.combining(c)).upper()
    return word if len(word) in LENGTHS and all("A" <= c <= "Z" for c in word) else None


def in_france(places):
    """Whether a location set has France by name, and whether it has it at all."""
    def named(key):
        return any(p in FRANCE or p.startswith("fr-") for p in places.get(key, ()) if isinstance(p, str))

    by_name = named("include")
    return by_name, not named("exclude") and (by_name or any(p in WIDER for p in places["include"]))


def indexed_brands(cache):
    """The index's brands by folded word; the smallest display form and category stand for the rest."""
    text = unpacked(cache, PACKAGE).joinpath("package", "dist", "json", "nsi.json").read_text(encoding="utf-8")
    found = {}
    for branch, content in json.loads(text)["nsi"].items():
        if not branch.startswith("brands/"):
            continue
        category = branch.rsplit("/", 1)[1].replace("_", " ")
        for item in content["items"]:
            by_name, here = in_france(item["locationSet"])
            if not here:
                continue
            names = {item["displayName"], item["tags"].get("brand"), item["tags"].get("name")} - {None}
            for name in names:
                word = fold_brand(name)
                if word is not None:
                    found.setdefault(word, set()).add((not by_name, category == "totem", category, name))
    return {word: Brand(name, category, "low" if wider else "medium", "name-suggestion-index",
                        "shop or service known the world over" if wider else "shop or service in France")
            for word, (wider, _, category, name) in ((w, min(entries)) for w, entries in found.items())}


def hand_brands():
    """The brands listed by hand."""
    found = {}
    for line in (HERE / "brands.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        display, category, prominence, reason = line.split("\t")
        word = fold_brand(display)
        if word is None or word in found or prominence not in PROMINENCES:
            raise SystemExit(f"brands.tsv: {line}")
        found[word] = Brand(display, category, prominence, "hand", reason)
    return found


def all_brands(cache):
    """Both lists; a hand-made row comes first, and says when the index has the name too."""
    brands = indexed_brands(cache)
    for word, brand in hand_brands().items():
        source = "hand|name-suggestion-index" if word in brands else "hand"
        brands[word] = brand._replace(source=source)
    return brands
