"""What the finders hand to each other: one mention in a text with single spaces, not yet joined to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from briefbank.authority.spacing import DASHES, SOFT

AUTHORITY_SORTS = frozenset(
    {"case", "statute", "regulation", "rule", "constitution", "directive", "journal", "other"}
)
"""What can be looked up by its name alone; dockets and the record need the document around them."""


@dataclass(slots=True)
class Mention:
    """A citation at its place. What leans on an earlier one has no canonical form yet but a ``key``: the
    volume and reporter of "550 U.S. at 556", the number of "§ 5", the name before "supra"."""

    start: int
    end: int
    canonical: str
    sort: str
    form: str = "full"
    certain: bool = True
    key: str = ""
    prefix: str = ""
    """Of a numbered provision in full: its code, "Cal. Penal Code §"."""
    points_at: str = ""
    """The page that "id." points at, with the star of an unreported decision ("*4")."""
    prose: bool = False
    """Named in a sentence ("the Fourth Amendment"), to which no "id." refers."""
    page: int = 0
    """That a short form points at; 0 where it is not known."""


Finder = Callable[[str], Iterator[Mention]]
"""Finds mentions in a text with single spaces, in linear time, and never raises."""

_PLAIN_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))


def plain_number(written: str) -> str:
    """A section or docket number without spaces and with simple hyphens."""
    return written.translate(_PLAIN_DASH).replace(" ", "")


def unbroken(written: str) -> str:
    """A volume or page as one number: a hyphen at a line end is only the printer's."""
    return written.replace(SOFT, "")
