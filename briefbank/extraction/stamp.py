"""Removes a clerk's ink stamp from the caption lines beside it.

Text recognition reads a sheet from left to right, so that a stamp beside the court's name is read as "FILED
SUPERIOR COURT OF NEW JERSEY" or "APPELLATE DIVISION MAY 18, 2009". Only a stamp's own words are removed, at
the ends of a line that also names a court or a docket.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from briefbank.extraction.text import Line

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
"""Text that is part of the stamp once a stamp is known to be there: its clerk, or misread words of it before
a division or docket."""
_CLERK_AFTER = re.compile(rf"(?<=[A-Z\d]){_EDGE}+CLERK{_EDGE}*$")
_NAMES_COURT = re.compile(rf"^{_EDGE}*{_COURT}")

_MONTH = r"(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)[A-Z]{0,6}\.?"
_REMAINS = re.compile(
    rf"(?:{_EDGE}+(?:{_WORD}|ENTERED|LODGED|CLERK|TERM|{_MONTH}|\d{{1,2}}|(?:19|20)\d\d)(?!\w)){{1,8}}{_EDGE}*$",
    re.IGNORECASE,
)


def date_beside_court(text: str) -> bool:
    """Tell whether a line begins with a stamp's words or date and continues with the court's name."""
    return bool(_BEFORE.match(text[:400]))


def without_stamps(lines: Sequence[Line]) -> list[Line]:
    """Return the caption's lines in order, without a stamp's words in those that name a court or a docket.

    The word "CLERK" alone is a stamp's only where another line had "FILED", "RECEIVED" or a date beside it,
    because it is also part of a clerk's address. The lines' raw ranges are unchanged: the result is for
    reading the caption, not for passages.
    """
    cleaned = [_without(line, _BEFORE, _AFTER) for line in lines]
    if all(a is b for a, b in zip(cleaned, lines, strict=True)):
        return cleaned
    return [_without(line, _CLERK_BEFORE, _CLERK_AFTER) for line in cleaned]


def without_stamp_remains(text: str) -> str:
    """Return a line without a stamp's words, or parts of its date, at the end.

    It is for a line that must be a court's name otherwise: "DISTRICT COURT OCT", "District of Columbia 30
    2017", "Supreme Court of the United States, October Term, 2022".
    """
    return _REMAINS.sub("", text[:400])


def _without(line: Line, before: re.Pattern[str], after: re.Pattern[str]) -> Line:
    text = before.sub("", line.text[:400])
    if _NAMES_COURT.match(text):
        text = after.sub("", text)
    return line if text == line.text[:400] else replace(line, text=text)
