"""Marks in a reader's list of pages those on which results of the search stand."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from briefbank.models import Hit
from ui.models.hits import HitModel
from ui.views.reader import Reader

MOST = 2000
"""Results that are looked through: it is done in the thread of the window, in a few milliseconds."""


class HitPages(QObject):
    """One for each reader; follows the list of results and what is open."""

    def __init__(self, results: HitModel, reader: Reader) -> None:
        super().__init__(reader)
        self._results, self._reader = results, reader
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._mark)
        reader.opened.connect(lambda _document_id: self._soon.start())
        reader.hit_changed.connect(lambda _passage_id: self._soon.start())
        results.modelReset.connect(self._soon.start)
        for changed in (results.layoutChanged, results.dataChanged):
            changed.connect(lambda *_rows: self._soon.start())

    def _mark(self) -> None:
        document = self._reader.document
        if document is None:
            return
        hits = self._results.hits()[:MOST]
        found = [*hits, *([self._reader.hit] if self._reader.hit else [])]
        pages = (_pages(hit) for hit in found if hit.document.id == document.id)
        self._reader.guide.mark_results({page for of_hit in pages for page in of_hit})


def _pages(hit: Hit) -> range:
    return range(hit.passage.first_page, hit.passage.last_page + 1)
