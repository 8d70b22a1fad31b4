"""Tests of the state of the ingest and of its files by group, as the window polls them."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from briefbank.cli.json_values import report_json
from briefbank.domain.ingest import FileGroup, FileOutcome, FileProgress, FileStatus, IngestState, Stage
from briefbank.ingest.progress import RunProgress
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support.profile import sample

QUIET = QuietReporter()
TEXT = "The officer stopped the wagon because a zebra was seen in it, and the court should reverse. {0}"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    dropped = tmp_path / "dropped"
    dropped.mkdir()
    for number in range(3):
        (dropped / f"good {number}.txt").write_text(TEXT.format(number))
    for name in ("broken.pdf", "torn.pdf"):
        (dropped / name).write_bytes(b"%PDF-1.4 broken")
    (dropped / "program.exe").write_bytes(b"MZ\0\1")
    return dropped


def names(files: list[FileOutcome]) -> list[str]:
    return [outcome.path.name for outcome in files]


def test_a_round_counts_its_files_and_each_is_in_one_group(library: Library, folder: Path) -> None:
    since = library.ingest.state().newest
    library.ingest.enqueue([folder], QUIET)
    queued = library.ingest.state(since)
    assert (queued.open, queued.finished, queued.groups) == (6, 0, {FileGroup.OPEN: 6})
    assert library.ingest.state().since == since, "a window that opens now finds the same round"
    library.ingest.run(QUIET)
    ended = library.ingest.state(since)
    assert (ended.open, ended.known) == (0, 6)
    assert ended.ended == {FileStatus.ADDED: 3, FileStatus.REFUSED: 3}
    assert ended.groups == {FileGroup.ADDED: 3, FileGroup.REFUSED: 3}
    assert library.ingest.state(ended.newest).known == 0


def test_refused_files_are_grouped_by_reason_the_most_frequent_first_and_paged(
    library: Library, folder: Path
) -> None:
    library.ingest.add([folder], QUIET)
    refused = library.ingest.files(FileGroup.REFUSED)
    assert names(refused)[2] == "program.exe" and set(names(refused)[:2]) == {"broken.pdf", "torn.pdf"}
    assert library.ingest.files(FileGroup.REFUSED, 1, 1) == refused[1:2]
    alike = library.ingest.files(FileGroup.REFUSED, reason=refused[0].reason)
    assert alike == refused[:2]
    library.ingest.leave_out([folder / "program.exe"])
    assert names(library.ingest.files(FileGroup.LEFT_OUT)) == ["program.exe"]
    assert library.ingest.state(0).groups[FileGroup.REFUSED] == 2


def test_a_file_that_is_tried_again_is_counted_once(library: Library, folder: Path) -> None:
    since = library.ingest.state().newest
    for _attempt in range(2):
        library.ingest.add([folder / "broken.pdf"], QUIET)
    assert library.ingest.state(since).ended == {FileStatus.REFUSED: 1}
    (folder / "broken.pdf").write_text(TEXT.format("mended"))
    library.ingest.add([folder / "broken.pdf"], QUIET)
    assert library.ingest.state(since).ended == {FileStatus.ADDED: 1}


NAMES = ("good.txt", "copy of good.txt", "program.exe", "broken.pdf", "many.zip")
some = st.sets(st.sampled_from(NAMES), min_size=1)
steps = st.one_of(
    st.tuples(st.just("add"), some),
    st.tuples(st.just("cancel"), some),
    st.tuples(st.just("leave out"), some),
    st.tuples(st.just("again"), some),
    st.tuples(st.just("remove"), some),
)


def require_agreement(library: Library) -> None:
    """Compare the state, its lists, the report and the command line's JSON."""
    state, report = library.ingest.state(0), library.ingest.report()
    groups = state.groups
    assert state.ended == report.ended
    assert groups.get(FileGroup.NOT_ADDED, 0) == state.taken_off == report.taken_off
    assert groups.get(FileGroup.LEFT_OUT, 0) == state.left_out == report.left_out
    assert sum(groups.values()) == state.known == report.files == len(library.ingest.reported_files())
    assert report_json(report, library.ingest.searchable(), None)["files"] == report.files
    for group in FileGroup:
        assert len(library.ingest.files(group, 0, 1_000)) == groups.get(group, 0)


@settings(max_examples=sample(5, 50))
@example([("add", {"good.txt"}), ("cancel", {"good.txt"}), ("remove", set())])
@given(st.lists(steps, min_size=1, max_size=6))
def test_all_counts_agree_after_any_steps(
    tmp_path_factory: pytest.TempPathFactory, sequence: list[tuple[str, set[str]]]
) -> None:
    base = tmp_path_factory.mktemp("counts")
    folder = base / "dropped"
    folder.mkdir()
    for name in ("good.txt", "copy of good.txt"):
        (folder / name).write_text(TEXT.format("one"))
    (folder / "program.exe").write_bytes(b"MZ\0\1")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    with zipfile.ZipFile(folder / "many.zip", "w") as archive:
        archive.writestr("inside.txt", TEXT.format("two"))
        archive.writestr("program.exe", b"MZ\0\1")
    with Library.open(base / "library", encoder=Buckets()) as library:
        for step, chosen in sequence:
            paths = [folder / name for name in sorted(chosen)]
            match step:
                case "add":
                    library.ingest.add(paths, QUIET)
                case "cancel":
                    library.ingest.enqueue(paths, QUIET)
                    library.ingest.cancel()
                case "leave out":
                    library.ingest.leave_out(paths)
                case "again":
                    library.ingest.add([file.path for file in library.ingest.files(FileGroup.REFUSED)], QUIET)
                case "remove":
                    library.documents.remove_many([item.id for item in library.documents.each()][:1], QUIET)
            require_agreement(library)
    shutil.rmtree(base)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def run(clock: Clock) -> RunProgress:
    return RunProgress(QUIET, clock)


def path(number: int) -> Path:
    return Path(f"/tmp/{number}.pdf")


def end(run: RunProgress, numbers: range, status: FileStatus = FileStatus.ADDED) -> None:
    for number in numbers:
        run.file(FileProgress(path(number), Stage.DONE, outcome=FileOutcome(path(number), status)))


def left(run: RunProgress, open_files: int) -> float | None:
    return run.added_to(IngestState(open=open_files)).seconds_left


def test_nothing_is_promised_at_first(run: RunProgress, clock: Clock) -> None:
    end(run, range(50))
    clock.now += 14
    assert left(run, 50) is None


def test_files_with_text_take_as_long_as_those_before(run: RunProgress, clock: Clock) -> None:
    end(run, range(20))
    end(run, range(100, 190), FileStatus.ALREADY_HERE)
    clock.now += 40
    assert left(run, 80) == pytest.approx(160)


def test_scans_count_by_their_pages(run: RunProgress, clock: Clock) -> None:
    end(run, range(8))
    for number in (8, 9):
        run.file(FileProgress(path(number), Stage.OCR, 0, 50))
    clock.now += 20
    assert left(run, 2) == pytest.approx(20 / 10 * 100 * 4)
    run.file(FileProgress(path(8), Stage.OCR, 25, 50))
    state = run.added_to(IngestState(open=2))
    assert state.pages == 25 and [event.path for event in state.in_work] == [path(8)]


def test_the_speed_is_that_of_the_last_minutes(run: RunProgress, clock: Clock) -> None:
    for done in range(0, 100, 10):
        run.file(FileProgress(path(1), Stage.OCR, done, 100))
        clock.now += 5
    assert run.added_to(IngestState()).pages_a_minute == 110
