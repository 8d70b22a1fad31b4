"""Looking after the library and the program: check, rebuild, self-test, shortcuts, and what BriefBank is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from briefbank import __version__
from briefbank.errors import BriefBankError
from briefbank.models import CheckResult, HealthReport
from ui.intake_work import IntakeWork
from ui.jobs import JobReporter, Jobs, Lane
from ui.views.findings import Finding, FindingsDialog, of_health, of_self_test

if TYPE_CHECKING:
    from briefbank.library import Library

SHORTCUTS = (
    ("Ctrl+L, Ctrl+F", "Go to the search box"),
    ("Enter", "Search; once the results are there, go to them; on a result, open it"),
    ("Down, Up", "Go into the results and move through them"),
    ("Right, Left", "Show the whole passage, or less of it"),
    ("+  and  -", "Say that a result is helpful, or not; again takes it back"),
    ("Ctrl+C", "Copy the passage with its citation"),
    ("F4, Shift+F4", "Open the next or the previous result, across documents"),
    ("F6", "Move between the box, the results and the pages"),
    ("Ctrl++, Ctrl+-, Ctrl+0", "Larger, smaller, fit to the width"),
    ("Ctrl+I", "Open or close the summary"),
    ("Ctrl+O, Ctrl+Shift+O", "Add files, add a folder"),
    ("Ctrl+1, Ctrl+2, Ctrl+3", "Search, Library, Add files"),
    ("Ctrl+Q", "Quit"),
)


class Care(QObject):
    """Runs these in the lanes and shows what they found. One dialog at a time, none of them blocking."""

    told = Signal(str)
    library_changed = Signal()

    def __init__(self, library: Library, jobs: Jobs, work: IntakeWork, window: QWidget) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._work = work
        self._window = window
        self.dialog: QDialog | None = None

    def check(self) -> None:
        self.told.emit("Checking the library …")
        job = self._jobs.start(Lane.READER, partial(_check, self._library, False), topic="check")
        job.done.connect(self._show_health)
        job.failed.connect(self._failed)

    def repair(self) -> None:
        self.told.emit("Mending the library …")
        job = self._work.write(partial(_check, self._library, True))
        job.done.connect(self._show_health)
        job.failed.connect(self._failed)

    def rebuild(self) -> None:
        self.told.emit("Rebuilding the indexes …")
        job = self._work.write(partial(_rebuild, self._library))
        job.progressed.connect(self._rebuilding)
        job.done.connect(self._show_health)
        job.failed.connect(self._failed)

    def self_test(self) -> None:
        self.told.emit("Trying every part of BriefBank …")
        job = self._jobs.start(Lane.READY, partial(_self_test, self._library), topic="self-test")
        job.done.connect(self._show_self_test)
        job.failed.connect(self._failed)

    def shortcuts(self) -> None:
        findings = [Finding(None, keys, what) for keys, what in SHORTCUTS]
        self._show("Keyboard shortcuts", "Everything in BriefBank can be done by keyboard.", findings)

    def about(self) -> None:
        findings = [
            Finding(None, "Version", __version__),
            Finding(None, "Library", str(self._library.folder)),
            Finding(None, "Privacy", "Nothing leaves this computer: BriefBank opens no network connection."),
            Finding(None, "License", "Apache License 2.0"),
        ]
        intro = "Finds the passage in your office's own briefs, on your own computer."
        self._show("About BriefBank", intro, findings)

    def _rebuilding(self, _stage: str, done: int, total: int) -> None:
        self.told.emit(
            f"Rebuilding the indexes: {done:,} of {total:,}" if total else "Rebuilding the indexes …"
        )

    def _show_health(self, report: HealthReport) -> None:
        self.library_changed.emit()
        well = report.healthy
        intro = "The library is in order." if well else "Some things do not agree. Mending loses no document."
        self._show("Check of the library", intro, of_health(report), "" if well else "Mend it", self.repair)

    def _show_self_test(self, results: Sequence[CheckResult]) -> None:
        failed = sum(1 for result in results if not result.passed)
        intro = f"{failed} of {len(results)} parts failed." if failed else "Every part works."
        self._show("Self-test", intro, of_self_test(results))

    def _failed(self, error: BriefBankError) -> None:
        self.told.emit(f"{error.title} {error.remedy}")

    def _show(
        self,
        title: str,
        intro: str,
        findings: Sequence[Finding],
        action: str = "",
        do: Callable[[], None] | None = None,
    ) -> None:
        self.told.emit("")
        if self.dialog is not None:
            self.dialog.close()
        dialog = FindingsDialog(title, intro, findings, action, self._window)
        if do is not None:
            dialog.action_wanted.connect(do)
        dialog.destroyed.connect(partial(self._forget, id(dialog)))
        self.dialog = dialog
        dialog.open()

    def _forget(self, closed: int, _object: QObject | None = None) -> None:
        if self.dialog is not None and id(self.dialog) == closed:
            self.dialog = None


def _check(library: Library, repair: bool, _reporter: JobReporter) -> HealthReport:
    return library.check(repair)


def _rebuild(library: Library, reporter: JobReporter) -> HealthReport:
    return library.rebuild(reporter)


def _self_test(library: Library, _reporter: JobReporter) -> list[CheckResult]:
    return library.self_test()
