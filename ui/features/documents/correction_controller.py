"""Opens the correction dialog for a document and has the library keep what is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document
from briefbank.errors import BriefBankError, CorrectionRefused
from ui.features.documents.correction_view import NOT_ALL, CorrectionDialog
from ui.features.documents.view import DocumentsView
from ui.features.reader.controller import ReaderController
from ui.features.reader.pair_controller import ReaderPairController
from ui.i18n.translate import tr, translate_error
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FINISH_FIRST = tr("Save or cancel these corrections first.")
NOTHING_CHOSEN = tr("Choose a document first, or open one.")


@dataclass(frozen=True)
class CaptionState:
    """A caption as the library has it, and why some of what was typed was not taken."""

    document: Document
    entries: Sequence[CaptionEntry]
    problems: Mapping[CaptionField, str] = field(default_factory=dict)


class CorrectionController(QObject):
    """The controller of one dialog at a time. What it was asked to save is saved even if it is closed
    meanwhile."""

    status = Signal(str)
    library_changed = Signal()
    reader_wanted = Signal()  # Emitted before the reader shows the page on which a value stands

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        documents: DocumentsView,
        readers: ReaderPairController,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._documents = documents
        self._readers = readers
        self._window = window
        self.dialog: CorrectionDialog | None = None
        documents.correct_wanted.connect(self.correct)
        readers.join(self._join_reader)

    def _join_reader(self, reader: ReaderController) -> None:
        reader.view.head.correct.clicked.connect(partial(self._correct_open, reader))

    # --- opening ---

    def correct_chosen(self) -> None:
        """Correct the documents that are chosen on the page in view, or the one that is open there."""
        document = self._readers.active.document if self._readers.view.isVisible() else None
        if document is not None:
            self.correct(document.id)
        elif not (self._documents.isVisible() and self._documents.request_correction()):
            self.status.emit(NOTHING_CHOSEN)

    def _correct_open(self, reader: ReaderController) -> None:
        """Correct the document of the reader whose button was pressed."""
        if reader.document is not None:
            self.correct(reader.document.id)

    def correct(self, document_id: int) -> None:
        """Open the dialog for a document; one that holds unsaved corrections of another stays."""
        if self.dialog is not None and (self.dialog.document.id == document_id or self.dialog.changed):
            if self.dialog.document.id != document_id:
                self.dialog.say(FINISH_FIRST, bad=True)
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        work = partial(_caption_state, self._library, document_id)
        job = self._jobs.start(Lane.READER, work, topic="caption")
        job.done.connect(self._open)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def _open(self, state: CaptionState) -> None:
        self.close()
        self.status.emit("")
        dialog = CorrectionDialog(state.document, state.entries, self._window)
        dialog.save_wanted.connect(self._save)
        dialog.undo_wanted.connect(self._undo)
        dialog.page_wanted.connect(self._show_page)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.show()

    def _show_page(self, page: int) -> None:
        if self.dialog is not None:
            self.reader_wanted.emit()
            self._readers.active.show_page(self.dialog.document, page)

    def follow(self, present: Mapping[int, Document | None]) -> None:
        """Close the dialog if its document is gone from the library; ``present`` has documents as they are
        now, by id, None for one that is gone."""
        if self.dialog is None or (shown := self.dialog.document).id not in present:
            return
        now = present[shown.id]
        if now is None or now.sha256 != shown.sha256:
            self.close()

    def open_documents(self) -> list[Document]:
        """Return the document of the dialog, if one is open."""
        return [self.dialog.document] if self.dialog is not None else []

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    # --- changing the library ---

    def _save(self, changes: Mapping[CaptionField, str]) -> None:
        self._start(partial(_correct, changes), self._saved)

    def _undo(self, name: CaptionField) -> None:
        self._start(partial(_uncorrect, name), self._undone)

    def _start(
        self,
        change: Callable[[LibraryApi, int], CaptionState],
        then: Callable[[CorrectionDialog | None, CaptionState], None],
    ) -> None:
        """Run a change in the writing lane; ``then`` gets its dialog, or None when that was closed."""
        dialog = self.dialog
        assert dialog is not None
        work = partial(_changed, change, self._library, dialog.document.id)
        job = self._jobs.start(Lane.WRITER, work)
        job.done.connect(lambda state: then(self._if_open(dialog), state))
        job.failed.connect(lambda error: self._failed(self._if_open(dialog), error))
        job.ended.connect(self.library_changed)

    def _if_open(self, dialog: CorrectionDialog) -> CorrectionDialog | None:
        return dialog if dialog is self.dialog else None

    def _saved(self, dialog: CorrectionDialog | None, state: CaptionState) -> None:
        problems = state.problems
        if dialog is not None:
            dialog.show_caption(state.document, state.entries, problems)
            if not problems and not dialog.changed:
                dialog.accept()
        if not problems:
            self.status.emit(
                tr("The caption of “{title}” was corrected.").format(title=wording.title(state.document))
            )
        elif dialog is None:
            self.status.emit(f"{NOT_ALL} {next(iter(problems.values()))}")

    def _undone(self, dialog: CorrectionDialog | None, state: CaptionState) -> None:
        if dialog is not None:
            dialog.show_caption(state.document, state.entries)

    def _failed(self, dialog: CorrectionDialog | None, error: BriefBankError) -> None:
        if dialog is not None:
            dialog.fail(str(error))
        else:
            self.status.emit(tr("The caption was not corrected. {error}").format(error=error))


def _caption_state(
    library: LibraryApi, document_id: int, _reporter: JobReporter | None = None
) -> CaptionState:
    return CaptionState(library.documents.get(document_id), library.documents.caption(document_id))


def _changed(
    change: Callable[[LibraryApi, int], CaptionState],
    library: LibraryApi,
    document_id: int,
    _reporter: JobReporter,
) -> CaptionState:
    return change(library, document_id)


def _correct(changes: Mapping[CaptionField, str], library: LibraryApi, document_id: int) -> CaptionState:
    """Correct field by field: one that cannot be understood keeps no other from being saved."""
    problems = {}
    for name, value in changes.items():
        try:
            library.documents.correct(document_id, name, value)
        except CorrectionRefused as refused:
            problems[name] = str(translate_error(refused))
    return replace(_caption_state(library, document_id), problems=problems)


def _uncorrect(name: CaptionField, library: LibraryApi, document_id: int) -> CaptionState:
    library.documents.correct(document_id, name, None)
    return _caption_state(library, document_id)
