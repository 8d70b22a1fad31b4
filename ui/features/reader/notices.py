"""What should be known about the open document, in one slim line above its pages: only when there is news.

The line shows the most important note, and unfolds to all of them. It can be closed for the open document; a
note that comes after that opens it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QPushButton, QSizePolicy, QWidget

from briefbank.domain.authorities import LawAsOf, Provision
from briefbank.domain.documents import Attachments, Document
from briefbank.domain.pages import Page
from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, IconButton, IconLabel, label, link_button
from ui.kit.layout import FlowRow, column, row
from ui.kit.text import isolated
from ui.shared import wording
from ui.style.theme import restyle

MOST_ALERTS = 8  # The number of alerts that are shown; the others are counted
MOST_LINKS = 4  # The number of documents that are named in the folded line
LONGEST_NAME = 48
LINK_SPACE = 4  # The space between two links, in pixels
BESIDE = 26 + 16 + 4 * 8  # The margins of the line, its icon and the space between its parts, in pixels
PAGES_NAMED = 12  # The most pages listed by number
HIDDEN = tr(
    "Text that cannot be seen on this page, such as text under black boxes, was left out of the search. "
    "Anyone who has the file can still copy it."
)


class Source(IntEnum):
    """What a note is about, the most important first."""

    FILE = 0
    ALERTS = 1
    PAGE = 2
    LAW = 3
    ATTACHMENTS = 4


@dataclass(frozen=True)
class NoteLink:
    """Words after a note that do something."""

    words: str
    action: Callable[[], object]


@dataclass(frozen=True)
class Note:
    """A sentence and its links."""

    text: str
    links: tuple[NoteLink, ...] = ()
    look: str = ""  # "bad" for a failure, "warn" for a warning, else empty


class Notices(QFrame):
    """The line; hidden while there is nothing to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerNotices")
        self._notes: dict[Source, tuple[Note, ...]] = {}
        self._closed: set[str] = set()
        """The texts that were shown when the line was closed."""
        self._unfolded = False
        self._rows: list[QWidget] = []
        self.icon = IconLabel(16, "warning", "warn")
        self.first = ElidedLabel()
        self._buttons: list[QPushButton] = []
        self.more = link_button("")
        self.close_button = IconButton("clear", tr("Close the notes on this document"))
        self._first_links = row(spacing=LINK_SPACE)
        line = row(self.icon, (self.first, 1), self._first_links, self.more, self.close_button, spacing=8)
        self._all = column(spacing=2)
        lines = column(line, self._all, on=self, margins=(18, 2, 8, 2), spacing=2)
        lines.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # its links give way
        self.more.clicked.connect(self._toggle)
        self.close_button.clicked.connect(self._close)
        self.hide()

    # --- notes ---

    @property
    def links(self) -> list[QPushButton]:
        """The links that are shown, in order."""
        return [button for button in self._buttons if not button.isHidden()]

    @property
    def notes(self) -> list[Note]:
        """All notes, the most important first."""
        return [note for source in sorted(self._notes) for note in self._notes[source]]

    def texts(self) -> list[str]:
        return [note.text for note in self.notes]

    def clear(self) -> None:
        """Forget everything, because another document is opened."""
        self._notes, self._closed, self._unfolded = {}, set(), False
        self._show()

    def put(self, source: Source, *notes: Note) -> None:
        """Replace the notes on one thing."""
        if not notes and not self._notes.get(source):
            return
        self._notes[source] = notes
        if source is Source.PAGE and self._closed:
            self._closed.update(note.text for note in notes)  # another page is no news to who closed the line
        self._show()

    def _close(self) -> None:
        self._closed = set(self.texts())
        self._show()

    def _toggle(self) -> None:
        self._unfolded = not self._unfolded
        self._show()

    # --- display ---

    def _show(self) -> None:
        notes = self.notes
        unfolded = self._unfolded
        focused = next((link.text() for link in self.links if link.hasFocus()), "")
        for part in (*self._buttons, *self._rows):
            part.hide()  # it is deleted later, and would be drawn until then
            part.deleteLater()
        self._buttons, self._rows = [], []
        if not notes or self._closed.issuperset(self.texts()):
            self.hide()
            return
        look = notes[0].look
        self.icon.setVisible(bool(look))
        self.icon.show_icon("warning", look or "muted")
        restyle(self, look=look)
        counted = wording.count(len(notes), tr("note on this document"), tr("notes on this document"))
        self.first.set_whole(counted if unfolded else notes[0].text)
        if unfolded:
            for note in notes:
                self._add_row(note)
        else:
            for link in notes[0].links[:MOST_LINKS]:
                self._first_links.addWidget(self._button(link))
        self.setAccessibleName(" ".join(self.texts()))
        self._show_more()
        self.show()
        for button in self._buttons:
            if focused and button.text() == focused:
                button.setFocus()

    def _show_more(self) -> None:
        """Show the links that the line has room for beside the beginning of its words, and offer to unfold
        where that is not everything."""
        notes = self.notes
        others = len(notes) - 1
        if self._unfolded:
            self.more.setText(tr("Show less"))
        else:
            self.more.setText(tr("and {number} more").format(number=others) if others > 0 else tr("Show all"))
        self.more.setAccessibleName(tr("{action}: notes on this document").format(action=self.more.text()))
        if self._unfolded:
            self.more.show()
            return
        length = self.first.fontMetrics().horizontalAdvance(notes[0].text) + 2 if notes else 0
        room = self.width() - BESIDE - self.more.sizeHint().width() - self.close_button.sizeHint().width()
        room -= min(length, room // 2)
        for button in self._buttons:
            room -= button.sizeHint().width() + LINK_SPACE
            button.setVisible(room >= 0)
        hidden = bool(notes) and len(self.links) < len(notes[0].links)
        self.more.setVisible(others > 0 or hidden or length > self.first.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.notes:
            self._show_more()

    def _add_row(self, note: Note) -> None:
        words = label(note.text, role="warn" if note.look == "warn" else "", wrap=True)
        links = FlowRow(8, 2)
        for link in note.links:
            links.add(self._button(link))
        part = QWidget()
        column(words, links if note.links else None, on=part, spacing=0)
        self._rows.append(part)
        self._all.addWidget(part)
        part.show()

    def _button(self, link: NoteLink) -> QPushButton:
        button = link_button(_short(link.words).replace("&", "&&"), flush=True)
        button.setAccessibleName(link.words)
        if len(link.words) > LONGEST_NAME:
            button.setToolTip(link.words)
        button.clicked.connect(lambda _checked, action=link.action: action())
        self._buttons.append(button)
        return button


def _short(text: str) -> str:
    """Return a name with its beginning and its end, where the extension is."""
    half = LONGEST_NAME // 2
    return isolated(
        text if len(text) <= LONGEST_NAME else f"{text[:half].rstrip()} … {text[-half + 3 :].lstrip()}"
    )


# --- the law ---


@dataclass(frozen=True, slots=True)
class OpenLaw:
    """The information on an open document, and on its passage if one was opened."""

    alerts: tuple[Message, ...] = ()
    provision: Provision | None = None  # The provision that the passage is part of
    law: LawAsOf | None = None  # None for a text that is itself the law


def alert_notes(alerts: Sequence[Message]) -> list[Note]:
    notes = [Note(translate_core(alert), look="warn") for alert in alerts[:MOST_ALERTS]]
    if len(alerts) > MOST_ALERTS:
        number = translate.number(len(alerts) - MOST_ALERTS)
        notes.append(Note(tr("and {number} more").format(number=number), look="warn"))
    return notes


def law_notes(
    shown: OpenLaw, versions: Callable[[int], object], changes: Callable[[LawAsOf], object]
) -> list[Note]:
    """Return when the open provision is in force, and what changed since a document was filed; nothing where
    no change is known."""
    notes = []
    if shown.provision is not None:
        authority_id = shown.provision.authority.id
        link = NoteLink(tr("Versions…"), partial(versions, authority_id))
        notes.append(Note(f"{wording.in_force(shown.provision.window)}.", (link,)))
    if shown.law is not None and shown.law.changes:
        link = NoteLink(tr("What changed…"), partial(changes, shown.law))
        notes.append(Note(wording.law_of(shown.law), (link,)))
    return notes


# --- attachments ---


def attachment_notes(
    document: Document,
    attachments: Attachments,
    open_document: Callable[[Document], object],
    add: Callable[[], object],
) -> list[Note]:
    """Return what a document is attached to, and what is attached to it, with links."""
    notes = []

    def links(documents: Sequence[Document], name: Callable[[Document], str]) -> tuple[NoteLink, ...]:
        return tuple(NoteLink(name(document), partial(open_document, document)) for document in documents)

    if attachments.attached_to:
        notes.append(Note(tr("Attached to:"), links(attachments.attached_to, wording.title)))
    elif attachments.no_longer_here:
        notes.append(Note(tr("It was attached to a mail or PDF that is no longer in the library.")))
    if attachments.files:
        named = links(attachments.files, lambda document: document.file_name)
        notes.append(Note(tr("Attachments:"), named))
    if document.suffix == ".pdf" and document.attached > len(attachments.files):
        one, many = (
            tr("1 file is attached inside this PDF."),
            tr("{number} files are attached inside this PDF."),
        )
        text = wording.counted(document.attached, one, many)
        notes.append(Note(text, (NoteLink(tr("Add to the library"), add),)))
    return notes


# --- the page in view ---


class PageRemarks:
    """What should be known about the pages of one document: doubtful text, text under black boxes."""

    def __init__(self, pages: Sequence[Page] = ()) -> None:
        self.by_page = {page.index: text for page in pages if (text := remark(page))}
        self._recognised = {page.index for page in pages if page.engine}

    def notes(
        self, page: int, go_to: Callable[[int], object], read_again: Callable[[], object]
    ) -> list[Note]:
        """Return the note while a page is in view. It stays while there are remarks on other pages: a line
        that came and went would move the pages that it describes."""
        if not self.by_page:
            return []
        text, links = self.by_page.get(page, ""), []
        if set(self.by_page) != {page}:
            next_page = min((n for n in self.by_page if n > page), default=min(self.by_page))
            links.append(NoteLink(tr("Next such page"), partial(go_to, next_page)))
        if page in self._recognised:
            links.append(NoteLink(tr("Read again…"), read_again))
        return [Note(text or self._other_pages(), tuple(links), "warn" if text else "")]

    def _other_pages(self) -> str:
        pages = sorted(self.by_page)
        shown = ", ".join(str(page + 1) for page in pages[:PAGES_NAMED])
        more = " …" if len(pages) > PAGES_NAMED else ""
        return tr("Nothing to check on this page. To check: file pages {pages}.").format(pages=shown + more)


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
