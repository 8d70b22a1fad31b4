"""Keeps the newest entry of an audit log at another place, such as the disk of another computer.

A chain shows that a line was altered or taken out, but whoever can write the file can write all of it anew.
The number and hash of the newest entry, where that person cannot write, show it.
"""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

from briefbank.audit import chain
from briefbank.domain.audit_events import AuditHead
from briefbank.errors import StoreError
from briefbank.files import read_small, write_out

log = logging.getLogger(__name__)

EVERY_S = 1.0
"""The shortest time between two copies; the last one is made at the end."""
_LONGEST = 200
_HEAD = re.compile(r"(\d{1,19}) ([0-9a-f]{64})\s*")
AWAY = (
    "The copy of the record’s newest entry cannot be written or read, so the record was not compared with it."
)


class HeadCopy:
    """The file with the copy, in a folder that exists. Called under the log's lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._copied: AuditHead | None = None
        self._at, self._failed = -EVERY_S, False

    def write(self, head: AuditHead, *, at_once: bool = False) -> None:
        """Copy the newest entry, unless that was done a moment ago. Work is never refused because it
        fails."""
        if head == self._copied or (not at_once and time.monotonic() - self._at < EVERY_S):
            return
        self._at = time.monotonic()
        try:
            write_out(self._path, f"{head}\n".encode())
        except StoreError as error:
            log.warning("newest entry of the record not copied: %s", type(error).__name__)
            self._failed = True
            return
        self._copied, self._failed = head, False

    def read(self) -> AuditHead | None:
        """Return the entry that was copied last; None before the first copy. Raises OSError and ValueError
        where the copy cannot be read."""
        try:
            content = read_small(self._path, _LONGEST)
        except FileNotFoundError:
            if self._copied is None:
                return None
            raise
        found = _HEAD.fullmatch(content.decode("ascii", "replace"))
        if found is None:
            raise ValueError("no entry")
        return AuditHead(int(found[1]), found[2])

    def problems(self, content: bytes) -> list[str]:
        """Return a sentence where the entry that was copied is not in these lines, or the copy cannot be
        read."""
        try:
            head = self.read()
        except (OSError, ValueError):
            return [AWAY]
        if self._failed:
            return [AWAY]
        if head is None or chain.holds(content, head):
            return []
        return [f"Entry {head.number:,}, of which there is a copy elsewhere, is missing or was altered."]
