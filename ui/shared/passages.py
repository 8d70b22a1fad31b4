"""Passages that the rows of lists stand for: shown beside the list, opened, copied, put into collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QFrame, QMenu, QTextEdit, QWidget

from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Hit
from briefbank.domain.userdata import Ranges
from briefbank.errors import BriefBankError, NotInLibrary
from briefbank.exports.quotations import of_hit
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, label, push_button
from ui.kit.layout import FlowRow, column
from ui.page import Page
from ui.shared import actions, wording
from ui.shared.row_list import RowList
from ui.style.theme import colours

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


@dataclass(frozen=True, slots=True)
class PassageTarget:
    """A passage to open, with what to mark in it: a range, a sentence, or the citations of an authority."""

    passage_id: int
    range: tuple[int, int] | None = None
    sentence: str = ""
    cites: tuple[str, ...] = ()  # Canonical forms; for a provision its subsections are marked, too

    def marks(self, passage: Passage) -> tuple[tuple[int, int], ...]:
        """Return half-open ranges of the passage's text; empty where the words are no longer there."""
        if self.range:
            return (self.range,)
        if self.sentence:
            at = passage.text.find(self.sentence)
            return ((at, at + len(self.sentence)),) if at >= 0 else ()
        return tuple(
            (citation.start, citation.end)
            for citation in passage.citations
            if any(f"{citation.canonical}(".startswith(f"{name}(") for name in self.cites)
        )


def read_passage(library: LibraryApi, passage_id: int) -> tuple[Passage, Document]:
    """Return a passage and its document. Raises NotInLibrary."""
    for passage in library.documents.surroundings(passage_id):
        if passage.id == passage_id:
            return passage, library.documents.get(passage.document_id)
    raise NotInLibrary


def hit_of(library: LibraryApi, target: PassageTarget) -> Hit:
    """Return a passage as a Hit for the reader, with the words to mark. Raises NotInLibrary."""
    passage, document = read_passage(library, target.passage_id)
    citation = library.reader.citation(document.id, passage.first_page)
    return Hit(1, passage, document, 0.0, target.marks(passage), (), (), citation)


@dataclass(frozen=True, slots=True)
class CollectionItem:
    """A thing to put into a collection: a whole passage, or (``ranges``) a selection of a document."""

    document_id: int
    passage_id: int = 0
    ranges: Ranges = ()

    @classmethod
    def of_hit(cls, hit: Hit) -> CollectionItem:
        """Return what to collect for a hit; one that was made of a selection is collected as that."""
        if hit.passage.id:
            return cls(hit.document.id, hit.passage.id)
        return cls(
            hit.document.id, ranges=tuple((span.page, span.start, span.end) for span in hit.passage.spans)
        )


def version_hit(library: LibraryApi, hit: Hit, version: Version) -> Hit:
    """Return the passage of a hit as it stands in another version of its document, without marked words."""
    for passage in library.documents.passages(version.document_id):
        if passage.id == version.passage_id:
            document = library.documents.get(version.document_id)
            citation = library.reader.citation(document.id, passage.first_page, passage.last_page)
            alerts = library.good_law.alerts([passage]).get(passage.id, ())
            version_hit = replace(hit, passage=passage, document=document, marks=(), verdict=None)
            version_hit = replace(version_hit, versions=(), copies=(), doubt=None)
            return replace(version_hit, citation=citation, alerts=alerts)
    raise NotInLibrary()


LOOK = tr("Choose a passage to read it here.")
PREVIEW = "preview"


class PassagePreview(QFrame):
    """A passage with its marked words, and buttons to open it, copy it and put it into a collection."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.setObjectName("preview")
        self._page = page
        self.hit: Hit | None = None
        self.target: object = None
        """The Hit or PassageTarget that is shown, or is being read."""
        self.title = ElidedLabel(lines=2, bold=True)
        self.citation = ElidedLabel(lines=2)
        self.citation.setProperty("role", "muted")
        self.alert = label("", role="bad", wrap=True)
        self.text = _Text()
        self.open = push_button(tr("Open"), tip=tr("Read the passage in its document (Enter)"))
        self.copy = push_button(tr("Copy with citation"), tip=tr("Ctrl+C"))
        self.collect = push_button(tr("Put into a collection…"), tip="Ctrl+D")
        self._buttons = FlowRow(8, 8)
        for button in (self.open, self.copy, self.collect):
            self._buttons.add(button)
        self.open.clicked.connect(self.open_passage)
        self.copy.clicked.connect(self.copy_passage)
        self.collect.clicked.connect(self.collect_passage)
        parts = self.title, self.citation, self.alert, (self.text, 1), self._buttons
        column(*parts, on=self, margins=(16, 12, 16, 12), spacing=6)
        self.clear()

    def follow(
        self,
        rows: RowList,
        *more: tuple[str, Callable[[], object]],
        of: Callable[[Any], object] = lambda target: target,
    ) -> None:
        """Show what is chosen in a list; ``of`` gives the passage that a row's target stands for.

        Ctrl+C and the list's menu act on the passage; the menu begins with ``more``.
        """
        rows.moved.connect(lambda target: self.show_target(None if target is None else of(target)))
        rows.on_key("Ctrl+C", self.copy_passage)
        rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows.customContextMenuRequested.connect(partial(self._show_menu, rows, more))

    def _show_menu(
        self, rows: RowList, more: Sequence[tuple[str, Callable[[], object]]], point: QPoint
    ) -> None:
        if rows.current() is None:
            return
        menu = QMenu(rows)
        for words, act in more:
            menu.addAction(words, act)
        menu.addSeparator()
        for button in (self.open, self.copy, self.collect):
            if not button.isHidden():
                menu.addAction(button.text(), button.click).setEnabled(button.isEnabled())
        menu.exec(rows.viewport().mapToGlobal(point))
        menu.deleteLater()

    # --- what is shown ---

    def show_target(self, target: object) -> None:
        """Show a Hit, or read and show a PassageTarget; anything else shows nothing."""
        if target is not None and target == self.target:
            return
        self._page.jobs.drop(PREVIEW, self)
        self.target = target
        if isinstance(target, PassageTarget):
            self._say(None, "")
            self._read(target, self._show, PREVIEW)
        elif isinstance(target, Hit):
            self._show(target)
        else:
            self._say(None, LOOK)

    def clear(self) -> None:
        self.show_target(None)

    def _read(self, target: PassageTarget, then: Callable[[Hit], object], topic: str) -> None:
        """Read a passage: each preview its own, and one in place of another to open or copy."""
        library, page = self._page.library, self._page
        owner, failed = (self, self._fail) if topic == PREVIEW else (page, page.show_error)
        page.jobs.run(owner, lambda _reporter: hit_of(library, target), then=then, failed=failed, topic=topic)

    def _fail(self, error: BriefBankError) -> None:
        self.target = None
        self._say(None, str(error))

    def _show(self, hit: Hit) -> None:
        self._say(hit, hit.passage.text)

    def _say(self, hit: Hit | None, text: str) -> None:
        self.hit = hit
        self.title.set_whole(wording.title(hit.document) if hit else "")
        self.citation.set_whole(hit.citation if hit else "")
        alerts = "\n".join(map(translate_core, hit.alerts)) if hit else ""
        self.alert.setText(alerts)
        for part, is_shown in ((self.title, hit), (self.citation, hit), (self.alert, alerts)):
            part.setVisible(bool(is_shown))
        self.text.show_words(text, hit.marks if hit else ())
        for button in (self.open, self.copy, self.collect):
            button.setEnabled(isinstance(self.target, Hit | PassageTarget))

    # --- what is done with it ---

    def open_target(self, target: object) -> None:
        """Open a Hit or a PassageTarget in the reader."""
        if isinstance(target, Hit):
            self._page.hit_wanted.emit(target)
        elif isinstance(target, PassageTarget):
            self._read(target, self._page.hit_wanted.emit, "opened")

    def open_passage(self) -> None:
        self.open_target(self.hit or self.target)

    def copy_passage(self) -> None:
        if self.hit is not None:
            self._copy(self.hit)
        elif isinstance(self.target, PassageTarget):
            self._read(self.target, self._copy, "copied")

    def _copy(self, hit: Hit) -> None:
        actions.copy_quotation(of_hit(hit))
        self._page.status.emit(tr("The passage was copied with its citation."))

    def collect_passage(self) -> None:
        if (item := self.item()) is not None:
            self._page.collect_wanted.emit(item)

    def item(self) -> CollectionItem | None:
        """Return what is put into a collection; None where no passage is to be seen."""
        if not self.isVisible():
            return None
        if self.hit is not None:
            return CollectionItem.of_hit(self.hit)
        return CollectionItem(0, self.target.passage_id) if isinstance(self.target, PassageTarget) else None


class _Text(QTextEdit):
    """Words that can be selected and not changed, some of them marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks: tuple[tuple[int, int], ...] = ()
        self.setAccessibleName(tr("Passage"))
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(60)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_words(self, text: str, marks: tuple[tuple[int, int], ...]) -> None:
        """Show a text from its first mark; ``marks`` are half-open ranges of it."""
        self.setPlainText(text)
        self._marks = marks
        self._mark()
        if marks:
            cursor = QTextCursor(self.document())
            cursor.setPosition(utf16(text, marks[0][0]))
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def _mark(self) -> None:
        c, text, selections = colours(), self.toPlainText(), []
        for start, end in self._marks:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(utf16(text, start))
            cursor.setPosition(utf16(text, end), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format.setBackground(QColor(c.mark))
            selection.format.setForeground(QColor(c.on_mark))
            selections.append(selection)
        self.setExtraSelections(selections)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_marks"):
            self._mark()


def utf16(text: str, place: int) -> int:
    """Return a position in Qt's text, which counts UTF-16 units."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
