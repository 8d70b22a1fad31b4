"""The main window: makes its pages and controllers, and shows the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from briefbank import settings
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileGroup, WatchedFolder
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from briefbank.paths import sample_library
from briefbank.text.messages import Message
from ui.features.alerts.bell import Alert, AlertsPanel, Goal
from ui.features.authorities.page import LIST, PROPOSALS, AuthoritiesPage
from ui.features.collections.page import CollectionsPage
from ui.features.draft.page import DROP_WORDS, DraftPage
from ui.features.help.first_steps import PLACE
from ui.features.library.adding import State
from ui.features.library.background import AddingNotifications, Embedding, FolderWatch
from ui.features.library.page import NOTHING_CHOSEN, LibraryContents, LibraryPage
from ui.features.search.page import SearchPage
from ui.features.settings.care import CarePanel
from ui.features.settings.folders import LibraryPanel, WatchedFoldersPanel
from ui.features.settings.page import SettingsPage
from ui.features.settings.panel import SettingsPanel
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.keyboard import announce, first_stop, is_stray_letter, set_tab_order_of_parts
from ui.kit.layout import column, holder, row
from ui.page import Page
from ui.shared import window_state, wording
from ui.shared.actions import ReadAgainMenus
from ui.shared.pages import ADD_WORDS, AUTHORITIES, DRAFT, LIBRARY, SEARCH, SETTINGS, DropTarget, Rail
from ui.window import menus
from ui.window.office import NOT_IN_SAMPLE, OfficeController, ReadOnlyBand, SampleBand, TakenAlongBand
from ui.window.status_line import StatusLine

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.reader.reader import Reader


REVISION_MS = 15_000  # The time between two looks whether somebody else changed the library
PANELS = {Goal.ROOM: LibraryPanel, Goal.CARE: CarePanel, Goal.FOLDERS: WatchedFoldersPanel}
STEP = -1  # A step within a page, among the numbers of pages


class MainWindow(QMainWindow):
    """One window on one library. Closing it ends its jobs; whoever made the library closes it."""

    restart_wanted = Signal()  # A person wants BriefBank to be closed and opened again
    warmed = Signal()  # Emitted when the slow libraries are loaded, as far as they can be

    def __init__(self, library: LibraryApi) -> None:
        super().__init__()
        self._library = library
        self.jobs = Jobs(self)
        self.reading_again = ReadAgainMenus(self)
        self.embedding = Embedding(library, self.jobs, self)
        self.folder_watch = FolderWatch(library, self.jobs, self)
        self._make_pages()
        self.alerts = AlertsPanel(library, self.jobs, self)
        self.help = menus.HelpController(library, self.jobs, self)
        permitted_address = settings.load().ocr_address  # until BriefBank is closed
        self.status = StatusLine(self, self.alerts.bell, permitted_address)
        self.drop = DropTarget(self)
        self._watch_troubles: list[Message] = []
        self._way_back: list[tuple[int, int]] = []
        """The pages that Alt+Left returns to, each with the steps that could be taken back within the page
        opened from it, when that was opened."""
        self._way_forward: list[int] = []  # What Alt+Left undid: pages, or STEP for one within a page
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(window_state.LEAST)
        self.sample = SampleBand(library, self)
        self.read_only = ReadOnlyBand(library, self)
        self.office = OfficeController(library, self.jobs, self)
        self.taken_along = TakenAlongBand(library, self)
        self.notifications = AddingNotifications(self, self.library_page.adding)
        menus.build(self)
        self._connect()
        self._revision: int | None = None
        self._revision_timer = QTimer(self, interval=REVISION_MS)
        self._revision_timer.timeout.connect(self.look_for_changes)
        self._revision_timer.start()
        self.resize(window_state.USUAL)
        self.search_page.bar.field.setFocus()
        window_state.restore_window(self)
        self.library_page.reload()
        self.look_for_changes()
        self.alerts.schedule()
        self.library_page.adding.begin()
        self.folder_watch.begin()
        self.library_page.office.begin()

    # --- parts ---

    def _make_pages(self) -> None:
        self.search_page = SearchPage(self._library, self.jobs, self.reading_again)
        opened = self.search_page.readers.open_documents
        self.library_page = LibraryPage(self._library, self.jobs, self.reading_again, opened)
        self.authorities_page = AuthoritiesPage(self._library, self.jobs)
        self.draft_page = DraftPage(self._library, self.jobs)
        self.collections_page = CollectionsPage(self._library, self.jobs)
        self.settings_page = SettingsPage(
            self._library, self.jobs, self.library_page.adding, self.embedding, self.folder_watch
        )
        self._places: tuple[Page, ...] = (
            *(self.search_page, self.library_page, self.authorities_page),
            *(self.draft_page, self.collections_page, self.settings_page),
        )
        self.rail, self.pages = Rail(), QStackedWidget()
        for page in self._places:
            self.pages.addWidget(page)
        self._column = column((holder(row(self.rail, (self.pages, 1), spacing=0)), 1), spacing=0)
        self.setCentralWidget(holder(self._column))

    def put_above(self, band: QWidget) -> None:
        """Put a band above every page."""
        self._column.insertWidget(0, band)

    def show_office(self, text: str) -> None:
        self.status.show_office(text)

    # --- connections ---

    def _connect(self) -> None:
        """Connect the parts, once they are made and before anything is asked of the library."""
        page, results = self.search_page, self.search_page.results
        self.rail.chosen.connect(self.show_page)
        for part in self.findChildren(Page):
            part.status.connect(self.tell)
            if part not in (self.library_page, self.library_page.adding):
                part.library_changed.connect(self.library_page.reload)
            part.document_wanted.connect(self.open_document)
            part.hit_wanted.connect(self.open_hit)
            part.authority_wanted.connect(self.open_authority)
            if part not in page.readers.readers:  # the page of the search passes it on
                part.collect_wanted.connect(lambda item, part=part: self.collections_page.put(item, part))
        page.bar.understood.help_wanted.connect(lambda: self.help.open_guide("operators"))
        page.readers.join(self._join_reader)
        self.collections_page.export_wanted.connect(page.menu.export_collection)
        self.warmed.connect(page.begin.count)
        self.embedding.ready.connect(page.begin.count_soon)
        for changer in (self.library_page, self.library_page.adding, self.settings_page):
            changer.library_changed.connect(page.library_was_changed)
        self.settings_page.remembering_changed.connect(page.begin.everything_forgotten)
        self.embedding.progressed.connect(self.status.show_embedding_progress)
        self.embedding.finished.connect(self.tell)
        self.embedding.failed.connect(results.meaning_failed)
        self.embedding.ready.connect(results.meaning_is_ready)
        self.embedding.ready.connect(self.search_page.staleness.more_by_meaning)
        self._connect_library()
        self._connect_settings()
        self._connect_law()
        self._connect_alerts()
        for again in (self.library_page.reload, page.search_again, self.collections_page.refresh):
            self.office.came_back.connect(again)

    def _join_reader(self, reader: Reader) -> None:
        law = self.authorities_page
        law.law_changed.connect(reader.summary.renew_for_law)
        self.settings_page.model_changed.connect(reader.summary.renew)
        reader.tools.collect.clicked.connect(self.collect)
        reader.correct_wanted.connect(self.library_page.correct_document)
        reader.attached_wanted.connect(self.library_page.adding.add_attached)
        reader.versions_wanted.connect(law.show_versions)
        reader.changes_wanted.connect(law.show_changes)

    def _connect_library(self) -> None:
        page, adding = self.library_page, self.library_page.adding
        page.contents_read.connect(self.follow)
        page.contents_read.connect(lambda _contents: self.search_page.staleness.look())
        page.library_changed.connect(self.search_page.search_again)
        page.library_changed.connect(self.embedding.schedule)
        page.beside_wanted.connect(self.open_beside)
        page.page_wanted.connect(self.show_page_of)
        page.paths_chosen.connect(self.add)
        page.files.remarks_wanted.connect(partial(self.open_document, at_remark=True))
        page.review.document_wanted.connect(partial(self.open_document, at_remark=True))
        adding.library_changed.connect(self.embedding.schedule)
        adding.progressed.connect(self.follow_adding)
        adding.state_changed.connect(self.status.show_state)
        adding.failed.connect(self.tell_error)
        adding.read_again_done.connect(self.show_read_again)
        self.status.pause.clicked.connect(adding.toggle)
        self.reading_again.wanted.connect(adding.read_again)
        self.folder_watch.files_found.connect(adding.take_new)
        self.drop.dropped.connect(self.take_dropped)
        self.notifications.wanted.connect(lambda: self.show_page(LIBRARY))
        first_use = self.search_page.first_use
        first_use.files_wanted.connect(page.choose_files)
        first_use.folder_wanted.connect(page.choose_folder)
        first_use.left.connect(self._leave_steps)
        self.search_page.results.show_files.clicked.connect(lambda: self.show_files(FileGroup.OPEN))

    def _connect_settings(self) -> None:
        page = self.settings_page
        page.encoder_changed.connect(self.embedding.schedule)
        page.library_changed.connect(self.embedding.schedule)
        page.restored.connect(self.restored)
        page.restart_wanted.connect(self.restart_wanted)
        page.self_test_wanted.connect(self.help.self_test)
        page.guide_wanted.connect(self.help.open_guide)
        for refresh in (self.search_page.deeper.refresh, self.library_page.recutting.refresh):
            page.model_changed.connect(refresh)
            page.aids_changed.connect(refresh)
            QTimer.singleShot(0, self, refresh)  # it loads what the window is shown without

    def _connect_law(self) -> None:
        """Connect what is asked about the law around a document, and who has to know that it changed."""
        law, search = self.authorities_page, self.search_page
        for view in (search.results.list, search.results.outside.list, self.library_page):
            view.same_wanted.connect(law.show_same)
        self.library_page.day_wanted.connect(lambda _day: self.show_page(SEARCH))
        self.library_page.day_wanted.connect(search.ask_as_of)
        law.law_changed.connect(search.readers.refresh_law)
        law.law_changed.connect(search.search_again)

    # --- alerts ---

    def _connect_alerts(self) -> None:
        """Connect the alerts to all that makes or settles one."""
        alerts, page = self.alerts, self.library_page
        alerts.settle_wanted.connect(self._settle)
        page.adding.state_changed.connect(
            lambda state: alerts.set_adding(state in (State.RUNNING, State.PAUSING))
        )
        for changer in (page, page.adding, self.settings_page):
            changer.library_changed.connect(alerts.schedule)
        self.authorities_page.law_changed.connect(alerts.schedule)
        self.folder_watch.folders_changed.connect(self._look_at_folders)
        self.search_page.begin.counted.connect(alerts.schedule)
        self.embedding.failed.connect(lambda: alerts.set_embedding_failed(True))
        self.embedding.ready.connect(lambda: alerts.set_embedding_failed(False))
        layout = self.search_page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(1, page.review)
        set_tab_order_of_parts(self.search_page.bar, page.review, self.search_page.splitter)

    def _settle(self, alert: Alert) -> None:
        """Lead to the place where an alert is settled."""
        if alert.goal in (Goal.LIST, Goal.PROPOSALS):
            self.show_page(AUTHORITIES)
            self.authorities_page.switch.choose(LIST if alert.goal is Goal.LIST else PROPOSALS)
        elif alert.goal is Goal.PAGES:
            self.library_page.review.begin(alert.documents)
        elif alert.goal is Goal.REFUSED:
            self.show_files(FileGroup.REFUSED)
        elif alert.saved is not None:
            self.search_page.begin.open_saved(alert.saved)
        else:
            self.show_settings(PANELS[alert.goal])

    def _look_at_folders(self, folders: Sequence[WatchedFolder]) -> None:
        """Collect alerts when a folder went away or came back; this is called every half minute."""
        troubles = [folder.trouble for folder in folders]
        if troubles != self._watch_troubles:
            self._watch_troubles = troubles
            self.alerts.schedule()

    # --- places ---

    @property
    def place(self) -> Page:
        """The page that is shown."""
        return self._places[self.pages.currentIndex()]

    def show_page(self, number: int) -> None:
        """Show a page. Alt+Left returns to the one before it."""
        before = self.pages.currentIndex()
        if number != before:
            self._way_back.append((before, self._places[number].steps_back()))
            self._way_forward.clear()
        self._switch(number)
        self.place.first_field().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _switch(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.tell("")
        self.rail.show_chosen(number)
        self.drop.overlay.say(*(DROP_WORDS if number == DRAFT else ADD_WORDS))
        self.place.refresh()

    def focus_search(self) -> None:
        self.show_page(SEARCH)
        self.search_page.focus_search()

    def show_first_steps(self) -> None:
        """Show the steps from the first one, whatever the library holds."""
        self.show_page(SEARCH)
        self.search_page.first_use.show_step(PLACE)
        self.search_page.show_steps(True)
        self.search_page.first_use.main_button().setFocus()

    def _leave_steps(self) -> None:
        self.search_page.show_steps(False)
        self.focus_search()

    def go_back(self) -> None:
        """Undo the last step within the page that was made since it was opened; else return to the page from
        which it was opened (Alt+Left)."""
        before, steps = self._way_back[-1] if self._way_back else (STEP, 0)
        if before == STEP or self.place.steps_back() > steps:
            if self.place.go_back():
                self._way_forward.append(STEP)
        else:
            self._way_back.pop()
            self._way_forward.append(self.pages.currentIndex())
            self._return_to(before)

    def go_forward(self) -> None:
        """Take again what Alt+Left undid (Alt+Right)."""
        number = self._way_forward.pop() if self._way_forward else STEP
        if number == STEP:
            self.place.go_forward()
        else:
            self._way_back.append((self.pages.currentIndex(), self._places[number].steps_back()))
            self._return_to(number)

    def _return_to(self, number: int) -> None:
        """Show a page as it was left, with the keyboard where it was."""
        self._switch(number)
        focused = self.place.focusWidget() or self.place.first_field()
        focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def next_pane(self) -> None:
        """Move the keyboard to the next part of the page (F6)."""
        parts = [part for part in self.place.parts() if part.isVisibleTo(self)] or [self.place.first_field()]
        focused = self.focusWidget() or self
        at = next((n for n, part in enumerate(parts) if part is focused or part.isAncestorOf(focused)), -1)
        part = parts[(at + 1) % len(parts)]
        takes_focus = part.focusPolicy() != Qt.FocusPolicy.NoFocus
        (part if takes_focus else first_stop(part)).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_document(self, document: Document, at_remark: bool = False) -> None:
        self.show_page(SEARCH)
        self.search_page.reader.open_document(document, at_remark=at_remark)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_beside(self, document: Document) -> None:
        self.show_page(SEARCH)
        self.search_page.readers.open_document_in_other(document)

    def toggle_second_reader(self) -> None:
        """Open or close the second reader (F8). An empty one gives the keyboard to the results, or the search
        box, where one chooses what to read."""
        self.show_page(SEARCH)
        page = self.search_page
        page.readers.toggle()
        if page.reader.document is None:
            (page.focus_results if page.results.model.rowCount() else page.focus_search)()

    def find_in_brief(self, by: int = 0) -> None:
        """Find in the open document (Ctrl+F), or go to the next match (1, F3) or the one before (-1); without
        a document, search the library."""
        reader = self.search_page.reader
        if self.search_page.isVisible() and reader.document is not None:
            if by:
                reader.find_bar.step(by)
            else:
                reader.find_bar.open_bar()
        elif not by:
            self.focus_search()

    def open_hit(self, hit: Hit) -> None:
        """Open a passage that was not found by a search."""
        self.show_page(SEARCH)
        self.search_page.reader.open_hit(hit)
        self.search_page.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_authority(self, authority_id: int) -> None:
        """Open the page of an authority that was named elsewhere."""
        self.show_page(AUTHORITIES)
        self.authorities_page.open_authority(authority_id)

    def tell(self, text: str, *, urgent: bool = False) -> None:
        """Show a passing remark in the status line."""
        self.status.tell(text)
        announce(self, text, urgent=urgent)

    def tell_error(self, error: BriefBankError) -> None:
        self.tell(str(error), urgent=True)

    def show_settings(self, kind: type[SettingsPanel]) -> None:
        """Show one of the panels of the settings."""
        self.show_page(SETTINGS)
        self.settings_page.show_panel(kind)

    # --- the library ---

    def follow(self, now: LibraryContents) -> None:
        """Show a change of the library everywhere in the window."""
        self.status.show_extent(wording.library_size(now.documents, now.passages))
        self.search_page.set_library_empty(not now.documents)
        self.search_page.readers.follow(now.opened)
        if self.authorities_page.isVisible():
            self.authorities_page.refresh()

    def look_for_changes(self) -> None:
        """Find out whether another program, another window or a colleague changed the library. Asked now and
        then, and when a person returns to this window. If it fails now, the next request reports it."""
        library = self._library
        self.jobs.run(self, lambda _reporter: library.revision(), then=self._show_revision, topic="revision")

    def _show_revision(self, revision: int) -> None:
        before, self._revision = self._revision, revision
        if before is not None and before != revision:
            self.library_page.reload()
            self.alerts.schedule()
            self.library_page.adding.refresh()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self.look_for_changes()
            self.read_only.update_words()
        return super().event(event)

    def collect(self) -> None:
        """Put what is before a person into a collection. On the page of collections it is in one already."""
        item = self.place.to_collect()
        if self.place is self.collections_page:
            return
        if item is not None:
            self.collections_page.put(item, self.place)
        else:
            self.tell(tr("Choose a result, or select text in the pages, and then put it into a collection."))

    def restored(self) -> None:
        self.search_page.readers.close_documents()
        self.search_page.search_again()

    def warm_up(self) -> None:
        """Load the model for meaning in the background, then embed what waits for it."""
        results = self.search_page.results
        job = self.jobs.run(
            self,
            partial(_warm, self._library),
            then=lambda _nothing: results.meaning_is_ready(),
            failed=lambda _error: results.meaning_failed(),
            lane=Lane.READY,
            topic="warm",
        )
        job.ended.connect(self.warmed)
        job.ended.connect(self.embedding.schedule)
        self.reading_again.learn_engines(self._library, self.jobs)

    # --- adding files ---

    def add(self, paths: Sequence[Path]) -> None:
        if not paths:
            return
        if self._library.folder == sample_library():
            self.tell(NOT_IN_SAMPLE)
        elif self.office.may_add():
            self.show_page(LIBRARY)
            self.library_page.adding.look_and_add(paths)

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Take dropped files. On the page of the draft check they are checked, and not added."""
        if self.pages.currentIndex() == DRAFT:
            self.draft_page.take_dropped(paths)
        else:
            self.add(paths)

    def show_files(self, group: FileGroup) -> None:
        """Show a group of the files that are added or were."""
        self.show_page(LIBRARY)
        self.library_page.show_files(group)

    def follow_adding(self, line: str) -> None:
        """Show outside of the Library how the adding of files gets on."""
        adding = self.library_page.adding
        self.status.show_intake_progress(line)
        self.search_page.staleness.show_files_left(adding.waiting)

    def show_read_again(self, documents: Mapping[int, Document]) -> None:
        """Show an open document again that was read again."""
        for reader in self.search_page.readers.readers:
            if reader.document is not None and reader.document.id in documents:
                reader.show_anew(documents[reader.document.id])

    def correct_chosen(self) -> None:
        """Correct the documents that are chosen on the page in view, or the one that is open there."""
        readers = self.search_page.readers
        document = readers.active.document if readers.isVisible() else None
        if document is not None:
            self.library_page.correct_document(document.id)
        elif not (self.library_page.isVisible() and self.library_page.correct_chosen()):
            self.tell(NOTHING_CHOSEN)

    def show_page_of(self, document: Document, page: int) -> None:
        """Show a page (0-based) of a document."""
        self.show_page(SEARCH)
        self.search_page.readers.active.show_page(document, page)

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter, as Space does; Qt does so in dialogs and on some desktops
        only."""
        focused = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if enter and isinstance(focused, QPushButton | QToolButton):
            focused.click()
        elif is_stray_letter(event):
            self._search_for(event)
        else:
            super().keyPressEvent(event)

    def _search_for(self, event: QKeyEvent) -> None:
        """Begin a search with a letter that was typed where no text can be."""
        field = self.search_page.bar.field
        self.focus_search()
        field.selectAll()
        QApplication.sendEvent(field, event)

    # --- closing ---

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the window. Files that wait go on waiting; the next start goes on with them."""
        window_state.keep_window(self)
        self.search_page.readers.close_documents()
        self.collections_page.finish()
        self.hide()  # at once; a long call may take a while to end
        self.jobs.close()
        event.accept()


def _warm(library: LibraryApi, _reporter: JobReporter) -> None:
    library.reader.prepare_pages()
    library.warm()
