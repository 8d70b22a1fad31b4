"""Joins the page of the draft check to the library: one check at a time, in a lane of its own.

Of the draft only its path is held here, to open it again, until the page is cleared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from briefbank.errors import BriefBankError, Cancelled, NotReadable, OutsideRefused
from briefbank.models import Hit
from briefbank.quotations import of_hit
from briefbank.viewers import refuse_unfit
from ui import copying, draft_words
from ui.jobs import JobReporter, Jobs, Lane
from ui.models.draft import Checked
from ui.tongue import heard, tr
from ui.views.draft import DraftView

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "draft"


class DraftWork(QObject):
    """What is found is the page's; a check that is no longer wanted is stopped."""

    told = Signal(str)
    finished = Signal()
    """A report is on the page."""

    def __init__(self, library: Library, jobs: Jobs, view: DraftView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._path: Path | None = None
        view.start.file_wanted.connect(self.choose_file)
        view.start.text_wanted.connect(self.check_text)
        view.cancel_wanted.connect(self.stop)
        view.clear_wanted.connect(self.clear)
        view.draft_wanted.connect(self.open_draft)
        view.report.copy_wanted.connect(self.copy)

    # --- orders of a person ---

    def choose_file(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self._view, tr("Check a draft"), "", draft_words.KINDS)
        if chosen:
            self.check_file(Path(chosen))

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Files that were dropped on the page: one is checked, several are not."""
        if len(paths) == 1:
            self.check_file(paths[0])
        elif paths:
            self.told.emit(draft_words.ONE_ONLY)

    def check_file(self, path: Path) -> None:
        self._view.start.clear()
        self._check(path, path.name)

    def check_text(self, text: str) -> None:
        if text.strip():
            self._check(text, "")
        else:
            self._view.show_start(draft_words.NO_TEXT_TYPED, bad=True)

    def stop(self) -> None:
        """What was found so far is forgotten; pasted text stays in its box."""
        self._jobs.drop(TOPIC)
        self._path = None
        self._view.show_start(draft_words.STOPPED)

    def clear(self) -> None:
        """Forget the draft and all that was found."""
        self._jobs.drop(TOPIC)
        self._path = None
        self._view.start.clear()
        self._view.show_start()

    def open_draft(self) -> None:
        """Of a link the file that it leads to, since what the system does depends on that file's name."""
        if self._path is None:
            return
        path = self._path.resolve()
        try:
            refuse_unfit(path)
        except OutsideRefused as refused:
            self.told.emit(str(refused))
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.told.emit(tr("This computer could not open the draft."))

    def copy(self, hit: Hit) -> None:
        copying.put(of_hit(hit))
        self.told.emit(tr("The passage was copied with its citation."))

    # --- the check ---

    def _check(self, draft: Path | str, name: str) -> None:
        self._path = draft if isinstance(draft, Path) else None
        self._view.show_running(name)
        job = self._jobs.start(Lane.DRAFT, partial(_check, self._library, draft), topic=TOPIC)
        job.progressed.connect(self._view.show_progress)
        job.done.connect(self._checked)
        job.failed.connect(self._failed)

    def _checked(self, checked: Checked) -> None:
        self._view.show_report(checked, is_file=self._path is not None)
        self.finished.emit()

    def _failed(self, error: BriefBankError) -> None:
        self._path = None
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)


def _check(library: Library, draft: Path | str, reporter: JobReporter) -> Checked:
    """Words alone are compared where the model for meaning cannot be loaded."""
    if isinstance(draft, Path) and draft.is_dir():
        raise NotReadable(tr("This is a folder."), tr("Drop or choose the file of the draft itself."))
    reporter.progress(draft_words.GETTING_READY, 0, 0)
    without_meaning = ""
    try:
        library.warm()
    except BriefBankError as error:
        without_meaning = tr("Passages were compared by their words alone. {error}").format(
            error=heard(error)
        )
    return Checked(library.drafts.check(draft, reporter), without_meaning)
