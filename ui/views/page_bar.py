"""The quiet bar above pages of a document that has doubtful pages or text under black boxes.

It keeps its height from page to page: a bar that came and went would move the very pages it speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.models import Page
from ui import words
from ui.tongue import tr
from ui.widgets.controls import label, link_button

LEFT, RIGHT = 18, 12
NAMED = 12
"""Pages named by their numbers at most."""
HIDDEN = tr(
    "Text under black boxes on this page was left out of the search. "
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
    """Says what should be known of the page that is shown, and offers to read it again."""

    again_wanted = Signal()
    page_chosen = Signal(int)
    """The next page (0-based) of which there is something to say."""

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
        self.next.clicked.connect(lambda: self.page_chosen.emit(self._next()))
        self.hide()

    def show_pages(self, pages: Sequence[Page], attached: int = 0) -> None:
        """The pages of the document that is open, and how many files are attached to it; without anything to
        speak of the bar is not shown."""
        self._remarks = {page.index: text for page in pages if (text := remark(page))}
        if attached:
            said = words.counted(attached, ATTACHED_ONE, ATTACHED_SEVERAL)
            self._remarks[0] = " ".join(filter(None, (said, self._remarks.get(0, ""))))
        self._scanned = {page.index for page in pages if page.engine}
        self.setVisible(bool(self._remarks))
        self._fix_height()

    def show_page(self, page: int) -> None:
        self._page = page
        if not self._remarks:
            return
        found = self._remarks.get(page, "")
        self.setProperty("quiet", not found)
        self.style().polish(self)
        self.text.setText(found or _elsewhere(sorted(self._remarks)))
        self.again.setEnabled(page in self._scanned)
        self.next.setEnabled(set(self._remarks) != {page})

    def remark(self, page: int) -> str:
        return self._remarks.get(page, "")

    def first(self) -> int | None:
        """The first page of which there is something to say."""
        return min(self._remarks, default=None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fix_height()

    def _fix_height(self) -> None:
        """As high as the longest of what it has to say here."""
        said = [*self._remarks.values(), _elsewhere(sorted(self._remarks))]
        room = QRect(0, 0, self.width() - LEFT - RIGHT, 10_000)
        wrap = Qt.TextFlag.TextWordWrap
        self.text.setFixedHeight(
            max(self.text.fontMetrics().boundingRect(room, wrap, text).height() for text in said) + 2
        )
        self.setFixedHeight(self._column.totalSizeHint().height())  # at once: a layout follows a turn later

    def _next(self) -> int:
        return min((page for page in self._remarks if page > self._page), default=min(self._remarks))


def remark(page: Page) -> str:
    """What a person should know of a page before relying on its text; empty for most."""
    said = []
    if page.doubtful and page.confidence is not None:
        doubt = tr(
            "This page was read by {engine} with little certainty ({share} %). "
            "Compare the words with the page."
        )
        engine = page.engine or tr("text recognition")
        said.append(doubt.format(engine=engine, share=round(page.confidence * 100)))
    if page.hidden:
        said.append(HIDDEN)
    return " ".join(said)


def _elsewhere(pages: Sequence[int]) -> str:
    shown = ", ".join(str(page + 1) for page in pages[:NAMED])
    if len(pages) == 1:
        return tr("Nothing to note on this page. To look at: file page {pages}.").format(pages=shown)
    if len(pages) <= NAMED:
        return tr("Nothing to note on this page. To look at: file pages {pages}.").format(pages=shown)
    said = tr("Nothing to note on this page. To look at: file pages {pages} and {count} others.")
    return said.format(pages=shown, count=len(pages) - NAMED)
