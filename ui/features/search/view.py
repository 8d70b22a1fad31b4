"""The search page: the search box above, results left, readers right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.features.reader.pair_view import ReaderPairView
from ui.features.search.bar import SearchBar
from ui.features.search.first_use import FirstSteps
from ui.features.search.left_half import LeftHalf
from ui.features.search.results_view import ResultsView
from ui.features.search.start_view import StartView
from ui.kit.tab_order import set_tab_order_of_parts


class SearchView(QWidget):
    """The parts of the search page; or, while the library is empty, how to begin."""

    steps_shown = Signal()  # The first steps appeared; what they say of this computer has to be found out

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library_empty = self._files_left = self._empty = self._steps_wanted = False
        self.setObjectName("page")
        self.bar = SearchBar()
        self.begin, self.results = StartView(), ResultsView()
        self.left = LeftHalf(self.begin, self.results)
        self.readers = ReaderPairView()
        self.first_use = FirstSteps()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.left)
        self.splitter.addWidget(self.readers)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(0, 4)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes([340, 360])
        self._stack = QStackedWidget()
        self._stack.addWidget(self.splitter)
        self._stack.addWidget(self.first_use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._stack, 1)
        set_tab_order_of_parts(self.bar, self.left, self.readers)
        self.bar.left_downwards.connect(self.focus_results)
        self.results.list.left_upwards.connect(self.focus_search)

    def set_library_empty(self, empty: bool) -> None:
        """Show how to begin instead of the results, or the other way round."""
        self._library_empty = empty
        self._update_empty()

    def set_files_left(self, files: int) -> None:
        """Follow the number of files that wait to be read: with any, a library is not shown as empty. Once
        none is left, ``set_library_empty`` follows and says what became of them."""
        self._files_left = files > 0
        if self._files_left:
            self._update_empty()

    def _update_empty(self) -> None:
        self._empty = self._library_empty and not self._files_left
        self.first_use.set_empty(self._empty)
        self.show_steps(self._steps_wanted)

    def show_steps(self, shown: bool) -> None:
        """Show or close the first steps; an empty library shows them in any case."""
        before = self._stack.currentIndex()
        self._steps_wanted = shown and not self._empty
        self._stack.setCurrentIndex(1 if shown or self._empty else 0)
        if self._stack.currentIndex() > before:
            self.steps_shown.emit()

    def focus_search(self) -> None:
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def focus_results(self) -> None:
        if not self.results.model.rowCount():
            return
        shown = self.results.list
        if shown.current_row() < 0:  # first, since Qt would choose the first row with the focus
            shown.choose(1 if shown.results.line(0) is not None and shown.results.rowCount() > 1 else 0)
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)
