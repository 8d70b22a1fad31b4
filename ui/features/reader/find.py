"""Finds words in the open document of a reader: while they are typed, and from match to match.

The text of the document is folded once, in a lane; each search after that takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QToolButton

from briefbank.domain.pages import MOST_FOUND, Findable, TextMatch, TextMatches
from briefbank.errors import BriefBankError
from ui.features.reader.canvas import PageCanvas
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import JobReporter
from ui.kit.controls import IconButton, label, link_button
from ui.kit.keyboard import announce
from ui.kit.layout import STRETCH, column, holder, row
from ui.page import Page
from ui.style.theme import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

NOT_FOUND = tr("Not in this brief.")
PREFILLED = 200  # The most characters of a selection that is taken as the words to find


class FindBar(QFrame):
    """A field, the position among the places found, and the options; hidden until it is opened."""

    library_wanted = Signal(str)  # The words for which the whole library is to be searched

    def __init__(self, page: Page, canvas: PageCanvas) -> None:
        """``page`` runs the jobs."""
        super().__init__()
        self._page, self._canvas = page, canvas
        self._document_id = 0
        self._text: Findable | None = None
        """The folded text of the document; None until it was searched."""
        self._make_parts()
        self._forget()
        self.hide()

    def _make_parts(self) -> None:
        self.setObjectName("findBar")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in this brief"))
        self.field.setAccessibleName(tr("Find in this brief"))
        self.field.setMinimumWidth(60)
        self.place = label("", role="muted")
        self.place.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.previous = IconButton(
            "previous", tr("Previous place in the brief"), tr("Previous place in the brief (Shift+F3)")
        )
        self.next = IconButton("next", tr("Next place in the brief"), tr("Next place in the brief (F3)"))
        self.match_case = _choice("Aa", tr("Match capital and small letters"))
        self.whole_words = _choice(tr("Words"), tr("Whole words only"))
        self.close_button = IconButton("clear", tr("Close the find bar"), tr("Close the find bar (Esc)"))
        self.in_library = link_button(tr("Search the library for it"))
        steps = (self.place, self.previous, self.next, self.match_case, self.whole_words)
        first = row((self.field, 1), *steps, self.close_button, spacing=4)
        below = row(label(NOT_FOUND), self.in_library, STRETCH, margins=(2, 0, 0, 0), spacing=6)
        self._missing = holder(below)
        self._missing.hide()
        column(first, self._missing, on=self, margins=(12, 5, 10, 5), spacing=2)
        self.field.textChanged.connect(lambda _text: self._find())
        for choice in (self.match_case, self.whole_words):
            choice.toggled.connect(lambda _on: self._find())
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.close_bar)
        self.in_library.clicked.connect(lambda: self.library_wanted.emit(self.field.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that the field does not take: Enter steps through the places, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.hasFocus():
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    # --- the document ---

    def begin(self, document_id: int) -> None:
        """Search the document whose pages are now on the screen, or (0) none. An open bar finds its words in
        it but leaves the view where it is."""
        self._document_id, self._text = document_id, None
        if document_id and self.is_open:
            self._start(jump=False)
        else:
            self._show_none()

    def _show_none(self) -> None:
        self._page.jobs.drop("find", self._page)
        self._forget()
        self._say("")

    def _forget(self) -> None:
        self._matches: Sequence[TextMatch] = ()
        self._more = False
        self._current = -1
        self._canvas.show_found(())

    # --- the bar ---

    @property
    def is_open(self) -> bool:
        return not self.isHidden()

    def open_bar(self) -> None:
        """Open the bar (Ctrl+F), with the selected text in its field if there is any."""
        selected, before = self._canvas.selector.text(), self.field.text()
        self.show()
        if selected and len(selected) <= PREFILLED:
            self.field.setText(selected)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        if self.field.text() == before:
            self._find()

    def close_bar(self) -> None:
        """Close the bar (Escape), remove the marks, and return the focus to the pages."""
        self._page.jobs.drop("find", self._page)
        self.hide()
        self._forget()
        self._canvas.setFocus()

    def _say(self, position: str, *, nothing: bool = False) -> None:
        """Show the position or the number of places; ``nothing``: the words were not found."""
        self.place.setText(position)
        self.place.setAccessibleName(position)
        self.previous.setEnabled(bool(self._matches))
        self.next.setEnabled(bool(self._matches))
        self._missing.setVisible(nothing)
        self.field.setAccessibleDescription(NOT_FOUND if nothing else position)
        if bool(self.field.property("wrong")) != nothing:
            restyle(self.field, wrong=nothing)

    # --- finding ---

    def _find(self) -> None:
        if self.is_open:
            self._start(jump=True)

    def _start(self, *, jump: bool) -> None:
        """Search for the words; ``jump``: go to the first match from the present one."""
        words = self.field.text()
        if not self._document_id or not words.strip():
            self._show_none()
            return
        exact, whole = self.match_case.isChecked(), self.whole_words.isChecked()
        self._page.run(
            partial(_find, self._page.library, self._document_id, self._text, words, exact, whole),
            then=partial(self._show_matches, jump),
            failed=self._show_failure,
            topic="find",
        )

    def _show_matches(self, jump: bool, answer: tuple[Findable, TextMatches]) -> None:
        (self._text, answered), anchor = answer, self._anchor()
        self._forget()
        self._matches, self._more = answered.matches, answered.more
        self._canvas.show_found(self._matches)
        if jump and self._matches:
            self._current = self._first_from(anchor)
            self._canvas.go_to_found(self._matches[self._current])
        self._show_position()

    def _show_failure(self, error: BriefBankError) -> None:
        self._show_none()
        self._page.show_error(error)

    def _anchor(self) -> tuple[int, int]:
        """Return the position where finding begins: the current place, or the page in view."""
        if self._current >= 0:
            first = self._matches[self._current].pieces[0]
            return first.page, first.start
        return max(0, self._canvas.page), 0

    def _first_from(self, anchor: tuple[int, int]) -> int:
        """Return the first place at or after a position of the document, otherwise the first place of all."""
        starts = ((match.page, match.pieces[0].start) for match in self._matches)
        return next((number for number, start in enumerate(starts) if start >= anchor), 0)

    def step(self, by: int) -> None:
        """Go to the next place (1, F3) or the one before (-1), wrapping around at the ends."""
        if not self.is_open:
            self.open_bar()
            return
        if not self._matches:
            return
        size, before = len(self._matches), self._current
        if before < 0:
            at = self._first_from(self._anchor())
            self._current = at if by > 0 else (at - 1) % size
        else:
            self._current = (before + by) % size
            if self._current != before + by:
                around = tr("From the beginning again.") if by > 0 else tr("From the end again.")
                self._page.status.emit(around)
        self._canvas.go_to_found(self._matches[self._current])
        self._show_position()

    def _show_position(self) -> None:
        many = f"{translate.number(MOST_FOUND)}+" if self._more else translate.number(len(self._matches))
        if self._current >= 0:
            text = tr("{number} of {total}").format(number=translate.number(self._current + 1), total=many)
        else:
            text = many if self._matches else ""
        self._say(text, nothing=not self._matches)
        announce(self, text or NOT_FOUND)


def _find(
    library: LibraryApi,
    document_id: int,
    text: Findable | None,
    words: str,
    match_case: bool,
    whole_words: bool,
    reporter: JobReporter,
) -> tuple[Findable, TextMatches]:
    text = text or library.reader.findable(document_id)
    reporter.check()
    return text, text.find(words, match_case=match_case, whole_words=whole_words)


def _choice(text: str, name: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setCheckable(True)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
