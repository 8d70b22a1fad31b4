"""Fields that search by name, such as ``cites:``, compared with the metadata of a passage.

An authority is compared by its key, in which "170 N.J. 632" and "170 NJ 632" are the same and "70 N.J. 632"
is another. A rule is compared by its number, because the name of its book is written in many ways: "N.J.R.E.
803(c)(27)", "Evidence Rule 803(c)(27)". A docket number is compared in any of its forms
(``text.docket_numbers``), or by its first parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from briefbank.domain.citations import Citation
from briefbank.domain.documents import Document
from briefbank.domain.expression import Field, FieldName
from briefbank.domain.passages import Passage
from briefbank.index import analyzer
from briefbank.index.occurrences import Pattern, Word, WordSequence, term_patterns
from briefbank.index.passage_words import PassageWords
from briefbank.text.docket_numbers import keys_of, query_keys
from briefbank.text.folders import has_words

NAME_BEFORE = 100
"""The characters before a citation in which the name of its case is searched."""
LEAST_PART = 4
"""The letters and digits of an authority's key that are enough to stand for the whole."""
LONGEST_NAME = 1000
"""The characters of the name of a court, judge or folder that are compared."""

_INVISIBLE = frozenset({"Mn", "Me", "Cf", "Cs"})

_PIECE = re.compile(r"\d+|[^\W\d_]+")


@lru_cache(maxsize=4096)
def citation_key(text: str) -> str:
    """Return an authority's name in small letters, with one blank between letters and numbers and no other
    sign: "N.J.S.A. 2C:44-1(a)" is "njsa 2 c 44 1 a". A key is its own key. Empty for text without letters and
    numbers."""
    pieces: list[str] = []
    for piece in _PIECE.findall(" ".join(plain_words(text))):
        if pieces and not piece[0].isdigit() and not pieces[-1][0].isdigit():
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return " ".join(pieces)


def names_authority(wanted: str, key: str) -> bool:
    """Tell whether the key ``wanted`` is all of ``key``, or enough of it to stand for it."""
    if wanted == key:
        return bool(wanted)
    return len(wanted.replace(" ", "")) >= LEAST_PART and f" {wanted} " in f" {key} "


def number_words(value: str) -> list[str]:
    """Return the words of a rule from the first with a digit on; all of them when none has one."""
    words = plain_words(value)
    first = next((at for at, word in enumerate(words) if any(map(str.isdigit, word))), 0)
    return words[first:]


def heading_words(value: str) -> list[str]:
    """Return the words of a searched heading, with their wildcards."""
    return term_patterns(value.replace("!", "*"))


def plain_words(text: str) -> list[str]:
    """Return the words of a value without wildcards."""
    return [token.term for token in analyzer.plain_tokens(text)]


def name_term(name: str) -> str:
    """Return the name of a court, judge or folder as it is indexed: in small letters, cut to what a term may
    hold."""
    return analyzer.prepare(name).casefold()[:LONGEST_NAME]


def plain_name(text: str) -> str:
    """Return a court's or judge's name for comparison: no capitals, accents or double blanks."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in parts if unicodedata.category(c) not in _INVISIBLE).split())


def series(patterns: Sequence[str]) -> WordSequence:
    """Return adjacent words as a Series, each with or without wildcards; at least one."""
    return WordSequence(
        tuple(Pattern(each) if "*" in each or "?" in each else Word(each) for each in patterns)
    )


class FieldMatcher:
    """One field with its value, compared with many passages and their documents."""

    def __init__(self, field: Field) -> None:
        self._name, self._value = field.name, field.value
        self._key = citation_key(field.value) if field.name is FieldName.CITES else ""
        self._series = _series_of(field)
        self._dockets = query_keys(field.value) if field.name is FieldName.DOCKET else frozenset()
        self._part = plain_name(field.value)
        timed = field.name in (FieldName.BEFORE, FieldName.AFTER)
        self._day = date.fromisoformat(field.value) if timed else date.min

    def holds(self, passage: Passage, document: Document) -> bool:
        """Tell whether the field matches. RULE only compares the citations' numbers; its number may also
        stand in the text, which the caller checks."""
        match self._name:
            case FieldName.CITES:
                return any(self._is_cited(each, passage.text) for each in passage.citations)
            case FieldName.RULE:
                return any(self._in(each.canonical) for each in passage.citations)
            case FieldName.HEADING:
                return any(map(self._in, passage.heading_path))
            case _:
                return self._is_of(document)

    def _is_of(self, document: Document) -> bool:
        match self._name:
            case FieldName.DOCKET:
                return self._in(document.docket) or not self._dockets.isdisjoint(keys_of(document.docket))
            case FieldName.COURT:
                return self._part in _known_name(document.court)
            case FieldName.JUDGE:
                return self._part in _known_name(document.judge)
            case FieldName.PATH:
                return has_words(name_term(document.folder), self._value)
            case FieldName.KIND:
                return self._value == document.kind.value
            case FieldName.BEFORE:
                return document.filed is not None and document.filed < self._day
            case _:
                return document.filed is not None and document.filed > self._day

    def _is_cited(self, citation: Citation, text: str) -> bool:
        if citation.canonical and names_authority(self._key, citation_key(citation.canonical)):
            return True
        start = max(0, citation.start - NAME_BEFORE)
        named = text[start : citation.end]
        return self._in(named.partition(" ")[2] if start else named)  # The first word may have been cut.

    def _in(self, text: str) -> bool:
        return self._series is not None and bool(self._series.runs(PassageWords(text)))


@lru_cache(maxsize=4096)
def _known_name(name: str) -> str:
    return plain_name(name_term(name))


def _series_of(field: Field) -> WordSequence | None:
    """Return the words that must be adjacent; None for a value without words."""
    match field.name:
        case FieldName.RULE:
            words = number_words(field.value)
        case FieldName.HEADING:
            words = heading_words(field.value)
        case _:
            words = plain_words(field.value)
    return series(words) if words else None
