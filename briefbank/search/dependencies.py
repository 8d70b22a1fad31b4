"""The dependencies of search as Protocols: it is handed objects and imports none of them.

The word index, the vector index, the encoder, the catalogue and two functions come in through
:class:`~briefbank.search.searcher.Searcher`. A test can hand in its own. All methods may be called from any
thread. Scores are "higher is better"; lists come best first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Protocol

from briefbank.domain.authorities import Authority, AuthorityNote, Window
from briefbank.domain.citations import Citation
from briefbank.domain.documents import Document
from briefbank.domain.feedback import Verdict
from briefbank.domain.pages import PageInfo
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery, Related
from briefbank.search.feedback import Adjustment
from briefbank.text.language import Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Scored = list[tuple[int, float]]
"""Passage ids with their scores, best first."""


class LexicalChannel(Protocol):
    """The word index."""

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        """Return passages with any of the words, by BM25 (scores of 0 and more); for a query with
        ``required`` the candidates that may match it, whether they have words or not."""

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        """Return candidates as ``search`` finds them, the newest filed first."""

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        """Return passages that cite any of these authorities, the rarer and the heavier the better."""


class WordIndex(LexicalChannel, Protocol):
    """The word index with the statistics of its words."""

    def size(self) -> int:
        """Return about how many passages are indexed."""

    def frequencies(
        self, words: Sequence[str], beside: str = "", language: Language | None = None
    ) -> list[int]:
        """Return for each word how many passages have a form of it (0: unknown), or have one together with
        ``beside``, or only those in one language; microseconds a word."""

    def known_pages(self, keys: Collection[str]) -> Collection[str]:
        """Return those of the keys of labels that the page of some passage has."""

    def words_beginning(self, prefix: str) -> Mapping[str, int]:
        """Return the words of texts that begin so, as spelled, with how many passages have each."""


class DenseChannel(Protocol):
    """The vector index."""

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        """Return the nearest passages by cosine (-1 to 1), of these documents only; None: of all."""

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """Return a passage's own vector, of length one; None when it has none yet."""


class QueryEncoder(Protocol):
    """The part of an encoder that a search uses."""

    @property
    def name(self) -> str:
        """The encoder's name; vectors of equal names can be compared."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Return a vector of length one."""


class EncoderWithVectors(Protocol):
    """An encoder and the vectors that it made."""

    @property
    def encoder(self) -> QueryEncoder: ...

    @property
    def dense(self) -> DenseChannel: ...


class Store(Protocol):
    """The part of the catalogue that a search uses."""

    def document_ids(self, filters: Filters) -> set[int]:
        """Return the documents that pass the filters."""

    def documents_by_id(self, ids: Iterable[int], *, named: bool = True) -> Mapping[int, Document]:
        """Return those of ``ids`` that exist; unless ``named``, without their distinctions."""

    def with_distinctions(self, rows: Mapping[int, Document]) -> Mapping[int, Document]:
        """Return the same documents with what distinguishes those with equal titles."""

    def passages_by_id(self, ids: Iterable[int]) -> Mapping[int, Passage]:
        """Return those of ``ids`` that exist."""

    def documents_of(self, passage_ids: Iterable[int]) -> Mapping[int, int]:
        """Return the document of each passage that exists."""

    def citing_all(self, authority_ids: Collection[int]) -> Mapping[int, int]:
        """Return the passages that cite each of these authorities, with their documents."""

    def by_authority(self, passage_ids: Collection[int]) -> Mapping[int, Collection[int]]:
        """Return the authorities that passages cite, each with those of the passages that cite it."""

    def doubts(self, document_ids: Iterable[int]) -> Mapping[int, Mapping[int, float]]:
        """Return the doubtful pages (0-based) of documents, with the confidence of their OCR."""

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], PageInfo]:
        """Return the pages that exist, from pairs of document and page index (from 0)."""

    def feedback_for(self, query: str, person: str) -> Mapping[int, Verdict]:
        """Return the feedback given earlier for this query that counts for a person, by passage id."""


KnownPages = Callable[[Collection[str]], Collection[str]]
"""Returns those of the keys of labels (``text.page_numbers``) that the page of some passage has."""


class FindCitations(Protocol):
    """Finds the citations in a text; never raises."""

    def __call__(self, text: str) -> Sequence[Citation]: ...


class MatchRanges(Protocol):
    """Finds the ranges of a query's words, phrases and numbers in a text, as the word index would."""

    def __call__(self, text: str, query: LexicalQuery) -> Sequence[tuple[int, int]]: ...


class Matcher(Protocol):
    """Decides for one expression which passages match it."""

    @property
    def needed(self) -> bool:
        """Tell whether the word index may find passages that do not match."""

    def holds(self, passage: Passage, document: Document) -> bool: ...


class RelatedWords(Protocol):
    """The thesaurus."""

    def __call__(self, words: Sequence[str], text: str) -> tuple[Related, ...]:
        """Return what to search beside a query's words; ``text`` is the plain text that they stand in."""


class PeriodsInForce(Protocol):
    """Knows the periods in which the texts of passages are in force."""

    def __call__(self, passage_ids: Collection[int]) -> Mapping[int, Window]:
        """Return periods by passage id; only those with a limit on a side. Called for a thousand at once."""


class Texts(Protocol):
    """Knows which passages are the text of a provision."""

    def __call__(self, named: Sequence[str], passage_ids: Collection[int]) -> Collection[int]:
        """Return those passages that are the text of a provision named, by citation or number."""


class Alerts(Protocol):
    """The office's list of good law, applied to passages that rely on it."""

    def __call__(self, passages: Iterable[Passage], as_of: date | None) -> Mapping[int, tuple[str, ...]]:
        """Return sentences by passage id; events after ``as_of`` do not count."""


class Notes(Protocol):
    """The office's notes on authorities."""

    def __call__(self, canonicals: Sequence[str], names: Sequence[str]) -> Sequence[AuthorityNote]:
        """Return notes by citation, or by case name ("state v carty"); unknown authorities have none."""


class Authorities(Protocol):
    """The names of authorities."""

    def __call__(self, ids: Iterable[int]) -> Mapping[int, Authority]:
        """Return the authorities that exist."""


class FeedbackAdjuster(Protocol):
    """The effect of feedback on earlier searches in this one."""

    def nudges(
        self,
        text: str,
        encoder: QueryEncoder | None = None,
        vector: NDArray[np.float32] | None = None,
        ignoring: Collection[str] = (),
        person: str = "",
    ) -> Mapping[int, Adjustment]:
        """Return the changes by passage id. ``person``: whose own feedback counts besides that for all."""


class Reranker(Protocol):
    """A model that reads a query and a passage together."""

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        """Return how well each text answers, 0 to 1, shape (len(texts),); NaN where time ran out."""
