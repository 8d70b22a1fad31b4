"""The account of a round: what is counted, and when and how the time left is estimated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.domain.ingest import TAKEN_OFF, FileOutcome, FileProgress, FileStatus, Stage
from tests.stand_ins.library.invented import SOURCES, document
from ui.features.intake.progress import FIRST_SECONDS, PAGE_WORK, TEXT_WORK, IntakeProgress


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tally(clock: Clock) -> IntakeProgress:
    return IntakeProgress(clock)


def file(number: int) -> Path:
    return Path(f"/tmp/{number}.pdf")


def waiting(*numbers: int) -> list[FileProgress]:
    return [FileProgress(file(number), Stage.WAITING) for number in numbers]


def ended(number: int, status: FileStatus = FileStatus.ADDED) -> FileProgress:
    return FileProgress(file(number), Stage.DONE, outcome=FileOutcome(file(number), status))


def test_nothing_is_promised_at_first(tally: IntakeProgress, clock: Clock) -> None:
    tally.update(waiting(*range(100)))
    tally.start()
    tally.update(ended(number) for number in range(50))
    clock.now += FIRST_SECONDS - 1
    assert tally.seconds_left() is None
    assert "left" not in tally.line()


def test_files_with_text_alone_take_as_long_as_those_before(tally: IntakeProgress, clock: Clock) -> None:
    tally.update(waiting(*range(100)))
    tally.start()
    tally.update(ended(number) for number in range(20))
    clock.now += 40
    assert tally.seconds_left() == pytest.approx(160)
    assert tally.line() == "20 of 100 files finished  ·  80 wait  ·  about 3 minutes left"


def test_scans_that_are_still_to_be_recognised_count_by_their_pages(
    tally: IntakeProgress, clock: Clock
) -> None:
    """Ten files were read in ten seconds, and two of them have 50 pages to recognise each."""
    tally.update(waiting(*range(10)))
    tally.start()
    tally.update(ended(number) for number in range(8))
    tally.update([FileProgress(file(number), Stage.OCR, 0, 50) for number in (8, 9)])
    clock.now += 20
    left = tally.seconds_left()
    assert left == pytest.approx(20 / 10 * 100 * PAGE_WORK)
    clock.now += 100
    tally.update([FileProgress(file(8), Stage.OCR, 25, 50)])
    assert tally.seconds_left() == pytest.approx(120 / (10 + 25 * PAGE_WORK) * 75 * PAGE_WORK)


def test_pages_recognised_before_a_pause_do_not_count_as_speed(tally: IntakeProgress, clock: Clock) -> None:
    tally.update([FileProgress(file(1), Stage.OCR, 40, 100)])
    tally.start()
    clock.now += 20
    tally.update([FileProgress(file(1), Stage.OCR, 90, 100)])
    assert tally.seconds_left() is None
    tally.update([FileProgress(file(1), Stage.OCR, 95, 100)])
    clock.now += 20
    assert tally.seconds_left() == pytest.approx(40 / (1 + 5 * PAGE_WORK) * 5 * PAGE_WORK)


def test_files_that_end_at_once_do_not_make_the_others_seem_quick(
    tally: IntakeProgress, clock: Clock
) -> None:
    tally.update(waiting(*range(200)))
    tally.start()
    tally.update(ended(number, FileStatus.ALREADY_HERE) for number in range(90))
    tally.update(ended(number) for number in range(90, 100))
    clock.now += 20
    assert tally.seconds_left() == pytest.approx(200)


def test_every_end_is_counted_once_and_those_taken_off_by_their_own_name(tally: IntakeProgress) -> None:
    tally.update(waiting(1, 2, 3))
    tally.update([ended(1), ended(1), ended(2, FileStatus.REFUSED)])
    gone = FileOutcome(file(3), FileStatus.REFUSED, reason=TAKEN_OFF)
    tally.update([FileProgress(file(3), Stage.WAITING, outcome=gone)])
    assert tally.account() == "3 files: 1 added, 1 refused, 1 not added."
    assert tally.unfinished == 0


def test_a_file_that_is_added_again_is_unfinished_again(tally: IntakeProgress) -> None:
    tally.update([ended(1, FileStatus.REFUSED)])
    tally.update(waiting(1))
    assert (tally.finished, tally.known) == (0, 1)


def with_pages(number: int, pages: int, *, doubtful: int = 0) -> FileProgress:
    made = replace(document(number, SOURCES[0]), pages=pages, doubtful_pages=doubtful)
    outcome = FileOutcome(file(number), FileStatus.ADDED, made)
    return FileProgress(file(number), Stage.DONE, outcome=outcome)


def test_pages_are_counted_as_they_are_finished_and_each_once(tally: IntakeProgress) -> None:
    tally.update(waiting(1, 2))
    tally.update([FileProgress(file(1), Stage.OCR, 30, 48)])
    assert tally.pages == 30
    tally.update([with_pages(1, 50), with_pages(2, 12)])
    assert tally.pages == 62


def test_the_speed_is_that_of_the_last_minutes_and_unknown_at_first(
    tally: IntakeProgress, clock: Clock
) -> None:
    tally.update(waiting(*range(1, 100)))
    tally.start()
    tally.update([])
    clock.now += 5
    tally.update([with_pages(1, 10)])
    assert "a minute" not in tally.line() and "10 pages" in tally.line()
    for number in range(2, 40):
        clock.now += 5
        tally.update([with_pages(number, 10)])
    assert "120 a minute" in tally.line()
    for number in range(40, 80):
        clock.now += 10
        tally.update([with_pages(number, 10)])
    assert "60 a minute" in tally.line()


def test_the_time_left_follows_the_pages_of_the_files_before_not_their_number_alone(
    tally: IntakeProgress, clock: Clock
) -> None:
    """Twenty files of 500 pages with text took as long as twenty would; the pages tell of the rest."""
    tally.update(waiting(*range(1, 41)))
    tally.start()
    tally.update([FileProgress(file(40), Stage.OCR, 0, 100)])
    tally.update([with_pages(number, 500) for number in range(1, 20)])
    clock.now += 200
    done = 20 + 19 * 500 * TEXT_WORK
    left = 20 * (1 + 19 * 500 * TEXT_WORK / 20 + PAGE_WORK * 100 / 20) + PAGE_WORK * 100
    assert tally.seconds_left() == pytest.approx(200 / done * left)


def test_documents_with_doubtful_pages_are_kept_until_they_are_read_better(tally: IntakeProgress) -> None:
    tally.update([with_pages(1, 9, doubtful=3), with_pages(2, 9)])
    assert tally.doubtful == {1: 3}
    tally.update(waiting(1))
    tally.update([with_pages(1, 9)])
    assert tally.doubtful == {}
