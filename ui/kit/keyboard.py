"""The window by keyboard and by screen reader: menu letters, Tab order, announcements, stray letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QButtonGroup, QWidget

MARK = re.compile(r"&(?!&)")


def distinct_mnemonics(texts: Iterable[str]) -> list[str]:
    """Return the texts with no letter marked twice.

    The first text that marks a letter keeps it. A later one that marks it too gets a letter that no text
    marks, at the beginning of a word if possible, or none at all. The words themselves do not change.
    """
    listed = list(texts)
    texts_marked = {marked(text) for text in listed} - {""}
    taken: set[str] = set()
    results = []
    for text in listed:
        letter = marked(text)
        if letter in taken:
            text = _mark_other_letter(text, taken | texts_marked)
        taken.add(marked(text))
        results.append(text)
    return results


def marked(text: str) -> str:
    """Return the marked letter in lower case; empty for none."""
    mark = re.search(r"&(\w)", text.replace("&&", ""))
    return mark[1].casefold() if mark else ""


def _mark_other_letter(text: str, used: set[str]) -> str:
    plain = MARK.sub("", text.replace("&&", "\0"))
    starts = [match.start() for match in re.finditer(r"\b\w", plain)]
    positions = [*starts, *(at for at, sign in enumerate(plain) if sign.isalnum())]
    free = next((at for at in positions if plain[at].casefold() not in used), -1)
    if free >= 0:
        plain = f"{plain[:free]}&{plain[free:]}"
    return plain.replace("\0", "&&")


def with_keys(text: str, keys: str) -> str:
    """Return an entry's text with its keys at the right edge, in the form of Qt's menus. GUI thread.

    ``keys`` are written as for QKeySequence, "Ctrl+Enter"; the entry itself does not react to them.
    """
    return f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}"


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
    """Return the control in a part that Tab comes to first; the part itself where there is none."""
    stops = (
        stop
        for stop in _stops(part)
        if stop.focusPolicy() & Qt.FocusPolicy.TabFocus
        and _contains(part, stop)
        and stop.isEnabled()
        and stop.isVisibleTo(part)
    )
    return next(stops, part)


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


def announce(about: QObject, text: str, *, urgent: bool = False) -> None:
    """Have ``text`` read aloud, after what is being read or, if ``urgent``, at once. GUI thread.

    Nothing is sent without an active screen reader, or for an empty text.
    """
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(about, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class LettersElsewhere:
    """A list in which letters choose no row. They go to its window as keys that nothing took."""

    def keyboardSearch(self, typed: str) -> None:
        assert isinstance(self, QWidget)
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, typed)
        QApplication.sendEvent(self.window(), event)


def is_stray_letter(event: QKeyEvent) -> bool:
    """Tell whether a key types a sign, with which a search can begin."""
    modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    typed = event.text()
    # AltGr types signs such as @ on many keyboards, and arrives as Ctrl and Alt on Windows
    alt_gr = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return (
        bool(typed.strip()) and typed.isprintable() and modifiers in (Qt.KeyboardModifier.NoModifier, alt_gr)
    )
