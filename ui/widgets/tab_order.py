"""Tab comes to the controls of a window in the order in which they are read.

Qt's order is that in which they were put into the window. What is made later, or was moved, is the last in it
until it is lined up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QWidget


def line_up(*controls: QWidget) -> None:
    """Each follows the one before it; the first stays where it is. All of them can have the keyboard."""
    for before, after in pairwise(controls):
        QWidget.setTabOrder(before, after)


def line_up_parts(*parts: QWidget) -> None:
    """All that is in the one part comes before what is in the next; within a part the order stays."""
    stops = {window: list(_stops(window)) for window in {part.window() for part in parts}}
    line_up(*(each for part in parts for each in stops[part.window()] if _holds(part, each)))


def one_stop(group: QButtonGroup) -> None:
    """Tab comes to the chosen one of some buttons, also where another was chosen otherwise than by keyboard.

    Qt sees to it only when one of them gets the keyboard.
    """
    group.idToggled.connect(lambda _number, _on: _stop_at_chosen(group))
    _stop_at_chosen(group)


def _stop_at_chosen(group: QButtonGroup) -> None:
    tab = Qt.FocusPolicy.TabFocus
    for each in group.buttons():
        each.setFocusPolicy(each.focusPolicy() | tab if each.isChecked() else each.focusPolicy() & ~tab)


def _stops(window: QWidget) -> Iterator[QWidget]:
    """What can have the keyboard in a window, in the order of now. A long walk: once for all parts."""
    each: QWidget | None = window
    while each is not None:
        if each.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield each
        each = each.nextInFocusChain()
        if each is window:
            return


def _holds(part: QWidget, each: QWidget) -> bool:
    return each is part or part.isAncestorOf(each)
