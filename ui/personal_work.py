"""Saved searches, recent searches and recent briefs: shows them, opens them, and does what is asked of them.

Everything that is kept goes through the lane of the notes, in order: what is shown is always what was kept.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from briefbank.errors import BriefBankError
from briefbank.models import SearchRequest
from briefbank.personal.values import AskedSearch, RecentDocument, RemovedSearch, SavedSearch
from ui import news_work, personal_calls, recall_words, words
from ui.jobs import Job, Jobs, Lane
from ui.new_results import NewResults
from ui.news_work import NewsWork
from ui.questions import Question
from ui.recall_words import Remembered
from ui.remembering import Remembering
from ui.remembering_preferences import RememberingPreferences
from ui.tongue import tr
from ui.views.begin import BeginView
from ui.views.left_half import LeftHalf
from ui.views.search_name import SearchName
from ui.views.search_page import SearchPage
from ui.widgets.recall_popup import RecallPopup

if TYPE_CHECKING:
    from briefbank.library import Library
    from ui.main_window import MainWindow

NOT_TYPED = tr("This list was made from a passage. A search that is typed can be saved.")
NOTHING_TYPED = tr("Type a search first, then save it with Ctrl+S.")


class PersonalWork(QObject):
    """One for each window. Two windows see what the other kept when they next show a list."""

    told = Signal(str)
    search_wanted = Signal()
    """The search page is to be shown, with the keyboard in its box."""

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self.now = Remembered()
        """What the lists show."""
        self.removed: RemovedSearch | None = None
        """What was removed last, to be put back."""
        self._complained: set[str] = set()
        self.dialog: SearchName | None = None
        self.begin = BeginView()
        self.left = LeftHalf(page, self.begin)
        self.popup = RecallPopup(page.bar.field, lambda *asked: recall_words.matching(self.now, *asked))
        self.remembering = Remembering(library, jobs, page)
        self.news = NewsWork(library, jobs, self)
        self.new_results = NewResults(page)
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        for shown in (self.begin, self.popup):
            shown.opened.connect(self.open)
            shown.forget_wanted.connect(self.forget)
            shown.rename_wanted.connect(self.rename)
            shown.undo_wanted.connect(self.undo)
        self.begin.move_wanted.connect(self.move)
        self.begin.left_upwards.connect(self._page.focus_search)
        self.begin.typed.connect(self.popup.type_in_box)
        self._page.bar.field.left_downwards.connect(self._down)
        self._page.bar.emptied.connect(self.refresh)
        self.remembering.remembered.connect(self.refresh)
        self.remembering.failed.connect(self._complain)
        self.news.counted.connect(self.refresh)
        self.new_results.said.connect(self.told)

    def join(self, window: MainWindow) -> None:
        """Hear of what changes in the other parts of the window."""
        self.told.connect(window.tell)
        self.search_wanted.connect(window.focus_search)
        window.warmed.connect(self.news.count)
        window.meaning.ready.connect(self.news.want)
        window.work.library_changed.connect(self._library_changed)
        window.care.library_changed.connect(self._library_changed)
        for part in (window.correcting, window.removing, window.model_aids):
            part.library_changed.connect(self._library_changed)
        self.preferences = RememberingPreferences(self._library, self._jobs, window.settings.remembering)
        self.preferences.changed.connect(self.remembering.forget)
        self.preferences.changed.connect(self.refresh)

    # --- the lists ---

    def refresh(self) -> None:
        """Show what is kept now."""
        job = self._jobs.start(
            Lane.NOTES, partial(personal_calls.remembered, self._library), topic="personal"
        )
        job.done.connect(self._show)
        job.failed.connect(self._complain)

    def _show(self, remembered: Remembered) -> None:
        if remembered != self.now:
            self.now = remembered
            self.begin.show_remembered(remembered)
            if self.popup.isVisible():
                self.popup.refresh()

    def _library_changed(self) -> None:
        self.refresh()
        self.news.want()

    def recall(self) -> None:
        """Open the list under the box."""
        self.search_wanted.emit()
        self.popup.open_list(self._unanswered())
        self.refresh()

    def focus_lists(self) -> bool:
        """Go to the lists of the page before a search; whether they are there."""
        return self.left.begins and self.left.isVisible() and self.begin.focus_first()

    def _down(self) -> None:
        """Down in the box goes into the results; without any, into the list under the box."""
        if not self._page.results.model.rowCount():
            self.popup.open_list(self._unanswered())
            self.refresh()

    def _unanswered(self) -> str:
        """What is typed, unless it is the search whose answer is on the screen: then other searches are
        wanted."""
        question, text = self.remembering.question, self._page.bar.field.text()
        return "" if question is not None and question.request.text == text.strip() else text

    # --- opening ---

    def open(self, target: Any) -> None:
        """Ask a search again, as it was asked, or open a document where it was left."""
        self.popup.close_list()
        if isinstance(target, RecentDocument):
            self._page.reader.show_page(target.document, target.page)
            self._page.reader.canvas.setFocus()
        elif isinstance(target, SavedSearch):
            self.open_saved(target)
        elif isinstance(target, AskedSearch):
            self._ask(target.request)

    def open_saved(self, saved: SavedSearch) -> None:
        """Ask it, mark what is new since it was last looked at, and count that as seen."""
        self.new_results.open(saved)
        self._ask(saved.request)
        job = self._jobs.start(Lane.READER, partial(news_work.look, self._library, saved), topic="look")
        job.done.connect(partial(self.new_results.compare, saved))
        job.done.connect(lambda _seen: self.refresh())
        job.failed.connect(self._complain)

    def _ask(self, request: SearchRequest) -> None:
        self.search_wanted.emit()
        question = Question(request)
        self._page.bar.show_question(question)
        self._page.bar.asked.emit(question)

    # --- saving ---

    def save(self) -> None:
        """Ask for a name and keep the search that stands in the box, with all it is narrowed to."""
        request = self._page.bar.request()
        if request.like or request.literal or not request.text:
            self.told.emit(NOT_TYPED if request.like or request.literal else NOTHING_TYPED)
            return
        self._name(tr("Save this search"), request.text, request, partial(self._save, request))

    def rename(self, target: Any) -> None:
        """Another name for a saved search; a search that was only asked is saved under one."""
        self.popup.close_list()
        if isinstance(target, SavedSearch):
            work = partial(self._rename, target)
            self._name(tr("Rename the saved search"), target.name, target.request, work)
        elif isinstance(target, AskedSearch):
            work = partial(self._save, target.request)
            self._name(tr("Save this search"), target.request.text, target.request, work)

    def _name(self, title: str, name: str, request: SearchRequest, named: Any) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        narrowed = recall_words.narrowed(request)
        self.dialog = SearchName(title, words.beginning(name, 100), narrowed, self._page.window())
        self.dialog.named.connect(named)
        self.dialog.open()

    def _save(self, request: SearchRequest, name: str) -> None:
        job = self._note(partial(personal_calls.save, self._library, name, request))
        job.done.connect(lambda saved: self._saved(saved))

    def _saved(self, saved: SavedSearch) -> None:
        """What it finds now is known: only what comes later is new."""
        self.told.emit(tr("The search was saved as “{name}”.").format(name=saved.name))
        self._jobs.start(Lane.READY, partial(news_work.look, self._library, saved))

    def _rename(self, saved: SavedSearch, name: str) -> None:
        self._note(partial(personal_calls.rename, self._library, saved.id, name))

    # --- arranging and removing ---

    def move(self, target: Any, by: int) -> None:
        """A saved search one place higher (-1) or lower (1)."""
        ids = [saved.id for saved in self.now.saved]
        if not isinstance(target, SavedSearch) or target.id not in ids:
            return
        place = ids.index(target.id)
        ids.insert(max(0, place + by), ids.pop(place))
        self._note(partial(personal_calls.arrange, self._library, ids))

    def forget(self, target: Any) -> None:
        """Remove a saved search, which can be undone, or forget a search or a document."""
        work = partial(personal_calls.forget, self._library, target)
        job = self._note(work)
        if isinstance(target, SavedSearch):
            job.done.connect(self._forgotten)
        else:
            self.remembering.forget()

    def _forgotten(self, removed: RemovedSearch) -> None:
        self.removed = removed
        text = tr("“{name}” was removed.").format(name=words.beginning(removed.saved.name, 60))
        for shown in (self.begin, self.popup):
            shown.say(text, undo=True)

    def undo(self) -> None:
        """Put back what was removed last."""
        removed, self.removed = self.removed, None
        for shown in (self.begin, self.popup):
            shown.say("")
        if removed is not None:
            self._note(partial(personal_calls.put_back, self._library, removed))

    def _note(self, work: Any) -> Job:
        """Something is kept; the lists follow."""
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(lambda _done: self.refresh())
        job.failed.connect(lambda error: self.told.emit(f"{error.title} {error.remedy}"))
        return job

    def _complain(self, error: BriefBankError) -> None:
        """Of what nobody asked for: once, since searching goes on without it."""
        if error.title not in self._complained:
            self._complained.add(error.title)
            self.told.emit(f"{error.title} {error.remedy}")
