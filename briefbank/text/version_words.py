"""Reads which version of a paper a file's name speaks of: "Reply Br FINAL v3" is final, version 3.

"final" before a word such as "order" belongs to that: a final order is no version.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

LONGEST_NAME = 300
"""The characters of a name that are examined: no system has longer names of files."""
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_NUMBER = r"(?P<{}>\d{{1,2}}(?:\.\d{{1,2}})?)"
_WORD_END = r"(?![^\W\d_])"
_FILED = re.compile(
    rf"(?<![^\W_])(?:e-?)?(?:filed|file[- ]?stamped|stamped|conformed|served){_WORD_END}", re.IGNORECASE
)
_FINAL = re.compile(
    rf"(?<![^\W_])(?:final|fnl){_WORD_END}(?!\W*(?:order|judg|decision|decree|restrain|arg|report|rule|agency))"
    r"(?:\s?(?P<number>\d)(?![\w.-]))?",
    re.IGNORECASE,
)
_DRAFT = re.compile(
    rf"(?<![^\W_])(?:(?P<ordinal>first|second|third|fourth|fifth|(?P<counted>[1-9])(?:st|nd|rd|th)|final|rough)"
    rf"\s)?(?:draft|dft|drft){_WORD_END}(?:\s?(?:no\.?\s?|#)?{_NUMBER.format('number')}(?![\w/-]))?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    rf"(?<![^\W_])(?:v|ver|vers|version|rev|revision)[.\s]?{_NUMBER.format('number')}(?![\w/-])",
    re.IGNORECASE,
)
_SPACED = str.maketrans("_+,;()[]{}", " " * 10)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Standing(StrEnum):
    """How far a version came."""

    FILED = "filed"
    FINAL = "final"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class VersionWords:
    """What a name or a person says of a version; both parts may be empty."""

    standing: Standing | None = None
    number: str = ""
    """The number of the version or draft, as in '3' or '1.2'."""

    def __str__(self) -> str:
        """Return it as people write it: 'Final, version 3', 'Draft 2', 'Version 1.2'."""
        if not self.standing:
            return f"Version {self.number}" if self.number else ""
        name = self.standing.value.capitalize()
        if not self.number:
            return name
        return (
            f"{name} {self.number}" if self.standing is Standing.DRAFT else f"{name}, version {self.number}"
        )

    @property
    def counted(self) -> tuple[int, ...]:
        """Return the number for comparison: '1.10' comes after '1.9'; empty for none."""
        return tuple(map(int, self.number.split("."))) if self.number else ()


@lru_cache(maxsize=4096)
def version_words(text: str) -> VersionWords:
    """Return what a text says of its version. Pure, linear; never raises. ``text`` is a name without its
    suffix, or what ``str`` made of such words."""
    plain = _CAMEL.sub(" ", text[:LONGEST_NAME].translate(_SPACED))
    filed, final, draft = (pattern.search(plain) for pattern in (_FILED, _FINAL, _DRAFT))
    version = _VERSION.search(plain)
    number = version["number"] if version else ""
    if filed:
        return VersionWords(Standing.FILED, number)
    if draft:
        ordinal = (draft["ordinal"] or "").lower()
        counted = draft["number"] or draft["counted"] or _ORDINALS.get(ordinal, "")
        return VersionWords(Standing.DRAFT, counted or number)
    if final:
        return VersionWords(Standing.FINAL, number or final["number"] or "")
    return VersionWords(None, number)
