"""The account of a round: what is counted, and when and how the time left is estimated."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from ui.tally import FIRST_SECONDS, PAGE_WORK, Tally


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tally(clock: Clock) -> Tally:
    return Tally(clock)


def file(number: int) -> Path:
    return Path(f"/tmp/{number}.pdf")


def waiting(*numbers: int) -> list[FileProgress]:
    return [FileProgress(file(number), Stage.WAITING) for number in numbers]


def ended(number: int, status: FileStatus = FileStatus.ADDED) -> FileProgress:
    return FileProgress(file(number), Stage.DONE, outcome=FileOutcome(file(number), status))


def test_nothing_is_promised_at_first(tally: Tally, clock: Clock) -> None:
    tally.take(waiting(*range(100)))
    tally.start()
    tally.take(ended(number) for number in range(50))
    clock.now += FIRST_SECONDS - 1
    assert tally.seconds_left() is None
    assert "left" not in tally.line()


def test_files_with_text_alone_take_as_long_as_those_before(tally: Tally, clock: Clock) -> None:
    tally.take(waiting(*range(100)))
    tally.start()
    tally.take(ended(number) for number in range(20))
    clock.now += 40
    assert tally.seconds_left() == pytest.approx(160)
    assert tally.line() == "20 of 100 files finished  ·  80 wait  ·  about 3 minutes left"


def test_scans_that_are_still_to_be_recognised_count_by_their_pages(tally: Tally, clock: Clock) -> None:
    """Ten files were read in ten seconds, and two of them have 50 pages to recognise each."""
    tally.take(waiting(*range(10)))
    tally.start()
    tally.take(ended(number) for number in range(8))
    tally.take([FileProgress(file(number), Stage.OCR, 0, 50) for number in (8, 9)])
    clock.now += 20
    left = tally.seconds_left()
    assert left == pytest.approx(20 / 10 * 100 * PAGE_WORK)
    clock.now += 100
    tally.take([FileProgress(file(8), Stage.OCR, 25, 50)])
    assert tally.seconds_left() == pytest.approx(120 / (10 + 25 * PAGE_WORK) * 75 * PAGE_WORK)


def test_pages_recognised_before_a_pause_do_not_count_as_speed(tally: Tally, clock: Clock) -> None:
    tally.take([FileProgress(file(1), Stage.OCR, 40, 100)])
    tally.start()
    clock.now += 20
    tally.take([FileProgress(file(1), Stage.OCR, 90, 100)])
    assert tally.seconds_left() is None
    tally.take([FileProgress(file(1), Stage.OCR, 95, 100)])
    clock.now += 20
    assert tally.seconds_left() == pytest.approx(40 / (1 + 5 * PAGE_WORK) * 5 * PAGE_WORK)


def test_files_that_end_at_once_do_not_make_the_others_seem_quick(tally: Tally, clock: Clock) -> None:
    tally.take(waiting(*range(200)))
    tally.start()
    tally.take(ended(number, FileStatus.ALREADY_HERE) for number in range(90))
    tally.take(ended(number) for number in range(90, 100))
    clock.now += 20
    assert tally.seconds_left() == pytest.approx(200)


def test_every_end_is_counted_once_and_those_taken_off_by_their_own_name(tally: Tally) -> None:
    tally.take(waiting(1, 2, 3))
    tally.take([ended(1), ended(1), ended(2, FileStatus.REFUSED)])
    gone = FileOutcome(file(3), FileStatus.REFUSED)
    tally.take([FileProgress(file(3), Stage.WAITING, outcome=gone)])
    assert tally.account() == "3 files: 1 added, 1 refused, 1 not added."
    assert tally.unfinished == 0


def test_a_file_that_is_added_again_is_unfinished_again(tally: Tally) -> None:
    tally.take([ended(1, FileStatus.REFUSED)])
    tally.take(waiting(1))
    assert (tally.finished, tally.known) == (0, 1)
