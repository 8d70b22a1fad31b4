"""Tests of large drops, of a library that is away meanwhile, and of computers that join."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from briefbank import settings
from briefbank.catalogue import ingest_ledger, intake_notes, library_facts
from briefbank.domain.ingest import FileProgress, FileStatus, Stage
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.searches import SearchRequest
from briefbank.errors import Cancelled, StoreAway
from briefbank.ingest import ingestion
from briefbank.ingest.ingestion import WRITING
from briefbank.ingest.progress import WorkSpread
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.ocr.engines import OcrEngine
from briefbank.office.library import OfficeLibrary
from briefbank.settings import Settings
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter

QUIET = QuietReporter()
YEAR_S = 31_536_000


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library for which more than two files are a large drop."""
    monkeypatch.setattr(ingestion, "MASS", 2)
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """Seven files; the higher the number, the newer."""
    folder = tmp_path / "Appeals"
    folder.mkdir()
    for number in (3, 0, 6, 1, 5, 2, 4):
        brief(folder, number)
    return folder


def brief(folder: Path, number: int) -> Path:
    path = folder / f"{'zyxwvuts'[number]}{number}.txt"
    path.write_text(f"The officer had no warrant in matter {number}. The stop was unlawful.")
    os.utime(path, (number * YEAR_S,) * 2)
    return path


def names(files: list[FileProgress]) -> list[str]:
    return [file.path.name[1:2] for file in files]


class Stopping(QuietReporter):
    """Calls ``act`` when so many files were reported as waiting, and keeps the order of reading."""

    def __init__(self, after: int = 0, act: object = None) -> None:
        super().__init__()
        self._after, self._act = after, act
        self.read: list[str] = []

    def file(self, event: FileProgress) -> None:
        if event.stage is Stage.WAITING and event.outcome is None:
            self._after -= 1
            if self._after == 0 and callable(self._act):
                self._act()
        if event.stage is Stage.COPYING:
            self.read.append(event.path.name[1:2])


def test_the_newest_files_of_a_large_drop_are_first_and_what_a_person_waits_for_before(
    library: Library, office: Path, tmp_path: Path
) -> None:
    library.ingest.enqueue([office], QUIET)
    assert names(library.ingest.waiting()) == list("6543210")
    waited_for = tmp_path / "-w.txt"
    waited_for.write_text("The one that a person waits for.")
    library.ingest.enqueue([waited_for], QUIET)
    assert names(library.ingest.waiting()) == list("w6543210")
    outcomes = library.ingest.run(QUIET)
    assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * 8


def test_reading_begins_while_the_rest_is_still_being_queued(library: Library, office: Path) -> None:
    read = threading.Event()

    class Waiting(QuietReporter):
        waited = 0

        def file(self, event: FileProgress) -> None:
            if event.outcome is not None:
                read.set()

        def check(self) -> None:
            super().check()
            if len(library.ingest.waiting()) >= 2 and not self.waited:
                self.waited = 1
                worker.start()
                assert read.wait(60)

    reporter = Waiting()
    worker = threading.Thread(target=library.ingest.run, args=(reporter,))
    library.ingest.enqueue([office], reporter)
    worker.join()
    library.ingest.run(QUIET)
    assert library.documents.totals()[0] == 7


def test_an_interruption_during_queueing_loses_and_duplicates_no_file(office: Path, library: Library) -> None:
    reporter = Stopping(3, lambda: reporter.cancel())
    with pytest.raises(Cancelled):
        library.ingest.enqueue([office], reporter)
    assert names(library.ingest.waiting()) == list("6543")
    library.ingest.run_only(QUIET)
    assert len(library.ingest.history()) == 4
    library.ingest.finish_drops(QUIET)
    assert names(library.ingest.waiting()) == list("210")
    library.ingest.finish_drops(QUIET)
    library.ingest.run(QUIET)
    ended = library.ingest.history()
    assert len(ended) == 7 and {item.status for item in ended} == {FileStatus.ADDED}


def test_the_next_start_continues_a_drop_and_ignores_a_foreign_note(
    tmp_path: Path, office: Path, library: Library
) -> None:
    reporter = Stopping(1, lambda: reporter.cancel())
    with pytest.raises(Cancelled):
        library.ingest.enqueue([office], reporter)
    catalogue = library.catalogue
    noted = library_facts.get(catalogue, "open drops")
    library_facts.put(catalogue, "open drops", noted.replace("Appeals", "Secrets"))
    assert intake_notes.open_drops(catalogue) == []
    library_facts.put(catalogue, "open drops", "[[1]]")
    assert intake_notes.open_drops(catalogue) == []
    library_facts.put(catalogue, "open drops", noted)
    assert len(library.ingest.run(QUIET)) == 7
    library_facts.put(catalogue, "open drops", noted)
    ingest_ledger.forget_agreements(catalogue)
    assert intake_notes.open_drops(catalogue) == []


def test_files_of_a_watched_folder_keep_their_order_when_the_next_start_continues(
    office: Path, library: Library
) -> None:
    inner = office / "2010" / "Smith"
    inner.mkdir(parents=True)
    renames = [path.rename(inner / path.name) for path in sorted(office.glob("*.txt"))]
    reporter = Stopping(3, lambda: reporter.cancel())
    with pytest.raises(Cancelled):
        library.ingest.enqueue(renames, reporter, watched=[office])
    library.ingest.run(QUIET)
    assert {document.folder for document in library.documents.each()} == {"Appeals/2010/Smith"}


def test_cancelling_everything_ends_the_queueing_too(office: Path, library: Library) -> None:
    library.ingest.enqueue([office], Stopping(3, lambda: library.ingest.cancel()))
    assert library.ingest.waiting() == []
    library.ingest.finish_drops(QUIET)
    assert library.ingest.waiting() == []


def test_kept_patterns_and_those_of_the_drop_leave_files_out_and_they_are_counted(
    office: Path, library: Library
) -> None:
    settings.save(Settings(leave_out=("*6.txt",)))
    queued = library.ingest.enqueue([office], QUIET, patterns=["*5.*", "Appeals/w*"])
    assert (queued.new, queued.passed_over.by_pattern) == (4, 3)
    assert names(library.ingest.waiting()) == list("4210")
    dropped_itself = office / "t6.txt"
    assert library.ingest.enqueue([dropped_itself], QUIET).new == 1


def test_searchable_files_are_counted_while_others_wait(office: Path, library: Library) -> None:
    library.ingest.enqueue([office], QUIET)
    before = library.ingest.searchable()
    assert (before.files, before.by_words, before.by_meaning) == (7, 0, 0)
    assert before.next_modified is not None and before.next_modified.timestamp() == 6 * YEAR_S
    library.ingest.run(QUIET)
    after = library.ingest.searchable()
    assert (after.files, after.by_words, after.by_meaning, after.next_modified) == (7, 7, 0, None)
    library.embedding.embed_pending(QUIET)
    assert library.ingest.searchable().by_meaning == 7


def test_the_report_tells_each_file_and_the_table_starts_no_formula(
    office: Path, library: Library, tmp_path: Path
) -> None:
    (office / "=cmd.exe").write_bytes(b"MZ\0\1")
    (office / "\udce9.txt").write_text("The name of this file is not UTF-8.")
    library.ingest.add([office], QUIET)
    report = library.ingest.report()
    assert report.files == 9 and report.ended[FileStatus.REFUSED] == 1
    assert len(report.refusals) == 1 and report.refusals[0][1] == 1
    table = tmp_path / "report.csv"
    assert library.exports.ingest_report(library.ingest.reported_files(), table) == 9
    rows = table.read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 10 and rows[0].startswith("File,Outcome,Reason,Title")
    assert sum("Refused" in row for row in rows) == 1 and sum(",Added," in row for row in rows) == 8
    assert not [name for name in tmp_path.iterdir() if name.name.endswith(".tmp")]


FILES = 6
TEXT = "POINT I\n\nThe police seized giraffe {} without a warrant. It should be returned to its owner.\n"


@pytest.fixture
def dropped(tmp_path: Path) -> Path:
    folder = tmp_path / "dropped"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"brief {number}.txt").write_text(TEXT.format(number) * 3)
    return folder


def test_files_added_while_the_library_becomes_unavailable_wait_and_none_is_lost(
    tmp_path: Path, dropped: Path
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    ends: list[FileStatus] = []

    def leave(event: FileProgress) -> None:
        if event.outcome is not None:
            ends.append(event.outcome.status)
            if len(ends) == 1:
                home.rename(gone)

    with Library.open(home, encoder=Buckets()) as library:
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], RecordingReporter(on_file=leave))
        assert set(ends) == {FileStatus.ADDED}
        with pytest.raises(StoreAway) as caught:
            library.search(SearchRequest("giraffe"))
        assert "try again" in caught.value.remedy
        assert not home.exists(), "a library that is away was begun anew in its place"
        gone.rename(home)
        library.ingest.run(QuietReporter())
        assert library.search(SearchRequest("giraffe")).total > 0
        assert library.documents.totals()[0] == FILES
        assert library.maintenance.check().problems == ()


def test_an_empty_folder_in_the_librarys_place_is_left_empty(tmp_path: Path, dropped: Path) -> None:
    """A computer shows an empty folder where a share was that went away."""
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    with Library.open(home, encoder=Buckets()) as library:
        library.ingest.add([dropped / "brief 0.txt"], QuietReporter())
        home.rename(gone)
        home.mkdir()
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], QuietReporter())
        with pytest.raises(StoreAway):
            library.documents.remove(1)
        with ThreadPoolExecutor(1) as another, pytest.raises(StoreAway):
            another.submit(library.search, SearchRequest("giraffe")).result()
        library.audit.note(AuditEvent.EXPORTED)
        assert list(home.iterdir()) == []
        home.rmdir()
        gone.rename(home)
        library.ingest.run(QuietReporter())
        assert library.maintenance.check().problems == ()


class GrowingSpread(WorkSpread):
    """Workers that increase only when more files are in progress than one computer has threads: then another
    computer joins."""

    def __init__(self) -> None:
        self.now, self.waiting, self.lock = 1, 0, threading.Lock()
        self.enough = threading.Barrier(WRITING + 3)

    def places(self, here: int) -> int:
        return self.now

    def engine(self, local: OcrEngine) -> OcrEngine:
        return WaitingEngine(self, local)


class WaitingEngine(OcrEngine):
    """An engine that waits for the other files before it says whether it can be used."""

    def __init__(self, spread: GrowingSpread, local: OcrEngine) -> None:
        self.name, self._spread, self._local = local.name, spread, local

    def problem(self) -> Message:
        spread = self._spread
        if threading.current_thread() is not threading.main_thread():
            with spread.lock:
                spread.waiting += 1
                if spread.waiting == WRITING + 1:
                    spread.now = 4
            if not spread.enough.broken:
                try:
                    spread.enough.wait(60)
                except threading.BrokenBarrierError:
                    pass
        return self._local.problem()

    def recognise(self, source: Path, *args: Any, **kwargs: Any) -> None:
        raise AssertionError("texts have no page to recognise")

    def close(self) -> None:
        self._local.close()


def test_files_are_taken_for_a_computer_that_joins_meanwhile(tmp_path: Path) -> None:
    paths = []
    for number in range(WRITING + 3):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(f"POINT I\n\nTHE HERON\n\nHeron number {number} stood in the wagon.\n")
    spread = GrowingSpread()
    with OfficeLibrary.open(tmp_path / "library", encoder=Buckets(), spread=spread) as library:
        outcomes = library.ingest.add(paths, QuietReporter())
    assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * len(paths)
    assert not spread.enough.broken
