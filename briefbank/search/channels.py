"""What search needs of the other parts, as Protocols: it is handed objects and imports none of them.

The word index, the vector index, the encoder, the catalogue and two functions come in through
:class:`~briefbank.search.searcher.Searcher`. A test can hand in its own. All methods may be called from any
thread. Scores are "higher is better"; lists come best first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.law import Authority, AuthorityNote, Window
from briefbank.models import Citation, Document, Filters, LexicalQuery, Passage, Related, Verdict
from briefbank.search.feedback import Nudge

Scored = list[tuple[int, float]]
"""Passage ids with their scores, best first."""


class Channel(StrEnum):
    """One way of finding passages."""

    WORDS = "words"
    MEANING = "meaning"
    NUMBERS = "numbers"
    """Exact identifiers: rules, statutes, dockets, and citations in any of their forms."""
    CITATIONS = "citations"
    """Neighbours in the graph of citations: what cites the authorities that the first results cite."""


ALL_CHANNELS = frozenset(Channel)


class LexicalChannel(Protocol):
    """The word index."""

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        """Passages with any of the words, by BM25 (scores of 0 and more); for a query with ``required``
        those candidates for which it may hold, whether they have words or not."""

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        """Candidates as ``search`` finds them, the newest filed first."""

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        """Passages that cite any of these authorities, the rarer and the heavier the better."""

    def frequencies(self, words: Sequence[str]) -> list[int]:
        """For each word how many passages have a form of it (0: unknown); microseconds a word."""


class DenseChannel(Protocol):
    """The vector index."""

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        """Nearest passages by cosine (-1 to 1), of these documents only unless ``document_ids`` is None."""

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """A passage's own vector, of length one; None when it has none yet."""


class QueryEncoder(Protocol):
    """The half of an encoder that a search uses."""

    @property
    def name(self) -> str:
        """Vectors of equal names can be compared."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """A vector of length one."""


class MeaningSide(Protocol):
    """An encoder and the vectors that it made."""

    @property
    def encoder(self) -> QueryEncoder: ...

    @property
    def dense(self) -> DenseChannel: ...


class Store(Protocol):
    """The catalogue's part."""

    def document_ids(self, filters: Filters) -> set[int]:
        """The documents that pass the filters."""

    def documents_by_id(self, ids: Iterable[int]) -> Mapping[int, Document]:
        """Those of ``ids`` that exist."""

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        """Those of ``ids`` that exist."""

    def with_following(self, ids: Iterable[int]) -> Mapping[int, tuple[Passage, Passage | None]]:
        """Those of ``ids`` that exist, each with the next passage of its section and role."""

    def documents_of(self, passage_ids: Iterable[int]) -> Mapping[int, int]:
        """By passage, the document that it stands in; those that exist."""

    def citing_all(self, authority_ids: Collection[int]) -> Mapping[int, int]:
        """The passages that cite each of these authorities, with their documents."""

    def by_authority(self, passage_ids: Collection[int]) -> Mapping[int, Collection[int]]:
        """The authorities that passages cite, each with those of the passages that do."""

    def doubts(self, document_ids: Iterable[int]) -> Mapping[int, Mapping[int, float]]:
        """The doubtful pages (0-based) of documents, with the confidence of their recognition."""

    def feedback_for(self, query: str) -> Mapping[int, Verdict]:
        """The thumbs given earlier for this query, by passage id."""


class FindCitations(Protocol):
    """Finds the mentions of authorities in a text; never raises."""

    def __call__(self, text: str) -> Sequence[Citation]: ...


class MatchRanges(Protocol):
    """Finds where a query's words, phrases and numbers stand in a text, as the word index would."""

    def __call__(self, text: str, query: LexicalQuery) -> Sequence[tuple[int, int]]: ...


class Matcher(Protocol):
    """Says for one expression where it holds."""

    @property
    def needed(self) -> bool:
        """Whether the word index may bring passages for which it does not hold."""

    @property
    def reaches(self) -> bool:
        """Whether a match may end in the next passage."""

    def holds(self, passage: Passage, document: Document, following: Passage | None) -> bool: ...


class RelatedWords(Protocol):
    """The thesaurus."""

    def __call__(self, words: Sequence[str], text: str) -> tuple[Related, ...]:
        """What to search beside a query's words; ``text`` is the plain text that they stand in."""


class Windows(Protocol):
    """Knows when what passages say is in force."""

    def __call__(self, passage_ids: Collection[int]) -> Mapping[int, Window]:
        """By passage id; only those with a limit on a side. Asked for a thousand at once."""


class Texts(Protocol):
    """Knows which passages are the text of a provision."""

    def __call__(self, named: Sequence[str], passage_ids: Collection[int]) -> Collection[int]:
        """Those of the passages that are the text of one of the provisions named, by citation or number."""


class Alerts(Protocol):
    """The office's list of what still holds, over passages that rely on it."""

    def __call__(self, passages: Iterable[Passage], as_of: date | None) -> Mapping[int, tuple[str, ...]]:
        """By passage id, sentences; what happened after ``as_of`` does not count."""


class Notes(Protocol):
    """What the office knows of authorities."""

    def __call__(self, canonicals: Sequence[str], names: Sequence[str]) -> Sequence[AuthorityNote]:
        """By citation, or by case name ("state v carty"); what nobody knows has none."""


class Authorities(Protocol):
    """What authorities are called."""

    def __call__(self, ids: Iterable[int]) -> Mapping[int, Authority]:
        """Those that exist."""


class Learned(Protocol):
    """What thumbs of earlier searches change in this one."""

    def nudges(
        self,
        text: str,
        encoder: QueryEncoder | None = None,
        vector: NDArray[np.float32] | None = None,
        ignoring: Collection[str] = (),
    ) -> Mapping[int, Nudge]:
        """By passage id."""


class Reranker(Protocol):
    """A model that reads a query and a passage together."""

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        """How well each text answers, 0 to 1, shape (len(texts),); NaN where time ran out."""
