"""The syntax tree of a boolean search: what must stand in a passage, and how near to what.

These are values only. ``search.operators`` parses typed text into the tree, and ``index`` finds the passages
that satisfy it; both follow the rules below. ``index.analyzer`` defines a *word*: a run of letters and
digits, or one Chinese or Japanese character, compared without regard to capitals and accents. "803(c)(27)" is
three words, "defendant's" two.

*Scope.* A search looks in a passage's own text, in which a heading's words stand before its first paragraph.
A match lies within one passage. Words in a boolean combination may stand anywhere in it.

*Occurrences.* A Term, a Phrase, an Or of these and a Near of these has occurrences, each a run of words from
its first to its last. Two occurrences that share a word are never near each other. And, Not and Field have no
occurrences: they hold for a passage or do not, and are no operand of a Near.

Positions (``start``, ``end``) are half-open ranges of the typed text. They serve messages and the removal of
a part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

from briefbank.domain.authorities import AuthorityNote, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.document_names import Facts
from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage

# --- expression ------------------------------------------------------------------------------------------


class Unit(StrEnum):
    """The unit within which two occurrences must stand."""

    WORDS = "words"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


class FieldName(StrEnum):
    """The fields that can be searched by name."""

    CITES = "cites"
    """An authority that the passage cites, in any spelling, short forms and "id." included."""
    RULE = "rule"
    """The number of a court rule, rule of evidence, statute or section that the passage names or cites."""
    COURT = "court"
    """A part of the name of the court where the document was filed."""
    DOCKET = "docket"
    """The document's docket number in any of its forms, or its first part."""
    JUDGE = "judge"
    """A part of the name of the judge below, or of the bench."""
    KIND = "kind"
    """A value of kinds.Kind."""
    PATH = "path"
    """Adjacent words of the document's folder."""
    HEADING = "heading"
    """Adjacent words in one of the headings above the passage."""
    BEFORE = "before"
    """A day before which the document was filed, as an ISO date."""
    AFTER = "after"
    """A day after which the document was filed, as an ISO date."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word or wildcard pattern. ``pattern`` is in lower case; ``*`` stands for zero or more letters and
    digits and ``?`` for exactly one. A typed "!" at the end becomes ``*``."""

    pattern: str
    start: int
    end: int

    @property
    def open(self) -> bool:
        """Tell whether the pattern has a wildcard."""
        return "*" in self.pattern or "?" in self.pattern


@dataclass(frozen=True, slots=True)
class Phrase:
    """Two or more adjacent words in this order."""

    terms: tuple[Term, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Near:
    """An occurrence of ``left`` close to one of ``right``.

    With WORDS, they are at most ``distance`` (1 or more) words apart, counted from the last word of the first
    to the first word of the second; neighbours are 1 apart. With SENTENCE and PARAGRAPH, both lie within one.
    ``ordered``: left ends before right begins. ``negated``: an occurrence of ``left`` without such a
    ``right``; it has the extent of left alone.
    """

    left: Expression
    right: Expression
    unit: Unit
    distance: int
    ordered: bool
    negated: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction: every one of two or more parts holds."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction: at least one of two or more parts holds."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """A negation: the part does not hold. It stands only in an And next to a positive part."""

    part: Expression
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """A condition on the passage or its document. ``value`` is as typed, without quotation marks and with
    blanks collapsed. For BEFORE and AFTER it is an ISO date, for KIND a value of Kind."""

    name: FieldName
    value: str
    start: int
    end: int


Expression = Term | Phrase | Near | And | Or | Not | Field


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the expressions right below one in the tree."""
    match expression:
        case And() | Or():
            return expression.parts
        case Near():
            return (expression.left, expression.right)
        case Not():
            return (expression.part,)
        case Term() | Phrase() | Field():
            return ()


def terms_of(expression: Expression) -> tuple[Term, ...]:
    """Return the terms that are wanted, in order, without those under a Not or in the right part of a negated
    Near."""
    match expression:
        case Term():
            return (expression,)
        case Phrase():
            return expression.terms
        case Near():
            right = () if expression.negated else terms_of(expression.right)
            return (*terms_of(expression.left), *right)
        case And() | Or():
            return tuple(term for part in expression.parts for term in terms_of(part))
        case _:
            return ()


def conjuncts(expression: Expression | None) -> tuple[Expression, ...]:
    """Return the parts that must each hold by itself."""
    if expression is None:
        return ()
    return expression.parts if isinstance(expression, And) else (expression,)


# --- query expansion -------------------------------------------------------------------------------------
# Values of searches helped by a local model: the available aids, and the steps taken.


class Aid(StrEnum):
    """A task of a local model other than summaries. Each is off until a person switches it on in Settings."""

    IRAC = "irac"
    """Search by issue, rule, application and conclusion too, as the model would write them."""
    REWRITING = "rewriting"
    """Search by paraphrases of the question too."""
    DECOMPOSITION = "decomposition"
    """Search each part of a compound question by itself."""
    SCORING = "scoring"
    """Rank the first 20 passages by the model's judgment of how well they answer."""
    SEGMENTING = "segmenting"
    """Split long sections of a document where the model finds a change of subject."""
    CHOOSING = "choosing"
    """Choose the governing provision among the candidates."""
    STEPS = "steps"
    """Search in several steps: plan, search, read, refine; at most 6, in this library alone."""


@dataclass(frozen=True, slots=True)
class AidStep:
    """One step of the local model, successful or not."""

    aid: Aid
    said: str
    """A sentence by BriefBank on what was done: 'Searched your question in 2 other wordings.'"""
    wrote: tuple[str, ...] = ()
    """The model's output as it was used: search words, never prose. It is generated text and only
    displayed."""
    weighed: tuple[str, ...] = ()
    """The model's judgment of each passage that it read, in BriefBank's words: 'Passage 4, State v. Doe, p.
    7: 3 of 3'."""
    searched: int = 0
    """The number of searches made with it."""
    new: int = 0
    """The number of passages that only these searches found."""
    seconds: float = 0.0
    failed: str = ""
    """A sentence that says why the step failed, while the search went on without it; empty when it
    succeeded."""


@dataclass(frozen=True, slots=True)
class AidedAnswer:
    """An ordinary answer, made of passages alone, and the steps that led to it."""

    answer: SearchAnswer
    steps: tuple[AidStep, ...]
    model: str
    """The model's name."""
    more: int = 0
    """The number of shown results that the unaided search does not find."""
    gone: int = 0
    """The number of results that the unaided search shows and this answer, of the same length, ranks further
    down."""


# --- feedback --------------------------------------------------------------------------------------------
# A person's feedback on results: helpful or not.


class Verdict(StrEnum):
    """A verdict on a result: thumb up or down."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A verdict that a person gave, with the query and the passage."""

    query: str
    verdict: Verdict
    given_at: datetime
    """The time in UTC, timezone-aware."""
    passage_id: int
    """The passage; 0 while it is not in the library."""
    title: str
    """The document's title; empty while the passage is not in the library."""
    text: str
    """The passage's beginning; empty while it is not in the library."""
    key: str
    """The key by which the mark can be withdrawn."""
    for_all: bool = True
    """Whether it counts for all who search the library, rather than for the person who gave it alone."""
    distinctions: Facts = ()
    """What distinguishes the document from others with its title."""


@dataclass(frozen=True, slots=True)
class StoredFeedback:
    """A verdict as it is stored and exported to another library."""

    query: str
    verdict: Verdict
    given_at: datetime
    """The time, timezone-aware."""
    document_sha256: str
    """The file's SHA-256, 64 hexadecimal digits."""
    text_hash: str
    """The hash of the passage's words, 32 hexadecimal digits."""


# --- searches --------------------------------------------------------------------------------------------
# Search requests, their interpretation, and their answers.


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
    """Words as they are typed, all of which must stand in the document's folder (``text.file_names``)."""


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
