"""Fetches pages for the canvas through the page lane: one at a time, the nearest first, within a memory
limit.

Rendering blocks, so only one page is requested at a time. When it arrives, the canvas is asked again what it
needs most, and pages that were scrolled past are never rendered. Answers for a document that has been closed
since are dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from briefbank.domain.pages import Box, PageHighlight, PageImage
from briefbank.errors import BriefBankError, Cancelled
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.documents import PageView

BYTES_KEPT = 192 * 1024 * 1024
PIXELS_AT_MOST = 24_000_000
"""The most pixels of one page; a larger one is rendered at a smaller scale and stretched."""


@dataclass(frozen=True)
class Rendered:
    """A page's picture, the scale it was made for, and the bytes that the picture refers to."""

    image: QImage
    scale: float
    pixels: bytes


@dataclass(frozen=True)
class Marks:
    """The marks on one page: boxes of the passage and of the matching words, in points."""

    passage: tuple[Box, ...]
    words: tuple[Box, ...]


class PageStore(QObject):
    """Pictures and highlight boxes of one open document."""

    page_ready = Signal(int)
    marks_ready = Signal(int)  # A page whose boxes arrived; -1 when all highlights are complete
    placed = Signal(int, object)
    """A page, and the boxes of the text range requested last; no boxes if the range has none."""

    def __init__(self, jobs: Lanes, view: PageView, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._view = view
        self._pages: OrderedDict[int, Rendered] = OrderedDict()
        self._failures: dict[int, tuple[float, str]] = {}
        self._busy = False
        self._closed = False
        self.marks: dict[int, Marks] = {}

    # --- pictures ---

    def picture(self, page: int) -> Rendered | None:
        picture = self._pages.get(page)
        if picture is not None:
            self._pages.move_to_end(page)
        return picture

    @property
    def busy(self) -> bool:
        """Whether a page is being drawn."""
        return self._busy

    def failure(self, page: int) -> str:
        """Return why a page could not be shown, or ''."""
        return self._failures.get(page, (0.0, ""))[1]

    def want(self, pages: Sequence[int], scale: float, size: dict[int, tuple[float, float]]) -> None:
        """Request the first of these pages that is missing at this scale (pixels per point)."""
        if self._busy or self._closed:
            return
        for page in pages:
            bounded = bounded_scale(scale, *size[page])
            have = self._pages.get(page)
            if page in self._failures or (have is not None and abs(have.scale - bounded) < 1e-6):
                continue
            self._busy = True
            job = self._jobs.start(Lane.PAGES, partial(render_page, self._view, page, bounded))
            job.done.connect(partial(self._rendered, page, bounded))
            job.failed.connect(partial(self._failed, page, bounded))
            return

    def _rendered(self, page: int, scale: float, picture: PageImage) -> None:
        self._busy = False
        if self._closed:
            return
        self._pages[page] = Rendered(image_over(picture), scale, picture.pixels)
        self._pages.move_to_end(page)
        self._shrink()
        self.page_ready.emit(page)

    def _failed(self, page: int, scale: float, error: BriefBankError) -> None:
        self._busy = False
        if self._closed or isinstance(error, Cancelled):
            return
        message = tr("This page could not be shown. {remedy}").format(remedy=error.remedy)
        self._failures[page] = (scale, message)
        self.page_ready.emit(page)

    def _shrink(self) -> None:
        size = sum(len(rendered.pixels) for rendered in self._pages.values())
        while size > BYTES_KEPT and len(self._pages) > 1:
            _page, old = self._pages.popitem(last=False)
            size -= len(old.pixels)

    # --- highlights ---

    def highlight(self, highlights: Sequence[PageHighlight]) -> None:
        """Fetch the boxes of these highlights, in place of any earlier ones."""
        self.marks = {}
        work = partial(_boxes, self._view, tuple(highlights))
        job = self._jobs.start(Lane.PAGES, work, topic=f"boxes of {id(self)}")
        job.done.connect(self._marked)
        job.failed.connect(self._not_marked)

    def _marked(self, marks: dict[int, Marks]) -> None:
        if self._closed:
            return
        self.marks = marks
        for page in marks:
            self.marks_ready.emit(page)
        self.marks_ready.emit(-1)

    def _not_marked(self, _error: BriefBankError) -> None:
        if not self._closed:
            self.marks_ready.emit(-1)

    def place(self, page: int, start: int, end: int) -> None:
        """Request the position of a range of a page's raw text."""
        view = self._view
        job = self._jobs.start(
            Lane.PAGES, lambda _reporter: view.boxes(page, [(start, end)]), topic=f"place of {id(self)}"
        )
        job.done.connect(partial(self._placed, page))
        job.failed.connect(lambda error: None if isinstance(error, Cancelled) else self._placed(page, []))

    def _placed(self, page: int, boxes: list[Box]) -> None:
        if not self._closed:
            self.placed.emit(page, boxes)

    def close(self) -> None:
        """Forget everything and close the view in its own lane."""
        if self._closed:
            return
        self._closed = True
        self._pages.clear()
        view = self._view
        self._jobs.start(Lane.PAGES, lambda _reporter: view.close())
        self.deleteLater()


def bounded_scale(scale: float, width: float, height: float) -> float:
    """Return a scale at which a page of this size in points has no more than PIXELS_AT_MOST."""
    area = width * height * scale * scale
    return scale if area <= PIXELS_AT_MOST else scale * float((PIXELS_AT_MOST / area) ** 0.5)


def image_over(picture: PageImage) -> QImage:
    """Return an image that refers to the picture's bytes, which must outlive it."""
    return QImage(
        picture.pixels, picture.width, picture.height, 4 * picture.width, QImage.Format.Format_RGB32
    )


def render_page(view: PageView, page: int, scale: float, reporter: JobReporter) -> PageImage:
    """Render a page at a scale in pixels per point. A job's work."""
    reporter.check()
    return view.render(page, scale)


def _boxes(view: PageView, highlights: tuple[PageHighlight, ...], reporter: JobReporter) -> dict[int, Marks]:
    marks = {}
    for highlight in highlights:
        reporter.check()
        passage = tuple(view.boxes(highlight.page, highlight.passage)) if highlight.passage else ()
        words = tuple(view.boxes(highlight.page, highlight.words)) if highlight.words else ()
        marks[highlight.page] = Marks(passage, words)
    return marks
