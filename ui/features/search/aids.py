"""The dialogs that accompany searching: the feedback given, and the office's own list of related words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from briefbank.domain.feedback import Mark
from briefbank.errors import BriefBankError
from ui.features.search.feedback_dialog import FeedbackDialog
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import wording
from ui.shared.findings import TO_MEND, Finding, FindingsDialog

if TYPE_CHECKING:
    from briefbank.library import Library

FILES = tr("Marks of BriefBank (*.json);;All files (*)")
FILE_NAME = tr("BriefBank marks.json")


class SearchAids(QObject):
    """Opens the dialogs and performs their actions. The work runs in the notes lane."""

    told = Signal(str)
    marks_changed = Signal()
    """The feedback changed: results may now have another order and other verdicts."""

    def __init__(self, library: Library, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._window = window
        self.dialog: FeedbackDialog | None = None
        self.problems: FindingsDialog | None = None

    # --- marks ---

    def show_marks(self) -> None:
        """Open the dialog, or bring it to the front."""
        if self.dialog is None:
            self.dialog = FeedbackDialog(self._window)
            self.dialog.forget_wanted.connect(self._forget)
            self.dialog.export_wanted.connect(self._choose_export)
            self.dialog.import_wanted.connect(self._choose_import)
            self.dialog.destroyed.connect(self._dialog_closed)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._load_marks()

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _load_marks(self) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_marks, self._library), topic="marks")
        job.done.connect(self._show_loaded)
        job.failed.connect(self._loading_failed)

    def _show_loaded(self, marks: Sequence[Mark]) -> None:
        if self.dialog is not None:
            self.dialog.show_marks(marks)

    def _loading_failed(self, error: BriefBankError) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(error)

    def _forget(self, keys: Collection[str] | None) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_forget, self._library, keys))
        message = tr("All marks were taken back.")
        if keys is not None:
            one, many = tr("{number} mark was taken back."), tr("{number} marks were taken back.")
            message = wording.counted(len(keys), one, many)
        job.done.connect(lambda _nothing: self._marks_edited(message))
        job.failed.connect(partial(self._report_failure, tr("The marks could not be taken back.")))

    def _choose_export(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self.dialog, tr("Export your marks"), FILE_NAME, FILES)
        if chosen:
            self.export(Path(chosen))

    def export(self, path: Path) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_export, self._library, path))
        job.done.connect(
            lambda _nothing: self._say(tr("Your marks were written to {path}.").format(path=path))
        )
        job.failed.connect(partial(self._report_failure, tr("The marks could not be exported.")))

    def _choose_import(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self.dialog, tr("Import marks"), "", FILES)
        if chosen:
            self.take_in(Path(chosen))

    def take_in(self, path: Path) -> None:
        """Import the feedback of a file in addition to what is here."""
        job = self._jobs.start(Lane.NOTES, partial(_import, self._library, path))
        job.done.connect(lambda counts: self._marks_edited(_import_summary(*counts)))
        job.failed.connect(partial(self._report_failure, tr("The marks could not be imported.")))

    def _marks_edited(self, text: str) -> None:
        self._say(text)
        self.marks_changed.emit()
        if self.dialog is not None:
            self._load_marks()

    def _say(self, text: str, *, bad: bool = False) -> None:
        if self.dialog is not None:
            self.dialog.say(text, bad=bad)
        else:
            self.told.emit(text)

    def _report_failure(self, what: str, error: BriefBankError) -> None:
        self._say(f"{what} {error.title} {error.remedy}", bad=True)

    # --- related words ---

    def open_thesaurus(self) -> None:
        """Open the office's own list of related words in the system's editor, and report the errors in it."""
        job = self._jobs.start(Lane.NOTES, partial(_thesaurus, self._library), topic="thesaurus")
        job.done.connect(self._open_in_editor)
        job.failed.connect(lambda error: self.told.emit(str(error)))

    def _open_in_editor(self, found: tuple[Path, list[str]]) -> None:
        path, problems = found
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.told.emit(tr("The list counts from the next search after you save it."))
        else:
            self.told.emit(
                tr("This computer has no program that opens text files. The list is {path}.").format(
                    path=path
                )
            )
        if problems:
            self._show_problems(path, problems)

    def _show_problems(self, path: Path, problems: Sequence[str]) -> None:
        if self.problems is not None:
            self.problems.close()
        intro = wording.counted(
            len(problems),
            tr("{number} line of {name} could not be read and does not count."),
            tr("{number} lines of {name} could not be read and do not count."),
            name=path.name,
        )
        findings = [Finding(False, TO_MEND, translate_core(problem)) for problem in problems]
        dialog = FindingsDialog(tr("Words searched beside others"), intro, findings, self._window)
        dialog.destroyed.connect(partial(self._problems_closed, id(dialog)))
        self.problems = dialog
        dialog.open()

    def _problems_closed(self, closed: int, _object: QObject | None = None) -> None:
        if self.problems is not None and id(self.problems) == closed:
            self.problems = None


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


def _marks(library: Library, _reporter: JobReporter) -> list[Mark]:
    return library.marks()


def _forget(library: Library, keys: Collection[str] | None, _reporter: JobReporter) -> None:
    library.forget_marks(keys)


def _export(library: Library, path: Path, _reporter: JobReporter) -> None:
    library.export_feedback(path)


def _import(library: Library, path: Path, _reporter: JobReporter) -> tuple[int, int]:
    return library.import_feedback(path)


def _thesaurus(library: Library, _reporter: JobReporter) -> tuple[Path, list[str]]:
    return library.thesaurus_path(), library.thesaurus_problems()
