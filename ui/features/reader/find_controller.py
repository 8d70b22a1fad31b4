"""Finds words in the open document of a reader: while they are typed, and from place to place.

The text of the document is folded once, in a lane; each search after that takes milliseconds. The position of
a place on its page comes from the texts that also serve selection, and only for pages near the view.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.pages import MOST_FOUND, Box, Findable, TextMatch, TextMatches
from briefbank.errors import BriefBankError, Cancelled
from ui.features.reader.find_bar import NOT_FOUND, FindBar
from ui.features.reader.text_canvas import TextCanvas
from ui.features.reader.text_store import TextStore
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.kit.announce import announce
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "find"
PREFILLED = 200  # The most characters of a selection that is taken as the words to find
NEAR = range(-2, 4)  # The pages relative to the one in view whose places are marked
LATE_MS = 400  # The time without a place's exact position after which its page is shown


class FindController(QObject):
    """Connects the find bar with one reader's canvas. GUI thread; the searching runs in a lane."""

    status = Signal(str)
    library_wanted = Signal(str)  # The words for which the whole library is to be searched

    def __init__(self, library: LibraryApi, jobs: Lanes, canvas: TextCanvas) -> None:
        super().__init__(canvas)
        self._library, self._jobs, self._canvas = library, jobs, canvas
        self.bar = FindBar()
        self._text = _Text(0)
        self._texts: TextStore | None = None
        self._late_timer = QTimer(self)
        self._late_timer.setSingleShot(True)
        self._late_timer.setInterval(LATE_MS)
        self._late_timer.timeout.connect(self._show_page)
        self._forget()
        self.bar.wanted.connect(self._find)
        self.bar.next_wanted.connect(partial(self.step, 1))
        self.bar.previous_wanted.connect(partial(self.step, -1))
        self.bar.closed.connect(self.close)
        self.bar.library_wanted.connect(lambda: self.library_wanted.emit(self.bar.field.text().strip()))
        canvas.page_changed.connect(lambda _page: self._request_near())

    # --- the document ---

    def begin(self, document_id: int, texts: TextStore) -> None:
        """Search the document whose pages are now on the screen. An open bar finds its words in it but leaves
        the view where it is."""
        self._text, self._texts = _Text(document_id), texts
        texts.ready.connect(self._mark)
        if not self.bar.isHidden():
            self._start(jump=False)

    def end(self) -> None:
        """Drop everything about the document that is being closed."""
        self._jobs.drop(TOPIC)
        self._texts = None
        self._forget()
        self.bar.say("", has_matches=False, nothing=False)

    def _forget(self) -> None:
        self._late_timer.stop()
        self._places: Sequence[TextMatch] = ()
        self._more = False
        self._current = -1
        self._places_by_page: dict[int, list[int]] = {}
        self._marks: dict[int, list[list[Box]]] = {}
        self._jump_pending = False
        self._scrolled_to: int | None = None
        self._canvas.show_found({}, None)

    # --- the bar ---

    def open(self) -> None:
        """Open the bar (Ctrl+F), with the selected text in its field if there is any."""
        if self._texts is None:
            return
        selected = self._canvas.selector.text()
        before = self.bar.field.text()
        self.bar.open(selected if len(selected) <= PREFILLED else "")
        if self.bar.field.text() == before:
            self._find()

    def close(self) -> None:
        """Close the bar (Escape), remove the marks, and return the focus to the pages."""
        self._jobs.drop(TOPIC)
        self.bar.hide()
        self._forget()
        self._canvas.setFocus()

    @property
    def is_open(self) -> bool:
        return not self.bar.isHidden()

    # --- finding ---

    def _find(self) -> None:
        if self.is_open:
            self._start(jump=True)

    def _start(self, *, jump: bool) -> None:
        """Search for the words; ``jump``: go to the first place from the present one."""
        bar, words = self.bar, self.bar.field.text()
        if self._texts is None or not words.strip():
            self._jobs.drop(TOPIC)
            self._forget()
            bar.say("", has_matches=False, nothing=False)
            return
        work = partial(
            _find, self._library, self._text, words, bar.match_case.isChecked(), bar.whole_words.isChecked()
        )
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(partial(self._found, jump))
        job.failed.connect(self._failed)

    def _found(self, jump: bool, matches: TextMatches) -> None:
        anchor = self._anchor()
        self._forget()
        self._places, self._more = matches.matches, matches.more
        for number, match in enumerate(matches.matches):
            for page in {piece.page for piece in match.pieces}:
                self._places_by_page.setdefault(page, []).append(number)
        if jump and matches.matches:
            self._current = self._first_from(anchor)
            self._show_current()
        self._show_position()
        self._request_near()

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._forget()
            self.bar.say("", has_matches=False, nothing=False)
            self.status.emit(str(error))

    def _anchor(self) -> tuple[int, int]:
        """Return the position where finding begins: the current place, or the page in view."""
        if self._current >= 0:
            first = self._places[self._current].pieces[0]
            return first.page, first.start
        return max(0, self._canvas.page), 0

    def _first_from(self, anchor: tuple[int, int]) -> int:
        """Return the first place at or after a position of the document, otherwise the first place of all."""
        starts = ((match.page, match.pieces[0].start) for match in self._places)
        return next((number for number, start in enumerate(starts) if start >= anchor), 0)

    def step(self, by: int) -> None:
        """Go to the next place (1, F3) or the one before (-1), wrapping around at the ends."""
        if not self.is_open:
            self.open()
            return
        if not self._places:
            return
        size, before = len(self._places), self._current
        if before < 0:
            at = self._first_from(self._anchor())
            self._current = at if by > 0 else (at - 1) % size
        else:
            self._current = (before + by) % size
            if self._current != before + by:
                self.status.emit(tr("From the beginning again.") if by > 0 else tr("From the end again."))
        self._show_current()
        self._show_position()

    def _show_position(self) -> None:
        many = f"{translate.number(MOST_FOUND)}+" if self._more else translate.number(len(self._places))
        if self._current >= 0:
            text = tr("{number} of {total}").format(number=translate.number(self._current + 1), total=many)
        else:
            text = many if self._places else ""
        self.bar.say(text, has_matches=bool(self._places), nothing=not self._places)
        announce(self.bar, text or NOT_FOUND)

    # --- marks and positions ---

    def _show_current(self) -> None:
        """Show the current place at its exact position, as soon as the text of its page has arrived."""
        self._jump_pending, self._scrolled_to = True, None
        page = self._places[self._current].page
        self._mark(page)
        if page not in self._marks and self._texts is not None:
            self._late_timer.start()
            self._texts.want(page)

    def _show_page(self) -> None:
        """Show the page; the exact position follows, unless the pages are scrolled by hand until then."""
        if self._jump_pending and self._current >= 0:
            self._canvas.jump(self._places[self._current].page)
            self._scrolled_to = self._canvas.verticalScrollBar().value()

    def _request_near(self) -> None:
        """Request the marks of the places on the pages near the view."""
        for page in (self._canvas.page + away for away in NEAR):
            if page in self._places_by_page and page not in self._marks and self._texts is not None:
                self._texts.want(page)
                self._mark(page)

    def _mark(self, page: int) -> None:
        """Mark a page's places if its text has arrived, and go to the current place if it waits for that."""
        text = self._texts.text(page) if self._texts is not None else None
        if text is not None and page not in self._marks and page in self._places_by_page:
            pieces = [
                [piece for piece in self._places[number].pieces if piece.page == page]
                for number in self._places_by_page[page]
            ]
            self._marks[page] = [
                [box for piece in match for box in text.boxes(piece.start, piece.end)] for match in pieces
            ]
        self._show_marks()

    def _show_marks(self) -> None:
        if self._current < 0:
            self._canvas.show_found(self._marks, None)
            return
        page = self._places[self._current].page
        number = self._places_by_page[page].index(self._current)
        self._canvas.show_found(self._marks, (page, number))
        if self._jump_pending and page in self._marks:
            self._jump_pending = False
            self._late_timer.stop()
            boxes = self._marks[page][number]
            if self._scrolled_to in (None, self._canvas.verticalScrollBar().value()):
                self._canvas.jump(page, boxes[0] if boxes else None)


class _Text:
    """The text of one document, folded when it is first needed; shared by the threads of the lane."""

    def __init__(self, document_id: int) -> None:
        self._document_id = document_id
        self._lock = threading.Lock()
        self._findable: Findable | None = None

    def of(self, library: LibraryApi) -> Findable:
        with self._lock:
            if self._findable is None:
                self._findable = library.reader.findable(self._document_id)
            return self._findable


def _find(
    library: LibraryApi, text: _Text, words: str, match_case: bool, whole_words: bool, reporter: JobReporter
) -> TextMatches:
    findable = text.of(library)
    reporter.check()
    return findable.find(words, match_case=match_case, whole_words=whole_words)
