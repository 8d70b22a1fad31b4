"""The main window: makes its pages and controllers, and shows the pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from ui.features.alerts.controller import AlertController
from ui.features.alerts.view import AlertsView
from ui.features.authorities.controller import AuthorityController
from ui.features.authorities.view import AuthoritiesView
from ui.features.collections.chooser_controller import ChooserController
from ui.features.collections.controller import CollectionController
from ui.features.collections.view import CollectionsView
from ui.features.documents.correction_controller import CorrectionController
from ui.features.documents.keeping_apart_controller import KeepingApartController
from ui.features.documents.list_controller import DocumentListController, LibraryContents
from ui.features.documents.many_controller import ManyCorrectionController
from ui.features.documents.recutting_controller import RecuttingController
from ui.features.documents.removal_controller import RemovalController
from ui.features.documents.review_bar import ReviewBar
from ui.features.documents.review_controller import ReviewController
from ui.features.documents.taking_along_controller import TakingAlongController
from ui.features.documents.view import DocumentsView
from ui.features.draft import texts
from ui.features.draft.controller import DraftController
from ui.features.draft.governing_controller import GoverningController
from ui.features.draft.view import DraftView
from ui.features.intake.controller import IntakeController
from ui.features.intake.embedding_controller import EmbeddingController
from ui.features.intake.folder_watch_controller import FolderWatchController
from ui.features.intake.model import IntakeModel
from ui.features.intake.report_controller import ReportController
from ui.features.intake.view import IntakeView
from ui.features.maintenance.audit_record_controller import RecordController
from ui.features.maintenance.controller import MaintenanceController
from ui.features.maintenance.view import MaintenanceView
from ui.features.search.controller import SearchController
from ui.features.search.copy_controller import CopyController
from ui.features.search.export_controller import ExportController
from ui.features.search.feedback_controller import FeedbackController
from ui.features.search.staleness_controller import StalenessController
from ui.features.search.thesaurus_controller import ThesaurusController
from ui.features.search.userdata_controller import UserdataController
from ui.features.search.view import SearchView
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
    RAIL,
    SEARCH,
    SETTINGS,
)
from ui.shared.reread_menus import ReadAgainMenus
from ui.shared.window_state import WindowMemory
from ui.window import connections, menus
from ui.window.alert_connections import AlertConnections
from ui.window.first_run_controller import FirstRunController
from ui.window.help_controller import HelpController
from ui.window.intake_connections import IntakeConnections
from ui.window.law_controller import LawController
from ui.window.office_controller import OfficeController
from ui.window.read_only_controller import ReadOnlyController
from ui.window.revision_controller import RevisionController
from ui.window.second_reader_controller import SecondReaderController
from ui.window.status_line import StatusLine
from ui.window.taken_along_controller import TakenAlongController

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class MainWindow(QMainWindow):
    """One window on one library. Closing it ends its jobs; whoever made the library closes it."""

    warmed = Signal()  # Emitted when the slow libraries are loaded, as far as they can be

    def __init__(self, library: LibraryApi) -> None:
        super().__init__()
        self._library = library
        self.jobs = Jobs(self)
        self.intake_model = IntakeModel(self)
        self.reading_again = ReadAgainMenus(self)
        self._make_pages()
        self.search = SearchController(library, self.jobs, self.reading_again, self.search_page)
        self.intake_controller = IntakeController(library, self.jobs, self.intake_model, self)
        self.ingest_report = ReportController(library, self.jobs, self)
        self.embedding = EmbeddingController(library, self.jobs, self)
        self.folder_watch = FolderWatchController(library, self.jobs, self)
        self.maintenance_controller = MaintenanceController(
            library, self.jobs, self.intake_controller, self.embedding, self.maintenance
        )
        self.record = RecordController(library, self.jobs, self)
        self.library_list = DocumentListController(library, self.jobs, self.documents, self.opened_documents)
        self.removal = RemovalController(library, self.jobs, self.documents)
        self.authority_controller = AuthorityController(library, self.jobs, self.authorities)
        self.draft_controller = DraftController(library, self.jobs, self.draft)
        self.governing = GoverningController(library, self.jobs, self)
        self.law = LawController(library, self.jobs, self)
        self.correction = CorrectionController(library, self.jobs, self.documents, self.search.readers, self)
        self.many_correction = ManyCorrectionController(library, self.jobs, self.documents, self)
        self.keeping_apart = KeepingApartController(library, self.jobs, self.documents, self)
        self.taking_along = TakingAlongController(library, self.jobs, self.documents, self)
        self.deeper = self.search_page.results.deeper
        self.deeper.join(library, self.jobs, self.search)
        self.recutting = RecuttingController(library, self.jobs, self.documents)
        self.copying = CopyController(self.search)
        self.exporting = ExportController(library, self.jobs, self)
        self.collection_chooser = ChooserController(library, self.jobs, self.search)
        self.collection_controller = CollectionController(library, self.jobs, self.collections)
        self.alert_controller = AlertController(library, self.jobs, self.alerts)
        self.review = ReviewController(library, self.jobs, ReviewBar())
        self.settings_controller = SettingsController(library, self.jobs, self.folder_watch, self.settings)
        self.staleness = StalenessController(library, self.jobs, self.search)
        self.userdata = UserdataController(library, self.jobs, self.search)
        self.help = HelpController(library, self.jobs, self)
        self.first_run = FirstRunController(library, self.jobs, self)
        self.feedback = FeedbackController(library, self.jobs, self)
        self.thesaurus = ThesaurusController(library, self.jobs, self)
        permitted_address = self.settings_controller.of(OcrServerController).permitted_address
        self.status = StatusLine(self, permitted_address)
        self.search_page.first_use.work.name_server(permitted_address)
        self.drop = DropTarget(self)
        self._memory = WindowMemory()
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(window_state.LEAST)
        self.second_reader = SecondReaderController(self)
        self.read_only = ReadOnlyController(library, self)
        self.revision = RevisionController(library, self.jobs, self)
        self.office = OfficeController(library, self.jobs, self)
        self.taken_along = TakenAlongController(library, self)
        self.intake_connections = IntakeConnections(self)
        AlertConnections(self)
        menus.build(self)
        connections.connect(self)
        self.resize(window_state.USUAL)
        self.search_page.bar.field.setFocus()
        self._memory.restore(self)
        self.library_list.refresh()
        self.intake_controller.begin()
        self.folder_watch.begin()
        self.taking_along.begin()

    # --- parts ---

    def _make_pages(self) -> None:
        self.search_page = SearchView()
        self.documents = DocumentsView(self.reading_again)
        self.authorities = AuthoritiesView()
        self.alerts = AlertsView()
        self.draft = DraftView()
        self.intake = IntakeView(self.intake_model)
        self.maintenance = MaintenanceView(self._library.folder)
        self.settings = SettingsView()
        self.rail = Rail(RAIL)
        self.pages = QStackedWidget()
        self.collections = CollectionsView()
        first = self.search_page, self.documents, self.authorities, self.alerts, self.draft
        for page in (*first, self.collections, self.intake, self.maintenance, self.settings):
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

    def show_office(self, text: str) -> None:
        """Show the office whose library this is, and who is signed in."""
        self.status.show_office(text)

    # --- pages ---

    def show_page(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.tell("")
        self.rail.show_chosen(number)
        self.drop.overlay.say(*(texts.DROP_WORDS if number == DRAFT else ADD_WORDS))
        if number == AUTHORITIES:
            self.authority_controller.refresh()
        elif number == ALERTS:
            self.alert_controller.refresh()
        elif number == COLLECTIONS:
            self.collection_controller.refresh()
        elif number == CARE:
            self.maintenance_controller.refresh()
        elif number == SETTINGS:
            self.settings_controller.refresh()
        firsts = (
            self.search_page.bar.field,
            self.documents.table,
            self.authorities.first(),
            self.alerts.first(),
            self.draft.first(),
            self.collections.first(),
            self.intake.list,
            self.maintenance.check,
            first_stop(self.settings),
        )
        firsts[number].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_search(self) -> None:
        self.show_page(SEARCH)
        self.search_page.focus_search()

    def go_back(self) -> None:
        """Go to the authority before on their page, to the search before on any other."""
        on_authorities = self.pages.currentIndex() == AUTHORITIES
        (self.authority_controller if on_authorities else self.search).go_back()

    def next_pane(self) -> None:
        """Move the keyboard from the box to the results, to the pages, and back (F6)."""
        page, reader = self.search_page, self.search.reader
        if self.pages.currentIndex() != SEARCH or reader.view.canvas.hasFocus():
            self.focus_search()
        elif page.bar.isAncestorOf(self.focusWidget() or self) and page.results.model.rowCount():
            page.focus_results()
        elif page.bar.isAncestorOf(self.focusWidget() or self) and self.userdata.focus_lists():
            return
        elif reader.document is not None:
            reader.view.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.focus_search()

    def open_document(self, document: Document, at_remark: bool = False) -> None:
        self.show_page(SEARCH)
        self.search.reader.open_document(document, at_remark=at_remark)
        self.search.reader.view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_hit(self, hit: Hit) -> None:
        """Open a passage that was not found by a search."""
        self.show_page(SEARCH)
        self.search.reader.open_hit(hit)
        self.search.reader.view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_authority(self, authority_id: int) -> None:
        """Open the page of an authority that was named elsewhere."""
        self.show_page(AUTHORITIES)
        self.authority_controller.show(authority_id)

    def draft_checked(self) -> None:
        if self.pages.currentIndex() != DRAFT:
            self.tell(texts.READY)

    def tell(self, text: str, *, urgent: bool = False) -> None:
        """Show a passing remark in the status line."""
        self.status.tell(text)
        announce(self, text, urgent=urgent)

    def tell_error(self, error: BriefBankError) -> None:
        self.tell(str(error), urgent=True)

    def check_library(self) -> None:
        self.show_page(CARE)
        self.maintenance_controller.check()

    def rebuild_indexes(self) -> None:
        self.show_page(CARE)
        self.maintenance_controller.rebuild()

    # --- the library ---

    def opened_documents(self) -> list[Document]:
        """Return the documents that are open in the window."""
        return [*self.search.readers.open_documents(), *self.correction.open_documents()]

    def follow(self, now: LibraryContents) -> None:
        """Show a change of the library everywhere in the window."""
        self.status.size.setText(wording.library_size(now.documents, now.passages))
        self.search_page.set_library_empty(not now.documents)
        self.search.readers.follow(now.opened)
        self.correction.follow(now.opened)
        if self.pages.currentIndex() == AUTHORITIES:
            self.authority_controller.refresh()

    def collect(self) -> None:
        """Put what is before a person into a collection. On the page of collections it is in one already."""
        if self.pages.currentIndex() != COLLECTIONS:
            self.collection_chooser.collect()

    def restored(self) -> None:
        self.search.readers.close_documents()
        self.search.search_again()

    def warm_up(self) -> None:
        """Load the model for meaning in the background, then embed what waits for it."""
        job = self.jobs.start(Lane.READY, partial(_warm, self._library), topic="warm")
        job.done.connect(lambda _nothing: self.search_page.results.meaning_is_ready())
        job.failed.connect(lambda _error: self.search_page.results.meaning_failed())
        job.ended.connect(self.warmed)
        job.ended.connect(self.embedding.schedule)
        self.reading_again.learn_engines(self._library, self.jobs)

    # --- adding files ---

    def add(self, paths: Sequence[Path]) -> None:
        if self.first_run.keeps_out(paths) or (paths and not self.office.may_add()):
            return
        if paths:
            self.show_page(INTAKE)
        self.intake_controller.look_and_add(paths)

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter, as Space does; Qt does so in dialogs and on some desktops
        only."""
        focused = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if enter and isinstance(focused, QPushButton | QToolButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    # --- closing ---

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the window. Files that wait go on waiting; the next start goes on with them."""
        self._memory.keep(self)
        self.search.readers.close_documents()
        self.collection_controller.finish()
        self.hide()  # at once; a long call may take a while to end
        self.jobs.close()
        event.accept()


def _warm(library: LibraryApi, _reporter: JobReporter) -> None:
    library.reader.prepare_pages()
    library.warm()
