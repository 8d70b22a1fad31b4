"""Keeps a library to one computer at a time, by a small file in its folder that names the one that writes.

The locks of files that SQLite, Tantivy and LanceDB rely on hold between the programs of one computer; on a
network share they may not hold between two (https://sqlite.org/wal.html: "does not work over a network
filesystem"), and two that write at once ruin the catalogue. Whoever opens a library to change it therefore
takes its lease, and renews it while the library is open; others only read meanwhile. A lease that has not
been renewed for ``DEAD_S`` is taken over.

All times are the share's own, of the lease and of a file made to compare it with: clocks of computers differ.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
import secrets
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from briefbank.errors import StoreAway, StoreBusy, StoreReadOnly
from briefbank.files import read_json, store_error

log = logging.getLogger(__name__)

FILE = "lease.json"
BEAT_S = 20.0
SILENT_S = 60.0
"""Whoever could not renew a lease for so long makes sure first that it is still the holder."""
DEAD_S = 120.0
"""Twice as long, since a client of a share may show a file's time a minute late (nfs(5), acregmax)."""
SETTLED_S = 1.0
"""Longer than a share takes for a look at a lease and taking it away."""
_BYTES = 1024
"""Of the file, always: a beat writes over the last one, and no reader sees it short."""
_NAME_LENGTH = 64
_ATTEMPTS = 5
UNKNOWN = "whose name is unknown"


@dataclass(frozen=True, slots=True)
class Holder:
    """What a lease says. It may come from a stranger."""

    host: str
    program: str
    name: str
    """The computer's, as people know it; empty where it cannot be shown."""


class Lease:
    """The lease of one library, held by one program for its computer. Any thread.

    Other programs of this computer need none of their own while this one's is fresh.
    """

    def __init__(self, folder: Path, computer: str = "") -> None:
        """``computer``: its name, the system's by default."""
        name = computer or platform.node()
        self._path = folder / FILE
        self._me = Holder(_identity(name), secrets.token_hex(16), _shown(name))
        self._renewing = threading.RLock()
        self._ended = threading.Event()
        self._renewed: float | None = None
        self._lost: Holder | None = None

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
        """Raise StoreReadOnly where the lease was lost, and StoreAway while that cannot be told.

        It may be lost to a computer that heard nothing of this one for ``DEAD_S``, for instance in its sleep.
        """
        if self.silent_s() >= SILENT_S:
            self.renew()
        if (lost := self.lost()) is not None:
            raise lost
        if self.silent_s() >= SILENT_S:
            raise StoreAway(detail="lease not renewed")

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
            except (OSError, StoreBusy) as error:
                log.warning("lease not renewed: %s", type(error).__name__)
                return
            if self._lost is None:
                self._renewed = _now()

    def silent_s(self) -> float:
        """Seconds since the lease was last renewed, those of the computer's sleep included."""
        if self._renewed is None:
            return 0.0
        return _now() - self._renewed

    def release(self) -> None:
        """Let other computers write. Never raises."""
        self._ended.set()
        with self._renewing, suppress(OSError):
            if self._renewed and self._lost is None and self.silent_s() < SILENT_S:
                held = _read(self._path)
                if held is not None and held.program == self._me.program:
                    self._path.unlink()

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.renew()

    def _taken(self) -> Holder | None:
        """Take, renew or share the lease; otherwise who holds it. Raises OSError and StoreBusy."""
        after_a_dead_one = False
        for _ in range(_ATTEMPTS):
            held = _read(self._path)
            if held is None:
                if self._made() and (not after_a_dead_one or self._is_settled()):
                    return None
                continue
            ours = held.host == self._me.host
            if self._age() >= (SILENT_S if ours else DEAD_S):
                self._clear(held)
                after_a_dead_one = True
            elif not ours:
                return held
            else:
                if held.program == self._me.program:
                    self._write(os.O_WRONLY)
                return None
        raise StoreBusy(detail="lease")

    def _made(self) -> bool:
        """False where somebody else was quicker. Raises OSError."""
        try:
            self._write(os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            return False
        return True

    def _write(self, flags: int) -> None:
        """In one piece; a share has it when the file is closed. Raises OSError."""
        me = {"host": self._me.host, "program": self._me.program, "name": self._me.name}
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._path, flags, 0o600)
        try:
            os.write(descriptor, json.dumps(me).encode("ascii").ljust(_BYTES))
        finally:
            os.close(descriptor)

    def _age(self) -> float:
        """Seconds since the lease was last written; many for one from the future. Raises OSError."""
        beside = self._path.with_name(f"new-{secrets.token_hex(8)}")
        try:
            beside.touch(0o600)
            age = beside.stat().st_mtime - self._path.stat().st_mtime
        except FileNotFoundError:  # released meanwhile
            return DEAD_S
        finally:
            beside.unlink(missing_ok=True)
        return age if age > -DEAD_S else DEAD_S

    def _clear(self, dead: Holder) -> None:
        """Take a lease away that nobody renews; of several that try, one renames it. Raises OSError."""
        aside = self._path.with_name(f"new-{secrets.token_hex(8)}")
        with suppress(FileNotFoundError):
            if _read(self._path) == dead:
                self._path.rename(aside)
                aside.unlink()

    def _is_settled(self) -> bool:
        """Whether a lease that was made in place of a dead one is still there after a while.

        Another computer may have found the same one dead and take away what now stands in its place.
        """
        self._ended.wait(SETTLED_S)
        held = _read(self._path)
        return held is not None and held.program == self._me.program


def _read(path: Path) -> Holder | None:
    """None where there is no lease; somebody unknown for one that is not legible. Raises OSError."""
    try:
        untrusted = read_json(path, _BYTES)
        host, program, name = (str(untrusted[key]) for key in ("host", "program", "name"))
        return Holder(host, program, _shown(name))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError):
        return Holder("", "", "")


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
