"""Small pictures of the pages that are in view in the list of pages, one at a time through the page lane.

The large pages go first: nothing is asked for while the canvas waits for one of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from briefbank.errors import BriefBankError
from briefbank.models import PageImage
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes

if TYPE_CHECKING:
    from briefbank.library import PageView

KEPT = 400
"""Pictures, each of some 100 kB."""


class ThumbnailStore(QObject):
    """The small pictures of one open document; the view is closed by the store of the large ones."""

    ready = Signal(int)
    """A page's picture came, or could not be had."""

    def __init__(self, jobs: Lanes, view: PageView, busy: Callable[[], bool], parent: QObject) -> None:
        """``busy``: whether a large page is being drawn."""
        super().__init__(parent)
        self._jobs, self._view, self._others_busy = jobs, view, busy
        self._pictures: OrderedDict[int, QImage | None] = OrderedDict()
        self._busy = self._closed = False

    def picture(self, page: int) -> QImage | None:
        """None for one that is not here, or that could not be drawn."""
        if page in self._pictures:
            self._pictures.move_to_end(page)
        return self._pictures.get(page)

    def want(self, pages: Sequence[int], scales: Sequence[float]) -> None:
        """Ask for the first of these pages that is missing, at its scale in pixels per point."""
        if self._busy or self._closed or self._others_busy():
            return
        for page, scale in zip(pages, scales, strict=True):
            if page not in self._pictures:
                self._busy = True
                job = self._jobs.start(Lane.PAGES, partial(_render, self._view, page, scale))
                job.done.connect(partial(self._arrived, page))
                job.failed.connect(partial(self._failed, page))
                return

    def _arrived(self, page: int, picture: PageImage) -> None:
        image = QImage(
            picture.pixels, picture.width, picture.height, 4 * picture.width, QImage.Format.Format_RGB32
        )
        self._keep(page, image.copy())

    def _failed(self, page: int, _error: BriefBankError) -> None:
        """Its row stays blank paper; the page itself says why it could not be shown."""
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


def _render(view: PageView, page: int, scale: float, reporter: JobReporter) -> PageImage:
    reporter.check()
    return view.render(page, scale)
