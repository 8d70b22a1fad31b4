"""Presents the results of a search: the hits of the page asked for, why each is there, and what there is to
say of them all.

What all hits of a page need from the catalogue is read once. Advice and wider searches are given where little
was found; they count the results of other searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from briefbank.catalogue import document_rows, feedback_rows, passage_rows
from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.caption_fields import KIND_NAMES, LAW
from briefbank.domain.documents import Document, Version
from briefbank.domain.office import current_name
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    Factor,
    FactorName,
    Hit,
    Order,
    OutsideHit,
    SearchAnswer,
    SearchRequest,
    Tier,
)
from briefbank.search import channels
from briefbank.search.channel import ExplainedResult, Marks
from briefbank.search.feedback import Adjustment
from briefbank.search.interpretation import advice, interpretation, law_sentences, parts_of, required_parts
from briefbank.search.passage_citation import reference
from briefbank.search.query import ParsedQuery, QueryClass
from briefbank.search.search_types import MatchRanges, Result, Results, SearchServices
from briefbank.text.dates import format_date
from briefbank.text.messages import NO_MESSAGE, Message, joined, listed, plural

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database


OUTSIDE_SHOWN = 10  # The most passages listed apart that are shown
NOTES = 5  # The most notes on authorities that a search names
NOT_ALL = Message("Does not have all that was asked for")


def answer(
    request: SearchRequest,
    results: Results,
    services: SearchServices,
    count: Callable[[SearchRequest], int],
    found_by: Mapping[int, Message],
) -> SearchAnswer:
    """Return the answer without its time; see ``Searcher.answer``. ``count`` counts the results of another
    search."""
    store, ranking, start = services.store, results.ranking, request.start
    page = results.with_text(results.shown[start : start + request.limit], store)
    apart = results.with_text(results.apart[:OUTSIDE_SHOWN], store)
    hits = _HitBuilder([*page, *apart], results, request, services, found_by)
    parsed, days, is_first = ranking.parsed, ranking.law.days, start == 0
    said, wider = advice(request, results, services, count) if is_first or not page else (NO_MESSAGE, ())
    semantic_used = ranking.semantic_used and not parsed.exact_only
    sentences = [
        interpretation(parsed, semantic_used=semantic_used, like=ranking.like),
        *law_sentences(parsed, days, len(results.apart)),
    ]
    return SearchAnswer(
        interpretation=joined(sentences),
        total=results.total,
        hits=tuple(hits.hit(rank, result) for rank, result in enumerate(page, start=start + 1)),
        advice=said,
        meaning_used=ranking.semantic_used,
        parts=parts_of(parsed) if not request.like else (),
        loosenings=wider,
        total_is_least=not ranking.complete,
        law_from=days.first if days.asked else None,
        law_to=days.last if days.asked else None,
        outside=tuple(hits.outside_hit(rank, result) for rank, result in enumerate(apart, start=1)),
        outside_total=len(results.apart),
        authorities=_notes(request, parsed, services) if is_first else (),
        less_close=results.less_close,
        briefs=tuple(0 if result.document.kind in LAW else result.document.id for result in results.shown),
        took_ms=0.0,
    )


def _notes(
    request: SearchRequest, parsed: ParsedQuery, services: SearchServices
) -> tuple[AuthorityNote, ...]:
    """Return notes only on authorities of which anything is known, unless the query asks whether one still
    holds: a search for a client's own case names one that nobody cites."""
    if request.like or not (parsed.cited or parsed.cases):
        return ()
    about_law = parsed.query_class is QueryClass.GOOD_LAW
    known = services.notes(parsed.cited, parsed.cases)
    return tuple(n for n in known if about_law or n.documents or n.alerts or n.proposals)[:NOTES]


class _HitBuilder:
    """Builds the hits of one page of results. One thread."""

    def __init__(
        self,
        page: Sequence[Result],
        results: Results,
        request: SearchRequest,
        services: SearchServices,
        found_by: Mapping[int, Message],
    ) -> None:
        """``page``: all results of the page, with their text; ``found_by``: reasons of passages that go
        before all others. Raises StoreError."""
        days, store = results.ranking.law.days, services.store
        self._ranking, self._order, self._match_ranges = results.ranking, request.order, services.match_ranges
        self._moves, self._found_by = results.reasons, found_by
        self._verdicts = feedback_rows.given_for(store, request.text, current_name())
        self._alerts = services.alerts([result.passage for result in page], days.last if days.asked else None)
        self._doubts = document_rows.doubts(
            store, {result.document.id for result in page if result.document.doubtful_pages}
        )
        shown = document_rows.named(store, {result.document.id: result.document for result in page})
        folded = {version.document_id for result in page for version in (*result.versions, *result.copies)}
        unread = folded - shown.keys()
        others = document_rows.get_many(store, unread) if unread else {}
        self._documents: Mapping[int, Document] = {**shown, **others}
        self._last_labels = _last_labels([result.passage for result in page], store)

    def hit(self, rank: int, result: Result) -> Hit:
        passage, ranking = result.passage, self._ranking
        document = self._documents.get(result.document.id, result.document)
        law, parsed = ranking.law, result.wider or ranking.parsed
        marked = marks(passage, parsed, self._match_ranges)
        feedback = self._moves.get(passage.id, NO_MESSAGE)
        why = (
            NOT_ALL if result.wider else NO_MESSAGE,
            self._found_by.get(passage.id, NO_MESSAGE),
            feedback,
            *reasons(result, parsed, marked, self._order, self._match_ranges),
            law.period(passage),
        )
        law_doubt = law.doubt(passage, document)
        doubtful, pages = self._doubts.get(document.id, {}), {span.page for span in passage.spans}
        return Hit(
            rank=rank,
            passage=passage,
            document=document,
            score=min(1.0, max(0.0, result.candidate.relevance)),
            marks=marked,
            reasons=tuple(reason for reason in why if reason),
            alerts=(*self._alerts.get(passage.id, ()), *([law_doubt] if law_doubt else [])),
            citation=reference(document, passage, self._last_labels.get(passage.id, "")),
            verdict=self._verdicts.get(passage.id),
            versions=self._with_distinctions(result.versions),
            copies=self._with_distinctions(result.copies),
            factors=factors_of(result, ranking.nudges.get(passage.id), feedback),
            doubt=min((sure for page, sure in doubtful.items() if page in pages), default=None),
            tier=result.tier,
            pages_asked=result.pages,
        )

    def _with_distinctions(self, versions: Sequence[Version]) -> tuple[Version, ...]:
        return tuple(
            replace(version, distinctions=known.distinctions)
            if (known := self._documents.get(version.document_id))
            else version
            for version in versions
        )

    def outside_hit(self, rank: int, result: Result) -> OutsideHit:
        law = self._ranking.law
        why = law.why_outside(result.passage, result.document)
        return OutsideHit(self.hit(rank, result), law.window(result.passage.id), why)


def _last_labels(passages: Iterable[Passage], store: Database) -> dict[int, str]:
    """Return by passage id the printed label of the last page, for passages that run over a page's end."""
    ends = {
        passage.id: (passage.document_id, passage.last_page)
        for passage in passages
        if passage.last_page > passage.first_page
    }
    pages = passage_rows.pages_at(store, set(ends.values())) if ends else {}
    return {passage_id: pages[end].label for passage_id, end in ends.items() if end in pages}


def marks(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> Marks:
    """Return the ranges to mark in a passage's text, in order: the words and numbers of the query, and the
    citations of its authorities or of parts of them, in whatever form they stand there."""
    parts = tuple(f"{named}(" for named in parsed.cited)  # how their parts begin
    cited = [
        (citation.start, citation.end)
        for citation in passage.citations
        if citation.canonical in parsed.cited or citation.canonical.startswith(parts)
    ]
    ranges: list[tuple[int, int]] = []
    for start, end in sorted([*match_ranges(passage.text, parsed.lexical()), *cited]):
        if ranges and start < ranges[-1][1]:
            ranges[-1] = ranges[-1][0], max(end, ranges[-1][1])
        else:
            ranges.append((start, end))
    return tuple(ranges)


def reasons(
    result: Result, parsed: ParsedQuery, marked: Marks, order: Order, match_ranges: MatchRanges
) -> tuple[Message, ...]:
    """Return sentences without full stops, the strongest reason first; never empty.

    What a passage has or has not goes before what it has more or less of.
    """
    lines: list[Message] = []
    if result.asked_for:
        if dockets := parsed.own_dockets(result.document):
            lines.append(Message("The document has the docket number {dockets}", dockets=listed(dockets)))
        elif result.pages:
            lines.append(Message("Stands on page {pages}", pages=listed(result.pages)))
        else:
            lines.append(Message("The text that was asked for by its number"))
    if parsed.required is not None and (parts := required_parts(parsed.required)):
        lines.append(Message("Holds what was asked for: {parts}", parts=joined(parts, "; ")))
    explained = ExplainedResult(result.candidate, result.passage, parsed, marked, match_ranges)
    by_grade = sorted(channels.CHANNELS, key=lambda channel: channel.graded)
    lines += chain.from_iterable(channel.reasons(explained) for channel in by_grade)
    if copies := len(result.copies):
        lines.append(
            plural(
                copies,
                "{number} more passage has the same or nearly the same text",
                "{number} more passages have the same or nearly the same text",
            )
        )
    if others := len(result.versions):
        lines.append(
            plural(
                others,
                "Also in {number} other version of this document",
                "Also in {number} other versions of this document",
            )
        )
    if order is Order.NEWEST and result.tier is Tier.CLOSE and result.document.filed is None:
        lines.append(Message("No filing date is known, so it stands last"))
    if lines:
        return tuple(lines)
    if result.candidate.cosine is not None:
        return (Message("Somewhat similar in meaning"),)
    return (Message("Among the best matches of the whole search"),)


def factors_of(result: Result, nudge: Adjustment | None, why_nudged: Message) -> tuple[Factor, ...]:
    """Return the factors of a result's place, the largest share of relevance first."""
    shares = sorted(result.candidate.shares.items(), key=lambda item: -item[1])
    said = {channel.name: channel.factor for channel in channels.CHANNELS}
    factors = [Factor(name, round(value, 4), said[name]) for name, value in shares if value]
    if compared := round(result.candidate.compared, 4):
        read_beside = Message("Read beside the search by a model of this computer")
        factors.append(Factor(FactorName.COMPARISON, compared, read_beside))
    if result.recency != 1.0:
        day = result.document.filed
        filed = Message("Filed {day}", day=format_date(day)) if day else Message("No filing date is known")
        factors.append(Factor(FactorName.RECENCY, round(result.recency, 4), filed))
    if result.authority != 1.0:
        kind = Message("Kind: {kind}", kind=KIND_NAMES[result.document.kind])
        factors.append(Factor(FactorName.AUTHORITY, round(result.authority, 4), kind))
    if nudge is not None:
        factors.append(Factor(FactorName.FEEDBACK, round(nudge.amount, 4), why_nudged))
    return tuple(factors)
