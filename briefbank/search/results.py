"""The full results of a ranking: its relevant set, folded and in order, and what stands apart.

Of versions of a document (``version_folding``) and of copies of a passage (``copy_folding``) one result each
is shown, which names the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.searches import Order
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
    bare: bool = False
    """Whether its passages are without their text, which must be read before they are used."""

    def stripped(self) -> Results:
        """Return the same results without text."""
        return Results(
            replace(self.ranking, candidates=(), passages={}, documents={}, whole=None),
            tuple(map(_without_text, self.relevant)),
            replace(self.shown, found=tuple(map(_without_text, self.shown.found))),
            tuple(map(_without_text, self.apart)),
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


def folded(relevant: Sequence[Found], order: Order) -> list[Found]:
    """Return the results that relevant passages make, in order: of versions and copies one each."""
    return _folded(weighed(relevant, order), order)


def _folded(found: Sequence[Found], order: Order) -> list[Found]:
    return copy_folding.folded(arranged(version_folding.collapsed(found), order))


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
