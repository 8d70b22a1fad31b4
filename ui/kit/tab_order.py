"""Sets the Tab order of a window's controls to the order in which they are read.

Qt's order is that in which the controls were added. A control that was created or moved later is the last
until it is lined up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QWidget


def set_tab_order(*controls: QWidget) -> None:
    """Put controls in Tab order after the first, which stays where it is. All of them must accept the
    focus."""
    for before, after in pairwise(controls):
        QWidget.setTabOrder(before, after)


def set_tab_order_of_parts(*parts: QWidget) -> None:
    """Put the controls of each part before those of the next; the order within a part stays."""
    stops = {window: list(_stops(window)) for window in {part.window() for part in parts}}
    set_tab_order(*(stop for part in parts for stop in stops[part.window()] if _contains(part, stop)))


def first_stop(part: QWidget) -> QWidget:
    """Return the control in a part that Tab comes to first."""
    tab = Qt.FocusPolicy.TabFocus
    return next(stop for stop in _stops(part) if stop.focusPolicy() & tab and stop.isEnabled())


def tab_to_checked_only(group: QButtonGroup) -> None:
    """Let Tab reach only the checked button of a group, even after one was checked without the keyboard.

    Qt itself does this only when one of them gets the focus.
    """
    group.idToggled.connect(lambda _number, _on: _stop_at_chosen(group))
    _stop_at_chosen(group)


def _stop_at_chosen(group: QButtonGroup) -> None:
    tab = Qt.FocusPolicy.TabFocus
    for button in group.buttons():
        button.setFocusPolicy(
            button.focusPolicy() | tab if button.isChecked() else button.focusPolicy() & ~tab
        )


def _stops(window: QWidget) -> Iterator[QWidget]:
    """Yield the focusable widgets of a window in their present order. The chain is long: walk it once for all
    parts."""
    stop: QWidget | None = window
    while stop is not None:
        if stop.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield stop
        stop = stop.nextInFocusChain()
        if stop is window:
            return


def _contains(part: QWidget, widget: QWidget) -> bool:
    return widget is part or part.isAncestorOf(widget)
