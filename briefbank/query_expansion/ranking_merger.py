"""Merges the rankings of a question and of what a local model wrote for it into one.

Rewordings of the question are averaged with it, and the question counts more than all of them together
(``REWORDINGS``). A rewording that leads astray therefore moves the first results little, and a passage that
the question did not find must be found by most rewordings to be close. Each part of a question, and each step
of a search, asks for something else. Its results are added with a little less than their own relevance
(``BESIDE``), so that the first of each part are close (``search.selection.CLOSE_SHARE``) and no part ranks
above the whole. Relevances are those of ``search.fusion``, relative to the best of their search; a passage
that is missing in a truncated list counts as its last one, as there. No passage that is close to the question
by itself stops being close (``staying``). All rankings come best first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from briefbank.search.query import USUAL
from briefbank.search.search_types import Candidate

REWORDINGS = 0.8
"""The weight of all rewordings together, where the question has 1."""
BESIDE = 0.9
"""The factor on the relevance to a part; above the share from which a passage is close."""
SCORED = 0.3
"""The weight of the highest score, where the best relevance has 1: a passage overtakes no other that is
better by more, whatever it says of itself."""
MOST_SCORE = 3

Candidates = Sequence[Candidate]
_ById = dict[int, Candidate]


def joined(
    question: Candidates, rewordings: Sequence[Candidates], parts: Sequence[Candidates]
) -> list[Candidate]:
    """Return the candidates of all rankings; ties keep the order of the question, then of the rest."""
    if not rewordings and not parts:
        return list(question)
    average = _average(_relative(question), [_relative(ranking) for ranking in rewordings if ranking])
    merged = _relative(average.values())
    for part in parts:
        for number, candidate in _relative(part).items():
            lower = _scaled(candidate, BESIDE)
            merged[number] = _better(merged[number], lower) if number in merged else lower
    best = question[0].relevance if question else 1.0
    return [_scaled(candidate, best) for candidate in _best_first(merged.values())]


def reordered(
    candidates: Candidates, groups: Sequence[Sequence[int]], scores: Sequence[int]
) -> list[Candidate]:
    """Return the candidates with the relevances of some redistributed among them by a model's scores.

    ``groups`` hold passages that move together, the one that was scored first; scores are 0 to MOST_SCORE.
    Ties keep their order, and the set of candidates stays the same.
    """
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    scored = [(group, score) for group, score in zip(groups, scores, strict=False) if group[0] in by_id]
    scored.sort(key=lambda pair: -by_id[pair[0][0]].relevance)
    relevances = [by_id[group[0]].relevance for group, _ in scored]
    top = max(relevances, default=0.0) or 1.0
    worth = [r / top + SCORED * score / MOST_SCORE for r, (_, score) in zip(relevances, scored, strict=True)]
    order = sorted(range(len(scored)), key=lambda rank: -worth[rank])
    for relevance, rank in zip(relevances, order, strict=True):
        group = scored[rank][0]
        shift = relevance - by_id[group[0]].relevance
        for number in by_id.keys() & set(group):
            former = by_id[number]
            moved = max(0.0, former.relevance + shift)
            by_id[number] = replace(former, relevance=moved, compared=former.compared + shift)
    return _best_first(by_id.values())


def staying(candidates: Candidates, question: Candidates, close: Collection[int], share: float) -> Candidates:
    """Return the candidates with those that were ``close`` to the question kept above the cut at ``share`` of
    the best relevance: what a person saw without the model does not disappear because of it.

    The order above the cut stays as it is.
    """
    if not candidates or not question:
        return candidates
    own = {candidate.passage_id: candidate for candidate in question if candidate.passage_id in close}
    cut, plain_cut = share * candidates[0].relevance, share * question[0].relevance
    raised = []
    for candidate in candidates:
        if plain := own.get(candidate.passage_id):
            # positive feedback lifts passages from below the cut, and goes on doing so
            least = cut if plain.relevance >= plain_cut else plain.relevance
            if candidate.relevance < least:
                candidate = replace(_scaled(plain, least / plain.relevance), relevance=least)
        raised.append(candidate)
    return _best_first(raised)


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.relevance)


def _relative(candidates: Iterable[Candidate]) -> _ById:
    """Return the candidates by id, scaled so that the best has the relevance 1."""
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    best = max((candidate.relevance for candidate in by_id.values()), default=0.0)
    return {number: _scaled(candidate, 1 / best if best > 0 else 1.0) for number, candidate in by_id.items()}


def _average(question: _ById, rewordings: Sequence[_ById]) -> _ById:
    if not rewordings:
        return question
    weighted = [(ranking, REWORDINGS / len(rewordings)) for ranking in rewordings]
    if question:
        weighted.insert(0, (question, 1.0))
    missing = {at: _stand_in(ranking) for at, (ranking, _) in enumerate(weighted)}
    return {
        number: _summed(
            number,
            [
                _scaled(ranking.get(number, missing[at]), share)
                for at, (ranking, share) in enumerate(weighted)
            ],
        )
        for number in dict.fromkeys(number for ranking, _ in weighted for number in ranking)
    }


def _stand_in(ranking: _ById) -> Candidate:
    """Return what stands for a missing passage: zero, or the ranking's last where it was truncated."""
    nothing = Candidate(0, 0.0, False, None)
    if len(ranking) < USUAL.depth:
        return nothing
    last = next(reversed(ranking.values()))
    return replace(nothing, relevance=last.relevance, shares=last.shares, compared=last.compared)


def _scaled(candidate: Candidate, factor: float) -> Candidate:
    shares = {channel: share * factor for channel, share in candidate.shares.items()}
    relevance, compared = candidate.relevance * factor, candidate.compared * factor
    return replace(candidate, relevance=relevance, shares=shares, compared=compared)


def _summed(number: int, candidates: Candidates) -> Candidate:
    shares: dict[str, float] = {}
    for candidate in candidates:
        for channel, share in candidate.shares.items():
            shares[channel] = shares.get(channel, 0.0) + share
    return Candidate(
        number,
        sum(candidate.relevance for candidate in candidates),
        any(candidate.has_words for candidate in candidates),
        max((candidate.cosine for candidate in candidates if candidate.cosine is not None), default=None),
        shares,
        sum(candidate.compared for candidate in candidates),
    )


def _better(first: Candidate, second: Candidate) -> Candidate:
    """Return the more relevant of the two, with what is known of the passage from both."""
    both = _summed(first.passage_id, [first, second])
    better = second if second.relevance > first.relevance else first
    return replace(better, has_words=both.has_words, cosine=both.cosine)
