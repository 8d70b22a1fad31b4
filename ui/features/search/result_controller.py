"""The actions on a result: open it, go to the next one, give feedback, copy it, or search from it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import Version
from briefbank.domain.office import Action
from briefbank.domain.searches import Hit, SearchRequest, Verdict
from briefbank.errors import BriefBankError, NotInLibrary
from briefbank.exports.quotations import of_hit
from ui.features.search.grouping import Group, TierLine
from ui.features.search.model import HitModel
from ui.features.search.result_list import ResultList
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import copying, wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.search.controller import SearchController

NO_WORDS = tr("Thumbs are kept with the words of a search. This list was made from a passage.")
SAID = {
    Verdict.UP: tr("Marked as helpful for this search."),
    Verdict.DOWN: tr("Marked as not helpful for this search."),
}
FOR_OFFICE = tr("Your marks count for everybody in the office.")
FOR_ONESELF = tr("Your marks count for you alone.")
LAST, FIRST = tr("This is the last result."), tr("This is the first result.")
LESS_CLOSE_FOLLOW = tr("Nothing close follows. Open the line “Less close” for more.")
LAST_BRIEF, FIRST_BRIEF = tr("This is the last brief."), tr("This is the first brief.")


class ResultController(QObject):
    """Performs the actions of the search page's lists: the results, and the results set apart below them."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._search = library, jobs, search

    @property
    def _results(self) -> ResultList:
        return self._search.view.results.list

    def join(self, shown: ResultList) -> None:
        shown.opened.connect(partial(self.open_row, shown=shown))
        shown.feedback_given.connect(partial(self.give_feedback, shown=shown))
        shown.copied.connect(partial(self.copy, shown=shown))
        shown.version_wanted.connect(partial(self.open_version, shown=shown))
        shown.like_wanted.connect(partial(self.find_like, shown=shown))

    # --- opening ---

    def open_row(self, row: int, shown: ResultList | None = None) -> None:
        """Open a row of the results, or of the list ``shown``."""
        shown = shown or self._results
        self._search.history.use()
        shown.choose(row)
        self._search.reader.open_hit(shown.results.hit(row))

    def open_version(self, row: int, version: Version, shown: ResultList | None = None) -> None:
        """Open another version of a result's document, or another document with the same text, at the
        passage."""
        shown = shown or self._results
        self._search.history.use()
        shown.choose(row)
        work = partial(_version_hit, self._library, shown.results.hit(row), version)
        job = self._jobs.start(Lane.READER, work, topic="version")
        job.done.connect(self._search.reader.open_hit)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    # --- next and previous ---

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) result, across documents; open the first when none is open."""
        model = self._results.results
        if not model.rowCount():
            return
        now = self._current_row()
        row = self._next_result_row(now, by) if now >= 0 else self._next_result_row(-1, 1)
        self._open_or_read(row, partial(self.step, by), self._last() if by > 0 else FIRST)

    def step_brief(self, by: int) -> None:
        """Open the first passage of the next (1) or previous (-1) brief of the results."""
        now = self._current_row()
        if now < 0:
            self.step(1)
            return
        row = self._next_brief_row(now, by)
        if by < 0 and row >= 0:
            row = self._first_row_of_brief(row)
        end_message = self._last(LAST_BRIEF) if by > 0 else FIRST_BRIEF
        self._open_or_read(row, partial(self.step_brief, by), end_message)

    def _open_or_read(self, row: int, retry: partial[None], end_message: str) -> None:
        """Open a result. When its row is still to be read, scroll to the row and try again once it is
        read."""
        model = self._results.results
        if row < 0:
            self.status.emit(end_message)
        elif model.hit_at(row) is None:
            self._search.paging.then(retry)
            self._results.scrollTo(model.index(row))
            self._search.paging.read_visible()
        else:
            self.open_row(row)

    def _last(self, message: str = LAST) -> str:
        """Return what to say at the end of the list: ``message``, unless less close results are folded away
        there."""
        model = self._results.results
        ends_folded = isinstance(model.line(model.rowCount() - 1), TierLine)
        return LESS_CLOSE_FOLLOW if ends_folded else message

    def _current_row(self) -> int:
        """Return the row of the open passage, or of the line that folds it away, or -1."""
        hit = self._search.reader.hit
        return -1 if hit is None else self._results.results.row_showing(hit.passage.id)

    def _next_result_row(self, row: int, step: int) -> int:
        """Return the next row that holds a result or a place still to be read, or -1. What is folded away is
        passed over."""
        model = self._results.results
        row += step
        while 0 <= row < model.rowCount() and model.line(row) is not None:
            row += step
        return row if 0 <= row < model.rowCount() else -1

    def _next_brief_row(self, row: int, step: int) -> int:
        model = self._results.results
        first = row - 1 if isinstance(model.line(row), Group) else row
        while (row := self._next_result_row(row, step)) >= 0:
            if not self._same_brief(first, row):
                return row
        return -1

    def _first_row_of_brief(self, row: int) -> int:
        """Return the first row of the run of neighbouring results that are of one brief."""
        while (above := self._next_result_row(row, -1)) >= 0 and self._same_brief(above, row):
            row = above
        return row

    def _same_brief(self, row: int, other: int) -> bool:
        """Tell whether two rows are known to hold passages of one brief."""
        hits = [self._results.results.hit_at(result_row) for result_row in (row, other)]
        documents = {hit.document.id if hit is not None else 0 for hit in hits}
        return len(documents) == 1 and 0 not in documents

    # --- more like this ---

    def find_like(self, row: int, shown: ResultList | None = None) -> None:
        """Search for passages like the one of a row."""
        hit = (shown or self._results).results.hit(row)
        passage = hit.passage
        where = wording.location(hit.document.kind, passage.page_label, passage.first_page)
        self._search.history.use()
        self._search.view.bar.ask_request(
            SearchRequest("", like=passage.id), wording.like(passage.text, where)
        )

    def find_like_text(self, text: str, where: str) -> None:
        """Search for passages like a text that was selected in the reader."""
        self._search.history.use()
        self._search.view.bar.ask_request(SearchRequest(text, literal=True), wording.like(text, where))

    # --- feedback and copies ---

    def give_feedback(self, row: int, pressed: Verdict, shown: ResultList | None = None) -> None:
        """Set a verdict on a result, or take it back when the same one is pressed again."""
        answering = self._search.answering
        assert answering is not None
        query = answering.request.text
        if not query:
            self.status.emit(NO_WORDS)
            return
        self._search.history.use()
        results = (shown or self._results).results
        hit = results.hit(row)
        verdict = None if hit.verdict == pressed else pressed
        results.set_verdict(row, verdict)
        library, passage_id = self._library, hit.passage.id
        job = self._jobs.start(
            Lane.NOTES, lambda _reporter: library.feedback.give(passage_id, query, verdict)
        )
        job.failed.connect(partial(self._restore_verdict, query, hit, results))
        said = SAID[verdict] if verdict else tr("The mark was taken back.")
        self.status.emit(f"{said} {self._counts_for()}".strip())

    def _counts_for(self) -> str:
        """Return for whom marks count where the library is an office's."""
        office = self._library.office
        if office is None or office.person is None:
            return ""
        return FOR_OFFICE if office.person.may(Action.EDIT) else FOR_ONESELF

    def _restore_verdict(self, query: str, before: Hit, results: HitModel, error: BriefBankError) -> None:
        row, answering = results.row_of(before.passage.id), self._search.answering
        if row >= 0 and answering is not None and answering.request.text == query:
            results.set_verdict(row, before.verdict)
        self.status.emit(
            tr("The mark was not kept. {what} {remedy}").format(what=error.title, remedy=error.remedy)
        )

    def copy(self, row: int, shown: ResultList | None = None) -> None:
        self._search.history.use()
        hit = (shown or self._results).results.hit(row)
        copying.put(of_hit(hit))
        self.status.emit(tr("The passage was copied with its citation."))


def _version_hit(library: LibraryApi, hit: Hit, version: Version, _reporter: JobReporter) -> Hit:
    """Return the passage as it stands in the other document, without marked words."""
    for passage in library.documents.passages(version.document_id):
        if passage.id == version.passage_id:
            document = library.documents.get(version.document_id)
            citation = library.reader.citation(document.id, passage.first_page, passage.last_page)
            alerts = library.good_law.alerts([passage]).get(passage.id, ())
            version_hit = replace(hit, passage=passage, document=document, marks=(), verdict=None)
            version_hit = replace(version_hit, versions=(), copies=(), doubt=None)
            return replace(version_hit, citation=citation, alerts=alerts)
    raise NotInLibrary()
