"""Frequent French misspellings: by hand, and from rules applied to chosen words."""

import re
from collections import namedtuple

from lists import HERE, LENGTHS, fold
from hunspell_forms import forms_of, read_affixes, read_entries
from lexique import read_rows
from sources import unpacked

Misspelling = namedtuple("Misspelling", "meant rule reason")

# What a misspelling by hand does, by rule.
BY_HAND = {
    "agreement": "wrong plural or feminine",
    "confusion": "a letter or syllable taken for another",
    "conjugation": "a form that the verb does not have",
    "english": "the English spelling",
    "homophone": "written by ear with other letters of the same sound",
    "run-together": "two words written as one",
    "silent-extra": "a mute letter that is not there",
    "silent-missing": "a mute letter left out",
    "text-message": "abbreviation of text messages",
    "doubled": "a letter doubled for nothing",
    "halved": "one of two letters left out",
}


def halved(word, letter):
    """One of two: every doubled letter in turn, or the one that is named."""
    for pair in re.finditer(r"([BCDFGLMNPRST])\1", word):
        if letter in ("-", pair[1]):
            yield word[: pair.start()] + word[pair.start() + 1 :], f"one {pair[1]} of two left out"


def doubled(word, letter):
    """The named letter doubled where it first stands alone between two other letters."""
    for found in re.finditer(f"(?<=[A-Z])(?<!{letter}){letter}(?!{letter})(?=[A-Z])", word):
        yield word[: found.start()] + letter + word[found.start() :], f"{letter} doubled for nothing"
        return


def swapped(pattern, put, reason):
    """A rule that writes one group of letters for another, at each place in turn."""
    def apply(word, _):
        for found in re.finditer(pattern, word):
            yield word[: found.start()] + put + word[found.end() :], reason
    return apply


RULES = {
    "halved": halved,
    "doubled": doubled,
    "n-before-p": swapped("M(?=[PBM])", "N", "N for M before P, B or M"),
    "f-for-ph": swapped("PH", "F", "F for PH"),
    "i-for-y": swapped("Y", "I", "I for Y"),
    "no-h": swapped("(?<=[TRC])H|^H", "", "H left out"),
    "s-for-c": swapped("C(?=[EIY])", "S", "S for C"),
    "c-for-s": swapped("(?<![S])S(?=[EI])|SS(?=[EI])", "C", "C for S"),
    "e-for-a": swapped("AN(?=[CDSTG])", "EN", "EN for AN"),
    "a-for-e": swapped("EN(?=[CDSTG])", "AN", "AN for EN"),
    "o-for-eau": swapped("EAU$", "O", "O for EAU"),
    "al-plural": swapped("AL$", "ALS", "regular plural of a word in -al"),
    "ou-plural": swapped("OU$", "OUS", "plural in -ous for -oux"),
    "x-plural": swapped("$", "X", "plural in X for S"),
    "no-last": swapped("[SXTPD]$", "", "mute last letter left out"),
    "s-last": swapped("$", "S", "S added at the end"),
    "ament": swapped("MMENT$", "MENT", "-ament or -ement for -amment or -emment"),
    "s-for-ss": swapped("SS", "S", "S for SS"),
    "z-for-s": swapped("(?<=[AEIOU])S(?=[AEIOU])", "Z", "Z for S"),
    "k-for-qu": swapped("QU", "K", "K for QU"),
}


def valid_words(cache):
    """Everything that hunspell or Lexique takes for a word, names included, folded."""
    words = set()
    deb = unpacked(cache, "hunspell-fr-classical_1%3a7.0-1_all.deb") / "usr" / "share" / "hunspell"
    npm = unpacked(cache, "dictionary-fr-3.0.0.tgz") / "package"
    for affixes, entries in ((deb / "fr_FR.aff", deb / "fr_FR.dic"), (npm / "index.aff", npm / "index.dic")):
        suffixes, prefixes = read_affixes(affixes)
        for stem, flags, _ in read_entries(entries):
            words.update(map(fold, forms_of(stem, flags, suffixes, prefixes)))
    words.update(fold(row.form) for row in read_rows(cache))
    return words


def misspellings(cache):
    """(by folded form, what was left out because it is a word after all)."""
    valid = valid_words(cache)
    found, dropped = {}, []

    def add(word, meant, rule, reason):
        if word in valid or len(word) not in LENGTHS:
            dropped.append((word, meant, rule))
        else:
            found.setdefault(word, Misspelling(meant, rule, reason))

    for line in (HERE / "misspellings.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        wrong, meant, rule = line.split("\t")
        if fold(wrong) in valid or fold(wrong) in found:
            raise SystemExit(f"misspellings.tsv: {wrong} is a word, or is there twice")
        add(fold(wrong), meant, rule, BY_HAND[rule])
    for line in (HERE / "misspelt_words.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        rule, meant, letter = line.split("\t")
        if fold(meant) not in valid:
            raise SystemExit(f"misspelt_words.tsv: {meant} is no word")
        made = list(RULES[rule](fold(meant), letter))
        if not made:
            raise SystemExit(f"misspelt_words.tsv: {rule} does nothing to {meant}")
        for word, reason in made:
            add(word, meant, rule, reason)
    return found, dropped
