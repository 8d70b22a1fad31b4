"""A view of one page of the guide. It reads only the guide's own pictures: no other file, and no network."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QByteArray, Qt, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from ui.features.help import guide_pages
from ui.i18n.translate import tr
from ui.style.theme import colours

PICTURE_WIDTH = 620
"""The width in pixels, before scaling: a picture of the window is read for its places, not word for word."""
LINE_PERCENT = 132
MARGIN = 28
HEADINGS = {1: 1.75, 2: 1.25}  # Sizes by level of heading, relative to the size of the text


class GuideText(QTextBrowser):
    """Text that can be selected, copied and read aloud; its links name other pages."""

    page_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("guideText")
        self.setAccessibleName(tr("Page of the guide"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCursorWidth(1)
        self.document().setDocumentMargin(MARGIN)
        self.anchorClicked.connect(self._follow)

    def show_markdown(self, markdown: str) -> None:
        """Show a page from its top."""
        self.document().setMarkdown(markdown)
        self._style()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _follow(self, address: QUrl) -> None:
        page = guide_pages.linked(address.toString())
        if page:
            self.page_wanted.emit(page)

    def loadResource(self, kind: int, address: QUrl | str) -> Any:
        """Load a picture for Qt, which asks here for every picture and style; anything not of the guide is
        empty."""
        file = guide_pages.picture(QUrl(address).toString())
        if file is None or kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray()
        image = QImage(str(file))
        return _framed(image) if not image.isNull() else QByteArray()

    # --- style ---

    def _style(self) -> None:
        """Style the text: Markdown brings no measures, so sizes, distances and colours are those of the
        window."""
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _style_table(frame)
        block = self.document().begin()
        while block.isValid():
            self._style_block(block)
            block = block.next()

    def _style_block(self, block: QTextBlock) -> None:
        level = block.blockFormat().headingLevel()
        cursor = QTextCursor(block)
        shape = QTextBlockFormat()
        shape.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        in_table = cursor.currentTable() is not None
        shape.setTopMargin(18 if level == 2 else 0)
        shape.setBottomMargin(2 if in_table else 5 if block.textList() else 10)
        if _is_picture(block):
            shape.setLineHeight(100, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        cursor.mergeBlockFormat(shape)
        for run in _runs(block):
            self._style_run(run, level)

    def _style_run(self, cursor: QTextCursor, level: int) -> None:
        was, made, c = cursor.charFormat(), QTextCharFormat(), colours()
        if level:
            made.setFontPointSize(self.font().pointSizeF() * HEADINGS.get(level, 1.1))
            made.setFontWeight(QFont.Weight.DemiBold)
        if was.fontFixedPitch():
            made.setFontFixedPitch(False)
            made.setFontFamilies([self.font().family()])
            made.setFontWeight(QFont.Weight.DemiBold)
            made.setBackground(QBrush(QColor(c.sunken)))
        if was.isAnchor():
            made.setForeground(QBrush(QColor(c.accent)))
            made.setFontUnderline(True)
        cursor.mergeCharFormat(made)


def _runs(block: QTextBlock) -> list[QTextCursor]:
    """Return a selection of each run of one format, before any change, which would join or split runs."""
    made, step = [], block.begin()
    while not step.atEnd():
        fragment = step.fragment()
        cursor = QTextCursor(block)
        cursor.setPosition(fragment.position())
        cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
        made.append(cursor)
        step += 1
    return made


def _is_picture(block: QTextBlock) -> bool:
    step = block.begin()
    return not step.atEnd() and step.fragment().charFormat().isImageFormat()


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
