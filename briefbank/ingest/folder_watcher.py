"""Watched folders: finds new and changed files in them, once they are completely written.

Folders are polled, because network shares announce nothing. A file is offered when its size and modification
time were the same at two polls at least ``SETTLE_S`` apart by the caller's monotonic clock: a wrong or
changed time of day, here or on the share, does no harm. The file is offered again until the caller says that
the ledger has it. A kill in between therefore loses nothing, and the ledger recognises a file that it has
already by its contents. Files that disappear, or a share that cannot be reached, remove nothing from the
library.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from briefbank.api.documents import WatchedFoldersApi
from briefbank.catalogue import intake_notes
from briefbank.catalogue.database import Database
from briefbank.catalogue.intake_notes import State, file_key
from briefbank.domain.ingest import UnconfirmedPaths, WatchedFolder
from briefbank.errors import BriefBankError, NotReadable
from briefbank.ingest.dropped_files import DroppedFiles
from briefbank.ingest.ingestion import Ingestion
from briefbank.jobs import Reporter
from briefbank.storage.write_access import Access
from briefbank.text.file_names import LeaveOut
from briefbank.text.messages import NO_MESSAGE, Message

SETTLE_S = 20.0
"""The seconds without a change after which a file counts as complete. A scanner or a slow copy may pause for
seconds between two blocks; polls every half minute are far enough apart."""

_AWAY = Message(
    "This folder cannot be reached just now. What was added from it stays in the library. BriefBank looks "
    "again by itself; check that its drive is connected."
)
_UNCONFIRMED = Message(
    "This folder was named on another computer or comes from a backup. It is not watched before you agree."
)
_SQLITE_INTEGERS = 2**63
"""The limit of stored times; some shares give larger ones, and the remainder shows changes as well."""


class NotWatchable(BriefBankError):
    default_title = Message("This folder cannot be watched.")
    default_remedy = Message("Choose another folder.")


class FolderWatcher:
    """The watched folders of one library. Any thread; no call waits for a poll, which a share may delay."""

    def __init__(
        self, catalogue: Database, library: Path, left_out: Callable[[], LeaveOut] = LeaveOut
    ) -> None:
        """``library`` is the library's own folder; ``left_out`` are the patterns of files not added."""
        self._left_out = left_out
        self._catalogue = catalogue
        self._library = library
        self._lock = threading.Lock()
        self._waiting: dict[Path, dict[Path, tuple[State, float]]] = {}
        """By folder, new and changed files with the caller's seconds when first seen in this state."""
        self._troubles: dict[Path, Message] = {}

    def folders(self) -> list[WatchedFolder]:
        return [
            WatchedFolder(
                folder, self._troubles.get(folder, NO_MESSAGE) if confirmed else _UNCONFIRMED, confirmed
            )
            for folder, confirmed in intake_notes.confirmed_folders(self._catalogue).items()
        ]

    def confirm(self) -> None:
        """Watch also the folders that someone else added. Raises StoreError."""
        for folder, confirmed in intake_notes.confirmed_folders(self._catalogue).items():
            if not confirmed:
                intake_notes.watch(self._catalogue, folder)

    def watch(self, path: Path) -> None:
        """Watch a folder and its subfolders. Raises NotReadable, NotWatchable (the library's own, one around
        it, one that overlaps another that is watched) and StoreError."""
        folder = path.absolute()
        try:
            os.scandir(folder).close()
        except OSError as error:
            title = Message("The folder cannot be opened.")
            remedy = Message("Check that it is there and that you may read it, then choose it again.")
            raise NotReadable(title, remedy, detail=f"watch: errno {error.errno}") from error
        if _within(folder, self._library) or _within(self._library, folder):
            raise NotWatchable(
                Message("The library’s own folder, or a folder around it, cannot be watched."),
                Message(
                    "BriefBank would add its own copies again and again. Choose a folder with your "
                    "briefs only."
                ),
            )
        for other, confirmed in intake_notes.confirmed_folders(self._catalogue).items():
            if (confirmed or other != folder) and (_within(folder, other) or _within(other, folder)):
                raise NotWatchable(
                    Message("The folder “{other}” is watched already.", other=str(other)),
                    Message(
                        "New files in it, and in the folders inside it, are added by themselves. To watch a "
                        "folder around it, stop watching it first."
                    ),
                )
        intake_notes.watch(self._catalogue, folder)

    def unwatch(self, path: Path) -> None:
        with self._lock:
            intake_notes.unwatch(self._catalogue, path)
            self._waiting.pop(path, None)
            self._troubles.pop(path, None)

    def new_files(self, now: float) -> list[Path]:
        """Return the files of all watched folders that are to be added now, each at every call until
        ``accepted``. ``now`` is in seconds on a monotonic clock. Raises StoreError."""
        settled: list[Path] = []
        for folder in self._confirmed_folders():
            present, trouble = _present(folder, self._left_out())
            with self._lock:
                self._troubles[folder] = trouble
                if present is not None and folder in self._confirmed_folders():
                    settled += self._settled(folder, present, now)
        parents = {path.parent for path in settled}
        own = {parent for parent in parents if _within(parent, self._library)}
        return [path for path in settled if path.parent not in own]

    def _confirmed_folders(self) -> list[Path]:
        folders = intake_notes.confirmed_folders(self._catalogue)
        return [folder for folder, is_confirmed in folders.items() if is_confirmed]

    def accepted(self, paths: Iterable[Path]) -> None:
        """Record that the ledger has these files, as the last poll saw them. Raises StoreError."""
        accepted = set(paths)
        with self._lock:
            for folder, waiting in self._waiting.items():
                if taken := accepted & waiting.keys():
                    states = {str(path): waiting[path][0] for path in taken}
                    intake_notes.note_seen(self._catalogue, folder, states)
                for path in taken:
                    del waiting[path]

    def _settled(self, folder: Path, present: Mapping[Path, State], now: float) -> list[Path]:
        """Return the new files of a folder that have not changed for long enough; the others keep waiting."""
        before, seen = self._waiting.get(folder, {}), intake_notes.seen(self._catalogue, folder)
        waiting: dict[Path, tuple[State, float]] = {}
        for path, state in present.items():
            if file_key(str(path), state) not in seen:
                known = before.get(path)
                waiting[path] = known if known and known[0] == state else (state, now)
        self._waiting[folder] = waiting
        return [path for path, (_, since) in waiting.items() if now - since >= SETTLE_S]


def _present(folder: Path, left_out: LeaveOut) -> tuple[dict[Path, State] | None, Message]:
    """Return the present files of a folder, None when it cannot be reached at all, and the problem."""
    present: dict[Path, State] = {}
    closed: list[Path] = []
    for path in DroppedFiles([folder], left_out):
        if path == folder:
            return None, _AWAY
        try:
            status = path.stat()
        except PermissionError:
            closed += [path.parent] if path.parent not in closed else []
            continue
        except OSError:
            continue  # gone since the folder was listed, or a link to nothing
        if stat.S_ISREG(status.st_mode):
            present[path] = (status.st_size, status.st_mtime_ns % _SQLITE_INTEGERS)
        elif stat.S_ISDIR(status.st_mode):
            closed.append(path)
    if not closed:
        return present, NO_MESSAGE
    if more := len(closed) - 1:
        return present, Message(
            "The folder “{folder}” and {more} more cannot be opened. Check that you may read what is in it.",
            folder=str(closed[0]),
            more=more,
        )
    return present, Message(
        "The folder “{folder}” cannot be opened. Check that you may read what is in it.",
        folder=str(closed[0]),
    )


def _within(inner: Path, outer: Path) -> bool:
    """Tell whether a folder is another one or is in it, resolving links and spellings."""
    real = Path(os.path.realpath(inner))
    return any(_same(folder, outer) for folder in (real, *real.parents))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # an unreachable share is compared by name
        return os.path.normcase(one) == os.path.normcase(os.path.realpath(other))


class WatchedFolders(FolderWatcher, WatchedFoldersApi):
    """A library's watched folders; new files are queued unless another user named the folder. Any thread."""

    def __init__(self, access: Access, catalogue: Database, ingestion: Ingestion) -> None:
        super().__init__(catalogue, access.paths.root, ingestion.patterns)
        self._access, self._ingestion = access, ingestion

    def poll(self, reporter: Reporter) -> int:
        if self._access.why_not():
            return 0
        new = self.new_files(time.monotonic())
        if not new:
            return 0
        queued = self._ingestion.enqueue(new, reporter, watched=[folder.path for folder in self.folders()])
        self.accepted(new)
        return queued.new

    def unconfirmed(self) -> UnconfirmedPaths:
        if self._access.why_not():
            return UnconfirmedPaths((), ())
        folders = tuple(folder.path for folder in self.folders() if not folder.confirmed)
        return UnconfirmedPaths(folders, tuple(self._ingestion.unconfirmed()))

    def confirm(self) -> None:
        super().confirm()
        self._ingestion.confirm()

    def decline(self) -> None:
        declined = self.unconfirmed()
        for folder in declined.folders:
            self.unwatch(folder)
        if declined.files:
            self._ingestion.cancel(declined.files)
