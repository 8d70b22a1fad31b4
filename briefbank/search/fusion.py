"""Fuses the rankings of several channels: a convex combination of relative scores.

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
from itertools import chain, repeat

from briefbank.search.candidate import Candidate
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel
from briefbank.search.channels.meaning import MEANING
from briefbank.search.dependencies import Scored
from briefbank.search.query_classes import Parameters
from briefbank.search.relative_scores import relative


def weights(asked: Iterable[Channel], parameters: Parameters) -> dict[Channel, float]:
    """Return the share of each channel that was asked; they add up to 1 unless none was."""
    taking = set(asked)
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
    found_by = {channel: relative(scored) for channel, scored in lists.items()}
    ids = list(dict.fromkeys(chain.from_iterable(found_by.values())))
    columns = []
    for channel, found in found_by.items():
        rest = _last(lists[channel], found, depth) if channel.graded else 0.0
        share = shares[channel]
        columns.append([share * value for value in map(found.get, ids, repeat(rest))])
    rows = zip(ids, *columns, strict=True)
    falling = sorted((-sum(parts), passage_id, parts) for passage_id, *parts in rows)
    cosines = dict(lists.get(MEANING, ()))
    with_words = set(chain.from_iterable(found for channel, found in found_by.items() if channel.verbatim))
    names = [channel.name for channel in found_by]
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
    levels = chain((each.relevance for each in plain), repeat(0.0))
    return [_at(each, max(each.relevance, level)) for each, level in zip(joined, levels, strict=False)]


def _at(candidate: Candidate, relevance: float) -> Candidate:
    if relevance == candidate.relevance:
        return candidate
    scale = relevance / candidate.relevance if candidate.relevance else 1.0
    shares = {channel: share * scale for channel, share in candidate.shares.items()}
    return Candidate(candidate.passage_id, relevance, candidate.has_words, candidate.cosine, shares)
