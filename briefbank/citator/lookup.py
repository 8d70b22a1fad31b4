"""Finds authorities by what a person types: a citation in any form, a part of one, or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from briefbank.catalogue.store import Catalogue
from briefbank.citations import citations
from briefbank.citations.treatment_words import PROVISIONS
from briefbank.citations.whole_provision import whole_of
from briefbank.domain.citations import CitationKind
from briefbank.index.field_matching import LEAST_PART, citation_key, number_words, plain_words

_RULES = frozenset((CitationKind.RULE,))
_RULE = re.compile(r"\s*r(?:ules?\b|\.|\s*\d)", re.IGNORECASE)
_SUBSECTION = re.compile(r"\s*\([^()]*\)\s*$")
_IGNORED_WORDS = frozenset({"v", "vs", "versus", "the", "of", "in", "re", "and"})
"""Words of case names that are too common or have several spellings."""
_MOST = 2000
"""The most authorities that are compared with the input."""
_PREFIX_LENGTH = 4
"""The number of initial letters in which a similar name agrees."""


class Lookup:
    """The lookup of authorities. Any thread."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def find(self, text: str, limit: int) -> list[int]:
        """Find the authorities that ``text`` names, unordered: by citation, part of one, or name."""
        return self._cited(text) or self._by_part(text) or self._named(text, limit)

    def near(self, text: str, limit: int) -> list[int]:
        """Find what may have been meant by text that names nothing, the likeliest first.

        These are the case of that name, the nearest of the same volume or chapter, and names that begin
        alike.
        """
        found = citations.find(text)
        if not found:
            return _once([*self._neighbours(citation_key(text)), *self._similar(text)])[:limit]
        named = self._named(text[: found[0].start], limit)
        return _once([*named, *self._neighbours(citation_key(found[0].canonical))])[:limit]

    def _cited(self, text: str) -> list[int]:
        """Find authorities by a citation in full, including one of a subsection that no document cites."""
        found = citations.find(text)
        names = [name for each in found for name in (each.canonical, whole_of(each.canonical, each.kind))]
        by_name = self._catalogue.authorities.ids_of([*names, text.strip()])
        if by_name:
            return sorted(set(by_name.values()))
        by_key = self._catalogue.authorities.ids_by_key([key for key in [citation_key(text)] if key])
        return [id_ for ids in by_key.values() for id_ in ids]

    def _by_part(self, text: str) -> list[int]:
        """Find authorities by a number without its code or book: "2C:44-1(a)", "Rule 803(c)(27)"."""
        if not any(map(str.isdigit, text)):
            return []
        is_rule = _RULE.match(text) is not None
        rest = text
        while rest:
            part = citation_key(" ".join(number_words(rest)))
            if part and (is_rule or len(part.replace(" ", "")) >= LEAST_PART):
                kinds = _RULES if is_rule else PROVISIONS
                if found := self._catalogue.authority_pages.containing(part, kinds, _MOST):
                    return _once(id_ for _, id_ in found)
            shorter = _SUBSECTION.sub("", rest)
            rest = shorter if shorter != rest else ""
        return []

    def _named(self, text: str, limit: int) -> list[int]:
        words = [word for word in plain_words(text) if word not in _IGNORED_WORDS]
        return self._catalogue.authorities.named(words, limit)

    def _neighbours(self, key: str) -> list[int]:
        """Find the citations with the same words before a number, those with the nearest numbers first."""
        wanted = key.split() if any(map(str.isdigit, key)) else []
        for size in range(len(wanted) - 1, 1, -1):
            part = " ".join(wanted[:size])
            same = self._catalogue.authority_pages.containing(part, (), _MOST)
            if same:
                ordered = sorted(same, key=lambda each: (_distance(each[0], part, wanted[size]), each))
                return _once(id_ for _, id_ in ordered)
        return []

    def _similar(self, text: str) -> list[int]:
        """Find the names that share the beginning of the rarest word."""
        words = [word for word in plain_words(text) if len(word) >= _PREFIX_LENGTH]
        found = [self._catalogue.authorities.named([word[:_PREFIX_LENGTH]], _MOST) for word in words]
        return min(filter(None, found), key=len, default=[])


def _distance(key: str, part: str, number: str) -> tuple[int, int]:
    """Return how far the number after ``part`` in a key is from ``number``; without one it is farther."""
    behind = f" {key} ".partition(f" {part} ")[2].partition(" ")[0]
    if behind.isdecimal() and number.isdecimal():
        return 0, abs(int(behind) - int(number))
    return 1, 0


def _once(ids: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(ids))
