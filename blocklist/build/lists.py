"""The word lists that the blocklist starts from, as accented single words."""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "dictionaries" / "build"))

from lexique import fold
from sources import unpacked

HERE = Path(__file__).resolve().parent
LENGTHS = range(3, 16)


def quoted(text):
    """The first string of each line of JavaScript data, keys and items alike."""
    code = "\n".join(line for line in text.splitlines() if not line.strip().startswith(("//", "*", "/*")))
    return re.findall(r'"([^"\n]+)"', code)


def keys(text):
    """The keys of a JavaScript object written one a line."""
    return [a or b for a, b in re.findall(r"^\s*(?:'([^'\n]+)'|([^\s'\":*/{}]+)):\s*\d", text, re.M)]


def read_lists(cache):
    """Each list's entries by its short name."""
    def text(package, *path):
        return unpacked(cache, package).joinpath(*path).read_text(encoding="utf-8")

    naughty = "naughty-words-1.2.0.tgz", "package"
    return {
        "allprofanity": quoted(text("allprofanity-2.4.0.tgz", "package", "dist", "languages", "french-words.js")),
        "cuss": keys(text("cuss-2.2.0.tgz", "package", "fr.js")),
        "french-badwords-list": quoted(text("french-badwords-list-1.0.7.tgz", "package", "dist", "array.js")),
        "glin-profanity": json.loads(text(
            "glin_profanity-4.1.0-py3-none-any.whl", "glin_profanity", "data", "dictionaries", "french.json"))["words"],
        "naughty-words": json.loads(text(*naughty, "fr.json")) + json.loads(text(*naughty, "fr-CA-u-sd-caqc.json")),
    }


def candidates(cache):
    """(accented spellings, list names) by folded word; words of 3 to 15 letters only."""
    spellings, sources = defaultdict(set), defaultdict(set)
    for name, entries in read_lists(cache).items():
        for entry in entries:
            word = fold(entry)
            if word is not None and len(word) in LENGTHS:
                spellings[word].add(entry.lower())
                sources[word].add(name)
    return spellings, sources
