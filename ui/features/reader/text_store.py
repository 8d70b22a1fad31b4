"""Fetches the positions of a document's characters through the page lane, for pages where text is
selected."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.errors import BriefBankError
from ui.features.reader.page_text import PageTextLayer
from ui.jobs import Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.documents import PageView

PAGES_KEPT = 40


class TextStore(QObject):
    """The texts of one open document; ``raws`` are the pages' raw texts as the catalogue stores them."""

    ready = Signal(int)  # A page's text has arrived

    def __init__(self, jobs: Lanes, view: PageView, raws: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._view = view
        self._raws = list(raws)
        self._texts: OrderedDict[int, PageTextLayer] = OrderedDict()
        self._requested: set[int] = set()
        self._closed = False

    def text(self, page: int) -> PageTextLayer | None:
        """Return the text of a page if it has arrived."""
        return self._texts.get(page)

    def want(self, page: int) -> None:
        """Fetch a page's text unless it is here, on its way, or could not be read."""
        if self._closed or page in self._requested or not 0 <= page < len(self._raws):
            return
        self._requested.add(page)
        view, raw = self._view, self._raws[page]
        job = self._jobs.start(Lane.PAGES, lambda _reporter: PageTextLayer(raw, view.characters(page)))
        job.done.connect(partial(self._arrived, page))
        job.failed.connect(partial(self._failed, page))

    def _arrived(self, page: int, text: PageTextLayer) -> None:
        if self._closed:
            return
        self._texts[page] = text
        if len(self._texts) > PAGES_KEPT:
            oldest, _old = self._texts.popitem(last=False)
            self._requested.discard(oldest)
        self.ready.emit(page)

    def _failed(self, page: int, _error: BriefBankError) -> None:
        """Treat the page as one without text; its paper says that it could not be shown."""
        if not self._closed:
            self._texts[page] = PageTextLayer("", ())

    def close(self) -> None:
        """Forget everything; the PageStore closes the view."""
        self._closed = True
        self._texts.clear()
        self.deleteLater()
