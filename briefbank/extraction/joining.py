"""Joins the lines of a paragraph and decides what becomes of a hyphen at a line end.

The document itself is the dictionary: a word that occurs elsewhere in it unbroken is joined, one that occurs
elsewhere with its hyphen keeps it. Short general rules decide only where the document gives no evidence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from briefbank.domain.citations import Span
from briefbank.extraction.text import Line, Text

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W_]+(?:-[^\W_]+)*)-?$")
_FIRST_WORD = re.compile(r"[^\W_]+")
_HYPHENATED_PREFIXES = frozenset(
    str.split("self ex cross quasi well half all much ever so then anti vice mid")
)
# Words that are also the first half of closed compounds ("how-ever"): two known halves prove nothing.
_COMPOUND_PREFIXES = frozenset(
    str.split(
        "with there here how what who when where which under over out up down some any every no not"
        " through in on"
        " off fore for after inter mis dis pre re un sub super trans counter court law may thereby can"
    )
)
_LONGEST_WORD = 80
_UNSPACED = re.compile("[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
"""Chinese and Japanese characters, which are written without spaces."""


class Vocabulary:
    """The words of a document, counted without regard to case; thread-confined, built once."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._counts: Counter[str] = Counter()
        for line in lines:
            self._counts.update(_WORD.findall(line.text[:2000].lower()))

    def knows(self, word: str, times: int = 1) -> bool:
        return self._counts[word.lower()] >= times

    def keeps_hyphen(self, first: str, second: str) -> bool:
        """Tell whether a word broken after ``first`` is written with a hyphen when it is not broken."""
        if not second[:1].islower() or not first[-1:].isalpha():
            return True
        if self.knows(first + second):
            return False
        if self.knows(f"{first}-{second}") or "-" in first or first.lower() in _HYPHENATED_PREFIXES:
            return True
        halves = len(first) >= 4 and len(second) >= 4 and first.lower() not in _COMPOUND_PREFIXES
        return halves and self.knows(first, 2) and self.knows(second, 2)


def join_lines(lines: Sequence[Line], words: Vocabulary) -> Text:
    """Return the lines as one text: a space at each line end, broken words joined. Linear time."""
    parts: list[str] = []
    spans: list[Span] = []
    at = 0
    for index, line in enumerate(lines):
        following = lines[index + 1].text if index + 1 < len(lines) else ""
        drop, link = _line_end(line, following, words)
        last = len(line.pieces) - 1
        for number, (start, end, text) in enumerate(line.pieces):
            if number == last and drop:
                end, text = end - 1, text[:-1]
            if start >= 0 and text:
                spans.append(Span(line.page, start, end, at, len(text)))
            parts.append(text)
            at += len(text)
        if link == "-":
            # The page draws this hyphen, but its raw text has another character there: an empty raw range
            # keeps the map exact.
            spans.append(Span(line.page, line.pieces[-1][1], line.pieces[-1][1], at, 1))
        if following:
            parts.append(link)
            at += len(link)
    return Text("".join(parts), spans)


def _line_end(line: Line, following: str, words: Vocabulary) -> tuple[bool, str]:
    """Return whether the line's last character is dropped, and what stands between it and the next line."""
    if not following:
        return False, ""
    if line.text.endswith("-") and not line.soft:
        return _broken(line.text, following, words, shown=True)
    if line.soft:
        return _broken(line.text, following, words, shown=False)
    unspaced = _UNSPACED.match(line.text[-1:]) and _UNSPACED.match(following)
    return False, "" if unspaced or line.text.endswith("—") else " "


def _broken(text: str, following: str, words: Vocabulary, shown: bool) -> tuple[bool, str]:
    first, second = _LAST_WORD.search(text[-_LONGEST_WORD:]), _FIRST_WORD.match(following[:_LONGEST_WORD])
    if not second:
        return False, " "
    if not first:  # "- text", "v.-text": a dash, not a broken word
        return False, " " if shown and text[-2:-1] in ("", " ", "-") else ""
    if words.keeps_hyphen(first.group(1), second.group()):
        return False, "" if shown else "-"
    return shown, ""
