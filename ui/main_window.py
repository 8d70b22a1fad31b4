"""The main window: puts the pages together and joins their signals. What they do is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from briefbank.models import Document, Hit
from ui import draft_words, memory, menus, wiring, words
from ui.adding import Adding
from ui.alerting import Alerting
from ui.announcing import announce
from ui.authority_work import AuthorityWork
from ui.beside import Beside
from ui.care import Care
from ui.correcting import Correcting
from ui.draft_work import DraftWork
from ui.first_run import FirstRun
from ui.governing_work import GoverningWork
from ui.help import Help
from ui.intake_work import IntakeWork
from ui.jobs import JobReporter, Jobs, Lane
from ui.law_aids import LawAids
from ui.meaning_work import MeaningWork
from ui.memory import WindowMemory
from ui.model_aids import ModelAids
from ui.models.intake import IntakeModel
from ui.other_programs import OtherPrograms
from ui.pages import ALERTS, AUTHORITIES, CARE, COLLECTIONS, DRAFT, INTAKE, LIBRARY, RAIL, SEARCH, SETTINGS
from ui.personal_work import PersonalWork
from ui.preferences import Preferences
from ui.read_only import ReadOnlyBand
from ui.reading_again import ReadingAgain
from ui.record_work import RecordWork
from ui.removing import Removing
from ui.search_aids import SearchAids
from ui.status_line import StatusLine
from ui.taking import Taking
from ui.views.alerts import AlertsView
from ui.views.authorities import AuthoritiesView
from ui.views.care import CareView
from ui.views.collections import CollectionsView
from ui.views.documents import DocumentsView
from ui.views.draft import DraftView
from ui.views.intake import IntakeView
from ui.views.search_page import SearchPage
from ui.views.settings import SettingsView
from ui.watching import Watching
from ui.widgets.drop_overlay import ADD_WORDS
from ui.widgets.drop_target import DropTarget
from ui.widgets.rail import Rail

if TYPE_CHECKING:
    from briefbank.library import Library


class MainWindow(QMainWindow):
    """One window on one library. Closing it ends its jobs; the library is its maker's to close."""

    warmed = Signal()
    """The slow libraries are loaded, as far as they can be."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self.jobs = Jobs(self)
        self.intake_model = IntakeModel(self)
        self.reading_again = ReadingAgain(self)
        self._make_pages()
        self.work = IntakeWork(library, self.jobs, self.intake_model, self)
        self.meaning = MeaningWork(library, self.jobs, self)
        self.watching = Watching(library, self.jobs, self)
        self.care = Care(library, self.jobs, self.work, self.meaning, self.care_page)
        self.record = RecordWork(library, self.jobs, self)
        self.removing = Removing(library, self.jobs, self.documents)
        self.authority_work = AuthorityWork(library, self.jobs, self.authorities)
        self.draft_work = DraftWork(library, self.jobs, self.draft)
        self.governing = GoverningWork(library, self.jobs, self)
        self.law_aids = LawAids(library, self.jobs, self)
        self.correcting = Correcting(library, self.jobs, self.documents, self.search_page.readers, self)
        self.model_aids = ModelAids(library, self.jobs, self.search_page, self.documents)
        self.preferences = Preferences(library, self.jobs, self.watching, self.settings)
        self.personal = PersonalWork(library, self.jobs, self.search_page)
        self.help = Help(library, self.jobs, self)
        self.first_run = FirstRun(library, self.jobs, self)
        self.aids = SearchAids(library, self.jobs, self)
        self.status = StatusLine(self, self.preferences.let_through)
        self.search_page.first_use.name_server(self.preferences.let_through)
        self.drop = DropTarget(self)
        self._memory = WindowMemory()
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(memory.LEAST)
        self.beside = Beside(self)
        self.read_only = ReadOnlyBand(library, self)
        self.others = OtherPrograms(library, self.jobs, self)
        self.adding = Adding(self)
        self.taking = Taking(library, self.jobs, self)
        self.alerting = Alerting(library, self.jobs, self)
        menus.build(self)
        wiring.connect(self)
        self.resize(memory.USUAL)
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
        self.care_page = CareView(self._library.folder)
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
        """Let a band stand above every page."""
        self._column.insertWidget(0, band)

    # --- pages ---

    def show_page(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.tell("")
        self.rail.show_chosen(number)
        self.drop.overlay.say(*(draft_words.DROP_WORDS if number == DRAFT else ADD_WORDS))
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
            self.watching.list_folders()
        firsts = (
            self.search_page.bar.field,
            self.documents.table,
            self.authorities.first(),
            self.alerts.first(),
            self.draft.first(),
            self.collections.first(),
            self.intake.list,
            self.care_page.check,
            self.settings.address,
        )
        firsts[number].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_search(self) -> None:
        self.show_page(SEARCH)
        self.search_page.focus_search()

    def go_back(self) -> None:
        """To the authority before on their page, to the search before on any other."""
        on_authorities = self.pages.currentIndex() == AUTHORITIES
        (self.authority_work if on_authorities else self.search_page).go_back()

    def next_pane(self) -> None:
        """F6: from the box to the results, to the pages, and back."""
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
        """Read a passage that was found otherwise than by a search."""
        self.show_page(SEARCH)
        self.search_page.reader.open_hit(hit)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_authority(self, authority_id: int) -> None:
        """The page of an authority that was named elsewhere."""
        self.show_page(AUTHORITIES)
        self.authority_work.show(authority_id)

    def draft_checked(self) -> None:
        if self.pages.currentIndex() != DRAFT:
            self.tell(draft_words.READY)

    def tell(self, text: str, *, urgent: bool = False) -> None:
        """A passing remark in the status line."""
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
        """Show the library's documents as they are now."""
        job = self.jobs.start(Lane.READER, partial(_documents, self._library), topic="documents")
        job.done.connect(self._show_documents)
        job.failed.connect(self.tell_error)

    def _show_documents(self, documents: Sequence[Document]) -> None:
        self.documents.show_documents(documents)
        self.status.size.setText(words.library_size(len(documents), sum(d.passages for d in documents)))
        self.search_page.set_library_empty(not documents)
        self.search_page.readers.follow(documents)
        self.correcting.follow(documents)
        if self.pages.currentIndex() == AUTHORITIES:
            self.authority_work.refresh()

    def restored(self) -> None:
        self.search_page.readers.close_documents()
        self.search_page.search_again()

    def warm_up(self) -> None:
        """Get meaning ready in the background, then prepare what waits for it."""
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

    # --- the end ---

    def closeEvent(self, event: QCloseEvent) -> None:
        """Files that wait go on waiting; the next start goes on with them."""
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
