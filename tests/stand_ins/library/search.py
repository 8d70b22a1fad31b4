"""Searching in the stand-in library: words found by their letters, quoted words required, the rest forced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    Facet,
    FacetKind,
    FacetValue,
    Factor,
    FactorName,
    Hit,
    Order,
    PartRole,
    QueryPart,
    ResultFacets,
    SearchAnswer,
    SearchRequest,
    WiderQuery,
)
from briefbank.domain.userdata import key_of
from briefbank.errors import Cancelled
from briefbank.text.messages import Message, as_message
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.documents import StubDocuments
from tests.stand_ins.library.feedback import StubFeedback

FACTORS = (
    Factor("words", 0.42, Message("five of your words, two of them rare")),
    Factor("meaning", 0.31, Message("close in meaning")),
    Factor(FactorName.RECENCY, 1.05, Message("filed within the last five years")),
)
LATER = ("Later history unknown: check before you cite.",)
WHEN = datetime(2026, 3, 3, 12, tzinfo=UTC)
_PIECES = re.compile(r'"[^"]*"|\S+')


class StubSearch(StubCalls):
    """The fields force what an answer has."""

    def __init__(self, *, empty: bool = False) -> None:
        super().__init__()
        self.documents = StubDocuments(self, empty=empty)
        self.feedback = StubFeedback(self, self.documents)
        self.meaning = True
        self.quick = False
        """True if a search by words alone has an answer; otherwise the complete one always comes first."""
        self.by_words: tuple[int, ...] = ()
        """The passages that words alone find, in their order; empty: those of the whole search."""
        self.many = 0
        """Results of every search that finds anything: those found, again and again; 0: as found."""
        self.doubts: dict[int, float] = {}
        """Doubts about recognised text, by passage id."""
        self.signers: dict[str, int] = {"Ada Nyberg, Assistant Deputy Public Defender": 3, "J. Osei": 2}
        self.forced_counts: dict[str, Any] = {}
        """Fields of every Breakdown."""
        self.other_versions: dict[int, tuple[Version, ...]] = {}
        """Other versions of hits, by passage id; copies and factors are kept alike."""
        self.copies: dict[int, tuple[Version, ...]] = {}
        self.factors: dict[int, tuple[Factor, ...]] = {}
        self.parts: dict[str, tuple[QueryPart, ...]] = {}
        """The parts of a query, by its text; other queries are read word by word."""
        self.loosenings: dict[str, tuple[WiderQuery, ...]] = {}
        self.forced: dict[str, Any] = {}
        """Fields of every answer."""
        self.alerts: dict[int, tuple[str, ...]] = {}
        """Alerts on hits, by passage id."""

    # --- search ---

    def search(self, request: SearchRequest) -> SearchAnswer:
        name = "further" if request.start else "quick" if request.words_only else "search"
        self._call(name, request)
        if request.words_only and not self.quick:
            raise Cancelled()
        text = self._text(request)
        typed = [word.strip('"').casefold() for word in text.split()]
        hits = [hit for hit in self._hits(request, text, typed) if hit.passage.id != request.like]
        key = (
            (lambda h: -h.score)
            if request.order is Order.BEST
            else (lambda h: -(h.document.filed or date.min).toordinal())
        )
        hits = sorted(hits, key=key)
        if request.words_only and self.by_words:
            hits = [hit for number in self.by_words for hit in hits if hit.passage.id == number]
        hits = [replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1)]
        advice = "Try fewer or more usual words, or clear the dates. The library holds 5 documents."
        plain = not request.like and not request.literal
        answer = SearchAnswer(
            as_message("Passages about: " + ", ".join(typed)),
            12.0,
            self.many if self.many and hits else len(hits),
            tuple(self._page(hits, request)),
            as_message("" if hits else advice),
            self.meaning,
            self.parts.get(text, _parts(text)) if plain else (),
            self.loosenings.get(text, ()) if plain else (),
            False,
            request.as_of,
            request.as_of,
            briefs=tuple(0 if doc.kind in LAW else doc.id for doc in self._documents_of(hits)),
        )
        return replace(answer, **self.forced)

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        self._call("relevant_keys", request)
        text = self._text(request)
        typed = [word.strip('"').casefold() for word in text.split()]
        hits = self._hits(request, text, typed)
        return tuple(key_of(hit) for hit in hits)

    def _documents_of(self, hits: Sequence[Hit]) -> list[Document]:
        """The document of each result, also of those that repeat."""
        total = (self.many or len(hits)) if hits else 0
        return [hits[index % len(hits)].document for index in range(total)]

    def _page(self, hits: Sequence[Hit], request: SearchRequest) -> list[Hit]:
        """Return a page of results; where many are wanted, the same ones repeat, each with its own number."""
        if not self.many or not hits:
            return list(hits[request.start : request.start + request.limit])
        page = []
        for index in range(request.start, min(self.many, request.start + request.limit)):
            hit = hits[index % len(hits)]
            number = hit.passage.id + 1000 * (index // len(hits))
            page.append(replace(hit, rank=index + 1, passage=replace(hit.passage, id=number)))
        return page

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Counted over the stand-in's own results; authors and authorities are made up."""
        self._call("breakdown", request)
        dated = self._without(request, filed_from=None, filed_to=None)
        years = Counter(hit.document.filed.year for hit in dated if hit.document.filed)
        undated = sum(hit.document.filed is None for hit in dated)
        filters = request.filters
        results = self._without(request, courts=frozenset())
        courts = Counter(hit.document.court for hit in results if hit.document.court)
        kinds = Counter(hit.document.kind.value for hit in self._without(request, kinds=frozenset()))
        facets = (
            _facet(FacetKind.COURT, courts, filters.courts),
            _facet(FacetKind.KIND, kinds, {kind.value for kind in filters.kinds}),
            _facet(FacetKind.AUTHOR, Counter(self.signers), filters.authors),
            _facet(
                FacetKind.AUTHORITY,
                Counter({"7": 4, "9": 2} if results else {}),
                {str(authority) for authority in filters.authorities},
                {"7": "Rodriguez v. United States, 575 U.S. 348", "9": "State v. Dunbar, 229 N.J. 521"},
            ),
        )
        return replace(ResultFacets(facets, tuple(sorted(years.items())), undated), **self.forced_counts)

    def _without(self, request: SearchRequest, **cleared: Any) -> Sequence[Hit]:
        """The results with some of the filters cleared; without a trace in ``calls``."""
        text = self._text(request)
        request = replace(request, filters=replace(request.filters, **cleared))
        return self._hits(request, text, [word.strip('"').casefold() for word in text.split()])

    def _text(self, request: SearchRequest) -> str:
        if not request.like:
            return request.text
        return next(
            result.text for result, _document in self.documents.all_passages() if result.id == request.like
        )

    def _hits(self, request: SearchRequest, text: str, typed: Sequence[str]) -> list[Hit]:
        hits = []
        required = [piece.strip('"').casefold() for piece in _PIECES.findall(text) if piece.startswith('"')]
        for result, document_ in self.documents.all_passages():
            marks = _marks(result.text, typed)
            if not marks or not _passes(document_, request):
                continue
            if any(phrase not in result.text.casefold() for phrase in required):
                continue
            hits.append(self._hit(request, result, document_, marks))
        return hits

    def _hit(
        self,
        request: SearchRequest,
        passage: Passage,
        document_: Document,
        marks: tuple[tuple[int, int], ...],
    ) -> Hit:
        return Hit(
            rank=0,
            passage=passage,
            document=document_,
            score=len(marks) / 20,
            marks=marks,
            reasons=(as_message(f"matches {len(marks)} of your words"), Message("close in meaning")),
            alerts=tuple(
                map(as_message, self.alerts.get(passage.id) or (LATER if document_.id == 4 else ()))
            ),
            citation=f"{document_.title}, {document_.docket}, at {passage.page_label or '?'}",
            verdict=self.feedback.verdicts.get((request.text.casefold(), passage.id)),
            versions=self.other_versions.get(passage.id, ()),
            copies=self.copies.get(passage.id, ()),
            factors=self.factors.get(passage.id, ()),
            doubt=self.doubts.get(passage.id),
        )


def _facet(
    kind: FacetKind, counts: Counter[str], chosen: Collection[str], names: Mapping[str, str] | None = None
) -> Facet:
    values = dict.fromkeys([*chosen, *(value for value, _count in counts.most_common(12))])
    named = names or {}
    return Facet(
        kind, tuple(FacetValue(item, named.get(item, item), counts[item], item in chosen) for item in values)
    )


def _parts(text: str) -> tuple[QueryPart, ...]:
    """Quoted words are required, the others ranked; each can be removed unless it is the only one."""
    pieces = _PIECES.findall(text)
    parts = []
    for number, piece in enumerate(pieces):
        without = " ".join(pieces[:number] + pieces[number + 1 :])
        if piece.startswith('"'):
            parts.append(QueryPart(PartRole.REQUIRED, as_message(f"“{piece.strip(chr(34))}”"), without))
        else:
            parts.append(QueryPart(PartRole.RANKED, piece, without))
    return tuple(parts)


def _marks(text: str, typed: Sequence[str]) -> tuple[tuple[int, int], ...]:
    marks, at = [], 0
    for word in text.split(" "):
        bare = word.strip(".,;:").casefold()
        if any(
            len(part) > 2 and (bare == part or (len(part) > 4 and bare.startswith(part[:6])))
            for part in typed
        ):
            marks.append((at, at + len(word.rstrip(".,;:"))))
        at += len(word) + 1
    return tuple(marks)


def _passes(document: Document, request: SearchRequest) -> bool:
    filters = request.filters
    if filters.kinds and document.kind not in filters.kinds:
        return False
    if filters.courts and document.court not in filters.courts:
        return False
    if filters.filed_from and (document.filed is None or document.filed < filters.filed_from):
        return False
    return not (filters.filed_to and (document.filed is None or document.filed > filters.filed_to))
