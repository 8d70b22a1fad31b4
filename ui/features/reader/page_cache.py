"""A document that was opened for the reader, and what is fetched of its pages: pictures, thumbnails, texts,
links, and the boxes of marks.

All of it comes through the page lane. One picture is drawn at a time: the first missing one of the pages in
view, then the first missing thumbnail, so that pages that were scrolled past are never drawn. Answers for a
document that has been closed since are dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from briefbank.domain.documents import Document
from briefbank.domain.pages import Box, PageHighlight, PageImage, PageLink, PageSource
from briefbank.domain.pages import Page as StoredPage
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from ui.features.reader.text import PageTextLayer
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.page import Page

if TYPE_CHECKING:
    from briefbank.api.documents import PageView
    from briefbank.api.library import LibraryApi

LINE_OF_TEXT = 15  # The least characters of a line that counts for the width of the text
MARGIN = 0.117  # The usual margin of a brief, an inch, in proportion to the width of its page
NO_TEXT = tr("This page has no text that can be searched.")
BYTES_KEPT = 192 * 1024 * 1024
TEXTS_KEPT = 40  # The most pages whose text is kept
PIXELS_AT_MOST = 24_000_000
"""The most pixels of one page; a larger one is rendered at a smaller scale and stretched."""
DARKEST, LIGHTEST = 28, 232  # The grey of paper and of ink on dark pages


@dataclass(frozen=True)
class OpenedDocument:
    """A document ready to be shown. The receiver has to close its view."""

    document: Document
    """The document as the library has it now: its title may have become one of several equal ones."""
    view: PageView
    sizes: list[tuple[float, float]]
    pages: list[StoredPage]
    highlights: list[PageHighlight]
    text_block: tuple[float, float] | None
    """Where the text of its pages begins and ends across, in points; None where that is not known."""

    @property
    def gaps(self) -> dict[int, str]:
        """The remarks on pages whose text could not be read."""
        unread = (page for page in self.pages if page.source is PageSource.GAP)
        return {page.index: f"{NO_TEXT} {page.gap_reason}".strip() for page in unread}

    @property
    def scanned(self) -> set[int]:
        """The pages that have no text of their own."""
        return {page.index for page in self.pages if page.source is not PageSource.TEXT}

    @property
    def labels(self) -> list[str]:
        """The printed label of each page of the file, empty where none is known."""
        known = {page.index: page.label for page in self.pages}
        return [known.get(index, "") for index in range(len(self.sizes))]

    @property
    def raws(self) -> list[str]:
        """The raw text of each page of the file."""
        known = {page.index: page.raw for page in self.pages}
        return [known.get(index, "") for index in range(len(self.sizes))]


def open_pages(
    library: LibraryApi, document_id: int, hit: Hit | None, reporter: JobReporter
) -> OpenedDocument:
    """Open a document. The rendering process starts while the catalogue is read."""
    reporter.check()
    view = library.reader.open_pages(document_id)
    try:
        pages = library.documents.pages(document_id)
        highlights = library.reader.highlights(hit) if hit else []
        document = library.documents.get(document_id)
        sizes = view.sizes()
        block = _text_block(view, pages, sizes, hit.passage.first_page if hit else 0)
        return OpenedDocument(document, view, sizes, pages, highlights, block)
    except BaseException:
        view.close()
        raise


def _text_block(
    view: PageView, pages: Sequence[StoredPage], sizes: Sequence[tuple[float, float]], page: int
) -> tuple[float, float] | None:
    """Return where the text of a document begins and ends across: between the usual margins, or as far as the
    lines of the page that is shown first."""
    raw = next((other.raw for other in pages if other.index == page), "")
    layer = PageTextLayer(raw, view.characters(page)) if raw else None
    lines = [line.box for line in layer.lines if line.end - line.start >= LINE_OF_TEXT] if layer else []
    if not lines:
        return None
    width = sizes[page][0]
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    return max(0.0, min(left, MARGIN * width)), min(width, max(right, width - MARGIN * width))


class Part(Enum):
    """A part of a page that is fetched."""

    PICTURE = "picture"
    THUMBNAIL = "thumbnail"
    TEXT = "text"


@dataclass(frozen=True)
class Picture:
    """A page's picture, its scale in pixels per point, and the bytes that the picture refers to."""

    image: QImage
    scale: float
    pixels: bytes | bytearray


@dataclass(frozen=True)
class Marks:
    """The marks on one page: boxes of the passage and of the matching words, in points."""

    passage: tuple[Box, ...]
    words: tuple[Box, ...]


class PageCache(QObject):
    """The parts of one open document. It closes the view that it reads them from."""

    arrived = Signal(object, int)  # A Part of a page arrived, or could not be drawn
    marked = Signal()  # The boxes of the highlights that were asked for last arrived

    def __init__(
        self,
        page: Page,
        view: PageView,
        sizes: Sequence[tuple[float, float]],
        raws: Sequence[str],
        *,
        dark: bool = False,
    ) -> None:
        """``page`` runs the jobs. ``sizes`` are those of the pages in points, ``raws`` their texts as the
        catalogue stores them. ``dark``: draw light letters on dark paper."""
        super().__init__(page)
        self._page, self._view = page, view
        self._sizes, self._raws = list(sizes), list(raws)
        self.dark = dark
        self._pictures: OrderedDict[tuple[Part, int], Picture] = OrderedDict()
        self._failures: dict[tuple[Part, int], str] = {}
        self._wanted: dict[Part, list[tuple[int, float]]] = {Part.PICTURE: [], Part.THUMBNAIL: []}
        """The pages that are in view, with their scales, the most needed first."""
        self._texts: OrderedDict[int, PageTextLayer] = OrderedDict()
        self._links: dict[int, list[PageLink]] = {}
        self._requested: set[tuple[str, int]] = set()
        """The texts and links that are here, on their way, or could not be read."""
        self.busy = False
        """Whether a picture is being drawn."""
        self._closed = False
        self.marks: dict[int, Marks] = {}

    def close(self) -> None:
        """Forget everything and close the view in its own lane."""
        if self._closed:
            return
        self._closed = True
        self._pictures.clear()
        view = self._view
        for topic in ("boxes", "place"):
            self._page.jobs.drop(topic, self._page)
        self._run(lambda _reporter: view.close(), _forget)
        self.deleteLater()

    def _run(
        self,
        work: Callable[[JobReporter], object],
        then: Callable[..., object],
        failed: Callable[[BriefBankError], object] | None = None,
        topic: str = "",
    ) -> None:
        self._page.run(work, then=then, failed=failed or _forget, lane=Lane.PAGES, topic=topic)

    # --- pictures and thumbnails ---

    def picture(self, page: int, part: Part = Part.PICTURE) -> Picture | None:
        picture = self._pictures.get((part, page))
        if picture is not None:
            self._pictures.move_to_end((part, page))
        return picture

    def failure(self, page: int) -> str:
        """Return why a page could not be shown, or ''."""
        return self._failures.get((Part.PICTURE, page), "")

    def want(self, part: Part, pages: Sequence[int], scales: Sequence[float]) -> None:
        """Request pictures or thumbnails of these pages at these scales, in place of those requested before;
        the most needed first."""
        bounded = (
            bounded_scale(scale, *self._sizes[page]) for page, scale in zip(pages, scales, strict=True)
        )
        self._wanted[part] = list(zip(pages, bounded, strict=True))
        self._draw()

    def set_dark(self, dark: bool) -> None:
        """Draw all pages anew on dark or white paper."""
        if dark != self.dark:
            self.dark = dark
            self._pictures.clear()
            self._draw()

    def _draw(self) -> None:
        """Draw the first page that is missing."""
        if self.busy or self._closed:
            return
        for part, wanted in self._wanted.items():
            for page, scale in wanted:
                key, have = (part, page), self._pictures.get((part, page))
                if key not in self._failures and (have is None or abs(have.scale - scale) > 1e-6):
                    self.busy = True
                    work = partial(draw, self._view, page, scale, self.dark)
                    self._run(work, partial(self._drawn, key, self.dark), partial(self._not_drawn, key))
                    return

    def _drawn(self, key: tuple[Part, int], dark: bool, picture: Picture) -> None:
        self.busy = False
        if self._closed:
            return
        if dark == self.dark:
            self._pictures[key] = picture
            self._pictures.move_to_end(key)
        self._shrink()
        self.arrived.emit(*key)
        self._draw()

    def _shrink(self) -> None:
        """Drop the pictures that were not seen for longest, but none that is wanted now."""
        needed = {(part, page) for part, wanted in self._wanted.items() for page, _scale in wanted}
        size = sum(len(picture.pixels) for picture in self._pictures.values())
        for key in [key for key in self._pictures if key not in needed]:
            if size <= BYTES_KEPT:
                break
            size -= len(self._pictures.pop(key).pixels)

    def _not_drawn(self, key: tuple[Part, int], error: BriefBankError) -> None:
        self.busy = False
        if self._closed:
            return
        self._failures[key] = tr("This page could not be shown. {remedy}").format(remedy=error.remedy)
        self.arrived.emit(*key)
        self._draw()

    # --- texts and links ---

    def text(self, page: int) -> PageTextLayer | None:
        """Return the text of a page if it has arrived. What is used is kept, such as the texts of a
        selection."""
        text = self._texts.get(page)
        if text is not None:
            self._texts.move_to_end(page)
        return text

    def want_text(self, page: int) -> None:
        """Fetch a page's text unless it is here, on its way, or could not be read."""
        if 0 <= page < len(self._raws) and self._is_first("text", page):
            view, raw = self._view, self._raws[page]
            self._run(
                lambda _reporter: PageTextLayer(raw, view.characters(page)),
                partial(self._show_text, page),
                lambda _error: self._texts.__setitem__(page, PageTextLayer("", ())),
            )

    def _show_text(self, page: int, text: PageTextLayer) -> None:
        if self._closed:
            return
        self._texts[page] = text
        if len(self._texts) > TEXTS_KEPT:
            oldest, _old = self._texts.popitem(last=False)
            self._requested.discard(("text", oldest))
        self.arrived.emit(Part.TEXT, page)

    def links(self, page: int) -> list[PageLink]:
        """Return the links of a page; none until they have arrived."""
        return self._links.get(page, [])

    def link_at(self, page: int, x: float, y: float) -> PageLink | None:
        """Return the link under a point of a page's paper, the topmost of several."""
        for link in reversed(self.links(page)):
            if link.box.x0 <= x <= link.box.x1 and link.box.y0 <= y <= link.box.y1:
                return link
        return None

    def want_links(self, page: int) -> None:
        if self._is_first("links", page):
            view = self._view
            self._run(lambda _reporter: view.links(page), partial(self._links.__setitem__, page))

    def _is_first(self, what: str, page: int) -> bool:
        """Note a request; False where it was made before, or the document is closed."""
        if self._closed or (what, page) in self._requested:
            return False
        self._requested.add((what, page))
        return True

    # --- boxes ---

    def highlight(self, highlights: Sequence[PageHighlight]) -> None:
        """Fetch the boxes of these highlights, in place of any earlier ones."""
        self.marks = {}
        work = partial(_boxes, self._view, tuple(highlights))
        self._run(work, self._show_marks, lambda _error: self._show_marks({}), topic="boxes")

    def _show_marks(self, marks: dict[int, Marks]) -> None:
        if not self._closed:
            self.marks = marks
            self.marked.emit()

    def place(self, page: int, start: int, end: int, then: Callable[[list[Box]], object]) -> None:
        """Call ``then`` with the boxes of a range of a page's raw text; with none where it has none."""
        view = self._view
        self._run(
            lambda _reporter: view.boxes(page, [(start, end)]), then, lambda _error: then([]), topic="place"
        )


def picture_bytes(scale: float, width: float, height: float) -> int:
    """Return the size of the picture of a page of this size in points, drawn at a scale."""
    bounded = bounded_scale(scale, width, height)
    return round(4 * width * height * bounded * bounded)


def bounded_scale(scale: float, width: float, height: float) -> float:
    """Return a scale at which a page of this size in points has no more than PIXELS_AT_MOST."""
    area = width * height * scale * scale
    return scale if area <= PIXELS_AT_MOST else scale * float((PIXELS_AT_MOST / area) ** 0.5)


def draw(view: PageView, page: int, scale: float, dark: bool, reporter: JobReporter) -> Picture:
    """Draw a page at a scale in pixels per point, or its dark picture. A job's work."""
    reporter.check()
    drawn = view.render(page, scale)
    pixels = darkened(drawn) if dark else drawn.pixels
    image = QImage(pixels, drawn.width, drawn.height, 4 * drawn.width, QImage.Format.Format_RGB32)
    return Picture(image, scale, pixels)


def darkened(picture: PageImage) -> bytes:
    """Return the pixels of a page with light and dark exchanged and every hue kept, so that a red stamp and
    the skin on a photograph stay red."""
    import numpy

    colours = numpy.frombuffer(picture.pixels, numpy.uint8).reshape(-1, 4)[:, :3]
    blue, green, red = colours[:, 0], colours[:, 1], colours[:, 2]
    brightest = numpy.maximum(numpy.maximum(blue, green), red)
    darkest = numpy.minimum(numpy.minimum(blue, green), red)
    greys = numpy.linspace(DARKEST, LIGHTEST, 256).astype(numpy.uint8)
    result = numpy.full((len(colours), 4), 255, numpy.uint8)
    result[:, :3] = greys[colours + (255 - brightest - darkest)[:, None]]  # in bytes: it cannot overflow
    return result.tobytes()


def _boxes(view: PageView, highlights: tuple[PageHighlight, ...], reporter: JobReporter) -> dict[int, Marks]:
    marks = {}
    for highlight in highlights:
        reporter.check()
        passage = tuple(view.boxes(highlight.page, highlight.passage)) if highlight.passage else ()
        words = tuple(view.boxes(highlight.page, highlight.words)) if highlight.words else ()
        marks[highlight.page] = Marks(passage, words)
    return marks


def _forget(_answer: object) -> None:
    """Drop an answer, or the error of what shows nothing where it fails."""
