"""A row that continues in the next line where there is no room: with large text, or in another language."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class FlowRow(QWidget):
    """A row as high as its lines at a width. Each part has its preferred width, and keeps its place whether a
    part after it is shown or hidden.

    The row places its parts itself: a layout written in Python holds items that Qt deletes.
    """

    def __init__(self, between: tuple[int, int], between_lines: int) -> None:
        """``between``: the least and the preferred space between parts, ``between_lines`` that between lines,
        in pixels."""
        super().__init__()
        self._parts: list[QWidget] = []
        self._between, self._between_lines = between, between_lines
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, part: QWidget) -> None:
        part.setParent(self)
        self._parts.append(part)

    # --- sizes ---

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((rectangle.bottom() + 1 for _part, rectangle in self._rectangles(width)), default=0)

    def sizeHint(self) -> QSize:
        widest = max((part.sizeHint().width() for part in self._shown()), default=0)
        return QSize(widest, self.heightForWidth(max(widest, self.width())))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    # --- places ---

    def event(self, event: QEvent) -> bool:
        """Lay out again when a part was shown or hidden, or wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
        self._place()

    def _place(self) -> None:
        for part, rectangle in self._rectangles(self.width()):
            part.setGeometry(rectangle)

    def _shown(self) -> list[QWidget]:
        return [part for part in self._parts if not part.isHidden()]

    def _rectangles(self, width: int) -> list[tuple[QWidget, QRect]]:
        """Return each part's rectangle, centred vertically in its line."""
        places, y, gap = [], 0, self._gap(width)
        for line in self._lines(width):
            line_height, x = max(part.sizeHint().height() for part in line), 0
            for part in line:
                size = part.sizeHint()
                places.append(
                    (part, QRect(x, y + (line_height - size.height()) // 2, size.width(), size.height()))
                )
                x += size.width() + gap
            y += line_height + self._between_lines
        return places

    def _gap(self, width: int) -> int:
        """Return the space between two parts: the preferred one, or less if all parts, hidden ones too, then
        fit."""
        least, most = self._between
        needed = sum(part.sizeHint().width() for part in self._parts)
        free = (width - needed) // max(1, len(self._parts) - 1)
        return most if free < least else min(free, most)

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        used, gap = 0, self._gap(width)
        for part in self._shown():
            part_width = part.sizeHint().width()
            if lines and used + gap + part_width <= width:
                lines[-1].append(part)
                used += gap + part_width
            else:
                lines.append([part])
                used = part_width
        return lines
