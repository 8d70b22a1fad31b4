"""Layouts written as what they contain, from top to bottom and from left to right.

``column(title, row(field, (count, 1), button), (body, 1), on=self)`` lays out a widget. An item is

- a widget or a layout,
- ``(item, 2)``: it takes spare room in that proportion; ``(item, TOP)``: it is aligned and keeps its size,
- a number: a space in pixels; ``STRETCH`` or ``Stretch(3)``: spare room,
- None: nothing, for a part that is there only sometimes.

Spacing is in pixels. Margins are in pixels, too: one number, (beside, above and below), or (left, top, right,
bottom).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

Alignment = Qt.AlignmentFlag
TOP, LEFT, RIGHT, CENTRE = (
    Alignment.AlignTop,
    Alignment.AlignLeft,
    Alignment.AlignRight,
    Alignment.AlignHCenter,
)
AS_IS = Alignment(0)
DIALOG = (22, 18, 22, 16)  # The margins of a dialog

Margins = int | tuple[int, int] | tuple[int, int, int, int]
Part = QWidget | QLayout


class Stretch(int):
    """Spare room, in proportion to that of other items."""


STRETCH = Stretch(1)

Item = Part | tuple[Part, int | Alignment] | int | None


def column(*items: Item, on: QWidget | None = None, margins: Margins = 0, spacing: int = 10) -> QVBoxLayout:
    """Return a layout from top to bottom; that of the widget ``on``, or one to put into another."""
    layout = QVBoxLayout(on) if on is not None else QVBoxLayout()
    _set_room(layout, margins, spacing)
    add(layout, *items)
    return layout


def row(*items: Item, on: QWidget | None = None, margins: Margins = 0, spacing: int = 10) -> QHBoxLayout:
    """Return a layout from left to right; that of the widget ``on``, or one to put into another."""
    layout = QHBoxLayout(on) if on is not None else QHBoxLayout()
    _set_room(layout, margins, spacing)
    add(layout, *items)
    return layout


def add(layout: QBoxLayout, *items: Item) -> None:
    """Append items to a column or a row."""
    for item in items:
        if isinstance(item, Stretch):
            layout.addStretch(int(item))
        elif isinstance(item, int):
            layout.addSpacing(item)
        elif item is not None:
            part, manner = item if isinstance(item, tuple) else (item, 0)
            if isinstance(part, QWidget):
                layout.addWidget(part)
            else:
                layout.addLayout(part)
            if isinstance(manner, Alignment):
                layout.setAlignment(part, manner)
            else:
                layout.setStretch(layout.count() - 1, manner)


def grid(
    rows: Iterable[Sequence[QWidget | None]],
    *,
    on: QWidget | None = None,
    margins: Margins = 0,
    spacing: tuple[int, int] = (16, 6),
    wide: int = 1,
    aligned: Alignment = AS_IS,
) -> QGridLayout:
    """Return a table of widgets. ``spacing``: beside and below each. The column ``wide`` takes spare room."""
    layout = QGridLayout(on) if on is not None else QGridLayout()
    _set_room(layout, margins, 0)
    layout.setHorizontalSpacing(spacing[0])
    layout.setVerticalSpacing(spacing[1])
    layout.setColumnStretch(wide, 1)
    for number, cells in enumerate(rows):
        for at, cell in enumerate(cells):
            if cell is not None:
                layout.addWidget(cell, number, at, aligned)
    return layout


def form(
    *rows: tuple[str, Part], on: QWidget | None = None, margins: Margins = 0, spacing: int = 8
) -> QFormLayout:
    """Return fields below each other, each with its label, which is also the field's accessible name unless
    it has one."""
    layout = QFormLayout(on) if on is not None else QFormLayout()
    _set_room(layout, margins, spacing)
    layout.setHorizontalSpacing(16)
    layout.setLabelAlignment(Alignment.AlignLeft | Alignment.AlignVCenter)
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for words, field in rows:
        caption = QLabel(words)
        layout.addRow(caption, field)
        if isinstance(field, QWidget):
            caption.setBuddy(field)
            if words and not field.accessibleName():
                field.setAccessibleName(words.replace("&", ""))
    return layout


def panes(*parts: QWidget, sizes: Sequence[int], shares: Sequence[int] = ()) -> QSplitter:
    """Return parts beside each other with bars that can be moved. ``sizes``: the first widths in pixels;
    ``shares``: who gets how much of further room."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(1)
    for number, part in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(number, shares[number] if shares else 0)
    splitter.setSizes(list(sizes))
    return splitter


def holder(layout: QLayout, name: str = "") -> QWidget:
    """Return a widget for a layout, with a name for the style sheet."""
    widget = QFrame() if name else QWidget()
    widget.setObjectName(name)
    widget.setLayout(layout)
    return widget


def clear_layout(layout: QLayout) -> None:
    """Remove all widgets from a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.deleteLater()


def _set_room(layout: QLayout, margins: Margins, spacing: int) -> None:
    layout.setSpacing(spacing)
    if isinstance(margins, int):
        layout.setContentsMargins(margins, margins, margins, margins)
    elif len(margins) == 2:
        layout.setContentsMargins(margins[0], margins[1], margins[0], margins[1])
    else:
        layout.setContentsMargins(*margins)


class FlowRow(QWidget):
    """A row as high as its lines at a width. Each part has its preferred width, and keeps its place whether a
    part after it is shown or hidden.

    The row places its parts itself: a layout written in Python holds items that Qt deletes.
    """

    def __init__(self, between: int, between_lines: int) -> None:
        """``between``: the pixels between parts, ``between_lines`` those between lines."""
        super().__init__()
        self._parts: list[QWidget] = []
        self._between, self._between_lines = between, between_lines
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, part: QWidget) -> None:
        part.setParent(self)
        self._parts.append(part)

    def replace(self, parts: Sequence[QWidget]) -> None:
        """Show these parts; delete those that are not among them."""
        for part in self._parts:
            if part not in parts:
                part.hide()
                part.deleteLater()
        self._parts.clear()
        for part in parts:
            self.add(part)

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
        rectangles, y = [], 0
        for line in self._lines(width):
            line_height, x = max(part.sizeHint().height() for part in line), 0
            for part in line:
                size = part.sizeHint()
                rectangles.append(
                    (part, QRect(x, y + (line_height - size.height()) // 2, size.width(), size.height()))
                )
                x += size.width() + self._between
            y += line_height + self._between_lines
        return rectangles

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        used = 0
        for part in self._shown():
            part_width = part.sizeHint().width()
            if lines and used + self._between + part_width <= width:
                lines[-1].append(part)
                used += self._between + part_width
            else:
                lines.append([part])
                used = part_width
        return lines
