"""Builds hits of the results on one page: marks, reasons, alerts, citation and factors.

What all of them need from the catalogue is read once for the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from briefbank.domain import asking
from briefbank.domain.documents import Document, Version
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Hit, OutsideHit, SearchRequest
from briefbank.search import explain, factors
from briefbank.search.candidate import Found
from briefbank.search.dependencies import Store
from briefbank.search.passage_citation import reference
from briefbank.search.search_types import SearchDependencies
from briefbank.search.selection import Results


class HitBuilder:
    """Builds the hits of one page of results. One thread."""

    def __init__(
        self,
        found: Sequence[Found],
        results: Results,
        request: SearchRequest,
        parts: SearchDependencies,
        found_by: Mapping[int, str],
    ) -> None:
        """``found``: all results of the page, with their text; ``found_by``: reasons of passages that go
        before all others. Raises StoreError."""
        days, store = results.ranking.law.days, parts.store
        self._ranking, self._order, self._match_ranges = results.ranking, request.order, parts.match_ranges
        self._moves, self._found_by = results.shown.reasons, found_by
        self._verdicts = store.feedback_for(request.text, asking.name())
        self._alerts = parts.alerts([item.passage for item in found], days.last if days.asked else None)
        self._doubts = store.doubts({item.document.id for item in found if item.document.doubtful_pages})
        self._documents = _named_documents(found, store)
        self._last_labels = _last_labels([item.passage for item in found], store)

    def hit(self, rank: int, item: Found) -> Hit:
        """Build one hit."""
        passage, ranking = item.passage, self._ranking
        document = self._documents.get(item.document.id, item.document)
        law, ranges = ranking.law, self._match_ranges
        parsed = item.wider or ranking.parsed
        marked = explain.marks(passage, parsed, ranges)
        feedback = self._moves.get(passage.id, "")
        said = explain.reasons(item, parsed, marked, self._order, ranges)
        first = explain.NOT_ALL if item.wider else "", self._found_by.get(passage.id, ""), feedback
        reasons = (*first, *said, law.period(passage))
        doubt = law.doubt(passage, document)
        last_label = self._last_labels.get(passage.id, "")
        return Hit(
            rank=rank,
            passage=passage,
            document=document,
            score=min(1.0, max(0.0, item.candidate.relevance)),
            marks=marked,
            reasons=tuple(reason for reason in reasons if reason),
            alerts=(*self._alerts.get(passage.id, ()), *([doubt] if doubt else [])),
            citation=reference(document, passage, last_label),
            verdict=self._verdicts.get(passage.id),
            versions=self._named(item.versions),
            copies=self._named(item.copies),
            factors=factors.factors_of(item, ranking.nudges.get(passage.id), feedback),
            doubt=_doubt(passage, self._doubts.get(document.id, {})),
            last_label=last_label,
            tier=item.tier,
            pages_asked=item.pages,
        )

    def _named(self, versions: Sequence[Version]) -> tuple[Version, ...]:
        return tuple(
            replace(version, distinctions=known.distinctions)
            if (known := self._documents.get(version.document_id))
            else version
            for version in versions
        )

    def outside_hit(self, rank: int, item: Found) -> OutsideHit:
        """Build one hit that is listed apart, with the reason."""
        law = self._ranking.law
        why = law.why_outside(item.passage, item.document)
        return OutsideHit(self.hit(rank, item), law.window(item.passage.id), why)


def _named_documents(items: Sequence[Found], store: Store) -> Mapping[int, Document]:
    """Return all documents that the hits name, with what distinguishes those with equal titles."""
    shown = store.with_distinctions({item.document.id: item.document for item in items})
    folded = {version.document_id for item in items for version in (*item.versions, *item.copies)}
    unread = folded - shown.keys()
    return {**shown, **store.documents_by_id(unread)} if unread else shown


def _last_labels(passages: Iterable[Passage], store: Store) -> dict[int, str]:
    """Return by passage id the printed label of the last page, for passages that run over a page's end."""
    ends = {
        each.id: (each.document_id, each.last_page) for each in passages if each.last_page > each.first_page
    }
    pages = store.page_places(set(ends.values())) if ends else {}
    return {passage_id: pages[end].label for passage_id, end in ends.items() if end in pages}


def _doubt(passage: Passage, doubtful: Mapping[int, float]) -> float | None:
    """Return the lowest confidence of the doubtful pages that a passage stands on."""
    pages = {span.page for span in passage.spans}
    return min((sure for page, sure in doubtful.items() if page in pages), default=None)
