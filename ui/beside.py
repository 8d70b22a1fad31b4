"""The keys and wishes that concern the reader in use, or the second one beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from briefbank.models import Document, Hit
from ui.models.hits import HIT_ROLE
from ui.pages import SEARCH
from ui.side_by_side import SideBySide
from ui.widgets.result_list import ResultList

if TYPE_CHECKING:
    from ui.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


class Beside(QObject):
    """Opens results and documents in the other reader, and finds in the document that is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        results = window.search_page.results
        for shown in (results.list, results.outside.list):
            shown.installEventFilter(self)
            shown.beside_wanted.connect(lambda row, shown=shown: self.open_hit(shown.results.hit(row)))
        window.documents.beside_wanted.connect(self.open_document)
        self._room = SideBySide(window.search_page)

    def open_hit(self, hit: Hit) -> None:
        """The keyboard stays in the results, as long as there is room for them."""
        self._window.search_page.readers.open_hit_beside(hit)
        self._room.show_both()

    def open_document(self, document: Document) -> None:
        self._window.show_page(SEARCH)
        self._window.search_page.readers.open_document_beside(document)
        self._room.show_both()

    def find(self) -> None:
        """Ctrl+F: in the document that is open before one; without one, in the library."""
        page = self._window.search_page
        if page.isVisible() and page.reader.document is not None:
            page.reader.finding.open()
        else:
            self._window.focus_search()

    def find_step(self, by: int) -> None:
        """F3: the next place (1) or the one before (-1) of what is looked for in the document."""
        page = self._window.search_page
        if page.isVisible() and page.reader.document is not None:
            page.reader.finding.step(by)

    def toggle(self) -> None:
        """F8."""
        if self._window.pages.currentIndex() != SEARCH:
            self._window.show_page(SEARCH)
        page = self._window.search_page
        page.readers.toggle()
        if page.reader.document is None:
            self._choose()

    def _choose(self) -> None:
        """The keyboard goes to where one chooses what to read."""
        page = self._window.search_page
        if page.results.model.rowCount():
            page.focus_results()
        else:
            page.focus_search()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Enter on a chosen result opens it beside; whatever the page does with that key elsewhere."""
        if isinstance(watched, ResultList) and isinstance(event, QKeyEvent) and _asks(event):
            hit = watched.currentIndex().data(HIT_ROLE)
            if hit is not None:
                event.accept()  # where it is asked whether the key is a shortcut: here it is none
                if event.type() == QEvent.Type.KeyPress:
                    self.open_hit(hit)
                return True
        return super().eventFilter(watched, event)


def _asks(event: QKeyEvent) -> bool:
    kinds = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
    entered = event.type() in kinds and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return entered and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == CONTROL
