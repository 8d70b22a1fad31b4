"""The overlay on the window while files are dragged over it: it says that they may be dropped and are
copied."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import overload

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.i18n.translate import tr
from ui.style.icons import pixmap
from ui.style.theme import colours

ADD_WORDS = tr("Drop to add to the library"), tr("Copies are made. Your originals stay where they are.")
"""The default texts: what a drop does, and what becomes of the files."""

URI_LIST = "text/uri-list"


class DropOverlay(QWidget):
    """An overlay that covers its parent and takes no events itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.say(*ADD_WORDS)
        self.hide()

    def say(self, title: str, text: str) -> None:
        """Set the texts on what a drop would do."""
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


def holds_files(data: QMimeData) -> bool:
    """Tell whether there is any local file. This is called during a drag, so the usual case, thousands of
    files, is decided by the first of them."""
    if bytes(data.data(URI_LIST).data()[:5]) == b"file:":
        return True
    return any(url.isLocalFile() for url in data.urls())


class DroppedPaths(Sequence[Path]):
    """Paths created on access, in the lane that reads them: creating thousands of them at once would block
    the window."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, index: int) -> Path: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Path]: ...

    def __getitem__(self, index: int | slice) -> Path | Sequence[Path]:
        if isinstance(index, slice):
            return DroppedPaths(self._names[index])
        return Path(self._names[index])


def dropped_paths(data: QMimeData) -> Sequence[Path]:
    """Return the files and folders of this computer among the dragged data; other addresses are left out."""
    return DroppedPaths([url.toLocalFile() for url in data.urls() if url.isLocalFile()])
