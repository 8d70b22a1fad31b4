"""What lies over the window while files are held over it: they may be dropped, and are copied."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.icons import pixmap
from ui.theme import colours

ADD_WORDS = "Drop to add to the library", "Copies are made. Your originals stay where they are."
"""What a drop does unless a page says otherwise, and what becomes of the files."""


class DropOverlay(QWidget):
    """Covers its parent; takes no events itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.say(*ADD_WORDS)
        self.hide()

    def say(self, title: str, text: str) -> None:
        """What a drop would do."""
        self._title, self._text = title, text
        self.setAccessibleName(f"{title}. {text}")

    def cover(self) -> None:
        if (parent := self.parentWidget()) is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(c.window)
        veil.setAlpha(235)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(18, 18, -18, -18)
        painter.setPen(QPen(QColor(c.accent), 2.5, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(c.accent_soft))
        painter.drawRoundedRect(frame, 14, 14)
        middle = frame.center()
        painter.drawPixmap(
            round(middle.x()) - 28,
            round(middle.y()) - 90,
            pixmap("add", c.accent, 56, self.devicePixelRatioF()),
        )
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.7)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        across = QRectF(frame.left(), middle.y() - 20, frame.width(), 44)
        painter.drawText(across, Qt.AlignmentFlag.AlignCenter, self._title)
        painter.setFont(self.font())
        painter.setPen(QColor(c.muted))
        painter.drawText(across.translated(0, 40), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()


def dropped_paths(data: QMimeData) -> list[Path]:
    """The files and folders of this computer among what is held; addresses of other sorts are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
