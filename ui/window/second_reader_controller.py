"""The keys and requests that concern the reader in use, or the second one beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from ui.features.search.model import HIT_ROLE
from ui.features.search.result_list import ResultList
from ui.shared.pages import SEARCH
from ui.window.side_by_side import SideBySide

if TYPE_CHECKING:
    from ui.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


class SecondReaderController(QObject):
    """The controller that opens results and documents in the other reader, and finds in the open document."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        results = window.search_page.results
        for shown in (results.list, results.outside.list):
            shown.installEventFilter(self)
            shown.other_reader_wanted.connect(lambda row, shown=shown: self.open_hit(shown.results.hit(row)))
        window.library_list.beside_wanted.connect(self.open_document)
        self._side_by_side = SideBySide(window.search)

    def open_hit(self, hit: Hit) -> None:
        """Open a hit in the other reader. The keyboard stays in the results, as long as there is room for
        them."""
        self._window.search.readers.open_hit_in_other(hit)
        self._side_by_side.show_both()

    def open_document(self, document: Document) -> None:
        self._window.show_page(SEARCH)
        self._window.search.readers.open_document_in_other(document)
        self._side_by_side.show_both()

    def find(self) -> None:
        """Find in the document that is open; without one, in the library (Ctrl+F)."""
        reader = self._window.search.reader
        if self._window.search_page.isVisible() and reader.document is not None:
            reader.find.open()
        else:
            self._window.focus_search()

    def find_step(self, by: int) -> None:
        """Go to the next match in the document (1) or the one before (-1) (F3)."""
        reader = self._window.search.reader
        if self._window.search_page.isVisible() and reader.document is not None:
            reader.find.step(by)

    def toggle(self) -> None:
        """Open or close the second reader (F8)."""
        if self._window.pages.currentIndex() != SEARCH:
            self._window.show_page(SEARCH)
        search = self._window.search
        search.readers.toggle()
        if search.reader.document is None:
            self._choose()

    def _choose(self) -> None:
        """Give the keyboard to the list or box where a person chooses what to read."""
        page = self._window.search_page
        if page.results.model.rowCount():
            page.focus_results()
        else:
            page.focus_search()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open a chosen result beside on Ctrl+Enter, whatever the page does with that key elsewhere."""
        if isinstance(watched, ResultList) and isinstance(event, QKeyEvent) and _asks(event):
            hit = watched.currentIndex().data(HIT_ROLE)
            if hit is not None:
                event.accept()  # answers ShortcutOverride: the key is no shortcut here
                if event.type() == QEvent.Type.KeyPress:
                    self.open_hit(hit)
                return True
        return super().eventFilter(watched, event)


def _asks(event: QKeyEvent) -> bool:
    kinds = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
    entered = event.type() in kinds and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return entered and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == CONTROL
