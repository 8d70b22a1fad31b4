"""The left half of the search page: how to begin, or the results of a search."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter, QStackedWidget

from ui.features.search.questions import Question
from ui.features.search.start_view import StartView
from ui.features.search.view import SearchPage
from ui.kit.tab_order import set_tab_order_of_parts


class LeftHalf(QStackedWidget):
    """Switches when there is an answer, or after a moment without one, so that nothing else flashes before a
    quick answer."""

    def __init__(self, page: SearchPage, begin: StartView) -> None:
        super().__init__()
        self._page, self._begin = page, begin
        self._replace_results(page.splitter)
        page.asking.slow.connect(lambda: self.setCurrentWidget(page.results))
        page.answered.connect(self._answered)

    def _replace_results(self, splitter: QSplitter) -> None:
        """Take the place of the results in the splitter; they become one of two pages here."""
        sizes = splitter.sizes()
        place = splitter.indexOf(self._page.results)
        self.addWidget(self._begin)
        self.addWidget(self._page.results)
        splitter.insertWidget(place, self)
        splitter.setStretchFactor(place, self._page.results.sizePolicy().horizontalStretch())
        splitter.setCollapsible(place, False)
        splitter.setSizes(sizes)
        set_tab_order_of_parts(self._page.bar, self, self._page.readers)

    @property
    def begins(self) -> bool:
        return self.currentWidget() is self._begin

    def _answered(self, question: Question | None) -> None:
        """Show the page for an answer. Without a question either the search failed, which the results page
        says, or the box was emptied."""
        request = self._page.bar.request()
        asked = question is not None or bool(request.text or request.like)
        self.setCurrentWidget(self._page.results if asked else self._begin)
