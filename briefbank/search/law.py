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

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.authorities import ALWAYS, Window
from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary, QueryError
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, PeriodsInForce
from briefbank.search.filters import PassageFilter
from briefbank.search.identifiers import LawDay
from briefbank.text.dates import format_date
from briefbank.text.messages import Message
from briefbank.text.sentences import sentence_ends

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue
    from briefbank.embedding.encoders import Encoder


# --- law -------------------------------------------------------------------------------------------------

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
            Message("No filing date is known for this brief, so the law of its day cannot be asked for."),
            Message("Put its filing date right, or name the day yourself."),
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


# --- governing text --------------------------------------------------------------------------------------
# Chooses, among the candidates of a search, the one text that governs a statement.
#
# A provision governs by one of its sentences: the condition meets "An executor must be eighteen years of
# age", whatever else its section says. A passage's vector blurs that sentence with its neighbours. So each
# candidate is read once more, sentence by sentence, and the similarity of its nearest sentence to the
# question itself is added to the search's relevance. The question of one governing provision among 20
# candidates is that of "A Framework to Retrieve Relevant Laws for Will Execution", which leaves the choice
# to a large model.
#
# *The measure.* ``python -m tests.evaluate.provisions`` prints it: the first of 20 candidates is right for
# 46.4 % of the statements about wills, by the search alone for 42.3 % (16 better, 2 worse, p 0.001). The
# share is on a plateau (0.5 to 0.8 gain the same in both halves of the queries). Similarity of the title,
# of the context's sentences, of three sentences instead of one, and how often a section is cited add
# nothing to it.
#
# *How sure it is.* More firsts are wrong than right, so the answer says when the first is no better than
# the others: when the next reaches ``CLEAR_SHARE`` of its worth. The same command prints the figures. The
# share was chosen on every second statement (182 queries): the highest, in steps of 0.01, at which three of
# four firsts without the warning are right. On the other statements (154 queries) 71 of 77 wrong firsts are
# flagged, and 31 of 77 right ones are not; 31 of 37 firsts without the warning are right (84 %), and 46 of
# 117 with it (39 %).

Vectors = NDArray[np.float32]

NEAREST_SHARE = 0.6
"""The weight of the cosine of the nearest sentence, where the highest relevance of the candidates has 1."""
CLEAR_SHARE = 0.85
"""The share of the first candidate's worth below which all others stay where the first is clearly better."""
MOST_SENTENCES = 60
"""The most sentences of one text that are read."""
LEAST_WORDS = 4
"""The fewest words of a piece; a shorter one ("(a) Repealed.") says nothing."""

_CLAUSE = re.compile(r"(?<=;)\s")


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
    vectors = encoder.encode_passages([piece for some in pieces for piece in some])
    asked = np.mean([encoder.encode_query(each) for each in point], axis=0)
    borders = np.cumsum([0, *map(len, pieces)])
    nearest = np.maximum.reduceat(vectors @ asked, borders[:-1])
    found: NDArray[np.float64] = np.asarray(relevances) / (max(relevances) or 1.0) + NEAREST_SHARE * nearest
    return found


def best_first(scores: NDArray[np.floating[Any]]) -> list[int]:
    """Return the places of the scores, the highest first; ties in the order given."""
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def closeness(worth: NDArray[np.float64], first: int) -> list[float]:
    """Return how near each text comes to the worth of the chosen one, from 0 to 1; the chosen one has 1."""
    top = max(float(worth[first]), 1e-9)
    return [min(1.0, max(0.0, float(each) / top)) for each in worth]


def clauses(text: str) -> list[str]:
    """Return the sentences of a text, cut at semicolons too, as in lists of provisions. At least one
    piece."""
    ends = [0, *sentence_ends(text), len(text)]
    found = [
        piece.strip()
        for start, end in pairwise(ends)
        for piece in _CLAUSE.split(text[start:end])
        if len(piece.split()) >= LEAST_WORDS
    ]
    return found[:MOST_SENTENCES] or [text]
