"""Text normalized for finding words in it, with a map back to the source characters.

White space and line ends become one space, ligatures and wide letters are expanded, accents are removed, and
all quotation marks and dashes are unified. A hyphen between two letters is omitted and its place recorded:
PDFium drops the line end after a hyphen, so a divided word cannot be told from a hyphenated one.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from functools import lru_cache

_HYPHENS = "\\-\u2010\u2011"
_SOFT = "\xad\x02\ufffe"
"""Soft hyphens, and the characters that older readings have for a hyphen at a line's end."""
_CONTROL = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uffff"
_LETTER = r"[^\W\d_]"
_LETTER_BEFORE = rf"(?<={_LETTER}|[\u0300-\u036f])"
"""A preceding letter; accents may follow it as separate characters."""
_SPECIAL = re.compile(
    rf"(?P<soft>[{_SOFT}]\s*)"
    rf"|(?P<hyphen>{_LETTER_BEFORE}[{_HYPHENS}](?={_LETTER})"
    rf"|(?<=[^\W_]|[\u0300-\u036f])[{_HYPHENS}][ \t]*[\r\n]\s*(?=[^\W_]))"
    rf"|(?P<space>[\s{_CONTROL}]{{2,}}|[^\S ]|[{_CONTROL}])"
    r"|(?P<other>[^\x00-\x7f])"
)
_QUERY_SPECIAL = re.compile(
    rf"(?P<space>[\s{_CONTROL}{_SOFT}]{{2,}}|[^\S ]|[{_CONTROL}{_SOFT}])|(?P<other>[^\x00-\x7f])"
)
_EQUIVALENTS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
}


@lru_cache(maxsize=4096)
def _folded_character(character: str, match_case: bool) -> str:
    """Return the replacement of a character outside ASCII; empty for a separate accent."""
    alike = _EQUIVALENTS.get(character)
    if alike is not None:
        return alike
    plain = unicodedata.normalize("NFKD", character)
    if not match_case:
        plain = unicodedata.normalize("NFKD", plain.casefold())
    kept = "".join(_EQUIVALENTS.get(each, each) for each in plain if not unicodedata.combining(each))
    return " " if kept.isspace() else kept


class Folded:
    """A folded text. Positions in ``text`` map back to half-open ranges of the source."""

    def __init__(self, source: str, *, match_case: bool = False) -> None:
        self.divided: set[int] = set()
        """Positions of ``text`` before which a hyphen was omitted."""
        self._source = source
        self._starts = array("I")
        parts: list[str] = []
        done = 0
        for match in _SPECIAL.finditer(source):
            self._copy(parts, source[done : match.start()], done, match_case)
            self._replace(parts, match, match_case)
            done = match.end()
        self._copy(parts, source[done:], done, match_case)
        self.text = "".join(parts)

    def _copy(self, parts: list[str], plain: str, at: int, match_case: bool) -> None:
        if plain:
            parts.append(plain if match_case else plain.lower())
            self._starts.extend(range(at, at + len(plain)))

    def _replace(self, parts: list[str], match: re.Match[str], match_case: bool) -> None:
        kind, found = match.lastgroup, match.group()
        if kind in ("soft", "hyphen"):
            self.divided.add(len(self._starts))
            return
        if kind == "space":
            written = " " if any(each.isspace() for each in found) else ""
        else:
            written = _folded_character(found, match_case)
        parts.append(written)
        self._starts.extend([match.start()] * len(written))

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source for ``text[start:end]``, which is not empty."""
        first, last = self._starts[start], self._starts[end - 1] + 1
        while last < len(self._source) and unicodedata.combining(self._source[last]):
            last += 1
        return first, last

    def position_of(self, index: int) -> int:
        """Return the position in ``text`` of the source's character ``index``, or else of the first one after
        it."""
        return bisect_left(self._starts, index)


def folded_query(wanted: str, *, match_case: bool = False) -> str:
    """Return a search text in the form of :class:`Folded`, but with all its hyphens."""

    def written(match: re.Match[str]) -> str:
        if match.lastgroup == "other":
            return _folded_character(match.group(), match_case)
        return " " if any(each.isspace() for each in match.group()) else ""

    plain = _QUERY_SPECIAL.sub(written, wanted)
    return (plain if match_case else plain.lower()).strip()
