"""The left half of the search page: how to begin, or the results of what was asked."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter, QStackedWidget

from ui.questions import Question
from ui.views.begin import BeginView
from ui.views.search_page import SearchPage
from ui.widgets.tab_order import line_up_parts


class LeftHalf(QStackedWidget):
    """Changes when there is an answer, or after a moment without one, so that a quick answer does not flash
    something else before it."""

    def __init__(self, page: SearchPage, begin: BeginView) -> None:
        super().__init__()
        self._page, self._begin = page, begin
        self._take_place(page.splitter)
        page.asking.slow.connect(lambda: self.setCurrentWidget(page.results))
        page.answered.connect(self._answered)

    def _take_place(self, splitter: QSplitter) -> None:
        """Of the results, which are one of two pages now."""
        sizes = splitter.sizes()
        place = splitter.indexOf(self._page.results)
        self.addWidget(self._begin)
        self.addWidget(self._page.results)
        splitter.insertWidget(place, self)
        splitter.setStretchFactor(place, self._page.results.sizePolicy().horizontalStretch())
        splitter.setCollapsible(place, False)
        splitter.setSizes(sizes)
        line_up_parts(self._page.bar, self, self._page.readers)

    @property
    def begins(self) -> bool:
        return self.currentWidget() is self._begin

    def _answered(self, question: Question | None) -> None:
        """Without a question there was a failure, which the results say, or the box was emptied."""
        request = self._page.bar.request()
        asked = question is not None or bool(request.text or request.like)
        self.setCurrentWidget(self._page.results if asked else self._begin)
