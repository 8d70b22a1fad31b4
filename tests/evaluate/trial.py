"""The trial behind the choices in ``search.retrieval``, ``query`` and ``selection``; run by hand.

    python -m tests.evaluate.trial ../shared/data/eval/wills-tn ../shared/data/eval/annotations-ak-nd

For each data set and each half of its queries: recall and MRR of every way of fusing the channels of words
and meaning, then of the whole search with one parameter changed. Then for each class of query, alone or with
a context, each channel and the whole search with other shares of meaning. Then, for each way of cutting the
relevant set, its median size, the share of the relevant documents in it, and the share of them among the
newest five of it when the documents' dates are drawn at random. ``tests.evaluate.other_states`` writes more
data sets.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from briefbank.citations import citations
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.evaluate import data_sets, metrics
from briefbank.evaluate.data_sets import IndexedCollection, SearchParts, collection
from briefbank.evaluate.runs import DEPTH, FUSED, ways
from briefbank.index import lexical
from briefbank.jobs import QuietReporter
from briefbank.search.channels import LEXICAL, SEMANTIC
from briefbank.search.parsing import parse
from briefbank.search.query import PARAMETERS
from briefbank.search.retrieval import fuse

Scored = list[tuple[int, float]]
Fusion = Callable[[Scored, Scored], Scored]
SHOWN = ("recall@1", "recall@5", "recall@10", "recall@40", "mrr@10")
DRAWS = 5
NEWEST = 5


def convex(weight: float) -> Fusion:
    """The form that the application uses, with any weight of meaning."""

    def fused(words: Scored, semantic: Scored) -> Scored:
        lists = {LEXICAL: words, SEMANTIC: semantic}
        shares = {LEXICAL: 1 - weight, SEMANTIC: weight}
        return [(candidate.passage_id, candidate.relevance) for candidate in fuse(lists, shares, DEPTH)]

    return fused


def stretched(weight: float) -> Fusion:
    """Scores between each list's minimum and maximum; 0 where a list lacks a passage."""

    def fused(words: Scored, semantic: Scored) -> Scored:
        return _summed([_stretch(words, 1 - weight), _stretch(semantic, weight)])

    return fused


def reciprocal(k: int) -> Fusion:
    def fused(words: Scored, semantic: Scored) -> Scored:
        return _summed([{n: 1 / (k + at + 1) for at, (n, _) in enumerate(s)} for s in (words, semantic)])

    return fused


FUSIONS: Mapping[str, Fusion] = {
    "words": lambda words, _: words,
    "meaning": lambda _, semantic: semantic,
    "reciprocal rank, K 60": reciprocal(60),
    **{f"min-max, weight {w}": stretched(w) for w in (0.2, 0.35, 0.5)},
    **{f"relative, weight {w}": convex(w) for w in (0.1, 0.2, 0.3, 0.35, 0.4, 0.5)},
}
CHANGES: Mapping[str, Sequence[float]] = {
    "semantic": (0.2, 0.3, 0.4),
    "semantic_alone": (0.2, 0.35, 0.5),
    "context": (0.25, 0.45),
    "context_semantic": (0.15, 0.35),
    "neighbours": (0.0, 0.1, 0.3),
}
"""Values tried of each parameter of ``search.query``, for all classes alike."""
BY_CLASS: Sequence[float] = (0.1, 0.2, 0.35, 0.45, 0.5, 0.6)  # Semantic shares tried for each class of query
FEWEST = 10  # The fewest queries of a class that are shown
COVERAGES = (0.0, 0.4, 1.0)
CUTS: Mapping[str, Callable[[Scored], int]] = {
    "first 5": lambda scored: 5,
    "first 10": lambda scored: 10,
    **{
        f"{share} of the best": lambda scored, share=share: sum(v >= share * scored[0][1] for _, v in scored)
        for share in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8)
    },
}


def main(folders: Sequence[str]) -> None:
    for folder in folders:
        data = data_sets.load(Path(folder))
        with collection(data, SearchParts(), QuietReporter()) as indexed:
            halves = [dict(list(data.judged_queries().items())[half::2]) for half in (0, 1)]
            for half, queries in enumerate(halves):
                print(f"\n{Path(folder).name}, queries {half + 1}, {half + 3}, …")
                _print_fusions(indexed, data, queries)
                _print_changes(indexed, data, queries)
                _print_classes(indexed, data, queries)
            _print_cuts(indexed, data, data.judged_queries())


def _print_fusions(indexed: IndexedCollection, data: data_sets.DataSet, queries: Mapping[str, str]) -> None:
    lists = {
        query: tuple(_scored(indexed, text, name) for name in ("words", "meaning"))
        for query, text in queries.items()
    }
    for name, fusion in FUSIONS.items():
        _print(name, indexed, data, {query: fusion(*pair) for query, pair in lists.items()})


def _print_changes(indexed: IndexedCollection, data: data_sets.DataSet, queries: Mapping[str, str]) -> None:
    def whole(name: str) -> None:
        _print(name, indexed, data, {query: _scored(indexed, text, FUSED) for query, text in queries.items()})

    whole("whole search")
    for field, values in CHANGES.items():
        for value in values:
            with _changed(field, value):
                whole(f"{field} {value}")
    for value in COVERAGES:
        with patch.object(lexical, "COVERAGE", value):
            whole(f"coverage {value}")


def _print_classes(indexed: IndexedCollection, data: data_sets.DataSet, queries: Mapping[str, str]) -> None:
    groups: dict[str, dict[str, str]] = {}
    for query, text in queries.items():
        with suppress(QueryError):
            parsed = parse(text, citations.find)
            kind = f"{parsed.query_class.value}{', alone' if parsed.alone else ''}"
            groups.setdefault(kind, {})[query] = text
    for kind, group in sorted(groups.items()):
        if len(group) < FEWEST:
            continue
        print(f"  {kind} ({len(group)})")
        for name in ("words", "meaning", FUSED):
            _print(
                name, indexed, data, {query: _scored(indexed, text, name) for query, text in group.items()}
            )
        for value in BY_CLASS:
            with _changed("semantic", value), _changed("semantic_alone", value):
                result = {query: _scored(indexed, text, FUSED) for query, text in group.items()}
            _print(f"fused, meaning {value}", indexed, data, result)


@contextmanager
def _changed(field: str, value: float) -> Iterator[None]:
    changed = {query_class: replace(of, **{field: value}) for query_class, of in PARAMETERS.items()}
    with patch.dict(PARAMETERS, changed):  # type: ignore[arg-type]  # a dict, shown as a Mapping
        yield


def _print(
    name: str, indexed: IndexedCollection, data: data_sets.DataSet, scored_by_query: Mapping[str, Scored]
) -> None:
    ranked = {
        query: list(dict.fromkeys(indexed.ids[n] for n, _ in scored))[:100]
        for query, scored in scored_by_query.items()
    }
    uncut = {query: metrics.Found.without_cut(rows) for query, rows in ranked.items()}
    values = metrics.means(
        metrics.table(uncut, {query: data.judgements[query] for query in scored_by_query})[1]
    )
    print(f"  {name:24}", *(f"{key} {values[key]:.3f}" for key in SHOWN), flush=True)


def _scored(indexed: IndexedCollection, text: str, channel: str) -> Scored:
    """Return the list of one channel, or of the whole search; empty for text that is no query."""
    try:
        ranked = indexed.searcher.rank(SearchRequest(text, order=Order.BEST), DEPTH, ways()[channel])
    except QueryError:
        return []
    return [(candidate.passage_id, candidate.relevance) for candidate in ranked.candidates]


def _print_cuts(indexed: IndexedCollection, data: data_sets.DataSet, queries: Mapping[str, str]) -> None:
    chance = random.Random(1)
    fused = {query: _scored(indexed, text, FUSED) for query, text in queries.items()}
    for name, cut in CUTS.items():
        sizes, recalls, newest = [], [], []
        for query, scored in fused.items():
            documents = {document for document, score in data.judgements[query].items() if score > 0}
            kept = [indexed.ids[number] for number, _ in scored[: cut(scored)]] if scored else []
            sizes.append(len(kept))
            recalls.append(len(documents & set(kept)) / len(documents))
            for _ in range(DRAWS):
                shown = chance.sample(kept, min(NEWEST, len(kept)))
                newest.append(len(documents & set(shown)) / len(documents))
        means = f"held {statistics.fmean(recalls):.3f}  newest five {statistics.fmean(newest):.3f}"
        print(f"  cut: {name:24} median size {statistics.median(sizes):5.0f}  {means}", flush=True)


def _stretch(scored: Scored, weight: float) -> dict[int, float]:
    if not scored:
        return {}
    low, span = scored[-1][1], max(scored[0][1] - scored[-1][1], 1e-9)
    return {number: weight * (score - low) / span for number, score in scored}


def _summed(parts: Sequence[Mapping[int, float]]) -> Scored:
    total: dict[int, float] = {}
    for part in parts:
        for number, score in part.items():
            total[number] = total.get(number, 0.0) + score
    return sorted(total.items(), key=lambda item: -item[1])


if __name__ == "__main__":
    main(sys.argv[1:])
