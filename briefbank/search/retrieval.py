"""Asks the channels and fuses their lists: from a query to all candidates, best first.

Operators without plain words ask for every passage that matches. Plain words beside operators are searched as
they are alone, within the passages that match. Where some candidates are not the law of the days asked for,
each list goes on until it has as many that are. Scores are relative to the best of these, and the others are
ranked beside them, to stand apart.

A list that would name few documents goes on with the others: they are asked for the passages that come next
(``Ranking.further``). What was asked for exactly is asked for more widely there: the words of operators as
plain words, a number without its last part. What is excluded holds there, too.

*Fusion* is a weighted mean of relative scores. Each score is divided by its channel's best, so that 1 is "as
good as it gets here" and 0 is "nothing in common". A passage that a graded channel did not list counts there
as the last one listed, because the list is cut at a depth, not at "no match"; where the list was not cut, and
in the other channels, it counts as 0. Reciprocal rank fusion loses several points of recall@5, because equal
ranks are unequal scores (``tests/evaluate/README.md``; Bruch, Gai and Ingber 2023).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, repeat

import numpy as np

from briefbank.catalogue import document_rows, passage_rows
from briefbank.domain.searches import Not, Order, conjuncts
from briefbank.search import channels
from briefbank.search.channel import Channel, relative
from briefbank.search.channels import LEXICAL, NUMBERS, SEMANTIC
from briefbank.search.filters import matching, narrowed, verified
from briefbank.search.query import Parameters, parameters_of
from briefbank.search.rewording import widened
from briefbank.search.search_types import Candidate, Query, Ranking, Reranker, Scored
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import query_keys

Fused = tuple[float, int, tuple[float, ...]]  # A relevance, the passage's id, and the part of each list in it

FIRST_RESULTS = 10  # The results that the channels which follow the others are given


def retrieve(query: Query, *, nearby: bool) -> Ranking:
    """Return every candidate that is law on the days asked for, best first, and those that are not.
    ``nearby``: the list may go on with other documents.

    Raises QueryError, IndexFault and StoreError.
    """
    ranking = _ranked(query)
    ranking = replace(ranking, texts=_named_by_number(ranking, query))
    further = partial(_nearby, ranking, query) if nearby and ranking.complete else None
    return replace(ranking, further=further)


def _ranked(query: Query) -> Ranking:
    """Ask the channels, fuse their lists, and leave out the documents that the request excludes.

    Where operators are all that was asked for, every match is a candidate, in the order of the request.
    Beside plain words the best of the channels' lists are taken that match.
    """
    parsed, required = query.parsed, query.parsed.required
    if required is not None and not parsed.exact:
        filters, required = narrowed(required, query.filters)
        query = replace(query, filters=filters, parsed=parsed.with_required(required))
    taking_part = [
        channel
        for channel in sorted(channels.CHANNELS, key=lambda channel: not channel.verbatim)
        if query.uses(channel) and channel.weight(query.parameters) and channel.applies(query)
    ]
    at_once = [channel for channel in taking_part if not channel.follows]
    following = [channel for channel in taking_part if channel.follows]
    within: set[int] | None = None
    ranking = Ranking(
        parsed, (), query.embedding is not None, query.law, max_checked=query.max_checked, like=query.like
    )
    if required is None:
        lists = _answers(at_once, query)
        numbers = [passage_id for passage_id, _ in lists.get(NUMBERS, ())]
        complete = not parsed.exact_only or len(numbers) - len(query.law.outside(numbers)) < query.depth
        answered = len(lists) == len(at_once)
        ranking = replace(ranking, complete=complete, semantic_used=ranking.semantic_used and answered)
    else:
        matches = verified(query, query.request.order if parsed.exact else Order.BEST)
        within = {passage_id for passage_id, _ in matches.scored}
        others = [channel for channel in at_once if channel is not LEXICAL]
        if parsed.exact:
            following = []  # every match is a result
            lists = {LEXICAL: matches.scored, **_within(_answers(others, query) if within else {}, within)}
            ranking = replace(
                ranking, complete=matches.complete, passages=matches.passages, documents=matches.documents
            )
        else:
            deep = replace(query, depth=max(query.depth, query.max_checked))
            if matches.complete:
                among = frozenset(passage_rows.documents_of(query.store, within).values())
                deep = replace(deep, filters=replace(query.filters, among=among))
            lists = {LEXICAL: [hit for hit in matches.scored if hit[1] > 0], **_answers(others, deep)}
            if not matches.complete:
                listed = {passage_id for scored in lists.values() for passage_id, _ in scored}
                within.update(matching(required, listed - within, query.services)[0])
            answered = len(lists) == len(others) + 1
            ranking = replace(ranking, semantic_used=ranking.semantic_used and answered)
            matched = _within(lists, within)
            lists = {channel: query.cut(scored, query.depth) for channel, scored in matched.items()}
    candidates, apart = fused(query, lists, following, within)
    return replace(
        ranking, candidates=_without_excluded(candidates, query), outside=_without_excluded(apart, query)
    )


def fused(
    query: Query,
    lists: Mapping[Channel, Scored],
    following: Sequence[Channel],
    within: Collection[int] | None,
) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
    """Fuse the lists, then let the channels that follow the others change the order; return the candidates
    that are law, and the others in the order without these channels. ``within``: the passages to which all
    lists are limited; None: to none."""
    parameters, depth = query.parameters, query.depth
    outside = query.law.outside({passage_id for scored in lists.values() for passage_id, _ in scored})
    both = _falling(lists, weights(lists, parameters), depth, outside)
    plain = [row for row in both if row[1] not in outside]
    apart = _candidates([row for row in both if row[1] in outside], lists)
    first = tuple(passage_id for _, passage_id, _ in plain[:FIRST_RESULTS])
    answers = _answers(following, replace(query, first=first))
    if within is not None:
        answers = _within(answers, within)
    more = {channel: scored for channel, scored in answers.items() if scored}
    if not more:
        return _candidates(plain, lists), apart
    outside |= query.law.outside({passage_id for scored in more.values() for passage_id, _ in scored})
    every = {**lists, **more}
    joined = _falling(every, weights(every, parameters), depth, outside)
    levels = [relevance for relevance, _, _ in plain]
    return _candidates([row for row in joined if row[1] not in outside], every, levels), apart


def _answers(channels: Iterable[Channel], query: Query) -> dict[Channel, Scored]:
    """Return the list of each channel whose index did not fail."""
    answers = {channel: channel.ask(query) for channel in channels}
    return {channel: scored for channel, scored in answers.items() if scored is not None}


def _within(lists: Mapping[Channel, Scored], passage_ids: Collection[int]) -> dict[Channel, Scored]:
    return {channel: [hit for hit in scored if hit[0] in passage_ids] for channel, scored in lists.items()}


def _without_excluded(candidates: Sequence[Candidate], query: Query) -> tuple[Candidate, ...]:
    """Return the candidates without the documents that the request excludes, and without the document of the
    passage to which similar ones are wanted and its versions."""
    like, excluded, store = query.like, query.request.excluded_documents, query.store
    if like is None and not excluded:
        return tuple(candidates)
    document_of = passage_rows.documents_of(store, [candidate.passage_id for candidate in candidates])
    if like is not None:
        documents = document_rows.by_ids(store, {like.document_id, *document_of.values()})
        family = documents[like.document_id].family if like.document_id in documents else 0
        versions = {id_ for id_, document in documents.items() if family and document.family == family}
        excluded = excluded | versions | {like.document_id}
    left_out = {None, *excluded}
    return tuple(c for c in candidates if document_of.get(c.passage_id) not in left_out)


def _named_by_number(ranking: Ranking, query: Query) -> frozenset[int]:
    """Return the candidates that are the text of a provision, or of a document or page, that was asked for by
    its number: they come first."""
    parsed, store = query.parsed, query.store
    numbers = parsed.identifiers
    if not (parsed.cited or numbers) or query.like is not None:
        return frozenset()
    having = [c.passage_id for c in ranking.candidates if c.shares.get(NUMBERS.name)]
    named = set(query.services.texts((*parsed.cited, *numbers), having))
    if any(map(query_keys, numbers)):
        document_of = passage_rows.documents_of(store, having)
        documents = document_rows.by_ids(store, set(document_of.values()))
        own = {id_ for id_, document in documents.items() if parsed.own_dockets(document)}
        named.update(passage_id for passage_id in having if document_of.get(passage_id) in own)
    if any(map(page_numbers.key, numbers)):
        passages = passage_rows.by_ids(store, having)
        named.update(passage_id for passage_id, passage in passages.items() if parsed.own_pages(passage))
    return frozenset(named)


def _nearby(ranking: Ranking, query: Query) -> Ranking | None:
    """Return candidates of the documents that have none in the ranking, with lower relevances. None where
    nothing more can be asked for."""
    parsed, store = query.parsed, query.store
    ids = [candidate.passage_id for candidate in ranking.candidates]
    listed = set(passage_rows.documents_of(store, ids).values())
    if not parsed.exact and parsed.required is None:
        among = frozenset(document_rows.ids_matching(store, query.filters) - listed)
        if not among:
            return None
        further = _ranked(replace(query, filters=replace(query.filters, among=among)))
        candidates = further.candidates
    else:
        wider = widened(parsed)
        if wider is None:
            return None
        parameters = parameters_of(wider.query_class, alone=True)
        further = _ranked(replace(query, parsed=wider, parameters=parameters, depth=parameters.depth))
        ids = [candidate.passage_id for candidate in further.candidates]
        document_of = passage_rows.documents_of(store, ids)
        others = {passage_id for passage_id, document in document_of.items() if document not in listed}
        for part in conjuncts(parsed.required):
            if isinstance(part, Not):
                others.difference_update(matching(part.part, others, query.services)[0])
        candidates = tuple(c for c in further.candidates if c.passage_id in others)
    scale = ranking.candidates[-1].relevance if ranking.candidates else 1.0
    lower = tuple(candidate.with_relevance(candidate.relevance * scale) for candidate in candidates)
    return replace(further, candidates=lower)


COMPARED = 50  # The first results that a reranker reads
COMPARING_S = 1.5  # The seconds that it may take


def weights(answered: Collection[Channel], parameters: Parameters) -> dict[Channel, float]:
    """Return the share of each channel that answered; they add up to 1 unless none did."""
    given = {channel: channel.weight(parameters) for channel in channels.CHANNELS if channel in answered}
    total = sum(given.values())
    if total <= 0:  # the only channel is one that this class gives nothing
        return dict.fromkeys(given, 1.0 / max(1, len(given)))
    return {channel: weight / total for channel, weight in given.items()}


def fuse(
    lists: Mapping[Channel, Scored],
    shares: Mapping[Channel, float],
    depth: int,
    outside: Collection[int] = frozenset(),
    levels: Iterable[float] = (),
) -> list[Candidate]:
    """Return candidates by falling relevance, ties by passage id.

    ``lists``: best first, of each channel that was asked; ``shares``: their weights (see ``weights``);
    ``depth``: the length at which the lists were cut. Negative scores count as 0. Relevances are relative to
    what is not ``outside``, as if that were alone in the lists.

    ``levels``: the least relevance at each place, falling: those without a channel that follows the others.
    Such a channel changes only the order: what is cut off still depends on how the relevance of the others
    falls.
    """
    return _candidates(_falling(lists, shares, depth, outside), lists, levels)


def _falling(
    lists: Mapping[Channel, Scored], shares: Mapping[Channel, float], depth: int, outside: Collection[int]
) -> list[Fused]:
    scores = {channel: relative(scored, outside) for channel, scored in lists.items()}
    ids = list(dict.fromkeys(chain.from_iterable(scores.values())))
    columns = []
    for channel, known in scores.items():
        of_law = [passage_id for passage_id in known if passage_id not in outside]
        is_cut = channel.graded and bool(of_law) and len(of_law) >= depth
        rest, share = known[of_law[-1]] if is_cut else 0.0, shares[channel]
        columns.append([share * known.get(passage_id, rest) for passage_id in ids])
    parts = list(zip(*columns, strict=True))
    return sorted(zip(map(sum, parts), ids, parts, strict=True), key=lambda row: (-row[0], row[1]))


def _candidates(
    falling: Sequence[Fused], lists: Mapping[Channel, Scored], levels: Iterable[float] = ()
) -> list[Candidate]:
    """Make the candidates of what was fused from these lists, none with less than the level at its place."""
    cosines = dict(lists.get(SEMANTIC, ()))
    with_words = {id_ for channel, scored in lists.items() if channel.verbatim for id_, _ in scored}
    names = [channel.name for channel in lists]
    candidates = []
    for (relevance, id_, parts), level in zip(falling, chain(levels, repeat(0.0)), strict=False):
        if 0 < relevance < level:
            parts = tuple(part * (level / relevance) for part in parts)
        shares = dict(zip(names, parts, strict=True))
        candidates.append(Candidate(id_, max(relevance, level), id_ in with_words, cosines.get(id_), shares))
    return candidates


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
    joined = [c.relevance / top + float(score) / best for c, score in zip(first, scores, strict=True)]
    moved = []
    for rank, at in enumerate(sorted(range(len(first)), key=lambda at: (-joined[at], at))):
        candidate, relevance = first[at], first[rank].relevance
        moved.append(candidate._replace(relevance=relevance, compared=relevance - candidate.relevance))
    return replace(ranking, candidates=(*moved, *ranking.candidates[COMPARED:]))
