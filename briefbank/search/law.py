"""The law of a day: which days a search asks for, and which texts were the law on them.

The days are a day that was set, a brief's own, one named in the text (``law_day_parsing``), or today. A day
that was set, or a brief's, asks for the whole library as it was: documents filed later are listed apart too.
A day in the text is weaker, because it was read out of plain words: it chooses among the versions of
provisions and directives, and leaves briefs alone. Today does the same where no day is named.

Texts that are not the law of the days are excluded from every channel before anything is ranked. A code of
forty sections may stand in a library in thirty versions, and all thirty are found by the same words; so the
old ones are excluded by a passage filter (``filters``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING

from briefbank.domain.authorities import ALWAYS, Window
from briefbank.domain.documents import Document
from briefbank.domain.kinds import LAW
from briefbank.domain.passages import Passage
from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary, QueryError
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, PeriodsInForce
from briefbank.search.filters import PassageFilter
from briefbank.search.law_day_parsing import LawDay
from briefbank.text.dates import format_date

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue

DEEPEST = 50_000
"""The most passages of one channel that are examined; with more old versions than that before a new one, the
new one is missed."""


class DaySource(Enum):
    """The source of the days."""

    NOWHERE = "nowhere"
    IN_TEXT = "in the text"
    BESIDE = "beside the text"


@dataclass(frozen=True, slots=True)
class Days:
    """The first and last of the days, both inclusive."""

    first: date
    last: date
    source: DaySource

    @property
    def asked(self) -> bool:
        """Tell whether the days were named."""
        return self.source is not DaySource.NOWHERE

    @property
    def sets_apart_later(self) -> bool:
        """Tell whether documents filed after them are listed apart."""
        return self.source is DaySource.BESIDE


def days_of(request: SearchRequest, named: LawDay | None, store: Catalogue, today: date) -> Days:
    """Return the days of a request, whose text may have ``named`` some. Raises NotInLibrary and QueryError
    for a brief that is gone or has no filing date."""
    if request.as_of is not None:
        return Days(request.as_of, request.as_of, DaySource.BESIDE)
    if request.as_of_document:
        filed = _filed(request.as_of_document, store)
        return Days(filed, filed, DaySource.BESIDE)
    if named is not None:
        return Days(named.first, named.last, DaySource.IN_TEXT)
    return Days(today, today, DaySource.NOWHERE)


def _filed(document_id: int, store: Catalogue) -> date:
    document = store.documents_by_id([document_id], named=False).get(document_id)
    if document is None:
        raise NotInLibrary(detail=f"document {document_id}")
    if document.filed is None:
        raise QueryError(
            "No filing date is known for this brief, so the law of its day cannot be asked for.",
            "Put its filing date right, or name the day yourself.",
        )
    return document.filed


# --- what was the law on them -------------------------------------------------------------------------


class InForce:
    """The filter of one search for the law of its days. One thread."""

    def __init__(self, windows: PeriodsInForce, days: Days) -> None:
        self.days = days
        self._windows = windows
        self._known: dict[int, Window] = {}
        self._seen: set[int] = set()
        self._filter = PassageFilter(self.outside, DEEPEST)

    def outside(self, passage_ids: Iterable[int]) -> set[int]:
        """Return those that are not in force on any of the days."""
        ids = list(passage_ids)
        self._look_up(ids)
        first, last = self.days.first, self.days.last
        return {id_ for id_ in ids if id_ in self._known and not self._known[id_].meets(first, last)}

    def window(self, passage_id: int) -> Window:
        """Return the period in which a passage is in force, as far as that is known."""
        self._look_up([passage_id])
        return self._known.get(passage_id, ALWAYS)

    def why_outside(self, passage: Passage, document: Document) -> str:
        """Return why a passage is listed apart, for a person; empty for one that is not."""
        if self.outside([passage.id]):
            return f"{in_force(self.window(passage.id), self.days)}."
        later = document.filed is not None and document.filed > self.days.last and document.kind not in LAW
        if later and document.filed and self.days.sets_apart_later:
            return f"Filed on {format_date(document.filed)}, after the day you asked about."
        return ""

    def period(self, passage: Passage) -> str:
        """Return the period of a result, without a full stop; empty where that has no limit."""
        window = self.window(passage.id)
        return in_force(window, self.days) if window.meets(self.days.first, self.days.last) else ""

    def doubt(self, passage: Passage, document: Document) -> str:
        """Return what is unknown about a result of a day that was asked for; empty for most."""
        if not self.days.asked:
            return ""
        if document.kind in LAW:
            known = self.window(passage.id) != ALWAYS
            return "" if known else "When this text was in force is not known: it may be of another time."
        if document.filed is None and self.days.sets_apart_later:
            return f"No filing date is known: it may be later than {format_date(self.days.last)}."
        return ""

    # --- the channels ----------------------------------------------------------------------------

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """Return the same word index without passages outside the period."""
        return self._filter.words(channel)

    def embedding(self, embedding: EncoderWithVectors | None) -> EncoderWithVectors | None:
        """Return the same encoder and vectors without passages outside the period."""
        return self._filter.embedding(embedding)

    def _look_up(self, passage_ids: Sequence[int]) -> None:
        new = [id_ for id_ in passage_ids if id_ not in self._seen]
        if new:
            self._known.update(self._windows(new))
            self._seen.update(new)


def in_force(window: Window, days: Days) -> str:
    """Return a period in words, as it matters for the days; without a full stop."""
    if window.first and window.last:
        return f"In force from {format_date(window.first)} to {format_date(window.last)}"
    if window.last:
        over = window.last < days.first
        return f"{'Not in force after' if over else 'In force until'} {format_date(window.last)}"
    if window.first:
        ahead = window.first > days.last
        return f"{'Not in force before' if ahead else 'In force from'} {format_date(window.first)}"
    return ""
