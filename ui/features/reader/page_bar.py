"""The bar above the pages of a document that has doubtful pages, text under black boxes, or attached files.

It keeps its height from page to page: a bar that came and went would move the pages that it describes.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.pages import Page
from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.kit.restyle import restyle
from ui.shared import wording

LEFT, RIGHT = 18, 12
NAMED = 12  # The most pages listed by number
HIDDEN = tr(
    "Text that cannot be seen on this page, such as text under black boxes, was left out of the search. "
    "Anyone who has the file can still copy it."
)
ATTACHED_ONE = tr(
    "A file is attached to this document and was not read. To have it searched, open the document in another "
    "program (Ctrl+E), save the file there, and add it."
)
ATTACHED_SEVERAL = tr(
    "{number} files are attached to this document and were not read. To have them searched, open the "
    "document in another program (Ctrl+E), save the files there, and add them."
)


class PageBar(QFrame):
    """Shows what should be known about the page in view, and offers to read it again."""

    again_wanted = Signal()
    page_chosen = Signal(int)  # The next page (0-based) that has a remark

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageBar")
        self._remarks: dict[int, str] = {}
        self._scanned: set[int] = set()
        self._page = 0
        self.text = label("", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.next, self.again = link_button(tr("Next such page")), link_button(tr("Read again…"))
        self.again.setToolTip(tr("Recognise the text once more, in another way (Ctrl+R)"))
        self._column = column = QVBoxLayout(self)
        row = QHBoxLayout()
        column.setContentsMargins(LEFT, 7, RIGHT, 3)
        column.setSpacing(1)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        row.addWidget(self.next)
        row.addWidget(self.again)
        column.addWidget(self.text)
        column.addLayout(row)
        self.again.clicked.connect(self.again_wanted)
        self.next.clicked.connect(lambda: self.page_chosen.emit(self._next_page()))
        self.hide()

    def show_pages(self, pages: Sequence[Page], attached: int = 0) -> None:
        """Take the pages of the open document and the number of files attached to it; hide the bar if there
        are no remarks."""
        self._remarks = {page.index: text for page in pages if (text := remark(page))}
        if attached:
            attachments = wording.counted(attached, ATTACHED_ONE, ATTACHED_SEVERAL)
            self._remarks[0] = " ".join(filter(None, (attachments, self._remarks.get(0, ""))))
        self._scanned = {page.index for page in pages if page.engine}
        self.setVisible(bool(self._remarks))
        self._fix_height()

    def show_page(self, page: int) -> None:
        self._page = page
        if not self._remarks:
            return
        remark = self._remarks.get(page, "")
        restyle(self, quiet=not remark)
        self.text.setText(remark or _other_pages_text(sorted(self._remarks)))
        self.again.setEnabled(page in self._scanned)
        self.next.setEnabled(set(self._remarks) != {page})

    def remark(self, page: int) -> str:
        return self._remarks.get(page, "")

    def first(self) -> int | None:
        """Return the first page that has a remark."""
        return min(self._remarks, default=None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fix_height()

    def _fix_height(self) -> None:
        """Set the height to that of the longest remark at this width."""
        texts = [*self._remarks.values(), _other_pages_text(sorted(self._remarks))]
        room = QRect(0, 0, self.width() - LEFT - RIGHT, 10_000)
        wrap = Qt.TextFlag.TextWordWrap
        self.text.setFixedHeight(
            max(self.text.fontMetrics().boundingRect(room, wrap, text).height() for text in texts) + 2
        )
        # At once: the layout itself would follow one event later.
        self.setFixedHeight(self._column.totalSizeHint().height())

    def _next_page(self) -> int:
        return min((page for page in self._remarks if page > self._page), default=min(self._remarks))


def remark(page: Page) -> str:
    """Return what a person should know about a page before relying on its text; empty for most pages."""
    sentences = []
    if page.doubtful and page.confidence is not None:
        doubt = tr(
            "This page was read by {engine} with little certainty ({share} %). "
            "Compare the words with the page."
        )
        engine = page.engine or tr("text recognition")
        sentences.append(doubt.format(engine=engine, share=round(page.confidence * 100)))
    if page.hidden:
        sentences.append(HIDDEN)
    return " ".join(sentences)


def _other_pages_text(pages: Sequence[int]) -> str:
    shown = ", ".join(str(page + 1) for page in pages[:NAMED])
    if len(pages) == 1:
        return tr("Nothing to note on this page. To look at: file page {pages}.").format(pages=shown)
    if len(pages) <= NAMED:
        return tr("Nothing to note on this page. To look at: file pages {pages}.").format(pages=shown)
    text = tr("Nothing to note on this page. To look at: file pages {pages} and {count} others.")
    return text.format(pages=shown, count=len(pages) - NAMED)
