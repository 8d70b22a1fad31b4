"""The audit log of a library: append-only, each entry bound to the one before, without any content.

It is a file of its own beside the catalogue: an append costs a tenth of a millisecond and no transaction, a
damaged or restored catalogue takes no entry away, and any text editor reads it. The catalogue keeps the
number and hash of the last entry in turn, so that neither of the two can be shortened or exchanged alone.

Work is never refused because the log cannot be written: lost entries are counted, and written down as a gap
once there is room again.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Protocol

from briefbank import __version__, files
from briefbank.api.audit import AuditApi
from briefbank.audit import chain, fields
from briefbank.audit.head_copy import HeadCopy
from briefbank.audit.writer import MOST_BYTES, LogWriter, Tip, opened
from briefbank.domain import asking
from briefbank.domain.audit_events import AuditEntry, AuditEvent, AuditHead, Value
from briefbank.errors import StoreError

log = logging.getLogger(__name__)

HEAD = "audit head"
"""The key under which the catalogue keeps the last entry's number and hash."""
SYNC_S = 1.0
"""The interval of flushes for entries in quick succession: a flush for each of ten thousand files would cost
a minute."""
DAY = timedelta(days=1)
_AT = b'"at":"'
NOT_WRITTEN = "The record cannot be written to just now. What is done meanwhile is counted, and noted later."


class Heads(Protocol):
    """The part of a catalogue that the audit log needs."""

    def state(self, key: str) -> str: ...

    def set_state(self, key: str, value: str) -> None: ...


class AuditLog(AuditApi):
    """The audit log of one library. Any thread and any number of programs; only reading raises,
    StoreError."""

    def __init__(self, path: Path, lock: Callable[[], AbstractContextManager[None]], heads: Heads) -> None:
        """Use ``lock``, the log's own between threads and programs, which raises StoreError."""
        self._path, self._lock, self._heads = path, lock, heads
        self._tip: Tip | None = None
        self._copy: HeadCopy | None = None
        self._unflushed = False
        """True when something is written, but neither flushed nor known to the catalogue."""
        self._flushed_at = 0.0
        self._counting = threading.Lock()
        self._lost = 0

    # --- writing ---------------------------------------------------------------------------------

    def begin(self, documents: int, *, sample: bool) -> None:
        """Note that the library was opened: begin its log, or say that another version continues it."""

        def put(pen: LogWriter) -> None:
            if not pen.tip.number:
                chain_ = secrets.token_hex(16)  # distinguishes logs begun in the same second
                pen.put(AuditEvent.BEGUN, {"documents": documents, "sample": sample, "chain": chain_})
            elif not self._catalogue_head():
                pen.put(AuditEvent.CATALOGUE, {"documents": documents})
            elif pen.tip.version != __version__:
                pen.put(AuditEvent.VERSION, fields.known({"before": pen.tip.version}))
            else:
                return
            self._unflushed = True

        self._write(put)

    def note(self, act: AuditEvent, *, at_once: bool = True, **details: Value) -> None:
        """Write an act down, flushed at once or, without ``at_once``, within a second of the next one or at
        ``sync``. Raises ValueError for details that are not on the list, which is a programming error."""
        whole = {**details, **_who_asks()}
        self._write(lambda pen: self._put(pen, act, whole), act=act, at_once=at_once)

    def restored(self, documents: int, record: bytes) -> None:
        """Note that a backup was restored. ``record`` is the log that came with it. Where that is not the
        beginning of this log, it is kept whole in this one, as far as there is room."""
        self._put_with_record({"documents": documents}, record)

    def moved_in(self, documents: int, record: bytes) -> None:
        """Note that the library of one computer was brought in, with its log, likewise."""
        self._put_with_record({"documents": documents, "moved": True}, record)

    def _put_with_record(self, details: dict[str, Value], record: bytes) -> None:
        def put(pen: LogWriter) -> None:
            whole = record[: record.rfind(b"\n") + 1]
            link = chain.last(whole)
            if link is None or pen.holds(AuditHead(link.number, link.stated)) or not pen.has_room_for(whole):
                self._put(pen, AuditEvent.RESTORED, details)
                return
            came = details | {"entries": link.number, "earlier": link.stated}
            pen.put(AuditEvent.RESTORED, came, carried=whole)
            self._unflushed = True

        self._write(put, act=AuditEvent.RESTORED)

    def sync(self) -> None:
        """Flush everything that was noted to the disk."""
        if self._unflushed:
            self._write(lambda _pen: None)
        if self._copy is not None:
            with suppress(StoreError), self._lock():
                if self._tip is not None:
                    self._copy.write(self._tip.head, at_once=True)

    def copy_newest_to(self, path: Path) -> None:
        """Keep a copy of the newest entry in a file at another place from now on, and compare the log with it
        when it is verified."""
        self._copy = HeadCopy(path)
        self._tip = None  # the next entry compares the file with it

    def _put(self, pen: LogWriter, act: AuditEvent, details: dict[str, Value]) -> None:
        pen.put(act, details)
        self._unflushed = True

    def _write(
        self, put: Callable[[LogWriter], None], *, act: AuditEvent | None = None, at_once: bool = True
    ) -> None:
        try:
            with self._writing() as pen:
                put(pen)
                if self._unflushed and (at_once or time.monotonic() - self._flushed_at > SYNC_S):
                    self._flush(pen)
        except (OSError, StoreError) as error:
            with self._counting:
                self._lost += act is not None
            log.warning("record not written: %s", type(error).__name__)

    @contextmanager
    def _writing(self) -> Iterator[LogWriter]:
        """Open the file; repair its end and compare it with the catalogue where somebody else may have
        written."""
        with self._lock(), opened(self._path, self._tip) as pen:
            self._tip = None  # if anything fails from here on, the file is examined anew
            if not pen.as_left:
                self._compare(pen)
            self._note_gap(pen)
            yield pen
            self._tip = pen.tip

    def _note_gap(self, pen: LogWriter) -> None:
        with self._counting:
            lost = self._lost
        if lost:
            pen.put(AuditEvent.GAP, {"entries": lost})
            self._unflushed = True
            with self._counting:
                self._lost -= lost

    def _compare(self, pen: LogWriter) -> None:
        pen.mend()
        for known in self._known_heads():
            if not pen.holds(known):
                pen.put(
                    AuditEvent.BROKEN, {"known": known.number, "found": pen.tip.number}, after=known.number
                )
                self._unflushed = True
                return

    def _known_heads(self) -> Iterator[AuditHead]:
        """Yield the last entry as the catalogue has it, and as it was copied elsewhere. Raises StoreError."""
        if (known := self._catalogue_head()) is not None:
            yield known
        if self._copy is not None:
            with suppress(OSError, ValueError):
                if (copied := self._copy.read()) is not None:
                    yield copied

    def _flush(self, pen: LogWriter) -> None:
        """Flush the file first and then note its head, so that the catalogue never knows more than there
        is."""
        try:
            pen.sync()
            self._heads.set_state(HEAD, str(pen.tip.head))
        except (OSError, StoreError) as error:  # the next entry tries the flush again
            log.warning("head of the record not kept: %s", type(error).__name__)
            return
        self._unflushed, self._flushed_at = False, time.monotonic()
        if self._copy is not None:
            self._copy.write(pen.tip.head)

    # --- reading ---------------------------------------------------------------------------------

    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: Collection[AuditEvent] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[AuditEntry]:
        found: list[AuditEntry] = []
        skipped = 0
        for entry in self._newest_first(_line_filter(acts, first, last)):
            if not _within(entry, first, last):
                continue
            if skipped < start:
                skipped += 1
                continue
            if limit is not None and len(found) == limit:
                break
            found.append(entry)
        return found

    def verify(self) -> list[str]:
        self.sync()
        try:
            with self._lock():
                content, known = whole_lines(self._path), self._catalogue_head()
                elsewhere = self._copy.problems(content) if self._copy is not None else []
        except StoreError as error:
            return [" ".join(("The record cannot be read.", error.title))]
        return [*chain.problems(content, known), *elsewhere, *([NOT_WRITTEN] if self._lost else [])]

    def head(self) -> AuditHead | None:
        try:
            link = chain.last(whole_lines(self._path))
        except StoreError:
            return None
        return AuditHead(link.number, link.stated) if link else None

    def _newest_first(self, wanted: Callable[[bytes], bool]) -> Iterator[AuditEntry]:
        lines = whole_lines(self._path).split(b"\n")
        found = (entry for each in reversed(lines) if wanted(each) and (entry := chain.entry(each)))
        if any(each.startswith(chain.BAR) for each in lines):
            return iter(sorted(found, key=lambda entry: entry.at, reverse=True))
        return found

    def _catalogue_head(self) -> AuditHead | None:
        """Return the last entry as the catalogue has it. Raises StoreError."""
        number, _, hash_ = self._heads.state(HEAD).partition(" ")
        return AuditHead(int(number), hash_) if re.fullmatch("[0-9]{1,19}", number) else None


def _who_asks() -> dict[str, Value]:
    """Return the details that say who asks; none where it is the user of this computer."""
    person = asking.person()
    return {"person": person.name, "device": person.device} if person else {}


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
            "The record of this library is not one that BriefBank wrote.",
            "Ask who gave you the library, or take its record from a backup.",
            detail="record",
        )
    return content[: content.rfind(b"\n") + 1]


def _line_filter(
    acts: Collection[AuditEvent], first: date | None, last: date | None
) -> Callable[[bytes], bool]:
    """Return a quick test that a line must pass to be parsed, which takes thirty times as long. Days may be
    off by one, since lines have them in UTC."""
    signs = tuple(b'"act":"%s"' % act.encode() for act in acts)
    earliest = str(first - DAY if first and first > date.min else date.min).encode()
    latest = str(last + DAY if last and last < date.max else date.max).encode()

    def wanted(line: bytes) -> bool:
        if signs and not any(sign in line for sign in signs):
            return False
        place = line.find(_AT)
        return place >= 0 and earliest <= line[place + len(_AT) : place + len(_AT) + len(earliest)] <= latest

    return wanted


def _within(entry: AuditEntry, first: date | None, last: date | None) -> bool:
    if first is None and last is None:
        return True
    day = entry.at.astimezone().date()
    return (first is None or first <= day) and (last is None or day <= last)
