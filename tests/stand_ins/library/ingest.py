"""The ingest of the stand-in library: a ledger in memory that is worked off as the test says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from briefbank.api.documents import DocumentsApi, IngestApi, WatchedFoldersApi
from briefbank.domain.ingest import (
    Enqueued,
    FileOutcome,
    FileProgress,
    FileStatus,
    IngestReport,
    PassedOver,
    ReportedFile,
    Searchable,
    Stage,
    Survey,
    UnconfirmedPaths,
    WatchedFolder,
)
from briefbank.domain.pages import OcrSetting
from briefbank.jobs import Reporter
from briefbank.text.messages import Message
from tests.stand_ins.library.calls import StubCalls

STOPPED = Message("Stopped before it was added. Add it again when you wish.")
Script = Callable[[Path, Reporter], FileOutcome | None]


class StubIngest(IngestApi):
    """``script`` works on one file: its outcome, or None to let it wait on for the next run."""

    def __init__(self, calls: StubCalls, documents: DocumentsApi) -> None:
        self._calls, self._documents = calls, documents
        self.ended: list[FileOutcome] = []
        self.passed_over = PassedOver()
        self.ledger: dict[Path, None] = {}
        """Waiting files, in order."""
        self.script: Script | None = None
        self.passwords: dict[Path, str] = {}
        self.thorough: set[Path] = set()
        """The files that were queued to be read thoroughly."""
        self._paused = False
        self.reported = IngestReport({}, 0, 0, (), 0, 0, 0)
        self.surveyed: Survey | None = None
        """The survey of a large drop; None for a drop that needs none."""

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
        patterns: Collection[str] = (),
    ) -> Enqueued:
        self._calls._call("enqueue", list(dropped))
        self.thorough.update(dropped if thorough else ())
        self.passwords.update(passwords or {})
        files = [path for path in dropped if path.suffix]
        for path in files:
            reporter.file(FileProgress(path, Stage.WAITING))
        self.ledger.update(dict.fromkeys(files))
        return Enqueued(len(files), self.passed_over)

    def enqueue_attached(self, document_id: int, reporter: Reporter) -> Enqueued:
        self._calls._call("enqueue_attached", document_id)
        document = self._documents.get(document_id)
        files = [Path(document.file_name) / f"{number + 1}.pdf" for number in range(document.attached)]
        for path in files:
            reporter.file(FileProgress(path, Stage.WAITING))
        self.ledger.update(dict.fromkeys(files))
        return Enqueued(len(files))

    def survey(
        self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False
    ) -> Survey | None:
        self._calls._call("survey", list(dropped))
        return self.surveyed

    def finish_drops(self, reporter: Reporter) -> None:
        self._calls._call("finish_drops")

    def run(self, reporter: Reporter) -> list[FileOutcome]:
        self._calls._call("run_ingest")
        outcomes = []
        left: set[Path] = set()
        while todo := [path for path in self.ledger if path not in left]:
            for path in todo:
                reporter.check()
                if path not in self.ledger:
                    continue
                outcome = self._work_on(path, reporter)
                if outcome is None:
                    left.add(path)
                elif path in self.ledger:
                    del self.ledger[path]
                    reporter.file(FileProgress(path, Stage.DONE, outcome=outcome))
                    outcomes.append(outcome)
        return outcomes

    def _work_on(self, path: Path, reporter: Reporter) -> FileOutcome | None:
        if self.script is not None:
            return self.script(path, reporter)
        reporter.file(FileProgress(path, Stage.READING, 3, 12, 40.0))
        return FileOutcome(path, FileStatus.ADDED)

    def waiting(self) -> list[FileProgress]:
        self._calls._call("waiting_files")
        return [FileProgress(path, Stage.WAITING) for path in self.ledger]

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        self._calls._call("cancel_ingest", None if paths is None else list(paths))
        gone = list(self.ledger) if paths is None else [path for path in paths if path in self.ledger]
        for path in gone:
            self.ledger.pop(path, None)
        return [FileOutcome(path, FileStatus.REFUSED, reason=STOPPED) for path in gone]

    @property
    def paused(self) -> bool:
        self._calls._call("intake_paused")
        return self._paused

    @paused.setter
    def paused(self, wanted: bool) -> None:
        self._calls._call("set intake_paused", wanted)
        self._paused = wanted

    def history(self) -> list[FileOutcome]:
        self._calls._call("intake_history")
        return list(self.ended)

    def report(self) -> IngestReport:
        self._calls._call("ingest_report")
        return self.reported

    def reported_files(self) -> list[ReportedFile]:
        self._calls._call("reported_files")
        return []

    def searchable(self) -> Searchable:
        return Searchable(len(self.ledger), 0, 0)

    def clear_refused(self) -> None:
        self._calls._call("clear_refused")
        self.ended = [
            outcome for outcome in self.ended if outcome.status is not FileStatus.REFUSED or outcome.left_out
        ]

    def leave_out(self, paths: Collection[Path], *, skip: bool = True) -> None:
        self._calls._call("leave_out", (list(paths), skip))

    def read_again(
        self,
        document_id: int,
        pages: Collection[int] | None = None,
        *,
        setting: OcrSetting = OcrSetting.STANDARD,
        engine: str = "",
    ) -> None:
        chosen = None if pages is None else list(pages)
        self._calls._call("read_again", (document_id, chosen, setting, engine))
        self.ledger[Path(self._documents.get(document_id).file_name)] = None


class StubWatchedFolders(WatchedFoldersApi):
    """``found`` are the files that the next poll queues."""

    def __init__(self, calls: StubCalls, ingest: StubIngest) -> None:
        self._calls, self._ingest = calls, ingest
        self.kept: list[WatchedFolder] = []
        self.named_by_others = UnconfirmedPaths((), ())
        self.found: list[Path] = []

    def folders(self) -> list[WatchedFolder]:
        self._calls._call("watched_folders")
        return list(self.kept)

    def watch(self, path: Path) -> None:
        self._calls._call("watch", path)
        self.kept.append(WatchedFolder(path))

    def unwatch(self, path: Path) -> None:
        self._calls._call("unwatch", path)
        self.kept = [item for item in self.kept if item.path != path]

    def unconfirmed(self) -> UnconfirmedPaths:
        self._calls._call("unconfirmed")
        return self.named_by_others

    def confirm(self) -> None:
        self._calls._call("confirm")
        self.named_by_others = UnconfirmedPaths((), ())

    def decline(self) -> None:
        self._calls._call("decline")
        self.named_by_others = UnconfirmedPaths((), ())

    def poll(self, reporter: Reporter) -> int:
        self._calls._call("poll_watched")
        paths, self.found = self.found, []
        self._ingest.ledger.update(dict.fromkeys(paths))
        return len(paths)


def worked_on_until_cancelled(path: Path, reporter: Reporter) -> FileOutcome | None:
    """A script: the file is read for ever."""
    reporter.file(FileProgress(path, Stage.READING, 3, 12, 40.0))
    while True:
        reporter.check()
