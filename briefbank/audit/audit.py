"""Writes, reads and verifies the audit log of a library.

The catalogue keeps the number and hash of the last entry, so that neither of the two can be shortened or
exchanged alone. Work is never refused because the log cannot be written: lost entries are counted, and
written down as a gap once there is room again.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from briefbank import __version__, files
from briefbank.api.library import AuditApi
from briefbank.audit import chain
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditHead, AuditValue
from briefbank.domain.office import current_person
from briefbank.errors import StoreError
from briefbank.files import sync_folder
from briefbank.text.messages import Message, joined

log = logging.getLogger(__name__)

HEAD = "audit head"  # the key under which the catalogue keeps the last entry's number and hash
SYNC_S = 1.0
"""The interval of flushes when entries come fast: one for each of ten thousand files would cost a minute."""
NOT_WRITTEN = Message(
    "The activity log cannot be written to just now. What is done meanwhile is counted, and noted later."
)
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT
_FLAGS |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
MOST_BYTES = 1 << 28
"""The size limit of a log, some million entries: a larger file is not ours, and neither read nor changed."""
_END = 1 << 16  # the bytes at the end that nearly always contain the last entry


class AuditLog(AuditApi):
    """The audit log of one library. Any thread, any number of programs. Only reading raises StoreError."""

    def __init__(
        self,
        path: Path,
        lock: Callable[[], AbstractContextManager[None]],
        head: tuple[Callable[[], str], Callable[[str], None]],
    ) -> None:
        """Use ``lock``, the log's own between threads and programs, which raises StoreError. ``head`` returns
        and stores the head of the chain in the catalogue (``HEAD``)."""
        self._path, self._lock = path, lock
        self._stored_head, self._store_head = head
        self._tip: Tip | None = None
        self._unflushed = False
        """True when something is written, but neither flushed nor known to the catalogue."""
        self._flushed_at = 0.0
        self._counting = threading.Lock()
        self._lost = 0

    def begin(self, documents: int, *, sample: bool) -> None:
        """Note that the library was opened: begin its log, or say that another version continues it."""

        def put(writer: LogWriter) -> None:
            if not writer.tip.number:
                chain_ = secrets.token_hex(16)  # distinguishes logs begun in the same second
                writer.put(AuditEvent.BEGUN, {"documents": documents, "sample": sample, "chain": chain_})
            elif not self._catalogue_head():
                writer.put(AuditEvent.CATALOGUE, {"documents": documents})
            elif writer.tip.version != __version__:
                writer.put(AuditEvent.VERSION, chain.known({"before": writer.tip.version}))
            else:
                return
            self._unflushed = True

        self._write(put)

    def note(self, act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None:
        """Write an act down, flushed at once or, without ``at_once``, within a second of the next one or at
        ``sync``. Raises ValueError for details that are not on the list, which is a programming error."""
        person = current_person()  # none where it is the user of this computer
        who = {"person": person.name, "device": person.device} if person else {}

        def put(writer: LogWriter) -> None:
            writer.put(act, {**details, **who})
            self._unflushed = True

        self._write(put, act=act, at_once=at_once)

    def restored(self, documents: int, record: bytes, **moved: bool) -> None:
        """Note that a backup was restored, or (``moved``) the library of one computer brought in. ``record``
        is the log that came with it. Where that is not the beginning of this log, it is kept whole in this
        one, as far as there is room."""
        details: dict[str, AuditValue] = {"documents": documents, **moved}

        def put(writer: LogWriter) -> None:
            whole = record[: record.rfind(b"\n") + 1]
            link = chain.last(whole)
            self._unflushed = True
            is_own = link is not None and writer.holds(AuditHead(link.number, link.stated))
            if link is None or is_own or not writer.has_room_for(whole):
                writer.put(AuditEvent.RESTORED, details)
            else:
                with_record = details | {"entries": link.number, "earlier": link.stated}
                writer.put(AuditEvent.RESTORED, with_record, carried=whole)

        self._write(put, act=AuditEvent.RESTORED)

    def sync(self) -> None:
        """Flush everything that was noted to the disk."""
        if self._unflushed:
            self._write(lambda _writer: None)

    def _write(
        self, put: Callable[[LogWriter], None], *, act: AuditEvent | None = None, at_once: bool = True
    ) -> None:
        try:
            with self._writing() as writer:
                put(writer)
                if self._unflushed and (at_once or time.monotonic() - self._flushed_at > SYNC_S):
                    self._flush(writer)
        except (OSError, StoreError) as error:
            with self._counting:
                self._lost += act is not None
            log.warning("activity log not written: %s", type(error).__name__)

    @contextmanager
    def _writing(self) -> Iterator[LogWriter]:
        """Open the file, which is made for this user alone where it is missing; repair its end and compare it
        with the catalogue's head where somebody else may have written."""
        with self._lock():
            is_new = not self._path.exists()
            descriptor = os.open(self._path, _FLAGS, 0o600)
            try:
                if is_new:
                    sync_folder(self._path.parent)
                writer = LogWriter(descriptor, self._tip)
                self._tip = None  # if anything fails from here on, the file is examined anew
                if not writer.as_left:
                    self._compare(writer)
                with self._counting:
                    lost = self._lost
                if lost:
                    writer.put(AuditEvent.GAP, {"entries": lost})
                    self._unflushed = True
                    with self._counting:
                        self._lost -= lost
                yield writer
                self._tip = writer.tip
            finally:
                os.close(descriptor)

    def _compare(self, writer: LogWriter) -> None:
        """Note a break where the file lacks the last entry as the catalogue has it. Raises StoreError."""
        writer.mend()
        head = self._catalogue_head()
        if head is not None and not writer.holds(head):
            details = {"known": head.number, "found": writer.tip.number}
            writer.put(AuditEvent.BROKEN, details, after=head.number)
            self._unflushed = True

    def _flush(self, writer: LogWriter) -> None:
        """Flush the file, then note its head, so that the catalogue never knows more than there is."""
        try:
            writer.sync()
            self._store_head(str(writer.tip.head))
        except (OSError, StoreError) as error:  # the next entry tries the flush again
            log.warning("the newest entry of the activity log is not noted: %s", type(error).__name__)
            return
        self._unflushed, self._flushed_at = False, time.monotonic()

    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: Collection[AuditEvent] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[AuditEntry]:
        def is_chosen(act: AuditEvent, at: datetime) -> bool:
            day = at.astimezone().date()
            in_time = (first is None or first <= day) and (last is None or day <= last)
            return in_time and (not acts or act in acts)

        lines = whole_lines(self._path).split(b"\n")
        newest_first: Iterable[AuditEntry] = (
            entry for line in reversed(lines) if (entry := chain.entry(line, is_chosen))
        )
        if any(line.startswith(chain.BAR) for line in lines):
            newest_first = sorted(newest_first, key=lambda entry: entry.at, reverse=True)
        return list(islice(newest_first, start, None if limit is None else start + limit))

    def verify(self) -> list[Message]:
        self.sync()
        try:
            with self._lock():
                content, known = whole_lines(self._path), self._catalogue_head()
        except StoreError as error:
            return [joined((Message("The activity log cannot be read."), error.title))]
        return [*chain.problems(content, known), *([NOT_WRITTEN] if self._lost else [])]

    def head(self) -> AuditHead | None:
        try:
            link = chain.last(whole_lines(self._path))
        except StoreError:
            return None
        return AuditHead(link.number, link.stated) if link else None

    def _catalogue_head(self) -> AuditHead | None:
        number, _, hash_ = self._stored_head().partition(" ")
        return AuditHead(int(number), hash_) if re.fullmatch("[0-9]{1,19}", number) else None


def whole_lines(path: Path) -> bytes:
    """Return the whole lines of a log file; empty where there is none. Raises StoreError."""
    try:
        with files.open_regular(path) as file:
            is_ours = os.fstat(file.fileno()).st_size <= MOST_BYTES
            content = file.read(MOST_BYTES) if is_ours else b""
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise files.store_error(error) from error
    if not is_ours or not chain.may_be_a_record(content):
        raise StoreError(
            Message("The activity log of this library is not one that BriefBank wrote."),
            Message("Ask who gave you the library, or take its activity log from a backup."),
            detail="record",
        )
    return content[: content.rfind(b"\n") + 1]


class Tip(NamedTuple):
    """The state in which a file was left: where and how large, and its last entry; number 0 for none."""

    identity: tuple[int, int, int]  # The disk, file and size
    number: int = 0
    hash: str = chain.START
    version: str = ""

    @property
    def head(self) -> AuditHead:
        return AuditHead(self.number, self.hash)


class LogWriter:
    """Writes at the end of the log's file, opened once under the log's lock. After an OSError nobody knows
    how much of the line was written."""

    def __init__(self, descriptor: int, known: Tip | None) -> None:
        self._descriptor = descriptor
        if self._identity()[2] > MOST_BYTES:
            raise OSError(errno.EFBIG, "record")
        self.as_left = known is not None and known.identity == self._identity()
        """True when nobody else wrote since ``known``."""
        self._torn = b""  # A line without an end, as a stop leaves it
        self.tip = known if known is not None and self.as_left else self._read_tip()

    def holds(self, head: AuditHead) -> bool:
        return self.tip.head == head or chain.holds(self._read(), head)

    def has_room_for(self, carried: bytes) -> bool:
        """Tell whether this log stays readable with the lines of another one."""
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
        status = os.fstat(self._descriptor)
        return status.st_dev, status.st_ino, status.st_size

    def mend(self) -> None:
        """End a line that a stop cut short, and note it; one that lacks only its end is an entry."""
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
        self, act: AuditEvent, details: Mapping[str, AuditValue], *, after: int = 0, carried: bytes = b""
    ) -> None:
        """Add an entry, numbered above ``after``. ``carried`` holds the whole lines of another log that the
        entry speaks of; they are written before it."""
        number = max(after, self.tip.number) + 1
        made, hash_ = chain.line(
            number, datetime.now(UTC), act, chain.checked(details), __version__, self.tip.hash
        )
        barred = b"".join(chain.BAR + line for line in carried.splitlines(keepends=True))
        self._write(barred + made)
        self.tip = Tip(self._identity(), number, hash_, __version__)

    def sync(self) -> None:
        os.fsync(self._descriptor)

    def _write(self, content: bytes) -> None:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
