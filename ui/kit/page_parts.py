"""Building blocks of the window's pages: the head, the body with its states, panels."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.kit.controls import label

PANEL_WIDTH = 860


class Panel(QFrame):
    """A framed part of a page with its heading; ``inside`` is the column for its content."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.inside = QVBoxLayout(self)
        self.inside.setContentsMargins(20, 16, 20, 18)
        self.inside.setSpacing(10)
        self.inside.addWidget(label(title, scale=1.15, bold=True))


def panel(title: str) -> tuple[QFrame, QVBoxLayout]:
    """Return a Panel and its column."""
    made = Panel(title)
    return made, made.inside


def scrolled(*panels: QWidget) -> QScrollArea:
    """Return a scroll area with panels one below the other, in a readable width."""
    inside = QWidget()
    inside.setObjectName("page")
    column = QVBoxLayout()
    column.setSpacing(14)
    for panel in panels:
        column.addWidget(panel)
    column.addStretch(1)
    row = QHBoxLayout(inside)
    row.setContentsMargins(20, 18, 20, 18)
    row.addLayout(column, 1)
    row.addStretch(0)
    for panel in panels:
        panel.setMaximumWidth(PANEL_WIDTH)
    area = scroll_area(inside)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setProperty("reads", False)
    return area


def scroll_area(inside: QWidget) -> QScrollArea:
    """Return a resizable scroll area, framed only while it has the focus; the arrow keys then scroll it."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setProperty("reads", True)
    area.setWidgetResizable(True)
    area.setWidget(inside)
    return area


def page_head() -> tuple[QFrame, QVBoxLayout]:
    """Return the band at the top of a page, and the column in it for the title and its companions."""
    head = QFrame()
    head.setObjectName("pageHead")
    inside = QVBoxLayout(head)
    inside.setContentsMargins(20, 16, 18, 14)
    inside.setSpacing(8)
    return head, inside


def list_head(intro: str, field: QWidget, extent: QWidget, buttons: Iterable[QWidget]) -> QFrame:
    """Return the band over a list: what it is, then in one line the box that narrows it, how many rows it has
    and its buttons."""
    head = QFrame()
    head.setObjectName("listHead")
    column, line = QVBoxLayout(head), QHBoxLayout()
    column.setContentsMargins(20, 12, 18, 12)
    column.setSpacing(10)
    column.addWidget(label(intro, role="muted", wrap=True))
    line.setSpacing(10)
    line.addWidget(field, 1)
    line.addWidget(extent)
    line.addSpacing(8)
    for button in buttons:
        line.addWidget(button)
    column.addLayout(line)
    return head


def page_body(page: QWidget, head: QFrame, *states: QWidget, notice: QWidget | None = None) -> QStackedWidget:
    """Lay out a page: the head, the ``notice``, and one of ``states`` (empty, filled). Return the stack that
    switches between the states."""
    body = QStackedWidget()
    for state in states:
        body.addWidget(state)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    if notice is not None:
        column.addWidget(notice)
    column.addWidget(body, 1)
    return body


def grow_dialog(dialog: QDialog) -> None:
    """Make a dialog high enough for its present text, so that no field is squeezed; it never shrinks."""
    layout = dialog.layout()
    needed = layout.totalHeightForWidth(dialog.width()) if layout is not None else 0
    if dialog.isVisible() and needed > dialog.height():
        dialog.resize(dialog.width(), needed)


def fit_dialog(dialog: QDialog) -> None:
    """Make a dialog that is just being shown as high as its words need at its width. Qt reckons with their
    preferred width, which is smaller, and spreads the excess height between them."""
    layout = dialog.layout()
    if layout is not None:
        dialog.resize(dialog.width(), layout.totalHeightForWidth(dialog.width()))


def forget_when_closed(owner: object, name: str, dialog: QWidget) -> None:
    """Set an attribute of ``owner`` to None when its dialog is destroyed, unless it holds another by then."""
    key = id(dialog)

    def forget(_object: QObject | None = None) -> None:
        if id(getattr(owner, name)) == key:
            setattr(owner, name, None)

    dialog.destroyed.connect(forget)


def clear_layout(layout: QLayout) -> None:
    """Remove all widgets from a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.deleteLater()
