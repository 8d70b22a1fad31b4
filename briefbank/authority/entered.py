"""One authority as a person types it for the office's list: a citation, with or without a case's name.

More than one authority in one line would leave open which of them the line speaks of, so it is refused;
parallel citations of one case are one authority, and all of them are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.authority.citations import find
from briefbank.authority.naming import case_name
from briefbank.authority.parallel import leaders, reporter_of
from briefbank.authority.whole import whole_of
from briefbank.errors import EntryRefused
from briefbank.models import Citation

_GOES_ON = re.compile(r"\s*(?:,|;|&|-|–|and\b|to\b|through\b)\s*(?:§+\s*)?[-–]?\d")
"""After a provision: 'N.J.S.A. 2C:44-1 to -3', of which a citation is only the first."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What was typed, understood."""

    canonical: str
    """With subsections: a line may speak of 'N.J.S.A. 2C:44-1(a)' alone. Without 'et seq.' and the like."""
    sort: str
    """As ``Citation.sort``."""
    name: str = ""
    """Of a case, where it was typed."""
    also: tuple[str, ...] = ()
    """Parallel citations that were typed with it, in their order."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Every name under which it was typed."""
        return self.canonical, *self.also


def entered(text: str) -> Entered | None:
    """The authority that a text names; None for a text without a citation.

    Any thread; linear time. Raises EntryRefused for more than one.
    """
    found = find(text)
    if not found:
        return None
    first = found[0]
    if len(found) > 1 and not _of_one_case(text, found):
        title = "This names more than one authority."
        raise EntryRefused(title, "Give each authority a line of its own.", detail="several")
    if first.sort != "case" and _GOES_ON.match(text, first.end):
        title = "This names more than one provision."
        raise EntryRefused(title, "Give each provision a line of its own.", detail="several")
    name = case_name(text, first.start) if first.sort == "case" else ""
    below = levels(first.canonical, first.sort)[-1]
    also = tuple(each.canonical for each in found[1:])
    return Entered(f"{whole_of(first.canonical, first.sort)}{below}", first.sort, name, also)


def as_typed(forms: Sequence[str]) -> str:
    """The forms of one authority as ``entered`` understands them again: '170 N.J. 632, 790 A.2d 903'."""
    return ", ".join(forms)


def joined(forms: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """The forms of one case with more of them, as far as a text that has all is understood as one case."""
    every = tuple(dict.fromkeys((*forms, *more)))
    if len(every) == len(forms):
        return tuple(forms)
    try:
        found = entered(as_typed(every))
    except EntryRefused:
        return tuple(forms)
    return every if found and found.forms == every else tuple(forms)


def _of_one_case(text: str, found: Sequence[Citation]) -> bool:
    """Whether they are parallel citations, which are never two of one reporter."""
    parallel = leaders(text, found)
    reporters = {reporter_of(each.canonical) for each in found}
    return len(reporters) == len(found) and all(parallel.get(at) == 0 for at in range(1, len(found)))


@lru_cache(maxsize=8192)
def levels(canonical: str, sort: str) -> tuple[str, ...]:
    """What a provision is below its whole, from the whole down to itself: of '2C:44-1(a)(3)' these are '',
    '(a)' and '(a)(3)'. Of anything else only ''. Remembered: every search asks for much the same ones."""
    whole = whole_of(canonical, sort)
    if not canonical.startswith(whole):
        return ("",)
    below = canonical[len(whole) :]
    return ("", *(below[: at + 1] for at, sign in enumerate(below) if sign == ")"))
