"""Marks the results of a saved search that were not there when its results were last looked at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from briefbank.domain.searches import Hit, Tier
from briefbank.domain.userdata import SavedSearch, SeenResults
from ui.features.search.controller import SearchController
from ui.features.search.navigation_history import Question
from ui.shared import history_rows
from ui.shared.history_rows import asks_same


class NewResultMarker(QObject):
    """Keeps the marks while the saved search's answer is on the screen, in any order and grouping.

    Only close results are marked: which others were there before is not kept.
    """

    status = Signal(str)  # The number of new results among those shown, once they are marked

    def __init__(self, search: SearchController) -> None:
        super().__init__(search)
        self._model = search.view.results.model
        self._saved: SavedSearch | None = None
        self._seen: SeenResults | None = None
        self._newness: dict[int, bool] = {}
        self._marked: frozenset[int] = frozenset()
        self._announced = False
        search.answered.connect(self._answered)
        for changed in (self._model.dataChanged, self._model.layoutChanged, self._model.modelReset):
            changed.connect(lambda *_what: self._mark())

    def open(self, saved: SavedSearch) -> None:
        """Follow a saved search that is being asked; ``compare`` then gives its earlier results."""
        self._saved, self._seen, self._announced = saved, None, False
        self._newness.clear()

    def compare(self, saved: SavedSearch, seen: SeenResults) -> None:
        """Mark the results that a saved search had not shown before it was opened."""
        if self._saved is not None and self._saved.id == saved.id:
            self._seen = seen if seen.hashes else None
            self._marked = frozenset()
            self._mark()

    def _answered(self, question: Question | None) -> None:
        opened = self._saved
        if opened is not None and not (question and asks_same(question.request, opened.request)):
            self._saved = self._seen = None
        self._marked = frozenset()
        self._mark()

    def _mark(self) -> None:
        """Mark the new results among those read so far, also those read later while scrolling."""
        if self._seen is None:
            return
        close = (hit for hit in self._model.hits() if hit.tier is Tier.CLOSE)
        new = frozenset(hit.passage.id for hit in close if self._is_new(hit))
        if new == self._marked:
            return
        self._marked = new
        self._model.show_new(new)
        if new and not self._announced:
            self._announced = True
            self.status.emit(history_rows.new_results(len(new), self._seen.since))

    def _is_new(self, hit: Hit) -> bool:
        assert self._seen is not None
        if hit.passage.id not in self._newness:
            self._newness[hit.passage.id] = self._seen.is_new(hit)
        return self._newness[hit.passage.id]
