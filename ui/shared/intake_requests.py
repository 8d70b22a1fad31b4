"""The requests of the intake's jobs to the library, made in the threads of their lanes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.documents import Document
from briefbank.domain.ingest import (
    FileOutcome,
    FileProgress,
    FileStatus,
    PassedOver,
    Searchable,
    Stage,
    Survey,
)
from briefbank.domain.pages import OcrSetting
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


@dataclass(frozen=True)
class ReadAgain:
    """A request to recognise pages (0-based) of a document again, or (None) all that are scans."""

    document: Document
    pages: tuple[int, ...] | None
    setting: OcrSetting
    engine: str = ""


class _Counting:
    """A reporter that also counts the files that it reports."""

    def __init__(self, reporter: JobReporter) -> None:
        self.files = 0
        self._reporter = reporter
        self.progress, self.check = reporter.progress, reporter.check

    def file(self, event: FileProgress) -> None:
        self.files += 1
        self._reporter.file(event)


def history(library: LibraryApi, _reporter: JobReporter) -> tuple[list[FileOutcome], set[Path]]:
    """Return how earlier intakes ended, and which of their refused files are gone."""
    outcomes = library.ingest.history()
    refused = {outcome.path for outcome in outcomes if outcome.status is FileStatus.REFUSED}
    return outcomes, {path for path in refused if source_of(path) is None}


def what_waits(library: LibraryApi, reporter: JobReporter) -> tuple[int, bool]:
    """Report every file that waits; return how many these are, and whether a person has paused them."""
    library.ingest.finish_drops(reporter)
    return list_waiting(library, reporter), library.ingest.paused


def list_waiting(library: LibraryApi, reporter: JobReporter) -> int:
    """Report each file as waiting, at whatever stage an earlier run left it."""
    waiting = library.ingest.waiting()
    for file in waiting:
        reporter.file(FileProgress(file.path, Stage.WAITING))
    return len(waiting)


def enqueue(
    library: LibraryApi,
    paths: Sequence[Path],
    passwords: Mapping[Path, str],
    thorough: bool,
    reporter: JobReporter,
) -> tuple[int, PassedOver]:
    """Queue files; return how many were found and what was passed over."""
    counting = _Counting(reporter)
    sources = list(dict.fromkeys(paths))
    queued = library.ingest.enqueue(sources, counting, passwords=passwords, thorough=thorough)
    return counting.files, queued.passed_over


def look_or_enqueue(
    library: LibraryApi, paths: Sequence[Path], reporter: JobReporter
) -> Survey | tuple[int, PassedOver]:
    """Return the survey of a large drop, of which nothing is queued; queue a small one as ``enqueue``."""
    surveyed = library.ingest.survey(paths, reporter, large_only=True)
    return enqueue(library, paths, {}, False, reporter) if surveyed is None else surveyed


def source_of(path: Path) -> Path | None:
    """Return the file on the disk for a path of the list: itself, or the archive that it lies in; None for
    none."""
    for candidate in (path, *path.parents):
        if candidate.exists():
            return candidate if candidate == path or candidate.is_file() else None
    return None


def read_again(library: LibraryApi, order: ReadAgain, reporter: JobReporter) -> int:
    before = {file.path for file in library.ingest.waiting()}
    library.ingest.read_again(order.document.id, order.pages, setting=order.setting, engine=order.engine)
    for file in library.ingest.waiting():
        if file.path not in before:
            reporter.file(FileProgress(file.path, Stage.WAITING))
    return 1


def enqueue_attached(library: LibraryApi, document_id: int, reporter: JobReporter) -> int:
    """Queue the files attached inside a PDF; return how many."""
    counting = _Counting(reporter)
    library.ingest.enqueue_attached(document_id, counting)
    return counting.files


def set_paused(library: LibraryApi, paused: bool, _reporter: JobReporter) -> None:
    library.ingest.paused = paused


def cancel(library: LibraryApi, paths: tuple[Path, ...] | None, reporter: JobReporter) -> None:
    """Cancel files. Each ends while it waits, by which the list knows that a person wanted it."""
    for outcome in library.ingest.cancel(paths):
        reporter.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))


def searchable(library: LibraryApi, _reporter: JobReporter) -> Searchable:
    return library.ingest.searchable()


def clear_refused(library: LibraryApi, _reporter: JobReporter) -> None:
    library.ingest.clear_refused()


def leave_out(library: LibraryApi, paths: tuple[Path, ...], skip: bool, _reporter: JobReporter) -> None:
    library.ingest.leave_out(paths, skip=skip)


def run(library: LibraryApi, reporter: JobReporter) -> list[FileOutcome]:
    return library.ingest.run(reporter)
