"""The user guide in a window of its own: contents left, text right. It can stay open during work.

Its pages are Markdown files in ``resources/guide/<language>``; a page that a language lacks is read in
English. The view reads only the guide's own pages and pictures: no other file, and no network.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QCloseEvent,
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QLineEdit, QListWidget, QTextBrowser, QWidget

from briefbank.paths import resources_folder
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import IconButton, label
from ui.kit.layout import STRETCH, column, holder, panes, row
from ui.shared.window_state import keep_place, restore_place
from ui.style.theme import colours

PAGES = (
    *("start", "search", "operators", "results", "reader", "copying", "history", "adding", "library"),
    *("authorities", "alerts", "draft", "summaries", "models", "settings", "office", "keyboard"),
    *("ten-tasks", "privacy"),
)
"""The names of the files without their ending, in the order of the list of contents."""
KEYBOARD = "<!-- keyboard -->"
"""The line of a page in whose place the list of shortcuts is put, which no file could keep up to date."""
GONE = tr(
    "This page of the guide cannot be read. Install BriefBank again to get it back; your library is not "
    "touched by that."
)
_PICTURE = re.compile(r"\.\./pictures/([a-z0-9-]+\.png)")
_LINK = re.compile(r"([a-z-]+)\.md")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def source(page: str, language: str = "") -> Path:
    """Return the file of a page in the window's language, or in the one given; in English where that has
    none."""
    folder = resources_folder() / "guide"
    own = folder / (language or translate.LANGUAGE) / f"{page}.md"
    return own if own.exists() else folder / translate.SOURCE / f"{page}.md"


def read(page: str, language: str = "") -> str:
    """Return the Markdown of a page, or advice where its file is gone."""
    try:
        return source(page, language).read_text(encoding="utf-8")
    except OSError:
        return GONE


def title(markdown: str) -> str:
    """Return the title of a page: its first heading."""
    match = _TITLE.search(markdown)
    return match[1].strip() if match else ""


def linked(address: str) -> str:
    """Return the page that a link leads to; empty for any other address, which is not followed."""
    match = _LINK.fullmatch(address)
    return match[1] if match and match[1] in PAGES else ""


def picture(address: str) -> Path | None:
    """Return the file of a picture of the guide; None for any other address, which is never opened."""
    match = _PICTURE.fullmatch(address)
    return resources_folder() / "guide" / "pictures" / match[1] if match else None


# --- the text of a page ---

PICTURE_WIDTH = 620
"""The width in pixels, before scaling: a picture of the window is read for its places, not word for word."""
LINE_PERCENT = 132
MARGIN = 28


class GuideText(QTextBrowser):
    """Text that can be selected, copied and read aloud; its links name other pages. Qt keeps the way back."""

    def __init__(self, keyboard: str) -> None:
        super().__init__()
        self._keyboard = keyboard
        self.setObjectName("guideText")
        self.setAccessibleName(tr("Page of the guide"))
        self.setOpenLinks(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCursorWidth(1)
        self.document().setDocumentMargin(MARGIN)
        self.anchorClicked.connect(lambda address: self.go(linked(address.toString())))
        self.sourceChanged.connect(self._style)

    @property
    def page(self) -> str:
        return linked(self.source().toString())

    def go(self, page: str) -> None:
        """Show a page from its top; none for an empty name."""
        if page and page != self.page:
            self.setSource(QUrl(f"{page}.md"), QTextDocument.ResourceType.MarkdownResource)

    def loadResource(self, kind: int, address: QUrl | str) -> Any:
        """Load a page or a picture for Qt, which asks here for all that it shows; anything not of the guide
        is empty."""
        name = QUrl(address).toString()
        if kind == QTextDocument.ResourceType.MarkdownResource.value and linked(name):
            return read(linked(name)).replace(KEYBOARD, self._keyboard)
        file = picture(name)
        if file is None or kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray()
        image = QImage(str(file))
        return _framed(image) if not image.isNull() else QByteArray()

    def _style(self) -> None:
        """Style the text: Markdown brings no measures, so distances are those of the window."""
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _style_table(frame)
        block = self.document().begin()
        while block.isValid():
            _style_block(block)
            block = block.next()


def _style_block(block: QTextBlock) -> None:
    cursor, shape = QTextCursor(block), QTextBlockFormat()
    first = block.begin()
    is_picture = not first.atEnd() and first.fragment().charFormat().isImageFormat()
    if not is_picture:
        shape.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    shape.setTopMargin(18 if block.blockFormat().headingLevel() == 2 else 0)
    shape.setBottomMargin(2 if cursor.currentTable() else 5 if block.textList() else 10)
    cursor.mergeBlockFormat(shape)


def _style_table(table: QTextTable) -> None:
    shape = table.format()
    shape.setBorder(1)
    shape.setBorderCollapse(True)
    shape.setBorderBrush(QBrush(QColor(colours().line)))
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    shape.setCellPadding(6)
    shape.setCellSpacing(0)
    shape.setTopMargin(6)
    shape.setBottomMargin(12)
    table.setFormat(shape)


def _framed(image: QImage) -> QImage:
    """Return the picture at the common width, with a line around it."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setPen(QColor(colours().line))
    for inset in range(max(1, image.width() // PICTURE_WIDTH)):
        painter.drawRect(image.rect().adjusted(inset, inset, -1 - inset, -1 - inset))
    painter.end()
    image.setDevicePixelRatio(image.width() / PICTURE_WIDTH)
    return image


# --- the window ---

SIZE = (1010, 720)
BESIDE = 36  # The room beside the longest title of the contents, in pixels


class GuideWindow(QWidget):
    """A window that shows the pages, goes back and forth among those that were read, and finds words in
    one."""

    def __init__(self, keyboard: str = "") -> None:
        """Insert ``keyboard``, the list of shortcuts, as a Markdown table."""
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(tr("BriefBank guide"))
        self.setMinimumSize(720, 420)
        self.contents = QListWidget()
        self.contents.setObjectName("guideContents")
        self.contents.setAccessibleName(tr("Contents of the guide"))
        self.contents.addItems([title(read(page)) or page for page in PAGES])
        self.text = GuideText(keyboard)
        self.back = IconButton("back", tr("Back"), tr("Back to the page before (Alt+Left)"))
        self.back.setEnabled(False)
        self.find_field = QLineEdit()
        self.find_field.setPlaceholderText(tr("Find in this page"))
        self.find_field.setAccessibleName(tr("Find in this page"))
        self.find_field.setClearButtonEnabled(True)
        self.find_field.setFixedWidth(240)
        self.note = label("", role="muted")
        line = row(self.back, STRETCH, self.note, self.find_field)
        contents = holder(column(self.contents, margins=(10, 10, 4, 10)))
        text, width = holder(column(line, (self.text, 1), margins=10)), self._contents_width()
        column(panes(contents, text, sizes=(width, SIZE[0] - width), shares=(0, 1)), on=self)
        self._connect()
        self.resize(*SIZE)
        restore_place(self, "guide")

    def _contents_width(self) -> int:
        """Return the width for the longest title in bold, since any title may be the chosen one."""
        bold = QFont(self.contents.font())
        bold.setWeight(QFont.Weight.DemiBold)
        titles = (self.contents.item(row).text() for row in range(self.contents.count()))
        return max(map(QFontMetrics(bold).horizontalAdvance, titles)) + BESIDE

    def _connect(self) -> None:
        self.contents.currentRowChanged.connect(lambda number: self.go(PAGES[number]))
        self.text.sourceChanged.connect(self._show_place)
        self.text.backwardAvailable.connect(self.back.setEnabled)
        self.back.clicked.connect(self.text.backward)
        self.find_field.textChanged.connect(lambda _text: self._find_anew())
        self.find_field.returnPressed.connect(self._find)
        for keys, do in (
            ("Alt+Left", self.text.backward),
            ("Alt+Right", self.text.forward),
            ("Ctrl+F", self._go_find),
            ("F3", self._find),
            ("Shift+F3", lambda: self._find(QTextDocument.FindFlag.FindBackward)),
        ):
            QShortcut(QKeySequence(keys), self, do)

    @property
    def page(self) -> str:
        return self.text.page

    def go(self, page: str) -> None:
        """Show a page; Alt+Left goes back to the one before."""
        self.text.go(page)

    def _show_place(self, address: QUrl) -> None:
        blocked = self.contents.blockSignals(True)
        self.contents.setCurrentRow(PAGES.index(linked(address.toString())))
        self.contents.blockSignals(blocked)
        self._say_found()

    # --- finding ---

    def _go_find(self) -> None:
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_field.selectAll()

    def _find_anew(self) -> None:
        """Find while one types, from the place that was found, so that the match grows instead of moving
        on."""
        cursor = self.text.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.text.setTextCursor(cursor)
        self._find()

    def _find(self, flag: QTextDocument.FindFlag | None = None) -> None:
        """Go to the next place, and from the end to the beginning."""
        words, flags = self.find_field.text(), flag or QTextDocument.FindFlag(0)
        if words and not self.text.find(words, flags):
            before, cursor = self.text.textCursor(), self.text.textCursor()
            cursor.movePosition(cursor.MoveOperation.End if flag else cursor.MoveOperation.Start)
            self.text.setTextCursor(cursor)
            if not self.text.find(words, flags):
                self.text.setTextCursor(before)
        self._say_found()

    def _say_found(self) -> None:
        words = self.find_field.text()
        missing = words and not self.text.document().find(words).hasSelection()
        self.note.setText(tr("Not on this page.") if missing else "")

    # --- the window ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.find_field.hasFocus():
            self.find_field.clear()
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def changeEvent(self, event: QEvent) -> None:
        """Render the page again, since colours and sizes stand in the page itself."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and self.page:
            position = self.text.verticalScrollBar().value()
            self.text.reload()
            self.text.verticalScrollBar().setValue(position)

    def closeEvent(self, event: QCloseEvent) -> None:
        keep_place(self, "guide")
        super().closeEvent(event)
