"""Shows two briefs, or the results and one brief, in a window too narrow for the results and two briefs.

The keyboard focus decides: on a page, both briefs stand beside each other; in the search box or the results,
these are there, with the brief in use. Nothing is closed by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from ui.features.search.controller import SearchController

WELL_READ = 480  # The width at which a page of a brief is easy to read


class SideBySide(QObject):
    """A watcher of the keyboard focus and the width of the search page."""

    def __init__(self, search: SearchController) -> None:
        super().__init__(search)
        page = search.view
        self._page, self._readers, self._results = page, search.readers, page.left
        self._reading = False
        self._arranging = False
        self._before: list[int] | None = None
        """The sizes of results and readers before the second reader was opened."""
        page.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)
        self._readers.changed.connect(self._arrange)

    def show_both(self) -> None:
        """Show both briefs after one was opened beside the other; where there is no room, the results give
        way."""
        if self._is_narrow() and self._readers.active.document is not None:
            self._readers.active.view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Follow the focus. Elsewhere than on this page, and in menus and dialogs, it changes nothing."""
        if now is None or not self._page.isAncestorOf(now):
            return
        self._reading = self._page.readers.isAncestorOf(now)
        self._arrange()

    def _is_narrow(self) -> bool:
        least = max(self._results.minimumWidth(), self._results.minimumSizeHint().width())
        return self._readers.are_two and self._page.width() < least + self._page.readers.least_width

    def _arrange(self) -> None:
        if self._arranging:
            return
        self._arranging = True
        narrow = self._is_narrow()
        briefs = narrow and self._reading and self._readers.active.document is not None
        if briefs:
            self._results.hide()
        self._readers.show_alone(narrow and not briefs)
        if not briefs:
            self._results.show()
        self._make_room(wide=self._readers.are_two and not narrow)
        self._arranging = False

    def _make_room(self, *, wide: bool) -> None:
        """Give two readers the room that they need, once; one alone gives it back to the results."""
        splitter = self._page.splitter
        if wide and self._before is None:
            self._before = results, readers = splitter.sizes()
            kept = max(self._results.minimumWidth(), min(results, results + readers - 2 * WELL_READ))
            splitter.setSizes([kept, results + readers - kept])
        elif not self._readers.are_two and self._before is not None:
            splitter.setSizes(self._before)
            self._before = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._arrange()
        return super().eventFilter(watched, event)
