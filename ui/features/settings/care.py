"""The panel on which the library is backed up, restored, checked and repaired. One task runs at a time."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QFileDialog, QProgressBar

from briefbank.domain.maintenance import BackupReport, DrillReport, HealthReport, LibrarySizes, RestoreReport
from briefbank.errors import BriefBankError
from briefbank.paths import data_folder
from briefbank.text.messages import Message
from ui.features.settings.panel import SettingsPanel
from ui.i18n.translate import tr, translate_core
from ui.jobs import Job, Lane, Work
from ui.kit.controls import ElidedLabel, Notice, label, push_button
from ui.kit.dialogs import confirmed
from ui.kit.layout import STRETCH, add, clear_layout, column, holder, row
from ui.shared import wording
from ui.shared.notices import TO_MEND, Finding, FindingsList

if TYPE_CHECKING:
    from ui.features.settings.page import SettingsPage

IN_ORDER = tr("The library is in order.")
NOT_IN_ORDER = tr("Some things do not agree. Repairing loses no document.")
PROBLEMS = 3  # The most problems of a backup that are named; the command line names all
ABOUT_BACKUPS = tr(
    "A backup holds the originals and all that BriefBank knows of them. Choose a folder on another disk. A "
    "later backup in the same folder copies only what is new."
)


class CarePanel(SettingsPanel):
    """Buttons that start tasks, the progress of the one that runs, and what came of the last one."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Backup and repair"), page)
        self._job: Job | None = None
        self._waiting_restore: Path | None = None
        self.last_backup, self.last_check = label(""), label("")
        self.back_up, self.restore = push_button(tr("Back up…")), push_button(tr("Restore…"))
        self.try_restore = push_button(
            tr("Try a restore…"),
            tip=tr("Restore a backup beside this library, compare all of it, and delete what was restored"),
        )
        if page.library.office is not None:
            self.try_restore.hide()
        self.check, self.repair = push_button(tr("Check")), push_button(tr("Repair"), main=True)
        self.rebuild, self.self_test = push_button(tr("Rebuild indexes")), push_button(tr("Self-test"))
        self.thorough = QCheckBox(tr("Also read every file and passage, which takes minutes"))
        backups = self.back_up, self.restore, self.try_restore
        checks = self.check, self.repair, self.rebuild
        self._tasks = (*backups, *checks, self.thorough)
        self.doing, self.bar, self.stop = ElidedLabel(), QProgressBar(), push_button(tr("Stop"))
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.progress = holder(row((column(self.doing, self.bar), 1), self.stop, spacing=14))
        self.result = Notice(left=14, inset=True)
        self._findings = column()
        add(
            self.inside,
            label(ABOUT_BACKUPS, role="muted", wrap=True),
            self.last_backup,
            row(*backups, STRETCH),
            8,
            self.last_check,
            row(*checks, self.self_test, STRETCH),
            *(self.thorough, self.progress, self.result, self._findings),
        )
        self.repair.hide()
        self._show_idle()
        for button, act in (
            (self.back_up, self._choose_backup),
            (self.restore, self._choose_restore),
            (self.try_restore, self._choose_trial),
            (self.check, lambda: self._check(repair=False)),
            (self.repair, lambda: self._check(repair=True)),
            (self.rebuild, self._rebuild),
            (self.self_test, page.self_test_wanted),
            (self.stop, self._stop),
        ):
            button.clicked.connect(act)
        page.adding.stopped.connect(self._restore_when_stopped)
        page.embedding.stopped.connect(self._restore_when_stopped)

    def refresh(self) -> None:
        """Show when the library was last checked and backed up."""
        library = self.library
        self.ask(lambda _reporter: library.maintenance.sizes(), self._show_times, "times")

    def _show_times(self, sizes: LibrarySizes) -> None:
        self.last_check.setText(tr("Last check: {moment}").format(moment=wording.moment(sizes.last_check)))
        self.last_backup.setText(tr("Last backup: {moment}").format(moment=wording.moment(sizes.last_backup)))

    # --- tasks ---

    def _check(self, *, repair: bool) -> None:
        care, thorough = self.library.maintenance, self.thorough.isChecked()
        text = tr("Repairing the library …") if repair else tr("Checking the library …")
        lane = Lane.WRITER if repair else Lane.READER
        self._begin(text, lane, lambda reporter: care.check(repair, reporter, thorough=thorough))

    def _rebuild(self) -> None:
        care = self.library.maintenance
        self._begin(tr("Rebuilding the indexes …"), Lane.WRITER, lambda reporter: care.rebuild(reporter))

    def _choose_backup(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose a folder for the backup")):
            self.begin_backup(Path(folder))

    def begin_backup(self, folder: Path) -> None:
        care = self.library.maintenance
        self._begin(tr("Backing up …"), Lane.WRITER, lambda reporter: care.backup(folder, reporter))

    def _choose_trial(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose the folder of the backup")):
            drill, backup = self.library.drill, Path(folder)
            text = tr("Trying a restore …")
            self._begin(text, Lane.LONG, lambda reporter: drill(backup, data_folder(), reporter))

    def _choose_restore(self) -> None:
        """Ask for a backup and a confirmation, and say what becomes of the present state."""
        folder = QFileDialog.getExistingDirectory(self, tr("Choose the folder of the backup"))
        if folder and confirmed(
            self,
            tr("Restore the library"),
            tr("Put the backup in {folder} in the place of this library?").format(folder=folder),
            tr(
                "The library as it is now is kept as a backup first, so that you can go back to it. "
                "Adding files rests meanwhile."
            ),
            yes=tr("Restore"),
            no=tr("Leave it as it is"),
        ):
            self.begin_restore(Path(folder))

    def begin_restore(self, folder: Path) -> None:
        """Restore a backup, once adding files and embedding have come to a stop; both rest meanwhile."""
        if self._is_busy():
            return
        self._waiting_restore = folder
        self._show_busy(tr("Restoring: the current steps are being finished …"))
        self.page.adding.rest()
        self.page.embedding.rest()
        self._restore_when_stopped()

    def _restore_when_stopped(self) -> None:
        folder = self._waiting_restore
        if folder is None or self.page.adding.busy or self.page.embedding.busy:
            return
        self._waiting_restore = None
        care = self.library.maintenance
        self._begin(tr("Restoring …"), Lane.WRITER, lambda reporter: care.restore(folder, reporter))
        assert self._job is not None
        self._job.done.connect(lambda _report: self._go_on(anew=True))
        self._job.failed.connect(lambda _error: self._go_on(anew=False))
        self._job.stopped.connect(lambda: self._go_on(anew=False))

    def _go_on(self, *, anew: bool) -> None:
        self.page.adding.go_on(anew=anew)
        self.page.embedding.go_on()
        if anew:
            self.page.restored.emit()

    # --- one task at a time ---

    def _is_busy(self) -> bool:
        return self._job is not None or self._waiting_restore is not None

    def _begin(self, text: str, lane: Lane, work: Work) -> None:
        if self._is_busy():
            return
        self._show_busy(text)
        self._job = self.run(work, self._done, failed=self._failed, lane=lane)
        self._job.progressed.connect(partial(self._show_progress, text))
        self._job.stopped.connect(self._stopped)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        elif self._waiting_restore is not None:
            self._waiting_restore = None
            self._stopped()
            self._go_on(anew=False)

    def _show_progress(self, text: str, stage: Message, done: int, total: int) -> None:
        if stage and total:
            text = tr("{stage}: {done:,} of {total:,}").format(
                stage=translate_core(stage), done=done, total=total
            )
        self._show_busy(text, done, total)

    def _show_busy(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show that a task runs; ``total`` is 0 when nobody knows how long it takes."""
        self.result.say("")
        self.doing.set_whole(text)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.progress.show()
        if any(button.hasFocus() for button in self._tasks):
            self.stop.setFocus()  # disabling the pressed button would move the focus off the panel
        self._enable(False)

    def _show_idle(self) -> None:
        has_focus = self.stop.hasFocus()
        self._enable(True)
        if has_focus:
            self.check.setFocus()
        self.progress.hide()

    def _enable(self, enabled: bool) -> None:
        for button in self._tasks:
            button.setEnabled(enabled)

    def _done(self, report: HealthReport | BackupReport | RestoreReport | DrillReport) -> None:
        if isinstance(report, HealthReport):
            clear_layout(self._findings)
            self._findings.addWidget(FindingsList(of_health(report)))
            self.repair.setVisible(not report.healthy)
            self._end(IN_ORDER if report.healthy else NOT_IN_ORDER)
        elif isinstance(report, DrillReport):
            self._end(_trial(report), bad=bool(report.problems))
            return
        else:
            if isinstance(report, RestoreReport):  # what was found concerned the library before
                clear_layout(self._findings)
                self.repair.hide()
            self._end(_outcome(report))
        self.page.library_changed.emit()

    def _failed(self, error: BriefBankError) -> None:
        self._end(str(error), bad=True)

    def _stopped(self) -> None:
        self._end(tr("Stopped. The library is as it was."))

    def _end(self, text: str, *, bad: bool = False) -> None:
        self._job = None
        self._show_idle()
        self.result.say(text, bad=bad)
        self.page.refresh()


def _trial(report: DrillReport) -> str:
    """Return what came of restoring a backup on trial."""
    moment = wording.moment(report.made)
    if report.problems:
        words = tr("The backup of {moment} cannot be restored as it was.").format(moment=moment)
        return " ".join((words, *map(translate_core, report.problems[:PROBLEMS])))
    return tr(
        "The backup of {moment} can be restored: {documents}, {files} and {passages} are as they were."
    ).format(
        moment=moment,
        documents=wording.documents(report.documents),
        files=wording.files(report.files),
        passages=wording.passages(report.passages),
    )


def _outcome(report: BackupReport | RestoreReport) -> str:
    """Return the outcome in a sentence or two."""
    documents = wording.documents(report.documents)
    if isinstance(report, BackupReport):
        copied = tr("every file was there from an earlier backup")
        if report.files_copied:
            files = wording.files(report.files_copied)
            copied = tr("{files} ({size}) copied").format(files=files, size=wording.size(report.bytes_copied))
        return tr("The backup is complete: {documents}, {copied}. It is in {folder}.").format(
            documents=documents, copied=copied, folder=report.folder
        )
    restored = tr("The library was restored: {documents}.").format(documents=documents)
    if not report.kept_before:
        return restored
    before = tr("The state before is kept as a backup in {folder}.").format(folder=report.kept_before)
    return f"{restored} {before}"


def of_health(report: HealthReport) -> list[Finding]:
    """Return findings of a check of the library, problems first."""
    findings = [Finding(False, TO_MEND, translate_core(problem)) for problem in report.problems]
    findings += [Finding(True, tr("Repaired"), translate_core(repair)) for repair in report.repaired]
    searchable = tr("{count} can be found by words.").format(count=wording.passages(report.lexical_passages))
    meaning = tr("{count} can be found by meaning.").format(count=wording.passages(report.dense_passages))
    if report.waiting_for_meaning:
        more = tr("{waiting:,} more are being prepared in the background.")
        meaning += " " + more.format(waiting=report.waiting_for_meaning)
    size = f"{wording.library_size(report.documents, report.passages)}."
    if report.annotation_gaps:
        one = tr("{number} of them was read with a gap in caption, headings or citations.")
        many = tr("{number} of them were read with a gap in caption, headings or citations.")
        size += " " + wording.counted(report.annotation_gaps, one, many)
    if report.future_dates:
        one = tr("{number} of them gives a filing date that lies in the future. Correct it in its caption.")
        many = tr("{number} of them give filing dates that lie in the future. Correct them in the captions.")
        size += " " + wording.counted(report.future_dates, one, many)
    ok = report.healthy
    return [
        *findings,
        Finding(ok or None, tr("Documents"), size),
        Finding(ok or None, tr("Words"), searchable),
        Finding(ok or None, tr("Meaning"), meaning),
    ]
