"""The trial behind the channel of the citation graph, in ``search.channels``; run by hand.

    python -m tests.evaluate.graph ../shared/data/eval/annotations-ak-nd ../shared/data/eval/wills-tn

The lists of the other channels are asked for once and each way of walking is fused with them: none; every
authority of the first ten results alike, as the channel was before; by the relevance or by the place of the
results that cite an authority; only what other results cite; and Personalised PageRank on the graph of
passages and authorities (Haveliwala 2002), the restart on the first ten by relevance. For each half of
the queries the means, how much they differ from every authority alike at 0.05, and the p of that difference.

What it said of 1,500 case notes (17,907 passages, 16,025 authorities), recall@5 and nDCG@10 of both halves:

    none                        0.556  0.520    0.517  0.478
    every authority alike 0.05  0.561  0.522    0.526  0.480
    every authority alike 0.15  0.563  0.521    0.526  0.481
    by place 0.10               0.567  0.528    0.526  0.483
    by place 0.15               0.566  0.528    0.530  0.487
    by place 0.20               0.568  0.530    0.532  0.489    p of nDCG@10 below 0.01 in each half
    by place 0.25               0.570  0.529    0.532  0.491
    by place of others 0.10     0.562  0.517    0.522  0.481
    PageRank, 3 steps, 0.05     0.558  0.520    0.520  0.480
    PageRank, 3 steps, 0.10     0.559  0.518    0.517  0.479

Of 336 statements about wills (203 citations in 973 passages) no way moves recall@5; by place 0.20 is within
0.0001 of nDCG@10, and with nothing for first results that cite nothing it loses 0.0013, and one first place.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from unittest.mock import patch

import numpy as np

from briefbank.catalogue import passage_rows
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.evaluate import data_sets, metrics
from briefbank.evaluate.data_sets import IndexedCollection, SearchParts, collection
from briefbank.evaluate.metrics import Values, paired
from briefbank.evaluate.runs import DEPTH, RANKED
from briefbank.jobs import QuietReporter
from briefbank.search import channels, retrieval
from briefbank.search.channel import Channel
from briefbank.search.channels import CITATIONS
from briefbank.search.query import Parameters
from briefbank.search.retrieval import FIRST_RESULTS
from briefbank.search.search_types import Candidate, Query, Scored

SHOWN = ("recall@1", "recall@5", "recall@10", "ndcg@10")
BEFORE = ("every authority alike", 0.05)
WEIGHTS = (0.1, 0.15, 0.2, 0.25)
MOST_CITING = 2000  # An authority cited by more passages is passed over in PageRank


@dataclass
class Graph:
    """Passages and the authorities that they cite."""

    cited: dict[int, list[str]] = field(default_factory=dict)
    citing: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    rarities: dict[str, float] = field(default_factory=dict)

    def add(self, passage_id: int, names: Sequence[str]) -> None:
        self.cited[passage_id] = list(dict.fromkeys(names))
        for name in self.cited[passage_id]:
            self.citing[name].append(passage_id)

    def rarity(self, name: str) -> float:
        """Return the rarity that the lexical index gives, once all passages are there."""
        if name not in self.rarities:
            count = len(self.citing[name])
            self.rarities[name] = math.log1p((len(self.cited) - count + 0.5) / (count + 0.5))
        return self.rarities[name]

    def near(self, weights: Mapping[str, float], depth: int) -> Scored:
        """Return the answer of ``LexicalIndex.citing``."""
        scores: dict[int, float] = defaultdict(float)
        for name, weight in weights.items():
            for passage_id in self.citing.get(name, ()):
                scores[passage_id] += weight * self.rarity(name)
        return _best_first(scores)[:depth]


@dataclass
class FusionInput:
    """One query: what the other channels found, and what it cites itself."""

    lists: dict[Channel, Scored]
    parameters: Parameters
    depth: int
    named: tuple[str, ...]

    @cached_property
    def plain(self) -> list[Candidate]:
        return self.fused([], 0.0)

    def fused(self, near: Scored, weight: float) -> list[Candidate]:
        lists = {**self.lists, CITATIONS: near} if near else self.lists
        shares = retrieval.weights(lists, replace(self.parameters, neighbours=weight))
        return retrieval.fuse(lists, shares, self.depth)


Way = Callable[[Graph, FusionInput, Sequence[Candidate]], Scored]


def alike(graph: Graph, query: FusionInput, first: Sequence[Candidate]) -> Scored:
    names = (*query.named, *(name for item in first for name in graph.cited[item.passage_id]))
    return graph.near(dict.fromkeys(names, 1.0), query.depth)


def by_place(graph: Graph, query: FusionInput, first: Sequence[Candidate], *, bare: bool = True) -> Scored:
    """Rank as the application does."""
    ids = [item.passage_id for item in first]
    weights = channels.authorities(ids, graph.cited, query.named)
    near = graph.near(weights, query.depth)
    return channels.with_bare(near, ids, graph.cited, weights) if bare else near


def by_relevance(graph: Graph, query: FusionInput, first: Sequence[Candidate]) -> Scored:
    weights = dict.fromkeys(query.named, 1.0)
    for candidate in first:
        for name in graph.cited[candidate.passage_id]:
            weights[name] = weights.get(name, 0.0) + candidate.relevance
    return graph.near(weights, query.depth)


def by_others(graph: Graph, query: FusionInput, first: Sequence[Candidate]) -> Scored:
    """Rank by place, but without a result's own citations."""
    ids = [item.passage_id for item in first]
    scores = dict(graph.near(channels.authorities(ids, graph.cited, query.named), len(graph.cited)))
    for rank, passage_id in enumerate(ids, start=1):
        own = sum(graph.rarity(name) / rank for name in graph.cited[passage_id])
        scores[passage_id] = scores.get(passage_id, 0.0) - own
    return [item for item in _best_first(scores) if item[1] > 1e-9][: query.depth]


def pagerank(steps: int, damping: float) -> Way:
    def walked(graph: Graph, query: FusionInput, first: Sequence[Candidate]) -> Scored:
        start = {
            candidate.passage_id: candidate.relevance
            for candidate in first
            if graph.cited[candidate.passage_id]
        }
        whole = sum(start.values())
        if not whole:
            return []
        mass = start = {passage_id: value / whole for passage_id, value in start.items()}
        for _ in range(steps):
            mass = _step(graph, mass, damping)
            for passage_id, value in start.items():
                mass[passage_id] = mass.get(passage_id, 0.0) + (1 - damping) * value
        return _best_first(mass)[: query.depth]

    return walked


def _step(graph: Graph, mass: Mapping[int, float], damping: float) -> dict[int, float]:
    """Take one step from passages to authorities by rarity, and back evenly to all that cite them."""
    reached: dict[str, float] = defaultdict(float)
    for passage_id, value in mass.items():
        whole = sum(map(graph.rarity, graph.cited[passage_id]))
        for name in graph.cited[passage_id]:
            reached[name] += value * graph.rarity(name) / whole
    back: dict[int, float] = defaultdict(float)
    for name, value in reached.items():
        if len(graph.citing[name]) <= MOST_CITING:
            for passage_id in graph.citing[name]:
                back[passage_id] += damping * value / len(graph.citing[name])
    return back


WAYS: Mapping[str, tuple[Way, Sequence[float]]] = {
    "none": (lambda graph, query, first: [], (0.0,)),
    BEFORE[0]: (alike, (0.05, *WEIGHTS)),
    "by relevance": (by_relevance, (0.05, 0.15)),
    "by place": (by_place, WEIGHTS),
    "by place, nothing for bare": (lambda *given: by_place(*given, bare=False), (0.2,)),
    "by place of others": (by_others, (0.1,)),
    "PageRank, 1 step": (pagerank(1, 0.5), (0.1,)),
    "PageRank, 3 steps": (pagerank(3, 0.5), (0.05, 0.1)),
}


def main(folders: Sequence[str]) -> None:
    for folder in folders:
        data = data_sets.load(Path(folder))
        with collection(data, SearchParts(), QuietReporter()) as indexed:
            graph, inputs = _graph(indexed), _fusion_inputs(indexed, data)
        print(f"\n{Path(folder).name}")
        before = _measured(data, indexed, graph, inputs, WAYS[BEFORE[0]][0], BEFORE[1])
        for name, (way, weights) in WAYS.items():
            for weight in weights:
                _print(f"{name} {weight}", _measured(data, indexed, graph, inputs, way, weight), before)


def _graph(indexed: IndexedCollection) -> Graph:
    graph, store = Graph(), indexed.searcher._services.store
    for passage_id, passage in sorted(passage_rows.by_ids(store, indexed.ids).items()):
        graph.add(passage_id, [citation.canonical for citation in passage.citations if citation.canonical])
    return graph


def _fusion_inputs(indexed: IndexedCollection, data: data_sets.DataSet) -> dict[str, FusionInput]:
    """Return what each query hands to the fusion; the channel skips queries bound to operators."""
    result = {}
    for query, text in data.judged_queries().items():
        with suppress(QueryError), _recorded_fusions() as caught:
            indexed.searcher.rank(SearchRequest(text, order=Order.BEST), DEPTH)
            if caught:
                result[query] = caught[-1]
    return result


@contextmanager
def _recorded_fusions() -> Iterator[list[FusionInput]]:
    """Record the input of the fusion meanwhile."""
    caught: list[FusionInput] = []
    usual = retrieval.fused

    def fused(
        query: Query,
        lists: Mapping[Channel, Scored],
        following: Sequence[Channel],
        within: Collection[int] | None,
    ) -> Sequence[Candidate]:
        if within is None:
            caught.append(FusionInput(dict(lists), query.parameters, query.depth, query.parsed.cited))
        return usual(query, lists, following, within)

    with patch.object(retrieval, "fused", fused):
        yield caught


def _measured(
    data: data_sets.DataSet,
    indexed: IndexedCollection,
    graph: Graph,
    inputs: Mapping[str, FusionInput],
    way: Way,
    weight: float,
) -> Values:
    rankings = {}
    for query, query_input in inputs.items():
        results = query_input.plain
        if query_input.parameters.neighbours:  # the class wants the channel
            near = way(graph, query_input, results[:FIRST_RESULTS])
            results = query_input.fused(near, weight) if near else results
        rows = list(dict.fromkeys(indexed.ids[one.passage_id] for one in results))[:RANKED]
        rankings[query] = metrics.Found.without_cut(rows)
    return metrics.table(rankings, data.judgements)[1]


def _print(name: str, values: Values, before: Values) -> None:
    columns = [metrics.NAMES.index(item) for item in SHOWN]
    print(f"  {name}")
    for half in (0, 1):
        now, then = values[half::2, columns], before[half::2, columns]
        figures = zip(SHOWN, np.mean(now, axis=0), paired(then, now), strict=True)
        print(
            "   ", *(f"{key} {mean:.4f} {apart.mean:+.4f} p {apart.p:.2f} " for key, mean, apart in figures)
        )


def _best_first(scores: Mapping[int, float]) -> Scored:
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
