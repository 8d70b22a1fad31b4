"""Checks that a claim gives a person the title that the source gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.cased_words import CasedWord
from briefbank.summary.checks.name_words import OFFICES, POLITE, TITLES
from briefbank.summary.checks.support.verbs import DETERMINERS

_PARTS = 4
"""The number of words of a name before its last, with its title."""
_REPAIR = "Use only names that stand in the source, written as there; or name the role instead."


def is_titled(said: Sequence[CasedWord], at: int) -> bool:
    """Tell whether a capitalised title stands directly before a word, so that only a name can follow."""
    if not at or not said[at].follows or said[at].opens:
        return False
    title = said[at - 1]
    return title.capital and not title.owns and (title.small in TITLES or title.small in POLITE)


def find(said: Sequence[CasedWord], places: Sequence[Sequence[CasedWord]]) -> Iterator[ClaimFinding]:
    """Yield titles that the source gives to nobody, or to another person."""
    given = _titles_by_name(places)
    unnamed = _unnamed_titles(places)
    for title, name in pairwise(said):
        if title.small in TITLES and title.capital and name.follows and _is_named(name):
            own, wanted = given.get(name.small, frozenset()), TITLES[title.small]
            if wanted not in own and (own or wanted not in unnamed):
                words_said = f"The source does not call {name.written.strip('.')} {title.written}."
                yield ClaimFinding(ClaimFault.UNSUPPORTED, words_said, _REPAIR)


def _is_named(word: CasedWord) -> bool:
    return word.capital and not any(word.small in each for each in (OFFICES, TITLES, POLITE))


def _unnamed_titles(places: Sequence[Sequence[CasedWord]]) -> set[str]:
    """Return titles that the source has without a name after them, so that anybody may be meant. In an
    all-capitals text an article marks them."""
    found: set[str] = set()
    for place in places:
        for before, word, after in zip((None, *place), place, (*place[1:], None), strict=False):
            named = after is not None and after.follows and (_is_named(after) or after.small in TITLES)
            article = before is not None and before.small in DETERMINERS
            if word.small in TITLES and (article if word.loud else not named):
                found.add(TITLES[word.small])
    return found


def _titles_by_name(places: Sequence[Sequence[CasedWord]]) -> Mapping[str, frozenset[str]]:
    """Return for each name the titles that stand up to two words before it, or before its other parts."""
    found: dict[str, frozenset[str]] = {}
    for place in places:
        for at, word in enumerate(place):
            start = at
            while start and not word.loud and _joined(place, start) and at - start < _PARTS:
                start -= 1
            near = place[min(start, max(0, at - 2)) : at]
            before = [TITLES[w.small] for w in near if w.small in TITLES]
            if word.capital and before:
                found[word.small] = found.get(word.small, frozenset()) | {*before}
    return found


def _joined(said: Sequence[CasedWord], at: int) -> bool:
    return said[at].follows and said[at - 1].capital
