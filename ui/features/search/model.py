"""The results of one search as a list model, and the lines that fold results away."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest, Tier, Verdict
from briefbank.domain.userdata import SeenResults
from briefbank.errors import BriefBankError
from briefbank.text.messages import NO_MESSAGE
from ui.features.search.history import BriefKey
from ui.features.search.result_texts import BETWEEN, NEW, row_sentence
from ui.i18n.translate import tr
from ui.shared import wording

if TYPE_CHECKING:
    from ui.page import Page

FEW_BRIEFS = 5  # The number of close briefs below which the less close results are shown at once


@dataclass(frozen=True, slots=True)
class Group:
    """The line beneath the first passage of a brief."""

    key: BriefKey
    first: int  # The place of the first passage in the answer, counted from 0
    more: int  # The number of further passages
    at_least: bool  # There may be more than these
    collapsed: bool

    def text(self) -> str:
        one, many = tr("{number} more passage of this brief"), tr("{number} more passages of this brief")
        if self.at_least:
            one = tr("At least {number} more passage of this brief")
            many = tr("At least {number} more passages of this brief")
        return wording.counted(self.more, one, many)


@dataclass(frozen=True, slots=True)
class TierLine:
    """The line above the less close results."""

    first: int  # The place of the first of them in the answer, counted from 0
    passages: int
    briefs: int  # The number of their briefs that have no close passage; each text of law counts as one
    collapsed: bool

    def text(self) -> str:
        parts = [tr("Less close"), wording.passages(self.passages)]
        if self.briefs and self.first:
            parts.append(wording.counted(self.briefs, tr("{number} more brief"), tr("{number} more briefs")))
        elif self.briefs:
            parts.append(wording.count(self.briefs, tr("brief"), tr("briefs")))
        return BETWEEN.join(parts)


Line = Group | TierLine
Row = Line | int  # A line, or a result's place in the answer, counted from 0


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of an answer."""

    rows: Sequence[Row]
    lines: dict[int, Line]
    """The line that folds each further passage and, while they are hidden, each less close one, by its
    place."""


def arranged(
    answer: SearchAnswer, *, grouping: bool, unfolded: Collection[BriefKey], less_close_shown: bool
) -> Rows:
    """Return the rows of an answer. ``unfolded``: the groups whose further passages are shown."""
    if not grouping and not answer.less_close:
        return Rows(range(answer.total), {})
    lines: dict[int, Line] = {}
    rows = _of_tier(answer, 0, answer.total, grouping, unfolded, lines)
    if answer.less_close:
        new = _briefs(answer, answer.total, answer.listed) - _briefs(answer, 0, answer.total)
        line = TierLine(answer.total, answer.less_close, len(new), not less_close_shown)
        rows.append(line)
        if less_close_shown:
            rows += _of_tier(answer, answer.total, answer.listed, grouping, unfolded, lines)
        else:
            lines.update(dict.fromkeys(range(answer.total, answer.listed), line))
    return Rows(rows, lines)


def _of_tier(
    answer: SearchAnswer,
    start: int,
    end: int,
    grouping: bool,
    unfolded: Collection[BriefKey],
    lines: dict[int, Line],
) -> list[Row]:
    """Return the rows of the results from ``start`` to ``end``, and add the lines of further passages."""
    if not grouping:
        return list(range(start, end))
    places: dict[BriefKey, list[int]] = {}
    for index in range(start, end):
        document = answer.briefs[index] if index < len(answer.briefs) else 0
        places.setdefault((document, start >= answer.total) if document else (0, index), []).append(index)
    rows: list[Row] = []
    for key, (first, *others) in places.items():
        rows.append(first)
        if others:
            line = Group(key, first, len(others), answer.total_is_least, key not in unfolded)
            lines.update(dict.fromkeys(others, line))
            rows += [line] if line.collapsed else [line, *others]
    return rows


def _briefs(answer: SearchAnswer, start: int, end: int) -> set[BriefKey]:
    places = enumerate(islice(answer.briefs, start, end), start)
    return {(document, 0) if document else (0, index) for index, document in places}


AnyIndex = QModelIndex | QPersistentModelIndex
NOTHING = SearchAnswer(NO_MESSAGE, 0.0, 0, ())
SPOKEN_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
FIRST_ROWS = 20  # The rows shown at least of a new answer, as far as it has any
STEP = 100  # The rows that follow, and the results that are read, each time
FURTHER = "further results"


class HitModel(QAbstractListModel):
    """Holds the hits in their order, and the one that is open in the reader.

    A long answer brings only its first results. Its further rows are shown as somebody scrolls to the end,
    a hundred at a time (``fetchMore``); what they lack is read as it comes into view.
    """

    recounted = Signal(object)  # A SearchAnswer with other numbers of results than counted before

    def __init__(self, page: Page | None = None) -> None:
        """Without a page, no further results are read."""
        super().__init__(page)
        self._page = page
        self._request: SearchRequest | None = None
        """The request whose further results can be read; None when there are none."""
        self._reading: SearchRequest | None = None
        self.on_arrival: Callable[[], object] | None = None
        """Called once when the results being read have arrived."""
        self.visible_rows: Callable[[], tuple[int, int]] = lambda: (0, -1)
        """Returns the first and the last row on the screen."""
        self._answer = NOTHING
        """The answer, or the page of it, that was read last."""
        self._hits: list[Hit | None] = []
        self._rows = Rows((), {})
        self._shown = 0
        """The number of rows that are shown; the others follow by ``fetchMore``."""
        self._grouping = False
        self._unfolded: set[BriefKey] = set()
        self._less_close_shown: bool | None = None
        self.seen: SeenResults | None = None
        """The results of the saved search on the screen that are not new; None for another search."""
        self._newness: dict[int, bool] = {}  # Of passages
        self._opened = 0

    # --- rows ---

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._shown

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and self._shown < len(self._rows.rows)

    def fetchMore(self, parent: AnyIndex) -> None:
        self.show_rows(self._shown + STEP)

    def show_rows(self, number: int = sys.maxsize) -> None:
        """Show at least so many rows, as far as there are any; without a number all of them."""
        number = min(number, len(self._rows.rows))
        if number > self._shown:
            self.beginInsertRows(QModelIndex(), self._shown, number - 1)
            self._shown = number
            self.endInsertRows()
        self.read_missing()

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        line = self.line(index.row())
        if line is not None:
            return self._line_data(line, role)
        hit = self.hit_at(index.row())
        if hit is None:
            return tr("This result is being read.") if role in SPOKEN_ROLES else None
        if role == Qt.ItemDataRole.DisplayRole:
            return wording.title(hit.document)
        return row_sentence(hit) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _line_data(self, line: Line, role: int) -> Any:
        text = line.text()
        if isinstance(line, Group) and self._folds_new(line):
            text = BETWEEN.join((text, NEW))
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        state = tr("collapsed") if line.collapsed else tr("expanded")
        return f"{text}, {state}." if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _folds_new(self, line: Group) -> bool:
        """Tell whether a new passage is folded away, of those read so far."""
        if self.seen is None or not line.collapsed:
            return False
        folded = (self._hits[index] for index, above in self._rows.lines.items() if above is line)
        return any(hit is not None and self.is_new(hit) for hit in folded)

    def line(self, row: int) -> Line | None:
        """Return the line of a row; None for a result."""
        entry = self._rows.rows[row]
        return None if isinstance(entry, int) else entry

    def hit_at(self, row: int) -> Hit | None:
        """Return the result of a row; None for a line and for a result still to be read."""
        entry = self._rows.rows[row] if 0 <= row < self._shown else -1
        return self._hits[entry] if isinstance(entry, int) and entry >= 0 else None

    def hit(self, row: int) -> Hit:
        """Return the result of a row that has one."""
        hit = self.hit_at(row)
        assert hit is not None
        return hit

    def is_within(self, row: int) -> bool:
        """Tell whether a passage stands under the line beneath the first one of its brief."""
        return self._rows.rows[row] in self._rows.lines

    def is_new(self, hit: Hit) -> bool:
        """Tell whether a passage was not among the results when this search was last looked at. Only close
        ones are: which others were there before is not kept."""
        if self.seen is None or hit.tier is not Tier.CLOSE:
            return False
        if hit.passage.id not in self._newness:
            self._newness[hit.passage.id] = self.seen.is_new(hit)
        return self._newness[hit.passage.id]

    def is_opened(self, hit: Hit) -> bool:
        return _represents(hit, self._opened)

    def hits(self) -> list[Hit]:
        """Return the results read so far, in the answer's order."""
        return [hit for hit in self._hits if hit is not None]

    @property
    def close(self) -> int:
        """The number of close results of the answer."""
        return self._answer.total

    @property
    def is_at_least(self) -> bool:
        """Whether there may be more close results than were counted."""
        return self._answer.total_is_least

    @property
    def total(self) -> int:
        """The number of results of the answer, including those still to be read."""
        return len(self._hits)

    def first_missing(self, start: int, end: int) -> int:
        """Return the first place still to be read of the rows from ``start`` up to ``end``; -1 for none."""
        rows = self._rows.rows[max(0, start) : min(end, self._shown)]
        places = (entry for entry in rows if isinstance(entry, int))
        return next((index for index in places if self._hits[index] is None), -1)

    def first_result(self) -> int:
        """Return the first row with a result, or -1."""
        return next((row for row in range(self._shown) if self.hit_at(row) is not None), -1)

    def row_of(self, passage_id: int) -> int:
        """Return the row of a passage, or of the result that represents it from another document; -1 for
        none."""
        return self._row_of_place(self._place_of(passage_id))

    def row_showing(self, passage_id: int) -> int:
        """Return the row of a passage as ``row_of`` does, or of the line that folds it away."""
        return self._row_showing(self._place_of(passage_id))

    def _row_of_place(self, index: int) -> int:
        """Return the row of a place in the answer; -1 when it is folded away, not shown or absent."""
        rows = self._rows.rows
        row = rows.index(index) if index >= 0 and index in rows else -1
        return row if row < self._shown else -1

    def _row_showing(self, index: int) -> int:
        row, lines = self._row_of_place(index), self._rows.lines
        row = self._rows.rows.index(lines[index]) if row < 0 and index in lines else row
        return row if row < self._shown else -1

    def _place_of(self, passage_id: int) -> int:
        """Return the place of a passage in the answer, or -1."""
        read = ((index, hit) for index, hit in enumerate(self._hits) if hit is not None)
        return next((index for index, hit in read if _represents(hit, passage_id)), -1)

    def number_of(self, passage_id: int) -> tuple[int, int]:
        """Return the number of a passage among the results that F4 goes through, from 1, and how many these
        are; a passage that is folded away has the number of the result above it. (0, 0) for none."""
        row = self.row_showing(passage_id)
        are_hits = [isinstance(entry, int) for entry in self._rows.rows] if row >= 0 else []
        return sum(are_hits[: row + 1]), sum(are_hits)

    # --- going from result to result ---

    def next_result(self, row: int, step: int) -> int:
        """Return the next row that holds a result or a place still to be read, or -1. What is folded away is
        passed over."""
        row += step
        while row >= 0:
            if row >= self.rowCount():
                if not self.canFetchMore(QModelIndex()):
                    return -1
                self.fetchMore(QModelIndex())
            if self.line(row) is None:
                return row
            row += step
        return -1

    def next_brief(self, row: int, step: int) -> int:
        first = row - 1 if isinstance(self.line(row), Group) else row
        while (row := self.next_result(row, step)) >= 0:
            if not self._same_brief(first, row):
                return row
        return -1

    def first_of_brief(self, row: int) -> int:
        """Return the first row of the run of neighbouring results that are of one brief."""
        while (above := self.next_result(row, -1)) >= 0 and self._same_brief(above, row):
            row = above
        return row

    def _same_brief(self, row: int, other: int) -> bool:
        """Tell whether two rows are known to hold passages of one brief."""
        hits = [self.hit_at(result_row) for result_row in (row, other)]
        documents = {hit.document.id if hit is not None else 0 for hit in hits}
        return len(documents) == 1 and 0 not in documents

    # --- answers ---

    def show(
        self,
        answer: SearchAnswer,
        unfolded: frozenset[BriefKey] = frozenset(),
        less_close_shown: bool | None = None,
        rows: int = 0,
    ) -> None:
        """Show a new answer. ``unfolded``: the briefs whose further passages are shown. ``less_close_shown``:
        whether a person showed or hid the less close results. ``rows``: the number of rows that are shown at
        least."""
        self.beginResetModel()
        self._unfolded, self._less_close_shown = set(unfolded), less_close_shown
        self._arrange(_padded(answer.hits, answer.listed), answer)
        missing = (
            row
            for row, entry in enumerate(self._rows.rows)
            if isinstance(entry, int) and self._hits[entry] is None
        )
        read = next(missing, len(self._rows.rows))
        self._shown = min(max(read, rows, FIRST_ROWS), len(self._rows.rows))
        self.endResetModel()

    def put(self, start: int, answer: SearchAnswer) -> None:
        """Insert results that were read, from a place of the answer on; the answer may have become longer or
        shorter."""
        answer = self.with_marks(answer)
        end = start + len(answer.hits)
        hits = _padded([*self._hits[:start], *answer.hits, *self._hits[end:]], answer.listed)
        if _arrangement(answer) != _arrangement(self._answer):
            self._rearrange(hits, answer)
            return
        self._hits, self._answer = hits, answer
        rows = [
            row
            for row, entry in enumerate(self._rows.rows[: self._shown])
            if isinstance(entry, int) and start <= entry < end
        ]
        if rows:
            self.dataChanged.emit(self.index(rows[0]), self.index(rows[-1]))

    def better(self, answer: SearchAnswer) -> bool:
        """Replace the hits by those of an answer if they are the same passages in the same order; tell
        whether they were."""
        shown = self._hits[: len(answer.hits)]
        if [hit.passage.id for hit in shown if hit is not None] != [hit.passage.id for hit in answer.hits]:
            return False
        if answer.listed == len(answer.hits):
            self.put(0, answer)
        else:
            self._rearrange(_padded(self.with_marks(answer).hits, answer.listed), answer)
        return True

    def with_marks(self, answer: SearchAnswer) -> SearchAnswer:
        """Return an answer of which the hits that are here have the verdicts from here: a mark may have been
        given after the answer was searched for."""
        here = {hit.passage.id: hit.verdict for hit in self.hits()}
        hits = (replace(hit, verdict=here.get(hit.passage.id, hit.verdict)) for hit in answer.hits)
        return replace(answer, hits=tuple(hits))

    def mark_new(self, seen: SeenResults | None) -> None:
        """Mark the passages that are not among these; None marks none."""
        self.seen = seen
        self._newness.clear()
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    # --- grouping ---

    @property
    def unfolded(self) -> frozenset[BriefKey]:
        """The briefs whose further passages are shown."""
        return frozenset(self._unfolded)

    def set_grouping(self, on: bool) -> None:
        """Group the results by brief, or show them in the answer's own order."""
        if on != self._grouping:
            self._grouping = on
            self._rearrange(self._hits, self._answer)

    @property
    def less_close_shown(self) -> bool | None:
        """Whether a person showed the less close results, or hid them; None: neither."""
        return self._less_close_shown

    def collapse(self, row: int, collapsed: bool) -> None:
        """Fold the passages under a line away, or show them."""
        line = self.line(row)
        if line is None or line.collapsed == collapsed:
            return
        if isinstance(line, TierLine):
            self._less_close_shown = not collapsed
        else:
            change = self._unfolded.discard if collapsed else self._unfolded.add
            change(line.key)
        self._rearrange(self._hits, self._answer)

    def _rearrange(self, hits: list[Hit | None], answer: SearchAnswer) -> None:
        """Rearrange the rows; the selection stays on its result, or goes to the line that folds it away."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        entries, whole = [self._rows.rows[index.row()] for index in before], len(self._rows.rows)
        self._arrange(hits, answer)
        shown, now_whole = self._shown, len(self._rows.rows)
        self._shown = now_whole
        now = [self._row_of_entry(entry) for entry in entries]
        least = max(shown, shown + now_whole - whole, FIRST_ROWS, max(now, default=-1) + 1)
        self._shown = min(least, now_whole)
        self.changePersistentIndexList(before, [self.index(row) for row in now])
        self.layoutChanged.emit()
        self.read_missing()

    def _arrange(self, hits: list[Hit | None], answer: SearchAnswer) -> None:
        self._hits, self._answer = hits, answer
        shown = self._less_close_shown
        self._rows = arranged(
            answer,
            grouping=self._grouping,
            unfolded=self._unfolded,
            less_close_shown=len(_briefs(answer, 0, answer.total)) < FEW_BRIEFS if shown is None else shown,
        )

    def _row_of_entry(self, entry: Row) -> int:
        """Return the row that an entry now has: of a line that is gone, that of its first passage."""
        if not isinstance(entry, int):
            same = (
                row
                for row, other in enumerate(self._rows.rows[: self._shown])
                if type(other) is type(entry) and not isinstance(other, int) and other.first == entry.first
            )
            if (row := next(same, -1)) >= 0:
                return row
            entry = entry.first
        return self._row_showing(min(entry, self.total - 1))

    # --- the state of rows ---

    def set_verdict(self, passage_id: int, verdict: Verdict | None) -> None:
        """Set the verdict of a passage, if it is among the results."""
        index = self._place_of(passage_id)
        if index >= 0 and (hit := self._hits[index]) is not None:
            self._hits[index] = replace(hit, verdict=verdict)
            self._row_changed(self._row_of_place(index))

    def set_opened(self, passage_id: int) -> None:
        before, self._opened = self.row_of(self._opened), passage_id
        for row in (before, self.row_of(passage_id)):
            self._row_changed(row)

    def _row_changed(self, row: int) -> None:
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    # --- reading further results ---

    def serve(self, request: SearchRequest | None) -> None:
        """Read further results of a request whose first ones are shown; None when nothing can be read."""
        if self._page is not None:
            self._page.jobs.drop(FURTHER, self._page)
        self._request, self.on_arrival = request, None
        self.read_missing()

    def read_missing(self) -> None:
        """Read results whose rows are on the screen; a newer request replaces an older one."""
        first, last = self.visible_rows()
        # Results are read a little before they come into view, so that slow scrolling shows no gap.
        start = self.first_missing(first, last + 1 + STEP // 4)
        if start < 0 or self._request is None or self._page is None:
            return
        request, library = replace(self._request, start=start, limit=STEP), self._page.library
        if self._page.jobs.busy(FURTHER, self._page) and self._reading == request:
            return
        self._reading = request
        self._page.run(
            lambda _reporter: library.search(request),
            then=partial(self._arrived, request),
            failed=self._failed,
            topic=FURTHER,
        )

    def _arrived(self, request: SearchRequest, answer: SearchAnswer) -> None:
        """Put the results into their rows; there become fewer if fewer are found than first counted."""
        before = self.total
        if len(answer.hits) < min(STEP, answer.listed - request.start):
            listed = request.start + len(answer.hits)
            total = min(answer.total, listed)
            answer = replace(answer, total=total, less_close=listed - total, total_is_least=False)
        self.put(request.start, answer)
        if answer.listed != before:
            self.recounted.emit(answer)
        then, self.on_arrival = self.on_arrival, None
        if then is not None:
            then()
        self.read_missing()

    def _failed(self, error: BriefBankError) -> None:
        """Report the failure; the rows stay, and further scrolling asks again."""
        self.on_arrival = None
        if self._page is not None:
            message = tr("Further results could not be read. {remedy}").format(remedy=error.remedy)
            self._page.status.emit(message)


def _represents(hit: Hit, passage_id: int) -> bool:
    others = (*hit.versions, *hit.copies)
    return hit.passage.id == passage_id or any(other.passage_id == passage_id for other in others)


def _padded(hits: Sequence[Hit | None], total: int) -> list[Hit | None]:
    """Return hits, and None for each result that has not been read yet, up to a number of results."""
    return [*hits, *[None] * (total - len(hits))][:total]


def _arrangement(answer: SearchAnswer) -> tuple[object, ...]:
    """Return what the rows of an answer depend on, whichever of its pages was read."""
    return answer.total, answer.less_close, answer.briefs, answer.total_is_least
