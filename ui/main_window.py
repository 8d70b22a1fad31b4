"""The main window: makes its pages and controllers, and shows the pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from ui.features.alerts.view import AlertsView
from ui.features.authorities.controller import AuthorityController
from ui.features.authorities.view import AuthoritiesView
from ui.features.collections.view import CollectionsView
from ui.features.documents.correcting import CorrectionController
from ui.features.documents.removing import Removing
from ui.features.documents.view import DocumentsView
from ui.features.draft import texts
from ui.features.draft.controller import DraftController
from ui.features.draft.governing_controller import GoverningController
from ui.features.draft.view import DraftView
from ui.features.intake.controller import IntakeController
from ui.features.intake.embedding import EmbeddingController
from ui.features.intake.model import IntakeModel
from ui.features.intake.view import IntakeView
from ui.features.intake.watching import FolderWatcher
from ui.features.maintenance.controller import MaintenanceController
from ui.features.maintenance.record_controller import RecordWork
from ui.features.maintenance.view import MaintenanceView
from ui.features.search.aids import SearchAids
from ui.features.search.userdata_controller import UserdataController
from ui.features.search.view import SearchPage
from ui.features.settings.controller import SettingsController
from ui.features.settings.ocr_server_panel import OcrServerController
from ui.features.settings.view import SettingsView
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.announce import announce
from ui.kit.drop_overlay import ADD_WORDS
from ui.kit.drop_target import DropTarget
from ui.kit.rail import Rail
from ui.kit.tab_order import first_stop
from ui.shared import window_state, wording
from ui.shared.pages import (
    ALERTS,
    AUTHORITIES,
    CARE,
    COLLECTIONS,
    DRAFT,
    INTAKE,
    LIBRARY,
    RAIL,
    SEARCH,
    SETTINGS,
)
from ui.shared.reading_again import ReadAgainMenus
from ui.shared.window_state import WindowMemory
from ui.window import joins, menus
from ui.window.adding import IntakeConnections
from ui.window.alerts import AlertConnections
from ui.window.exports import ExportActions
from ui.window.first_run import FirstRun
from ui.window.help_menu import Help
from ui.window.law_around import LawDialogs
from ui.window.model_aids import ModelAids
from ui.window.other_programs import OtherPrograms
from ui.window.read_only import ReadOnlyBand
from ui.window.reader_keys import SecondReaderActions
from ui.window.status_line import StatusLine

if TYPE_CHECKING:
    from briefbank.library import Library


class MainWindow(QMainWindow):
    """One window on one library. Closing it ends its jobs; whoever made the library closes it."""

    warmed = Signal()
    """Emitted when the slow libraries are loaded, as far as they can be."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self.jobs = Jobs(self)
        self.intake_model = IntakeModel(self)
        self.reading_again = ReadAgainMenus(self)
        self._make_pages()
        self.work = IntakeController(library, self.jobs, self.intake_model, self)
        self.meaning = EmbeddingController(library, self.jobs, self)
        self.watching = FolderWatcher(library, self.jobs, self)
        self.care = MaintenanceController(library, self.jobs, self.work, self.meaning, self.care_page)
        self.record = RecordWork(library, self.jobs, self)
        self.removing = Removing(library, self.jobs, self.documents)
        self.authority_work = AuthorityController(library, self.jobs, self.authorities)
        self.draft_work = DraftController(library, self.jobs, self.draft)
        self.governing = GoverningController(library, self.jobs, self)
        self.law_aids = LawDialogs(library, self.jobs, self)
        self.correcting = CorrectionController(
            library, self.jobs, self.documents, self.search_page.readers, self
        )
        self.model_aids = ModelAids(library, self.jobs, self.search_page, self.documents)
        self.preferences = SettingsController(library, self.jobs, self.watching, self.settings)
        self.personal = UserdataController(library, self.jobs, self.search_page)
        self.help = Help(library, self.jobs, self)
        self.first_run = FirstRun(library, self.jobs, self)
        self.aids = SearchAids(library, self.jobs, self)
        let_through = self.preferences.of(OcrServerController).let_through
        self.status = StatusLine(self, let_through)
        self.search_page.first_use.name_server(let_through)
        self.drop = DropTarget(self)
        self._memory = WindowMemory()
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(window_state.LEAST)
        self.beside = SecondReaderActions(self)
        self.read_only = ReadOnlyBand(library, self)
        self.others = OtherPrograms(library, self.jobs, self)
        self.adding = IntakeConnections(self)
        self.taking = ExportActions(library, self.jobs, self)
        self.alerting = AlertConnections(library, self.jobs, self)
        menus.build(self)
        joins.connect(self)
        self.resize(window_state.USUAL)
        self.search_page.bar.field.setFocus()
        self._memory.restore(self)
        self.refresh()
        self.work.begin()
        self.watching.begin()

    # --- parts ---

    def _make_pages(self) -> None:
        self.search_page = SearchPage(self._library, self.jobs, self.reading_again)
        self.documents = DocumentsView(self.reading_again)
        self.authorities = AuthoritiesView()
        self.alerts = AlertsView()
        self.draft = DraftView()
        self.intake = IntakeView(self.intake_model)
        self.care_page = MaintenanceView(self._library.folder)
        self.settings = SettingsView()
        self.rail = Rail(RAIL)
        self.pages = QStackedWidget()
        self.collections = CollectionsView()
        first = self.search_page, self.documents, self.authorities, self.alerts, self.draft
        for page in (*first, self.collections, self.intake, self.care_page, self.settings):
            self.pages.addWidget(page)
        whole, middle = QWidget(), QWidget()
        self._column = QVBoxLayout(whole)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(middle, 1)
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        self.setCentralWidget(whole)

    def put_above(self, band: QWidget) -> None:
        """Put a band above every page."""
        self._column.insertWidget(0, band)

    # --- pages ---

    def show_page(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.tell("")
        self.rail.show_chosen(number)
        self.drop.overlay.say(*(texts.DROP_WORDS if number == DRAFT else ADD_WORDS))
        if number == LIBRARY:
            self.documents.choose_first()
        elif number == AUTHORITIES:
            self.authority_work.refresh()
        elif number == ALERTS:
            self.alerting.work.refresh()
        elif number == COLLECTIONS:
            self.taking.work.refresh()
        elif number == CARE:
            self.care.refresh()
        elif number == SETTINGS:
            self.preferences.refresh()
        firsts = (
            self.search_page.bar.field,
            self.documents.table,
            self.authorities.first(),
            self.alerts.first(),
            self.draft.first(),
            self.collections.first(),
            self.intake.list,
            self.care_page.check,
            first_stop(self.settings),
        )
        firsts[number].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_search(self) -> None:
        self.show_page(SEARCH)
        self.search_page.focus_search()

    def go_back(self) -> None:
        """Go to the authority before on their page, to the search before on any other."""
        on_authorities = self.pages.currentIndex() == AUTHORITIES
        (self.authority_work if on_authorities else self.search_page).go_back()

    def next_pane(self) -> None:
        """Move the keyboard from the box to the results, to the pages, and back (F6)."""
        page = self.search_page
        if self.pages.currentIndex() != SEARCH or page.reader.canvas.hasFocus():
            self.focus_search()
        elif page.bar.isAncestorOf(self.focusWidget() or self) and page.results.model.rowCount():
            page.focus_results()
        elif page.bar.isAncestorOf(self.focusWidget() or self) and self.personal.focus_lists():
            return
        elif page.reader.document is not None:
            page.reader.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.focus_search()

    def open_document(self, document: Document, at_remark: bool = False) -> None:
        self.show_page(SEARCH)
        self.search_page.reader.open_document(document, at_remark=at_remark)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_hit(self, hit: Hit) -> None:
        """Open a passage that was not found by a search."""
        self.show_page(SEARCH)
        self.search_page.reader.open_hit(hit)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_authority(self, authority_id: int) -> None:
        """Open the page of an authority that was named elsewhere."""
        self.show_page(AUTHORITIES)
        self.authority_work.show(authority_id)

    def draft_checked(self) -> None:
        if self.pages.currentIndex() != DRAFT:
            self.tell(texts.READY)

    def tell(self, text: str, *, urgent: bool = False) -> None:
        """Show a passing remark in the status line."""
        self.status.tell(text)
        announce(self, text, urgent=urgent)

    def tell_error(self, error: BriefBankError) -> None:
        self.tell(f"{error.title} {error.remedy}", urgent=True)

    def check_library(self) -> None:
        self.show_page(CARE)
        self.care.check()

    def rebuild_indexes(self) -> None:
        self.show_page(CARE)
        self.care.rebuild()

    # --- the library ---

    def refresh(self) -> None:
        """Show the library's present documents."""
        job = self.jobs.start(Lane.READER, partial(_documents, self._library), topic="documents")
        job.done.connect(self._show_documents)
        job.failed.connect(self.tell_error)

    def _show_documents(self, documents: Sequence[Document]) -> None:
        self.documents.show_documents(documents)
        self.status.size.setText(wording.library_size(len(documents), sum(d.passages for d in documents)))
        self.search_page.set_library_empty(not documents)
        self.search_page.readers.follow(documents)
        self.correcting.follow(documents)
        if self.pages.currentIndex() == AUTHORITIES:
            self.authority_work.refresh()

    def restored(self) -> None:
        self.search_page.readers.close_documents()
        self.search_page.search_again()

    def warm_up(self) -> None:
        """Load the model for meaning in the background, then embed what waits for it."""
        job = self.jobs.start(Lane.READY, partial(_warm, self._library), topic="warm")
        job.done.connect(lambda _nothing: self.search_page.results.meaning_is_ready())
        job.failed.connect(lambda _error: self.search_page.results.meaning_failed())
        job.ended.connect(self.warmed)
        job.ended.connect(self.meaning.want)
        self.reading_again.learn_engines(self._library, self.jobs)

    # --- adding files ---

    def add(self, paths: Sequence[Path]) -> None:
        if self.first_run.keeps_out(paths):
            return
        if paths:
            self.show_page(INTAKE)
        self.work.add(paths)

    # --- closing ---

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the window. Files that wait go on waiting; the next start goes on with them."""
        self._memory.keep(self)
        self.search_page.readers.close_documents()
        self.taking.work.finish()
        self.hide()  # at once; a long call may take a while to end
        self.jobs.close()
        event.accept()


def _documents(library: Library, _reporter: JobReporter) -> list[Document]:
    return library.documents()


def _warm(library: Library, _reporter: JobReporter) -> None:
    library.prepare_pages()
    library.warm()
