"""Writes at the end of an audit log's file, under the log's lock, and nowhere else in it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from briefbank import __version__
from briefbank.audit import chain, fields
from briefbank.domain.audit_events import AuditEvent, AuditHead, Value
from briefbank.files import sync_folder

_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT
_FLAGS |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
MOST_BYTES = 1 << 28
"""The size limit of a log, some million entries: a larger file is a stranger's, and neither read nor written
to."""
_END = 1 << 16
"""The bytes at the end in which the last entry nearly always stands."""


class Tip(NamedTuple):
    """The state in which a file was left: where and how large, and its last entry; number 0 for none."""

    place: tuple[int, int, int]
    """The disk, file and size."""
    number: int = 0
    hash: str = chain.START
    version: str = ""

    @property
    def head(self) -> AuditHead:
        return AuditHead(self.number, self.hash)


class LogWriter:
    """One opening of the file. Methods raise OSError; then nobody knows how much of the line was written."""

    def __init__(self, descriptor: int, known: Tip | None) -> None:
        self._descriptor = descriptor
        if self._identity()[2] > MOST_BYTES:
            raise OSError(errno.EFBIG, "record")
        self.as_left = known is not None and known.place == self._identity()
        """True when nobody else wrote since ``known``."""
        self._torn = b""
        """A line without an end, as a stop leaves it."""
        self.tip = known if known is not None and self.as_left else self._read_tip()

    # --- reading ---------------------------------------------------------------------------------

    def holds(self, head: AuditHead) -> bool:
        """Tell whether that entry is in the file."""
        return self.tip.head == head or chain.holds(self._read(), head)

    def has_room_for(self, carried: bytes) -> bool:
        """Tell whether the lines of another log can be kept in this one, which must stay readable with them
        and with what is noted later."""
        together = self._read() + carried
        return len(together) + carried.count(b"\n") <= MOST_BYTES // 2 and chain.may_be_a_record(together)

    def _read_tip(self) -> Tip:
        whole, _, self._torn = self._read(_END).rpartition(b"\n")
        link = chain.last(whole)
        if link is None and self._identity()[2] > _END:
            link = chain.last(self._read().rpartition(b"\n")[0])
        if link is None:
            return Tip(self._identity())
        return Tip(self._identity(), link.number, link.stated, chain.version_of(link))

    def _read(self, most: int = 0) -> bytes:
        """Return the last ``most`` bytes, or all of them for 0."""
        size = self._identity()[2]
        os.lseek(self._descriptor, max(0, size - most) if most else 0, os.SEEK_SET)
        pieces = []
        while piece := os.read(self._descriptor, 1 << 20):
            pieces.append(piece)
        content = b"".join(pieces)
        if not chain.may_be_a_record(content):
            raise OSError(errno.EINVAL, "record")
        return content

    def _identity(self) -> tuple[int, int, int]:
        found = os.fstat(self._descriptor)
        return found.st_dev, found.st_ino, found.st_size

    # --- writing ---------------------------------------------------------------------------------

    def mend(self) -> None:
        """End a line that a stop cut short, and note it; a line that only lacks its end is an entry like
        others."""
        if not self._torn:
            return
        torn, self._torn = self._torn, b""
        self._write(b"\n")
        link = chain.parse_line(torn)
        if link is not None and link.number == self.tip.number + 1 and link.fits(self.tip.hash):
            self.tip = Tip(self._identity(), link.number, link.stated, chain.version_of(link))
        else:
            self.put(AuditEvent.TORN, {"bytes": len(torn)})

    def put(
        self, act: AuditEvent, details: Mapping[str, Value], *, after: int = 0, carried: bytes = b""
    ) -> None:
        """Add an entry, numbered above ``after``. ``carried`` holds the whole lines of another log that the
        entry speaks of; they are written before it."""
        number = max(after, self.tip.number) + 1
        made, hash_ = chain.line(
            number, datetime.now(UTC), act, fields.checked(details), __version__, self.tip.hash
        )
        barred = b"".join(chain.BAR + each for each in carried.splitlines(keepends=True))
        self._write(barred + made)
        self.tip = Tip(self._identity(), number, hash_, __version__)

    def sync(self) -> None:
        """Flush the file, so that it survives a power cut."""
        os.fsync(self._descriptor)

    def _write(self, content: bytes) -> None:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


@contextmanager
def opened(path: Path, known: Tip | None) -> Iterator[LogWriter]:
    """Open the file under the log's lock. A missing file is made, for this user alone. Raises OSError."""
    is_new = not path.exists()
    descriptor = os.open(path, _FLAGS, 0o600)
    try:
        if is_new:
            sync_folder(path.parent)
        yield LogWriter(descriptor, known)
    finally:
        os.close(descriptor)
