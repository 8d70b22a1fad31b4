"""The services that a search asks, as one value: it is handed objects and imports none of them.

The word index, the vectors and the encoder are Protocols, because the packages that have them are neighbours
of this one, and because a passage filter (``filters``) and hidden documents stand between a search and an
index. All methods may be called from any thread. Scores are "higher is better"; lists come best first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from briefbank.domain.authorities import Authority, AuthorityNote, Citation, Window
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Expression, Filters, LexicalQuery, Related
from briefbank.text.language import TextLanguage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from briefbank.catalogue.store import Catalogue
    from briefbank.search.feedback import FeedbackLearner

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
        self, words: Sequence[str], beside: str = "", language: TextLanguage | None = None
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


KnownPages = Callable[[Collection[str]], Collection[str]]
"""Returns those of the keys of labels (``text.page_numbers``) that the page of some passage has."""


FindCitations = Callable[[str], Sequence[Citation]]
"""Finds the citations in a text; never raises."""

MatchRanges = Callable[[str, LexicalQuery], Sequence[tuple[int, int]]]
"""Finds the ranges of a query's words, phrases and numbers in a text, as the word index would."""

PeriodsInForce = Callable[[Collection[int]], Mapping[int, Window]]
"""Returns by passage id the periods in which texts are in force; only those with a limit on a side. Called
for a thousand at once."""

GoodLawAlerts = Callable[[Iterable[Passage], date | None], Mapping[int, tuple[str, ...]]]
"""The office's list of good law: returns by passage id sentences on what the passage relies on; events after
the day do not count."""

Authorities = Callable[[Iterable[int]], Mapping[int, Authority]]
"""Returns the authorities that exist."""


class Matcher(Protocol):
    """Decides for one expression which passages match it."""

    @property
    def needed(self) -> bool:
        """Tell whether the word index may find passages that do not match."""

    def holds(self, passage: Passage, document: Document) -> bool: ...


class Reranker(Protocol):
    """A model that reads a query and a passage together."""

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        """Return how well each text answers, 0 to 1, shape (len(texts),); NaN where time ran out."""


@dataclass(frozen=True, slots=True)
class SearchServices:
    """What one library offers a search. The callables are called at each search."""

    lexical: WordIndex
    meaning: Callable[[], EncoderWithVectors | None]
    """Returns the encoder and its vectors; None while they are not ready."""
    store: Catalogue
    find_citations: FindCitations
    match_ranges: MatchRanges
    matcher: Callable[[Expression], Matcher]
    related: Callable[[Sequence[str], str], tuple[Related, ...]] = lambda words, text: ()
    """The thesaurus: returns what to search beside words, given the plain text that they stand in."""
    learned: FeedbackLearner | None = None
    reranker: Callable[[], Reranker | None] = lambda: None
    windows: PeriodsInForce = lambda passage_ids: {}
    alerts: GoodLawAlerts = lambda passages, day: {}
    notes: Callable[[Sequence[str], Sequence[str]], Sequence[AuthorityNote]] = lambda citations, cases: ()
    """Returns the office's notes on authorities, by citation or by case name ("state v carty")."""
    texts: Callable[[Sequence[str], Collection[int]], Collection[int]] = lambda named, passage_ids: ()
    """Returns those passages that are the text of a provision named, by citation or number."""
    authorities: Authorities = lambda ids: {}
    state: Callable[[], object] = lambda: None
    """Returns a value that differs whenever a search may have another answer than before; None: unknown."""
    today: Callable[[], date] = date.today
    files_left: Callable[[], int] = lambda: 0
    """Returns the number of files that wait to be read."""
