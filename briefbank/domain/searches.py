"""Search requests, their interpretation, and their answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from briefbank.domain.authorities import AuthorityNote, Window
from briefbank.domain.documents import Document, Version
from briefbank.domain.expression import Expression
from briefbank.domain.feedback import Verdict
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage


class Tier(StrEnum):
    """How sure it is that a result answers the search."""

    CLOSE = "close"
    """Relevant beyond doubt; in the order that was chosen."""
    LESS_CLOSE = "less_close"
    """The next best; by relevance, below those that are close."""


class Order(StrEnum):
    """The order of the close results."""

    NEWEST = "newest"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on a document; both dates are inclusive. A document without a date fails a date filter."""

    filed_from: date | None = None
    filed_to: date | None = None
    kinds: frozenset[Kind] = frozenset()
    """The kinds; empty for any."""
    court: str = ""
    """A part of the court's name, in any case."""
    written_by: date | None = None
    """The latest day of filing. Documents without a date pass, and so do those of LAW, which have windows of
    their own."""
    courts: frozenset[str] = frozenset()
    """The full names of courts, of which one must match; empty for any."""
    authors: frozenset[str] = frozenset()
    """The full names of offices that wrote and signed it (``Document.office``), of which one must match;
    empty for any."""
    authorities: frozenset[int] = frozenset()
    """The ids of authorities, all of which the passage must cite; empty for no condition."""
    among: frozenset[int] | None = None
    """The ids of documents, of which one must match; None for any."""
    folders: frozenset[str] = frozenset()
    """Folders as ``Document.folder`` has them; it must be one of these or lie in one; empty for any."""
    paths: frozenset[str] = frozenset()
    """Words as they are typed, which must all stand in the document's folder (``text.folders.has_words``)."""


@dataclass(frozen=True, slots=True)
class Related:
    """A word or phrase that is searched in addition to the typed ones, because the thesaurus groups them."""

    text: str
    """One word or several, in lower case."""
    weight: float
    """The weight relative to a typed word, above 0 and below 1."""
    of: str
    """The typed word or words for which it stands."""


@dataclass(frozen=True, slots=True)
class ThesaurusState:
    """The thesaurus in force."""

    file: Path
    """The office's own file, which may not exist."""
    built_in: int
    """The number of groups that come with BriefBank."""
    own: int
    """The number of groups that the office added."""
    problems: tuple[str, ...]
    """A sentence for each unusable line of the office's file, or for the file itself."""


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """A query to the word index. ``words``, ``identifiers`` and ``related`` rank passages; ``required`` must
    hold."""

    words: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Rule, statute and citation numbers ('803(c)(27)'); they rank as exact phrases with a high weight.
    Docket numbers are found in any of their forms."""
    required: Expression | None = None
    related: tuple[Related, ...] = ()
    context: tuple[str, ...] = ()
    """Words of a long query's background; each ranks with ``context_weight``."""
    context_weight: float = 1.0
    sequences: tuple[tuple[str, ...], ...] = ()
    """Words as they follow one another in the query: neighbours rank higher where they are neighbours in a
    passage."""
    context_sequence: tuple[str, ...] = ()
    """The same of the background."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search as the user asked for it."""

    text: str
    limit: int = 10
    order: Order = Order.NEWEST
    filters: Filters = field(default_factory=Filters)
    as_of: date | None = None
    """The date at which the law is asked for. Documents filed later, or not in force then, are set apart."""
    as_of_document: int = 0
    """The document whose filing date is the date of the law; 0 for none. ``as_of`` takes precedence."""
    like: int = 0
    """The passage to find similar ones for, ignoring ``text``; 0 for none."""
    literal: bool = False
    """True when ``text`` was selected or pasted from a document, so that it has no operators or requests."""
    excluded_documents: frozenset[int] = frozenset()
    """Documents whose passages are left out: a draft is not compared with itself."""
    start: int = 0
    """The rank, from 0, of the first result to return; ranks and totals stay those of all results."""
    words_only: bool = False
    """True to leave out embeddings and citations, for a fast answer that a full one follows."""


class PartRole(StrEnum):
    """The role of a part of the typed query."""

    REQUIRED = "required"
    EXCLUDED = "excluded"
    RANKED = "ranked"
    """Words by which passages are ranked."""
    NUMBER = "number"
    """A rule, statute, docket number or citation, searched in any spelling."""
    CORRECTED = "corrected"
    """A misspelling that was read as another word."""
    RELATED = "related"
    """A word that the thesaurus adds."""
    LAW = "law"
    """A day, month or year whose law is asked for; it is not searched as a word."""
    ASIDE = "aside"
    """Words that only introduce the request ("find me briefs about"), dates, or unintelligible parts: not
    searched."""


@dataclass(frozen=True, slots=True)
class QueryPart:
    """One part of a query as it was understood."""

    role: PartRole
    text: str
    """A description for people: '“plain error” in the same paragraph as summation…'."""
    without: str
    """The query without this part; empty when the part cannot be removed."""


@dataclass(frozen=True, slots=True)
class WiderQuery:
    """A wider search to suggest when a search finds nothing, or too little."""

    text: str
    """A description for people: 'without “plain error”'."""
    query: str
    """The wider query."""
    total: int
    """The number of passages that it finds."""
    clears_filters: bool = False
    """True when it also requires all filters to be cleared."""


class FactorName(StrEnum):
    """The names of the factors that come from no search channel."""

    COMPARISON = "comparison"
    RECENCY = "recency"
    AUTHORITY = "authority"
    FEEDBACK = "feedback"


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor in a result's rank."""

    name: str
    """A FactorName, or the name of a search channel; channels have a registry of their own."""
    value: float
    """The contribution to the score; for recency and authority the factor by which the score was
    multiplied."""
    text: str
    """A description for people."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One result."""

    rank: int
    """The rank, from 1."""
    passage: Passage
    document: Document
    score: float
    """The fused relevance, 0 to 1; comparable within one answer only."""
    marks: tuple[tuple[int, int], ...]
    """The ranges of ``passage.text`` that match the query's words."""
    reasons: tuple[str, ...]
    alerts: tuple[str, ...]
    citation: str
    """The citation of this passage: document, page, docket."""
    verdict: Verdict | None = None
    versions: tuple[Version, ...] = ()
    """The other versions of the document that hold nearly the same passage, the filed and newest first."""
    copies: tuple[Version, ...] = ()
    """The other documents that hold nearly the same passage, newest first."""
    factors: tuple[Factor, ...] = ()
    doubt: float | None = None
    """The lowest recognition confidence, 0 to 1, of the passage's pages, when one of them is doubtful."""
    last_label: str = ""
    """The printed label of the last page of a passage that covers several."""
    tier: Tier = Tier.CLOSE
    pages_asked: tuple[str, ...] = ()
    """The labels that were asked for and that its pages have."""


class FacetKind(StrEnum):
    """The properties by which results are counted and narrowed."""

    COURT = "court"
    KIND = "kind"
    AUTHOR = "author"
    FOLDER = "folder"
    AUTHORITY = "authority"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value and the number of results that have it."""

    value: str
    """The value as Filters take it: a court or author by name, a Kind's value, an authority's id."""
    text: str
    """A text for people; an authority's name."""
    count: int
    """The number of results left with this value and all other filters."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    kind: FacetKind
    values: tuple[FacetValue, ...]
    """The chosen values and the most frequent others, most frequent first."""


@dataclass(frozen=True, slots=True)
class ResultFacets:
    """The composition of a search's results."""

    facets: tuple[Facet, ...]
    years: tuple[tuple[int, int], ...]
    """Pairs of filing year and number of results, in order; every filter applies except the dates of
    filing."""
    undated: int = 0
    """The number of results from documents without a date."""
    about: bool = False
    """True when there were too many results to examine: the counts then cover all candidates, copies
    included."""


@dataclass(frozen=True, slots=True)
class OutsideHit:
    """A passage that matches but was not the law at the time that was asked for."""

    hit: Hit
    window: Window
    text: str
    """A sentence for people on why it is set apart: 'In force from July 1, 2013 to June 30, 2016.'"""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The answer to a search. ``advice`` is never empty when ``hits`` is."""

    interpretation: str
    took_ms: float
    total: int
    """The number of close results."""
    hits: tuple[Hit, ...]
    advice: str = ""
    meaning_used: bool = True
    """False while the embeddings are not ready and only words were searched."""
    parts: tuple[QueryPart, ...] = ()
    """The interpretation of the query, part by part, in the order typed."""
    loosenings: tuple[WiderQuery, ...] = ()
    """Wider queries, where nothing or little was found."""
    total_is_least: bool = False
    """True when there are more than ``total``: not all candidates of a wide operator search were examined."""
    law_from: date | None = None
    law_to: date | None = None
    """The last of the days whose law was asked for, equal to ``law_from`` for one day; None for today's
    law."""
    outside: tuple[OutsideHit, ...] = ()
    """Passages set apart because they were not the law then; never among ``hits``."""
    outside_total: int = 0
    authorities: tuple[AuthorityNote, ...] = ()
    """The authorities that the search names, with the office's notes on them."""
    less_close: int = 0
    """The number of less close results, which stand below the close ones."""
    briefs: tuple[int, ...] = ()
    """The document of each result, in order, the less close ones too; 0 for a text of law, whose sections
    are not grouped."""

    @property
    def close(self) -> tuple[Hit, ...]:
        """The close ones of ``hits``."""
        return tuple(hit for hit in self.hits if hit.tier is Tier.CLOSE)

    @property
    def listed(self) -> int:
        """The number of results in both tiers, of which ``hits`` has some."""
        return self.total + self.less_close

    @property
    def nothing_close(self) -> bool:
        """True when there are only less close results, as ``advice`` then says first."""
        return self.less_close > 0 and not self.total
