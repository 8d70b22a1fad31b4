"""One authority as a person types it for the office's list: a citation, with or without a case's name.

A line with several authorities is refused, because it would not tell which of them is meant. Parallel
citations of one case are one authority, and all of them are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.citations.case_names import case_name
from briefbank.citations.citations import find
from briefbank.citations.parallel import leaders, reporter_of
from briefbank.citations.whole_provision import whole_of
from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.citations import Citation, CitationKind
from briefbank.errors import EntryRefused

_CONTINUED_LIST = re.compile(r"\s*(?:,|;|&|-|–|and\b|to\b|through\b)\s*(?:§+\s*)?[-–]?\d")
"""The continuation of a list, as in 'N.J.S.A. 2C:44-1 to -3', whose first item alone is a citation."""


@dataclass(frozen=True, slots=True)
class TypedAuthority:
    """An authority as it was typed and understood."""

    canonical: str
    """The canonical form with subsections, because a line may be about 'N.J.S.A. 2C:44-1(a)' alone, and
    without 'et seq.' and the like."""
    kind: CitationKind
    name: str = ""
    """The name of a case, if it was typed."""
    also: tuple[str, ...] = ()
    """The parallel citations typed with it, in their order."""

    @property
    def forms(self) -> tuple[str, ...]:
        """The canonical forms of every citation that was typed."""
        return self.canonical, *self.also


def parse_authority(text: str) -> TypedAuthority | None:
    """Return the authority that a text names, or None for a text without a citation.

    Any thread; linear time. Raises EntryRefused for more than one authority.
    """
    found = find(text)
    if not found:
        return None
    first = found[0]
    if len(found) > 1 and not _of_one_case(text, found):
        title = "This names more than one authority."
        raise EntryRefused(title, "Give each authority a line of its own.", detail="several")
    if first.kind is not CitationKind.CASE and _CONTINUED_LIST.match(text, first.end):
        title = "This names more than one provision."
        raise EntryRefused(title, "Give each provision a line of its own.", detail="several")
    name = case_name(text, first.start) if first.kind is CitationKind.CASE else ""
    below = subsection_levels(first.canonical, first.kind)[-1]
    also = tuple(each.canonical for each in found[1:])
    return TypedAuthority(f"{whole_of(first.canonical, first.kind)}{below}", first.kind, name, also)


def as_typed(forms: Sequence[str]) -> str:
    """Return an authority's forms as a line for ``parse_authority``: '170 N.J. 632, 790 A.2d 903'."""
    return ", ".join(forms)


def joined(forms: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return the forms of one case with more added, or unchanged if they do not read as one case."""
    every = tuple(dict.fromkeys((*forms, *more)))
    if len(every) == len(forms):
        return tuple(forms)
    try:
        found = AnnotationGaps().attempt(Annotation.CITATIONS, None, parse_authority, as_typed(every))
    except EntryRefused:
        return tuple(forms)
    return every if found and found.forms == every else tuple(forms)


def _of_one_case(text: str, found: Sequence[Citation]) -> bool:
    """Tell whether the citations are parallel, in which case no two are in the same reporter."""
    parallel = leaders(text, found)
    reporters = {reporter_of(each.canonical) for each in found}
    return len(reporters) == len(found) and all(parallel.get(at) == 0 for at in range(1, len(found)))


@lru_cache(maxsize=8192)
def subsection_levels(canonical: str, kind: CitationKind) -> tuple[str, ...]:
    """Return the levels of a provision below its whole, from the whole down to itself.

    For '2C:44-1(a)(3)' these are '', '(a)' and '(a)(3)'; for anything but a provision only ''. Cached,
    because every search asks for much the same ones.
    """
    whole = whole_of(canonical, kind)
    if not canonical.startswith(whole):
        return ("",)
    below = canonical[len(whole) :]
    return ("", *(below[: at + 1] for at, sign in enumerate(below) if sign == ")"))
