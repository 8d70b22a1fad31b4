"""Hours of the day: what they contain, when they begin, and which texts name them."""

from __future__ import annotations

from datetime import datetime, time

import pytest

from briefbank.domain.office import Hours

NIGHT = Hours(time(19), time(6, 30))


@pytest.mark.parametrize(
    ("hour", "minute", "inside"), [(19, 0, True), (23, 59, True), (0, 0, True), (6, 29, True), (6, 30, False)]
)
def test_a_night_goes_on_behind_midnight(hour: int, minute: int, inside: bool) -> None:
    assert NIGHT.contain(datetime(2026, 11, 24, hour, minute)) is inside


def test_hours_within_a_day_end_on_it() -> None:
    noon = Hours.parsed("12:00-13:00")
    assert noon.contain(datetime(2026, 11, 24, 12, 30)) and not noon.contain(datetime(2026, 11, 24, 13))


def test_hours_are_written_as_they_are_read() -> None:
    assert str(Hours.parsed("9:05 - 17:00")) == "09:05-17:00"


@pytest.mark.parametrize(
    "text", ["", "19", "19:00", "19:00-19:00", "25:00-6:00", "19:60-6:00", "a:00-b:00", "１:00-2:00"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Hours.parsed(text)
