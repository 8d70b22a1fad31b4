"""The dialog of the feedback given: shows it, takes it back, exports and imports it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from briefbank.domain.searches import Feedback
from briefbank.errors import BriefBankError
from ui.features.search.feedback_dialog import FeedbackDialog
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FILES = tr("Marks of BriefBank (*.json);;All files (*)")
FILE_NAME = tr("BriefBank marks.json")


class FeedbackController(QObject):
    """The controller of the dialog. The work runs in the notes lane."""

    status = Signal(str)
    changed = Signal()  # The feedback changed: results may now have another order and other verdicts

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._window = window
        self.dialog: FeedbackDialog | None = None

    def show_dialog(self) -> None:
        """Open the dialog, or bring it to the front."""
        if self.dialog is None:
            office = self._library.office
            self.dialog = FeedbackDialog(self._window, office.person if office else None)
            self.dialog.forget_wanted.connect(self._forget)
            self.dialog.export_wanted.connect(self._choose_export)
            self.dialog.import_wanted.connect(self._choose_import)
            self.dialog.destroyed.connect(self._dialog_closed)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._load()

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _load(self) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.feedback.all(), topic="marks")
        job.done.connect(self._show_loaded)
        job.failed.connect(self._loading_failed)

    def _show_loaded(self, marks: Sequence[Feedback]) -> None:
        if self.dialog is not None:
            self.dialog.show_feedback(marks)

    def _loading_failed(self, error: BriefBankError) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(error)

    def _forget(self, keys: Collection[str] | None) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.feedback.forget(keys))
        message = tr("All marks were taken back.")
        if keys is not None:
            one, many = tr("{number} mark was taken back."), tr("{number} marks were taken back.")
            message = wording.counted(len(keys), one, many)
        job.done.connect(lambda _nothing: self._edited(message))
        job.failed.connect(partial(self._report_failure, tr("The marks could not be taken back.")))

    def _choose_export(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self.dialog, tr("Export your marks"), FILE_NAME, FILES)
        if chosen:
            self.export(Path(chosen))

    def export(self, path: Path) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.feedback.export(path))
        job.done.connect(
            lambda _nothing: self._say(tr("Your marks were written to {path}.").format(path=path))
        )
        job.failed.connect(partial(self._report_failure, tr("The marks could not be exported.")))

    def _choose_import(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self.dialog, tr("Import marks"), "", FILES)
        if chosen:
            self.import_file(Path(chosen))

    def import_file(self, path: Path) -> None:
        """Import the feedback of a file in addition to what is here."""
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.feedback.import_from(path))
        job.done.connect(lambda counts: self._edited(_import_summary(*counts)))
        job.failed.connect(partial(self._report_failure, tr("The marks could not be imported.")))

    def _edited(self, text: str) -> None:
        self._say(text)
        self.changed.emit()
        if self.dialog is not None:
            self._load()

    def _say(self, text: str, *, bad: bool = False) -> None:
        if self.dialog is not None:
            self.dialog.notice.say(text, bad=bad)
        else:
            self.status.emit(text)

    def _report_failure(self, what: str, error: BriefBankError) -> None:
        self._say(f"{what} {error.title} {error.remedy}", bad=True)


def _import_summary(imported: int, unknown: int) -> str:
    text = wording.counted(imported, tr("{number} mark was taken in."), tr("{number} marks were taken in."))
    if not unknown:
        return text
    elsewhere = wording.counted(
        unknown,
        tr(
            "{number} of them is on a passage that is not in this library; it counts once the document is "
            "added."
        ),
        tr(
            "{number} of them are on passages that are not in this library; they count once the document is "
            "added."
        ),
    )
    return f"{text} {elsewhere}"
