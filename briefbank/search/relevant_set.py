"""Cuts the candidates to the relevant set.

*What "newest first" means here.* A defender wants the office's latest word on the very point, not the latest
brief that touches it. So the order by date applies to the relevant passages only, and the relevant set is cut
more tightly for it than for "best match": a passage that is clearly weaker than the best must not stand above
three strong ones because it was filed last week. In "best match" the weak ones rank below anyway, so the set
can be wider, and the answer says how many more it has.

*The cut.* A fixed number is wrong both ways: a rule number has two good passages and a common doctrine two
hundred. The set ends where relevance falls below a share of the best (``SHARE``). With 0.75 (newest) and 0.6
(best match) the median query of two evaluation sets keeps 5 to 8, and 13 to 30 passages. The tighter set
holds about as many of the relevant passages as a fixed first ten (0.60 to 0.62 of them, and 0.59 to 0.67);
with dates drawn at random, its newest five hold a third to three fifths more of them than the newest five of
the first ten (``python -m tests.evaluate.trial``). Measuring against the mean of the first three instead lets
weak passages in where only one is strong, and is no better at the same size.

*The floors.* Relative scores call the best of a bad lot good. So a passage must be semantically similar (a
cosine of ``MEANING_FLOOR``: questions off the subject of a library stay below 0.37, 95 % of relevant passages
lie above 0.40) or have words of the query. And where none of the first three is semantically similar or has
enough of the words (a third of them; two always are), the question is off the subject, and only passages with
enough words are kept, if any.

*Nothing close.* A share of the best tells little where the best is weak itself. Where nothing in the library
is close to the search (``closeness``), both orders keep the wider set: newest first lacks nothing then that
best match shows.

*Numbers and cases.* "404(b)" alone finds every passage with the number, and so must "Rule 404(b) other bad
acts", in which the words decide the order. So a passage with a number or case that was asked for is kept
wherever it stands, if it is semantically similar: numbers add, and bound only as ``rule:404(b)``. Of thirteen
judged searches with a number this keeps 66 % of the right passages instead of 56 % (precision 0.81 and 0.90).

*Exact questions.* When only a number or quoted text was asked for, every passage with it was asked for: no
cut.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from briefbank.domain.searches import Order
from briefbank.search.candidate import Candidate, Found
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.meaning import MEANING_FLOOR
from briefbank.search.dependencies import MatchRanges, Store
from briefbank.search.feedback import Adjustment, for_cut
from briefbank.search.query import ParsedQuery
from briefbank.search.search_types import Ranking, SearchDependencies
from briefbank.search.word_forms import word_forms

SHARE = {Order.NEWEST: 0.75, Order.BEST: 0.6}
FIRST = 3
"""The number of first passages that show whether the question is off the subject: none of them answers it."""
WORDS_ENOUGH = 2


def relevant_set(
    ranking: Ranking, order: Order, parts: SearchDependencies, on_subject_ids: Collection[int] = ()
) -> list[Found]:
    """Return the relevant set with its passages and documents; those removed meanwhile are skipped.

    ``on_subject_ids``: passages that need none of the query's words.
    """
    parsed, kept = ranking.parsed, _kept(ranking, order)
    if not ranking.passages:
        ranking = with_passages(ranking, order, parts.store)
    passages, documents = ranking.passages, ranking.documents
    found = [
        Found(candidate, passage, documents[passage.document_id], asked_for=passage.id in ranking.texts)
        for candidate in kept
        if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
    ]
    if ranking.exact or ranking.like:
        return found
    asked = len(parsed.words) + len(parsed.identifiers)
    doubtful = [item for item in found if item.passage.id not in on_subject_ids]
    answering = on_subject(doubtful, asked, lambda item: _matched(item, parsed, parts.match_ranges))
    wanted = {*on_subject_ids, *(item.passage.id for item in answering)}
    return [item for item in found if item.passage.id in wanted]


def with_passages(ranking: Ranking, order: Order, store: Store) -> Ranking:
    """Return the ranking with the passages and documents of the candidates that an order keeps."""
    passages = store.passages_by_id([candidate.passage_id for candidate in _kept(ranking, order)])
    documents = store.documents_by_id({passage.document_id for passage in passages.values()})
    return replace(ranking, passages=passages, documents=documents)


def _kept(ranking: Ranking, order: Order) -> list[Candidate]:
    cut = Order.BEST if ranking.nothing_close else order
    return above_cut(ranking.candidates, cut, ranking.nudges, exact=ranking.exact)


def above_cut(
    candidates: Sequence[Candidate], order: Order, nudges: Mapping[int, Adjustment], *, exact: bool
) -> list[Candidate]:
    """Return the candidates before relevance falls off, those that positive feedback lifts above the cut, and
    those with a number or case that was asked for, if they are semantically similar, too.

    ``candidates`` come best first. Negative feedback removes none (see ``feedback``).
    """
    if exact or not candidates:
        return list(candidates)
    cut = SHARE[order] * candidates[0].relevance
    return [
        each
        for each in candidates
        if for_cut(each.relevance, nudges.get(each.passage_id)) >= cut
        or (each.shares.get(NUMBERS.name) and _is_similar(each))
    ]


def on_subject(found: Sequence[Found], words_in_query: int, matched: Callable[[Found], int]) -> list[Found]:
    """Return the passages that are relevant by themselves, not only relative to worse ones. ``found`` comes
    best first.

    ``matched`` counts the query's words in a passage; it is slow, and called for few.
    """

    def enough(item: Found) -> bool:
        return item.candidate.has_words and matched(item) >= words_needed(words_in_query)

    answered = any(_is_similar(item.candidate) or enough(item) for item in found[:FIRST])
    return [
        item
        for item in found
        if _is_similar(item.candidate) or (item.candidate.has_words if answered else enough(item))
    ]


def words_needed(words_in_query: int) -> int:
    """Return how many of a query's words make a passage relevant without semantic similarity."""
    return min(WORDS_ENOUGH, max(1, -(-words_in_query // 3)))


def _is_similar(candidate: Candidate) -> bool:
    return candidate.cosine is not None and candidate.cosine >= MEANING_FLOOR


def _matched(item: Found, parsed: ParsedQuery, match_ranges: MatchRanges) -> int:
    """Count the query's words and numbers that a passage has, with its headings and title."""
    text = "\n".join((*item.passage.heading_path, item.document.title, item.passage.text))
    return len(word_forms(text, match_ranges(text, parsed.lexical())))
