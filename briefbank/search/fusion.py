"""Fuses the rankings of several channels: a convex combination of relative scores.

Each channel's score is divided by the channel's best, so that 1 is "as good as it gets here" and 0 is
"nothing in common"; a passage's relevance is the weighted mean over the channels that were asked. A passage
that the channels of words or meaning did not list counts there as the last one listed, because the list is
cut at a depth, not at "no match"; where the list was not cut, it counts as 0. A passage without the number
asked for, or that cites nothing that the first results cite, has 0 there in any case; but the citation
channel changes only the order, and lowers the relevance at no place (``walking.levelled``).

Chosen by measure on two sets (statutes for wills, case notes on criminal law), each in two halves; run
``python -m tests.evaluate.trial`` to see the figures. Reciprocal rank fusion (K = 60) loses several points of
recall@5, because equal ranks are unequal scores. Stretching each list between its minimum and maximum is
equal or worse, and makes a list of equally good passages look as if it fell off, which would mislead the cut
of the relevant set. (Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval".)

Several paragraphs without a final question are ranked one by one in the word channel, and the relative scores
are averaged; in the meaning channel the paragraphs' vectors are averaged. A long paragraph then does not
drown a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from briefbank.search.channels import Channel, Scored
from briefbank.search.classes import Parameters

NUMBERS_WEIGHT = 0.6
"""The weight of passages with a rule, docket or citation that was asked for, where words and meaning together
have 1: more than all that words alone can give."""
_GRADED = (Channel.WORDS, Channel.MEANING)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a channel found."""

    passage_id: int
    relevance: float
    """The fused score, 0 to 1; 1 is the best of every channel that was asked."""
    has_words: bool
    """Whether the channel of words or that of numbers listed it."""
    cosine: float | None
    """The semantic similarity, -1 to 1; None when the meaning channel did not list it."""
    shares: Mapping[Channel, float] = field(default_factory=dict)
    """The part of each channel in the relevance; they add up to it, with ``compared``."""
    compared: float = 0.0
    """The relevance that a reranker added, or took (negative)."""


def average(lists: Sequence[Scored]) -> Scored:
    """Return one list out of the lists of several paragraphs: the mean of the relative scores, best first."""
    if len(lists) == 1:
        return lists[0]
    total: dict[int, float] = {}
    for scored in lists:
        for passage_id, score in _relative(scored).items():
            total[passage_id] = total.get(passage_id, 0.0) + score / len(lists)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


def weights(asked: Iterable[Channel], parameters: Parameters) -> dict[Channel, float]:
    """Return the share of each channel that was asked; they add up to 1 unless none was."""
    plain = {
        Channel.WORDS: 1.0 - parameters.meaning,
        Channel.MEANING: parameters.meaning,
        Channel.NUMBERS: NUMBERS_WEIGHT,
        Channel.CITATIONS: parameters.neighbours,
    }
    given = {channel: plain[channel] for channel in Channel if channel in set(asked)}
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
    relative = {channel: _relative(scored) for channel, scored in lists.items()}
    ids = list(dict.fromkeys(chain.from_iterable(relative.values())))
    columns = []
    for channel, found in relative.items():
        rest = _last(lists[channel], found, depth) if channel in _GRADED else 0.0
        share = shares[channel]
        columns.append([share * value for value in map(found.get, ids, repeat(rest))])
    rows = zip(ids, *columns, strict=True)
    falling = sorted((-sum(parts), passage_id, parts) for passage_id, *parts in rows)
    cosines = dict(lists.get(Channel.MEANING, ()))
    with_words = relative.get(Channel.WORDS, {}).keys() | relative.get(Channel.NUMBERS, {}).keys()
    channels = tuple(relative)
    return [
        Candidate(
            passage_id,
            -negative,
            passage_id in with_words,
            cosines.get(passage_id),
            dict(zip(channels, parts, strict=True)),
        )
        for negative, passage_id, parts in falling[:first]
    ]


def _relative(scored: Scored) -> dict[int, float]:
    best = scored[0][1] if scored else 0.0
    if best <= 0:
        return dict.fromkeys((passage_id for passage_id, _ in scored), 0.0)
    return {passage_id: score / best if score > 0 else 0.0 for passage_id, score in scored}


def _last(scored: Scored, relative: dict[int, float], depth: int) -> float:
    return relative[scored[-1][0]] if scored and len(scored) >= depth else 0.0
