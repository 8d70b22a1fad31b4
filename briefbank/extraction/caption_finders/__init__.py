"""The finders of a caption's fields: a module for each, with its function ``find``.

The title, the court and the parties, on which others depend, are read by
:mod:`briefbank.extraction.document`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib import import_module
from itertools import combinations
from pkgutil import iter_modules

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import CaptionEntry, Party
from briefbank.extraction.caption_names import CaseWords
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line

_LINES = 90
_ADVOCACY_KINDS = frozenset({Kind.BRIEF, Kind.OTHER})
"""Kinds that are filed on behalf of a party and written by its lawyers; a motion is OTHER."""


@dataclass(frozen=True)
class Front:
    """The parts of a document from which the fields of its caption are read, and what is known of it."""

    lines: Sequence[Line]  # Those of the caption in reading order, before the running text begins
    words: CaseWords
    pages: Sequence[CleanPage] = ()
    service: Sequence[str] = ()  # The text of the signature and service parts, in order
    kind: Kind = Kind.OTHER
    file_name: str = ""
    today: date = date.max  # The day on which the document is read; no date of filing lies after it
    has_title: bool = False
    court: str = ""
    parties: tuple[Party, ...] = ()

    @cached_property
    def first(self) -> Sequence[Line]:
        return [line for line in self.lines if line.page == self.pages[0].index]

    @property
    def named(self) -> bool:
        """Whether the document names a court or a case. A report has numbers and dates, too."""
        return self.has_title or bool(self.court)

    @property
    def pleads(self) -> bool:
        """Whether a party's lawyers wrote the document for a court."""
        return self.named and self.kind in _ADVOCACY_KINDS

    @cached_property
    def overprinted(self) -> bool:
        """Whether lines are printed over each other: a page can hide an older caption under its own."""
        for earlier, later in combinations(self.first[:_LINES], 2):
            a, b = earlier.box, later.box
            wide = min(a.x1, b.x1) - max(a.x0, b.x0) > 0.5 * min(a.x1 - a.x0, b.x1 - b.x0)
            high = min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * max(0.1, min(earlier.height, later.height))
            if wide and high and min(len(earlier.text), len(later.text)) > 5:
                return True
        return False


Finder = Callable[[Front], CaptionEntry | None]
"""Returns the field's entry; None where it is not certain. Linear time; never raises because of the text."""

# Imported with the package: a confined child can open no module later.
FINDERS: tuple[Finder, ...] = tuple(
    import_module(f"{__name__}.{module.name}").find for module in iter_modules(__path__)
)
