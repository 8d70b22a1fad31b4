"""Finds words in the document that is open in a reader: as they are typed, and from place to place.

The text of the document is folded once, in a lane; every search in it after that takes milliseconds. Where a
place stands on its page comes from the texts that also serve selecting, and only for pages near the view.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.found import MOST_FOUND, Findable, Found, FoundPlace
from briefbank.models import Box
from ui import tongue
from ui.announcing import announce
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes
from ui.tongue import tr
from ui.views.find_bar import NOT_FOUND, FindBar
from ui.widgets.text_canvas import TextCanvas
from ui.widgets.text_store import TextStore

if TYPE_CHECKING:
    from briefbank.library import Library

PREFILLED = 200
"""A selection longer than this is not what somebody wants to find."""
NEAR = range(-2, 4)
"""Pages around the one in view whose places are marked."""
PATIENCE_MS = 400
"""After this long without the place's exact spot its page is shown."""


class Finding(QObject):
    """Joins the bar to one reader's canvas. Thread of the window; the searching runs in a lane."""

    told = Signal(str)
    library_wanted = Signal(str)
    """The whole library is to be searched for these words."""

    def __init__(self, library: Library, jobs: Lanes, canvas: TextCanvas, topic: str) -> None:
        """``topic`` names the jobs of this reader alone."""
        super().__init__(canvas)
        self._library, self._jobs, self._canvas, self._topic = library, jobs, canvas, topic
        self.bar = FindBar()
        self._text = _Text(0)
        self._texts: TextStore | None = None
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(PATIENCE_MS)
        self._late.timeout.connect(self._show_page)
        self._forget()
        self.bar.wanted.connect(self._find)
        self.bar.next_wanted.connect(partial(self.step, 1))
        self.bar.previous_wanted.connect(partial(self.step, -1))
        self.bar.closed.connect(self.close)
        self.bar.library_wanted.connect(lambda: self.library_wanted.emit(self.bar.field.text().strip()))
        canvas.page_changed.connect(lambda _page: self._want_near())

    # --- the document ---

    def begin(self, document_id: int, texts: TextStore) -> None:
        """The document's pages are on the screen. A bar that is open finds its words in them, but leaves the
        view where it is."""
        self._text, self._texts = _Text(document_id), texts
        texts.ready.connect(self._mark)
        if not self.bar.isHidden():
            self._start(jump=False)

    def end(self) -> None:
        """What was open is being left."""
        self._jobs.drop(self._topic)
        self._texts = None
        self._forget()
        self.bar.say("", found=False, nothing=False)

    def _forget(self) -> None:
        self._late.stop()
        self._places: Sequence[FoundPlace] = ()
        self._more = False
        self._current = -1
        self._by_page: dict[int, list[int]] = {}
        self._marks: dict[int, list[list[Box]]] = {}
        self._going = False
        self._left_at: int | None = None
        self._canvas.show_found({}, None)

    # --- the bar ---

    def open(self) -> None:
        """Ctrl+F: with the selected text in the field, where there is some."""
        if self._texts is None:
            return
        selected = self._canvas.selector.text()
        before = self.bar.field.text()
        self.bar.open(selected if len(selected) <= PREFILLED else "")
        if self.bar.field.text() == before:
            self._find()

    def close(self) -> None:
        """Escape: the marks go, the keyboard is on the pages again."""
        self._jobs.drop(self._topic)
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
        """``jump``: go to the first place from where one is."""
        bar, wanted = self.bar, self.bar.field.text()
        if self._texts is None or not wanted.strip():
            self._jobs.drop(self._topic)
            self._forget()
            bar.say("", found=False, nothing=False)
            return
        work = partial(
            _find, self._library, self._text, wanted, bar.match_case.isChecked(), bar.whole_words.isChecked()
        )
        job = self._jobs.start(Lane.READER, work, topic=self._topic)
        job.done.connect(partial(self._found, jump))
        job.failed.connect(self._failed)

    def _found(self, jump: bool, found: Found) -> None:
        anchor = self._anchor()
        self._forget()
        self._places, self._more = found.places, found.more
        for number, place in enumerate(found.places):
            for page in {piece.page for piece in place.pieces}:
                self._by_page.setdefault(page, []).append(number)
        if jump and found.places:
            self._current = self._from(anchor)
            self._go()
        self._say()
        self._want_near()

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._forget()
            self.bar.say("", found=False, nothing=False)
            self.told.emit(f"{error.title} {error.remedy}")

    def _anchor(self) -> tuple[int, int]:
        """Where finding begins: at the place that is chosen, or at the page in view."""
        if self._current >= 0:
            first = self._places[self._current].pieces[0]
            return first.page, first.start
        return max(0, self._canvas.page), 0

    def _from(self, anchor: tuple[int, int]) -> int:
        """The first place at or after a point of the document, or else the first of all."""
        starts = ((place.page, place.pieces[0].start) for place in self._places)
        return next((number for number, start in enumerate(starts) if start >= anchor), 0)

    def step(self, by: int) -> None:
        """F3: to the next place (1) or the one before (-1), from the last to the first and back."""
        if not self.is_open:
            self.open()
            return
        if not self._places:
            return
        size, before = len(self._places), self._current
        if before < 0:
            at = self._from(self._anchor())
            self._current = at if by > 0 else (at - 1) % size
        else:
            self._current = (before + by) % size
            if self._current != before + by:
                self.told.emit(tr("From the beginning again.") if by > 0 else tr("From the end again."))
        self._go()
        self._say()

    def _say(self) -> None:
        many = f"{tongue.number(MOST_FOUND)}+" if self._more else tongue.number(len(self._places))
        if self._current >= 0:
            text = tr("{number} of {total}").format(number=tongue.number(self._current + 1), total=many)
        else:
            text = many if self._places else ""
        self.bar.say(text, found=bool(self._places), nothing=not self._places)
        announce(self.bar, text or NOT_FOUND)

    # --- where they stand ---

    def _go(self) -> None:
        """Show the chosen place: its exact spot as soon as the text of its page is here."""
        self._going, self._left_at = True, None
        page = self._places[self._current].page
        self._mark(page)
        if page not in self._marks and self._texts is not None:
            self._late.start()
            self._texts.want(page)

    def _show_page(self) -> None:
        """The place itself follows, unless the pages are scrolled by hand until then."""
        if self._going and self._current >= 0:
            self._canvas.jump(self._places[self._current].page)
            self._left_at = self._canvas.verticalScrollBar().value()

    def _want_near(self) -> None:
        """Have the places of the pages near the view marked."""
        for page in (self._canvas.page + away for away in NEAR):
            if page in self._by_page and page not in self._marks and self._texts is not None:
                self._texts.want(page)
                self._mark(page)

    def _mark(self, page: int) -> None:
        """Mark a page's places, if its text is here, and go to the chosen one if it waits for that."""
        text = self._texts.text(page) if self._texts is not None else None
        if text is not None and page not in self._marks and page in self._by_page:
            pieces = [
                [piece for piece in self._places[number].pieces if piece.page == page]
                for number in self._by_page[page]
            ]
            self._marks[page] = [
                [box for piece in each for box in text.boxes(piece.start, piece.end)] for each in pieces
            ]
        self._show_marks()

    def _show_marks(self) -> None:
        if self._current < 0:
            self._canvas.show_found(self._marks, None)
            return
        page = self._places[self._current].page
        number = self._by_page[page].index(self._current)
        self._canvas.show_found(self._marks, (page, number))
        if self._going and page in self._marks:
            self._going = False
            self._late.stop()
            boxes = self._marks[page][number]
            if self._left_at in (None, self._canvas.verticalScrollBar().value()):
                self._canvas.jump(page, boxes[0] if boxes else None)


class _Text:
    """The text of one document, folded when it is first asked for; shared by the threads of the lane."""

    def __init__(self, document_id: int) -> None:
        self._document_id = document_id
        self._lock = threading.Lock()
        self._made: Findable | None = None

    def of(self, library: Library) -> Findable:
        with self._lock:
            if self._made is None:
                self._made = library.findable(self._document_id)
            return self._made


def _find(
    library: Library, text: _Text, wanted: str, match_case: bool, whole_words: bool, reporter: JobReporter
) -> Found:
    findable = text.of(library)
    reporter.check()
    return findable.find(wanted, match_case=match_case, whole_words=whole_words)
