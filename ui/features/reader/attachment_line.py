"""The line under the head of the reader: what the document is attached to, and what is attached to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QVBoxLayout, QWidget

from briefbank.domain.documents import Attachments, Document
from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.kit.directions import isolated
from ui.kit.flow_row import FlowRow
from ui.shared import wording

MOST_LINKS = 5  # The number of documents that are named in the line; a menu has all
LONGEST_NAME = 48


class AttachmentLine(QFrame):
    """The line; hidden while there is nothing to show."""

    document_wanted = Signal(object)  # A Document whose link was clicked
    add_wanted = Signal()  # The files attached inside the open PDF are to be added

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lawLine")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(18, 5, 12, 5)
        self._column.setSpacing(2)
        self._rows: list[FlowRow] = []
        self.links: list[QPushButton] = []
        """The links in the line, in order."""
        self.forget()

    def forget(self) -> None:
        """Clear the line, because another document is being opened."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()  # it is deleted later, and would be drawn until then
            row.deleteLater()
        self._rows, self.links = [], []
        self.hide()

    def show_attachments(self, document: Document, attachments: Attachments) -> None:
        """Show the links to what a document hangs together with."""
        self.forget()
        if attachments.attached_to:
            self._add_row(tr("Attached to:"), self._links(attachments.attached_to, wording.title))
        if attachments.no_longer_here and not attachments.attached_to:
            self._add_row(tr("It was attached to a mail or PDF that is no longer in the library."), ())
        if attachments.files:
            self._add_row(
                tr("Attachments:"), self._links(attachments.files, lambda document: document.file_name)
            )
        waiting = document.attached - len(attachments.files)
        if waiting > 0 and document.suffix == ".pdf":
            one, many = (
                tr("1 file is attached inside this PDF."),
                tr("{number} files are attached inside this PDF."),
            )
            add = self._link(tr("Add to the library"), self.add_wanted.emit)
            self._add_row(wording.counted(document.attached, one, many), (add,))
        self.setVisible(bool(self._rows))

    def _add_row(self, words: str, links: Iterable[QPushButton]) -> None:
        row = FlowRow((6, 10), 2)
        row.add(label(words, role="muted"))
        for link in links:
            row.add(link)
            self.links.append(link)
        self._rows.append(row)
        self._column.addWidget(row)

    def _links(self, documents: Sequence[Document], name: Callable[[Document], str]) -> list[QPushButton]:
        named = documents if len(documents) <= MOST_LINKS else documents[: MOST_LINKS - 1]
        made = [
            self._link(name(document), partial(self.document_wanted.emit, document)) for document in named
        ]
        if rest := documents[len(named) :]:
            more = self._link(tr("{number} more…").format(number=len(rest)), lambda: None)
            menu = QMenu(more)
            for document in rest:
                text = _short(name(document)).replace("&", "&&")
                menu.addAction(text).triggered.connect(partial(self._wanted, document))
            more.clicked.connect(lambda: menu.popup(more.mapToGlobal(more.rect().bottomLeft())))
            made.append(more)
        return made

    def _wanted(self, document: Document, _checked: bool = False) -> None:
        self.document_wanted.emit(document)

    @staticmethod
    def _link(text: str, action: Callable[[], object]) -> QPushButton:
        made = link_button(_short(text).replace("&", "&&"), flush=True)
        made.setAccessibleName(text)
        if len(text) > LONGEST_NAME:
            made.setToolTip(text)
        made.clicked.connect(lambda: action())
        return made


def _short(text: str) -> str:
    """Return a name with its beginning and its end, where the extension is."""
    half = LONGEST_NAME // 2
    return isolated(
        text if len(text) <= LONGEST_NAME else f"{text[:half].rstrip()} … {text[-half + 3 :].lstrip()}"
    )
