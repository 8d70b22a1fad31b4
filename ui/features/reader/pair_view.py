"""One reader, or two side by side, each below a strip that says whether results open in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout

from ui.features.reader.page_geometry import LEGIBLE
from ui.features.reader.view import ReaderView
from ui.i18n.translate import tr
from ui.kit.controls import IconButton, label
from ui.kit.restyle import restyle
from ui.kit.tab_order import set_tab_order_of_parts


class ReaderPane(QFrame):
    """A reader and, while there are two, a strip above it that says in which one results open."""

    close_wanted = Signal()

    def __init__(self, reader: ReaderView, name: str) -> None:
        super().__init__()
        self._name = name
        self.setObjectName("readerPlace")
        self.strip = QFrame()
        self.strip.setObjectName("readerStrip")
        self.says = label("")
        self.close_button = IconButton("clear", tr("Close {name}").format(name=name))
        self.close_button.clicked.connect(self.close_wanted)
        row = QHBoxLayout(self.strip)
        row.setContentsMargins(18, 1, 10, 1)
        row.addWidget(self.says, 1)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(reader, 1)
        self.strip.hide()

    def show_state(self, *, two: bool, active: bool) -> None:
        """Show whether there are ``two`` readers, and whether this is the ``active`` one, where the next
        result opens."""
        text = tr("{name}: results open here").format(name=self._name) if active else self._name
        self.says.setText(text)
        self.setAccessibleName(text if two else "")
        for part in (self.strip, self.says):
            restyle(part, active=active)
        self.strip.setVisible(two)


class ReaderPairView(QSplitter):
    """The panes of the readers created so far; the second may be hidden."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.panes: list[ReaderPane] = []
        self.share = 0.5
        """The first reader's share of the width when there are two."""
        self.splitterMoved.connect(self._splitter_moved)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)

    def add_reader(self, reader: ReaderView) -> ReaderPane:
        """Add the pane of a reader at the right."""
        pane = ReaderPane(reader, tr("Second brief") if self.panes else tr("First brief"))
        self.panes.append(pane)
        self.addWidget(pane)
        set_tab_order_of_parts(*self.panes)
        return pane

    @property
    def least_width(self) -> int:
        """The width that two readers side by side need."""
        return sum(max(LEGIBLE, pane.minimumSizeHint().width()) for pane in self.panes)

    def show_state(self, active: int, *, two: bool, alone: bool) -> None:
        """Show the active reader, or both where there are ``two`` that need not stand ``alone``."""
        both = two and not alone
        for number, pane in enumerate(self.panes):
            pane.show_state(two=two, active=number == active)
            pane.setVisible(number == active or both)
        if both:
            self.setSizes([round(self.share * 1000), round((1 - self.share) * 1000)])

    def _splitter_moved(self) -> None:
        first, second = self.sizes()
        self.share = first / max(1, first + second)
