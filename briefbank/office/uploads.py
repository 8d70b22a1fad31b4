"""Takes the files that clients send, piece by piece until they are whole, and adds them in one queue.

An upload that was interrupted continues where it stopped. No name from a client becomes a path: a file has a
folder of its own, which is named by a hash, and of its own name what the system can hold is kept.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import errors, files
from briefbank.domain.ingest import FileOutcome, FileProgress, Stage
from briefbank.domain.office import Person
from briefbank.jobs import QuietReporter, Reporter
from briefbank.office.wire import AddUpload, UploadBegun, UploadState
from briefbank.text.file_names import LONGEST, LONGEST_NAME
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.office.library import OfficeLibrary

log = logging.getLogger(__name__)

LARGEST = 2 * 2**30  # The size limit of one file in bytes
MOST_OPEN = 32  # The uploads that one person may have open, at all computers together
MOST_RESERVED = 2 * LARGEST  # The bytes that one person may have announced and not had added yet
PERSONS_OF_ONE = 4  # How many times as much all persons at one computer may have
ABANDONED_S = 2 * 3600.0  # The time after which an upload that does not go on, or is not added, is deleted
LONGEST_S = 24 * 3600.0  # The time after which one is deleted although it goes on
SPARE = 2 * 2**30  # The bytes that stay free on the disk
BUSY_S = 1.0  # The time after which a library that something else held is tried again
_LOOK_S = 0.2  # The time after which a waiting job looks whether it was cancelled


@dataclass
class _Upload:
    person: Person
    path: Path
    begun: UploadBegun
    lock: threading.Lock = field(default_factory=threading.Lock)
    begun_at: float = field(default_factory=time.monotonic)
    changed: float = field(default_factory=time.monotonic)
    is_taken: bool = False  # Whether it is being added: a client that lost the answer sends the file again
    is_left: bool = False  # Whether nobody but the library, in which it still waits, has use for it


class Uploads:
    """The uploads in one folder. Any thread."""

    def __init__(self, folder: Path, waiting: Callable[[], Collection[Path]]) -> None:
        """Delete what earlier starts left in the folder. Files that still wait to be added, which ``waiting``
        returns, are never deleted."""
        self._folder, self._waiting = folder, waiting
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._uploads: dict[str, _Upload] = {}
        needed = self._needed()
        for left in folder.iterdir():
            if left not in needed:
                shutil.rmtree(left, ignore_errors=True)

    def begin(self, person: Person, untrusted: UploadBegun) -> UploadState:
        """Begin an upload, or return the state of the same person's upload of the same file. Raises
        FileRefused and StoreFull."""
        if not 0 < untrusted.size <= LARGEST or not re.fullmatch(r"[0-9a-f]{64}", untrusted.sha256):
            raise errors.TooLarge if untrusted.size > LARGEST else errors.FileRefused
        if len(untrusted.name) > LONGEST_NAME:
            raise errors.FileRefused(
                Message("The name of this file is too long."),
                Message("Give it one of at most {most} characters, and add it again.", most=LONGEST_NAME),
            )
        with self._lock:
            self._delete_abandoned()
            mine = {
                name: upload for name, upload in self._uploads.items() if upload.person.name == person.name
            }
            for name, upload in mine.items():
                if upload.begun == untrusted and not upload.is_taken:
                    return UploadState(name, upload.path.stat().st_size)
            here = [other for other in self._uploads.values() if other.person.device == person.device]
            for counted, times in ((mine.values(), 1), (here, PERSONS_OF_ONE)):
                reserved = sum(upload.begun.size for upload in counted if not upload.is_taken)
                is_too_much = reserved + untrusted.size > times * MOST_RESERVED
                if len(counted) >= times * MOST_OPEN or is_too_much:
                    raise errors.FileRefused(
                        Message("Too many files are on their way at once."),
                        Message("Add this one again afterwards."),
                    )
            open_ones = [upload for upload in self._uploads.values() if not upload.is_taken]
            to_come = untrusted.size + sum(one.begun.size - one.path.stat().st_size for one in open_ones)
            if shutil.disk_usage(self._folder).free - to_come < SPARE:
                raise errors.StoreFull
            # A file that a person sends again has the same folder, by which the library's ledger knows that
            # it is the same file; a random one while the first is in use.
            identity = "\0".join((person.name, untrusted.sha256, untrusted.name))
            name = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            if name in self._uploads or (self._folder / name).exists():
                name = secrets.token_hex(16)
            (self._folder / name).mkdir(mode=0o700)
            path = self._folder / name / _last_name(untrusted.name)
            path.touch(mode=0o600)
            self._uploads[name] = _Upload(person, path, untrusted)
        return UploadState(name, 0)

    def append(self, person: Person, name: str, offset: int, untrusted_piece: bytes) -> UploadState:
        """Append a piece where the file ends; one that lies elsewhere is passed over, and the state says
        where to go on. Raises NotInLibrary and StoreFull."""
        upload = self._of(person, name)
        with upload.lock:
            try:
                with upload.path.open("ab") as file:
                    received = file.tell()
                    if offset == received and received + len(untrusted_piece) <= upload.begun.size:
                        file.write(untrusted_piece)
                        received += len(untrusted_piece)
                        if untrusted_piece:
                            upload.changed = time.monotonic()
            except OSError as error:
                raise files.store_error(error) from error
        return UploadState(name, received)

    def take(self, person: Person, name: str) -> Path:
        """Return the path of a file that is whole, once; ``discard`` it when it was added. Raises
        FileRefused."""
        upload = self._of(person, name)
        with upload.lock, upload.path.open("rb") as file:
            whole = hashlib.file_digest(file, "sha256").hexdigest() == upload.begun.sha256
        if not whole:
            self.discard(person, name)
            raise errors.FileRefused(Message("The file did not arrive whole."), Message("Add it again."))
        with self._lock:
            if upload.is_taken:
                raise errors.NotInLibrary(detail="taken")
            upload.is_taken = True
        return upload.path

    def discard(self, person: Person, name: str) -> None:
        """Delete an upload, if it is there; one that still waits to be added, when it does not any more."""
        with self._lock:
            upload = self._uploads.get(name)
            if upload is not None and upload.person.name == person.name:
                upload.is_left = True
                self._delete_abandoned()

    def _of(self, person: Person, name: str) -> _Upload:
        with self._lock:
            upload = self._uploads.get(name)
        if upload is None or upload.person.name != person.name or upload.is_taken:
            raise errors.NotInLibrary(
                Message("The office server does not know this file any more."), Message("Add it again.")
            )
        return upload

    def _needed(self) -> set[Path]:
        parents = (parent for path in self._waiting() for parent in path.parents)
        return {parent for parent in parents if parent.parent == self._folder}

    def _delete_abandoned(self) -> None:
        now = time.monotonic()
        needed = self._needed() if any(upload.is_left for upload in self._uploads.values()) else set()
        for name, upload in list(self._uploads.items()):
            is_old = now - upload.changed > ABANDONED_S or now - upload.begun_at > LONGEST_S
            if ((is_old and not upload.is_taken) or upload.is_left) and upload.path.parent not in needed:
                shutil.rmtree(self._uploads.pop(name).path.parent, ignore_errors=True)


def _last_name(untrusted: str) -> str:
    """Return the last part of a name, of characters and of a length that every system takes."""
    last = re.split(r"[/\\]", untrusted)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f<>:\"|?*]", "_", last).strip(". ") or "file"
    stem, dot, suffix = clean.rpartition(".")
    return f"{(stem or suffix)[:120]}{dot if stem else ''}{suffix[:12] if stem else ''}"


@dataclass
class _Added:
    reporter: Reporter
    attached: set[Path] = field(default_factory=set)  # What was found attached to it, which follows
    outcomes: list[FileOutcome] = field(default_factory=list)


class Intake(QuietReporter):
    """The queue of one library, worked on by a thread of its own. Another one loads the models and embeds
    what was added, so that a large file keeps no other from being found by meaning."""

    def __init__(self, library: OfficeLibrary) -> None:
        super().__init__()
        self._library = library
        self._changed = threading.Condition()
        self._is_due, self._closing = True, False  # what an earlier start left in the ledger is finished
        self._runs, self._is_running = 0, False
        self._fault: errors.BriefBankError | None = None
        """What ended the last run before its end."""
        self._added: dict[Path, _Added] = {}
        self._must_embed = True  # what an earlier start left, too
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("intake", self._work), ("embedding", self._embed))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop after the step that is under way; what waits stays in the ledger."""
        with self._changed:
            self._closing = True
            self.cancel()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def add(self, path: Path, how: AddUpload, reporter: Reporter) -> list[FileOutcome]:
        """Have a file added, and return what became of it, and of what was in it. Raises Cancelled and
        StoreError."""
        added = _Added(reporter)
        passwords = {path: how.password} if how.password else None
        with self._changed:
            self._added[path] = added
        try:
            ingest = self._library.ingest
            queued = ingest.enqueue(
                [path],
                reporter,
                passwords=passwords,
                thorough=how.thorough,
                folder=" ".join("".join(filter(str.isprintable, how.folder)).split())[-LONGEST:],
            )
            with self._changed:
                # The run that is under way may have looked before the file was queued: the next one counts.
                last, self._is_due = self._runs + self._is_running + 1, True
                self._changed.notify_all()
                while is_missing := len(added.outcomes) < queued.new + len(added.attached):
                    if self._runs >= last:
                        break
                    reporter.check()
                    if self._closing:
                        raise errors.Cancelled
                    self._changed.wait(_LOOK_S)
                if is_missing and self._fault is not None:
                    raise self._fault
            return added.outcomes
        finally:
            with self._changed:
                del self._added[path]

    def file(self, event: FileProgress) -> None:
        with self._changed:
            if event.outcome is not None:
                self._must_embed = True
                self._changed.notify_all()
            paths = (event.path, *event.path.parents)  # of the file, or of one that it is a member of
            adding = next((added for path, added in self._added.items() if path in paths), None)
            if adding is None:
                return
            if event.outcome is None and event.stage is Stage.WAITING:
                adding.attached.add(event.path)
        # The last outcome ends the job, and a client asks for no news of a job that has ended.
        adding.reporter.file(event)
        if event.outcome is not None:
            with self._changed:
                adding.outcomes.append(event.outcome)
                self._changed.notify_all()

    def _embed(self) -> None:
        """Load the models, then embed what was added, in portions while more is added."""
        try:
            self._library.warm()
        except errors.BriefBankError as error:  # words are searched without a model, and each answer says so
            log.warning("no model: %s", error.detail or type(error).__name__)
        except Exception:
            log.exception("no model")
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._must_embed or self._closing)
                if self._closing:
                    return
                self._must_embed = False
            try:
                self._library.embedding.embed_pending(self)
            except errors.Cancelled:
                return
            except Exception as error:  # what waits is embedded after the next file
                log.warning(
                    "embedding stopped: %s", error, exc_info=not isinstance(error, errors.BriefBankError)
                )
                with self._changed:
                    self._must_embed |= isinstance(error, errors.StoreBusy)
                    self._changed.wait_for(lambda: self._closing, BUSY_S)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_due or self._closing)
                if self._closing:
                    return
                self._is_due, self._is_running = False, True
            fault: errors.BriefBankError | None = None
            is_over = True
            try:
                self._library.ingest.run(self)
            except errors.Cancelled:
                return
            except errors.StoreBusy as error:  # something holds the library for a moment: no client need know
                log.info("adding waits: %s", error.detail)
                is_over = False
            except errors.BriefBankError as error:
                log.warning("adding stopped: %s", error.detail or type(error).__name__)
                fault = error
            except Exception as error:  # a mistake of ours, which ends the adding of no later file
                log.exception("adding failed")
                fault = errors.BriefBankError(detail=type(error).__name__)
            finally:
                with self._changed:
                    self._fault, self._is_running = fault, False
                    self._runs += is_over
                    self._changed.notify_all()
                    if not is_over:
                        self._is_due = True
                        self._changed.wait_for(lambda: self._closing, BUSY_S)
