"""Measures of the judged searches over a library of the judged documents.

A result is right when it shows a judged passage, itself or folded behind it. *Success@k*: the share of the
searches with a right one among the first k results. *Missing*: searches with a right one among the first ten
of best match, and none at all in newest first. *Short*: searches that list fewer than ten documents.
*Precision*: the share of the close passages that is judged right, averaged over the searches that have some.
A search for a subject that the library does not have is answered rightly when nothing is close.
"""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.library import Library
from tests.evaluate.defenders.judged import Judged, Search, SearchKind, plain

ALL = 5_000  # The most results that are looked at: more than any search of so few documents has
SUCCESS_AT = (1, 5, 10)
FIRST = 10


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of a search in one order."""

    results: tuple[tuple[int, ...], ...] = ()
    """The ids of the passages that each result shows: its own, then those folded behind it."""
    titles: tuple[str, ...] = ()
    total: int = 0  # The number of results that are close, which come first
    documents: int = 0  # The number of different documents that the results name

    @property
    def close(self) -> set[int]:
        """The ids of the close passages."""
        return {passage_id for result in self.results[: self.total] for passage_id in result}

    def first_right_rank(self, right: Collection[int]) -> int | None:
        """Return the place, from 1, of the first right result; None where there is none."""
        places = (at for at, result in enumerate(self.results, 1) if any(item in right for item in result))
        return next(places, None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search finds in both orders."""

    search: Search
    right: frozenset[int]  # The ids of the judged passages
    shown: Mapping[Order, Shown]

    def precision(self, order: Order) -> float | None:
        """Return the share of the close passages that is right; None where none is close."""
        close = self.shown[order].close
        return len(close & self.right) / len(close) if close else None

    def first_right_rank(self, order: Order) -> int | None:
        """Return the place, from 1, of the first right result; None where there is none."""
        return self.shown[order].first_right_rank(self.right)

    def is_missing(self) -> bool:
        """Tell whether best match has a right result on its first page, and newest first none at all."""
        best = self.first_right_rank(Order.BEST)
        return best is not None and best <= FIRST and self.first_right_rank(Order.NEWEST) is None


class JudgedPassages:
    """Finds the passages of a library that hold the judged words."""

    def __init__(self, library: Library, ids: Mapping[str, int]) -> None:
        """``ids`` are those of the judged documents in the library, by name."""
        self._library, self._ids = library, ids
        self._words: dict[str, dict[int, str]] = {}

    def of(self, judged: Iterable[Judged]) -> frozenset[int]:
        """Return the ids of the passages that hold any of these words."""
        return frozenset(passage_id for item in judged for passage_id in self._holding(item))

    def lacking(self, judged: Iterable[Judged]) -> list[Judged]:
        """Return those whose words no passage holds, so that no search can find them."""
        return [item for item in judged if not self._holding(item)]

    def _holding(self, judged: Judged) -> list[int]:
        if judged.document not in self._words:
            passages = self._library.documents.passages(self._ids[judged.document])
            self._words[judged.document] = {passage.id: plain(passage.text) for passage in passages}
        words, quote = self._words[judged.document], plain(judged.quote)
        return [passage_id for passage_id, text in words.items() if holds(text, quote)]


def holds(text: str, quote: str) -> bool:
    """Tell whether a text holds the words of a quote, or begins or ends with more than half of them; both as
    ``plain`` writes them."""
    if quote in text:
        return True
    words, quoted = text.split(), quote.split()
    parts = range(len(quoted) // 2 + 1, len(quoted))
    return any(words[-size:] == quoted[:size] or words[:size] == quoted[-size:] for size in parts)


def ask(library: Library, query: str, order: Order) -> Shown:
    """Return everything that a search finds; nothing for a text that is no query."""
    try:
        answer = library.search(SearchRequest(query, limit=ALL, order=order))
    except QueryError:
        return Shown()
    results = (
        (hit.passage.id, *(other.passage_id for other in (*hit.versions, *hit.copies))) for hit in answer.hits
    )
    return Shown(
        tuple(results),
        tuple(hit.document.title for hit in answer.hits),
        answer.total,
        len({hit.document.id for hit in answer.hits}),
    )


def outcomes(library: Library, passages: JudgedPassages, searches: Iterable[Search]) -> list[Outcome]:
    """Ask every search in both orders."""
    return [
        Outcome(
            search,
            passages.of(search.relevant),
            {order: ask(library, search.query, order) for order in Order},
        )
        for search in searches
    ]


def figures(measured: Sequence[Outcome], order: Order) -> dict[str, Any]:
    """Return the measures of some searches by name; None where none of them has what is measured.

    Success, precision and size are those of ``order``; searches for an absent subject count for size and
    nothing close only.
    """
    answerable = [item for item in measured if item.search.kind is not SearchKind.ABSENT]
    absent = [item for item in measured if item.search.kind is SearchKind.ABSENT]
    known = [value for file in answerable if (value := file.precision(order)) is not None]
    return {
        "searches": len(measured),
        **{f"success@{k}": _success(answerable, order, k) for k in SUCCESS_AT},
        f"best_success@{FIRST}": _success(answerable, Order.BEST, FIRST),
        "missing": sum(database.is_missing() for database in answerable),
        "short": sum(item.shown[order].documents < FIRST for item in answerable),
        "precision": statistics.fmean(known) if known else None,
        "median_size": float(statistics.median(len(item.shown[order].close) for item in measured)),
        "nothing_close": _share([not item.shown[order].total for item in absent]),
    }


def worst(measured: Iterable[Outcome], order: Order) -> list[Outcome]:
    """Return the searches with the latest right result first, of those alike the one with most wrong ones."""

    def badness(outcome: Outcome) -> tuple[int, int]:
        shown = outcome.shown[order]
        rank = outcome.first_right_rank(order) or ALL
        if outcome.search.kind is SearchKind.ABSENT:
            rank = ALL if shown.total else 1
        return rank, len(shown.close - outcome.right)

    return sorted(measured, key=badness, reverse=True)


def _success(measured: Sequence[Outcome], order: Order, k: int) -> float | None:
    places = [item.first_right_rank(order) for item in measured]
    return _share([rank is not None and rank <= k for rank in places])


def _share(successes: Sequence[bool]) -> float | None:
    return statistics.fmean(successes) if successes else None
