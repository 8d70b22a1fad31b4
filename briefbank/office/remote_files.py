"""Files between a client and the office: PDFs that were opened are cached, and dropped files are sent."""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.api.documents import IngestApi
from briefbank.domain.ingest import (
    TAKEN_OFF,
    Enqueued,
    FileOutcome,
    FileProgress,
    FileStatus,
    ReportedFile,
    Stage,
    UnconfirmedPaths,
    WatchedFolder,
)
from briefbank.errors import FileAway, FileRefused, NotInLibrary, ServerAway
from briefbank.ingest.dropped_files import DroppedFiles
from briefbank.ingest.progress import refusal_of
from briefbank.jobs import Reporter
from briefbank.office.link import Link
from briefbank.office.wire import AddUpload
from briefbank.text.file_names import LeaveOut

LARGEST = 2 * 2**30
"""The bytes that are kept; of more those that were opened longest ago are deleted."""


class PdfCache:
    """The PDFs of one office in a folder for this user alone. Any thread.

    A PDF is named after its document and the server's stamp of its bytes, so that a changed one is fetched
    anew. A fetch that was interrupted continues where it stopped.
    """

    def __init__(self, folder: Path, link: Link) -> None:
        self._folder, self._link = folder, link
        self._fetching: dict[int, Lock] = {}
        self._deleting = Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def path(self, document_id: int) -> Path:
        """Return the path of a document's PDF, fetched where it is not here. Raises NotInLibrary, and
        ServerAway where it is not here and cannot be fetched."""
        with self._fetching.setdefault(document_id, Lock()):
            try:
                return self._fetched(document_id)
            except NotInLibrary:
                self.forget(document_id)
                raise
            except ServerAway:
                kept = max(self._folder.glob(f"{document_id}-*.pdf"), default=None)
                if kept is None:
                    raise
                return kept

    def readable(self, document_id: int) -> Path:
        return self.path(document_id)

    def holds(self, path: Path) -> bool:
        return path.suffix == ".pdf" and path.parent == self._folder

    def clear(self) -> None:
        with self._deleting:
            for path in self._folder.iterdir():
                path.unlink(missing_ok=True)

    def documents(self) -> set[int]:
        """Return the documents of which something is here."""
        names = (path.name.partition("-")[0] for path in self._folder.iterdir())
        return {int(name) for name in names if name.isdecimal()}

    def forget(self, document_id: int) -> None:
        with self._deleting:
            for path in self._folder.glob(f"{document_id}-*"):
                path.unlink(missing_ok=True)

    def _fetched(self, document_id: int) -> Path:
        stored = self._link.stored_pdf(document_id)
        stamp = re.sub(r"[^0-9a-f-]", "", stored.stamp)[:64]
        target = self._folder / f"{document_id}-{stamp}.pdf"
        try:
            if target.exists():
                target.touch()
                return target
            part = target.with_suffix(".part")
            part.touch(mode=0o600)
            with part.open("r+b") as file:  # another program that fetches it writes the same at each place
                file.seek(0, os.SEEK_END)
                while file.tell() < stored.size:
                    piece = self._link.piece_of_pdf(document_id, file.tell())
                    if not piece:
                        raise FileAway(detail="the PDF ended early")
                    file.write(piece)
                if file.tell() != stored.size:
                    part.unlink(missing_ok=True)
                    raise FileAway(detail="the PDF has another length")
            if not target.exists():
                self._make_room(document_id)
                files.publish_file(part, target)
        except OSError as error:
            raise files.store_error(error) from error
        return target

    def _make_room(self, document_id: int) -> None:
        """Delete what is too much, and older bytes of the same document."""
        with self._deleting:
            kept = sorted(self._folder.glob("*.pdf"), key=lambda path: path.stat().st_mtime, reverse=True)
            total = 0
            for path in kept:
                total += path.stat().st_size
                if total > LARGEST or path.name.startswith(f"{document_id}-"):
                    path.unlink(missing_ok=True)


class ClientIngest:
    """The queue of files of one client, while its program runs. Any thread; one ``run`` at a time.

    What is not sent yet is forgotten when the program ends: the files are where they were. What was sent is
    added by the server whatever becomes of the client.
    """

    def __init__(self, link: Link, here: IngestApi, patterns: Callable[[], Collection[str]]) -> None:
        """``here`` is a library of this computer, which can look at files; ``patterns`` leave files out."""
        self.paused = False
        self._link, self._here, self._patterns = link, here, patterns
        self._lock = Lock()
        self._waiting = OrderedDict[Path, AddUpload]()  # of a plain one, taking the first is quadratic work
        self._ended: dict[Path, tuple[FileOutcome, datetime]] = {}
        """The files that have ended, in the order in which they did, each as it ended last."""

    add = IngestApi.add

    def survey(self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False) -> object:
        return self._here.survey(dropped, reporter, large_only=large_only)

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
        absolute = [path.absolute() for path in dropped]
        walked = DroppedFiles(absolute, LeaveOut([*self._patterns(), *patterns]))
        new = 0
        for file in walked.files():
            reporter.check()
            how = AddUpload((passwords or {}).get(file.path, ""), thorough)
            with self._lock:
                if file.path in self._waiting:
                    continue
                self._waiting[file.path] = how
            new += 1
            reporter.file(FileProgress(file.path, Stage.WAITING))
        return Enqueued(new, walked.passed_over)

    def finish_drops(self, reporter: Reporter) -> None:
        return

    def run(self, reporter: Reporter, *, scans_now: bool = False) -> list[FileOutcome]:
        outcomes: list[FileOutcome] = []
        while (first := self._first()) is not None:
            path, how = first
            try:
                ended = self._link.add(path, how, reporter)
            except FileRefused as error:
                ended = [
                    FileOutcome(path, FileStatus.REFUSED, reason=error.message, refusal=refusal_of(error))
                ]
                reporter.file(FileProgress(path, Stage.WAITING, outcome=ended[0]))
            if ended and path not in {outcome.path for outcome in ended}:
                reporter.file(FileProgress(path, Stage.DONE))
            outcomes += ended
            self._end(path, ended)
        return outcomes

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        with self._lock:
            stopped = [path for path in self._waiting if paths is None or path in paths]
        ended = [FileOutcome(path, FileStatus.REFUSED, reason=TAKEN_OFF) for path in stopped]
        for outcome in ended:
            self._end(outcome.path, [outcome])
        return ended

    def waiting(self) -> list[FileProgress]:
        with self._lock:
            return [FileProgress(path, Stage.WAITING) for path in self._waiting]

    def history(self) -> list[FileOutcome]:
        with self._lock:
            return [outcome for outcome, _ in reversed(self._ended.values())]

    def reported_files(self) -> list[ReportedFile]:
        with self._lock:
            return [_reported(outcome, ended) for outcome, ended in self._ended.values()]

    def clear_refused(self) -> None:
        with self._lock:
            self._ended = {
                path: end for path, end in self._ended.items() if end[0].status is not FileStatus.REFUSED
            }

    def _first(self) -> tuple[Path, AddUpload] | None:
        with self._lock:
            return next(iter(self._waiting.items()), None)

    def _end(self, path: Path, outcomes: Sequence[FileOutcome]) -> None:
        now = datetime.now(UTC)
        with self._lock:
            self._waiting.pop(path, None)
            if path in self._ended and self._ended[path][0].taken_off:
                del self._ended[path]  # the server had it already: it was added all the same
            for outcome in outcomes:
                self._ended.pop(outcome.path, None)
                self._ended[outcome.path] = outcome, now


class NoWatchedFolders:
    """Watched folders of a client in an office: none. A folder is watched where the library is."""

    def folders(self) -> list[WatchedFolder]:
        return []

    def poll(self, reporter: Reporter) -> int:
        return 0

    def unconfirmed(self) -> UnconfirmedPaths:
        return UnconfirmedPaths((), ())


def _reported(outcome: FileOutcome, ended: datetime) -> ReportedFile:
    document = outcome.document
    return ReportedFile(
        path=outcome.path,
        status=outcome.status,
        reason=outcome.reason,
        waits_for_scans=False,
        title=document.title if document else "",
        filed=document.filed if document else None,
        pages=document.pages if document else 0,
        ocr_pages=document.ocr_pages if document else 0,
        gaps=document.gaps if document else 0,
        queued=ended,
        ended=ended,
    )
