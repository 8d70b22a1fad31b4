"""The main window: puts the pages together and joins their signals. What they do is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMainWindow, QMessageBox, QStackedWidget, QWidget

from briefbank.errors import BriefBankError
from briefbank.models import Document, FileOutcome, FileProgress, FileStatus, Stage
from ui import menus, words
from ui.care import Care
from ui.intake_work import IntakeWork
from ui.jobs import JobReporter, Jobs, Lane
from ui.memory import WindowMemory
from ui.models.intake import IntakeModel
from ui.views.documents import DocumentsView
from ui.views.intake import IntakeView
from ui.views.search_page import SearchPage
from ui.widgets.controls import ElidedLabel, label, link_button
from ui.widgets.drop_overlay import DropOverlay, dropped_paths
from ui.widgets.rail import Rail

if TYPE_CHECKING:
    from briefbank.library import Library

SEARCH, LIBRARY, INTAKE = range(3)
TOLD_MS = 8000
"""How long a passing remark stays in the status line."""


class MainWindow(QMainWindow):
    """One window on one library. Closing it ends its jobs; the library is its maker's to close."""

    warmed = Signal()

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self.jobs = Jobs(self)
        self.intake_model = IntakeModel(self)
        self.work = IntakeWork(library, self.jobs, self.intake_model, self)
        self.care = Care(library, self.jobs, self.work, self)
        self.search_page = SearchPage(library, self.jobs)
        self.documents = DocumentsView()
        self.intake = IntakeView(self.intake_model)
        self._memory = WindowMemory()
        self.overlay = DropOverlay(self)
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(1024, 700)
        self.setAcceptDrops(True)
        self._lay_out()
        self._make_status_line()
        menus.build(self)
        self._connect()
        self.resize(1280, 820)
        self._memory.restore(self, self.search_page.splitter, self.documents.table.horizontalHeader())
        self.search_page.bar.field.setFocus()
        self.refresh()
        self._load_history()

    # --- parts ---

    def _lay_out(self) -> None:
        self.rail = Rail([("search", "Search"), ("library", "Library"), ("add", "Add files")])
        self.pages = QStackedWidget()
        for page in (self.search_page, self.documents, self.intake):
            self.pages.addWidget(page)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        self.setCentralWidget(middle)

    def _make_status_line(self) -> None:
        self.status = ElidedLabel()
        self.meaning = label("")
        self.size_label = label("")
        self.size_label.setContentsMargins(18, 0, 0, 0)
        self.stop = link_button("Stop adding")
        self._told = QTimer(self)
        self._told.setSingleShot(True)
        self._told.setInterval(TOLD_MS)
        self._intake_line = ""
        bar = self.statusBar()
        bar.setContentsMargins(14, 0, 14, 0)
        bar.addWidget(self.status, 1)
        for widget in (self.stop, self.meaning, self.size_label):
            bar.addPermanentWidget(widget)
        self.stop.hide()

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_page)
        self._told.timeout.connect(lambda: self.status.set_whole(self._intake_line))
        self.search_page.told.connect(self.tell)
        self.care.told.connect(self.tell)
        for view in (self.intake, self.search_page.first_use):
            view.files_wanted.connect(self.choose_files)
            view.folder_wanted.connect(self.choose_folder)
        self.intake.stop_wanted.connect(self.work.stop)
        self.stop.clicked.connect(self.work.stop)
        self.intake.document_chosen.connect(self.open_document)
        self.intake.again_wanted.connect(self.add_again)
        self.documents.open_wanted.connect(self.open_document)
        self.documents.remove_wanted.connect(self.remove_document)
        self.work.busy_changed.connect(self._busy)
        self.work.said.connect(self._intake_said)
        self.work.meaning_said.connect(self.meaning.setText)
        self.work.library_changed.connect(self.refresh)
        self.work.meaning_failed.connect(self.search_page.results.meaning_failed)
        self.work.meaning_ready.connect(self.search_page.results.meaning_is_ready)
        self.work.failed.connect(self.tell_error)
        self.care.library_changed.connect(self.refresh)

    # --- pages ---

    def show_page(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.tell("")
        self.documents.choose_first()
        self.rail.show_chosen(number)
        first = (self.search_page.bar.field, self.documents.table, self.intake.list)[number]
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_search(self) -> None:
        self.show_page(SEARCH)
        self.search_page.focus_search()

    def next_pane(self) -> None:
        """F6: from the box to the results, to the pages, and back."""
        page = self.search_page
        if self.pages.currentIndex() != SEARCH or page.reader.canvas.hasFocus():
            self.focus_search()
        elif page.bar.isAncestorOf(self.focusWidget() or self) and page.results.model.rowCount():
            page.focus_results()
        elif page.reader.document is not None:
            page.reader.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.focus_search()

    def open_document(self, document: Document) -> None:
        self.show_page(SEARCH)
        self.search_page.reader.open_document(document)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- the status line ---

    def tell(self, text: str) -> None:
        """A passing remark; the state of the intake comes back after it."""
        self.status.set_whole(text or self._intake_line)
        if text:
            self._told.start()
        else:
            self._told.stop()

    def tell_error(self, error: BriefBankError) -> None:
        self.tell(f"{error.title} {error.remedy}")

    def _intake_said(self, line: str, done: int, total: int) -> None:
        self._intake_line = line
        self.intake.say(line, done, total)
        if not self._told.isActive():
            self.status.set_whole(line)

    def _busy(self, busy: bool) -> None:
        self.intake.set_busy(busy)
        self.stop.setVisible(busy)
        if not busy:
            self._told.start()  # what it ended with stays for a while
            self._intake_line = ""

    # --- the library ---

    def refresh(self) -> None:
        """Show the library's documents as they are now."""
        job = self.jobs.start(Lane.READER, partial(_documents, self._library), topic="documents")
        job.done.connect(self._show_documents)
        job.failed.connect(self.tell_error)

    def _show_documents(self, documents: Sequence[Document]) -> None:
        self.documents.show_documents(documents)
        self.size_label.setText(words.library_size(len(documents), sum(d.passages for d in documents)))
        self.search_page.set_library_empty(not documents)
        shown = self.search_page.reader.document
        if shown is not None and all(document.id != shown.id for document in documents):
            self.search_page.reader.close_document()

    def _load_history(self) -> None:
        job = self.jobs.start(Lane.READER, partial(_history, self._library))
        job.done.connect(lambda found: self.intake_model.show_history(*found))
        job.failed.connect(self.tell_error)
        self.intake.say("")

    def warm_up(self) -> None:
        """Get meaning ready in the background, then prepare what waits for it."""
        job = self.jobs.start(Lane.READY, partial(_warm, self._library), topic="warm")
        job.done.connect(lambda _nothing: self.search_page.results.meaning_is_ready())
        job.failed.connect(lambda _error: self.search_page.results.meaning_failed())
        job.done.connect(self.warmed)
        job.ended.connect(self.work.prepare_meaning)

    def remove_document(self, document: Document) -> None:
        job = self.work.remove(document.id)
        job.done.connect(lambda _nothing: self._removed(document))
        job.failed.connect(self.tell_error)

    def _removed(self, document: Document) -> None:
        self.tell(f"“{words.title(document)}” was removed from the library.")
        self.refresh()
        self.search_page.search_again()

    # --- adding files ---

    def add(self, paths: Sequence[Path]) -> None:
        if paths:
            self.show_page(INTAKE)
        self.work.add(paths)

    def add_again(self, path: Path) -> None:
        """A file of the list that was refused; it waits at once, so that it cannot be asked for twice."""
        self.intake_model.move([FileProgress(path, Stage.WAITING)])
        self.add([path])

    def choose_files(self) -> None:
        kinds = "Briefs (*.pdf *.docx *.txt);;All files (*)"
        chosen, _kind = QFileDialog.getOpenFileNames(self, "Add files", "", kinds)
        self.add([Path(path) for path in chosen])

    def choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Add a folder")
        self.add([Path(chosen)] if chosen else [])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            self.dragMoveEvent(event)
            self.overlay.cover()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.add(dropped_paths(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.overlay.isVisible():
            self.overlay.cover()

    # --- the end ---

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.work.busy and not self.confirm_stop():
            event.ignore()
            return
        self._memory.keep(self, self.search_page.splitter, self.documents.table.horizontalHeader())
        self.search_page.reader.close_document()
        self.hide()  # at once; a long call may take a while to end
        self.jobs.close()
        event.accept()

    def confirm_stop(self) -> bool:
        """Files are being added: ask before they are left."""
        box = QMessageBox(self)
        box.setWindowTitle("BriefBank")
        box.setText("Files are still being added.")
        box.setInformativeText("What was added before is kept. The others must be added again.")
        leave = box.addButton("Stop and quit", QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton("Go on adding", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.exec()
        return box.clickedButton() is leave


def _documents(library: Library, _reporter: JobReporter) -> list[Document]:
    return library.documents()


def _history(library: Library, _reporter: JobReporter) -> tuple[list[FileOutcome], set[Path]]:
    """How earlier intakes ended, and which of their refused files are gone."""
    outcomes = library.intake_history()
    refused = {outcome.path for outcome in outcomes if outcome.status is FileStatus.REFUSED}
    return outcomes, {path for path in refused if not path.exists()}


def _warm(library: Library, _reporter: JobReporter) -> None:
    library.warm()
