"""The full results of a ranking: its relevant set, folded and in order, and what stands apart.

Of versions of a document (``version_folding``) and of copies of a passage (``copy_folding``) one result each
is shown, which names the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.searches import Order, SearchRequest
from briefbank.search import copy_folding, ordering, version_folding
from briefbank.search.candidate import Found
from briefbank.search.dependencies import Store
from briefbank.search.factors import weighed
from briefbank.search.ordering import OrderedResults, arranged
from briefbank.search.relevant_set import relevant_set
from briefbank.search.search_types import Ranking, SearchDependencies


@dataclass(frozen=True, slots=True)
class Results:
    """The full results of a search."""

    ranking: Ranking
    relevant: tuple[Found, ...]
    """The relevant set, before versions and copies are folded."""
    shown: OrderedResults
    """The results in their order."""
    apart: tuple[Found, ...]
    """Results that are not the law of the days asked for."""
    weaker: int = 0
    """The number of results that only the cut of best match keeps; in ``shown`` where they were wanted."""
    bare: bool = False
    """Whether its passages are without their text, which must be read before they are used."""

    def stripped(self) -> Results:
        """Return the same results without text."""
        listed = {id(item): item for item in (*self.relevant, *self.shown.found, *self.apart)}
        bare = {each: _without_text(item) for each, item in listed.items()}

        def without_text(found: Sequence[Found]) -> tuple[Found, ...]:
            return tuple(bare[id(item)] for item in found)

        return Results(
            replace(self.ranking, candidates=(), passages={}, documents={}, whole=None),
            without_text(self.relevant),
            replace(self.shown, found=without_text(self.shown.found)),
            without_text(self.apart),
            self.weaker,
            bare=True,
        )

    def with_text(self, found: Sequence[Found], store: Store) -> list[Found]:
        """Return some of the results with the text of their passages; without those removed meanwhile."""
        if not self.bare:
            return list(found)
        passages = store.passages_by_id([item.passage.id for item in found])
        there = (item for item in found if item.passage.id in passages)
        return [replace(item, passage=passages[item.passage.id]) for item in there]


def results(
    ranking: Ranking, order: Order, parts: SearchDependencies, on_subject_ids: Collection[int] = ()
) -> Results:
    """Return the results of a ranking. ``on_subject_ids``: passages that need none of the query's words."""
    relevant = relevant_set(ranking, order, parts, on_subject_ids)
    shown = ordering.with_feedback(folded(relevant, order), ranking.nudges, order)
    return Results(ranking, tuple(relevant), shown, tuple(_outside_law(ranking, order, parts)))


def without_apart(ranking: Ranking, order: Order, parts: SearchDependencies) -> OrderedResults:
    """Return the results of a ranking in their order alone, where nothing else of them is needed."""
    return results(replace(ranking, whole=None), order, parts).shown


def with_weaker(found: Results, request: SearchRequest, parts: SearchDependencies) -> Results:
    """Return the same results with the weaker matches counted, and below the others where they are wanted.

    Weaker matches are what the cut of best match keeps and that of the order leaves out. One that says what
    another result says is folded into that one and is not counted.
    """
    ranking, order = found.ranking, request.order
    if order is Order.BEST or ranking.exact:
        return found
    kept = {item.passage.id for item in found.relevant}
    wider = relevant_set(ranking, Order.BEST, parts)
    weaker = tuple(replace(item, weaker=True) for item in wider if item.passage.id not in kept)
    if not weaker:
        return found
    relevant = (*found.relevant, *weaker)
    together = folded(relevant, order)
    below = [item for item in together if item.weaker]
    if not request.weaker:
        return replace(found, weaker=len(below))
    strong = [item for item in together if not item.weaker]
    above = ordering.with_feedback(strong, ranking.nudges, order)
    after = ordering.with_feedback(below, ranking.nudges, order)
    shown = OrderedResults((*above.found, *after.found), {**above.reasons, **after.reasons})
    return replace(found, relevant=relevant, shown=shown, weaker=len(below))


def folded(relevant: Sequence[Found], order: Order) -> list[Found]:
    """Return the results that relevant passages make, in order: of versions and copies one each."""
    return _folded(weighed(relevant, order), order)


def _folded(found: Sequence[Found], order: Order) -> list[Found]:
    """Fold the versions of strong and of weaker matches apart, so that weaker ones change no other result;
    then fold copies, into a strong one where there is one."""
    strengths = [item for item in found if not item.weaker], [item for item in found if item.weaker]
    ordered = (each for part in strengths for each in arranged(version_folding.collapsed(part), order))
    return copy_folding.folded(list(ordered))


def _outside_law(ranking: Ranking, order: Order, parts: SearchDependencies) -> list[Found]:
    """Return what is relevant and not the law of the days asked for: texts of law, each by itself, because
    versions are not copies; then documents filed later, folded as results are."""
    if ranking.whole is None:
        return []
    law, found = ranking.law, weighed(relevant_set(ranking.whole, order, parts), order)
    outside = law.outside(item.passage.id for item in found)
    of_law = [item for item in found if item.passage.id in outside]
    others = (item for item in found if item.passage.id not in outside)
    later = [item for item in others if law.why_outside(item.passage, item.document)]
    return [*arranged(of_law, order), *_folded(later, order)]


def _without_text(item: Found) -> Found:
    return replace(item, passage=replace(item.passage, text="", heading_path=(), spans=(), citations=()))
