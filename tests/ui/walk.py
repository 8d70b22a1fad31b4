"""Goes through a window as assistive technology and the keyboard do, and says what is wrong with it.

``python -m tests.ui.walk [STATE …]`` walks every state of tests.ui.screenshots; the tests walk some.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

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

from tests.ui import camera
from tests.ui.camera import Camera

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabBar)
ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client)
MNEMONIC = re.compile(r"&(\w)")
ROWS = 25
"""Of a list that are looked at."""
PATIENCE = 2.0
"""Seconds at most until a window has laid itself out."""
SEEN = 12
"""Bits of the picture that differ at least between a control with and without the focus."""


class Walker(Camera):
    """A camera that looks at what it is shown by ear and by key, instead of taking a picture."""

    def __init__(self, app: QApplication, *, focus: bool = True) -> None:
        super().__init__(app, Path(os.devnull))  # whatever a state saves by itself goes nowhere
        self.problems: dict[str, list[str]] = {}
        self._focus = focus

    def shoot(self, widget: QWidget | None, name: str) -> None:
        camera.settle(self.app)
        if widget is None:
            self.problems[name] = ["is not there"]
        elif found := problems(widget, focus=self._focus):
            self.problems[name] = found


def problems(window: QWidget, *, focus: bool = True) -> list[str]:
    """What is wrong in a window that is shown; with ``focus``, also what only moving the focus can tell."""
    if isinstance(window, QMenu):
        return mnemonic_problems(window)
    found = [*name_problems(window), *list_problems(window), *text_problems(window)]
    if isinstance(window, QMainWindow):
        found += shortcut_problems(window)
        for menu in window.menuBar().findChildren(QMenu):
            found += mnemonic_problems(menu)
    if focus:
        found += order_problems(window)
    return found


# --- what is there ---


def controls(window: QWidget) -> list[QWidget]:
    """What can be operated and is on the screen, except what is part of another control."""
    return [each for each in window.findChildren(QWidget) if _operable(each) and each.isVisibleTo(window)]


def _operable(widget: QWidget) -> bool:
    owner = _owner(widget)
    if isinstance(widget, (QHeaderView, QScrollBar)) or isinstance(owner, (QComboBox, QAbstractSpinBox)):
        return False
    if isinstance(widget, QAbstractButton) and isinstance(owner, (QLineEdit, QTableView)):
        return False
    return isinstance(widget, CONTROLS) or bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _owner(widget: QWidget) -> QWidget | None:
    return widget.parentWidget()


def called(widget: QWidget) -> str:
    """How a report names a control."""
    where = type(widget).__name__
    parent = _owner(widget)
    return f"{where} “{_name(widget)}” in {type(parent).__name__}"


def _name(widget: QWidget) -> str:
    found = QAccessible.queryAccessibleInterface(widget)
    return found.text(QAccessible.Text.Name) if found else ""


# --- names, roles, states ---


def name_problems(window: QWidget) -> list[str]:
    found, names = [], Counter[tuple[str, str, str]]()
    for each in controls(window):
        seen = QAccessible.queryAccessibleInterface(each)
        role, name, state = seen.role(), seen.text(QAccessible.Text.Name).strip(), seen.state()
        if not name:
            found.append(f"no name: {called(each)}")
        if role in ROLELESS and not isinstance(each, QAbstractScrollArea):  # Qt has none for what scrolls
            found.append(f"no role: {called(each)}")
        if bool(state.disabled) is each.isEnabled():
            found.append(f"says wrongly whether it can be used: {called(each)}")
        on = isinstance(each, QAbstractButton) and each.isCheckable() and each.isChecked()
        if bool(state.checked) is not on:
            found.append(f"says wrongly whether it is on: {called(each)}")
        names[(name, role.name, type(each).__name__)] += 1
    return found + [f"{times} times the same name: {key}" for key, times in names.items() if times > 1]


def list_problems(window: QWidget) -> list[str]:
    found = []
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        if model is None or not view.isVisibleTo(window) or isinstance(view, QHeaderView):
            continue
        for row in range(min(model.rowCount(), ROWS)):
            if not _said(model.index(row, 0)):
                found.append(f"row {row} says nothing: {called(view)}")
        if isinstance(view, QTableView):
            found += [
                f"column {column} has no name: {called(view)}"
                for column in range(model.columnCount())
                if not view.isColumnHidden(column) and not model.headerData(column, Qt.Orientation.Horizontal)
            ]
    return found


def _said(index: QModelIndex) -> str:
    roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
    return next((str(text) for role in roles if (text := index.data(role))), "")


# --- keys ---


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
    keys = [key.toString() for action in window.findChildren(QAction) for key in action.shortcuts()]
    keys += [each.key().toString() for each in window.findChildren(QShortcut)]
    return [f"{times} times the keys {key}" for key, times in Counter(keys).items() if key and times > 1]


# --- the focus ---


def reachable(window: QWidget) -> list[QWidget]:
    """What Tab is to come to, in no order: of a group of choices the chosen one, of a row of chips one."""
    return [each for each in controls(window) if each.isEnabled() and _stops(each)]


def _stops(widget: QWidget) -> bool:
    if isinstance(widget, QAbstractButton) and widget.isCheckable() and not widget.isChecked():
        group = widget.group()
        if group.exclusive() if group is not None else widget.autoExclusive():
            return False
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def order_problems(window: QWidget) -> list[str]:
    """Tab comes to every control once and back to the first; each shows that it has the focus."""
    wanted = reachable(window)
    if not wanted:
        return []
    window.activateWindow()
    QApplication.processEvents()
    had = window.focusWidget()
    wanted[0].setFocus(Qt.FocusReason.TabFocusReason)
    rounds = [each for each in _tabbed(window, 2 * len(wanted) + 8) if isValid(each)]
    wanted = [each for each in wanted if isValid(each)]
    found = [f"Tab does not come to {called(each)}" for each in wanted if each not in rounds]
    found += [f"Tab does not leave {called(a)}" for a, b in pairwise(rounds) if a is b]
    found += _backward(window, rounds)
    found += [
        f"the focus is not seen: {called(each)}"
        for each in wanted
        if isValid(each) and not focus_is_seen(window, each)
    ]
    if had is not None and isValid(had):
        had.setFocus(Qt.FocusReason.OtherFocusReason)
    return found


def _tabbed(window: QWidget, most: int) -> Iterator[QWidget]:
    """Where Tab goes from what has the focus, until it is back there."""
    first = at = window.focusWidget()
    for _ in range(most):
        if at is None:
            return
        yield at
        QTest.keyClick(at, Qt.Key.Key_Tab)
        at = window.focusWidget()
        if at is first:
            return


def _backward(window: QWidget, rounds: list[QWidget]) -> list[str]:
    """Where the order goes back among siblings: up, or to the left on one line."""
    found = []
    for before, after in pairwise(rounds):
        if before.parentWidget() is not after.parentWidget():
            continue
        one, other = _place(window, before), _place(window, after)
        beside = one.top() <= other.center().y() <= one.bottom()
        if (beside and other.left() < one.left()) or other.bottom() < one.top():
            found.append(f"Tab goes back from {called(before)} to {called(after)}")
    return found


def _place(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def focus_is_seen(window: QWidget, widget: QWidget) -> bool:
    """Whether the widget looks otherwise with the focus than without it."""
    if isinstance(widget, QAbstractItemView) and widget.model() is not None and widget.model().rowCount():
        if not widget.currentIndex().isValid():
            chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            widget.selectionModel().setCurrentIndex(widget.model().index(0, 0), chosen)
    elif isinstance(widget, QAbstractScrollArea) and not widget.isVisible():
        return True
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    having = widget.grab().toImage()
    widget.clearFocus()
    QApplication.processEvents()
    lacking = widget.grab().toImage()
    if having.size() != lacking.size():
        return True
    differing = int.from_bytes(bytes(having.constBits())) ^ int.from_bytes(bytes(lacking.constBits()))
    return differing.bit_count() >= SEEN


# --- sizes ---


def text_problems(window: QWidget) -> list[str]:
    """Words that are cut: labels and buttons smaller than what they say, unless they elide on purpose."""
    return [
        f"cut: “{each.text()[:60]}” in {type(_owner(each)).__name__}"
        for each in window.findChildren(QWidget)
        if isinstance(each, (QLabel, QPushButton)) and each.isVisibleTo(window) and _cut(each)
    ]


def cut_at_last(window: QWidget) -> list[str]:
    """As ``text_problems``, once the window has laid itself out, which may take several turns."""
    end = time.monotonic() + PATIENCE
    while (found := text_problems(window)) and time.monotonic() < end:
        QApplication.processEvents()
    return found


def _cut(widget: QLabel | QPushButton) -> bool:
    if not widget.text() or widget.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored:
        return False  # one that takes any width cuts its words itself
    needed = widget.minimumSizeHint() if isinstance(widget, QPushButton) else widget.sizeHint()
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() + 1 < widget.heightForWidth(widget.width())
    return widget.width() + 1 < needed.width() or widget.height() + 1 < widget.fontMetrics().height()


def main() -> None:
    from tests.ui.screenshots import SIZES, STATES
    from ui.program import make_application

    app = make_application()
    camera.PACE = 0.6
    for state in STATES:
        if len(sys.argv) > 1 and state.__name__ not in sys.argv[1:]:
            continue
        walker = Walker(app)
        state(walker, SIZES[0], state.__name__)
        print(f"{state.__name__}: {sum(map(len, walker.problems.values()))}", flush=True)
        seen: set[str] = set()
        for name, found in walker.problems.items():
            for problem in found:
                if problem not in seen:
                    print(f"  {name}: {problem}")
                seen.add(problem)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
