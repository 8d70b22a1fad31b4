"""Questions, the way back through them, like a browser's, and what is remembered of them on this computer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from briefbank.domain.searches import Hit, SearchRequest
from briefbank.errors import BriefBankError
from ui.jobs import Lane, Work

if TYPE_CHECKING:
    from ui.features.reader.reader import Reader
    from ui.features.search.page import SearchPage

BriefKey = tuple[int, int]
"""A document and whether its less close passages are meant; 0 and the place of a result that stands alone."""

KEPT = 100  # The most steps of the history
READING_MS = 1500  # The time after which a page on the screen counts as read


@dataclass(frozen=True, slots=True)
class ListPosition:
    """A place in the list of results."""

    passage_id: int  # The passage of the selected card; 0 when none is selected
    scrolled: int  # In pixels
    rows: int = 0  # The number of rows that were shown
    unfolded: frozenset[BriefKey] = frozenset()  # The briefs whose further passages are shown
    less_close_shown: bool | None = None
    """Whether a person showed the less close results, or hid them; None: neither."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request and its origin."""

    request: SearchRequest
    origin: str = ""
    """The passage or selected text that the search starts from, in words for a person; otherwise empty."""
    by_pause: bool = False  # The search was started by a pause in typing, so its text may be unfinished

    def limited(self, results: int) -> Question:
        return replace(self, request=replace(self.request, limit=results))

    def asks_same(self, other: Question) -> bool:
        """Tell whether both questions ask for the same results, except for how many."""
        return replace(self.request, limit=other.request.limit) == other.request

    def same_step(self, other: Question) -> bool:
        """Tell whether both questions are one step of the history: they differ at most in order and limit."""
        mine, others = self.request, other.request
        return replace(mine, order=others.order, limit=others.limit) == others


@dataclass(slots=True)
class HistoryStep:
    """A question whose answer was on the screen, and the place where the person left it."""

    question: Question
    position: ListPosition | None = None
    used: bool = False
    """Something was done with its answer, so it is worth going back to even if its text was unfinished."""


class NavigationHistory:
    """The steps in order, one of which is the present one. GUI thread."""

    def __init__(self) -> None:
        self._steps: list[HistoryStep] = []
        self._now = -1

    @property
    def now(self) -> HistoryStep | None:
        return self._steps[self._now] if self._steps else None

    def answered(self, question: Question, left: ListPosition | None) -> None:
        """Add a step for an answer that replaces the one before, which was left at ``left``.

        A question that was still being typed is not kept, and the steps ahead are forgotten.
        """
        now = self.now
        if now is not None and now.question.same_step(question):
            now.question = question
            return
        if now is not None and question.by_pause and now.question.by_pause and not now.used:
            self._now -= 1
        elif now is not None:
            now.position = left
        self._steps = [*self._steps[: self._now + 1], HistoryStep(question)][-KEPT:]
        self._now = len(self._steps) - 1

    def use(self) -> None:
        """Mark the present step as used."""
        if self.now is not None:
            self.now.used = True

    def steps_back(self) -> int:
        """Return the number of steps before the present one."""
        return max(self._now, 0)

    def can_go(self, by: int) -> bool:
        return 0 <= self._now + by < len(self._steps)

    def go(self, by: int, left: ListPosition | None) -> HistoryStep | None:
        """Move to the step before (-1) or after (1) and return it; None when there is none."""
        if not self.can_go(by):
            return None
        self._steps[self._now].position = left
        self._now += by
        return self._steps[self._now]


class HistoryRecorder(QObject):
    """Records what a person searched for and read, where this is to be remembered.

    A search counts when it was asked by Enter, a button or a filter, or when something was done with its
    results; a pause in typing alone is not enough. A document counts when it was opened, or when somebody
    goes into its pages; a preview alone is not enough.
    """

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page)
        self._page = page
        self._last_noted: SearchRequest | None = None
        """The search recorded last; repeating it at once changes nothing."""
        self._previewed: dict[Reader, str] = {}
        """The documents that are only previewed, by their hashes."""
        page.answered.connect(self._answered)
        page.bar.field.returnPressed.connect(self._return_pressed)
        page.readers.join(self._join_reader)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_moved)

    def _join_reader(self, reader: Reader) -> None:
        """Follow a reader; each has its own document and page."""
        timer = QTimer(reader, singleShot=True, interval=READING_MS)
        timer.timeout.connect(partial(self._page_read, reader))
        reader.opened.connect(lambda _document: self._opened(reader))
        reader.canvas.page_changed.connect(lambda _page: timer.start())

    def forget(self) -> None:
        """Forget the last search recorded, because everything stored was deleted."""
        self._last_noted = None

    # --- searches ---

    def _answered(self, question: Question | None) -> None:
        if question is not None and not question.by_pause:
            self.note_search()

    def _return_pressed(self) -> None:
        """Record a search that a pause in typing has already asked when Enter is pressed on it."""
        question = self._page.answering
        if question is not None and question.request.text == self._page.bar.request().text:
            self.note_search()

    def note_search(self) -> None:
        question = self._page.answering
        if question is None or question.origin or not question.request.text:
            return
        noted = question.request
        request = SearchRequest(noted.text, order=noted.order, filters=noted.filters, as_of=noted.as_of)
        if request != self._last_noted:
            self._last_noted = request
            library = self._page.library
            self._store(lambda _reporter: library.userdata.history.add(request))

    # --- documents ---

    def preview(self, reader: Reader, hit: Hit) -> None:
        """Note that a reader is about to show a document which nobody has opened yet."""
        self._previewed[reader] = hit.document.sha256

    def _focus_moved(self, _before: QWidget | None, focused: QWidget | None) -> None:
        for reader in list(self._previewed):
            if focused is not None and reader.isAncestorOf(focused):
                self.opened_on_purpose(reader)

    def opened_on_purpose(self, reader: Reader) -> None:
        """Record the document of a reader that is, or was until now, only previewed."""
        previews = self._previews(reader)
        self._previewed.pop(reader, None)
        if previews:
            self._page.history.use()
            self.note_search()
            self._note_document(reader)

    def _previews(self, reader: Reader) -> bool:
        """Tell whether a reader shows a document that is only previewed."""
        return reader.document is not None and reader.document.sha256 == self._previewed.get(reader)

    def _opened(self, reader: Reader) -> None:
        if reader.document is not None and not self._previews(reader):
            self._previewed.pop(reader, None)
            self._note_document(reader)

    def _note_document(self, reader: Reader) -> None:
        assert reader.document is not None
        library, document, page = self._page.library, reader.document.sha256, max(0, reader.canvas.page)
        self._store(lambda _reporter: library.userdata.recent.opened(document, page))

    def _page_read(self, reader: Reader) -> None:
        page = reader.canvas.page
        if reader.document is not None and page >= 0 and not self._previews(reader):
            library, document = self._page.library, reader.document.sha256
            self._page.run(
                lambda _reporter: library.userdata.recent.turned_to(document, page),
                failed=self._page.begin.report_once,
                lane=Lane.NOTES,
            )

    def _store(self, work: Work) -> None:
        self._page.run(
            work,
            then=lambda noted: self._page.begin.refresh() if noted else None,
            failed=self._not_stored,
            lane=Lane.NOTES,
        )

    def _not_stored(self, error: BriefBankError) -> None:
        self._last_noted = None
        self._page.begin.report_once(error)
