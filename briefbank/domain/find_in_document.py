"""Values for finding words in one document, shared by the core and the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_FOUND = 10_000
"""The limit on counted places; nobody steps through more."""


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A half-open range of one page's raw text."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextMatch:
    """One match: a single piece, or several where it runs over the end of a page."""

    pieces: tuple[FoundPiece, ...]

    @property
    def page(self) -> int:
        """Return the page on which the match begins."""
        return self.pieces[0].page


@dataclass(frozen=True, slots=True)
class TextMatches:
    """The matches in the order of the document."""

    places: tuple[TextMatch, ...] = ()
    more: bool = False
    """True when there are more than ``MOST_FOUND``; the rest are left out."""


class Findable(Protocol):
    """The text of one document, prepared for finding words in it."""

    def find(self, wanted: str, *, match_case: bool = False, whole_words: bool = False) -> TextMatches:
        """Find ``wanted``. Any thread; milliseconds for a document of 900 pages."""
