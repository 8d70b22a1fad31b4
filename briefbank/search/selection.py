"""Selects the results of a search from its ranking, in two tiers, and puts them in order.

*Close* are the passages that are relevant beyond doubt, in the order that was chosen, newest first by
default. *Less close* are the next best, always by relevance, below all others. One cut cannot serve both: a
defender wants the office's latest word on the very point, so an order by date must hold nothing doubtful; and
a list that ends after one brief strands its reader. So the order by date applies to the close passages only,
and the list goes on until it names ``BRIEFS`` documents, or all that the search can reach.

*A passage is close* when its relevance is at least ``CLOSE_SHARE`` of the best, and it is near to the search
by itself: relative scores call the best of a bad lot good. Its nearness is its cosine plus the share of the
query that it has, with its headings and title: the share of the words' rarity (IDF), so that a rare word that
is missing counts most. A word that the thesaurus puts beside one of the query counts for that one. The
nearness must be ``NEAR``, and ``NEAR_SHARE`` of that of the nearest passage: otherwise a passage with one of
two words stands above those with both because it was filed last week. Where no passage is near, nothing is
close.

Pasted text shares few of its words with any passage, and nearness takes vectors. Of pasted text, and while
there are none, a passage must be similar in meaning (``MEANING_FLOOR``: questions off the subject of a
library stay below 0.37, 95 % of relevant passages lie above 0.40) or have enough of the words: a third of
them; two always are.

*What was asked for exactly is always close*: a passage with a number, docket, citation, quoted phrase or case
name of the search. Of a pasted text, which cites many, such a passage must be similar in meaning, too. A bare
number ("Rule 16") also stands for a page or a year, and ranks as words do. Where only exact things were asked
for, every passage that has them is close.

*Less close* is what has ``LESS_CLOSE_SHARE`` of the best relevance, up to ``LESS_CLOSE`` passages, then as
many of the next best as make ``BRIEFS`` documents. An exact search goes on with passages that have only some
of what was asked for (``Ranking.further``).

The figures of CLOSE_SHARE, NEAR and NEAR_SHARE are from the open half of ``tests.evaluate.defenders``: there
88 % of the close passages are judged relevant, and success@1 newest first is 0.93 (0.76 and 0.84 with
CLOSE_SHARE alone). Of NEAR_SHARE the case notes bear it out: success@10 newest first is 0.73 with 0.9, 0.71
with 0.8 and 0.69 without it. NEAR by ``tests.evaluate.absent``, with 17,860 case notes that are searched by
their headings: one search in forty has nothing nearer.

Of versions of a document (``version_folding``) and of copies of a passage (``copy_folding``) one result each
is shown, which names the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.expression import Field, FieldName, Phrase, conjuncts
from briefbank.domain.searches import LexicalQuery, Order, Tier
from briefbank.search import copy_folding, ordering, version_folding
from briefbank.search.candidate import Candidate, Found
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.meaning import MEANING_FLOOR
from briefbank.search.dependencies import Store
from briefbank.search.factors import weighed
from briefbank.search.feedback import for_cut
from briefbank.search.ordering import OrderedResults
from briefbank.search.query import ParsedQuery
from briefbank.search.search_types import Ranking, SearchDependencies
from briefbank.search.word_forms import word_forms

CLOSE_SHARE = 0.75
LESS_CLOSE_SHARE = 0.6
LESS_CLOSE = 40
"""The most passages that are listed for their share alone: four pages, below those that are close."""
NEAR = 0.75
NEAR_SHARE = 0.9
TYPED_WORDS = 12
"""The most words of a text of which a passage is expected to have most."""
PASTED_WORDS = 40
"""The words from which a text was pasted."""
WORDS_ENOUGH = 2
BRIEFS = 10
"""The number of documents that a list names at least, where the search reaches as many."""
_EXACT_FIELDS = frozenset({FieldName.CITES, FieldName.RULE, FieldName.DOCKET})


@dataclass(frozen=True, slots=True)
class Results:
    """The full results of a search."""

    ranking: Ranking
    close: tuple[Found, ...]
    """The close passages, before versions and copies are folded."""
    shown: OrderedResults
    """The results in their order: the close ones, then those that are less close."""
    less_close: int
    """The number of results at the end of ``shown`` that are less close."""
    apart: tuple[Found, ...]
    """Results that are not the law of the days asked for."""
    bare: bool = False
    """Whether its passages are without their text, which must be read before they are used."""

    @property
    def total(self) -> int:
        """The number of results that are close."""
        return len(self.shown.found) - self.less_close

    @property
    def counted(self) -> tuple[Found, ...]:
        """The passages that facets count, before folding: those that are close; where none is, all."""
        return self.close or self.shown.found

    def stripped(self) -> Results:
        """Return the same results without text."""
        listed = {id(item): item for item in (*self.close, *self.shown.found, *self.apart)}
        bare = {key: _without_text(item) for key, item in listed.items()}

        def without_text(items: Sequence[Found]) -> tuple[Found, ...]:
            return tuple(bare[id(item)] for item in items)

        return Results(
            replace(self.ranking, candidates=(), passages={}, documents={}, whole=None, further=None),
            without_text(self.close),
            replace(self.shown, found=without_text(self.shown.found)),
            self.less_close,
            without_text(self.apart),
            bare=True,
        )

    def with_text(self, items: Sequence[Found], store: Store) -> list[Found]:
        """Return some of the results with the text of their passages; without those removed meanwhile."""
        if not self.bare:
            return list(items)
        passages = store.passages_by_id([item.passage.id for item in items])
        there = (item for item in items if item.passage.id in passages)
        return [replace(item, passage=passages[item.passage.id]) for item in there]


def select(
    ranking: Ranking, order: Order, parts: SearchDependencies, fitting_ids: Collection[int] = ()
) -> Results:
    """Return the results of a ranking in both tiers. ``fitting_ids``: passages that need not be near to the
    search by themselves, because something else found that they answer it. Raises StoreError."""
    listed, rest = _cut(ranking)
    items = _in_tiers(_read(listed, ranking, parts.store), ranking, parts, fitting_ids)
    close = tuple(item for item in items if item.tier is Tier.CLOSE)
    known = {item.document.id for item in items}
    wider, further = None, ranking.further
    shown, less_close = _arranged(items, ranking, order)
    while (missing := BRIEFS - len({item.document.id for item in shown.found})) > 0:
        documents = parts.store.documents_of([candidate.passage_id for candidate in rest])
        taken = _until(rest, documents, known, missing)
        if taken:
            below = _read(taken, ranking, parts.store)
            items += [replace(item, tier=Tier.LESS_CLOSE, wider=wider) for item in below]
            known.update(item.document.id for item in below)
            rest = rest[len(taken) :]
            shown, less_close = _arranged(items, ranking, order)
        elif further is not None:
            nearby, further = further(), None
            rest, wider = list(nearby.candidates), nearby.parsed
        else:
            break
    return Results(ranking, close, shown, less_close, tuple(_outside_law(ranking, order, parts)))


def close_passages(ranking: Ranking, parts: SearchDependencies) -> list[Found]:
    """Return the close passages of a ranking, unfolded, best first. Raises StoreError."""
    items = _in_tiers(_read(_cut(ranking)[0], ranking, parts.store), ranking, parts, ())
    return [item for item in items if item.tier is Tier.CLOSE]


def folded(items: Sequence[Found], order: Order) -> list[Found]:
    """Return the results that passages make, the close ones first: of versions and copies one each.

    Versions are folded within their tier, so that a passage that is less close changes no other result;
    copies are folded into a close one where there is one.
    """
    close, less_close = _tiers(items)
    ordered = [
        *ordering.arranged(version_folding.collapsed(weighed(close, order)), order),
        *ordering.by_relevance(version_folding.collapsed(less_close)),
    ]
    return copy_folding.folded(ordered)


def _arranged(items: Sequence[Found], ranking: Ranking, order: Order) -> tuple[OrderedResults, int]:
    """Return the results in their order, and how many of them are less close."""
    close, less_close = _tiers(items)
    if any(item.wider for item in less_close):  # what lacks something is no copy of what has it
        close, less_close = folded(close, order), folded(less_close, order)
    else:
        close, less_close = _tiers(folded(items, order))
    above = ordering.with_feedback(ordering.arguments_first(close), ranking.nudges, order)
    below = ordering.with_feedback(less_close, ranking.nudges, Order.BEST)
    shown = OrderedResults((*above.found, *below.found), {**above.reasons, **below.reasons})
    return shown, len(less_close)


def _tiers(items: Sequence[Found]) -> tuple[list[Found], list[Found]]:
    """Return the passages that are close, and those that are less close, in the same order."""
    close = [item for item in items if item.tier is Tier.CLOSE]
    return close, [item for item in items if item.tier is Tier.LESS_CLOSE]


def _cut(ranking: Ranking) -> tuple[list[Candidate], list[Candidate]]:
    """Return the candidates that are listed in any case, and the others, both best first. Positive feedback
    lifts candidates above the cut, and negative feedback takes none below it (see ``feedback``)."""
    candidates = ranking.candidates
    if ranking.exact or not candidates:
        return list(candidates), []
    best, doubtful = candidates[0].relevance, 0
    above: list[Candidate] = []
    below: list[Candidate] = []
    for candidate in candidates:
        relevance = for_cut(candidate.relevance, ranking.nudges.get(candidate.passage_id))
        listed = relevance >= CLOSE_SHARE * best or _is_exact(candidate, ranking)
        if not listed and relevance >= LESS_CLOSE_SHARE * best:
            doubtful += 1
            listed = doubtful <= LESS_CLOSE
        (above if listed else below).append(candidate)
    return above, below


def _until(
    candidates: Sequence[Candidate], documents: Mapping[int, int], known: Collection[int], wanted: int
) -> list[Candidate]:
    """Return the first of the candidates, up to the one with which as many documents as are ``wanted`` are
    reached that are not ``known``, or all that there are. ``documents``: that of each passage."""
    reached: set[int] = set()
    end = 0
    for place, candidate in enumerate(candidates, 1):
        document = documents.get(candidate.passage_id)
        if document is not None and document not in known and document not in reached:
            reached.add(document)
            end = place
            if len(reached) == wanted:
                break
    return list(candidates[:end])


def _read(candidates: Sequence[Candidate], ranking: Ranking, store: Store) -> list[Found]:
    """Return candidates with their passages and documents; those removed meanwhile are skipped."""
    passages, documents = dict(ranking.passages), dict(ranking.documents)
    if unread := [c.passage_id for c in candidates if c.passage_id not in passages]:
        passages |= store.passages_by_id(unread)
        documents |= store.documents_by_id(
            {passages[id_].document_id for id_ in unread if id_ in passages}, named=False
        )
    return [
        Found(
            candidate,
            passage,
            documents[passage.document_id],
            pages=tuple(ranking.parsed.own_pages(passage)),
            asked_for=passage.id in ranking.texts,
        )
        for candidate in candidates
        if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
    ]


# --- which passages are close --------------------------------------------------------------------


def _in_tiers(
    items: Sequence[Found], ranking: Ranking, parts: SearchDependencies, fitting_ids: Collection[int]
) -> list[Found]:
    """Return the passages above the cut in their tiers. ``items`` come best first."""
    if ranking.exact or not items:
        return list(items)
    least = CLOSE_SHARE * ranking.candidates[0].relevance
    is_near = _nearness(items, ranking, parts)

    def is_close(item: Found) -> bool:
        candidate = item.candidate
        if item.asked_for or _is_exact(candidate, ranking):
            return True
        relevance = for_cut(candidate.relevance, ranking.nudges.get(candidate.passage_id))
        return relevance >= least and (item.passage.id in fitting_ids or is_near(item))

    return [item if is_close(item) else replace(item, tier=Tier.LESS_CLOSE) for item in items]


def _is_exact(candidate: Candidate, ranking: Ranking) -> bool:
    """Tell whether a candidate has what was asked for exactly."""
    parsed = ranking.parsed
    if _asks_exactly(parsed):
        return True
    if not candidate.shares.get(NUMBERS.name):
        return False
    numbers = (number.isdigit() and not number.startswith("0") for number in parsed.identifiers)
    bare = not (parsed.cases or parsed.cited) and all(numbers)
    pasted = parsed.literal or len(parsed.words) >= PASTED_WORDS
    return not bare and (not pasted or _is_similar(candidate))


def _asks_exactly(parsed: ParsedQuery) -> bool:
    """Tell whether each candidate has a phrase, citation or number, because the search requires one."""
    return any(
        isinstance(part, Phrase) or (isinstance(part, Field) and part.name in _EXACT_FIELDS)
        for part in conjuncts(parsed.required)
    )


def _nearness(items: Sequence[Found], ranking: Ranking, parts: SearchDependencies) -> Callable[[Found], bool]:
    """Return what tells of a passage whether it is near to the search by itself."""
    parsed = ranking.parsed
    if ranking.like:
        return lambda _: True
    compared = any(item.candidate.cosine is not None for item in items)
    typed = 0 < len(parsed.words) <= TYPED_WORDS and not parsed.literal
    if not (compared and typed):
        needed = words_needed(len(parsed.words) + len(parsed.identifiers))
        return lambda item: _is_similar(item.candidate) or _words_in(item, parsed, parts) >= needed
    rarity = _rarity(parsed, parts)
    least = CLOSE_SHARE * ranking.candidates[0].relevance
    judged = (item for item in items if item.candidate.relevance >= least)
    nearness = {item.passage.id: _nearness_of(item, parsed, rarity, parts) for item in judged}
    cut = max(NEAR, NEAR_SHARE * max(nearness.values(), default=0.0))

    def is_near(item: Found) -> bool:
        known = nearness.get(item.passage.id)
        return (_nearness_of(item, parsed, rarity, parts) if known is None else known) >= cut

    return is_near


def words_needed(words_in_query: int) -> int:
    """Return how many of a query's words make a passage near without semantic similarity."""
    return min(WORDS_ENOUGH, max(1, -(-words_in_query // 3)))


def _is_similar(candidate: Candidate) -> bool:
    return candidate.cosine is not None and candidate.cosine >= MEANING_FLOOR


def _text(item: Found) -> str:
    return "\n".join((*item.passage.heading_path, item.document.title, item.passage.text))


def _words_in(item: Found, parsed: ParsedQuery, parts: SearchDependencies) -> int:
    """Count the query's words and numbers that a passage has."""
    if not item.candidate.has_words:
        return 0
    text = _text(item)
    return len(word_forms(text, parts.match_ranges(text, parsed.lexical())))


def _nearness_of(
    item: Found, parsed: ParsedQuery, rarity: Mapping[str, float], parts: SearchDependencies
) -> float:
    """Return the nearness of a passage, 0 to 2."""
    match_ranges, query = parts.match_ranges, LexicalQuery(parsed.words, related=parsed.related)
    texts = item.passage.text, "\n".join((*item.passage.heading_path, item.document.title))
    # The few forms that stand there are compared with each word, and not the whole text.
    forms = " . ".join({text[a:b].lower() for text in texts for a, b in match_ranges(text, query)})
    there = {word for word in rarity if match_ranges(forms, LexicalQuery((word,)))}
    for related in parsed.related:
        if match_ranges(forms, LexicalQuery(related=(related,))):
            there.update(word for word in related.of.casefold().split() if word in rarity)
    share = sum(rarity[word] for word in there) / sum(rarity.values())
    return max(item.candidate.cosine or 0.0, 0.0) + share


def _rarity(parsed: ParsedQuery, parts: SearchDependencies) -> Mapping[str, float]:
    """Return the IDF of each word of the query."""
    passages = parts.lexical.size()
    counts = (min(count, passages) for count in parts.lexical.frequencies(parsed.words))
    known = zip(parsed.words, counts, strict=True)
    return {word: math.log1p((passages - count + 0.5) / (count + 0.5)) for word, count in known}


# --- the law of other days -----------------------------------------------------------------------


def _outside_law(ranking: Ranking, order: Order, parts: SearchDependencies) -> list[Found]:
    """Return what is close and not the law of the days asked for: texts of law, each by itself, because
    versions are not copies; then documents filed later, folded as results are."""
    if ranking.whole is None:
        return []
    law, items = ranking.law, weighed(close_passages(ranking.whole, parts), order)
    outside = law.outside(item.passage.id for item in items)
    of_law = [item for item in items if item.passage.id in outside]
    others = (item for item in items if item.passage.id not in outside)
    later = [item for item in others if law.why_outside(item.passage, item.document)]
    return [*ordering.arranged(of_law, order), *folded(later, order)]


def _without_text(item: Found) -> Found:
    return replace(item, passage=replace(item.passage, text="", heading_path=(), spans=(), citations=()))
