"""Offensive words: the decisions on the lists' candidates, the hand-made themes, and their inflected forms."""

from collections import defaultdict, namedtuple

from lists import HERE, LENGTHS, candidates, fold
from lexique import read_rows

THEMES = "sexual scatological racist religious insult handicap violence drugs nazi death gambling".split()
SEVERITIES = "strong medium mild".split()
# Endings of a regular verb in -er, for verbs that Lexique does not know.
VERB_ENDINGS = "er e es ent é ée és ées ant ait ez".split()

Decision = namedtuple("Decision", "display verdict theme severity inflect reason")
Blocked = namedtuple("Blocked", "word display theme severity source reason")


def table(path, columns):
    """The rows of a hand-made table under its line of column names."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[0].split("\t") != columns.split():
        raise SystemExit(f"{path.name}: columns are not {columns}")
    for line in lines[1:]:
        cells = line.split("\t")
        if len(cells) != len(columns.split()) or not all(c == c.strip() != "" for c in cells):
            raise SystemExit(f"{path.name}: {line}")
        yield cells


def read_decisions():
    """The decision on every candidate and on every word of our own, by folded word; each is decided once."""
    rows = [Decision(*cells) for cells in table(HERE / "decisions.tsv", "display verdict theme severity inflect reason")]
    for theme in THEMES:
        for display, severity, inflect, reason in table(HERE / "hand" / f"{theme}.tsv", "display severity inflect reason"):
            rows.append(Decision(display, "block", theme, severity, inflect, reason))
    for display, reason in table(HERE / "hand" / "allowed.tsv", "display reason"):
        rows.append(Decision(display, "allow", "-", "-", "-", reason))
    decisions = {}
    for row in rows:
        word = fold(row.display)
        if word is None or len(word) not in LENGTHS:
            raise SystemExit(f"no word of 3 to 15 letters: {row.display}")
        if word in decisions:
            raise SystemExit(f"decided twice: {word}")
        if row.verdict == "block":
            if row.theme not in THEMES or row.severity not in SEVERITIES:
                raise SystemExit(f"theme or severity of {word}")
        elif row.verdict != "allow":
            raise SystemExit(f"verdict of {word}")
        decisions[word] = row
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


def offensive_words(cache, lexicon):
    """(blocked rows, reasons of allowed words) by folded word, and the words that the packages' lists have.

    A blocked word of the lexicon that is also a form of something else (TUE: tué, but tu and taire too) must be
    named in `homographs.tsv`, or be allowed: nothing is lost to a chance likeness that nobody has looked at.
    """
    decisions = read_decisions()
    spellings, sources = candidates(cache)
    undecided = set(spellings) - set(decisions)
    if undecided:
        raise SystemExit(f"no decision on {sorted(undecided)}")
    lemmas = forms_by_lemma(cache)
    blocked, allowed, family = {}, {}, {}
    for word, d in decisions.items():
        if d.verdict == "allow":
            allowed[word] = d.reason
        else:
            source = "|".join(sorted(sources.get(word, ()))) or "hand"
            blocked[word] = Blocked(word, d.display, d.theme, d.severity, source, d.reason)
    # The gravest base first, so that a form of two bases takes the graver severity.
    bases = sorted(set(blocked), key=lambda w: (SEVERITIES.index(decisions[w].severity), w))
    for base in bases:
        d = decisions[base]
        forms = inflections(d.display, d.inflect, lemmas)
        family.setdefault(base, set()).update([d.display, *forms])
        for form in forms:
            word = fold(form)
            if word is None or len(word) not in LENGTHS or word in allowed:
                continue
            family.setdefault(word, set()).update([d.display, *forms])
            if word not in blocked:
                blocked[word] = Blocked(word, form, d.theme, d.severity, f"inflected:{base}", f"form of {d.display}: {d.reason}")
    confirm_homographs(blocked, family, lexicon)
    return blocked, allowed, set(spellings)


def confirm_homographs(blocked, family, lexicon):
    """Stops when a blocked word of the lexicon is a form of another word too and nobody has confirmed it."""
    confirmed = {word for word, _ in table(HERE / "homographs.tsv", "word reason")}
    displays = {row.display for row in blocked.values()}
    found = {word for word in blocked if word in lexicon and lexicon[word].lemmas - family[word] - displays}
    if found != confirmed:
        raise SystemExit(f"homographs.tsv: missing {sorted(found - confirmed)}, needless {sorted(confirmed - found)}")
