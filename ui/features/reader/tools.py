"""The row of tools above a document's pages: its title, the page in view, sizes, copying and a menu."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QToolButton, QWidget

from briefbank.domain.documents import Document
from briefbank.text import page_numbers
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.painting import Fit
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, IconButton, label
from ui.kit.keyboard import with_keys
from ui.kit.layout import row
from ui.kit.text import isolated, plain_tip
from ui.shared import wording
from ui.style.theme import restyle

SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 4.0)
TITLE_WIDTH = 96  # The least width of the title in pixels
TITLE_READ = 15  # The letters of the title for which tools are hidden that have keys, too
LONGEST_LABEL = 6  # The letters of a printed label for which the field of the page keeps room
GAP, BESIDE = 2, (10, 8)  # The space between tools, and at both ends of the row
OPENING = tr("Opening …")
GO_TO_PAGE = tr("Go to a page: type its printed number, or # and its number in the file (Ctrl+Shift+P)")

_PAGE_PREFIX = re.compile(r"\A(?:page|pages|pp?\.|página|pág\.)\s*", re.IGNORECASE)
_FILE_PAGE = re.compile(r"\A(?:#|file\s*(?:page)?|página de archivo)\s*(\d{1,6})\Z", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s.\-–]+")


class _Title(ElidedLabel):
    """The title of the brief; a click asks to correct its caption."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_whole(self, text: str) -> None:
        super().set_whole(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Take no more room than the whole title needs."""
        self.setMaximumWidth(max(TITLE_WIDTH, self.fontMetrics().horizontalAdvance(self.whole()) + 8))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class ReaderTools(QFrame):
    """One row. In a narrow reader words become icons, and tools are hidden that have keys and stand in
    menus, too."""

    def __init__(self, canvas: PageCanvas) -> None:
        super().__init__()
        self.setObjectName("readerHead")
        self.side = IconButton(
            "side-panel",
            tr("Outline and page pictures"),
            tr("Outline and page pictures (F9)"),
            words=tr("Outline"),
        )
        self.side.setCheckable(True)
        self.title, self.origin = _Title(), ElidedLabel()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.title.setMinimumWidth(TITLE_WIDTH)
        self.origin.setProperty("role", "muted")
        self.place, self.zoom = PlaceField(), QToolButton()
        self.previous_hit = IconButton("previous", tr("Previous result"), tr("Previous result (Shift+F4)"))
        self.next_hit = IconButton("next", tr("Next result"), tr("Next result (F4)"))
        self.smaller = IconButton("zoom-out", tr("Smaller"), tr("Smaller (Ctrl+Minus)"))
        self.larger = IconButton("zoom-in", tr("Larger"), tr("Larger (Ctrl+Plus)"))
        self.fit_width = IconButton(
            "fit-width", tr("Fit the width"), tr("Fit the width of the page (Ctrl+0)")
        )
        self.fit_text = IconButton(
            "fit-text", tr("Fit the text"), tr("Fit the text, without its margins (Ctrl+8)")
        )
        self.copy = IconButton(
            "copy", tr("Copy with citation"), tr("Copy with citation (Ctrl+Shift+C)"), words=tr("Copy")
        )
        self.collect = IconButton(
            "collections",
            tr("Put into a collection"),
            tr("Put into a collection (Ctrl+D)"),
            words=tr("Collect"),
        )
        self.summary = IconButton(
            "summary", tr("Summary"), tr("Summary of this document (Ctrl+I)"), words=tr("Summary")
        )
        self.summary.setCheckable(True)
        self.more = IconButton("more", tr("More"), tr("More that can be done with this document"))
        self.more.setObjectName("more")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.hits = label("", role="muted")
        self._uncut = ""  # The date and the docket number, which may not be cut
        self._worded = (self.copy, self.summary, self.side, self.collect)
        self._given_up: tuple[tuple[QWidget, ...], ...] = (
            (self.smaller, self.larger),
            (self.fit_width, self.fit_text),
            *((tool,) for tool in reversed(self._worded)),
            (self.zoom,),
            (self.copy, self.collect),
            (self.previous_hit, self.hits, self.next_hit),
        )
        """What the row gives up as it becomes narrower, step by step; words go before their tool."""
        parts = (
            self.place,
            self.previous_hit,
            self.hits,
            self.next_hit,
            self.smaller,
            self.zoom,
            self.larger,
        )
        ends = (self.fit_width, self.fit_text, self.copy, self.collect, self.summary, self.more)
        self._parts: tuple[QWidget, ...] = (self.side, *parts, *ends)
        names = row((self.title, 1000), (self.origin, 1), spacing=10)
        row(
            self.side,
            4,
            (names, 1),
            *parts,
            *ends,
            on=self,
            margins=(BESIDE[0], 4, BESIDE[1], 4),
            spacing=GAP,
        )

        self._make_zoom(canvas)
        self.smaller.clicked.connect(canvas.zoom_out)
        self.larger.clicked.connect(canvas.zoom_in)
        self.fit_width.clicked.connect(lambda: canvas.fit(Fit.WIDTH))
        self.fit_text.clicked.connect(lambda: canvas.fit(Fit.TEXT))

    def _make_zoom(self, canvas: PageCanvas) -> None:
        """Make the button that shows the size of the pages and offers others when pressed."""
        self.zoom.setObjectName("zoom")
        self.zoom.setToolTip(tr("Size and turn of the pages"))
        self.zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.zoom.setMinimumWidth(self.zoom.fontMetrics().horizontalAdvance("400 %") + 14)
        menu = QMenu(self.zoom)
        menu.addAction(with_keys(tr("Fit the width"), "Ctrl+0"), partial(canvas.fit, Fit.WIDTH))
        menu.addAction(with_keys(tr("Fit the text"), "Ctrl+8"), partial(canvas.fit, Fit.TEXT))
        menu.addAction(with_keys(tr("Fit the whole page"), "Ctrl+9"), canvas.fit_page)
        menu.addSeparator()
        for size in SIZES:
            menu.addAction(f"{size * 100:.0f} %", partial(canvas.set_zoom, size))
        menu.addSeparator()
        menu.addAction(with_keys(tr("Turn clockwise"), "Ctrl+]"), partial(canvas.turn, 1))
        menu.addAction(with_keys(tr("Turn anticlockwise"), "Ctrl+["), partial(canvas.turn, -1))
        self.zoom.setMenu(menu)
        canvas.zoom_changed.connect(self._show_zoom)
        self._show_zoom(canvas.zoom)

    def _show_zoom(self, zoom: float) -> None:
        text = f"{zoom * 100:.0f} %"
        self.zoom.setText(text)
        self.zoom.setAccessibleName(tr("Size of the pages: {percent}").format(percent=text))

    def add_action(self, words: str, keys: str, action: Callable[[], object]) -> QAction:
        """Add an entry to the menu "More"."""
        entry = QAction(with_keys(words, keys) if keys else words, self)
        entry.triggered.connect(lambda _checked=False: action())
        self.more.menu().addAction(entry)
        return entry

    # --- the document ---

    def show_document(self, document: Document) -> None:
        self.show_caption(document)
        self.place.show_page(OPENING)

    def show_caption(self, document: Document) -> None:
        """Show the caption, which may have been corrected, and leave the page position as it is."""
        title = wording.title(document)
        self.title.set_whole(title)
        when = wording.day(document.filed)
        when = when[0].upper() + when[1:]
        parts = when, document.docket, document.court
        self.origin.set_whole("  ·  ".join(isolated(part) for part in parts if part))
        self._uncut = "  ·  ".join(part for part in parts[:2] if part)
        self._measure()

    def _measure(self) -> None:
        """Keep room for the part of the origin that may not be cut."""
        self.origin.setMinimumWidth(self.origin.fontMetrics().horizontalAdvance(f"{self._uncut}  ·  …") + 8)
        self._show_what_fits()

    # --- the room ---

    def show_hit_number(self, number: int, count: int, *, at_least: bool = False) -> None:
        """Show which of the results is open, as in '2 of 5'; 0 for none. ``at_least``: there may be more."""
        text = tr("{number} of {count}").format(number=number, count=count) if number else ""
        self.hits.setText(f"{text}+" if text and at_least else text)
        spoken = tr("Result {number} of {count}").format(number=number, count=count)
        self.hits.setAccessibleName(spoken if text else "")
        self._show_what_fits()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(len(self._given_up)) + TITLE_WIDTH, super().minimumSizeHint().height())

    def _left(self, steps: int) -> tuple[list[QWidget], set[IconButton]]:
        """Return what is shown after so many steps, and of that the tools with words."""
        given_up = Counter(tool for group in self._given_up[:steps] for tool in group)
        lost = {tool: 2 if tool in self._worded else 1 for tool in self._parts}
        shown = [tool for tool in self._parts if given_up[tool] < lost[tool]]
        if not self.hits.text():
            shown = [tool for tool in shown if tool is not self.hits]
        return shown, {tool for tool in self._worded if not given_up[tool]}

    def _width(self, steps: int) -> int:
        """Return the width of the row after so many steps, without its title."""
        shown, worded = self._left(steps)
        icon = self.previous_hit.sizeHint().width()
        least = (max(tool.sizeHint().width(), tool.minimumWidth()) for tool in shown)
        widths = [
            icon if tool in self._worded else min(width, tool.maximumWidth())
            for tool, width in zip(shown, least, strict=True)
        ]
        widths += [tool.words_width() for tool in worded]
        return sum(widths) + GAP * (len(shown) + 2) + 4 + 10 + sum(BESIDE)

    def _show_what_fits(self) -> None:
        numbers = range(len(self._given_up) + 1)
        read = TITLE_READ * self.title.fontMetrics().averageCharWidth()
        fits = (number for number in numbers if self._width(number) <= self.width() - read)
        steps = next(fits, numbers[-1])
        shown, worded = self._left(steps)
        for tool in self._worded:
            tool.show_words(tool in worded)
        for part in self._parts:
            part.setVisible(part in shown)
        # Half of a date or a docket number would be misread; the court, which is last, may be cut.
        room = self.width() - self._width(steps) - self.title.maximumWidth()
        self.origin.setVisible(self.origin.minimumWidth() <= room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_what_fits()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_parts"):
            self._measure()


class PlaceField(QLineEdit):
    """The page in view; a page number that is typed over it is gone to."""

    page_wanted = Signal(str)  # The page that was typed; ``refuse`` answers one that there is not
    left = Signal()  # Typing ended: the pages should get the focus again

    def __init__(self) -> None:
        super().__init__()
        self._page, self._fitted = "", (0, 99)
        self.setObjectName("place")
        self.setAccessibleName(tr("Go to page"))
        self.setAccessibleDescription(GO_TO_PAGE)
        self.setToolTip(GO_TO_PAGE)
        self.fit(*self._fitted)
        self.returnPressed.connect(self._entered)
        self.textEdited.connect(lambda _text: restyle(self, wrong=False))

    def fit(self, longest_label: int, pages: int) -> None:
        """Keep room for the last position of a document: the letters of its longest label, and its pages."""
        self._fitted = longest_label, pages
        text = tr("{number} of {count}").format(number=pages, count=pages)
        if longest_label:
            text = f"{'0' * min(longest_label, LONGEST_LABEL)} ({text})"
        self.setFixedWidth(max(map(self.fontMetrics().horizontalAdvance, (text, OPENING))) + 24)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_fitted"):
            self.fit(*self._fitted)

    def show_page(self, text: str) -> None:
        """Show a position, unless another one is being typed."""
        self._page = text
        if not self.isModified():
            self._show()

    def _show(self) -> None:
        self.setText(self._page)  # it counts as not modified, then
        self.setCursorPosition(0)
        self.setToolTip(plain_tip(f"{self._page}\n{GO_TO_PAGE}"))
        restyle(self, wrong=False)

    def _entered(self) -> None:
        if self.isModified():
            self.page_wanted.emit(self.text())
        else:
            self.left.emit()

    def refuse(self) -> None:
        """Mark the text as wrong, because there is no such page, and let it be typed anew."""
        restyle(self, wrong=True)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._show()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.selectAll)  # after the click that gave it the keyboard

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show()


def page_for(typed: str, labels: Sequence[str], now: int) -> int | None:
    """Return the page (0-based) that is meant, or None. ``labels`` are the printed labels of all pages,
    ``now`` is the page in view.

    A printed label wins over a position in the file, which '#15' requests explicitly. When several pages have
    one label, as in a volume with several appendices, the next after ``now`` is meant, so that repeating the
    request leads through all of them.
    """
    text = " ".join(typed.split())
    if in_file := _FILE_PAGE.match(text):
        return _in_file(in_file[1], len(labels))
    text = _PAGE_PREFIX.sub("", text)
    name = _normalised(text)
    pages = [page for page, label in enumerate(labels) if name and _has(label, text, name)]
    if pages:
        return next((page for page in pages if page > now), pages[0])
    return _in_file(text, len(labels)) if text.isdecimal() and text.isascii() else None


def _in_file(number: str, count: int) -> int | None:
    page = int(number) - 1 if len(number) < 7 else -1
    return page if 0 <= page < count else None


def _has(label: str, text: str, name: str) -> bool:
    """Tell whether one of the labels printed on a page is meant."""
    return page_numbers.key(text) in page_numbers.keys([label]) or any(
        _normalised(one) == name for one in label.split(page_numbers.SEPARATOR)
    )


def _normalised(label: str) -> str:
    """Return a label in the form in which 'Da 45' and 'da45' are equal."""
    return _SEPARATORS.sub("", label).casefold()
