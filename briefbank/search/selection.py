"""Selects the results of a search from its ranking, in two tiers, and puts them in order.

*Close* are the passages that are relevant beyond doubt, in the order that was chosen, newest first by
default. *Less close* are the next best, always by relevance, below all others, until the list names
``BRIEFS`` documents, or all that the search can reach. An order by date must hold nothing doubtful, and a
list that ends after one brief strands its reader.

*A passage is close* when its relevance is at least ``CLOSE_SHARE`` of the best, and it is near to the search
by itself: relative scores call the best of a bad lot good. Its nearness is its cosine plus the share of the
query's rarity (IDF) that it has, with its headings and title; a word of the thesaurus counts for the typed
one. It must be ``NEAR``, and ``NEAR_SHARE`` of that of the nearest passage. Of pasted text, which shares few
of its words with any passage, and while there are no vectors, a passage must be similar in meaning or have
enough of the words.

*What was asked for exactly is always close*: a passage with a number, docket, citation, quoted phrase or case
name of the search. Of a pasted text, which cites many, such a passage must be similar in meaning, too. A bare
number ("Rule 16") also stands for a page or a year, and ranks as words do.

The figures of CLOSE_SHARE, NEAR and NEAR_SHARE are from the open half of ``tests.evaluate defenders``: there
88 % of the close passages are judged relevant, and success@1 newest first is 0.93 (0.76 and 0.84 with
CLOSE_SHARE alone). One search in forty of the case notes has nothing nearer than NEAR (see
``tests/evaluate/README.md``).

*In "best match"* the newer of about equally relevant passages stands first, and binding texts stand before
persuasive ones (weights after "Hybrid Agentic GraphRAG"). Each factor takes at most a tenth of the relevance,
so that no passage is put above one that is clearly more relevant. A statute, rule or constitution in force
does not age.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from briefbank.catalogue import document_rows, passage_rows
from briefbank.domain.caption_fields import LAW, SETTLED, Kind
from briefbank.domain.pages import Role
from briefbank.domain.searches import Field, FieldName, LexicalQuery, Order, Phrase, Tier, conjuncts
from briefbank.search import feedback
from briefbank.search.channels import NUMBERS, SIMILAR, word_forms
from briefbank.search.feedback import Adjustment, for_cut
from briefbank.search.folding import Folding, collapsed
from briefbank.search.query import ParsedQuery
from briefbank.search.search_types import Candidate, MatchingForms, Ranking, Result, Results, SearchServices
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database

CLOSE_SHARE = 0.75
LESS_CLOSE_SHARE = 0.6
LESS_CLOSE = 40
"""The most passages that are listed for their share alone: four pages, below those that are close."""
NEAR = 0.75
NEAR_SHARE = 0.9
TYPED_WORDS = 12  # The most words of a text of which a passage is expected to have most
PASTED_WORDS = 40  # The words from which a text was pasted
WORDS_ENOUGH = 2
BRIEFS = 10  # The number of documents that a list names at least, where the search reaches as many
ASKED_AT_ONCE = 50  # The candidates whose documents are read together: the first of many are enough
_EXACT_FIELDS = frozenset({FieldName.CITES, FieldName.RULE, FieldName.DOCKET})
AUTHORITY: Mapping[Kind, float] = {
    Kind.STATUTE: 1.0,
    Kind.RULE: 0.9,
    Kind.OPINION: 0.8,
    Kind.BRIEF: 0.8,
    Kind.DIRECTIVE: 0.7,
    Kind.MEMO: 0.7,
    Kind.MAIL: 0.7,
    Kind.OTHER: 0.7,
}
AUTHORITY_SHARE = 0.1
RECENCY_SHARE = 0.1
HALF_LIFE_DAYS = 3652  # The days after which half of the recency bonus is gone: ten years
_NARRATIVE = frozenset({Role.FACTS, Role.PROCEDURE})


def select(
    ranking: Ranking, order: Order, services: SearchServices, fitting_ids: Collection[int] = ()
) -> Results:
    """Return the results of a ranking in both tiers, and those that stand apart. ``fitting_ids``: passages
    that need not be near to the search by themselves, because something else says that they answer it. Raises
    StoreError.

    Of versions and copies one each is shown. Versions are folded within their tier, so that a passage that is
    less close changes no other result; copies are folded into a close one where there is one.
    """
    store, (listed, rest) = services.store, _cut(ranking)
    results = _read(listed, ranking, store)
    apart = _read(_apart(ranking), ranking, store)
    is_close = _closeness(results or apart, ranking, services, fitting_ids)
    close, below = list[Result](), list[Result]()
    for result in results:
        (close if is_close(result) else below).append(result)
    folding, folded_wider = Folding(), Folding()  # what lacks something is no copy of what has it
    folding.add(arranged(collapsed(weighed(close, order)), order))
    number_close = len(folding)
    known = {result.document.id for result in results}
    wider, further = None, ranking.further
    less_close: list[Result] = []
    while True:
        less_close += [result._replace(tier=Tier.LESS_CLOSE, wider=wider) for result in below]
        best_first = sorted(
            collapsed(less_close), key=lambda r: (-r.candidate.relevance, r.document.id, r.passage.ordinal)
        )
        (folded_wider if wider else folding).add(best_first)
        if (missing := BRIEFS - len(folding.documents() | folded_wider.documents())) <= 0:
            break
        next_best = _next_documents(rest, known, missing, store)
        if not next_best and further is not None:
            nearby, further = further(), None
            rest = list(nearby.candidates) if nearby else []
            if nearby and nearby.parsed is not ranking.parsed:
                wider, less_close = nearby.parsed, []
            next_best = _next_documents(rest, known, missing, store)
        if not next_best:
            break
        below, rest = _read(next_best, ranking, store), rest[len(next_best) :]
        known.update(result.document.id for result in below)
    shown = folding.results()
    above, reasons = with_feedback(_arguments_first(shown[:number_close]), ranking.nudges, order)
    less_close = [*shown[number_close:], *folded_wider.results()]
    less_close, reasons_below = with_feedback(less_close, ranking.nudges, Order.BEST)
    return Results(
        ranking,
        tuple(close),
        (*above, *less_close),
        len(less_close),
        {**reasons, **reasons_below},
        tuple(_outside_law(list(filter(is_close, apart)), order)),
    )


def _outside_law(results: Sequence[Result], order: Order) -> list[Result]:
    """Return what stands apart in its order: texts of law, each by itself, because versions are not copies;
    then documents filed later, folded as results are."""
    weighted = arranged(weighed(results, order), order)
    of_law = [result for result in weighted if result.document.kind in LAW]
    later = Folding()
    later.add(collapsed([result for result in weighted if result.document.kind not in LAW]))
    return [*of_law, *later.results()]


def close_passages(ranking: Ranking, services: SearchServices) -> list[Result]:
    """Return the close passages of a ranking, unfolded, best first. Raises StoreError."""
    results = _read(_cut(ranking)[0], ranking, services.store)
    return list(filter(_closeness(results, ranking, services, ()), results))


def _apart(ranking: Ranking) -> list[Candidate]:
    """Return the candidates that are not law and would be above the cut of the close ones."""
    least, is_exact = CLOSE_SHARE * _best_relevance(ranking), _exactness(ranking)
    return [
        candidate
        for candidate in ranking.outside
        if ranking.exact
        or for_cut(candidate.relevance, ranking.nudges.get(candidate.passage_id)) >= least
        or is_exact(candidate)
    ]


def _best_relevance(ranking: Ranking) -> float:
    best = ranking.candidates or ranking.outside
    return best[0].relevance if best else 0.0


def _cut(ranking: Ranking) -> tuple[list[Candidate], list[Candidate]]:
    """Return the candidates that are listed in any case, and the others, both best first. Positive feedback
    lifts candidates above the cut, and negative feedback takes none below it (see ``feedback``)."""
    candidates = ranking.candidates
    if ranking.exact or not candidates:
        return list(candidates), []
    best, doubtful, is_exact = candidates[0].relevance, 0, _exactness(ranking)
    above: list[Candidate] = []
    below: list[Candidate] = []
    for candidate in candidates:
        relevance = for_cut(candidate.relevance, ranking.nudges.get(candidate.passage_id))
        listed = relevance >= CLOSE_SHARE * best or is_exact(candidate)
        if not listed and relevance >= LESS_CLOSE_SHARE * best:
            doubtful += 1
            listed = doubtful <= LESS_CLOSE
        (above if listed else below).append(candidate)
    return above, below


def _next_documents(
    candidates: Sequence[Candidate], known: Collection[int], missing: int, store: Database
) -> list[Candidate]:
    """Return the first of the candidates, up to the one with which as many documents as are ``missing`` are
    reached that are not ``known``, or all that there are."""
    document_of: dict[int, int] = {}
    reached: set[int] = set()
    end = 0
    for number, candidate in enumerate(candidates, 1):
        if number % ASKED_AT_ONCE == 1:
            ids = [c.passage_id for c in candidates[number - 1 : number - 1 + ASKED_AT_ONCE]]
            document_of = passage_rows.documents_of(store, ids)
        document = document_of.get(candidate.passage_id)
        if document is not None and document not in known and document not in reached:
            reached.add(document)
            end = number
            if len(reached) == missing:
                break
    return list(candidates[:end])


def _read(candidates: Sequence[Candidate], ranking: Ranking, store: Database) -> list[Result]:
    """Return candidates with their passages and documents; those removed meanwhile are skipped."""
    passages, documents = dict(ranking.passages), dict(ranking.documents)
    if unread := [c.passage_id for c in candidates if c.passage_id not in passages]:
        passages |= passage_rows.by_ids(store, unread)
        document_ids = {passages[id_].document_id for id_ in unread if id_ in passages}
        documents |= document_rows.by_ids(store, document_ids)
    return [
        Result(
            candidate,
            passage,
            documents[passage.document_id],
            pages=tuple(ranking.parsed.own_pages(passage)),
            asked_for=passage.id in ranking.texts,
        )
        for candidate in candidates
        if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
    ]


def _closeness(
    results: Sequence[Result], ranking: Ranking, services: SearchServices, fitting_ids: Collection[int]
) -> Callable[[Result], bool]:
    """Return what tells of a passage whether it is close. ``results`` come best first."""
    if ranking.exact or not results:
        return lambda _: True
    least = CLOSE_SHARE * _best_relevance(ranking)
    is_near, is_exact = _nearness(results, ranking, services), _exactness(ranking)

    def is_close(result: Result) -> bool:
        candidate = result.candidate
        if result.asked_for or is_exact(candidate):
            return True
        relevance = for_cut(candidate.relevance, ranking.nudges.get(candidate.passage_id))
        return relevance >= least and (result.passage.id in fitting_ids or is_near(result))

    return is_close


def _exactness(ranking: Ranking) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate has what was asked for exactly: a phrase, citation or number that
    the search requires, or a number that is not bare."""
    parsed = ranking.parsed
    for part in conjuncts(parsed.required):
        if isinstance(part, Phrase) or (isinstance(part, Field) and part.name in _EXACT_FIELDS):
            return lambda _: True
    if not (parsed.cases or parsed.cited) and all(
        number.isdigit() and not number.startswith("0") for number in parsed.identifiers
    ):
        return lambda _: False
    pasted = parsed.literal or len(parsed.words) >= PASTED_WORDS
    return lambda candidate: (
        bool(candidate.shares.get(NUMBERS.name)) and (not pasted or _is_similar(candidate))
    )


def _nearness(
    results: Sequence[Result], ranking: Ranking, services: SearchServices
) -> Callable[[Result], bool]:
    """Return what tells of a passage whether it is near to the search by itself."""
    parsed, match_ranges = ranking.parsed, services.match_ranges
    if ranking.like:
        return lambda _: True
    compared = any(result.candidate.cosine is not None for result in results)
    if not compared or parsed.literal or not 0 < len(parsed.words) <= TYPED_WORDS:
        needed = words_needed(len(parsed.words) + len(parsed.identifiers))

        def has_enough(result: Result) -> bool:
            if _is_similar(result.candidate):
                return True
            text = "\n".join((*result.passage.heading_path, result.document.title, result.passage.text))
            count = result.candidate.has_words and len(word_forms(text, match_ranges(text, parsed.lexical())))
            return count >= needed

        return has_enough
    size = services.lexical.size()
    counts = (min(count, size) for count in services.lexical.frequencies(parsed.words))
    rarity = {
        word: math.log1p((size - count + 0.5) / (count + 0.5))
        for word, count in zip(parsed.words, counts, strict=True)
    }
    nearness_of = _nearness_of(parsed, rarity, services.matching_forms)
    least = CLOSE_SHARE * _best_relevance(ranking)
    nearness = {
        result.passage.id: nearness_of(result) for result in results if result.candidate.relevance >= least
    }
    cut = max(NEAR, NEAR_SHARE * max(nearness.values(), default=0.0))

    def is_near(result: Result) -> bool:
        known = nearness.get(result.passage.id)
        return (nearness_of(result) if known is None else known) >= cut

    return is_near


def words_needed(words_in_query: int) -> int:
    """Return how many of a query's words make a passage near without semantic similarity."""
    return min(WORDS_ENOUGH, max(1, -(-words_in_query // 3)))


def _is_similar(candidate: Candidate) -> bool:
    return candidate.cosine is not None and candidate.cosine >= SIMILAR


def _nearness_of(
    parsed: ParsedQuery, rarity: Mapping[str, float], matching_forms: MatchingForms
) -> Callable[[Result], float]:
    query, all_words = LexicalQuery(parsed.words, related=parsed.related), sum(rarity.values())

    @cache  # the same few forms stand in most passages
    def words_of(form: str) -> frozenset[str]:
        words = {word for word in rarity if matching_forms(form, LexicalQuery((word,)))}
        for related in parsed.related:
            if matching_forms(form, LexicalQuery(related=(related,))):
                words.update(word for word in related.of.casefold().split() if word in rarity)
        return frozenset(words)

    def nearness_of(result: Result) -> float:
        texts = result.passage.text, "\n".join((*result.passage.heading_path, result.document.title))
        forms = {form for text in texts for form in matching_forms(text, query)}
        present = set[str]().union(*map(words_of, forms))
        return max(result.candidate.cosine or 0.0, 0.0) + sum(map(rarity.__getitem__, present)) / all_words

    return nearness_of


def arranged(results: Sequence[Result], order: Order) -> list[Result]:
    """Sort the passages as they are shown, newest or best first.

    Documents without a filing date come last in newest order. Ties in date or relevance are broken by the
    other, then by document and place in it, so that the same search shows the same list.
    """

    def key(result: Result) -> tuple[float | int, ...]:
        days = -(result.document.filed or date.min).toordinal()
        first = (days, -result.candidate.relevance) if order is Order.NEWEST else (-_weight(result), days)
        return (not result.asked_for, *first, result.document.id, result.passage.ordinal)

    return sorted(results, key=key)


def _arguments_first(results: Sequence[Result]) -> list[Result]:
    """Return the same passages, in which those of a document's facts and procedural history stand after its
    others, at the places that the document has in the list: its argument is what is looked for."""
    narrative: dict[int, list[Result]] = {}
    argument: dict[int, list[Result]] = {}
    for result in results:
        part = narrative if result.passage.role in _NARRATIVE and not result.asked_for else argument
        part.setdefault(result.document.id, []).append(result)
    order = {id_: iter([*argument.get(id_, ()), *items]) for id_, items in narrative.items()}
    return [next(order[result.document.id]) if result.document.id in order else result for result in results]


def with_feedback(
    results: Sequence[Result], nudges: Mapping[int, Adjustment], order: Order
) -> tuple[list[Result], dict[int, Message]]:
    """Return the same results in their order with feedback, and the reason for each on which it counts."""
    before = [result.passage.id for result in results]
    counted = {passage_id: nudges[passage_id] for passage_id in before if passage_id in nudges}
    if not counted:
        return list(results), {}
    if order is Order.NEWEST:
        after = feedback.newest_first(before, counted)
    else:
        after = feedback.best_first([(result.passage.id, _weight(result)) for result in results], counted)
    by_id = {result.passage.id: result for result in results}
    reasons = {passage_id: nudge.text() for passage_id, nudge in counted.items()}
    return [by_id[passage_id] for passage_id in after], reasons


def _weight(result: Result) -> float:
    return result.candidate.relevance * result.recency * result.authority


def weighed(results: Iterable[Result], order: Order) -> list[Result]:
    """Return the same passages with the factors of their dates and kinds; 1 for both when ordered by date.

    Recency is measured from the newest of them, so that the same search shows the same list any day.
    """
    results = list(results)
    if order is not Order.BEST:
        return results
    newest = max((result.document.filed for result in results if result.document.filed), default=None)
    weighed = []
    for result in results:
        document = result.document
        if document.kind in SETTLED or newest is None:
            aged = 0.0
        elif document.filed is None:
            aged = 1.0
        else:
            aged = 1.0 - math.exp2(-(newest - document.filed).days / HALF_LIFE_DAYS)
        authority = 1.0 - AUTHORITY_SHARE * (1.0 - AUTHORITY[document.kind])
        weighed.append(result._replace(recency=1.0 - RECENCY_SHARE * aged, authority=authority))
    return weighed
