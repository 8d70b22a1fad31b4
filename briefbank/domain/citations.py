"""Citations in a passage, and half-open ranges of its characters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Span:
    """A run of a passage's text and the characters of the page that it came from.

    ``passage.text[at : at + size]`` came from ``page.raw[start:end]``. When ``size == end - start`` the run
    maps character by character; otherwise (a ligature written out) it maps only as a whole. Text between two
    spans (a space in place of a line end) has no counterpart on the page. A passage's spans are in order of
    ``at`` and do not overlap.
    """

    page: int
    start: int
    end: int
    at: int
    size: int


class CitationKind(StrEnum):
    """The kinds of what is cited: authorities, and the record."""

    CASE = "case"
    STATUTE = "statute"
    REGULATION = "regulation"
    RULE = "rule"
    CONSTITUTION = "constitution"
    DIRECTIVE = "directive"
    JOURNAL = "journal"
    DOCKET = "docket"
    """A number cited for an unpublished decision."""
    RECORD = "record"
    """Transcripts and appendices, which are no authority."""
    OTHER = "other"


CODIFIED = frozenset((CitationKind.STATUTE, CitationKind.REGULATION, CitationKind.RULE))
"""The kinds of provisions that are numbered in a code or a book of rules, and have subsections."""


class CitationForm(StrEnum):
    """The forms of a citation: in full, or referring to a fuller one before it."""

    FULL = "full"
    SHORT = "short"
    """A short form, such as "550 U.S. at 556" or "§ 5"."""
    ID = "id"
    SUPRA = "supra"


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation of an authority, or of the record, in a passage's text."""

    start: int
    end: int
    canonical: str
    """The authority's canonical name, also for "id." and other short forms. Empty where it cannot be known,
    and for the record."""
    kind: CitationKind
    form: CitationForm = CitationForm.FULL
    pin: str = ""
    """The pin cite: the pages or paragraphs pointed at, as written."""
    signal: str = ""
    """The signal, such as 'see', 'see also', 'cf.' or 'but see', in lower case."""
    parenthetical: str = ""
    """The content of the first parenthetical after it, courts and dates aside."""
    certain: bool = True
    """False where a letter was read as a digit: a person should compare the number with the page."""
