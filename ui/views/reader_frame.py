"""What the reader is made of, and how it is laid out: bands above, a panel and the pages below them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.views.law_line import LawLine
from ui.views.page_bar import PageBar
from ui.views.reader_head import ReaderHead
from ui.views.reader_side import ReaderSide
from ui.views.summary_panel import SummaryPanel
from ui.widgets.controls import Notice, push_button
from ui.widgets.linked_canvas import LinkedCanvas
from ui.widgets.message_pane import MessagePane
from ui.widgets.tab_order import line_up_parts

SIDE_WIDTH = 196
"""Of the panel beside the pages, until a person makes it another."""
PAGE_HEIGHT = 240
"""What an open summary leaves to the pages below it; in a low window both have half."""


class ReaderFrame(QFrame):
    """Widgets alone; what they do is the reader's affair."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reader")
        self.setMinimumWidth(360)
        self.head, self.law, self.bar = ReaderHead(), LawLine(), PageBar()
        self.summary = SummaryPanel()
        self.notice = Notice(left=18)
        self._find_slot = QVBoxLayout()
        self.side, self.canvas = ReaderSide(), LinkedCanvas()
        self.message = MessagePane()
        self.act = push_button("")
        self.middle = self._made_middle()
        self._states = QStackedWidget()
        self.message.add_below(self.act, narrow=True)
        self._states.addWidget(self.message)
        self._states.addWidget(self._made_inside())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._states)
        self.middle.installEventFilter(self)

    def _made_middle(self) -> QSplitter:
        middle = QSplitter(Qt.Orientation.Horizontal)
        middle.addWidget(self.side)
        middle.addWidget(self.canvas)
        middle.setStretchFactor(0, 0)
        middle.setStretchFactor(1, 1)
        middle.setChildrenCollapsible(False)
        middle.setHandleWidth(1)
        middle.setSizes([SIDE_WIDTH, 10 * SIDE_WIDTH])
        return middle

    def _made_inside(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.law, self.bar, self.summary, self.notice):
            column.addWidget(part)
        column.addLayout(self._find_slot)
        column.addWidget(self.middle, 1)
        return inside

    def put_find_bar(self, bar: QWidget) -> None:
        """Between the bands and the pages, for the eye and for the Tab key: what finds in the document."""
        self._find_slot.addWidget(bar)
        line_up_parts(self.summary, self.notice, bar, self.middle)

    def show_pages(self) -> None:
        """The document, or the place where it is being opened."""
        self._states.setCurrentIndex(1)

    def show_message(self, icon: str, title: str, text: str, action: str = "") -> None:
        """Words in place of pages, and what can be done about them."""
        self.message.say(icon, title, text)
        self.act.setText(action)
        self.act.setAccessibleName(action)
        self.act.setVisible(bool(action))
        self._states.setCurrentIndex(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The pages have another height: the window has, or one of the bands came or went."""
        if event.type() == QEvent.Type.Resize and watched is self.middle:
            self._share_height()
        return super().eventFilter(watched, event)

    def _share_height(self) -> None:
        """Between the summary and the pages; how high they are together depends on neither."""
        body = self.summary.body
        both = self.middle.height() + (body.height() if self.summary.is_open else 0)
        self.summary.set_room(min(self.height() // 2, max(both // 2, both - PAGE_HEIGHT)))
