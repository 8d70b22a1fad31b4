"""Takes the files that desks send, piece by piece, until they are whole.

An upload that was interrupted goes on where it stopped. No name from a desk becomes a path: a file has a
folder of its own, which is named by a hash, and of its own name what the system can hold is kept.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from briefbank import files
from briefbank.domain.rights import Person
from briefbank.errors import FileRefused, NotInLibrary, StoreFull, TooLarge
from briefbank.wire.messages import UploadBegun, UploadState

LARGEST = 2 * 2**30
"""The size limit of one file in bytes."""
MOST_OPEN = 32
"""The uploads that one person may have open."""
ABANDONED_S = 24 * 3600.0
"""The time after which an upload that does not go on is deleted."""
SPARE = 2 * 2**30
"""The bytes that stay free on the disk."""


@dataclass
class _Upload:
    person: Person
    path: Path
    begun: UploadBegun
    lock: threading.Lock = field(default_factory=threading.Lock)
    changed: float = field(default_factory=time.monotonic)
    is_taken: bool = False
    """Whether it is being added: a desk that lost the answer sends the file again."""
    is_left: bool = False
    """Whether nobody but the library, in which it still waits, has use for it."""


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
            raise TooLarge if untrusted.size > LARGEST else FileRefused
        with self._lock:
            self._delete_abandoned()
            mine = {name: each for name, each in self._uploads.items() if each.person == person}
            for name, each in mine.items():
                if each.begun == untrusted and not each.is_taken:
                    return UploadState(name, each.path.stat().st_size)
            if len(mine) >= MOST_OPEN:
                raise FileRefused(
                    "Too many files are on their way at once.", "Add this one again afterwards."
                )
            to_come = sum(
                each.begun.size - each.path.stat().st_size
                for each in self._uploads.values()
                if not each.is_taken
            )
            if shutil.disk_usage(self._folder).free - to_come - untrusted.size < SPARE:
                raise StoreFull
            name, folder = self._new_folder(person, untrusted)
            path = folder / _last_name(untrusted.name)
            path.touch(mode=0o600)
            self._uploads[name] = _Upload(person, path, untrusted)
        return UploadState(name, 0)

    def _new_folder(self, person: Person, untrusted: UploadBegun) -> tuple[str, Path]:
        """Create the folder of an upload. A file that a person sends again has the same one, by which the
        library's ledger knows that it is the same file; a random one while the first is in use."""
        identity = "\0".join((person.name, untrusted.sha256, untrusted.name))
        name = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        if name in self._uploads or (self._folder / name).exists():
            name = secrets.token_hex(16)
        folder = self._folder / name
        folder.mkdir(mode=0o700)
        return name, folder

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
            except OSError as error:
                raise files.store_error(error) from error
            upload.changed = time.monotonic()
        return UploadState(name, received)

    def take(self, person: Person, name: str) -> Path:
        """Return the path of a file that is whole, once; ``discard`` it when it was added. Raises
        FileRefused."""
        upload = self._of(person, name)
        with upload.lock, upload.path.open("rb") as file:
            whole = hashlib.file_digest(file, "sha256").hexdigest() == upload.begun.sha256
        if not whole:
            self.discard(person, name)
            raise FileRefused("The file did not arrive whole.", "Add it again.")
        with self._lock:
            if upload.is_taken:
                raise NotInLibrary(detail="taken")
            upload.is_taken = True
        return upload.path

    def discard(self, person: Person, name: str) -> None:
        """Delete an upload, if it is there; one that still waits to be added, when it does not any more."""
        with self._lock:
            upload = self._uploads.get(name)
            if upload is not None and upload.person == person:
                upload.is_left = True
                self._delete_abandoned()

    def _of(self, person: Person, name: str) -> _Upload:
        with self._lock:
            upload = self._uploads.get(name)
        if upload is None or upload.person != person or upload.is_taken:
            raise NotInLibrary("The office server does not know this file any more.", "Add it again.")
        return upload

    def _delete(self, name: str) -> None:
        shutil.rmtree(self._uploads.pop(name).path.parent, ignore_errors=True)

    def _needed(self) -> set[Path]:
        """Return the folders of uploads that still wait to be added."""
        return {
            folder for path in self._waiting() for folder in path.parents if folder.parent == self._folder
        }

    def _delete_abandoned(self) -> None:
        now = time.monotonic()
        left = [each for each, of in self._uploads.items() if of.is_left]
        needed = self._needed() if left else set()
        abandoned = [
            each for each, of in self._uploads.items() if now - of.changed > ABANDONED_S and not of.is_taken
        ]
        for name in {*abandoned, *left}:
            if self._uploads[name].path.parent not in needed:
                self._delete(name)


def _last_name(untrusted: str) -> str:
    """Return the last part of a name, of characters and of a length that every system takes."""
    last = re.split(r"[/\\]", untrusted)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f<>:\"|?*]", "_", last).strip(". ") or "file"
    stem, dot, suffix = clean.rpartition(".")
    return f"{(stem or suffix)[:120]}{dot if stem else ''}{suffix[:12] if stem else ''}"
