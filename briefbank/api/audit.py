"""The record of what was done in a library."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Protocol

from briefbank.domain.audit_events import AuditEntry, AuditEvent, AuditHead


class AuditApi(Protocol):
    """The audit record."""

    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: Collection[AuditEvent] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[AuditEntry]:
        """Return entries, the newest first, of days of this computer's clock, ``last`` included, and of some
        ``acts`` or of all.

        The first ``start`` of them are left out. Half a second for 100,000. Raises StoreError.
        """

    def verify(self) -> list[str]:
        """Return disagreements as sentences; empty for a log that is whole. Half a second for 100,000
        entries; blocks. Raises nothing: a log that cannot be read is a problem."""

    def head(self) -> AuditHead | None:
        """Return the newest entry, to be printed and compared with another copy. None for a log that is empty
        or cannot be read."""
