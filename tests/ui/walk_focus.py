"""Checks the tab order of a window and the visibility of the focus, for tests.ui.walk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QWidget,
)
from shiboken6 import isValid

from tests.ui.walk_parts import called, controls, parent_of

SEEN = 12  # Bits of the picture that differ at least between a control with and without the focus


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
    uploads = []
    for before, after in pairwise([*rounds, *rounds[:1]] if len(rounds) > 1 else []):
        one, other = (_place(window, item) for item in _apart(window, before, after))
        beside = one.top() <= other.center().y() <= one.bottom()
        if (beside and other.left() < one.left()) or other.bottom() < one.top():
            went = f"Tab goes back from {called(before)} to {called(after)}"
            uploads.append((other.top() + other.left(), went))
    return [went for _to, went in sorted(uploads)[1:]]


def _apart(window: QWidget, one: QWidget, other: QWidget) -> tuple[QWidget, QWidget]:
    """The largest parts that hold the one and not the other."""
    around_one, around_other = ([item, *_around(window, item)] for item in (one, other))
    first = next(item for item in reversed(around_one) if item is one or not item.isAncestorOf(other))
    second = next(item for item in reversed(around_other) if item is other or not item.isAncestorOf(one))
    return first, second


def _torn(window: QWidget, rounds: list[QWidget]) -> list[str]:
    """Parts that Tab leaves before it was at all that is in them."""
    uploads = []
    for part in {around for round_ in rounds for around in _around(window, round_)}:
        inside = [part.isAncestorOf(round_) for round_ in rounds]
        entered = sum(now and not before for before, now in pairwise([inside[-1], *inside]))
        if entered > 1:
            uploads.append(f"Tab comes {entered} times to {called(part)}")
    return uploads


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
