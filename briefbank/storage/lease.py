"""Keeps a library to one computer at a time, by a small file in its folder that names the one that writes.

The locks of files that SQLite, Tantivy and LanceDB rely on hold between the programs of one computer; on a
network share they may not hold between two (https://sqlite.org/wal.html: "does not work over a network
filesystem"), and two that write at once ruin the catalogue. Whoever opens a library to change it therefore
takes its lease, and renews it while the library is open; others only read meanwhile. A lease that has not
been renewed for ``DEAD_S`` is taken over.

All times are the share's own, of the lease and of a file made to compare it with: clocks of computers differ.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import platform
import re
import secrets
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from briefbank.errors import StoreAway, StoreBusy, StoreError, StoreReadOnly
from briefbank.files import delete, disk_error, read_json, store_error

FILE = "lease.json"
BEAT_S = 20.0
SILENT_S = 60.0
"""Whoever could not renew a lease for so long makes sure first that it is still the holder."""
DEAD_S = 120.0
"""Twice as long, since a client of a share may show a file's time a minute late (nfs(5), acregmax)."""
SETTLED_S = 1.0
"""Longer than a share takes for a look at a lease and taking it away."""
_BYTES = 4096
"""Of the file, always: a beat writes over the last one, and no reader sees it short."""
_NAME_LENGTH = 64
_PROGRAM = re.compile("[0-9a-f]{16}")
_MOST_OTHERS = 100
"""Programs that fit beside the longest name."""
_ATTEMPTS = 5
_ILLEGIBLE = {errno.EACCES, errno.EINVAL, errno.EISDIR, errno.ELOOP}
"""Of a lease that another user may keep from us, and of what is no file."""
UNKNOWN = "whose name is unknown"


@dataclass(frozen=True, slots=True)
class Holder:
    """What a lease says. It may come from a stranger."""

    host: str
    programs: tuple[str, ...]
    """Those of the computer that have the library open, and such as were killed."""
    name: str
    """The computer's, as people know it; empty where it cannot be shown."""


_NOBODY_KNOWN = Holder("", (), "")
_UNWRITTEN = Holder("", ("",), "")
"""Of an empty lease: it is just being made, or a stop came before it was written."""


class Lease:
    """One program's part in the lease of a library, which is its computer's. Any thread.

    Each program of a computer writes itself into it and renews it; the last one takes it away.
    """

    def __init__(self, folder: Path, computer: str = "") -> None:
        """``computer``: its name, the system's by default."""
        name = computer or platform.node()
        self._path = folder / FILE
        self._host, self._name = _identity(name), _shown(name)
        self._program = secrets.token_hex(8)
        self._renewing = threading.RLock()
        self._ended = threading.Event()
        self._renewed: float | None = None
        self._lost: Holder | None = None
        self._failed: StoreError | None = None

    def take(self) -> Holder | None:
        """Take the lease, or share the one of this computer: None; or who holds it. Raises StoreError."""
        with self._renewing:
            try:
                holder = self._taken()
            except OSError as error:
                raise store_error(error) from error
            if holder is None:
                self._renewed = _now()
                threading.Thread(target=self._beat, name="lease", daemon=True).start()
            return holder

    def require(self) -> None:
        """Raise StoreReadOnly where the lease was lost, and StoreError while that cannot be told.

        It may be lost to a computer that heard nothing of this one for ``DEAD_S``, for instance in its sleep.
        """
        if self.silent_s() >= SILENT_S:
            self.renew()
        if (lost := self.lost()) is not None:
            raise lost
        if self.silent_s() >= SILENT_S:
            raise self._failed or StoreAway(detail="lease not renewed")

    def lost(self) -> StoreReadOnly | None:
        """What says that another computer has taken the lease over; None while none has. At once."""
        if self._lost is None:
            return None
        return StoreReadOnly(
            f"The library was opened on another computer, {self._lost.name or UNKNOWN}, while this one did "
            "not answer.",
            "Close it there, then open it again here. Nothing that was added before is lost.",
            detail="lease lost",
        )

    def renew(self) -> None:
        """Say that this computer is still there, or learn that the lease was lost. Never raises."""
        with self._renewing:
            if self._lost is not None or self._ended.is_set():
                return
            try:
                self._lost = self._taken()
            except OSError as error:
                self._failed = disk_error(error) or StoreAway(detail=f"lease: errno {error.errno}")
            except StoreBusy as error:
                self._failed = error
            else:
                self._failed = None
                self._renewed = _now()

    def silent_s(self) -> float:
        """Seconds since the lease was last renewed, those of the computer's sleep included."""
        if self._renewed is None:
            return 0.0
        return _now() - self._renewed

    def release(self) -> None:
        """Let other computers write, if no other program of this one has the library open. Never raises."""
        self._ended.set()
        with self._renewing, suppress(OSError):
            if not self._renewed or self._lost is not None or self.silent_s() >= SILENT_S:
                return
            held = _read(self._path)
            if held is None or held.host != self._host:
                return
            if others := self._others(held):
                self._write(os.O_WRONLY, others)
                return
            aside = self._aside()
            self._path.rename(aside)
            others = self._others(_read(aside))
            aside.unlink()
            if others:  # one was opened just now
                self._make(others)

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.renew()

    def _taken(self) -> Holder | None:
        """Take, renew or share the lease; otherwise who holds it. Raises OSError and StoreBusy."""
        after_a_dead_one = False
        for _ in range(_ATTEMPTS):
            held = _read(self._path)
            if held is None:
                if self._make(()) and (not after_a_dead_one or self._is_settled()):
                    return None
                continue
            if held is _UNWRITTEN:
                self._ended.wait(SETTLED_S)
            age = self._age()
            if age is None:
                continue
            if held is _UNWRITTEN or age >= (SILENT_S if held.host == self._host else DEAD_S):
                if self._taken_over(held):
                    return None
                after_a_dead_one = True
            elif held.host != self._host:
                return held
            else:
                with suppress(FileNotFoundError):  # the last program of this computer ended meanwhile
                    self._write(os.O_WRONLY, self._others(held))
                if self._is_in():
                    return None
        raise StoreBusy(detail="lease")

    def _others(self, held: Holder | None) -> tuple[str, ...]:
        """The other programs of this computer that are in a lease."""
        if held is None or held.host != self._host:
            return ()
        return tuple(program for program in held.programs if program != self._program)

    def _is_in(self) -> bool:
        """Whether this program is in the lease that is there."""
        held = _read(self._path)
        return held is not None and held.host == self._host and self._program in held.programs

    def _make(self, others: tuple[str, ...]) -> bool:
        """False where somebody else was quicker. Raises OSError."""
        try:
            self._write(os.O_WRONLY | os.O_CREAT | os.O_EXCL, others)
        except FileExistsError:
            return False
        return self._is_in()

    def _write(self, flags: int, others: tuple[str, ...]) -> None:
        """In one piece; a share has it when the file is closed. Raises OSError."""
        programs = [*others[-_MOST_OTHERS:], *([] if self._ended.is_set() else [self._program])]
        said = {"host": self._host, "programs": programs, "name": self._name}
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._path, flags, 0o600)
        try:
            os.write(descriptor, json.dumps(said).encode("ascii").ljust(_BYTES))
            if os.fstat(descriptor).st_size > _BYTES:
                os.ftruncate(descriptor, _BYTES)
        finally:
            os.close(descriptor)

    def _age(self) -> float | None:
        """Seconds since the lease was last written; many for one from the future, None for one that was
        released meanwhile. Raises OSError."""
        beside = self._aside()
        try:
            beside.touch(0o600)
            age = beside.stat().st_mtime - self._path.stat().st_mtime
        except FileNotFoundError:
            return None
        finally:
            beside.unlink(missing_ok=True)
        return age if age > -DEAD_S else DEAD_S

    def _taken_over(self, dead: Holder) -> bool:
        """Write over a lease that nobody renews: of several that do, the last one has it. Raises OSError.

        It is never away meanwhile, or somebody who came then would know nothing of the others. An empty one
        is taken away, in case it is still being written; and so is what cannot be written to.
        """
        try:
            if _read(self._path) != dead:
                return False
            if dead is not _UNWRITTEN:
                self._write(os.O_WRONLY, ())
                return self._is_settled()
        except FileNotFoundError:
            return False
        except OSError as error:
            if error.errno not in _ILLEGIBLE:
                raise
        aside = self._aside()
        with suppress(FileNotFoundError):
            self._path.rename(aside)
            delete(aside)
        return False

    def _aside(self) -> Path:
        """By this name it is deleted later where a stop leaves it (``files.write_out``)."""
        return self._path.with_name(f"briefbank_unfinished_{secrets.token_hex(4)}.tmp")

    def _is_settled(self) -> bool:
        """Whether this program is still in a lease after a while: another computer may have found the same
        one dead, and take over what now stands in its place."""
        self._ended.wait(SETTLED_S)
        return self._is_in()


def _read(path: Path) -> Holder | None:
    """None where there is no lease; somebody unknown for one that cannot be read. Raises OSError."""
    try:
        untrusted = read_json(path, _BYTES)
        host, name = str(untrusted["host"]), str(untrusted["name"])
        programs = [str(each) for each in untrusted["programs"]]
        return Holder(host, tuple(each for each in programs if _PROGRAM.fullmatch(each)), _shown(name))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError):
        return _NOBODY_KNOWN if path.stat().st_size else _UNWRITTEN
    except OSError as error:
        if error.errno not in _ILLEGIBLE:
            raise
        return _NOBODY_KNOWN


def _shown(name: str) -> str:
    """A name that can stand in a sentence."""
    return "".join(each for each in name if each.isprintable())[:_NAME_LENGTH].strip()


def _identity(name: str) -> str:
    """What a computer is known by, also to its other users: a hash of its name and its machine-id(5), or else
    the address of its network card."""
    try:
        machine = Path("/etc/machine-id").read_text("ascii").strip()
    except (OSError, ValueError):
        machine = f"{uuid.getnode():x}"
    return hashlib.sha256(b"BriefBank lease\0" + f"{name}\0{machine}".encode()).hexdigest()


def _now() -> float:
    """Seconds by a clock that nobody sets and that goes on while a computer sleeps."""
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
