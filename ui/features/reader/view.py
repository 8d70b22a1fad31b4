"""The widgets of the reader and their layout: bands above, a panel and the pages below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.features.reader.attachment_line import AttachmentLine
from ui.features.reader.head import ReaderHead
from ui.features.reader.law_line import LawLine
from ui.features.reader.link_dialog import LinkDialog
from ui.features.reader.linked_canvas import LinkedCanvas
from ui.features.reader.page_bar import PageBar
from ui.features.reader.side_panel import ReaderSide
from ui.features.summary.view import SummaryPanel
from ui.kit.controls import Notice, push_button
from ui.kit.tab_order import set_tab_order_of_parts
from ui.shared.message_pane import MessagePane

SIDE_WIDTH = 196  # The width of the panel beside the pages until a person changes it
PAGE_HEIGHT = 240  # The height that an open summary leaves to the pages below; in a low window both have half


class ReaderView(QFrame):
    """A view of one document; its controller opens documents in it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reader")
        self.setMinimumWidth(360)
        self.head, self.law, self.bar = ReaderHead(), LawLine(), PageBar()
        self.attachments = AttachmentLine()
        self.summary = SummaryPanel()
        self.notice = Notice(left=18)
        self._find_slot = QVBoxLayout()
        self.side, self.canvas = ReaderSide(), LinkedCanvas()
        self.side_slot = QWidget()
        """The place beside the pages for the panel, which goes out of it where there is no room."""
        self.message = MessagePane()
        self.act = push_button("")
        self.middle = self._make_middle()
        self._states = QStackedWidget()
        self.message.add_below(self.act, narrow=True)
        self._states.addWidget(self.message)
        self._states.addWidget(self._make_inside())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._states)
        self.middle.installEventFilter(self)
        self._connect()

    def _make_middle(self) -> QSplitter:
        middle = QSplitter(Qt.Orientation.Horizontal)
        column = QVBoxLayout(self.side_slot)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.side)
        middle.addWidget(self.side_slot)
        middle.addWidget(self.canvas)
        middle.setStretchFactor(0, 0)
        middle.setStretchFactor(1, 1)
        middle.setChildrenCollapsible(False)
        middle.setHandleWidth(1)
        middle.setSizes([SIDE_WIDTH, 10 * SIDE_WIDTH])
        return middle

    def _make_inside(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.attachments, self.law, self.bar, self.summary, self.notice):
            column.addWidget(part)
        column.addLayout(self._find_slot)
        column.addWidget(self.middle, 1)
        return inside

    def _connect(self) -> None:
        head, canvas = self.head, self.canvas
        head.smaller.clicked.connect(canvas.zoom_out)
        head.larger.clicked.connect(canvas.zoom_in)
        head.fit.clicked.connect(canvas.fit_width)
        head.turn.clicked.connect(lambda: canvas.turn(1))
        head.zoom.zoom_wanted.connect(canvas.set_zoom)
        head.zoom.width_wanted.connect(canvas.fit_width)
        head.zoom.page_wanted.connect(canvas.fit_page)
        head.zoom.turn_wanted.connect(canvas.turn)
        canvas.zoom_changed.connect(head.zoom.show_zoom)
        canvas.link_wanted.connect(lambda link: LinkDialog(link, self).open())
        self.bar.page_chosen.connect(canvas.jump)

    def put_find_bar(self, bar: QWidget) -> None:
        """Place the find bar between the bands and the pages, also in the Tab order."""
        self._find_slot.addWidget(bar)
        set_tab_order_of_parts(self.summary, self.notice, bar, self.middle)

    def show_pages(self) -> None:
        """Show the document, or the empty place while it is being opened."""
        self._states.setCurrentIndex(1)

    def show_message(self, icon: str, title: str, text: str, action: str = "") -> None:
        """Show a message in place of the pages, with a button for its action."""
        self.message.say(icon, title, text)
        self.act.setText(action)
        self.act.setAccessibleName(action)
        self.act.setVisible(bool(action))
        self._states.setCurrentIndex(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the height anew when that of the pages changed, with the window or with the bands."""
        if event.type() == QEvent.Type.Resize and watched is self.middle:
            self._share_height()
        return super().eventFilter(watched, event)

    def _share_height(self) -> None:
        """Share the height between the summary and the pages; their total depends on neither."""
        body = self.summary.body
        both = self.middle.height() + (body.height() if self.summary.is_open else 0)
        self.summary.set_room(min(self.height() // 2, max(both // 2, both - PAGE_HEIGHT)))
