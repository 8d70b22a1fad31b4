"""Marks the pages with search results in a reader's list of pages."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from briefbank.domain.searches import Hit
from ui.features.reader.controller import ReaderController
from ui.features.search.model import HitModel

MOST = 2000  # The most results examined: it is done in the GUI thread, in a few milliseconds


class ResultPageMarker(QObject):
    """Serves one reader; follows the list of results and the open document."""

    def __init__(self, results: HitModel, reader: ReaderController) -> None:
        super().__init__(reader)
        self._results, self._reader = results, reader
        self._update_timer = QTimer(self)
        self._update_timer.setSingleShot(True)
        self._update_timer.setInterval(0)
        self._update_timer.timeout.connect(self._mark)
        reader.opened.connect(lambda _document_id: self._update_timer.start())
        reader.hit_changed.connect(lambda _passage_id: self._update_timer.start())
        results.modelReset.connect(self._update_timer.start)
        for changed in (results.layoutChanged, results.dataChanged):
            changed.connect(lambda *_rows: self._update_timer.start())

    def _mark(self) -> None:
        document = self._reader.document
        if document is None:
            return
        hits = self._results.hits()[:MOST]
        shown = [*hits, *([self._reader.hit] if self._reader.hit else [])]
        ranges = (_pages(hit) for hit in shown if hit.document.id == document.id)
        self._reader.view.side.mark_pages({page for pages in ranges for page in pages})


def _pages(hit: Hit) -> range:
    return range(hit.passage.first_page, hit.passage.last_page + 1)
