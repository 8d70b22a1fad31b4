"""Alerts, checks, repairs and backups as a person orders them, and the computer that a library is on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.api.library import InstallationApi, MaintenanceApi
from briefbank.audit.audit import AuditLog
from briefbank.catalogue import document_rows, ingest_report, library_facts
from briefbank.catalogue.database import Database
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, Document
from briefbank.domain.ingest import FileStatus
from briefbank.domain.maintenance import (
    AlertKind,
    AuditEvent,
    AuditWriter,
    BackupReport,
    CheckResult,
    DiskEncryption,
    Equipment,
    HealthReport,
    KnownBackup,
    LibraryAlert,
    LibraryPlace,
    LibrarySizes,
    RestoreReport,
)
from briefbank.domain.pages import PageTrouble
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.errors import BriefBankError, IndexFault, OfflineStays, StoreBusy
from briefbank.files import store_error
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.folder_watcher import FolderWatcher
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import backup_sets
from briefbank.maintenance.backup import Backup, BackupSeries
from briefbank.maintenance.disks import LAST_BACKUP, encryption_of, moment, sizes
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.maintenance.restore import Restore
from briefbank.network.address import parse_address
from briefbank.ocr.engines import OcrEngine
from briefbank.paths import LibraryPaths
from briefbank.storage import library_folder
from briefbank.storage.lease import ProcessLock, hold, unserved
from briefbank.storage.library_folder import require_reachable
from briefbank.storage.write_access import Access
from briefbank.text.messages import NO_MESSAGE, Message

if TYPE_CHECKING:
    from briefbank.summary.local_model_manager import LocalModelManager


class Installation(InstallationApi):
    """The computer that one library is on. Any thread."""

    def __init__(
        self,
        access: Access,
        health: Health,
        audit: AuditLog,
        ocr: OcrEngine,
        embedding: EmbeddingIndexer,
        local_model: Callable[[], LocalModelManager],
        write_file: Callable[[Path, bytes], None],
    ) -> None:
        """``write_file`` raises ExportRefused."""
        self._access, self._health, self._audit = access, health, audit
        self._ocr, self._embedding, self._local_model = ocr, embedding, local_model
        self._root, self._write_file = access.paths.root, write_file

    def place(self) -> LibraryPlace:
        return library_folder.describe_folder(self._root)

    def place_for(self, chosen: Path) -> LibraryPlace:
        return library_folder.place_for(chosen)

    def disk_encryption(self) -> DiskEncryption:
        return encryption_of(self._root)

    def equipment(self) -> Equipment:
        meaning = NO_MESSAGE
        try:
            self._embedding.model_name()
        except BriefBankError as error:
            meaning = error.message
        return Equipment(self._ocr.problem(), meaning)

    def ocr_engines(self) -> list[str]:
        return [] if self._ocr.problem() else list(self._ocr.names)

    def ocr_address_problem(self, address: str) -> str:
        try:
            parse_address(address)
        except BriefBankError as error:
            return str(error)
        return ""

    def join_office(self, invitation: Path) -> str:
        from briefbank.network import membership

        return membership.join_with(invitation)

    def leave_office(self, *, unsent_too: bool = False) -> None:
        from briefbank.office import remote_library

        remote_library.leave_office(unsent_too=unsent_too)

    def self_test(self) -> list[CheckResult]:
        from briefbank.maintenance import self_test

        tested = self_test.TestedLibrary(self._root, self._access.why_not(), self._audit, self._health)
        model = self._local_model() if settings.load().local_model else None
        results = self_test.run(tested, self._ocr, self._embedding.encoder, model)
        passed = sum(result.passed for result in results)
        self._audit.note(AuditEvent.SELF_TEST, passed=passed, failed=len(results) - passed)
        return results

    def self_test_report(self, results: Sequence[CheckResult]) -> str:
        from briefbank.maintenance import self_test

        notes = [str(sentence) for sentence in self.disk_encryption().sentences]
        if head := self._audit.head():
            notes.append(f"Last entry of the activity log: number {head.number}, {head.hash}")
        return self_test.report(results, datetime.now().astimezone(), notes)

    def save_self_test(self, report: str, target: Path) -> None:
        self._write_file(target, report.encode())


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
        return sizes(self._parts.paths, self._parts.catalogue)

    def backup(self, folder: Path, reporter: Reporter, *, keep_days: int = 0) -> BackupReport:
        if library_folder.offline_lease(self._root) is not None:
            raise OfflineStays(detail="backup")
        keep_days = min(keep_days, _LONGEST_DAYS)
        busy = StoreBusy(
            Message("Another backup of this library is being made."),
            Message("Wait until it has finished, then back up again."),
        )
        with hold(self._backing_up(), busy):
            if keep_days:
                report, deleted = BackupSeries(self._backup, folder).make(keep_days, reporter)
                backup_sets.forget(self._root, deleted)
            else:
                report = self._backup.make(folder, reporter)
        backup_sets.note(self._root, report.folder, keep_days=keep_days)
        self._note(AuditEvent.BACKED_UP, documents=report.documents)
        return report

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        self._access.require()
        if library_folder.offline_lease(self._root) is not None:
            raise OfflineStays(detail="restore")
        with unserved(self._parts.paths.serving_lock):
            report = self._restore.restore(folder, reporter)
        backup_sets.note_restored(self._root, folder, self.sizes().last_backup)
        return report

    def backups(self) -> tuple[KnownBackup, ...]:
        return backup_sets.known(self._root)

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        return backup_sets.containing(self._root, document_rows.get(self._parts.catalogue, document_id))


BACKUP_DAYS = 30
LEAST_FREE = 2_000_000_000
"""The bytes on the library's disk below which adding files may soon come to a stop: a large scan,
its reading copy and the rebuilding of an index take some hundred megabytes each."""
_PAGE_ALERTS = (
    (AlertKind.HIDDEN, PageTrouble.HIDDEN),
    (AlertKind.GAPS, PageTrouble.GAP),
    (AlertKind.DOUBTFUL, PageTrouble.DOUBTFUL),
)
_OWN_WORK = (Kind.BRIEF, Kind.MEMO)
"""Documents that an office wrote itself and may use again: an opinion stays as it was decided."""


class AlertCollector:
    """The alerts of one library. Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        lexical: LexicalIndex,
        good_law: GoodLaw,
        watching: FolderWatcher,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._paths, self._catalogue, self._lexical = paths, catalogue, lexical
        self._good_law, self._watching, self._today = good_law, watching, today

    def collect(self) -> tuple[LibraryAlert, ...]:
        """Return all alerts, the gravest first; empty when all is well. Raises StoreError."""
        collected = (
            *self._disk_alerts(),
            *self._law_alerts(),
            *self._document_alerts(),
            *self._backup_alerts(),
        )
        alerts = {alert.kind: alert for alert in collected}
        return tuple(alerts[matter] for matter in AlertKind if matter in alerts)

    def _disk_alerts(self) -> Iterator[LibraryAlert]:
        try:
            free = shutil.disk_usage(self._paths.catalogue.parent).free
        except OSError as error:
            raise store_error(error) from error
        if free < LEAST_FREE:
            yield LibraryAlert(AlertKind.DISK, 1, size=free)
        try:
            self._lexical.id_totals()
        except IndexFault:
            yield LibraryAlert(AlertKind.WORDS, 1)

    def _newest_first(self, ids: Iterable[int]) -> list[Document]:
        documents = document_rows.by_ids(self._catalogue, ids).values()
        return sorted(documents, key=lambda document: (document.filed or date.min, document.id), reverse=True)

    def _law_alerts(self) -> Iterator[LibraryAlert]:
        since = self._good_law.outdated_documents(self._today())
        relying = [document for document in self._newest_first(since) if document.kind in _OWN_WORK]
        if relying:
            days = [(alert.filed, since[alert.id]) for alert in relying]
            earlier = sum(bool(filed and since and filed < since) for filed, since in days)
            ids = tuple(alert.id for alert in relying)
            yield LibraryAlert(AlertKind.RELYING, len(relying), ids, earlier=earlier)
        if waiting := len(self._good_law.proposals()):
            yield LibraryAlert(AlertKind.PROPOSED, waiting)

    def _document_alerts(self) -> Iterator[LibraryAlert]:
        if away := sum(1 for folder in self._watching.folders() if folder.trouble):
            yield LibraryAlert(AlertKind.FOLDERS, away)
        if refused := ingest_report.report(self._catalogue).ended.get(FileStatus.REFUSED, 0):
            yield LibraryAlert(AlertKind.REFUSED, refused)
        for matter, trouble in _PAGE_ALERTS:
            if pages := document_rows.with_pages(self._catalogue, trouble):
                yield LibraryAlert(matter, len(pages), tuple(pages), pages=sum(pages.values()))
        if documents := document_rows.with_future_dates(self._catalogue, self._today()):
            ids = tuple(sorted((document.id for document in documents), reverse=True))
            yield LibraryAlert(AlertKind.FUTURE, len(ids), ids)
        gaps = library_facts.annotation_gaps(self._catalogue)
        if ids := tuple(document.id for document in self._newest_first(gaps)):
            lacking = frozenset().union(*(gaps[id_] for id_ in ids))
            annotations = tuple(annotation for annotation in Annotation if annotation in lacking)
            yield LibraryAlert(AlertKind.ANNOTATIONS, len(ids), ids, annotations=annotations)

    def _backup_alerts(self) -> Iterator[LibraryAlert]:
        """Alert to an old backup. Documents of the sample need none, nor a library less than a month old."""
        if (first := document_rows.first_added(self._catalogue)) is None:
            return
        last = moment(self._catalogue, LAST_BACKUP)
        days = (datetime.now(UTC) - (last or first)).days
        if days >= BACKUP_DAYS:
            yield LibraryAlert(AlertKind.BACKUP, days if last else 0)
