"""Finds authorities by what a person types: a citation in any form, a part of one, or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from briefbank.authority import citations
from briefbank.authority.whole import whole_of
from briefbank.catalogue.store import Catalogue
from briefbank.index.named import LEAST_PART, citation_key, number_words, plain_words

_PROVISIONS = frozenset({"statute", "regulation", "rule", "constitution", "directive", "other"})
_RULES = frozenset({"rule"})
_RULE = re.compile(r"\s*r(?:ules?\b|\.|\s*\d)", re.IGNORECASE)
_SUBSECTION = re.compile(r"\s*\([^()]*\)\s*$")
_SAYS_NOTHING = frozenset({"v", "vs", "versus", "the", "of", "in", "re", "and"})
"""Words of a case's name that everybody's have, or that are written in several ways."""
_MOST = 2000
"""Authorities that are looked at for one that is like what was typed."""
_BEGINNING = 4
"""Letters with which a name begins like the one that was meant."""


class Lookup:
    """Any thread."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def find(self, text: str, limit: int) -> list[int]:
        """The authorities that ``text`` names, in no particular order: by citation, or else by part of one,
        or else by name."""
        return self._cited(text) or self._part(text) or self._named(text, limit)

    def near(self, text: str, limit: int) -> list[int]:
        """What may have been meant by text that names nothing: the case of that name, the nearest of the same
        volume or chapter, names that begin alike; the likeliest first."""
        found = citations.find(text)
        if not found:
            return _once([*self._beside(citation_key(text)), *self._like(text)])[:limit]
        named = self._named(text[: found[0].start], limit)
        return _once([*named, *self._beside(citation_key(found[0].canonical))])[:limit]

    def _cited(self, text: str) -> list[int]:
        """By a citation in full, also of a subsection that nobody cites."""
        found = citations.find(text)
        names = [name for each in found for name in (each.canonical, whole_of(each.canonical, each.sort))]
        by_name = self._catalogue.authorities.ids_of([*names, text.strip()])
        if by_name:
            return sorted(set(by_name.values()))
        by_key = self._catalogue.authorities.ids_by_key([key for key in [citation_key(text)] if key])
        return [id_ for ids in by_key.values() for id_ in ids]

    def _part(self, text: str) -> list[int]:
        """By a number without the name of its code or book: "2C:44-1(a)", "Rule 803(c)(27)"."""
        if not any(map(str.isdigit, text)):
            return []
        is_rule = _RULE.match(text) is not None
        rest = text
        while rest:
            part = citation_key(" ".join(number_words(rest)))
            if part and (is_rule or len(part.replace(" ", "")) >= LEAST_PART):
                sorts = _RULES if is_rule else _PROVISIONS
                if found := self._catalogue.authority_pages.holding(part, sorts, _MOST):
                    return _once(id_ for _, id_ in found)
            shorter = _SUBSECTION.sub("", rest)
            rest = shorter if shorter != rest else ""
        return []

    def _named(self, text: str, limit: int) -> list[int]:
        words = [word for word in plain_words(text) if word not in _SAYS_NOTHING]
        return self._catalogue.authorities.named(words, limit)

    def _beside(self, key: str) -> list[int]:
        """The citations with the same words before a number, those with the nearest numbers first."""
        wanted = key.split() if any(map(str.isdigit, key)) else []
        for size in range(len(wanted) - 1, 1, -1):
            part = " ".join(wanted[:size])
            same = self._catalogue.authority_pages.holding(part, (), _MOST)
            if same:
                ordered = sorted(same, key=lambda each: (_distance(each[0], part, wanted[size]), each))
                return _once(id_ for _, id_ in ordered)
        return []

    def _like(self, text: str) -> list[int]:
        """The names that begin like the word that fewest begin like."""
        words = [word for word in plain_words(text) if len(word) >= _BEGINNING]
        found = [self._catalogue.authorities.named([word[:_BEGINNING]], _MOST) for word in words]
        return min(filter(None, found), key=len, default=[])


def _distance(key: str, part: str, number: str) -> tuple[int, int]:
    """How far the number behind ``part`` in a key is from ``number``; what has none there is farther."""
    behind = f" {key} ".partition(f" {part} ")[2].partition(" ")[0]
    if behind.isdecimal() and number.isdecimal():
        return 0, abs(int(behind) - int(number))
    return 1, 0


def _once(ids: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(ids))
