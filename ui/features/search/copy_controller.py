"""Copies whatever is open on the search page by one key."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from briefbank.exports.quotations import of_hit
from ui.features.search.controller import SearchController
from ui.i18n.translate import tr
from ui.shared import copying


class CopyController(QObject):
    """The action of the key: it copies selected text, else the passage that is open, else the chosen
    result."""

    status = Signal(str)

    def __init__(self, search: SearchController) -> None:
        super().__init__(search)
        self._search = search

    def copy_open(self) -> None:
        reader, results = self._search.reader, self._search.view.results.list
        focused = QApplication.focusWidget()
        if focused is not None and reader.view.summary.isAncestorOf(focused):
            self.status.emit(tr("A summary cannot be copied. Go to the pages first (F6)."))
            return
        row = results.current_row()
        if reader.document is not None and not reader.view.canvas.selector.is_empty:
            reader.copy_selected()
        elif reader.hit is not None:
            copying.put(of_hit(reader.hit))
            self.status.emit(tr("The passage that is open was copied with its citation."))
        elif reader.document is None and row >= 0 and results.results.hit_at(row) is not None:
            self._search.results.copy(row)
        elif reader.document is not None:
            self.status.emit(tr("Select text in the pages first; it is then copied with its citation."))
        else:
            self.status.emit(tr("There is nothing to copy: open a passage first."))
