"""Saved searches, recent searches and recent briefs: shows them, opens them and edits them.

All changes go through the notes lane in order, so that the lists always show what was stored.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import PastSearch, RecentDocument, RemovedSearch, SavedSearch
from briefbank.errors import BriefBankError
from ui.features.search import new_result_counter
from ui.features.search.controller import SearchController
from ui.features.search.history_popup import HistoryPopup
from ui.features.search.history_recorder import HistoryRecorder
from ui.features.search.name_dialog import SearchNameDialog
from ui.features.search.navigation_history import Question
from ui.features.search.new_result_counter import NewResultCounter
from ui.features.search.new_result_marker import NewResultMarker
from ui.features.settings.remembering_panel import RememberingController
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane, Work
from ui.shared import history_rows, wording
from ui.shared.history_rows import Remembered

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

NOT_TYPED = tr("This list was made from a passage. A search that is typed can be saved.")
NOTHING_TYPED = tr("Type a search first, then save it with Ctrl+S.")


class UserdataController(QObject):
    """Serves one window. Two windows see each other's changes when they next show a list."""

    status = Signal(str)
    search_wanted = Signal()  # The search page is to be shown with the focus in its box

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._search = library, jobs, search
        self._view = search.view
        self.now = Remembered()
        """The contents of the lists."""
        self.removed: RemovedSearch | None = None
        """The search removed last, which can be restored."""
        self._reported: set[str] = set()
        self.dialog: SearchNameDialog | None = None
        self.popup = HistoryPopup(
            self._view.bar.field, lambda *query: history_rows.matching(self.now, *query)
        )
        self.recorder = HistoryRecorder(library, jobs, search)
        self.news = NewResultCounter(library, jobs, self)
        self.new_results = NewResultMarker(search)
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        begin, bar = self._view.begin, self._view.bar
        for shown in (begin, self.popup):
            shown.opened.connect(self.open)
            shown.forget_wanted.connect(self.forget)
            shown.rename_wanted.connect(self.rename)
            shown.undo_wanted.connect(self.undo)
        begin.move_wanted.connect(self.move)
        begin.left_upwards.connect(self._view.focus_search)
        begin.typed.connect(self.popup.type_in_box)
        bar.field.left_downwards.connect(self._down_pressed)
        bar.emptied.connect(self.refresh)
        self._search.runner.slow.connect(self._view.left.show_results)
        self._search.answered.connect(self._answered)
        self.recorder.remembered.connect(self.refresh)
        self.recorder.failed.connect(self._report_once)
        self.news.counted.connect(self.refresh)
        self.new_results.status.connect(self.status)

    def join(self, window: MainWindow) -> None:
        """Connect to the changes that other parts of the window report."""
        self.status.connect(window.tell)
        self.search_wanted.connect(window.focus_search)
        window.warmed.connect(self.news.count)
        window.embedding.ready.connect(self.news.want)
        window.intake_controller.library_changed.connect(self._library_changed)
        window.maintenance_controller.library_changed.connect(self._library_changed)
        for part in (window.correction, window.removal, window.recutting):
            part.library_changed.connect(self._library_changed)
        changed = window.settings_controller.of(RememberingController).changed
        changed.connect(self.recorder.forget)
        changed.connect(self.refresh)

    def _answered(self, question: Question | None) -> None:
        """Show the results or how to begin. Without a question either the search failed, which the results
        say, or the box was emptied."""
        request = self._view.bar.request()
        self._view.left.show_results(question is not None or bool(request.text or request.like))

    # --- the lists ---

    def refresh(self) -> None:
        """Show what is stored now."""
        job = self._jobs.start(Lane.NOTES, partial(_remembered, self._library), topic="personal")
        job.done.connect(self._show)
        job.failed.connect(self._report_once)

    def _show(self, remembered: Remembered) -> None:
        if remembered != self.now:
            self.now = remembered
            self._view.begin.show_remembered(remembered)
            if self.popup.isVisible():
                self.popup.refresh()

    def _library_changed(self) -> None:
        self.refresh()
        self.news.want()

    def recall(self) -> None:
        """Open the list under the box."""
        self.search_wanted.emit()
        self.popup.open_list(self._new_text())
        self.refresh()

    def focus_lists(self) -> bool:
        """Focus the lists of the page before a search; tell whether they are shown."""
        return self._view.left.begins and self._view.left.isVisible() and self._view.begin.focus_first()

    def _down_pressed(self) -> None:
        """Open the list under the box when Down is pressed and there are no results to go to."""
        if not self._view.results.model.rowCount():
            self.popup.open_list(self._new_text())
            self.refresh()

    def _new_text(self) -> str:
        """Return the text of the box, or '' when it is the search on the screen: then other searches are
        wanted."""
        question, text = self.recorder.question, self._view.bar.field.text()
        return "" if question is not None and question.request.text == text.strip() else text

    # --- opening ---

    def open(self, target: Any) -> None:
        """Repeat a search as it was asked, or open a document where it was left."""
        self.popup.close_list()
        if isinstance(target, RecentDocument):
            self._search.reader.show_page(target.document, target.page)
            self._search.reader.view.canvas.setFocus()
        elif isinstance(target, SavedSearch):
            self.open_saved(target)
        elif isinstance(target, PastSearch):
            self._ask(target.request)

    def open_saved(self, saved: SavedSearch) -> None:
        """Ask a saved search, mark what is new since it was last looked at, and count that as seen."""
        self.new_results.open(saved)
        self._ask(saved.request)
        job = self._jobs.start(
            Lane.READER, partial(new_result_counter.mark_seen, self._library, saved), topic="look"
        )
        job.done.connect(partial(self.new_results.compare, saved))
        job.done.connect(lambda _seen: self.refresh())
        job.failed.connect(self._report_once)

    def _ask(self, request: SearchRequest) -> None:
        self.search_wanted.emit()
        question = Question(request)
        self._view.bar.show_question(question)
        self._view.bar.asked.emit(question)

    # --- saving ---

    def save(self) -> None:
        """Ask for a name and save the search in the box with its filters."""
        request = self._view.bar.request()
        if request.like or request.literal or not request.text:
            self.status.emit(NOT_TYPED if request.like or request.literal else NOTHING_TYPED)
            return
        self._ask_name(tr("Save this search"), request.text, request, partial(self._save, request))

    def rename(self, target: Any) -> None:
        """Rename a saved search; save a recent search under a name."""
        self.popup.close_list()
        if isinstance(target, SavedSearch):
            work = partial(self._rename, target)
            self._ask_name(tr("Rename the saved search"), target.name, target.request, work)
        elif isinstance(target, PastSearch):
            work = partial(self._save, target.request)
            self._ask_name(tr("Save this search"), target.request.text, target.request, work)

    def _ask_name(self, title: str, name: str, request: SearchRequest, named: Any) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        narrowed = history_rows.narrowed(request)
        self.dialog = SearchNameDialog(title, wording.beginning(name, 100), narrowed, self._view.window())
        self.dialog.named.connect(named)
        self.dialog.open()

    def _save(self, request: SearchRequest, name: str) -> None:
        library = self._library
        job = self._store(lambda _reporter: library.userdata.saved.save(name, request))
        job.done.connect(self._saved)

    def _saved(self, saved: SavedSearch) -> None:
        """Report the saved search and count its present results as seen, so that only later ones are new."""
        self.status.emit(tr("The search was saved as “{name}”.").format(name=saved.name))
        self._jobs.start(Lane.READY, partial(new_result_counter.mark_seen, self._library, saved))

    def _rename(self, saved: SavedSearch, name: str) -> None:
        library = self._library
        self._store(lambda _reporter: library.userdata.saved.rename(saved.id, name))

    # --- arranging and removing ---

    def move(self, target: Any, by: int) -> None:
        """Move a saved search one place up (-1) or down (1)."""
        ids = [saved.id for saved in self.now.saved]
        if not isinstance(target, SavedSearch) or target.id not in ids:
            return
        index = ids.index(target.id)
        ids.insert(max(0, index + by), ids.pop(index))
        library = self._library
        self._store(lambda _reporter: library.userdata.saved.arrange(ids))

    def forget(self, target: Any) -> None:
        """Remove a saved search, which can be undone, or forget a recent search or document."""
        job = self._store(partial(_forget, self._library, target))
        if isinstance(target, SavedSearch):
            job.done.connect(self._forgotten)
        else:
            self.recorder.forget()

    def _forgotten(self, removed: RemovedSearch) -> None:
        self.removed = removed
        text = tr("“{name}” was removed.").format(name=wording.beginning(removed.saved.name, 60))
        for shown in (self._view.begin, self.popup):
            shown.say(text, undo=True)

    def undo(self) -> None:
        """Restore the search removed last."""
        removed, self.removed = self.removed, None
        for shown in (self._view.begin, self.popup):
            shown.say("")
        if removed is not None:
            library = self._library
            self._store(lambda _reporter: library.userdata.saved.put_back(removed))

    def _store(self, work: Work) -> Job:
        """Start a job that stores a change, and refresh the lists after it."""
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(lambda _done: self.refresh())
        job.failed.connect(lambda error: self.status.emit(str(error)))
        return job

    def _report_once(self, error: BriefBankError) -> None:
        """Report a failure in the background once, since searching goes on without it."""
        if error.title not in self._reported:
            self._reported.add(error.title)
            self.status.emit(str(error))


def _remembered(library: LibraryApi, _reporter: JobReporter) -> Remembered:
    kept, on = library.userdata, settings.load().remember
    return Remembered(tuple(kept.saved.all()), tuple(kept.history.newest()), tuple(kept.recent.newest()), on)


def _forget(
    library: LibraryApi, target: SavedSearch | PastSearch | RecentDocument, _reporter: JobReporter
) -> RemovedSearch | None:
    """Forget one of them; return what can be put back."""
    if isinstance(target, SavedSearch):
        return library.userdata.saved.remove(target.id)
    if isinstance(target, PastSearch):
        library.userdata.history.forget(target.id)
    else:
        library.userdata.recent.forget(target.document.sha256)
    return None
