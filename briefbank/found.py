"""Where words that a person looks for stand in one document: plain values for the core and the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_FOUND = 10_000
"""More places than this nobody steps through; the rest are not counted."""


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A half-open range of one page's raw text."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """One place where the words stand: one piece, or several where they run on over the end of a page."""

    pieces: tuple[FoundPiece, ...]

    @property
    def page(self) -> int:
        """The page that it begins on."""
        return self.pieces[0].page


@dataclass(frozen=True, slots=True)
class Found:
    """All places in the order of the document."""

    places: tuple[FoundPlace, ...] = ()
    more: bool = False
    """There are more than ``MOST_FOUND``; those after are left out."""


class Findable(Protocol):
    """The text of one document, made ready for finding words in it."""

    def find(self, wanted: str, *, match_case: bool = False, whole_words: bool = False) -> Found:
        """Where ``wanted`` stands. Any thread; milliseconds for a document of 900 pages."""
