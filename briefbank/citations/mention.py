"""Mentions: what finders find in a text with single spaces, not yet resolved against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from briefbank.citations.spacing import DASHES, SOFT
from briefbank.domain.citations import CitationForm, CitationKind

AUTHORITY_KINDS = frozenset(CitationKind) - {CitationKind.DOCKET, CitationKind.RECORD}
"""The kinds that can be looked up by name alone; dockets and record cites need the document around them."""
NAMED_KINDS = frozenset((CitationKind.CASE, CitationKind.JOURNAL, CitationKind.DOCKET, CitationKind.OTHER))
"""The kinds that are cited by the names of parties or authors."""


ACT, OTHER = "act", "other"
"""Sources of a bare section besides a title: a statute that is not named in full, and anything else."""


@dataclass(slots=True)
class Mention:
    """A citation at its place in a text.

    A citation that refers to an earlier one has no canonical form yet but a ``key``: the volume and reporter
    of "550 U.S. at 556", the number of "§ 5", the name before "supra".
    """

    start: int
    end: int
    canonical: str
    kind: CitationKind
    form: CitationForm = CitationForm.FULL
    certain: bool = True
    key: str = ""
    prefix: str = ""
    """The code of a numbered provision in full form: "Cal. Penal Code §"."""
    source: str = ""
    """What a section without a code is of: the number of a title, ``ACT``, ``OTHER``; empty if unsaid."""
    points_at: str = ""
    """The page that "id." points at, with the star of an unreported decision ("*4")."""
    prose: bool = False
    """The authority is named in prose ("the Fourth Amendment"), to which no "id." refers."""
    page: int = 0
    """The page that a short form points at; 0 if unknown."""


Finder = Callable[[str], Iterator[Mention]]
"""A function that finds mentions in a text with single spaces, in linear time and without raising."""

_PLAIN_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))


def plain_number(written: str) -> str:
    """Return a section or docket number without spaces and with single plain hyphens."""
    return written.translate(_PLAIN_DASH).replace(" ", "").replace("--", "-")


def unbroken(written: str) -> str:
    """Return a volume or page as one number, without the hyphens of line ends."""
    return written.replace(SOFT, "")
