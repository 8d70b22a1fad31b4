"""The law of a day: which days a search asks for, and which texts were the law on them; and which of several
texts of law governs a statement.

The days are a day that was set, a brief's own, one named in the text (``typed_text``), or today. A day that
was set, or a brief's, asks for the whole library as it was: documents filed later are listed apart too. A day
in the text is weaker, because it was read out of plain words: it chooses among the versions of provisions and
directives, and leaves briefs alone. Today does the same where no day is named.

Texts that are not the law of the days are left out of every channel before anything is ranked: a code of
forty sections may stand in a library in thirty versions, all of which the same words find.

*The governing text* of a statement has one sentence that governs it, whatever else its section says, and a
passage's vector blurs that sentence with its neighbours. So the similarity of each candidate's nearest
sentence to the question is added to the search's relevance. The first of 20 candidates is then right for
46.4 % of the statements about wills, and by the search alone for 42.3 % (``tests.evaluate provisions``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue import document_rows
from briefbank.domain.authorities import ALWAYS, Window
from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary, QueryError
from briefbank.search.typed_text import LawDay
from briefbank.text.dates import format_date
from briefbank.text.language import sentence_ends
from briefbank.text.messages import NO_MESSAGE, Message

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database
    from briefbank.embedding.encoders import Encoder
    from briefbank.search.search_types import PeriodsInForce

NEAREST_SHARE = 0.6
"""The weight of the cosine of the nearest sentence, where the highest relevance of the candidates has 1; from
0.5 to 0.8 as much is gained."""
CLEAR_SHARE = 0.85
"""The share of the first candidate's worth below which all others stay where the first is clearly better."""
MOST_SENTENCES = 60  # The most sentences of one text that are read
LEAST_WORDS = 4  # The fewest words of a piece; a shorter one ("(a) Repealed.") says nothing
_CLAUSE = re.compile(r"(?<=;)\s")


class DaySource(Enum):
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
        return self.source is not DaySource.NOWHERE

    @property
    def sets_apart_later(self) -> bool:
        """Tell whether documents filed after them are listed apart."""
        return self.source is DaySource.BESIDE


def days_of(request: SearchRequest, named: LawDay | None, store: Database, today: date) -> Days:
    """Return the days of a request, whose text may have ``named`` some. Raises NotInLibrary and QueryError
    for a brief that is gone or has no filing date."""
    if request.as_of is not None:
        return Days(request.as_of, request.as_of, DaySource.BESIDE)
    if request.as_of_document:
        document_id = request.as_of_document
        document = document_rows.by_ids(store, [document_id]).get(document_id)
        if document is None:
            raise NotInLibrary(detail=f"document {document_id}")
        if document.filed is None:
            raise QueryError(
                Message("No filing date is known for this brief, so the law of its day cannot be asked for."),
                Message("Put its filing date right, or name the day yourself."),
            )
        return Days(document.filed, document.filed, DaySource.BESIDE)
    if named is not None:
        return Days(named.first, named.last, DaySource.IN_TEXT)
    return Days(today, today, DaySource.NOWHERE)


class InForce:
    """The filter of one search for the law of its days. One thread."""

    def __init__(
        self, windows: PeriodsInForce, days: Days, filed_later: Callable[[Collection[int]], Collection[int]]
    ) -> None:
        """``filed_later`` returns those passages whose documents were filed after the days and are no law."""
        self.days = days
        self._windows, self._filed_later = windows, filed_later
        self._known: dict[int, Window] = {}
        self._later: set[int] = set()
        self._seen: set[int] = set()

    def outside(self, passage_ids: Collection[int]) -> set[int]:
        """Return those that are not in force on any of the days, or were filed later where that counts."""
        if new := [passage_id for passage_id in passage_ids if passage_id not in self._seen]:
            self._known.update(self._windows(new))
            self._seen.update(new)
            if self.days.sets_apart_later:
                self._later.update(self._filed_later(new))
        known, first, last = self._known, self.days.first, self.days.last
        old = (id_ for id_ in passage_ids if id_ in known and not known[id_].meets(first, last))
        return self._later.intersection(passage_ids).union(old)

    def window(self, passage_id: int) -> Window:
        """Return the period in which a passage is in force, as far as that is known."""
        self.outside([passage_id])
        return self._known.get(passage_id, ALWAYS)

    def why_outside(self, passage: Passage, document: Document) -> Message:
        """Return why a passage is listed apart, for a person."""
        if document.filed is not None and passage.id in self._later:
            filed = format_date(document.filed)
            return Message("Filed on {filed}, after the day you asked about.", filed=filed)
        return Message("{in_words}.", in_words=self._in_words(self.window(passage.id)))

    def period(self, passage: Passage) -> Message:
        """Return the period of a result, without a full stop; empty where that has no limit."""
        window = self.window(passage.id)
        return self._in_words(window) if window.meets(self.days.first, self.days.last) else NO_MESSAGE

    def doubt(self, passage: Passage, document: Document) -> Message:
        """Return what is unknown about a result of a day that was asked for; empty for most."""
        if not self.days.asked:
            return NO_MESSAGE
        if document.kind in LAW:
            if self.window(passage.id) != ALWAYS:
                return NO_MESSAGE
            return Message("When this text was in force is not known: it may be of another time.")
        if document.filed is None and self.days.sets_apart_later:
            last = format_date(self.days.last)
            return Message("No filing date is known: it may be later than {last}.", last=last)
        return NO_MESSAGE

    def _in_words(self, window: Window) -> Message:
        """Return a period as it matters for the days, without a full stop."""
        if window.first and window.last:
            first, last = format_date(window.first), format_date(window.last)
            return Message("In force from {first} to {last}", first=first, last=last)
        if window.last:
            day = format_date(window.last)
            if window.last < self.days.first:
                return Message("Not in force after {day}", day=day)
            return Message("In force until {day}", day=day)
        if window.first:
            day = format_date(window.first)
            if window.first > self.days.last:
                return Message("Not in force before {day}", day=day)
            return Message("In force from {day}", day=day)
        return NO_MESSAGE


def worths(
    relevances: Sequence[float], texts: Sequence[str], point: Sequence[str], encoder: Encoder
) -> NDArray[np.float64]:
    """Return the worth of each text, the highest for the one that governs; comparable within one answer only.

    ``relevances``: of the search, as many as ``texts``; ``point``: the sentences of the question. About 5 ms
    for each sentence of the texts. Any thread.
    """
    if len(texts) < 2 or not any(point):
        return np.asarray(relevances, np.float64)
    pieces = [clauses(text) for text in texts]
    vectors = encoder.encode_passages([piece for clauses_of_text in pieces for piece in clauses_of_text])
    question = np.mean([encoder.encode_query(sentence) for sentence in point], axis=0)
    borders = np.cumsum([0, *map(len, pieces)])
    nearest = np.maximum.reduceat(vectors @ question, borders[:-1])
    worth: NDArray[np.float64] = np.asarray(relevances) / (max(relevances) or 1.0) + NEAREST_SHARE * nearest
    return worth


def best_first(scores: NDArray[np.floating[Any]]) -> list[int]:
    """Return the places of the scores, the highest first; ties in the order given."""
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def closeness(worth: NDArray[np.float64], first: int) -> list[float]:
    """Return how near each text comes to the worth of the chosen one, from 0 to 1; the chosen one has 1."""
    top = max(float(worth[first]), 1e-9)
    return [min(1.0, max(0.0, float(value) / top)) for value in worth]


def clauses(text: str) -> list[str]:
    """Return the sentences of a text, cut at semicolons too, as in lists of provisions; at least one."""
    ends = [0, *sentence_ends(text), len(text)]
    pieces = [
        piece.strip()
        for start, end in pairwise(ends)
        for piece in _CLAUSE.split(text[start:end])
        if len(piece.split()) >= LEAST_WORDS
    ]
    return pieces[:MOST_SENTENCES] or [text]
