"""Puts quotations on the clipboard, and copies whatever is open on the search page by one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from briefbank.exports.quotations import CitedQuotation, of_hit, to_html, to_text
from ui.i18n.translate import tr

if TYPE_CHECKING:
    from ui.features.search.view import SearchPage


def put(quoted: CitedQuotation) -> None:
    """Copy as plain text, and as rich text for word processors: the program that takes it chooses."""
    data = QMimeData()
    data.setText(to_text(quoted))
    data.setHtml(to_html(quoted))
    QGuiApplication.clipboard().setMimeData(data)


class PassageCopier(QObject):
    """The action of the key: it copies selected text, else the passage that is open, else the chosen
    result."""

    told = Signal(str)

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page)
        self._page = page

    def copy_open(self) -> None:
        reader, results = self._page.reader, self._page.results.list
        focused = QApplication.focusWidget()
        if focused is not None and reader.summary.isAncestorOf(focused):
            self.told.emit(tr("A summary cannot be copied. Go to the pages first (F6)."))
            return
        row = results.current_row()
        if reader.document is not None and not reader.canvas.selector.is_empty:
            reader.copy_selected()
        elif reader.hit is not None:
            put(of_hit(reader.hit))
            self.told.emit(tr("The passage that is open was copied with its citation."))
        elif reader.document is None and row >= 0 and results.results.hit_at(row) is not None:
            self._page.copy(row)
        elif reader.document is not None:
            self.told.emit(tr("Select text in the pages first; it is then copied with its citation."))
        else:
            self.told.emit(tr("There is nothing to copy: open a passage first."))
