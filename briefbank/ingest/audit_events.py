"""Writes audit events for ingested files: each document by its number, refused files counted by reason."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from briefbank.catalogue.ledger_statements import OpenFile
from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.refusals import Refusal

_ADDED = (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)


class IngestAuditHook:
    """Records the results of a run. Any thread.

    An event for a document is written when the document ends and flushed at the end of the run (``end``): a
    flush for each of ten thousand files would delay them.
    """

    def __init__(self, note: AuditWriter, sync: Callable[[], None]) -> None:
        self._note, self._sync = note, sync
        self._lock = threading.Lock()
        self._refused: Counter[Refusal] = Counter()

    def ended(self, file: OpenFile, outcome: FileOutcome) -> None:
        """Record a file that is in the library now. One that was there already changed nothing and is not
        recorded."""
        if outcome.document is None or outcome.status not in _ADDED:
            return
        document, pages = outcome.document.id, outcome.document.pages
        if file.document_id is not None:
            self._note(AuditEvent.READ_AGAIN, at_once=False, document=document, pages=pages)
        else:
            kind = outcome.document.kind.value
            self._note(AuditEvent.ADDED, at_once=False, document=document, kind=kind, pages=pages)

    def refused(self, refusal: Refusal) -> None:
        """Count a file that was not added."""
        with self._lock:
            self._refused[refusal] += 1

    def end(self) -> None:
        """Write the refused files when the run ended or was stopped."""
        with self._lock:
            refused, self._refused = self._refused, Counter()
        for reason, files in sorted(refused.items()):
            self._note(AuditEvent.REFUSED, at_once=False, reason=reason.value, files=files)
        self._sync()
