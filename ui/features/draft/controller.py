"""Connects the page of the draft check to the library: one check at a time, in a lane of its own.

The draft's path alone is held here, to open it again, until the page is cleared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, Cancelled, NotReadable, OutsideRefused
from briefbank.exports.quotations import of_hit
from briefbank.storage.viewer_command import refuse_unfit
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import as_message
from ui.features.draft import texts
from ui.features.draft.model import CheckedDraft
from ui.features.draft.view import DraftView
from ui.i18n.translate import tr, translate_error
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import copying

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "draft"


class DraftController(QObject):
    """The controller of the page, which keeps the findings. A check that is no longer wanted is stopped."""

    status = Signal(str)
    finished = Signal()  # Emitted when a report is on the page

    def __init__(self, library: LibraryApi, jobs: Jobs, view: DraftView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._path: Path | None = None
        view.start.choose.clicked.connect(self.choose_file)
        view.start.text_wanted.connect(self.check_text)
        view.cancel.clicked.connect(self.stop)
        view.clear.clicked.connect(self.clear)
        view.open_draft.clicked.connect(self.open_draft)
        view.report.copy_wanted.connect(self.copy)

    # --- commands ---

    def choose_file(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self._view, tr("Check a draft"), "", texts.KINDS)
        if chosen:
            self.check_file(Path(chosen))

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Check a file that was dropped on the page; several are refused."""
        if len(paths) == 1:
            self.check_file(paths[0])
        elif paths:
            self.status.emit(texts.ONE_ONLY)

    def check_file(self, path: Path) -> None:
        self._view.start.clear()
        self._check(path, escape_hidden(path.name))

    def check_text(self, text: str) -> None:
        if text.strip():
            self._check(text, "")
        else:
            self._view.show_start(texts.NO_TEXT_TYPED, bad=True)

    def stop(self) -> None:
        """Stop the check and forget its findings; pasted text stays in its box."""
        self._jobs.drop(TOPIC)
        self._path = None
        self._view.show_start(texts.STOPPED)

    def clear(self) -> None:
        """Forget the draft and all that was found."""
        self._jobs.drop(TOPIC)
        self._path = None
        self._view.start.clear()
        self._view.show_start()

    def open_draft(self) -> None:
        """Open the draft's file. A link is resolved first, since the system's choice depends on the real
        file's name."""
        if self._path is None:
            return
        path = self._path.resolve()
        try:
            refuse_unfit(path)
        except OutsideRefused as refused:
            self.status.emit(str(refused))
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.status.emit(tr("This computer could not open the draft."))

    def copy(self, hit: Hit) -> None:
        copying.put(of_hit(hit))
        self.status.emit(tr("The passage was copied with its citation."))

    # --- the check ---

    def _check(self, draft: Path | str, name: str) -> None:
        self._path = draft if isinstance(draft, Path) else None
        self._view.show_running(name)
        job = self._jobs.start(Lane.DRAFT, partial(_check, self._library, draft), topic=TOPIC)
        job.progressed.connect(self._view.show_progress)
        job.done.connect(self._checked)
        job.failed.connect(self._failed)

    def _checked(self, checked: CheckedDraft) -> None:
        self._view.show_report(checked, is_file=self._path is not None)
        self.finished.emit()

    def _failed(self, error: BriefBankError) -> None:
        self._path = None
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)


def _check(library: LibraryApi, draft: Path | str, reporter: JobReporter) -> CheckedDraft:
    """Check a draft; by words alone where the model for meaning cannot be loaded."""
    if isinstance(draft, Path) and draft.is_dir():
        raise NotReadable(
            as_message(tr("This is a folder.")),
            as_message(tr("Drop or choose the file of the draft itself.")),
        )
    reporter.progress(texts.GETTING_READY, 0, 0)
    without_meaning = ""
    try:
        library.warm()
    except BriefBankError as error:
        without_meaning = tr("Passages were compared by their words alone. {error}").format(
            error=translate_error(error)
        )
    return CheckedDraft(library.drafts.check(draft, reporter), without_meaning)
