"""Searches: the syntax tree of a query, the request, its interpretation, feedback, and the answer.

``search.operators`` parses typed text into the tree, and ``index`` finds the passages that satisfy it; both
follow these rules. ``index.analyzer`` defines a *word*: a run of letters and digits, or one Chinese or
Japanese character, compared without capitals and accents. "803(c)(27)" is three words, "defendant's" two.

*Scope.* A search looks in a passage's own text, with the words of a heading before its first paragraph. A
match lies within one passage. Words in a boolean combination may be anywhere in it.

*Occurrences.* A Term, a Phrase, an Or of these and a Near of these has occurrences, each a run of words from
its first to its last. Two occurrences that share a word are never near each other. And, Not and Field have no
occurrences: they hold for a passage or do not, and are no operand of a Near.

Positions (``start``, ``end``) are half-open ranges of the typed text, for messages and the removal of a part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

from briefbank.domain.authorities import AuthorityNote, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, Facts, Version
from briefbank.domain.pages import Passage
from briefbank.text.messages import NO_MESSAGE, Message


class Unit(StrEnum):
    WORDS = "words"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


class FieldName(StrEnum):
    CITES = "cites"  # an authority that the passage cites, in any spelling, short forms and "id." included
    RULE = "rule"
    """The number of a court rule, rule of evidence, statute or section that the passage names or cites."""
    COURT = "court"  # a part of the name of the court where the document was filed
    DOCKET = "docket"  # the document's docket number in any of its forms, or its first part
    JUDGE = "judge"  # a part of the name of the judge below, or of the bench
    KIND = "kind"  # a value of kinds.Kind
    PATH = "path"  # adjacent words of the document's folder
    HEADING = "heading"  # adjacent words in one of the headings above the passage
    BEFORE = "before"  # a day before which the document was filed, as an ISO date
    AFTER = "after"  # a day after which the document was filed, as an ISO date


@dataclass(frozen=True, slots=True)
class Term:
    """One word or wildcard pattern. ``pattern`` is in lower case; ``*`` matches zero or more letters and
    digits and ``?`` exactly one. A typed "!" at the end becomes ``*``."""

    pattern: str
    start: int
    end: int

    @property
    def open(self) -> bool:
        """Whether the pattern has a wildcard."""
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
    ``ordered``: left ends before right begins.
    """

    left: Expression
    right: Expression
    unit: Unit
    distance: int
    ordered: bool
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
    """A negation: the part does not hold. It occurs only in an And next to a positive part."""

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
    """Return the terms that must or may occur, in order: none under a Not."""
    match expression:
        case Term():
            return (expression,)
        case Phrase():
            return expression.terms
        case Near():
            return (*terms_of(expression.left), *terms_of(expression.right))
        case And() | Or():
            return tuple(term for part in expression.parts for term in terms_of(part))
        case _:
            return ()


def conjuncts(expression: Expression | None) -> tuple[Expression, ...]:
    """Return the parts of a conjunction; an expression of another kind is its only part."""
    if expression is None:
        return ()
    return expression.parts if isinstance(expression, And) else (expression,)


class Aid(StrEnum):
    """A task of a local model other than summaries. Each is off until a person switches it on in Settings."""

    IRAC = "irac"  # search by issue, rule, application and conclusion too, as the model would write them
    REWRITING = "rewriting"  # search by paraphrases of the question too
    DECOMPOSITION = "decomposition"  # search each part of a compound question by itself
    SCORING = "scoring"  # rank the first 20 passages by the model's judgment of how well they answer
    SEGMENTING = "segmenting"  # split long sections of a document where the model finds a change of subject
    CHOOSING = "choosing"  # choose the governing provision among the candidates
    STEPS = "steps"  # search in several steps: plan, search, read, refine; at most 6, in this library alone


@dataclass(frozen=True, slots=True)
class AidStep:
    """One step of the local model, successful or not."""

    aid: Aid
    said: Message  # BriefBank's sentence on what was done: 'Searched your question in 2 other wordings.'
    wrote: tuple[str, ...] = ()  # the texts that the model wrote and that were searched for; only displayed
    new: int = 0  # the number of passages that only these searches found
    seconds: float = 0.0
    failed: Message = NO_MESSAGE
    """A sentence on why the step failed and the search went on without it; empty when it succeeded."""


@dataclass(frozen=True, slots=True)
class AidedAnswer:
    """An answer, made of passages alone, and the steps of the local model that led to it."""

    answer: SearchAnswer
    steps: tuple[AidStep, ...]
    model: str
    more: int = 0  # the number of shown results that the unaided search does not find


class Verdict(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Feedback:
    query: str
    verdict: Verdict
    given_at: datetime
    passage_id: int  # 0 while the passage is not in the library; then title and text are empty
    title: str
    text: str
    key: str  # the key by which the feedback can be withdrawn
    for_all: bool = True  # whether it counts for everybody, not only for the person who gave it
    distinctions: Facts = ()


@dataclass(frozen=True, slots=True)
class StoredFeedback:
    """A verdict as it is stored and exported to another library."""

    query: str
    verdict: Verdict
    given_at: datetime
    document_sha256: str
    text_hash: str  # the hash of the passage's words, 32 hexadecimal digits


class Tier(StrEnum):
    """How surely a result answers the search."""

    CLOSE = "close"  # relevant beyond doubt; in the chosen order
    LESS_CLOSE = "less_close"  # the next best; by relevance, below the close ones


class Order(StrEnum):
    NEWEST = "newest"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on a document; both dates are inclusive. A document without a date fails a date filter."""

    filed_from: date | None = None
    filed_to: date | None = None
    kinds: frozenset[Kind] = frozenset()  # empty for any
    court: str = ""  # a part of the court's name, in any case
    courts: frozenset[str] = frozenset()  # the full names of courts, one of which must match; empty for any
    authors: frozenset[str] = frozenset()
    """The full names of offices (``Document.office``), one of which must have written it; empty for any."""
    authorities: frozenset[int] = frozenset()  # the ids of authorities, all of which the passage must cite
    among: frozenset[int] | None = None  # the ids of the documents that pass; None for any
    folders: frozenset[str] = frozenset()
    """The folders (``Document.folder``), subfolders included, one of which must match; empty for any."""
    paths: frozenset[str] = frozenset()
    """Words as typed, all of which must occur in the document's folder (``text.file_names``)."""


@dataclass(frozen=True, slots=True)
class Related:
    """A word or phrase that the thesaurus adds to a query."""

    text: str  # one word or several, in lower case
    weight: float  # the weight relative to a typed word, above 0 and below 1
    of: str  # the typed word or words to which it belongs


@dataclass(frozen=True, slots=True)
class ThesaurusState:
    file: Path
    built_in: int
    own: int
    problems: tuple[Message, ...]
    """A sentence for each unusable line of the office's file, or for the file itself."""


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """A lexical query. ``words``, ``identifiers`` and ``related`` rank passages; ``required`` must hold."""

    words: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Rule, statute and citation numbers ('803(c)(27)'), ranked as exact phrases with a high weight. Docket
    numbers match in any of their forms."""
    required: Expression | None = None
    related: tuple[Related, ...] = ()
    context: tuple[str, ...] = ()  # words of a long query's background; each ranks with ``context_weight``
    context_weight: float = 1.0
    sequences: tuple[tuple[str, ...], ...] = ()
    """Runs of words of the query: neighbours rank higher where they are neighbours in a passage."""
    context_sequence: tuple[str, ...] = ()  # the same for the background


@dataclass(frozen=True, slots=True)
class SearchRequest:
    text: str
    limit: int = 10
    order: Order = Order.NEWEST
    filters: Filters = field(default_factory=Filters)
    as_of: date | None = None
    """The date of the law. Documents filed later, or not in force then, are listed apart."""
    as_of_document: int = 0
    """The document whose filing date is the date of the law; 0 for none. ``as_of`` takes precedence."""
    like: int = 0  # the passage to find similar ones for, ignoring ``text``; 0 for none
    literal: bool = False
    """True when ``text`` was selected or pasted from a document, so that it has no operators."""
    excluded_documents: frozenset[int] = frozenset()
    """Documents whose passages are left out: a draft is not compared with itself."""
    start: int = 0
    """The index of the first result to return, from 0; ranks and totals stay those of all results."""
    words_only: bool = False
    """True to search without embeddings and citations, for a fast answer that a full one follows."""


class PartRole(StrEnum):
    REQUIRED = "required"
    EXCLUDED = "excluded"
    RANKED = "ranked"  # words by which passages are ranked
    NUMBER = "number"  # a rule, statute, docket number or citation, searched in any spelling
    CORRECTED = "corrected"  # a misspelling that was read as another word
    RELATED = "related"  # a word that the thesaurus adds
    LAW = "law"  # the day, month or year of the law; it is not searched as a word
    ASIDE = "aside"  # not searched: an introduction ("find me briefs about"), dates, or unintelligible parts


@dataclass(frozen=True, slots=True)
class QueryPart:
    role: PartRole
    text: Message  # a description for people: '“plain error” in the same paragraph as summation…'
    without: str  # the query without this part; empty where the part cannot be removed


@dataclass(frozen=True, slots=True)
class WiderQuery:
    """A wider query to suggest when a search finds nothing, or too little."""

    text: Message  # a description for people: 'without “plain error”'
    query: str
    total: int
    clears_filters: bool = False  # True when all filters must be cleared too


class FactorName(StrEnum):
    COMPARISON = "comparison"
    RECENCY = "recency"
    AUTHORITY = "authority"
    FEEDBACK = "feedback"


@dataclass(frozen=True, slots=True)
class Factor:
    name: str  # a FactorName, or the name of a search channel; channels have a registry of their own
    value: float
    """The contribution to the score; for recency and authority the factor that multiplies the score."""
    text: Message


@dataclass(frozen=True, slots=True)
class Hit:
    rank: int  # from 1
    passage: Passage
    document: Document
    score: float  # the fused relevance, 0 to 1; comparable within one answer only
    marks: tuple[tuple[int, int], ...]  # the ranges of ``passage.text`` that match the query's words
    reasons: tuple[Message, ...]
    alerts: tuple[Message, ...]
    citation: str  # the citation of this passage: document, page, docket
    verdict: Verdict | None = None
    versions: tuple[Version, ...] = ()
    """Other versions of the document with nearly the same passage, the filed and newest first."""
    copies: tuple[Version, ...] = ()  # other documents with nearly the same passage, newest first
    factors: tuple[Factor, ...] = ()
    doubt: float | None = None
    """The lowest recognition confidence of the passage's pages, 0 to 1, where one of them is doubtful."""
    tier: Tier = Tier.CLOSE
    pages_asked: tuple[str, ...] = ()  # the page labels of the query that its pages have


class FacetKind(StrEnum):
    COURT = "court"
    KIND = "kind"
    AUTHOR = "author"
    FOLDER = "folder"
    AUTHORITY = "authority"


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str  # as Filters take it: a court or author by name, a Kind's value, an authority's id
    text: str  # for people; an authority's name
    count: int  # the number of results with this value and all other filters
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    kind: FacetKind
    values: tuple[FacetValue, ...]  # the chosen values and the most frequent others, most frequent first


@dataclass(frozen=True, slots=True)
class ResultFacets:
    facets: tuple[Facet, ...]
    years: tuple[tuple[int, int], ...]
    """Pairs of filing year and number of results, in order; all filters but the dates apply."""
    undated: int = 0  # the number of results from documents without a date
    about: bool = False  # True where there were too many results to examine: the counts cover those examined


@dataclass(frozen=True, slots=True)
class OutsideHit:
    """A passage that matches but was not the law on the date of the law."""

    hit: Hit
    window: Window
    text: Message  # a sentence for people: 'In force from July 1, 2013 to June 30, 2016.'


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The answer to a search. ``advice`` is never empty when ``hits`` is."""

    interpretation: Message
    took_ms: float
    total: int
    hits: tuple[Hit, ...]
    advice: Message = NO_MESSAGE
    meaning_used: bool = True  # False while the embeddings are not ready and only words were searched
    parts: tuple[QueryPart, ...] = ()  # the interpretation of the query, in the order typed
    loosenings: tuple[WiderQuery, ...] = ()  # wider queries, where nothing or little was found
    total_is_least: bool = False
    """True when there are more than ``total``: not all candidates of a wide operator search were examined."""
    law_from: date | None = None
    law_to: date | None = None
    """The last date of the law, equal to ``law_from`` for one day; None for today's law."""
    outside: tuple[OutsideHit, ...] = ()  # passages that were not the law then; never among ``hits``
    outside_total: int = 0
    authorities: tuple[AuthorityNote, ...] = ()
    """The authorities that the query names, with the office's notes on them."""
    less_close: int = 0
    briefs: tuple[int, ...] = ()
    """Each result's document in order, with less close ones; 0 for law: its sections are not grouped."""

    @property
    def close(self) -> tuple[Hit, ...]:
        return tuple(hit for hit in self.hits if hit.tier is Tier.CLOSE)

    @property
    def listed(self) -> int:
        """The number of results in both tiers; ``hits`` has some of them."""
        return self.total + self.less_close

    @property
    def nothing_close(self) -> bool:
        """True when there are only less close results; ``advice`` then begins with that."""
        return self.less_close > 0 and not self.total
