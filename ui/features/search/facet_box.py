"""One facet by which the results can be narrowed: a heading and check boxes, each with its count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.searches import FacetValue
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.kit.directions import plain_tip
from ui.kit.focus_frame import paint_focus
from ui.kit.tab_order import set_tab_order
from ui.shared import wording
from ui.style.theme import Colours, colours

FEW = 5  # The number of boxes shown at first; more are shown when ticked ones would be hidden
PAD = 6
SIDE = 14  # The side of the check box's square, in pixels


class CountedBox(QCheckBox):
    """A check box with a count at its right end; its words are elided where there is no room."""

    moved = Signal(int)  # An arrow key was pressed: -1 for the box above, 1 for the one below

    def __init__(self, value: FacetValue, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = value
        self._words, self._number = text, translate.number(value.count)
        self.setChecked(value.chosen)
        many = wording.count(value.count, tr("passage"), tr("passages"))
        self.setAccessibleName(f"{text}, {many}")
        self.setToolTip(plain_tip(text))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, max(26, self.fontMetrics().height() + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def hitButton(self, _place: QPoint) -> bool:
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.fillRect(self.rect(), QColor(c.hover))
        self._paint_box(painter, c)
        metrics, number = self.fontMetrics(), self.fontMetrics().horizontalAdvance(self._number)
        left = PAD + SIDE + 9
        room = self.width() - left - number - PAD - 10
        shown = metrics.elidedText(self._words, Qt.TextElideMode.ElideMiddle, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(c.text))
        painter.drawText(QRect(left, 0, room, self.height()), middle | Qt.AlignmentFlag.AlignLeft, shown)
        painter.setPen(QColor(c.muted))
        area = QRect(self.width() - number - PAD, 0, number + 2, self.height())
        painter.drawText(area, middle, self._number)
        if self.hasFocus():
            paint_focus(painter, self.rect(), 5)
        painter.end()

    def _paint_box(self, painter: QPainter, c: Colours) -> None:
        """Paint a tick on a filled ground, or an empty box with a border that is visible in every theme."""
        box = QRectF(PAD + 0.5, (self.height() - SIDE) // 2 + 0.5, SIDE, SIDE)
        on = self.isChecked()
        painter.setPen(QPen(QColor(c.accent if on else c.edge), 1.2))
        painter.setBrush(QColor(c.accent if on else c.surface))
        painter.drawRoundedRect(box, 3, 3)
        if on:
            tick = QPen(QColor(c.on_accent), 1.8)
            tick.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(tick)
            points = ((0.24, 0.53), (0.43, 0.72), (0.77, 0.30))
            painter.drawPolyline([QPointF(box.left() + x * SIDE, box.top() + y * SIDE) for x, y in points])
        painter.setBrush(Qt.BrushStyle.NoBrush)


class FacetBox(QFrame):
    """The check boxes of one facet. Tab moves to one of them, the arrow keys to the others."""

    changed = Signal(object)  # The values now ticked, in the form that Filters takes

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.boxes: list[CountedBox] = []
        self._unfolded = False
        self.setAccessibleName(name)
        self.clear = link_button(tr("Clear"))
        self.clear.setAccessibleName(tr("{facet}: clear").format(facet=name))
        self.clear.clicked.connect(lambda: self.changed.emit(frozenset()))
        self.more = link_button("")
        self.more.clicked.connect(self._toggle_more)
        head = QHBoxLayout()
        head.setContentsMargins(PAD, 0, 0, 0)
        head.addWidget(label(name, bold=True), 1)
        head.addWidget(self.clear)
        policy = self.clear.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.clear.setSizePolicy(policy)
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addLayout(self._column)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def show_values(self, values: Sequence[tuple[FacetValue, str]]) -> None:
        """Show values with their words. The box that had the focus gets it again if it is still there."""
        focused = next((box.value.value for box in self.boxes if box.hasFocus()), None)
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._box(value, text) for value, text in values]
        set_tab_order(self.clear, *self.boxes, self.more)
        self.clear.setVisible(any(value.chosen for value, _text in values))
        self._arrange()
        for number, box in enumerate(self.boxes):
            if box.value.value == focused:
                self._focus_box(number)
        self.setVisible(bool(values))

    def _box(self, value: FacetValue, text: str) -> CountedBox:
        box = CountedBox(value, text, self)
        box.toggled.connect(self._ticked)
        box.moved.connect(partial(self._move_focus, box))
        self._column.addWidget(box)
        return box

    def _ticked(self, _on: bool) -> None:
        self.changed.emit(frozenset(box.value.value for box in self.boxes if box.isChecked()))

    def _move_focus(self, box: CountedBox, by: int) -> None:
        shown = [box for box in self.boxes if not box.isHidden()]
        number = shown.index(box) + by
        if 0 <= number < len(shown):
            self._focus_box(self.boxes.index(shown[number]))

    def _focus_box(self, number: int) -> None:
        for box in self.boxes:
            box.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.boxes[number].show()
        self.boxes[number].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.boxes[number].setFocus(Qt.FocusReason.TabFocusReason)

    def _toggle_more(self) -> None:
        self._unfolded = not self._unfolded
        self._arrange()

    def _arrange(self) -> None:
        ticked = [number for number, box in enumerate(self.boxes) if box.isChecked()]
        most = max(FEW, ticked[-1] + 1 if ticked else 0)
        for number, box in enumerate(self.boxes):
            box.setVisible(self._unfolded or number < most)
            box.setFocusPolicy(Qt.FocusPolicy.StrongFocus if number == 0 else Qt.FocusPolicy.ClickFocus)
        hidden = len(self.boxes) - most
        text = tr("Show fewer") if self._unfolded else tr("Show {number} more").format(number=hidden)
        self.more.setText(text)
        self.more.setAccessibleName(f"{self._name}: {text}")
        self.more.setVisible(hidden > 0)
