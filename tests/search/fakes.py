"""A library in memory that answers as the indexes do, small enough to work out every score by hand.

The word channel counts matching words (weighted by rarity), the meaning channel compares given vectors, and
the store holds what it was handed. Words are matched by their first five letters, which stands for stemming.
What operators ask for is matched by the application's own matcher, on each passage by itself.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import wraps
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue import document_rows, feedback_rows, passage_rows
from briefbank.domain.authorities import Citation, CitationKind, Span, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo, Passage, Role
from briefbank.domain.searches import Filters, LexicalQuery, Related, Verdict
from briefbank.index.operator_matching import ExpressionMatcher
from briefbank.search.feedback import Adjustment, FeedbackLearner, Vote
from briefbank.search.search_types import FindCitations, Reranker, SearchServices
from briefbank.search.searcher import Searcher
from briefbank.text import page_numbers
from briefbank.text.language import TextLanguage

WORD = re.compile(r"\w+")


def document(
    number: int, filed: date | None = None, title: str = "State v. Doe", **values: object
) -> Document:
    known: dict[str, object] = {
        "kind": Kind.BRIEF,
        "court": "",
        "docket": "",
        "file_name": f"{number}.pdf",
        **values,
    }
    return Document(
        id=number,
        sha256=f"{number:064x}",
        title=title,
        filed=filed,
        filed_source="stamp" if filed else "",
        pages=1,
        ocr_pages=0,
        passages=1,
        gaps=0,
        suffix=".pdf",
        size=1,
        added_at=datetime(2020, 1, 1, tzinfo=UTC),
        has_reading_copy=False,
        **known,  # type: ignore[arg-type]
    )


def passage(
    number: int, text: str, document_id: int = 0, headings: Sequence[str] = (), label: str = "", page: int = 0
) -> Passage:
    return Passage(
        ordinal=0,
        text=text,
        role=Role.BODY,
        heading_path=tuple(headings),
        spans=(Span(page, 0, len(text), 0, len(text)),),
        page_label=label,
        id=number,
        document_id=document_id or number,
    )


def stem(word: str) -> str:
    return word.lower()[:5]


def no_citations(text: str) -> tuple[Citation, ...]:
    return ()


def match_ranges(text: str, query: LexicalQuery) -> list[tuple[int, int]]:
    expected = {stem(word) for word in (*query.words, *query.context)}
    results = {m.span() for m in WORD.finditer(text) if stem(m.group()) in expected}
    for phrase in (*query.identifiers, *(item.text for item in query.related)):
        results |= {m.span() for m in re.finditer(re.escape(phrase), text, re.IGNORECASE)}
    if query.required is not None:
        results |= set(ExpressionMatcher(query.required).ranges(text))
    return sorted(results)


@dataclass
class Memory:
    """A library's parts; ``vectors`` has directions by passage id, ``directions`` by query text."""

    documents: dict[int, Document] = field(default_factory=dict)
    passages: dict[int, Passage] = field(default_factory=dict)
    vectors: dict[int, Sequence[float]] = field(default_factory=dict)
    directions: dict[str, Sequence[float]] = field(default_factory=dict)
    encoded: list[str] = field(default_factory=list)
    find_citations: FindCitations = no_citations
    related: Callable[[Sequence[str], str], tuple[Related, ...]] = lambda words, text: ()
    learned: FeedbackLearner | TaughtFeedback | None = None
    reranker: Reranker | None = None
    windows: dict[int, Window] = field(default_factory=dict)
    today: date = date(2026, 1, 1)
    labels: dict[tuple[int, int], str] = field(default_factory=dict)
    """The printed labels of pages, by document and index."""

    def add(
        self,
        number: int,
        text: str,
        filed: date | None = None,
        vector: Sequence[float] | None = None,
        **values: object,
    ) -> None:
        """A document of one passage with the same number. ``cites``: the authorities that it cites."""
        cites = values.pop("cites", ())
        self.documents[number] = document(number, filed, **values)  # type: ignore[arg-type]
        cited = tuple(Citation(0, 1, name, CitationKind.CASE) for name in cites)  # type: ignore[attr-defined]
        self.passages[number] = replace(passage(number, text), citations=cited)
        if vector is not None:
            self.vectors[number] = vector

    def searcher(self, semantic: bool = True) -> Searcher:
        return Searcher(self.parts(semantic))

    def parts(self, semantic: bool = True) -> SearchServices:
        return SearchServices(
            lexical=Words(self),
            embedding=lambda: Side(Encoder(self), Vectors(self)) if semantic else None,
            store=Store(self),
            find_citations=self.find_citations,
            match_ranges=match_ranges,
            matching_forms=lambda text, query: {text[a:b].lower() for a, b in match_ranges(text, query)},
            matcher=ExpressionMatcher,
            related=self.related,
            learned=self.learned,
            reranker=lambda: self.reranker,
            windows=lambda ids: {id_: self.windows[id_] for id_ in ids if id_ in self.windows},
            today=lambda: self.today,
            state=lambda: "unchanged while a searcher is used",
        )


@dataclass
class Store:
    memory: Memory

    def reading_together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def document_ids(self, filters: Filters) -> set[int]:
        citing = self.citing_all(filters.authorities)
        having = set(citing.values())
        return {
            number
            for number, known in self.memory.documents.items()
            if passes(known, filters) and number in having
        }

    def documents_by_id(self, ids: Iterable[int], *, named: bool = True) -> Mapping[int, Document]:
        return {number: self.memory.documents[number] for number in ids if number in self.memory.documents}

    def with_distinctions(self, rows: Mapping[int, Document]) -> Mapping[int, Document]:
        return rows

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        return {number: self.memory.passages[number] for number in ids if number in self.memory.passages}

    def documents_of(self, passage_ids: Iterable[int]) -> Mapping[int, int]:
        known = self.memory.passages
        return {number: known[number].document_id for number in passage_ids if number in known}

    def citing_all(self, authority_ids: Collection[int]) -> dict[int, int]:
        return {
            number: known.document_id
            for number, known in self.memory.passages.items()
            if set(authority_ids) <= self._cited(number)
        }

    def _cited(self, number: int) -> set[int]:
        return {authority_number(citation.canonical) for citation in self.memory.passages[number].citations}

    def doubts(self, document_ids: Iterable[int]) -> Mapping[int, Mapping[int, float]]:
        return {}

    def page_places(self, pages: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], PageInfo]:
        labels = self.memory.labels
        return {page: PageInfo(labels[page], None) for page in pages if page in labels}

    def feedback_for(self, query: str, person: str) -> Mapping[int, Verdict]:
        return {}


def _answer_by_store(module: ModuleType, function: str, method: str) -> None:
    """Let a function that reads the catalogue ask a ``Store`` where it is given one."""
    read = getattr(module, function)

    def answer(where: object, *arguments: Any, **named: Any) -> Any:
        if isinstance(where, Store):
            return getattr(where, method)(*arguments, **named)
        return read(where, *arguments, **named)

    setattr(module, function, wraps(read)(answer))


for _module, _function, _method in (
    (document_rows, "by_ids", "documents_by_id"),
    (document_rows, "get_many", "documents_by_id"),
    (document_rows, "ids_matching", "document_ids"),
    (document_rows, "named", "with_distinctions"),
    (document_rows, "doubts", "doubts"),
    (feedback_rows, "given_for", "feedback_for"),
    (passage_rows, "by_ids", "passages_by_id"),
    (passage_rows, "citing_all", "citing_all"),
    (passage_rows, "documents_of", "documents_of"),
    (passage_rows, "pages_at", "page_places"),
):
    _answer_by_store(_module, _function, _method)


@dataclass
class RecordingStore(Store):
    """Records which passages are read."""

    read: list[int] = field(default_factory=list)

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        expected = list(ids)
        self.read += expected
        return super().passages_by_id(expected)


@dataclass
class Words:
    memory: Memory

    def reading_together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def size(self) -> int:
        return len(self.memory.passages)

    def frequencies(
        self, words: Sequence[str], beside: str = "", language: TextLanguage | None = None
    ) -> list[int]:
        if language is TextLanguage.SPANISH:
            return [0] * len(words)
        required = [beside] if beside else []
        return [self._frequency(word, *required) for word in words]

    def known_pages(self, keys: Collection[str]) -> set[str]:
        labels = (known.labels for known in self.memory.passages.values())
        return set(keys) & {key for some in labels for key in page_numbers.keys(some)}

    def words_beginning(self, prefix: str) -> dict[str, int]:
        spelled = ({*WORD.findall(known.text.lower())} for known in self.memory.passages.values())
        return dict(Counter(word for words in spelled for word in words if word.startswith(prefix)))

    def _frequency(self, *words: str) -> int:
        return sum(
            all(match_ranges(known.text, LexicalQuery((word,))) for word in words)
            for known in self.memory.passages.values()
        )

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
        weights = {**dict.fromkeys(query.context, query.context_weight), **dict.fromkeys(query.words, 1.0)}
        weights |= {related.text: related.weight for related in query.related}
        everything = len(self.memory.passages)
        worth = {
            word: weight * math.log(1 + everything / (1 + self._frequency(word)))
            for word, weight in weights.items()
        }
        held = self._held(query)
        scored = [(number, self._score(self.memory.passages[number].text, query, worth)) for number in held]
        results = [
            (number, score)
            for number, score in scored
            if (score > 0 or query.required is not None) and self._passes(number, filters)
        ]
        return sorted(results, key=lambda item: (-item[1], item[0]))[:limit]

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        def filed(number: int) -> date:
            return self.memory.documents[self.memory.passages[number].document_id].filed or date.min

        numbers = [number for number, _ in self.search(query, filters, len(self.memory.passages))]
        return sorted(numbers, key=lambda number: (-filed(number).toordinal(), number))[:limit]

    def count(self, query: LexicalQuery, filters: Filters) -> int:
        return len(self.search(query, filters, len(self.memory.passages)))

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> list[tuple[int, float]]:
        cited = {
            number: {citation.canonical for citation in known.citations}
            for number, known in self.memory.passages.items()
        }
        uploads = []
        for number, names in cited.items():
            shared = [key for key in keys if key in names]
            score = sum(keys[key] / sum(key in others for others in cited.values()) for key in shared)
            if shared and self._passes(number, filters):
                uploads.append((number, score))
        return sorted(uploads, key=lambda item: (-item[1], item[0]))[:limit]

    def _held(self, query: LexicalQuery) -> list[int]:
        """Candidates: here exactly those for which the required part holds."""
        matcher = ExpressionMatcher(query.required) if query.required is not None else None
        documents, passages = self.memory.documents, self.memory.passages
        return [
            number
            for number, known in passages.items()
            if matcher is None or matcher.holds(known, documents[known.document_id])
        ]

    def _passes(self, number: int, filters: Filters) -> bool:
        return passes(self.memory.documents[self.memory.passages[number].document_id], filters)

    def _score(self, text: str, query: LexicalQuery, worth: Mapping[str, float]) -> float:
        words = sum(value for word, value in worth.items() if match_ranges(text, LexicalQuery((word,))))
        return words + 10.0 * sum(
            1 for number in query.identifiers if match_ranges(text, LexicalQuery(identifiers=(number,)))
        )


@dataclass
class Vectors:
    memory: Memory

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        results = [
            (number, float(np.dot(vector, unit(direction))))
            for number, direction in self.memory.vectors.items()
            if document_ids is None or self.memory.passages[number].document_id in document_ids
        ]
        return sorted(results, key=lambda item: (-item[1], item[0]))[:limit]

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        direction = self.memory.vectors.get(passage_id)
        return None if direction is None else unit(direction)


@dataclass
class TaughtFeedback:
    """Marks of one earlier search, unless that is to be ignored."""

    amounts: dict[int, float]
    query: str = "car search"
    calls: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def nudges(
        self, text: str, encoder: Encoder | None = None, ignoring: Collection[str] = (), person: str = ""
    ) -> Mapping[int, Adjustment]:
        self.calls.append((text, tuple(ignoring)))
        if self.query in ignoring:
            return {}
        return {
            number: Adjustment(amount, (Vote(self.query, Verdict.UP if amount > 0 else Verdict.DOWN, 1.0),))
            for number, amount in self.amounts.items()
        }


@dataclass(frozen=True)
class Side:
    """The encoder and the vectors that it made."""

    encoder: Encoder
    dense: Vectors


@dataclass
class Encoder:
    memory: Memory
    name: str = "directions: test/1"

    def encode_query(self, text: str) -> NDArray[np.float32]:
        self.memory.encoded.append(text)
        return unit(self.memory.directions.get(text, (0.0, 0.0, -1.0)))


def authority_number(name: str) -> int:
    """The number of an authority by its name, the same in every library."""
    return zlib.crc32(name.encode())


def unit(direction: Sequence[float]) -> NDArray[np.float32]:
    vector = np.asarray(direction, np.float32)
    return vector / np.linalg.norm(vector)


def passes(known: Document, filters: Filters) -> bool:
    dated = filters.filed_from or filters.filed_to
    if dated and known.filed is None:
        return False
    filed = known.filed or date.min
    return (
        (not filters.filed_from or filed >= filters.filed_from)
        and (not filters.filed_to or filed <= filters.filed_to)
        and (not filters.kinds or known.kind in filters.kinds)
        and filters.court.lower() in known.court.lower()
        and (not filters.courts or known.court in filters.courts)
        and (not filters.authors or known.office in filters.authors)
        and (filters.among is None or known.id in filters.among)
    )
