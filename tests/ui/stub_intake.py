"""The intake of the stand-in library: a ledger in memory that is worked off as the test says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from briefbank.domain.documents import Document
from briefbank.domain.ingest import (
    FileOutcome,
    FileProgress,
    FileStatus,
    Stage,
    UnconfirmedPaths,
    WatchedFolder,
)
from briefbank.domain.pages import OcrSetting
from briefbank.jobs import Reporter
from tests.ui.stub_calls import StubCalls

STOPPED = "Stopped before it was added. Add it again when you wish."
Script = Callable[[Path, Reporter], FileOutcome | None]


class StubIntake(StubCalls):
    """``script`` works on one file: its outcome, or None to let it wait on for the next run."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[FileOutcome] = []
        self.ledger: dict[Path, None] = {}
        """Waiting files, in order."""
        self.script: Script | None = None
        self.passwords: dict[Path, str] = {}
        self.watched: list[WatchedFolder] = []
        self.named_by_others = UnconfirmedPaths((), ())
        self.found_watched: list[Path] = []
        self._paused = False

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> int:
        self._call("enqueue", list(dropped))
        self.passwords.update(passwords or {})
        files = [path for path in dropped if path.suffix]
        for path in files:
            reporter.file(FileProgress(path, Stage.WAITING))
        self.ledger.update(dict.fromkeys(files))
        return len(files)

    def run_ingest(self, reporter: Reporter) -> list[FileOutcome]:
        self._call("run_ingest")
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

    def waiting_files(self) -> list[FileProgress]:
        self._call("waiting_files")
        return [FileProgress(path, Stage.WAITING) for path in self.ledger]

    def cancel_ingest(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        self._call("cancel_ingest", None if paths is None else list(paths))
        gone = list(self.ledger) if paths is None else [path for path in paths if path in self.ledger]
        for path in gone:
            self.ledger.pop(path, None)
        return [FileOutcome(path, FileStatus.REFUSED, reason=STOPPED) for path in gone]

    @property
    def intake_paused(self) -> bool:
        self._call("intake_paused")
        return self._paused

    @intake_paused.setter
    def intake_paused(self, wanted: bool) -> None:
        self._call("set intake_paused", wanted)
        self._paused = wanted

    def intake_history(self) -> list[FileOutcome]:
        self._call("intake_history")
        return list(self.history)

    def document(self, document_id: int) -> Document:
        raise NotImplementedError

    def read_again(
        self,
        document_id: int,
        pages: Collection[int] | None = None,
        *,
        setting: OcrSetting = OcrSetting.STANDARD,
        engine: str = "",
    ) -> None:
        chosen = None if pages is None else list(pages)
        self._call("read_again", (document_id, chosen, setting, engine))
        self.ledger[Path(self.document(document_id).file_name)] = None

    def read_older_again(self) -> int:
        self._call("read_older_again")
        self.ledger[Path("older.pdf")] = None
        return 1

    def ocr_engines(self) -> list[str]:
        self._call("ocr_engines")
        return ["Tesseract", "olmOCR"]

    # --- watched folders ---

    def watched_folders(self) -> list[WatchedFolder]:
        self._call("watched_folders")
        return list(self.watched)

    def watch(self, folder: Path) -> None:
        self._call("watch", folder)
        self.watched.append(WatchedFolder(folder))

    def unwatch(self, folder: Path) -> None:
        self._call("unwatch", folder)
        self.watched = [each for each in self.watched if each.path != folder]

    def unconfirmed(self) -> UnconfirmedPaths:
        self._call("unconfirmed")
        return self.named_by_others

    def confirm(self) -> None:
        self._call("confirm")
        self.named_by_others = UnconfirmedPaths((), ())

    def poll_watched(self, reporter: Reporter) -> int:
        self._call("poll_watched")
        found, self.found_watched = self.found_watched, []
        self.ledger.update(dict.fromkeys(found))
        return len(found)


def worked_on_until_cancelled(path: Path, reporter: Reporter) -> FileOutcome | None:
    """A script: the file is read for ever."""
    reporter.file(FileProgress(path, Stage.READING, 3, 12, 40.0))
    while True:
        reporter.check()
