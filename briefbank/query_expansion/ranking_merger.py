"""Merges the rankings of a question and of what a local model wrote for it into one.

Rewordings of the question are averaged with it, the question counting more than all of them together
(``OTHERS``). Rewordings that lead astray therefore move the first results little, and a passage that the
question did not find must be found by most of the others to be among the relevant. Parts of a question, and
the steps of a search, ask for something else each. They are added with a little less than their own relevance
(``BESIDE``), so that the first of each part are among the relevant (``search.selection.CLOSE_SHARE``) and no
part ranks above the whole. Relevances are those of ``search.fusion``, relative to the best of their search; a
passage that is missing in a truncated list counts as its last, as there. No passage that is relevant to the
question by itself stops being close (``staying``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from briefbank.search.query import USUAL
from briefbank.search.search_types import Candidate

OTHERS = 0.8
"""The weight of all rewordings together, where the question has 1."""
BESIDE = 0.9
"""The factor on the relevance to a part; above the share from which a passage is close."""
SCORED = 0.3
"""The weight of the highest score, where the best relevance has 1: a passage overtakes no other that is
better by more, whatever it says of itself."""
MOST_SCORE = 3

Candidates = Sequence[Candidate]


def joined(asked: Candidates, others: Sequence[Candidates], parts: Sequence[Candidates]) -> list[Candidate]:
    """Return the candidates of all lists, best first. ``asked``: of the question; ``others``: of rewordings
    of it; ``parts``: of its parts. All come best first; ties keep the order of the question, then of the
    rest."""
    if not others and not parts:
        return list(asked)
    best = asked[0].relevance if asked else 1.0
    whole = _scaled_to_one(_average(_relative(asked), [_relative(part) for part in others if part]))
    for part in parts:
        for number, candidate in _relative(part).items():
            lower = _scaled(candidate, BESIDE)
            known = whole.get(number)
            whole[number] = lower if known is None else _better(known, lower)
    falling = sorted(whole.values(), key=lambda candidate: -candidate.relevance)
    return [_scaled(candidate, best) for candidate in falling]


def reordered(
    candidates: Candidates, groups: Sequence[Sequence[int]], scores: Sequence[int]
) -> list[Candidate]:
    """Return the candidates with the relevances of some redistributed among them by a model's scores.

    ``groups``: passages that stand and fall together, each group's first the one that was scored, 0 to
    MOST_SCORE. Ties keep their order, and the set of candidates stays the same.
    """
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    positions = [at for at, group in enumerate(groups) if group[0] in by_id]
    positions.sort(key=lambda at: -by_id[groups[at][0]].relevance)
    relevances = [by_id[groups[at][0]].relevance for at in positions]
    top = max(relevances, default=0.0) or 1.0
    worth = [r / top + SCORED * scores[at] / MOST_SCORE for r, at in zip(relevances, positions, strict=True)]
    order = sorted(range(len(positions)), key=lambda rank: -worth[rank])
    for relevance, rank in zip(relevances, order, strict=True):
        group = groups[positions[rank]]
        by_id |= _shifted(by_id, group, relevance - by_id[group[0]].relevance)
    return sorted(by_id.values(), key=lambda candidate: -candidate.relevance)


def staying(candidates: Candidates, asked: Candidates, relevant: Collection[int], share: float) -> Candidates:
    """Return the candidates with those that were ``relevant`` to the question kept above the cut at ``share``
    of the best relevance: what a person saw without the model does not disappear because of it.

    ``asked``: of the question, best first. The order above the cut stays as it is.
    """
    if not candidates or not asked:
        return candidates
    own = {candidate.passage_id: candidate for candidate in asked if candidate.passage_id in relevant}
    cut, plain_cut = share * candidates[0].relevance, share * asked[0].relevance
    raised = []
    for candidate in candidates:
        plain = own.get(candidate.passage_id)
        # positive feedback lifts passages from below the cut, and goes on doing so
        least = 0.0 if plain is None else cut if plain.relevance >= plain_cut else plain.relevance
        if plain is not None and candidate.relevance < least:
            candidate = replace(_scaled(plain, least / plain.relevance), relevance=least)
        raised.append(candidate)
    return sorted(raised, key=lambda candidate: -candidate.relevance)


def _shifted(by_id: Mapping[int, Candidate], group: Sequence[int], by: float) -> dict[int, Candidate]:
    members = (by_id[number] for number in group if number in by_id)
    return {
        candidate.passage_id: replace(
            candidate, relevance=max(0.0, candidate.relevance + by), compared=candidate.compared + by
        )
        for candidate in members
    }


def _relative(candidates: Candidates) -> dict[int, Candidate]:
    best = candidates[0].relevance if candidates else 0.0
    return {
        candidate.passage_id: _scaled(candidate, 1 / best if best > 0 else 1.0) for candidate in candidates
    }


def _average(asked: dict[int, Candidate], others: Sequence[dict[int, Candidate]]) -> dict[int, Candidate]:
    if not others:
        return asked
    lists = [asked, *others] if asked else list(others)
    shares = [*([1.0] if asked else []), *([OTHERS / len(others)] * len(others))]
    ids = dict.fromkeys(number for ranking in lists for number in ranking)
    lasts = [_stand_in(ranking) for ranking in lists]
    return {
        number: _summed(
            number,
            [
                _scaled(ranking.get(number, last), share)
                for ranking, last, share in zip(lists, lasts, shares, strict=True)
            ],
        )
        for number in ids
    }


def _stand_in(relative: dict[int, Candidate]) -> Candidate:
    """Return what stands for a missing passage: zero, or the list's last where it was truncated."""
    nothing = Candidate(0, 0.0, False, None)
    if len(relative) < USUAL.depth:
        return nothing
    last = next(reversed(relative.values()))
    return replace(nothing, relevance=last.relevance, shares=last.shares, compared=last.compared)


def _scaled_to_one(candidates: dict[int, Candidate]) -> dict[int, Candidate]:
    best = max((candidate.relevance for candidate in candidates.values()), default=0.0)
    return {
        number: _scaled(candidate, 1 / best if best > 0 else 1.0) for number, candidate in candidates.items()
    }


def _scaled(candidate: Candidate, factor: float) -> Candidate:
    shares = {channel: share * factor for channel, share in candidate.shares.items()}
    relevance, compared = candidate.relevance * factor, candidate.compared * factor
    return replace(candidate, relevance=relevance, shares=shares, compared=compared)


def _summed(number: int, candidates: Sequence[Candidate]) -> Candidate:
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
