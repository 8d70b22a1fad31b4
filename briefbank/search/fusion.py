"""Fuses the lists of several channels by a weighted mean of relative scores; then lets the office's reranker,
where there is one, reorder the first results.

Each channel's score is divided by the channel's best, so that 1 is "as good as it gets here" and 0 is
"nothing in common". A passage that a graded channel did not list counts there as the last one listed, because
the list is cut at a depth, not at "no match"; where the list was not cut, and in the other channels, it
counts as 0. Reciprocal rank fusion (K = 60) loses several points of recall@5, because equal ranks are unequal
scores (``python -m tests.evaluate.trial``; Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for
Hybrid Retrieval").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat

import numpy as np

from briefbank.catalogue import passage_rows
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel, relative
from briefbank.search.channels.semantic import SEMANTIC
from briefbank.search.query import Parameters
from briefbank.search.search_types import Candidate, Query, Ranking, Reranker, Scored

COMPARED = 50
"""The first results that a reranker reads."""
COMPARING_S = 1.5
"""The seconds that it may take."""


def weights(channels: Iterable[Channel], parameters: Parameters) -> dict[Channel, float]:
    """Return the share of each channel that was asked; they add up to 1 unless none was."""
    taking = set(channels)
    given = {channel: channel.weight(parameters) for channel in registry.CHANNELS if channel in taking}
    total = sum(given.values())
    if total <= 0:  # the only channel is one that this class gives nothing
        return dict.fromkeys(given, 1.0 / max(1, len(given)))
    return {channel: weight / total for channel, weight in given.items()}


def fuse(lists: Mapping[Channel, Scored], shares: Mapping[Channel, float], depth: int) -> list[Candidate]:
    """Return candidates by falling relevance, ties by passage id.

    ``lists``: best first, of each channel that was asked; ``shares``: their weights (see ``weights``);
    ``depth``: the length at which the lists were cut. Negative scores count as 0.
    """
    scores = {channel: relative(scored) for channel, scored in lists.items()}
    ids = list(dict.fromkeys(chain.from_iterable(scores.values())))
    columns = []
    for channel, known in scores.items():
        scored, share = lists[channel], shares[channel]
        is_cut = channel.graded and bool(scored) and len(scored) >= depth
        rest = known[scored[-1][0]] if is_cut else 0.0
        columns.append([share * value for value in map(known.get, ids, repeat(rest))])
    rows = zip(ids, *columns, strict=True)
    falling = sorted((-sum(parts), passage_id, parts) for passage_id, *parts in rows)
    cosines = dict(lists.get(SEMANTIC, ()))
    with_words = set(chain.from_iterable(known for channel, known in scores.items() if channel.verbatim))
    names = [channel.name for channel in scores]
    return [
        Candidate(
            passage_id,
            -negative,
            passage_id in with_words,
            cosines.get(passage_id),
            dict(zip(names, parts, strict=True)),
        )
        for negative, passage_id, parts in falling
    ]


def levelled(joined: Sequence[Candidate], plain: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates in the order of ``joined``, none with less than ``plain`` has at the same place.

    ``joined``: fused with a channel that follows the others, ``plain``: without it, both best first; all of
    ``plain`` are in ``joined``. Such a channel changes only the order: what is cut off still depends on how
    the relevance of the others falls.
    """
    levels = chain((candidate.relevance for candidate in plain), repeat(0.0))
    return [
        candidate if candidate.relevance >= level else candidate.with_relevance(level)
        for candidate, level in zip(joined, levels, strict=False)
    ]


def reranked(ranking: Ranking, query: Query, reranker: Reranker | None) -> Ranking:
    """Return the ranking with the first results in the order of the reranker's scores too.

    They share out the relevances that they had: where relevance falls off stays as it was. Nothing is
    compared where only some channels were asked, or the lexical ones alone.
    """
    first = ranking.candidates[:COMPARED]
    if reranker is None or ranking.exact or query.channels is not None or query.request.words_only:
        return ranking
    passages = passage_rows.by_ids(query.store, [candidate.passage_id for candidate in first])
    first = tuple(candidate for candidate in first if candidate.passage_id in passages)
    if len(first) < 2:
        return ranking
    scores = reranker.score(
        " ".join(part.sentence for part in ranking.parsed.all_parts),
        [passages[candidate.passage_id].text for candidate in first],
        limit_s=COMPARING_S,
    )
    if np.isnan(scores).any():
        return ranking
    best, top = max(float(scores.max()), 1e-9), max(first[0].relevance, 1e-9)
    joined = [
        candidate.relevance / top + float(score) / best
        for candidate, score in zip(first, scores, strict=True)
    ]
    moved = []
    for rank, at in enumerate(sorted(range(len(first)), key=lambda at: (-joined[at], at))):
        candidate, relevance = first[at], first[rank].relevance
        moved.append(replace(candidate, relevance=relevance, compared=relevance - candidate.relevance))
    return replace(ranking, candidates=(*moved, *ranking.candidates[COMPARED:]))
