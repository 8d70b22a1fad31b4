"""Takes a clerk's ink stamp out of the caption lines that it stands level with.

Text recognition reads a sheet from left to right, so that a stamp beside the court's name comes out as
"FILED SUPERIOR COURT OF NEW JERSEY" or "APPELLATE DIVISION MAY 18, 2009". Only a stamp's own words are taken
off, at the ends of a line that names a court or a docket besides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from briefbank.reading.text import Line

_WORD = r"(?:F ?I ?L ?E ?D|R ?E ?C ?E ?I ?V ?E ?D|REC[’']D)"
_DAY = r"(?:[A-Z]{3,9}\.? {0,2}\d{1,2},? {0,2}(?:19|20)\d\d|\d{1,2}[/-]\d{1,2}[/-](?:\d\d){1,2})"
_MARK = rf"(?:{_WORD}(?: (?:AND|&) {_WORD})?(?: {_DAY})?|{_DAY})"
_CLERK = r"(?:[A-Z]+ ){0,2}CLERK(?: OF (?:THE )?COURT|[’']S OFFICE)?(?: \([A-Z]+\))?"
_COURT = (
    r"(?:(?:IN )?THE )?(?:UNITED STATES|(?:SUPREME|SUPERIOR|DISTRICT|CIRCUIT|APPELLATE) COURT|COURT OF"
    r"|(?:APPELLATE|LAW|CHANCERY) DIVISION|(?:DOCKET|CASE|APPEAL) NO)\b"
)
_EDGE = r"[\s|\[\](){}:;,.~_=—–-]"
_BEFORE = re.compile(rf"^{_EDGE}*{_MARK}{_EDGE}+(?={_COURT})")
_AFTER = re.compile(rf"(?<=[A-Z\d]){_EDGE}+{_MARK}{_EDGE}*$")
_CLERK_BEFORE = re.compile(
    rf"^(?:{_EDGE}*{_CLERK}{_EDGE}+(?={_COURT})"
    r"|.{1,40}? (?=(?:(?:APPELLATE|LAW|CHANCERY) DIVISION|DOCKET NO)\b))"
)
"""Once a stamp is known to stand there: its clerk, or what was misread of it before a division or docket."""
_CLERK_AFTER = re.compile(rf"(?<=[A-Z\d]){_EDGE}+CLERK{_EDGE}*$")
_NAMES_COURT = re.compile(rf"^{_EDGE}*{_COURT}")


def date_beside_court(text: str) -> bool:
    """Whether a line begins with a stamp's words or date and goes on with the court's name."""
    return bool(_BEFORE.match(text[:400]))


def without_stamps(lines: Sequence[Line]) -> list[Line]:
    """The caption's lines in order, with the stamp's words taken out of those that name a court or a docket.

    The word "CLERK" alone is a stamp's only where another line had "FILED", "RECEIVED" or a date beside it:
    it is also part of a clerk's address. The lines' raw ranges stay as they were: the result is for reading
    the caption, not for passages.
    """
    cleaned = [_without(line, _BEFORE, _AFTER) for line in lines]
    if all(a is b for a, b in zip(cleaned, lines, strict=True)):
        return cleaned
    return [_without(line, _CLERK_BEFORE, _CLERK_AFTER) for line in cleaned]


def _without(line: Line, before: re.Pattern[str], after: re.Pattern[str]) -> Line:
    text = before.sub("", line.text[:400])
    if _NAMES_COURT.match(text):
        text = after.sub("", text)
    return line if text == line.text[:400] else replace(line, text=text)
