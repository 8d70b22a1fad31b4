"""Checks, repairs and backups of one library as a person orders them; each is recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from briefbank.api.maintenance import MaintenanceApi
from briefbank.domain.alerts import LibraryAlert
from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.maintenance import (
    BackupReport,
    HealthReport,
    KnownBackup,
    LibrarySizes,
    RestoreReport,
)
from briefbank.errors import OfflineStays, StoreBusy
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import known_backups
from briefbank.maintenance.backup import Backup
from briefbank.maintenance.backup_series import BackupSeries
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.maintenance.restore import Restore
from briefbank.storage import offline_lease
from briefbank.storage.availability import require_reachable
from briefbank.storage.locks import ProcessLock, held
from briefbank.storage.write_access import Access

_LONGEST_DAYS = 36_500
"""The longest time for which a backup is kept; a day beyond the calendar could not be reckoned."""


class Maintenance(MaintenanceApi):
    """The upkeep of one library. Any thread."""

    def __init__(
        self,
        parts: LibraryParts,
        access: Access,
        health: Health,
        backups: tuple[Backup, Restore],
        alerts: Callable[[], tuple[LibraryAlert, ...]],
        note: AuditWriter,
    ) -> None:
        self._parts, self._access, self._health = parts, access, health
        self._backup, self._restore = backups
        self._alerts, self._note = alerts, note
        self._root = parts.paths.root
        # One at a time, also of other programs: each deletes what older ones left in its folder.
        self._backing_up = ProcessLock(parts.paths.backup_lock, wait_s=0.0)

    def alerts(self) -> tuple[LibraryAlert, ...]:
        with require_reachable(self._parts.paths):
            return self._alerts()

    def check(
        self, repair: bool = False, reporter: Reporter | None = None, *, thorough: bool = False
    ) -> HealthReport:
        if repair:
            self._access.require()
        report = self._health.check(reporter or QuietReporter(), repair=repair, thorough=thorough)
        if repair:
            self._note(AuditEvent.MENDED, mended=len(report.repaired), problems=len(report.problems))
        return report

    def rebuild(self, reporter: Reporter) -> HealthReport:
        report = self._health.rebuild(reporter)
        self._note(AuditEvent.REBUILT, passages=report.passages)
        return report

    def read_authorities(self, reporter: Reporter) -> int:
        if self._access.why_not():
            return 0
        return self._parts.graph.catch_up(self._parts.lock, reporter.check)

    def sizes(self) -> LibrarySizes:
        return self._health.sizes()

    def backup(self, folder: Path, reporter: Reporter, *, keep_days: int = 0) -> BackupReport:
        if offline_lease.kept(self._root) is not None:
            raise OfflineStays(detail="backup")
        keep_days = min(keep_days, _LONGEST_DAYS)
        busy = StoreBusy(
            "Another backup of this library is being made.", "Wait until it has finished, then back up again."
        )
        with held(self._backing_up(), busy):
            if keep_days:
                report, deleted = BackupSeries(self._backup, folder).make(keep_days, reporter)
                known_backups.forget(self._root, deleted)
            else:
                report = self._backup.make(folder, reporter)
        known_backups.note(self._root, report.folder, keep_days=keep_days)
        self._note(AuditEvent.BACKED_UP, documents=report.documents)
        return report

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        self._access.require()
        if offline_lease.kept(self._root) is not None:
            raise OfflineStays(detail="restore")
        report = self._restore.restore(folder, reporter)
        known_backups.note_restored(self._root, folder, self.sizes().last_backup)
        return report

    def backups(self) -> tuple[KnownBackup, ...]:
        return known_backups.known(self._root)

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        return known_backups.containing(self._root, self._parts.catalogue.document(document_id))
