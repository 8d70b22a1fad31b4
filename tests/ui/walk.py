"""Goes through a window as assistive technology and the keyboard do, and says what is wrong with it."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAction, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollBar,
    QSizePolicy,
    QTabBar,
    QTableView,
    QWidget,
)
from shiboken6 import isValid

ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client)
MNEMONIC = re.compile(r"&(\w)")
ROWS = 25  # The number of rows of a list that are examined
PATIENCE = 2.0  # Seconds at most until a window has laid itself out
SEEN = 12  # Bits of the picture that differ at least between a control with and without the focus
CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabBar)


def problems(window: QWidget, *, focus: bool = True) -> list[str]:
    """Return the faults of a shown window; with ``focus``, also those that only moving the focus can show."""
    if isinstance(window, QMenu):
        return mnemonic_problems(window)
    result = [*name_problems(window), *list_problems(window), *cut_at_last(window)]
    if isinstance(window, QMainWindow):
        result += shortcut_problems(window)
        for menu in window.menuBar().findChildren(QMenu):
            result += mnemonic_problems(menu)
    if focus:
        result += order_problems(window)
    return result


def name_problems(window: QWidget) -> list[str]:
    result, names = [], Counter[tuple[str, str, str, str]]()
    for control in controls(window):
        seen = QAccessible.queryAccessibleInterface(control)
        role, name, state = seen.role(), seen.text(QAccessible.Text.Name).strip(), seen.state()
        if not name:
            result.append(f"no name: {called(control)}")
        if role in ROLELESS and not isinstance(control, QAbstractScrollArea):  # Qt has none for what scrolls
            result.append(f"no role: {called(control)}")
        if bool(state.disabled) is control.isEnabled():
            result.append(f"says wrongly whether it can be used: {called(control)}")
        on = isinstance(control, QAbstractButton) and control.isCheckable() and control.isChecked()
        if bool(state.checked) is not on:
            result.append(f"says wrongly whether it is on: {called(control)}")
        names[(name, role.name, type(control).__name__, _within(window, control))] += 1
    return result + [f"{times} times the same name: {key}" for key, times in names.items() if times > 1]


def _within(window: QWidget, widget: QWidget) -> str:
    """The name of what a control stands in: two readers have the same controls, and are named themselves."""
    around = parent_of(widget)
    while around is not None and around is not window and not around.accessibleName():
        around = parent_of(around)
    return around.accessibleName() if around not in (None, window) else ""


def list_problems(window: QWidget) -> list[str]:
    result = []
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        if model is None or not view.isVisibleTo(window) or isinstance(view, QHeaderView):
            continue
        for row in range(min(model.rowCount(), ROWS)):
            if not _said(model.index(row, 0)):
                result.append(f"row {row} says nothing: {called(view)}")
        result += state_problems(view)
        if isinstance(view, QTableView):
            result += [
                f"column {column} has no name: {called(view)}"
                for column in range(model.columnCount())
                if not view.isColumnHidden(column) and not model.headerData(column, Qt.Orientation.Horizontal)
            ]
    return result


def state_problems(view: QAbstractItemView) -> list[str]:
    """Rows that are told by another name than the model's, or wrongly as chosen, or not."""
    accessible, result = QAccessible.queryAccessibleInterface(view), []
    columns = view.model().columnCount() if isinstance(view, QTableView) else 1
    for number in range(min(accessible.childCount(), ROWS * columns)):
        child = accessible.child(number)
        cell = child.tableCellInterface() if child is not None else None
        if child is None or cell is None:
            continue
        index = view.model().index(cell.rowIndex(), cell.columnIndex())
        if bool(child.state().selected) is not view.selectionModel().isSelected(index):
            result.append(f"says wrongly whether row {index.row()} is chosen: {called(view)}")
        if not isinstance(view, QTableView) and child.text(QAccessible.Text.Name) != _said(index):
            result.append(f"row {index.row()} is told otherwise: {called(view)}")
    return result


def _said(index: QModelIndex) -> str:
    roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
    return next((str(text) for role in roles if (text := index.data(role))), "")


def mnemonic_problems(menu: QMenu) -> list[str]:
    letters = Counter(
        mark[1].lower()
        for action in menu.actions()
        if not action.isSeparator()
        for mark in re.finditer(MNEMONIC, action.text().replace("&&", ""))
    )
    return [
        f"{times} times the letter {key} in {menu.title()}" for key, times in letters.items() if times > 1
    ]


def shortcut_problems(window: QWidget) -> list[str]:
    """Keys of the window that are given twice, or twice within one part that has keys of its own."""
    keys = [(key.toString(), 0) for action in window.findChildren(QAction) for key in action.shortcuts()]
    of_window = Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut
    for shortcut in window.findChildren(QShortcut):
        part = 0 if shortcut.context() in of_window else id(shortcut.parent())
        keys.append((shortcut.key().toString(), part))
    return [f"{times} times the keys {key}" for (key, _), times in Counter(keys).items() if key and times > 1]


def text_problems(window: QWidget) -> list[str]:
    """Words that are cut: labels and buttons smaller than what they say, unless they elide on purpose."""
    return [
        f"cut: “{widget.text()[:60]}” in {type(parent_of(widget)).__name__}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, (QLabel, QPushButton)) and widget.isVisibleTo(window) and _cut(widget)
    ]


def cut_at_last(window: QWidget) -> list[str]:
    """Return ``text_problems`` after the window has laid itself out, which may take several turns."""
    end = time.monotonic() + PATIENCE
    while (result := text_problems(window)) and time.monotonic() < end:
        QApplication.processEvents()
    return result


def _cut(widget: QLabel | QPushButton) -> bool:
    if not widget.text() or widget.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored:
        return False  # one that takes any width cuts its words itself
    needed = widget.minimumSizeHint() if isinstance(widget, QPushButton) else widget.sizeHint()
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() + 1 < widget.heightForWidth(widget.width())
    return widget.width() + 1 < needed.width() or widget.height() + 1 < widget.fontMetrics().height()


def reachable(window: QWidget) -> list[QWidget]:
    """Return the widgets that Tab must reach: the chosen one of a group of choices, one of a row of chips."""
    return [control for control in controls(window) if control.isEnabled() and _stops(control)]


def _stops(widget: QWidget) -> bool:
    if isinstance(widget, QAbstractButton) and widget.isCheckable() and not widget.isChecked():
        group = widget.group()
        if group.exclusive() if group is not None else widget.autoExclusive():
            return False
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def order_problems(window: QWidget) -> list[str]:
    """Tab comes to every control once and back to the first; each shows that it has the focus."""
    if not (expected := reachable(window)):
        return []
    window.activateWindow()
    QApplication.processEvents()
    had = window.focusWidget()
    expected[0].setFocus(Qt.FocusReason.TabFocusReason)
    expected = reachable(window)  # less what is there only while it has the keyboard
    rounds = [item for item in _tabbed(window, 2 * len(expected) + 8) if isValid(item)]
    expected = [item for item in expected if isValid(item) and item.isVisibleTo(window)]
    missed = [item for item in expected if item not in rounds]
    if missed:  # it may have come into sight only when Tab was past it
        back = list(_tabbed(window, 2 * len(expected) + 8, Qt.Key.Key_Backtab))
        missed = [item for item in missed if isValid(item) and item.isVisibleTo(window) and item not in back]
    result = [f"Tab does not come to {called(item)}" for item in missed]
    result += [f"Tab does not leave {called(a)}" for a, b in pairwise(rounds) if a is b]
    result += _backward(window, rounds) + _torn(window, rounds)
    result += [
        f"the focus is not seen: {called(item)}"
        for item in expected
        if isValid(item) and not focus_is_seen(window, item)
    ]
    if had is not None and isValid(had):
        had.setFocus(Qt.FocusReason.OtherFocusReason)
    return result


def _tabbed(window: QWidget, most: int, key: Qt.Key = Qt.Key.Key_Tab) -> Iterator[QWidget]:
    """Follow Tab (or Shift and Tab) from the focused widget until it returns there."""
    first = at = window.focusWidget()
    for _ in range(most):
        if at is None:
            return
        yield at
        QTest.keyClick(at, key)
        at = window.focusWidget()
        if at is first:
            return


def _backward(window: QWidget, rounds: list[QWidget]) -> list[str]:
    """Return where the order goes back: up, or to the left on one line.

    The positions are those of the outermost parts that contain one of the two widgets. One step back is
    necessary: from the last control to the first, wherever the round began.
    """
    steps_back = []
    for before, after in pairwise([*rounds, *rounds[:1]] if len(rounds) > 1 else []):
        one, other = (_place(window, item) for item in _apart(window, before, after))
        beside = one.top() <= other.center().y() <= one.bottom()
        if (beside and other.left() < one.left()) or other.bottom() < one.top():
            went = f"Tab goes back from {called(before)} to {called(after)}"
            steps_back.append((other.top() + other.left(), went))
    return [went for _to, went in sorted(steps_back)[1:]]


def _apart(window: QWidget, one: QWidget, other: QWidget) -> tuple[QWidget, QWidget]:
    """The largest parts that hold the one and not the other."""
    around_one, around_other = ([item, *_around(window, item)] for item in (one, other))
    first = next(item for item in reversed(around_one) if item is one or not item.isAncestorOf(other))
    second = next(item for item in reversed(around_other) if item is other or not item.isAncestorOf(one))
    return first, second


def _torn(window: QWidget, rounds: list[QWidget]) -> list[str]:
    """Parts that Tab leaves before it was at all that is in them."""
    result = []
    for part in {around for item in rounds for around in _around(window, item)}:
        inside = [part.isAncestorOf(item) for item in rounds]
        entered = sum(now and not before for before, now in pairwise([inside[-1], *inside]))
        if entered > 1:
            result.append(f"Tab comes {entered} times to {called(part)}")
    return result


def _around(window: QWidget, widget: QWidget) -> Iterator[QWidget]:
    around = parent_of(widget)
    while around is not None and around is not window:
        yield around
        around = parent_of(around)


def _place(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def focus_is_seen(window: QWidget, widget: QWidget) -> bool:
    """Tell whether the widget looks different with the focus; a hidden widget passes."""
    if not widget.isVisible():
        return True
    rows = isinstance(widget, QAbstractItemView) and widget.model() is not None and widget.model().rowCount()
    if rows and not widget.currentIndex().isValid():
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        widget.selectionModel().setCurrentIndex(widget.model().index(0, 0), chosen)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    having = widget.grab().toImage()
    if isValid(widget):
        widget.clearFocus()
    QApplication.processEvents()
    if not isValid(widget):
        return True  # another stands in its place
    lacking = widget.grab().toImage()
    if having.size() != lacking.size():
        return True
    differing = int.from_bytes(bytes(having.constBits())) ^ int.from_bytes(bytes(lacking.constBits()))
    return differing.bit_count() >= SEEN


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
