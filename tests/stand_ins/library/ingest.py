"""The ingest of the stand-in library: a ledger in memory that the test works off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from briefbank.api.documents import DocumentsApi, IngestApi, WatchedFoldersApi
from briefbank.domain.ingest import (
    TAKEN_OFF,
    Enqueued,
    FileGroup,
    FileOutcome,
    FileProgress,
    FileStatus,
    IngestReport,
    IngestState,
    ReportedFile,
    Searchable,
    Stage,
    Survey,
    UnconfirmedPaths,
    WatchedFolder,
    group_of,
)
from briefbank.domain.pages import OcrSetting
from briefbank.ingest.progress import RunProgress
from briefbank.jobs import Reporter
from briefbank.text.messages import Message
from tests.stand_ins.library.calls import StubCalls

Script = Callable[[Path, Reporter], FileOutcome | None]


class StubIngest(IngestApi):
    """``script`` works on one file: its outcome, or None to let it wait on for the next run."""

    def __init__(self, calls: StubCalls, documents: DocumentsApi) -> None:
        self._calls, self._documents = calls, documents
        self.ended: list[FileOutcome] = []
        self.ledger: dict[Path, None] = {}
        """Waiting files, in order."""
        self.script: Script | None = None
        self.paused = False
        self._rows: dict[Path, int] = {}
        """When each file was last queued: after so many others."""
        self._number = 0
        self._ends: dict[Path, FileOutcome] = {}
        """Files that ended while the library is open."""
        self._progress: RunProgress | None = None

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
        files = [path for path in dropped if path.suffix]
        for path in files:
            reporter.file(FileProgress(path, Stage.WAITING))
        self._queue(files)
        return Enqueued(len(files))

    def _queue(self, files: Sequence[Path]) -> None:
        for path in files:
            self._number += 1
            self._rows[path] = self._number
            self._ends.pop(path, None)
            self.ledger[path] = None

    def enqueue_attached(self, document_id: int, reporter: Reporter) -> Enqueued:
        self._calls._call("enqueue_attached", document_id)
        document = self._documents.get(document_id)
        files = [Path(document.file_name) / f"{number + 1}.pdf" for number in range(document.attached)]
        for path in files:
            reporter.file(FileProgress(path, Stage.WAITING))
        self._queue(files)
        return Enqueued(len(files))

    def survey(
        self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False
    ) -> Survey | None:
        return None

    def finish_drops(self, reporter: Reporter) -> None:
        self._calls._call("finish_drops")

    def run(self, reporter: Reporter) -> list[FileOutcome]:
        self._calls._call("run_ingest")
        self._progress = RunProgress(reporter)
        try:
            return self._run(self._progress)
        finally:
            self._progress = None

    def _run(self, reporter: Reporter) -> list[FileOutcome]:
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
                    self._ends[path] = outcome
                    reporter.file(FileProgress(path, Stage.DONE, outcome=outcome))
                    outcomes.append(outcome)
        return outcomes

    def _work_on(self, path: Path, reporter: Reporter) -> FileOutcome | None:
        if self.script is not None:
            return self.script(path, reporter)
        reporter.file(FileProgress(path, Stage.READING, 3, 12, 40.0))
        return FileOutcome(path, FileStatus.ADDED)

    def _all_ended(self) -> list[FileOutcome]:
        """Return how files have ended, the newest first."""
        own = [outcome for path, outcome in self._ends.items() if path not in self.ledger]
        known = {outcome.path for outcome in own} | self.ledger.keys()
        return [*reversed(own), *(outcome for outcome in self.ended if outcome.path not in known)]

    def state(self, since: int | None = None) -> IngestState:
        self._calls._call("ingest_state")
        ledger = list(self.ledger)
        rows = [self._rows.get(path, 0) for path in ledger]
        if since is None:
            since = min(rows, default=self._number + 1) - 1
        ended = self._all_ended()
        now = [group_of(item) for item in ended if self._rows.get(item.path, -1) > since]
        counted = Counter(
            item.status
            for item in ended
            if self._rows.get(item.path, -1) > since and not item.taken_off and not item.left_out
        )
        state = IngestState(
            since,
            self._number,
            sum(row > since for row in rows),
            0,
            counted,
            now.count(FileGroup.NOT_ADDED),
            now.count(FileGroup.LEFT_OUT),
            Counter({FileGroup.OPEN: len(ledger)}) + Counter(map(group_of, ended)),
        )
        progress = self._progress
        return progress.added_to(state) if progress else state

    def files(
        self, group: FileGroup, start: int = 0, most: int = 100, reason: Message | None = None
    ) -> list[FileOutcome]:
        self._calls._call("ingest_files", (group, start))
        if group is FileGroup.OPEN:
            files = [FileOutcome(path, FileStatus.WAITING) for path in self.ledger]
        else:
            files = [outcome for outcome in self._all_ended() if group_of(outcome) is group]
        alike = Counter(outcome.reason for outcome in files)
        if group in (FileGroup.REFUSED, FileGroup.PROTECTED):
            files.sort(key=lambda outcome: (-alike[outcome.reason], outcome.reason))
        return [item for item in files if reason is None or item.reason == reason][start : start + most]

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        self._calls._call("cancel_ingest", None if paths is None else list(paths))
        gone = list(self.ledger) if paths is None else [path for path in paths if path in self.ledger]
        for path in gone:
            self.ledger.pop(path, None)
        stopped = [FileOutcome(path, FileStatus.REFUSED, reason=TAKEN_OFF) for path in gone]
        self._ends.update({outcome.path: outcome for outcome in stopped})
        return stopped

    def report(self) -> IngestReport:
        refused = (item for item in self._all_ended() if item.status is FileStatus.REFUSED)
        reasons = Counter(item.reason for item in refused if not item.taken_off and not item.left_out)
        return IngestReport({}, 0, 0, tuple(reasons.most_common()), 0, 0, 0)

    def searchable(self) -> Searchable:
        return Searchable(len(self.ledger), 0, 0)

    def history(self) -> list[FileOutcome]:
        return []

    def reported_files(self) -> list[ReportedFile]:
        return []

    def waiting(self) -> list[FileProgress]:
        return []

    def clear_refused(self) -> None:
        return None

    def leave_out(self, paths: Collection[Path], *, skip: bool = True) -> None:
        self.ended = [replace(end, left_out=skip) if end.path in paths else end for end in self.ended]
        for path in self._ends.keys() & set(paths):
            self._ends[path] = replace(self._ends[path], left_out=skip)

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
        self._queue([Path(self._documents.get(document_id).file_name)])


class StubWatchedFolders(WatchedFoldersApi):
    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls
        self.kept: list[WatchedFolder] = []

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
        return UnconfirmedPaths((), ())

    def confirm(self) -> None:
        return None

    def decline(self) -> None:
        return None

    def poll(self, reporter: Reporter) -> int:
        return 0
