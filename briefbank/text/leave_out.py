"""Patterns by which a person leaves files out of what is added, as people write them: ``~$*``, ``*.wbk``,
``*/Billing/*``.

A pattern without a slash is compared with the name of the file and of each folder around it, up to the added
folder. One with a slash is compared with the whole place of the file, which begins with the name of the added
folder; it may begin anywhere in it, and at its end a slash stands for all that is in that folder. ``*`` and
``?`` also stand for slashes, upper case is not told from lower case, and a backslash is a slash.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache

MOST_PATTERNS = 200
LONGEST = 500
"""The limits of what is kept. A list that somebody else wrote must not make each file slow."""


class LeaveOut:
    """The patterns of one list, ready for many places. Any thread."""

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self.patterns = cleaned(patterns)
        self._names = [(each, _compiled(each)) for each in self.patterns if not _has_slash(each)]
        self._places = [(each, _compiled_place(each)) for each in self.patterns if _has_slash(each)]
        self._of_folder = lru_cache(maxsize=4096)(self._named)

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def match(self, place: str) -> str:
        """Return a pattern that leaves out the file at this place, such as
        ``Appeals/2010/brief.pdf``; empty for none.

        The first name in a place is that of the added folder itself, which a person has chosen, and is not
        compared alone.
        """
        if not self.patterns:
            return ""
        place = place.replace("\\", "/").casefold()
        folder, _, name = place.rpartition("/")
        inner = folder.partition("/")[2]
        if found := self._named(name) or (self._of_folder(inner) if inner else ""):
            return found
        return next((pattern for pattern, rule in self._places if rule.match(place)), "")

    def _named(self, names: str) -> str:
        """Return the first pattern that is one of some names with slashes between."""
        parts = names.split("/")
        return next((pattern for pattern, rule in self._names if any(map(rule.match, parts))), "")


def cleaned(patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the patterns that say something, each once, within the limits."""
    kept = dict.fromkeys(text for each in patterns if (text := each.strip()) and len(text) <= LONGEST)
    return tuple(kept)[:MOST_PATTERNS]


def _has_slash(pattern: str) -> bool:
    return "/" in pattern or "\\" in pattern


def _compiled(pattern: str) -> re.Pattern[str]:
    """Return the expression of a pattern. Those of ``fnmatch`` never try a star twice, so that none takes
    long."""
    return re.compile(fnmatch.translate(pattern.casefold()))


def _compiled_place(pattern: str) -> re.Pattern[str]:
    parts = pattern.replace("\\", "/").lstrip("/")
    whole = parts + "*" if parts.endswith("/") else parts
    return re.compile(f"(?:.*?/)?{fnmatch.translate(whole.casefold())}", re.DOTALL)
