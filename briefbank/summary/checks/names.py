"""Whether every proper name of a claim stands in its source, letter for letter.

What is a name is told by its capital; roles and offices are none, and a sentence's first word is one
unless it is known as a common word. Names that stand next to each other must do so in the source, so that
no person is made of two; a title must be the one that the source gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from briefbank.claims import Fault, Finding
from briefbank.summary.checks.abbreviations import long
from briefbank.summary.checks.cited import ranges
from briefbank.summary.checks.counting import figures
from briefbank.summary.checks.days import days
from briefbank.summary.checks.name_words import (
    INSTITUTIONS,
    OFFICES,
    OPENERS,
    OPENING_ENDINGS,
    PEOPLES,
    POLITE,
    TITLES,
)
from briefbank.summary.checks.plain import FUNCTION_WORDS, Compared, masked, stem

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:'[^\W_]+)*\.?")
_STARTS = re.compile(r"(?:^|[.?!:;] |[.?!]\" |^[\"'(\[])[\"'(\[]?$")
_JOINTS = (" ", "-", " & ", "&")
"""What may stand between two parts of one name."""
_BETWEEN = 2
"""Words that may stand between two parts of a name: a middle name or initial."""
_REPAIR = "Use only names that stand in the source, written as there; or name the role instead."
_FORMS = ("ing", "ed", "es", "ers", "ors", "als")
_DETERMINERS = frozenset(str.split("the a an this that these those his her its their our any each every to"))
_BLACK = re.compile(r"\bAfrican[- ]American(?=s?\b)")
"""One people by two names."""
_WEEKDAYS = {"mon": "monday", "tues": "tuesday", "wed": "wednesday", "thurs": "thursday", "fri": "friday"}


@dataclass(frozen=True, slots=True)
class _Word:
    small: str
    """Without a possessive and full stops, in small letters."""
    written: str
    opens: bool
    """Stands first in a sentence or a quotation."""
    follows: bool
    """Nothing but white space stands between it and the word before."""

    @property
    def capital(self) -> bool:
        return any(sign.isupper() for sign in self.written)


def find(compared: Compared) -> Iterator[Finding]:
    """Names that are not the source's."""
    texts = tuple(_BLACK.sub("Black", text) for text in (*compared.sources, compared.title))
    places = [_words(text) for text in texts]
    known = {word.small for words in places for word in words if word.capital}
    known |= {part for word in sorted(known) for part in long(word).split()}
    small = {word.small for words in places for word in words}
    words = _words(_BLACK.sub("Black", _without_numbers(compared)))
    alone = _alone(words)
    missing = [
        word
        for word, bare in zip(words, alone, strict=True)
        if word.capital and not bare and not _is_known(word, known, small, texts)
    ]
    for word in missing:
        words_said = f"The name {word.written.strip('.')} does not stand in the source."
        yield Finding(Fault.UNSUPPORTED, words_said, _REPAIR)
    if not missing:
        yield from _put_together(words, places)
        yield from _titled(words, places)


def _without_numbers(compared: Compared) -> str:
    """The claim without what other checks look at: citations, dates, numbers."""
    text = compared.claim
    cited = [(start, end) for start, _, end in ranges(text, compared.claim_citations)]
    dated = [(day.start, day.end) for day in days(text)]
    numbered = [(f.start, f.end) for f in figures(text) if not f.written.islower()]
    return masked(text, [*cited, *dated, *numbered])


@lru_cache(maxsize=256)
def _words(text: str) -> tuple[_Word, ...]:
    found: list[_Word] = []
    end, possessive = 0, False
    for match in _WORD.finditer(text):
        written = match.group()
        small = re.sub(r"'s?$", "", written.casefold().replace(".", ""))
        between = text[end : match.start()]
        opens = not found or bool(_STARTS.search(text[max(0, match.start() - 4) : match.start()]))
        found.append(_Word(small, re.sub(r"'s?$", "", written), opens, between in _JOINTS and not possessive))
        possessive = written.endswith(("'s", "'"))
        end = match.end()
    return tuple(found)


def _is_known(word: _Word, known: set[str], small: set[str], texts: Sequence[str]) -> bool:
    """Whether a word with a capital is no name, or a name of the source."""
    if word.small in known or word.small in OFFICES or word.small in POLITE:
        return True
    if word.small in small and (
        word.small in OPENERS or word.small in TITLES or word.small in FUNCTION_WORDS
    ):
        return True
    if word.small in PEOPLES and PEOPLES[word.small] in {PEOPLES.get(each) for each in small}:
        return True
    if word.opens and (word.small in OPENERS or word.small in FUNCTION_WORDS or _opening(word, small)):
        return True
    if (len(word.small) > 1 and "." in word.written[:-1]) or (word.written.isupper() and len(word.small) > 1):
        return any(_initials(word.small, text) for text in texts) or word.small in small
    if word.small in TITLES:
        return TITLES[word.small] in small
    return _WEEKDAYS.get(word.small, "\0") in known or _initial(word, known)


def _alone(words: Sequence[_Word]) -> Iterator[bool]:
    """Of each word whether it says of which kind something is and not what it is called: "the University"; or
    begins a sentence as a participle: "Stopping the car"."""
    for before, word, after in zip((None, *words), words, (*words[1:], None), strict=False):
        bare = after is None or not after.capital or not after.follows
        kind = word.small in INSTITUTIONS and before is not None and before.small in _DETERMINERS
        begins = word.opens and word.small.endswith(("ing", "ed")) and after and after.small in _DETERMINERS
        yield bare and (kind or bool(begins))


def _opening(word: _Word, small: set[str]) -> bool:
    """A first word that the source has in small letters, in another form perhaps, or that no name looks
    like."""
    if word.small in small or word.small.endswith(OPENING_ENDINGS):
        return True
    return word.small.endswith(_FORMS) and stem(word.small) in {stem(each) for each in small}


def _initial(word: _Word, known: set[str]) -> bool:
    """As "J." for "John"; that it stands before the same name is looked at with what stands together."""
    return len(word.small) == 1 and any(name.startswith(word.small) for name in known)


def _initials(letters: str, text: str) -> bool:
    """As "DEA" for "Drug Enforcement Administration", "U.S." for "United States"."""
    capitals = "".join(match.group()[0] for match in re.finditer(r"\b[A-Z][\w']*", text))
    return letters in capitals.casefold()


def _is_name(word: _Word) -> bool:
    return (
        word.capital
        and word.small not in OFFICES
        and word.small not in TITLES
        and word.small not in POLITE
        and not (word.opens and word.small in OPENERS)
    )


def _put_together(words: Sequence[_Word], places: Sequence[Sequence[_Word]]) -> Iterator[Finding]:
    """Names next to each other that the source has apart."""
    for first, second in pairwise(words):
        named = second.follows and _is_name(first) and _is_name(second)
        if named and not any(_near(first.small, second.small, place) for place in places):
            words_said = (
                f"The names {first.written} and {second.written} do not stand together in the source."
            )
            yield Finding(Fault.UNSUPPORTED, words_said, _REPAIR)


def _near(first: str, second: str, words: Sequence[_Word]) -> bool:
    """Whether one stands shortly before the other, or behind it as in "Carter, John"."""
    for at, word in enumerate(words):
        if _is(first, word.small):
            after = words[at + 1 : at + 2 + _BETWEEN]
            if any(_is(second, each.small) for each in after) or (at and _is(second, words[at - 1].small)):
                return True
    return False


def _is(name: str, small: str) -> bool:
    return name in (small, *long(small).split()) or (len(name) == 1 and small.startswith(name))


def _titled(words: Sequence[_Word], places: Sequence[Sequence[_Word]]) -> Iterator[Finding]:
    """A title that the source gives to nobody, or to another person."""
    titles = _titles(places)
    spoken = {word.small for place in places for word in place}
    for title, name in pairwise(words):
        if title.small in TITLES and title.capital and name.follows and _is_name(name):
            given = titles.get(name.small, frozenset())
            wanted = TITLES[title.small]
            if wanted not in given and (given or not _spoken(wanted, spoken)):
                words_said = f"The source does not call {name.written} {title.written}."
                yield Finding(Fault.UNSUPPORTED, words_said, _REPAIR)


def _spoken(title: str, spoken: set[str]) -> bool:
    return any(TITLES.get(word) == title for word in spoken)


def _titles(places: Sequence[Sequence[_Word]]) -> Mapping[str, frozenset[str]]:
    """By a name, the titles that stand up to two words before it."""
    found: dict[str, frozenset[str]] = {}
    for place in places:
        for at, word in enumerate(place):
            before = [TITLES[w.small] for w in place[max(0, at - 2) : at] if w.small in TITLES]
            if word.capital and before:
                found[word.small] = found.get(word.small, frozenset()) | {*before}
    return found
