"""Thumbnails of the pages in view in the list of pages, one at a time through the page lane.

The large pages go first: nothing is requested while the canvas waits for one of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from briefbank.domain.pages import PageImage
from briefbank.errors import BriefBankError
from ui.features.reader.page_store import image_over, render_page
from ui.jobs import Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.documents import PageView

KEPT = 400  # The most thumbnails kept, each of some 100 kB


class ThumbnailStore(QObject):
    """The thumbnails of one open document; the PageStore closes the view."""

    ready = Signal(int)  # A page's thumbnail arrived or could not be drawn

    def __init__(self, jobs: Lanes, view: PageView, busy: Callable[[], bool], parent: QObject) -> None:
        """``busy``: tells whether a large page is being drawn."""
        super().__init__(parent)
        self._jobs, self._view, self._others_busy = jobs, view, busy
        self._pictures: OrderedDict[int, QImage | None] = OrderedDict()
        self._busy = self._closed = False

    def picture(self, page: int) -> QImage | None:
        """Return a thumbnail; None for one that has not arrived or could not be drawn."""
        if page in self._pictures:
            self._pictures.move_to_end(page)
        return self._pictures.get(page)

    def want(self, pages: Sequence[int], scales: Sequence[float]) -> None:
        """Request the first of these pages that is missing, at its scale in pixels per point."""
        if self._busy or self._closed or self._others_busy():
            return
        for page, scale in zip(pages, scales, strict=True):
            if page not in self._pictures:
                self._busy = True
                job = self._jobs.start(Lane.PAGES, partial(render_page, self._view, page, scale))
                job.done.connect(partial(self._arrived, page))
                job.failed.connect(partial(self._failed, page))
                return

    def _arrived(self, page: int, picture: PageImage) -> None:
        self._keep(page, image_over(picture).copy())

    def _failed(self, page: int, _error: BriefBankError) -> None:
        """Leave the row as blank paper; the page itself says why it could not be shown."""
        self._keep(page, None)

    def _keep(self, page: int, image: QImage | None) -> None:
        self._busy = False
        if self._closed:
            return
        self._pictures[page] = image
        if len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        self.ready.emit(page)

    def close(self) -> None:
        self._closed = True
        self._pictures.clear()
        self.deleteLater()
