"""Prints pages of a document's own file: draws them in a page child, and lays them on a printer's paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPrintSupport import QPrinter

from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import NO_MESSAGE, as_message
from ui.features.reader.page_painting import paint_failure, paint_marks
from ui.features.reader.page_store import Marks, bounded_scale, image_over, render_page
from ui.i18n.translate import tr, translate_error
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.api.documents import PageView
    from briefbank.api.library import LibraryApi

DPI = 300
BAND = 256
"""The rows of pixels that are laid on the paper at once. Qt lets no other thread run meanwhile: with a whole
page for 0.3 s, which would be felt in the window."""
POINTS = 72  # The points of an inch


class NotPrinted(BriefBankError):
    """Raised when nothing came to paper."""

    default_title = as_message(tr("Nothing was printed."))
    default_remedy = as_message(tr("Choose another printer, or another file to print to."))


@dataclass(frozen=True)
class PrintOrder:
    """What is to be printed where."""

    printer: QPrinter
    pages: Sequence[int]  # The pages (0-based) in the order in which they leave the printer
    marks: Mapping[int, Marks]  # What is marked on pages


def chosen_pages(printer: QPrinter, count: int, current: int) -> list[int]:
    """Return the pages (0-based) that a person chose in the dialog, in the order of printing."""
    if printer.printRange() is QPrinter.PrintRange.CurrentPage:
        pages = [current]
    elif printer.printRange() is QPrinter.PrintRange.PageRange:
        ranges = printer.pageRanges()
        pages = [page for page in range(count) if ranges.contains(page + 1)]
    else:
        pages = list(range(count))
    if printer.pageOrder() is QPrinter.PageOrder.LastPageFirst:
        pages.reverse()
    return pages * (1 if printer.supportsMultipleCopies() else printer.copyCount())


def print_pages(library: LibraryApi, document_id: int, order: PrintOrder, reporter: JobReporter) -> list[int]:
    """Print pages; return those that could not be drawn, of which only that is on the paper. A job's work.

    A process of its own draws them, so that the reader stays at hand. Raises NotPrinted, Cancelled, and what
    ``ReaderApi.open_pages`` raises; then nothing is printed, and no file is left.
    """
    view = library.reader.open_pages(document_id)
    try:
        painter = QPainter()
        if not painter.begin(order.printer):
            raise NotPrinted
        try:
            return _print(view, order, painter, reporter)
        except BaseException:
            order.printer.abort()
            raise
        finally:
            painter.end()
    except BaseException:
        if made := order.printer.outputFileName():
            Path(made).unlink(missing_ok=True)
        raise
    finally:
        view.close()


def _print(view: PageView, order: PrintOrder, painter: QPainter, reporter: JobReporter) -> list[int]:
    sizes, failed = view.sizes(), []
    for done, page in enumerate(order.pages):
        reporter.progress(NO_MESSAGE, done, len(order.pages))
        if done and not order.printer.newPage():
            raise NotPrinted
        paper = QRectF(painter.viewport())
        try:
            picture = render_page(view, page, bounded_scale(DPI / POINTS, *sizes[page]), reporter)
        except Cancelled:
            raise
        except BriefBankError as error:
            failed.append(page)
            if len(failed) == len(order.pages):
                title = tr("No page of this document could be drawn, so nothing was printed.")
                raise NotPrinted(as_message(title), translate_error(error).remedy) from error
            said = tr("File page {number} could not be drawn. {remedy}")
            paint_failure(painter, said.format(number=page + 1, remedy=error.remedy), paper)
            continue
        image = image_over(picture)
        if page in order.marks:
            image = _marked(image, order.marks[page], picture.width / sizes[page][0])
        _lay_on(painter, image, QSizeF(*sizes[page]), paper)
    return failed


def _marked(image: QImage, marks: Marks, scale: float) -> QImage:
    """Return a copy of a page's picture with its marks; ``scale`` is in pixels per point."""
    marked = image.copy()
    painter = QPainter(marked)
    painter.scale(scale, scale)
    paint_marks(painter, marks, 1.0)
    painter.end()
    return marked


def _lay_on(painter: QPainter, image: QImage, size: QSizeF, paper: QRectF) -> None:
    """Draw a page of this size in points in the middle of the paper, as large as it is or as there is room
    for; one that lies on its side is turned."""
    painter.save()
    painter.translate(paper.center())
    if (size.width() > size.height()) != (paper.width() > paper.height()):
        painter.rotate(90)
        paper = paper.transposed()
    own = size * (painter.device().logicalDpiX() / POINTS)
    fitted = own.scaled(paper.size(), Qt.AspectRatioMode.KeepAspectRatio)
    shown = own if own.width() <= fitted.width() else fitted
    left, top, across = -shown.width() / 2, -shown.height() / 2, shown.width()
    row = shown.height() / image.height()
    for first in range(0, image.height(), BAND):
        rows = min(BAND + 1, image.height() - first)  # one more than is needed, so that no seam is seen
        area = QRectF(left, top + first * row, across, rows * row)
        painter.drawImage(area, image, QRectF(0, first, image.width(), rows))
    painter.restore()
