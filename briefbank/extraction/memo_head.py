"""Reads the head of an office memorandum: TO, FROM, DATE and RE at the top of the first page.

A memo has no caption. Its RE line is its title, and its DATE line has its date. The head counts only where
both TO and FROM stand near the top, so that the "RE:" of a letter or a list of addressees on a motion is not
taken for a memo.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.extraction.text import Line
from briefbank.text.dates import first_date

_FIELD = re.compile(
    r"\W{0,3}(?P<name>to|from|date|dated|re|subject|subj|cc|bcc|through|via|file)\s*:\s*(?P<value>.*)",
    re.IGNORECASE,
)
_SYNONYMS = {"dated": "date", "subject": "re", "subj": "re"}
_HEAD_LINES = 25
_MORE_LINES = 3
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class MemoHead:
    """The title and date in the head of a memo; empty and None where they are missing."""

    title: str
    date: date | None


def memo_head(lines: Sequence[Line], today: date) -> MemoHead | None:
    """Return the head among the first page's lines in reading order, or None. Never raises."""
    fields: dict[str, str] = {}
    head = list(lines[:_HEAD_LINES])
    for index, line in enumerate(head):
        match = _FIELD.fullmatch(line.text[:400])
        if not match:
            continue
        name = match.group("name").lower()
        fields.setdefault(_SYNONYMS.get(name, name), _value(head, index, match.group("value")))
    if not {"to", "from"} <= fields.keys():
        return None
    return MemoHead(_title(fields.get("re", "")), first_date(fields.get("date", ""), today))


def _value(lines: Sequence[Line], index: int, value: str) -> str:
    """Return the field's words with their continuation lines, which stand to the right of its name."""
    name = lines[index]
    parts = [value] if value else []
    previous = name
    for later in lines[index + 1 : index + 1 + _MORE_LINES]:
        if _FIELD.fullmatch(later.text[:400]) or not _continues(name, previous, later, bool(parts)):
            break
        parts.append(later.text)
        previous = later
    return " ".join(parts)


def _continues(name: Line, previous: Line, later: Line, begun: bool) -> bool:
    if later.page != name.page:
        return False
    if not begun and later.box.x1 <= later.box.x0:
        return True  # a page without geometry: the words stand on the line below the name
    near = abs(later.middle - previous.middle) < 1.6 * max(previous.height, later.height, 1.0)
    return near and later.box.x0 > name.box.x0 + 15


def _title(text: str) -> str:
    words = " ".join(text.split()).strip(" .,;:-–—_*|")
    return words if len(words) <= _LONGEST_TITLE else words[:_LONGEST_TITLE].rsplit(" ", 1)[0] + "…"
