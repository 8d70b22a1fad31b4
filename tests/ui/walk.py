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
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAction, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QHeaderView,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from tests.ui import camera
from tests.ui.camera import Camera
from tests.ui.walk_focus import order_problems
from tests.ui.walk_parts import called, controls, parent_of

ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client)
MNEMONIC = re.compile(r"&(\w)")
ROWS = 25  # The number of rows of a list that are examined
PATIENCE = 2.0  # Seconds at most until a window has laid itself out


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
        elif result := problems(widget, focus=self._focus):
            self.problems[name] = result


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


# --- names, roles, states ---


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
    """Keys of the window that are given twice, or twice within one part that has keys of its own."""
    keys = [(key.toString(), 0) for action in window.findChildren(QAction) for key in action.shortcuts()]
    of_window = Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut
    for shortcut in window.findChildren(QShortcut):
        part = 0 if shortcut.context() in of_window else id(shortcut.parent())
        keys.append((shortcut.key().toString(), part))
    return [f"{times} times the keys {key}" for (key, _), times in Counter(keys).items() if key and times > 1]


# --- sizes ---


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
        for name, results in walker.problems.items():
            for problem in results:
                if problem not in seen:
                    print(f"  {name}: {problem}")
                seen.add(problem)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
