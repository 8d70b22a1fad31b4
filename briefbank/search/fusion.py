"""Fuses the lists of several channels: a convex combination of relative scores; then lets the office's
reranker, where there is one, reorder the first results.

Each channel's score is divided by the channel's best, so that 1 is "as good as it gets here" and 0 is
"nothing in common"; a passage's relevance is the weighted mean over the channels that were asked. A passage
that the channels of words or meaning did not list counts there as the last one listed, because the list is
cut at a depth, not at "no match"; where the list was not cut, it counts as 0. A passage without the number
asked for, or that cites nothing that the first results cite, has 0 there in any case; but the citation
channel changes only the order, and lowers the relevance at no place (``levelled``).

Chosen by measure on two sets (statutes for wills, case notes on criminal law), each in two halves; run
``python -m tests.evaluate.trial`` to see the figures. Reciprocal rank fusion (K = 60) loses several points of
recall@5, because equal ranks are unequal scores. Stretching each list between its minimum and maximum is
equal or worse, and makes a list of equally good passages look as if it fell off, which would mislead the cut
of the relevant set. (Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval".)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat

import numpy as np

from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel, relative
from briefbank.search.channels.meaning import MEANING
from briefbank.search.dependencies import Reranker, Scored
from briefbank.search.query import Parameters
from briefbank.search.search_types import Candidate, Query, Ranking

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


def fuse(
    lists: Mapping[Channel, Scored],
    shares: Mapping[Channel, float],
    depth: int,
    first: int | None = None,
) -> list[Candidate]:
    """Return candidates by falling relevance, ties by passage id; only the ``first``, unless None.

    ``lists``: best first, of each channel that was asked; ``shares``: their weights (see ``weights``);
    ``depth``: the length at which the lists were cut. Negative scores count as 0.
    """
    scores = {channel: relative(scored) for channel, scored in lists.items()}
    ids = list(dict.fromkeys(chain.from_iterable(scores.values())))
    columns = []
    for channel, known in scores.items():
        rest = _last(lists[channel], known, depth) if channel.graded else 0.0
        share = shares[channel]
        columns.append([share * value for value in map(known.get, ids, repeat(rest))])
    rows = zip(ids, *columns, strict=True)
    falling = sorted((-sum(parts), passage_id, parts) for passage_id, *parts in rows)
    cosines = dict(lists.get(MEANING, ()))
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
        for negative, passage_id, parts in falling[:first]
    ]


def _last(scored: Scored, relative: dict[int, float], depth: int) -> float:
    return relative[scored[-1][0]] if scored and len(scored) >= depth else 0.0


def levelled(joined: Sequence[Candidate], plain: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates in the order of ``joined``, none with less than ``plain`` has at the same place.

    ``joined``: fused with this channel, ``plain``: without it, both best first; all of ``plain`` are in
    ``joined``. Relevance still falls from each to the next, and the shares still add up to it.
    """
    levels = chain((candidate.relevance for candidate in plain), repeat(0.0))
    return [
        _at(candidate, max(candidate.relevance, level))
        for candidate, level in zip(joined, levels, strict=False)
    ]


def _at(candidate: Candidate, relevance: float) -> Candidate:
    if relevance == candidate.relevance:
        return candidate
    scale = relevance / candidate.relevance if candidate.relevance else 1.0
    return scaled(candidate, scale, relevance)


def scaled(candidate: Candidate, scale: float, relevance: float) -> Candidate:
    """Return the candidate with another relevance, and its shares in proportion."""
    shares = {channel: share * scale for channel, share in candidate.shares.items()}
    return Candidate(
        candidate.passage_id,
        relevance,
        candidate.has_words,
        candidate.cosine,
        shares,
        candidate.compared,
    )


def reranked(ranking: Ranking, query: Query, reranker: Reranker | None) -> Ranking:
    """Return the ranking with the first results in the order of the reranker's scores too.

    They share out the relevances that they had: where relevance falls off stays as it was. Nothing is
    compared where only some channels were asked, or words alone.
    """
    first = ranking.candidates[:COMPARED]
    if reranker is None or ranking.exact or query.channels is not None or query.request.words_only:
        return ranking
    passages = query.store.passages_by_id([candidate.passage_id for candidate in first])
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
    best = max(float(scores.max()), 1e-9)
    top = max(first[0].relevance, 1e-9)
    joined = [
        candidate.relevance / top + float(score) / best
        for candidate, score in zip(first, scores, strict=True)
    ]
    order = sorted(range(len(first)), key=lambda at: (-joined[at], at))
    moved = [_moved(first[at], first[rank].relevance) for rank, at in enumerate(order)]
    return replace(ranking, candidates=(*moved, *ranking.candidates[COMPARED:]))


def _moved(candidate: Candidate, relevance: float) -> Candidate:
    return replace(candidate, relevance=relevance, compared=relevance - candidate.relevance)
