"""Hands over from the window in which one can type at once to the main window, so that no typed text is lost.

While the main window is being made no event is handled: keys then wait for the first window, and so do keys
until the system has given the keyboard to the new one. Both windows are there until then, one over the other,
and the first sends on what it still gets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from ui.shared import window_state
from ui.shared.pages import SEARCH
from ui.window.opening import OpeningWindow

if TYPE_CHECKING:
    from ui.main_window import MainWindow

LATEST_MS = 500
"""The time after which the first window closes also where the system does not activate the other, since
whoever has gone on with another program must not find two."""
TYPED = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.InputMethod)


class Handover(QObject):
    """The change from the first window to the main window; lives until the first is closed. GUI thread."""

    def __init__(self, first: OpeningWindow, window: MainWindow) -> None:
        super().__init__(window)
        self._first, self._window = first, window
        self._ended = False
        self._field = window.search_page.bar.field
        window_state.stand_alike(window, first)
        window.show()
        self._move_text()
        for watched in (first, first.field, window):
            watched.installEventFilter(self)
        QTimer.singleShot(LATEST_MS, self, self._end)

    def _move_text(self) -> None:
        """Move the text of the first box, if any, to the search page; else the page that was shown last
        stays."""
        self._first.field.finish_composing()
        if self._first.field.text():
            self._to_box()
            self._window.search_page.bar.take_over(self._first.field.typed(), entered=self._first.entered)

    def _to_box(self) -> None:
        if self._window.pages.currentIndex() != SEARCH:
            self._window.show_page(SEARCH)
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._first.field and kind in TYPED:
            self._to_box()
            QApplication.sendEvent(self._field, event)
            return True
        if watched is self._window and kind == QEvent.Type.WindowActivate:
            QTimer.singleShot(0, self, self._end)
        elif watched is self._window and kind == QEvent.Type.Close:
            self._end()
        elif watched is self._first and kind == QEvent.Type.Close:
            self._window.close()  # the person wanted to end the program
        return False

    def _end(self) -> None:
        """Close the first window, after the other was shown: the last to close ends the program."""
        if self._ended:
            return
        self._ended = True
        for watched in (self._first, self._first.field, self._window):
            watched.removeEventFilter(self)
        self._first.close()
        self._first.deleteLater()
        self.deleteLater()
