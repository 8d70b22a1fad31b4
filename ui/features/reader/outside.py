"""The ways out of the reader: pages on paper, the file in the system's viewer, the address of a link.

BriefBank opens no connections: an address is shown whole and may be copied, and nothing opens it here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from PySide6.QtCore import QProcess, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFontDatabase,
    QGuiApplication,
    QImage,
    QPageSize,
    QPainter,
    QShowEvent,
    QTextOption,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.pages import PageLink
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.characters import escape_hidden, is_hidden
from briefbank.text.messages import NO_MESSAGE, Message, as_message
from ui.features.reader.page_cache import Marks, bounded_scale, draw
from ui.features.reader.painting import paint_failure, paint_marks
from ui.i18n import translate
from ui.i18n.translate import tr, translate_error
from ui.jobs import JobReporter
from ui.kit.controls import label, push_button
from ui.kit.dialogs import confirmed, fit_dialog
from ui.kit.layout import DIALOG, STRETCH, column, row
from ui.kit.text import isolated
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.documents import PageView
    from briefbank.api.library import LibraryApi

# --- printing ---

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


def ask_what_to_print(
    parent: QWidget,
    document: Document,
    sizes: Sequence[tuple[float, float]],
    current: int,
    marks: Mapping[int, Marks],
) -> PrintOrder | None:
    """Ask for the printer and the pages; None where nothing is to be printed. Blocks.

    ``sizes`` are those of the pages in points, ``current`` is the page being read (0-based).
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(wording.title(document, 48))
    printer.setPageSize(QPageSize(QSizeF(*sizes[0]), QPageSize.Unit.Point))
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print with the marks") if marks else tr("Print"))
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage)
    dialog.setMinMax(1, len(sizes))
    agreed = dialog.exec()
    dialog.deleteLater()
    return PrintOrder(printer, chosen_pages(printer, len(sizes), current), marks) if agreed else None


def printed(order: PrintOrder, failed: Sequence[int]) -> str:
    """Return what was printed, and the pages (0-based) that ``failed``."""
    sentences = [wording.count(len(order.pages), tr("page was printed."), tr("pages were printed."))]
    if failed:
        numbers = ", ".join(translate.number(page + 1) for page in failed)
        sentences.append(tr("These pages of the file could not be drawn: {numbers}.").format(numbers=numbers))
    return " ".join(sentences)


def progress_text(_stage: Message, done: int, total: int) -> str:
    return tr("Page {number} of {total}").format(
        number=translate.number(done + 1), total=translate.number(total)
    )


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
            picture = draw(view, page, bounded_scale(DPI / POINTS, *sizes[page]), False, reporter)
        except Cancelled:
            raise
        except BriefBankError as error:
            failed.append(page)
            if len(failed) == len(order.pages):
                title = tr("No page of this document could be drawn, so nothing was printed.")
                raise NotPrinted(as_message(title), translate_error(error).remedy) from error
            text = tr("File page {number} could not be drawn. {remedy}")
            paint_failure(painter, text.format(number=page + 1, remedy=error.remedy), paper)
            continue
        image = picture.image
        if page in order.marks:
            image = _marked(image, order.marks[page], image.width() / sizes[page][0])
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


# --- the system's viewer ---


def look_up_viewer(
    library: LibraryApi, document_id: int, page: int, view: PageView | None, _reporter: JobReporter
) -> tuple[Path, tuple[str, ...], bool]:
    """Return the file, the command for it, and whether it may run something in another program."""
    return *library.reader.outside(document_id, page), view is None or view.has_active_content()


def open_in_viewer(parent: QWidget, page: int, viewer: tuple[Path, tuple[str, ...], bool]) -> str:
    """Open the file at the page if the viewer is known to take one; return what was done. Blocks while it
    asks about a file that could run something.

    Only a file of this computer is opened, and programs are started with a list of arguments, never through a
    shell.
    """
    path, command, acts = viewer
    if acts and not confirmed(
        parent,
        tr("Open outside BriefBank"),
        tr("Open this document in another program?"),
        tr(
            "It may hold scripts, attached files, or links that start something. BriefBank runs none of "
            "them; another program might, and could open connections."
        ),
        yes=tr("Open it"),
        no=tr("Stay here"),
    ):
        return ""
    if command and QProcess.startDetached(command[0], list(command[1:])):
        return tr("Opened outside BriefBank at file page {number}.").format(number=page + 1)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return tr("This computer has no program that opens PDF files.")
    return tr("Opened outside BriefBank. Go to page {number} of the file there.").format(number=page + 1)


# --- the address of a link ---

COPIED_SCHEMES = frozenset({"http", "https", "mailto"})
PUNYCODE_PREFIX = "xn--"
WIDTH = 520  # The width of the dialog in pixels
LINES, AROUND = 4, 26  # The lines of the address that are seen at once, and the pixels around them


class LinkDialog(QDialog):
    """Shows the whole address of a link; it is accepted when the address was copied. It does not block."""

    def __init__(self, link: PageLink, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Link"))
        self.setMinimumWidth(WIDTH)
        self._copied = clipboard_text(link.address)
        title, explanation = (
            (
                tr("This link leads outside the document."),
                tr(
                    "BriefBank opens no connections, and does not open this address either. If you trust it, "
                    "copy it and open it in another program."
                ),
            )
            if self._copied
            else (
                tr("This link does nothing in BriefBank."),
                tr(
                    "In another program it could start a program or a script, open another file, or send "
                    "what stands in a form. BriefBank does none of this."
                ),
            )
        )
        warning = _warning(link.address)
        self.address = QPlainTextEdit(escape_hidden(link.address))
        self.address.setReadOnly(True)
        self.address.setAccessibleName(tr("Address"))
        self.address.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.address.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)  # it has no spaces
        self.address.setTabChangesFocus(True)
        self.address.setFixedHeight(LINES * self.address.fontMetrics().lineSpacing() + AROUND)
        self.copy, self.closing = push_button(tr("Copy address")), push_button(tr("Close"), main=True)
        self.copy.setVisible(bool(self._copied))
        self.copy.setAutoDefault(False)
        self.closing.setDefault(True)
        self.copy.clicked.connect(self._copy)
        self.closing.clicked.connect(self.reject)
        column(
            label(title, scale=1.15, bold=True, wrap=True),
            self.address if link.address else None,
            label(warning, wrap=True) if warning else None,
            label(explanation, role="muted", wrap=True),
            row(STRETCH, self.copy, self.closing),
            on=self,
            margins=DIALOG,
            spacing=12,
        )
        self.closing.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        fit_dialog(self)
        super().showEvent(event)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied)
        self.accept()


def _warning(address: str) -> str:
    """Return a warning about what a person may not see in the address."""
    host = host_name(address)
    if not is_disguised(address):
        return ""
    if not host:
        return tr("This address holds signs that cannot be seen. They are written out above.")
    return tr("Look at it closely: it leads to the site {name}, whatever else it seems to say.").format(
        name=isolated(host)
    )


def host_name(address: str) -> str:
    """Return the host name of a web address, without credentials and port; empty for other addresses.

    A name with letters of other alphabets, which can look like Latin ones, is returned in Punycode (RFC
    3492). A name that is in Punycode already stays so.
    """
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    if host.isascii():
        return escape_hidden(host)
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return escape_hidden(host)


def is_disguised(address: str) -> bool:
    """Return whether the host has letters of another alphabet, or the address has hidden characters or a
    password."""
    try:
        parts = urlsplit(address)
        host, user = parts.hostname or "", parts.username
    except ValueError:
        return True
    return PUNYCODE_PREFIX in host or not host.isascii() or user is not None or any(map(is_hidden, address))


def clipboard_text(address: str) -> str:
    """Return the form of an address for the clipboard, without hidden characters; empty for all but web and
    mail addresses."""
    scheme = address.partition(":")[0].strip().lower()
    if scheme not in COPIED_SCHEMES:
        return ""
    return "".join(quote(sign) if is_hidden(sign) or sign.isspace() else sign for sign in address)
