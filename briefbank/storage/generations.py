"""The folder of one index on disk: generations in sub-folders, and a sentinel that names the one in use.

``index.json`` names the sub-folder in use and what the index was built with. A rebuild fills a new sub-folder
and then replaces the sentinel, which is one atomic step on every system, even with open files; until then the
old generation is in use. The next writer deletes sub-folders that the sentinel does not name.
"""

from __future__ import annotations

import json
import re
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from briefbank import files
from briefbank.errors import BriefBankError, IndexFault, ShortOfMemory, StoreBusy, StoreFull, StoreReadOnly
from briefbank.files import delete, read_json, read_small
from briefbank.storage import library_folder
from briefbank.storage.lease import ProcessLock
from briefbank.storage.model_files import lacks_memory
from briefbank.text.messages import Message

SENTINEL, LOCK = "index.json", "write.lock"
SENTINEL_BYTES = 1 << 16
WRITER_WAIT_S = 10.0
"""The time that a writer waits for another program's change; a large change takes about a second."""
RUST_PANIC = "pyo3_runtime"
"""The module of the exception that native code raises when it panics, as Tantivy does on corrupt files. Its
class is a BaseException and cannot be imported."""
_GENERATION = re.compile(r"g-[0-9a-f]{12}")
_LARGEST_STAMP_BYTES = 1 << 24
"""The size limit. A list of Tantivy's segments is the largest such file: a thousand take a quarter of a
megabyte."""
_FULL_MESSAGES = ("No space left", "StorageFull", "disk full")
_DENIED_MESSAGES = ("Permission denied", "PermissionDenied", "Read-only file system", "ReadOnlyFilesystem")
_BUSY_MESSAGES = ("LockBusy",)


class IncompatibleIndex(IndexFault):
    """Raised for an intact index that was built by an older or newer release or for another model."""

    default_title = Message("A search index was built by another version of BriefBank or for another model.")


class Generations:
    """The generations of one index. ``built_with`` (JSON values) describes what this program builds with;
    another value on disk is an IndexFault.

    Any thread. There is one writer at a time in all programs; readers need no lock.
    """

    def __init__(self, folder: Path, built_with: Mapping[str, object], home: Path | None = None) -> None:
        """Set the folders. ``home`` (by default the parent of ``folder``) is never created, since an
        unreachable library must not be replaced by an empty one."""
        self._folder = folder
        self._home = home or folder.parent
        self._built_with = dict(built_with)
        self._lock = ProcessLock(folder / LOCK, wait_s=WRITER_WAIT_S)

    def exists(self) -> bool:
        return (self._folder / SENTINEL).exists()

    def current(self) -> Path:
        """Return the generation in use. Raises IndexFault when there is none or it was built with something
        else."""
        with translate_errors("sentinel"):
            try:
                sentinel = read_json(self._folder / SENTINEL, SENTINEL_BYTES)
                name, built_with = sentinel["generation"], sentinel["built_with"]
            except (ValueError, KeyError, TypeError, FileNotFoundError) as error:
                raise IndexFault(detail=f"sentinel: {type(error).__name__}") from error
        if built_with != self._built_with:
            raise IncompatibleIndex(detail="sentinel differs")
        if not isinstance(name, str) or not _GENERATION.fullmatch(name):
            raise IndexFault(detail="generation elsewhere")
        path = self._folder / name
        if not path.is_dir():
            raise IndexFault(detail="generation missing")
        return path

    def stamp(self) -> bytes:
        """Return bytes that change whenever another generation comes into use."""
        with translate_errors("stamp"):
            return stamp(self._folder / SENTINEL)

    def create(self, fill: Callable[[Path], None]) -> None:
        """Have the first generation filled, if there is no index. Raises IndexFault for generations without a
        sentinel: it was lost, or the first index was never complete. Neither is an empty index."""
        if self.exists():
            return
        with self.writing():
            if self.exists():
                return
            if any(self._folder.glob("g-*")):
                raise IndexFault(detail="no sentinel")
            self.replace(fill)

    def replace(self, fill: Callable[[Path], None]) -> None:
        """Have a new generation filled and put it in the old one's place; writers only.

        If ``fill`` raises, the old one stays. The next ``clear_leftovers`` deletes the old files, once this
        program's readers have closed them.
        """
        self.clear_leftovers()
        path = self._folder / f"g-{uuid.uuid4().hex[:12]}"
        with translate_errors("new generation"):
            path.mkdir(mode=0o700)
        try:
            fill(path)
            text = json.dumps({"generation": path.name, "built_with": self._built_with}, indent=1)
            files.write_out(self._folder / SENTINEL, text.encode())
        except BaseException:
            shutil.rmtree(path, ignore_errors=True)
            raise

    def clear_leftovers(self) -> None:
        """Delete the generations that the sentinel does not name; writers only."""
        for path in self.leftovers():
            delete(path)

    def clear_leftovers_if_free(self) -> None:
        """Call ``clear_leftovers`` for a program that only opens the index; never waits and never raises.

        While another program writes, its new generation looks like a leftover, so this takes the lock too. It
        does so only when there is something to delete: opening must not delay a writer.
        """
        with suppress(StoreBusy, StoreReadOnly):
            if self.leftovers():
                with self.writing(wait=False):
                    self.clear_leftovers()

    def leftovers(self) -> list[Path]:
        """Return the generations that the sentinel does not name; an empty list when it cannot be read."""
        named = ""
        if self.exists():
            try:
                named = self.current().name
            except IndexFault:
                return []
        names = (path for path in self._folder.iterdir() if _GENERATION.fullmatch(path.name))
        return [path for path in names if path.name != named]

    @contextmanager
    def writing(self, *, wait: bool = True) -> Iterator[None]:
        """Hold the write lock. Waits without limit for other threads, and ``WRITER_WAIT_S`` for other
        programs.

        Raises StoreBusy after that time, or at once without ``wait``. Reentrant within a thread.
        """
        with translate_errors("write lock"):
            folder = self._home
            for name in self._folder.relative_to(self._home).parts:
                folder /= name
                folder.mkdir(mode=0o700, exist_ok=True)
        with self._lock(wait=wait):
            yield


def delete_all(folder: Path) -> None:
    """Delete an index that cannot be opened, with all its generations; other files in its folder stay."""
    library_folder.delete_folder(
        folder, lambda name: name in {SENTINEL, LOCK} or bool(_GENERATION.fullmatch(name))
    )


def stamp(path: Path) -> bytes:
    """Return the content of a small file that is replaced with every change; empty when there is none. Its
    time and inode can both repeat within a tick. Raises OSError, and ValueError for anything but a small
    file."""
    try:
        return read_small(path, _LARGEST_STAMP_BYTES)
    except FileNotFoundError:
        return b""


@contextmanager
def translate_errors(step: str) -> Iterator[None]:
    """Translate exceptions from Tantivy, LanceDB and the system into BriefBankError. Both libraries name the
    cause in the message only, so that is searched. It is not kept: it may hold a path."""
    try:
        yield
    except BriefBankError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        message = str(error)
        detail = f"{step}: {type(error).__name__}"
        if lacks_memory(error):
            raise ShortOfMemory(detail=detail) from error
        for kind, messages in (
            (StoreFull, _FULL_MESSAGES),
            (StoreReadOnly, _DENIED_MESSAGES),
            (StoreBusy, _BUSY_MESSAGES),
        ):
            if any(part in message for part in messages):
                raise kind(detail=detail) from error
        raise IndexFault(detail=detail) from error
    except BaseException as error:
        if lacks_memory(error):
            raise ShortOfMemory(detail=f"{step}: {type(error).__name__}") from error
        if type(error).__module__ != RUST_PANIC:
            raise
        raise IndexFault(detail=f"{step}: panic") from error
