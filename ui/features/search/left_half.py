"""The left half of the search page: how to begin, or the results of a search."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from ui.features.search.results_view import ResultsView
from ui.features.search.start_view import StartView


class LeftHalf(QStackedWidget):
    """Shows how to begin until there are results to show."""

    def __init__(self, begin: StartView, results: ResultsView) -> None:
        super().__init__()
        self._begin, self._results = begin, results
        self.addWidget(begin)
        self.addWidget(results)

    @property
    def begins(self) -> bool:
        return self.currentWidget() is self._begin

    def show_results(self, shown: bool = True) -> None:
        self.setCurrentWidget(self._results if shown else self._begin)
