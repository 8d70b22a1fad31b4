"""One authority as a person types it for the office's list: a citation, with or without a case's name.

More than one authority in one line would leave open which of them the line speaks of, so it is refused;
parallel citations of one case are one authority.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from briefbank.authority.citations import find
from briefbank.authority.naming import case_name
from briefbank.authority.parallel import leaders
from briefbank.authority.whole import whole_of
from briefbank.errors import EntryRefused

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


def entered(text: str) -> Entered | None:
    """The authority that a text names; None for a text without a citation.

    Any thread; linear time. Raises EntryRefused for more than one.
    """
    found = find(text)
    if not found:
        return None
    first = found[0]
    parallel = leaders(text, found)
    if any(parallel.get(at) != 0 for at in range(1, len(found))):
        title = "This names more than one authority."
        raise EntryRefused(title, "Give each authority a line of its own.", detail="several")
    if first.sort != "case" and _GOES_ON.match(text, first.end):
        title = "This names more than one provision."
        raise EntryRefused(title, "Give each provision a line of its own.", detail="several")
    name = case_name(text, first.start) if first.sort == "case" else ""
    below = levels(first.canonical, first.sort)[-1]
    return Entered(f"{whole_of(first.canonical, first.sort)}{below}", first.sort, name)


@lru_cache(maxsize=8192)
def levels(canonical: str, sort: str) -> tuple[str, ...]:
    """What a provision is below its whole, from the whole down to itself: of '2C:44-1(a)(3)' these are '',
    '(a)' and '(a)(3)'. Of anything else only ''. Remembered: every search asks for much the same ones."""
    whole = whole_of(canonical, sort)
    if not canonical.startswith(whole):
        return ("",)
    below = canonical[len(whole) :]
    return ("", *(below[: at + 1] for at, sign in enumerate(below) if sign == ")"))
