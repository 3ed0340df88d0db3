"""Expand a hunspell dictionary into its word forms.

Debian's `unmunch` ignores `FLAG long`, so it gives wrong forms for the French
dictionary. This expander knows what that dictionary uses: two-character flags,
one suffix on top of another, prefixes, NEEDAFFIX, FULLSTRIP. It is proved by
running a sample of its forms through the hunspell program
(`build_lexicon.py --prove`).
"""

import re
from collections import defaultdict
from dataclasses import dataclass

NEED_AFFIX = "()"
FORBIDDEN = "{}"
LEFT_OUT_FLAGS = {"--", "||", FORBIDDEN}
NAME_TAGS = {"prn", "npr", "patr"}
LEFT_OUT_TAGS = NAME_TAGS | {"err", "pfx", "sfx"}


@dataclass(frozen=True)
class Rule:
    strip: str
    add: str
    more: tuple[str, ...]
    condition: re.Pattern


def pairs(flags: str) -> tuple[str, ...]:
    """Flags of `FLAG long`: two characters each."""
    return tuple(flags[i : i + 2] for i in range(0, len(flags), 2))


def read_affixes(path):
    """The suffix and the prefix rules of an .aff file, by flag."""
    suffixes, prefixes = defaultdict(list), defaultdict(list)
    headers = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        parts = line.split()
        if not parts or parts[0] not in ("SFX", "PFX"):
            continue
        kind, flag = parts[0], parts[1]
        if (kind, flag) not in headers:
            headers.add((kind, flag))
            continue
        strip = "" if parts[2] == "0" else parts[2]
        add, _, more = parts[3].partition("/")
        add = "" if add == "0" else add
        condition = parts[4] if len(parts) > 4 else "."
        if kind == "SFX":
            pattern = re.compile(condition + r"\Z")
            suffixes[flag].append(Rule(strip, add, pairs(more), pattern))
        else:
            prefixes[flag].append(Rule(strip, add, pairs(more), re.compile(condition)))
    return suffixes, prefixes


def read_entries(path):
    """(stem, flags, tags) of each line of a .dic file."""
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        head, *fields = line.split()
        stem, _, flags = head.partition("/")
        tags = {f[3:] for f in fields if f.startswith("po:")}
        yield stem, pairs(flags), tags


def with_suffixes(stem, flags, suffixes):
    """(form, flags) for the stem and each suffixed form."""
    yield stem, flags
    for flag in flags:
        for rule in suffixes.get(flag, ()):
            if stem.endswith(rule.strip) and rule.condition.search(stem):
                yield stem[: len(stem) - len(rule.strip)] + rule.add, rule.more


def forms_of(stem, flags, suffixes, prefixes):
    """Every form that an entry stands for, itself included where it may stand."""
    for once, once_flags in with_suffixes(stem, flags, suffixes):
        twice = [(once, once_flags)]
        if once != stem or once_flags is not flags:
            twice = list(with_suffixes(once, once_flags, suffixes))
        for form, form_flags in twice:
            if NEED_AFFIX not in form_flags:
                yield form
            for flag in form_flags:
                for rule in prefixes.get(flag, ()):
                    if form.startswith(rule.strip) and rule.condition.match(form):
                        yield rule.add + form[len(rule.strip) :]


def expand(directory, name):
    """(ordinary lower-case forms of letters only, names) of a dictionary."""
    suffixes, prefixes = read_affixes(directory / f"{name}.aff")
    ordinary, names = set(), set()
    for stem, flags, tags in read_entries(directory / f"{name}.dic"):
        if tags & NAME_TAGS:
            names.add(stem)
        if tags & LEFT_OUT_TAGS or LEFT_OUT_FLAGS & set(flags) or stem != stem.lower():
            continue
        for form in forms_of(stem, flags, suffixes, prefixes):
            if form.isalpha() and form == form.lower():
                ordinary.add(form)
    return ordinary, names
