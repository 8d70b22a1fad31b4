"""Maintains the library: sizes, check and repair, rebuilding, backup and restore. One task at a time."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.maintenance import BackupReport, HealthReport, RestoreReport
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message
from ui.features.intake.controller import IntakeController
from ui.features.intake.embedding_controller import EmbeddingController
from ui.features.maintenance.view import MaintenanceView
from ui.i18n.translate import tr, translate_core
from ui.jobs import Job, Jobs, Lane, Work
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class MaintenanceController(QObject):
    """The controller that runs tasks of the page in lanes, and shows their progress there."""

    library_changed = Signal()
    restored = Signal()  # Emitted when the library was replaced by a backup

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        intake: IntakeController,
        embedding: EmbeddingController,
        page: MaintenanceView,
    ) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self._intake, self._embedding = intake, embedding
        self._job: Job | None = None
        self._waiting_restore: Path | None = None
        page.check.clicked.connect(self.check)
        page.repair.clicked.connect(self.repair)
        page.rebuild.clicked.connect(self.rebuild)
        page.backup_wanted.connect(self.back_up)
        page.restore_wanted.connect(self.restore)
        page.stop.clicked.connect(self._stop)
        intake.stopped.connect(self._restore_when_stopped)
        embedding.stopped.connect(self._restore_when_stopped)

    def refresh(self) -> None:
        """Show how large the library is and when it was last checked and backed up."""
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.maintenance.sizes(), topic="sizes")
        job.done.connect(self._page.show_sizes)
        job.failed.connect(self._page.show_failure)
        encryption_job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.disk_encryption(), topic="encryption"
        )
        encryption_job.done.connect(self._page.show_encryption)

    # --- check ---

    def check(self) -> None:
        self._begin_check(tr("Checking the library …"), Lane.READER, repair=False)

    def repair(self) -> None:
        self._begin_check(tr("Mending the library …"), Lane.WRITER, repair=True)

    def _begin_check(self, text: str, lane: Lane, *, repair: bool) -> None:
        library, thorough = self._library, self._page.thorough.isChecked()
        self._begin(
            text, lane, lambda reporter: library.maintenance.check(repair, reporter, thorough=thorough)
        )

    def rebuild(self) -> None:
        library = self._library
        self._begin(
            tr("Rebuilding the indexes …"),
            Lane.WRITER,
            lambda reporter: library.maintenance.rebuild(reporter),
        )

    # --- backup ---

    def back_up(self, folder: Path) -> None:
        library = self._library
        self._begin(
            tr("Backing up …"), Lane.WRITER, lambda reporter: library.maintenance.backup(folder, reporter)
        )

    def restore(self, folder: Path) -> None:
        """Restore a backup, once adding files and embedding have come to a stop; both rest meanwhile."""
        if self._busy():
            return
        self._waiting_restore = folder
        self._page.show_busy(tr("Restoring: the current steps are being finished …"))
        self._intake.rest()
        self._embedding.rest()
        self._restore_when_stopped()

    def _restore_when_stopped(self) -> None:
        folder = self._waiting_restore
        if folder is None or self._intake.busy or self._embedding.busy:
            return
        self._waiting_restore = None
        library = self._library
        self._begin(
            tr("Restoring …"), Lane.WRITER, lambda reporter: library.maintenance.restore(folder, reporter)
        )
        assert self._job is not None
        self._job.done.connect(lambda _report: self._go_on(anew=True))
        self._job.failed.connect(lambda _error: self._go_on(anew=False))

    def _go_on(self, *, anew: bool) -> None:
        self._intake.go_on(anew=anew)
        self._embedding.go_on()
        if anew:
            self.restored.emit()

    # --- one at a time ---

    def _busy(self) -> bool:
        return self._job is not None or self._waiting_restore is not None

    def _begin(self, text: str, lane: Lane, work: Work) -> None:
        if self._busy():
            return
        self._page.show_busy(text)
        self._job = self._jobs.start(lane, work)
        self._job.progressed.connect(partial(self._show_progress, text))
        self._job.done.connect(self._done)
        self._job.failed.connect(self._failed)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        elif self._waiting_restore is not None:
            self._waiting_restore = None
            self._failed(Cancelled())
            self._go_on(anew=False)

    def _show_progress(self, text: str, stage: Message, done: int, total: int) -> None:
        counted = (
            tr("{stage}: {done:,} of {total:,}").format(stage=translate_core(stage), done=done, total=total)
            if stage and total
            else text
        )
        self._page.show_busy(counted, done, total)

    def _done(self, report: HealthReport | BackupReport | RestoreReport) -> None:
        self._job = None
        if isinstance(report, HealthReport):
            self._page.show_health(report)
        else:
            self._page.show_result(_said(report))
        self.library_changed.emit()
        self.refresh()

    def _failed(self, error: BriefBankError) -> None:
        self._job = None
        if isinstance(error, Cancelled):
            self._page.show_result(tr("Stopped. The library is as it was."))
        else:
            self._page.show_failure(error)
        self.refresh()


def _said(report: BackupReport | RestoreReport) -> str:
    """Return the outcome in a sentence or two."""
    if isinstance(report, BackupReport):
        copied = tr("every file was there from an earlier backup")
        if report.files_copied:
            files = wording.count(report.files_copied, tr("file"), tr("files"))
            copied = tr("{files} ({size}) copied").format(files=files, size=wording.size(report.bytes_copied))
        documents = wording.count(report.documents, tr("document"), tr("documents"))
        return tr("The backup is complete: {documents}, {copied}. It is in {folder}.").format(
            documents=documents, copied=copied, folder=report.folder
        )
    documents = wording.count(report.documents, tr("document"), tr("documents"))
    restored = tr("The library was restored: {documents}.").format(documents=documents)
    if not report.kept_before:
        return restored
    before = tr("The state before is kept as a backup in {folder}.").format(folder=report.kept_before)
    return f"{restored} {before}"
