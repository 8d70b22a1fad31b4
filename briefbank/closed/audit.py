"""The record of what was done with a library: append-only, each entry bound to the one before, no content.

It is a file of its own beside the catalogue: an append costs a tenth of a millisecond and no transaction, a
damaged or restored catalogue takes no entry away, and any text editor reads it. The catalogue keeps the
number and hash of the last entry in turn, so that neither of the two can be shortened or exchanged alone.

Work is never refused because the record cannot be written: what is missing is counted, and written down as a
gap once there is room again.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Protocol

from briefbank import __version__, files
from briefbank.acts import Act, Entry, Head, Value
from briefbank.closed import audit_fields, chain
from briefbank.closed.pen import MOST_BYTES, Pen, Tip, opened
from briefbank.errors import StoreError

log = logging.getLogger(__name__)

HEAD = "audit head"
"""Under which the catalogue keeps the last entry's number and hash."""
SYNC_S = 1.0
"""What is noted one after the other is on the disk for good after so long: a flush for each of ten thousand
files would cost a minute."""
DAY = timedelta(days=1)
_AT = b'"at":"'
NOT_WRITTEN = "The record cannot be written to just now. What is done meanwhile is counted, and noted later."


class Heads(Protocol):
    """What the record needs of a catalogue."""

    def state(self, key: str) -> str: ...

    def set_state(self, key: str, value: str) -> None: ...


class Audit:
    """The record of one library. Any thread and any number of programs; only reading raises, StoreError."""

    def __init__(self, path: Path, lock: Callable[[], AbstractContextManager[None]], heads: Heads) -> None:
        """``lock`` is the record's own, between threads and programs; it raises StoreError."""
        self._path, self._lock, self._heads = path, lock, heads
        self._tip: Tip | None = None
        self._behind = False
        """Whether something is written, but neither flushed nor known to the catalogue."""
        self._kept_at = 0.0
        self._counting = threading.Lock()
        self._lost = 0

    # --- writing ---------------------------------------------------------------------------------

    def begin(self, documents: int, *, sample: bool) -> None:
        """The library was opened: begin its record, or say that another version goes on with it."""

        def put(pen: Pen) -> None:
            if not pen.tip.number:
                chain_ = secrets.token_hex(16)  # or records begun in the same second would be one
                pen.put(Act.BEGUN, {"documents": documents, "sample": sample, "chain": chain_})
            elif not self._known():
                pen.put(Act.CATALOGUE, {"documents": documents})
            elif pen.tip.version != __version__:
                pen.put(Act.VERSION, audit_fields.known({"before": pen.tip.version}))
            else:
                return
            self._behind = True

        self._try(put)

    def note(self, act: Act, *, at_once: bool = True, **details: Value) -> None:
        """Write an act down. ``at_once`` False: on the disk for good within a second of the next one, or with
        ``sync``. Raises ValueError for details that are not on the list: a fault of ours."""
        self._try(lambda pen: self._put(pen, act, details), act=act, at_once=at_once)

    def restored(self, documents: int, record: bytes) -> None:
        """A backup was restored. ``record``: the record that came with it; where that is not the beginning of
        this one, it is kept whole in this one."""

        def put(pen: Pen) -> None:
            whole = record[: record.rfind(b"\n") + 1]
            link = chain.last(whole)
            if link is None or pen.holds(Head(link.number, link.stated)):
                self._put(pen, Act.RESTORED, {"documents": documents})
                return
            came: dict[str, Value] = {"documents": documents, "entries": link.number, "earlier": link.stated}
            pen.put(Act.RESTORED, came, carried=whole)
            self._behind = True

        self._try(put, act=Act.RESTORED)

    def sync(self) -> None:
        """Everything that was noted is on the disk for good."""
        if self._behind:
            self._try(lambda _pen: None)

    def _put(self, pen: Pen, act: Act, details: dict[str, Value]) -> None:
        pen.put(act, details)
        self._behind = True

    def _try(self, put: Callable[[Pen], None], *, act: Act | None = None, at_once: bool = True) -> None:
        try:
            with self._writing() as pen:
                put(pen)
                if self._behind and (at_once or time.monotonic() - self._kept_at > SYNC_S):
                    self._keep(pen)
        except (OSError, StoreError) as error:
            with self._counting:
                self._lost += act is not None
            log.warning("record not written: %s", type(error).__name__)

    @contextmanager
    def _writing(self) -> Iterator[Pen]:
        """The file, its end mended and compared with the catalogue where somebody else may have written."""
        with self._lock(), opened(self._path, self._tip) as pen:
            self._tip = None  # whatever fails from here on, the file is looked at anew
            if not pen.as_left:
                self._compare(pen)
            self._note_gap(pen)
            yield pen
            self._tip = pen.tip

    def _note_gap(self, pen: Pen) -> None:
        with self._counting:
            lost = self._lost
        if lost:
            pen.put(Act.GAP, {"entries": lost})
            self._behind = True
            with self._counting:
                self._lost -= lost

    def _compare(self, pen: Pen) -> None:
        pen.mend()
        known = self._known()
        if known is not None and not pen.holds(known):
            pen.put(Act.BROKEN, {"known": known.number, "found": pen.tip.number}, after=known.number)
            self._behind = True

    def _keep(self, pen: Pen) -> None:
        """First the file and then the catalogue, so that the catalogue never knows more than there is."""
        try:
            pen.sync()
            self._heads.set_state(HEAD, str(pen.tip.head))
        except (OSError, StoreError) as error:  # it is written, and tried again with the next one
            log.warning("head of the record not kept: %s", type(error).__name__)
            return
        self._behind, self._kept_at = False, time.monotonic()

    # --- reading ---------------------------------------------------------------------------------

    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: Collection[Act] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[Entry]:
        """Entries, the newest first: of days of this computer's clock, ``last`` included; of some ``acts``,
        or of all. ``start`` of them are left out. Half a second for 100,000. Raises StoreError."""
        found: list[Entry] = []
        skipped = 0
        for entry in self._newest_first(_sieve(acts, first, last)):
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
        """What does not agree, in sentences; empty for a record that is whole. Half a second for 100,000
        entries; blocks. Raises nothing: a record that cannot be read is a problem."""
        self.sync()
        try:
            with self._lock():
                content, known = whole_lines(self._path), self._known()
        except StoreError as error:
            return [" ".join(("The record cannot be read.", error.title))]
        return [*chain.problems(content, known), *([NOT_WRITTEN] if self._lost else [])]

    def head(self) -> Head | None:
        """The newest entry, to be printed and compared with another copy; None for a record that is empty or
        cannot be read."""
        try:
            link = chain.last(whole_lines(self._path))
        except StoreError:
            return None
        return Head(link.number, link.stated) if link else None

    def _newest_first(self, wanted: Callable[[bytes], bool]) -> Iterator[Entry]:
        lines = whole_lines(self._path).split(b"\n")
        found = (entry for each in reversed(lines) if wanted(each) and (entry := chain.entry(each)))
        if any(each.startswith(chain.BAR) for each in lines):
            return iter(sorted(found, key=lambda entry: entry.at, reverse=True))
        return found

    def _known(self) -> Head | None:
        """The last entry as the catalogue has it. Raises StoreError."""
        number, _, hash_ = self._heads.state(HEAD).partition(" ")
        return Head(int(number), hash_) if re.fullmatch("[0-9]{1,19}", number) else None


def whole_lines(path: Path) -> bytes:
    """What is written for good of a record; empty where there is none. Raises StoreError."""
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


def _sieve(acts: Collection[Act], first: date | None, last: date | None) -> Callable[[bytes], bool]:
    """What a line must have to be looked at: taking it apart takes thirty times as long. Days may be off by
    one, since lines have them in UTC."""
    signs = tuple(b'"act":"%s"' % act.encode() for act in acts)
    earliest = str(first - DAY if first and first > date.min else date.min).encode()
    latest = str(last + DAY if last and last < date.max else date.max).encode()

    def wanted(line: bytes) -> bool:
        if signs and not any(sign in line for sign in signs):
            return False
        place = line.find(_AT)
        return place >= 0 and earliest <= line[place + len(_AT) : place + len(_AT) + len(earliest)] <= latest

    return wanted


def _within(entry: Entry, first: date | None, last: date | None) -> bool:
    if first is None and last is None:
        return True
    day = entry.at.astimezone().date()
    return (first is None or first <= day) and (last is None or day <= last)
