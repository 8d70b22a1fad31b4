"""Finds the operable controls of a window and their names, for tests.ui.walk."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QTabBar,
    QTableView,
    QWidget,
)

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabBar)


def controls(window: QWidget) -> list[QWidget]:
    """Return the visible controls, except those that are part of another control."""
    return [
        widget for widget in window.findChildren(QWidget) if _operable(widget) and widget.isVisibleTo(window)
    ]


def _operable(widget: QWidget) -> bool:
    owner = parent_of(widget)
    if isinstance(widget, (QHeaderView, QScrollBar)) or isinstance(owner, (QComboBox, QAbstractSpinBox)):
        return False
    if isinstance(widget, QAbstractButton) and isinstance(owner, (QLineEdit, QTableView)):
        return False
    return isinstance(widget, CONTROLS) or bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def parent_of(widget: QWidget) -> QWidget | None:
    return widget.parentWidget()


def called(widget: QWidget) -> str:
    """Return the name of a control for a report."""
    where = type(widget).__name__
    parent = parent_of(widget)
    return f"{where} “{_name(widget)}” in {type(parent).__name__}"


def _name(widget: QWidget) -> str:
    result = QAccessible.queryAccessibleInterface(widget)
    return result.text(QAccessible.Text.Name) if result else ""
