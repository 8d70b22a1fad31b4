"""Times of day as briefs write them: "9:40 a.m.", "13:00", "noon"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CLOCK = re.compile(
    r"(?<![\w.$/:-])(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap])\.? ?m\b\.?"
    r"|(?<![\w.$/:-])(?P<hour2>\d{1,2}):(?P<minute2>\d\d)(?![\d:]|-\d)"
    r"|\b(?P<word>noon|midnight)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day: its minutes since noon or midnight, and its half, 'a', 'p' or empty where it is not
    said."""

    minutes: int
    half: str
    start: int
    end: int

    def within(self, other: TimeOfDay) -> bool:
        return self.minutes == other.minutes and self.half in ("", other.half)


def clocks(text: str) -> Iterator[TimeOfDay]:
    """Yield all times of day of a plain text, in order."""
    for match in _CLOCK.finditer(text):
        if match["word"]:
            yield TimeOfDay(0, "p" if match["word"].lower() == "noon" else "a", *match.span())
        else:
            hour, minute = match["hour"] or match["hour2"], match["minute"] or match["minute2"] or "0"
            half = (match["half"] or ("p" if int(hour) > 12 else "")).lower()
            yield TimeOfDay(int(hour) % 12 * 60 + int(minute), half, *match.span())
