"""Marks which results of a saved search were not there when its results were last looked at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from briefbank.models import Hit
from briefbank.personal.values import SavedSearch, Seen
from ui import recall_words
from ui.questions import Question
from ui.recall_words import asks_same
from ui.views.search_page import SearchPage


class NewResults(QObject):
    """The marks stay while the answer to the saved search is on the screen, in any order and grouping."""

    said = Signal(str)
    """How many of the results that are shown are new, once they are marked."""

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page)
        self._page, self._model = page, page.results.model
        self._opened: SavedSearch | None = None
        self._seen: Seen | None = None
        self._judged: dict[int, bool] = {}
        self._marked: frozenset[int] = frozenset()
        self._told = False
        page.answered.connect(self._answered)
        for changed in (self._model.dataChanged, self._model.layoutChanged, self._model.modelReset):
            changed.connect(lambda *_what: self._mark())

    def open(self, saved: SavedSearch) -> None:
        """This is asked now; what it had shown before follows."""
        self._opened, self._seen, self._told = saved, None, False
        self._judged.clear()

    def compare(self, saved: SavedSearch, seen: Seen) -> None:
        """What a saved search had shown before it was opened."""
        if self._opened is not None and self._opened.id == saved.id:
            self._seen = seen if seen.hashes else None
            self._marked = frozenset()
            self._mark()

    def _answered(self, question: Question | None) -> None:
        opened = self._opened
        if opened is not None and not (question and asks_same(question.request, opened.request)):
            self._opened = self._seen = None
        self._marked = frozenset()
        self._mark()

    def _mark(self) -> None:
        """Also for results that were read later, as one scrolls."""
        if self._seen is None:
            return
        new = frozenset(hit.passage.id for hit in self._model.hits() if self._is_new(hit))
        if new == self._marked:
            return
        self._marked = new
        self._model.show_new(new)
        if new and not self._told:
            self._told = True
            self.said.emit(recall_words.new_results(len(new), self._seen.since))

    def _is_new(self, hit: Hit) -> bool:
        assert self._seen is not None
        if hit.passage.id not in self._judged:
            self._judged[hit.passage.id] = self._seen.is_new(hit)
        return self._judged[hit.passage.id]
