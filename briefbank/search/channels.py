"""What search needs of the other parts, as Protocols: it is handed objects and imports none of them.

The word index, the vector index, the encoder, the catalogue and two functions come in through
:class:`~briefbank.search.searcher.Searcher`. A test can hand in its own. All methods may be called from any
thread. Scores are "higher is better"; lists come best first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.models import Citation, Document, Filters, LexicalQuery, Passage, Verdict

Scored = list[tuple[int, float]]
"""Passage ids with their scores, best first."""


class Channel(StrEnum):
    """One way of finding passages."""

    WORDS = "words"
    MEANING = "meaning"


ALL_CHANNELS = frozenset(Channel)


class LexicalChannel(Protocol):
    """The word index."""

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        """Passages with any of the words and all of the phrases, by BM25 (scores of 0 and more)."""

    def frequencies(self, words: Sequence[str]) -> list[int]:
        """For each word how many passages have a form of it (0: unknown); microseconds a word."""


class DenseChannel(Protocol):
    """The vector index."""

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        """Nearest passages by cosine (-1 to 1), of these documents only unless ``document_ids`` is None."""


class QueryEncoder(Protocol):
    """The half of an encoder that a search uses."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """A vector of length one."""


class Store(Protocol):
    """The catalogue's part."""

    def document_ids(self, filters: Filters) -> set[int]:
        """The documents that pass the filters."""

    def documents_by_id(self, ids: Iterable[int]) -> Mapping[int, Document]:
        """Those of ``ids`` that exist."""

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        """Those of ``ids`` that exist."""

    def feedback_for(self, query: str) -> Mapping[int, Verdict]:
        """The thumbs given earlier for this query, by passage id."""


class FindCitations(Protocol):
    """Finds the mentions of authorities in a text; never raises."""

    def __call__(self, text: str) -> Sequence[Citation]: ...


class MatchRanges(Protocol):
    """Finds where a query's words, phrases and numbers stand in a text, as the word index would."""

    def __call__(self, text: str, query: LexicalQuery) -> Sequence[tuple[int, int]]: ...
