"""Checks that every proper name of a claim stands in its source, letter for letter.

A name is recognised by its capital and its position. Roles and offices are not names. The first word of a
sentence is a name unless it is known as a common word and stands where a common word does: "Long delays", but
not "Long stopped the car". Names that are adjacent must be so in the source, so that no person is made of
two. A title must be the one that the source gives, and what is said of one person may not be said of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks import personal_titles, persons
from briefbank.summary.checks.abbreviations import begin_names, long
from briefbank.summary.checks.cased_words import (
    CasedWord,
    common_uses,
    is_name_there,
    is_said_of,
    stands_as_name,
    words,
)
from briefbank.summary.checks.citation_parts import ranges
from briefbank.summary.checks.name_words import (
    ALSO_NAMES,
    FORENAMES,
    INSTITUTIONS,
    OFFICES,
    OPENERS,
    OPENING_ENDINGS,
    PEOPLES,
    POLITE,
    ROLES,
    TITLES,
)
from briefbank.summary.checks.number_parsing import figures
from briefbank.summary.checks.plain import FUNCTION_WORDS, PlainClaim, masked
from briefbank.summary.checks.support import verbs
from briefbank.text.dates import written_dates
from briefbank.text.stemming import stem

_MIDDLE_NAMES = 2
"""The number of words that may stand between two parts of a name: a middle name or initial."""
_REPAIR = "Use only names that stand in the source, written as there; or name the role instead."
_FORMS = ("ing", "ed", "es", "ers", "ors", "als")
_DETERMINERS = frozenset(str.split("the a an this that these those his her its their our any each every to"))
_ARTICLES = _DETERMINERS - {"this", "that", "these", "those", "to"}
_KINDS = _DETERMINERS - {"that", "to"}
_COURTS = frozenset(
    str.split("trial lower federal state supreme superior appellate municipal district high motion criminal")
)
"""The words that stand before "court" and "judge" in place of an article."""
_AFRICAN_AMERICAN = re.compile(r"\bAfrican[- ]American(?=s?\b)")
"""One of two names of one people, replaced by the other."""
_WEEKDAYS = {"mon": "monday", "tues": "tuesday", "wed": "wednesday", "thurs": "thursday", "fri": "friday"}
_INSTITUTIONAL = OFFICES & ALSO_NAMES
_NUMBERED = re.compile(r" (?:[$\d]|[IVX]+\b|[A-Z]\b)")


@dataclass(frozen=True)
class _Source:
    """The words of all sources, and of the title."""

    texts: tuple[str, ...]
    """The texts of the sources, with the title last."""

    @cached_property
    def places(self) -> list[tuple[CasedWord, ...]]:
        return [words(text) for text in self.texts]

    @cached_property
    def names(self) -> set[str]:
        """The words that name somebody or something, abbreviations also written out."""
        found = {
            word.small for place in self.places for at, word in enumerate(place) if is_name_there(place, at)
        }
        return found | {part for word in sorted(found) for part in long(word).split()}

    @cached_property
    def small(self) -> set[str]:
        return {word.small for place in self.places for word in place}

    @cached_property
    def stems(self) -> set[str]:
        return {stem(word) for word in self.small}

    @cached_property
    def pairs(self) -> set[tuple[str, str]]:
        return {(one.small, two.small) for place in self.places for one, two in pairwise(place)}


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield names that are not the source's."""
    source = _Source(
        tuple(_AFRICAN_AMERICAN.sub("Black", text) for text in (*compared.sources, compared.title))
    )
    text = _AFRICAN_AMERICAN.sub("Black", _without_numbers(compared))
    said = words(text)
    missing = [
        word
        for at, (word, bare) in enumerate(zip(said, _common_nouns(said), strict=True))
        if word.capital and not bare and not _is_known(said, at, source, compared)
    ]
    for word in missing:
        words_said = f"The name {word.written.strip('.')} does not stand in the source."
        yield ClaimFinding(ClaimFault.UNSUPPORTED, words_said, _REPAIR)
    if not missing and not compared.verbatim:
        yield from _invented_pairs(compared.claim, said, source.places)
        yield from personal_titles.find(said, source.places)
        yield from persons.find(compared)


def _without_numbers(compared: PlainClaim) -> str:
    """Return the claim without what other checks compare: citations, dates and numbers."""
    text = compared.claim
    cited = [(start, end) for start, _, end in ranges(text, compared.claim_citations)]
    dated = [(day.start, day.end) for day in written_dates(text)]
    numbered = [(f.start, f.end) for f in figures(text) if not f.written.islower()]
    return masked(text, [*cited, *dated, *numbered])


def _is_known(said: Sequence[CasedWord], at: int, source: _Source, compared: PlainClaim) -> bool:
    """Tell whether a capitalised word is no name, or a name of the source."""
    word = said[at]
    if word.small in _INSTITUTIONAL and not word.opens and not personal_titles.is_titled(said, at):
        return _is_institution(said, at, source, compared)
    if word.small in source.names or word.small in POLITE:
        return True
    if (len(word.small) > 1 and "." in word.written[:-1]) or (word.written.isupper() and len(word.small) > 1):
        known = any(begin_names(word.small, text) for text in source.texts)
        if known or (word.small in source.small and not personal_titles.is_titled(said, at)):
            return True
    if personal_titles.is_titled(said, at):
        return (said[at - 1].small, word.small) in source.pairs or _initial(word, source.names)
    if word.opens:
        return _is_valid_opening(said, at, source, compared)
    return _is_common_within(said, at, source) or _is_form(said, at, source)


def _is_form(said: Sequence[CasedWord], at: int, source: _Source) -> bool:
    """Tell whether a word is another form of a source word; a title by itself could be anybody's name."""
    word, after = said[at], said[at + 1] if at + 1 < len(said) else None
    if word.small in TITLES:
        stands = word.opens or said[at - 1].small in _KINDS or said[at - 1].capital
        return TITLES[word.small] in source.small and bool(stands or (after and after.capital))
    return _WEEKDAYS.get(word.small, "\0") in source.names or _initial(word, source.names)


def _is_valid_opening(said: Sequence[CasedWord], at: int, source: _Source, compared: PlainClaim) -> bool:
    """Tell whether the first word of a sentence is a common word and stands where such a word does, or does
    so in the source."""
    word = said[at]
    listed = word.small in OPENERS or word.small in FUNCTION_WORDS or word.small.endswith(OPENING_ENDINGS)
    common = listed or _is_of_source(word, source) or _is_people(word, source)
    if not common:
        return _is_form(said, at, source)
    numbered = _NUMBERED.match(compared.claim, word.end)
    if (listed and word.small not in ALSO_NAMES) or numbered or not stands_as_name(said, at):
        return True
    uses = [use for place in source.places for use in common_uses(place, word.small)]
    after = said[at + 1].small if at + 1 < len(said) else ""
    if any(stem(after) == stem(behind) for behind, _ in uses):
        return True
    if word.small in PEOPLES and word.small not in ALSO_NAMES:
        return True
    noun = any(noun for _, noun in uses)
    return noun and not persons.stands_for_another(word.small, compared.claim, source.texts)


def _is_of_source(word: CasedWord, source: _Source) -> bool:
    """Tell whether the source has a word in lower case, perhaps in another form."""
    return word.small in source.small or (word.small.endswith(_FORMS) and stem(word.small) in source.stems)


def _is_people(word: CasedWord, source: _Source) -> bool:
    people = PEOPLES.get(word.small)
    return people is not None and people in {PEOPLES.get(each) for each in source.small}


def _is_common_within(said: Sequence[CasedWord], at: int, source: _Source) -> bool:
    """Tell whether a word within a sentence is a role, an office or a term, and is used as one."""
    word = said[at]
    if word.small in OFFICES:
        return True
    if _is_people(word, source):
        return (
            word.small not in ALSO_NAMES or _is_descriptive(said, at) or _shares_neighbour(said, at, source)
        )
    listed = word.small in OPENERS or word.small in TITLES or word.small in FUNCTION_WORDS
    return (
        listed
        and word.small in source.small
        and (
            word.small not in ALSO_NAMES
            or said[at - 1].small in _ARTICLES
            or _shares_neighbour(said, at, source)
        )
    )


def _is_institution(said: Sequence[CasedWord], at: int, source: _Source, compared: PlainClaim) -> bool:
    """Tell whether "State", "Court", "Rule" and the like, which are also surnames and street names, stand
    with an article, a number, or as they do in the source."""
    before, word = said[at - 1], said[at]
    kind = before.small in verbs.DETERMINERS or before.small in _COURTS or before.small.endswith("er")
    if kind or _NUMBERED.match(compared.claim, word.end):
        return True
    if before.capital or (at + 1 < len(said) and said[at + 1].capital and said[at + 1].follows):
        return _shares_neighbour(said, at, source) or word.small in source.names
    sentences = source.places[:-1]
    return any(
        each.small == word.small and _is_bare(place, n) for place in sentences for n, each in enumerate(place)
    )


def _is_bare(said: Sequence[CasedWord], at: int) -> bool:
    return not at or said[at].opens or said[at - 1].small not in verbs.DETERMINERS | _COURTS


def _shares_neighbour(said: Sequence[CasedWord], at: int, source: _Source) -> bool:
    """Tell whether the source has the word with one of its neighbours, whatever their capitals."""
    pairs = pairwise([each.small for each in said[max(0, at - 1) : at + 2]])
    return any(pair in source.pairs for pair in pairs)


def _is_descriptive(said: Sequence[CasedWord], at: int) -> bool:
    """Tell whether "White" and the like describe somebody: "a Black man", "was White"."""
    before, after = said[at - 1].small, said[at + 1] if at + 1 < len(said) else None
    if before in verbs.DETERMINERS or before in verbs.BE or before in ("as", "and", "or", "not", "non"):
        return True
    if said[at].owns or after is None or after.before or after.opens or after.capital:
        return False
    return not is_said_of([each.written for each in said], at + 1)


def _common_nouns(said: Sequence[CasedWord]) -> Iterator[bool]:
    """Yield for each word whether it says what kind of thing something is and not its name ("the
    University"), or begins a sentence as a participle ("Stopping the car")."""
    for before, word, after in zip((None, *said), said, (*said[1:], None), strict=False):
        bare = after is None or not after.capital or not after.follows
        kind = word.small in INSTITUTIONS and before is not None and before.small in _KINDS
        begins = word.opens and word.small.endswith(("ing", "ed")) and after and after.small in _DETERMINERS
        yield bare and (kind or bool(begins))


def _initial(word: CasedWord, known: set[str]) -> bool:
    """Tell whether a word is an initial: "J." for "John". Adjacent names are compared elsewhere."""
    return len(word.small) == 1 and any(name.startswith(word.small) for name in known)


def _is_name(word: CasedWord) -> bool:
    office = word.small in OFFICES and (word.small not in ALSO_NAMES or word.small in ROLES)
    return (
        word.capital
        and not office
        and word.small not in TITLES
        and word.small not in POLITE
        and not (word.opens and word.small in OPENERS - FORENAMES and word.small not in OFFICES)
    )


def _invented_pairs(
    text: str, said: Sequence[CasedWord], places: Sequence[Sequence[CasedWord]]
) -> Iterator[ClaimFinding]:
    """Yield adjacent names that stand apart in the source."""
    for first, second in pairwise(said):
        asks = first.opens and first.small in FORENAMES and text.endswith("?")
        named = second.follows and not asks and _is_name(first) and _is_name(second)
        both = first.small in OFFICES and second.small in OFFICES
        if named and not both and not any(_near(first.small, second.small, place) for place in places):
            names = f"{first.written.rstrip('.')} and {second.written.rstrip('.')}"
            words_said = f"The names {names} do not stand together in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, words_said, _REPAIR)


def _near(first: str, second: str, said: Sequence[CasedWord]) -> bool:
    """Tell whether one name stands shortly before the other, or directly after it: "Carter, John"."""
    for at, word in enumerate(said):
        if _matches(first, word.small):
            after = said[at + 1 : at + 2 + _MIDDLE_NAMES]
            if any(_matches(second, each.small) for each in after) or (
                at and _matches(second, said[at - 1].small)
            ):
                return True
    return False


def _matches(name: str, small: str) -> bool:
    return name in (small, *long(small).split()) or (len(name) == 1 and small.startswith(name))
