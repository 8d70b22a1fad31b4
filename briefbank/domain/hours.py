"""Hours of the day, such as those of the night in which a computer is not needed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time


@dataclass(frozen=True, slots=True)
class Hours:
    """The time from one minute of the day to another, which may be of the next day; by this computer's
    clock."""

    begin: time
    end: time

    @classmethod
    def parsed(cls, text: str) -> Hours:
        """Return the hours in a text such as '19:00-06:30'. Raises ValueError, also for no time at all."""
        begin, _, end = text.partition("-")
        hours = cls(_minute(begin), _minute(end))
        if hours.begin == hours.end:
            raise ValueError("no time between")
        return hours

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M}"

    def contain(self, moment: datetime) -> bool:
        """Tell whether a local moment is in these hours."""
        now = moment.time()
        if self.begin < self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end

    @property
    def seconds(self) -> int:
        """Return how long these hours last."""
        length = (self.end.hour - self.begin.hour) * 60 + self.end.minute - self.begin.minute
        return length % (24 * 60) * 60


def _minute(text: str) -> time:
    """Return a time such as '19:00' or '7:05'. Raises ValueError."""
    hour, _, minute = text.strip().partition(":")
    if not (hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit() and len(minute) == 2):
        raise ValueError("no time of the day")
    return time(int(hour), int(minute))
