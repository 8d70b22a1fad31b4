"""A library in memory that answers as the indexes do, small enough to work out every score by hand.

The word channel counts matching words (weighted by rarity), the meaning channel compares given vectors, and
the store holds what it was handed. Words are matched by their first five letters, which stands for stemming.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import numpy as np
from numpy.typing import NDArray

from briefbank.models import Citation, Document, Filters, Kind, LexicalQuery, Passage, Role, Span, Verdict
from briefbank.search.searcher import Searcher

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
    wanted = {stem(word) for word in query.words}
    found = [m.span() for m in WORD.finditer(text) if stem(m.group()) in wanted]
    for phrase in (*query.phrases, *query.identifiers):
        found += [m.span() for m in re.finditer(re.escape(phrase), text, re.IGNORECASE)]
    return sorted(found)


@dataclass
class Memory:
    """All parts of a library. Vectors: passage id to its direction; ``directions``: query text to its own."""

    documents: dict[int, Document] = field(default_factory=dict)
    passages: dict[int, Passage] = field(default_factory=dict)
    vectors: dict[int, Sequence[float]] = field(default_factory=dict)
    directions: dict[str, Sequence[float]] = field(default_factory=dict)
    verdicts: dict[str, dict[int, Verdict]] = field(default_factory=dict)
    encoded: list[str] = field(default_factory=list)

    def add(
        self,
        number: int,
        text: str,
        filed: date | None = None,
        vector: Sequence[float] | None = None,
        **values: object,
    ) -> None:
        self.documents[number] = document(number, filed, **values)  # type: ignore[arg-type]
        self.passages[number] = passage(number, text)
        if vector is not None:
            self.vectors[number] = vector

    def searcher(self, meaning: bool = True) -> Searcher:
        return Searcher(
            lexical=Words(self),
            dense=lambda: Vectors(self) if meaning else None,
            encoder=lambda: Encoder(self) if meaning else None,
            store=Store(self),
            find_citations=no_citations,
            match_ranges=match_ranges,
        )


@dataclass
class Store:
    memory: Memory

    def document_ids(self, filters: Filters) -> set[int]:
        return {number for number, known in self.memory.documents.items() if passes(known, filters)}

    def documents_by_id(self, ids: Iterable[int]) -> Mapping[int, Document]:
        return {number: self.memory.documents[number] for number in ids if number in self.memory.documents}

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        return {number: self.memory.passages[number] for number in ids if number in self.memory.passages}

    def feedback_for(self, query: str) -> Mapping[int, Verdict]:
        return self.memory.verdicts.get(query, {})


@dataclass
class Words:
    memory: Memory

    def frequencies(self, words: Sequence[str]) -> list[int]:
        return [self._frequency(word) for word in words]

    def _frequency(self, word: str) -> int:
        return sum(
            1 for known in self.memory.passages.values() if match_ranges(known.text, LexicalQuery((word,)))
        )

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
        scored = [
            (number, self._score(known.text, query))
            for number, known in self.memory.passages.items()
            if passes(self.memory.documents[known.document_id], filters)
            and self._has_phrases(known.text, query)
        ]
        found = [(number, score) for number, score in scored if score > 0 or query.phrases]
        return sorted(found, key=lambda item: (-item[1], item[0]))[:limit]

    def _score(self, text: str, query: LexicalQuery) -> float:
        rarity = {
            word: math.log(1 + len(self.memory.passages) / (1 + self._frequency(word)))
            for word in query.words
        }
        words = sum(weight for word, weight in rarity.items() if match_ranges(text, LexicalQuery((word,))))
        return words + 10.0 * sum(
            1 for n in query.identifiers if match_ranges(text, LexicalQuery((), (), (n,)))
        )

    def _has_phrases(self, text: str, query: LexicalQuery) -> bool:
        return all(match_ranges(text, LexicalQuery((), (phrase,))) for phrase in query.phrases)


@dataclass
class Vectors:
    memory: Memory

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        found = [
            (number, float(np.dot(vector, unit(direction))))
            for number, direction in self.memory.vectors.items()
            if document_ids is None or self.memory.passages[number].document_id in document_ids
        ]
        return sorted(found, key=lambda item: (-item[1], item[0]))[:limit]


@dataclass
class Encoder:
    memory: Memory

    def encode_query(self, text: str) -> NDArray[np.float32]:
        self.memory.encoded.append(text)
        return unit(self.memory.directions.get(text, (0.0, 0.0, -1.0)))


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
    )
