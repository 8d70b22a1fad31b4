"""A parsed query, its class, and the parameters by which a query of each class is answered best.

A rule number is answered by the passages that have it; a pasted statement of facts shares words with
everything, and the sentence behind it is the actual question. So the class of a query chooses the weights
(after Wang and others 2025, "HyPA-RAG"). The figures are those of ``tests/evaluate/README.md`` on two
sets; most are flat. A sentence without a context is understood best by the encoder, which read whole
sentences. Classes without a judged set have the value of the nearest class measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from briefbank.domain.documents import AnnotationGap, Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Expression, LexicalQuery, Related, terms_of
from briefbank.search.operators.grammar import Read
from briefbank.search.typed_text import LawDay, word_set
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import keys_of, query_keys
from briefbank.text.language import ENGLISH_STOP_WORDS, TextLanguage

SHORT_WORDS = 6  # The most content words of a text without a verb that is a topic
FACTS_WORDS = 25  # The content words from which a single paragraph is taken for a statement of facts

_QUESTION_OPENERS = word_set(
    "what when where which who whom whose why how can could may must should is are was were does do did has "
    "have had will would whether"
)
_ARGUES = word_set(
    """
    must should cannot erred error errors violates violated violate denied deprived requires required warrants
    warranted unconstitutional improper improperly insufficient inadmissible reversal reversed vacated failed
    because therefore unreasonable unlawful abused abuse plain
    """
)


class QueryClass(StrEnum):
    IDENTIFIER = "identifier"  # Numbers, citations or operators alone: the passages that have them
    TOPIC = "topic"  # A few words that name a subject
    QUESTION = "question"
    FACTS = "facts"  # A statement of facts, in a long sentence or several paragraphs
    GOOD_LAW = "good-law"  # A question whether an authority still holds
    ARGUMENT = "argument"  # A sentence that claims something


@dataclass(frozen=True, slots=True)
class Parameters:
    semantic: float  # The share of the semantic channel in relevance, 0 to 1; words have the rest
    semantic_alone: float  # The same share for a query that is one sentence or paragraph without a context
    context: float  # The weight of a word of the context, where one of the question has 1
    context_semantic: float  # The share of the context in the query's vector, 0 to 1
    neighbours: float
    """The weight of the passages that cite what the first results cite, where words and embeddings together
    have 1. Each half of the case notes is best at 0.2 or 0.25."""
    depth: int
    """The passages taken from each channel: deep enough that fusing deeper changed no measure by half a
    point."""


USUAL = Parameters(
    semantic=0.35, semantic_alone=0.35, context=0.4, context_semantic=0.25, neighbours=0.2, depth=200
)
_SENTENCE = replace(USUAL, semantic_alone=0.45)
PARAMETERS: Mapping[QueryClass, Parameters] = {
    QueryClass.IDENTIFIER: Parameters(0.20, 0.20, 0.4, 0.25, 0.0, 1000),
    QueryClass.TOPIC: USUAL,
    QueryClass.QUESTION: _SENTENCE,
    QueryClass.FACTS: Parameters(0.20, 0.45, 0.4, 0.30, 0.2, 300),
    QueryClass.GOOD_LAW: Parameters(0.20, 0.20, 0.4, 0.25, 0.0, 1000),
    QueryClass.ARGUMENT: _SENTENCE,
}
"""The parameters of each class. IDENTIFIER and GOOD_LAW go deep, because everything that cites an authority
is wanted and not only the nearest."""


def parameters_of(kind: QueryClass, *, alone: bool) -> Parameters:
    """Return the parameters of a query; ``alone``: it is one sentence or paragraph without a context."""
    parameters = PARAMETERS[kind]
    return replace(parameters, semantic=parameters.semantic_alone) if alone else parameters


def query_class(
    spoken: Sequence[str], content: int, parts: int, *, only_exact: bool, good_law: bool
) -> QueryClass:
    """Return the class of a query: ``spoken`` its words as typed, ``content`` the number of its content
    words, ``parts`` the number of its paragraphs."""
    if good_law:
        return QueryClass.GOOD_LAW
    if only_exact:
        return QueryClass.IDENTIFIER
    if parts > 1 or content >= FACTS_WORDS:
        return QueryClass.FACTS
    words = [word.lower().strip(".,;:?!()\"'“”’") for word in spoken]
    if spoken and (spoken[-1].endswith("?") or words[0] in _QUESTION_OPENERS):
        return QueryClass.QUESTION
    if content <= SHORT_WORDS and _ARGUES.isdisjoint(words):
        return QueryClass.TOPIC
    return QueryClass.FACTS if _ARGUES.isdisjoint(words) else QueryClass.ARGUMENT


NOTHING_READ = Read(None, (), ())


@dataclass(frozen=True, slots=True)
class Subquery:
    """A paragraph of the query: its words to rank by and its sentence for the encoder (may be empty)."""

    words: tuple[str, ...]
    sentence: str
    sequence: tuple[str, ...] = ()  # The words as they follow one another, as often as typed


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A parsed query. ``parts`` is never empty."""

    text: str  # The typed text, cleaned: ranges of ``read`` and ``typed`` refer to it
    parts: tuple[Subquery, ...]
    context: Subquery | None = None
    """The context before the question, where there is one; ``parts`` is then the question alone."""
    read: Read = NOTHING_READ
    identifiers: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()  # Cases named without a reporter, as "state v carty"
    cited: tuple[str, ...] = ()  # Authorities that the text cites, by their canonical names
    typed: tuple[Typed, ...] = ()  # The pieces that words and numbers came from, in order
    set_aside: str = ""  # The words that only asked, as typed
    dates: tuple[str, ...] = ()
    words_dropped: int = 0  # The number of different words beyond WORDS_LIMIT
    corrections: tuple[Correction, ...] = ()
    related: tuple[Related, ...] = ()
    query_class: QueryClass = QueryClass.TOPIC
    language: TextLanguage = TextLanguage.ENGLISH
    literal: bool = False
    """Whether the text was selected or pasted, or was written by a model, and was not typed."""
    law_day: LawDay | None = None  # The days whose law the text asks for
    gaps: tuple[AnnotationGap, ...] = ()
    """What could not be read of its citations and dates; their words are searched for all the same."""

    @property
    def required(self) -> Expression | None:
        return self.read.expression

    @property
    def all_parts(self) -> tuple[Subquery, ...]:
        """Context and parts, in the order typed."""
        return self.parts if self.context is None else (self.context, *self.parts)

    @property
    def alone(self) -> bool:
        """Tell whether it is one sentence or paragraph without a context."""
        return self.context is None and len(self.parts) == 1

    @property
    def plain(self) -> str:
        return " ".join(self.text[start:end] for start, end in self.read.rest)

    @property
    def asks_numbers(self) -> bool:
        """Tell whether a rule, statute, docket, citation or case is named."""
        return bool(self.identifiers or self.cases or self.cited)

    def own_dockets(self, document: Document) -> list[str]:
        """Return the docket numbers asked for that are the document's own."""
        known = keys_of(document.docket)
        return [number for number in self.identifiers if not known.isdisjoint(query_keys(number))]

    def own_pages(self, passage: Passage) -> list[str]:
        """Return the labels of the passage's pages that were asked for, as they are printed."""
        typed = {page_numbers.key(number) for number in self.identifiers} - {""}
        printed = page_numbers.SEPARATOR.join(passage.labels).split(page_numbers.SEPARATOR) if typed else ()
        return [label for label in printed if not typed.isdisjoint(page_numbers.keys([label]))]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for part in self.all_parts for word in part.words))

    @property
    def exact_only(self) -> bool:
        """Tell whether only exact things were asked for, so that every passage with them is a result.

        A plain number is not exact enough: the 1983 of "§ 1983" is also a year. The docket 083456 is.
        """
        structured = all(not number.isdigit() or number.startswith("0") for number in self.identifiers)
        required = self.required is not None or bool(self.identifiers)
        return not self.words and structured and required

    @property
    def exact(self) -> bool:
        """Tell whether every passage that matches is a result: nothing was asked for by plain words."""
        return self.exact_only or (self.required is not None and not self.words)

    def with_required(self, required: Expression | None) -> ParsedQuery:
        return replace(self, read=replace(self.read, expression=required))

    def lexical(self, part: Subquery | None = None) -> LexicalQuery:
        """Return the word index's query for one part, or (None) the whole; it also defines match ranges."""
        required: tuple[str, ...] = ()
        if self.required is not None:  # these rank the passages that have them
            closed = (term.pattern for term in terms_of(self.required) if not term.open)
            required = tuple(word for word in closed if word not in ENGLISH_STOP_WORDS)
        context = self.context.words if self.context else ()
        parts = (part,) if part else self.parts
        words = tuple(dict.fromkeys((*(word for part in parts for word in part.words), *required)))
        return LexicalQuery(
            words=words,
            context=tuple(word for word in context if word not in words),
            identifiers=(*self.identifiers, *self.cases),
            required=self.required,
            related=self.related,
            sequences=tuple(filter(None, (*(part.sequence for part in parts), required))),
            context_sequence=self.context.sequence if self.context else (),
        )

    def corrected(self, corrections: tuple[Correction, ...]) -> ParsedQuery:
        """Return the same query with words replaced, in its words and in its sentences."""
        if not corrections:
            return self
        used = {correction.typed: correction.used for correction in corrections}

        def with_corrections(part: Subquery) -> Subquery:
            return Subquery(
                tuple(dict.fromkeys(used.get(word, word) for word in part.words)),
                " ".join(used.get(token.lower(), token) for token in part.sentence.split()),
                tuple(used.get(word, word) for word in part.sequence),
            )

        return replace(
            self,
            parts=tuple(with_corrections(part) for part in self.parts),
            context=with_corrections(self.context) if self.context else None,
            corrections=corrections,
        )


@dataclass(frozen=True, slots=True)
class Correction:
    """A word of the query that was taken for a slip."""

    typed: str
    used: str  # The word searched for instead
    known: bool = False  # Some passage has the typed word, but none has it with another word of the query


@dataclass(frozen=True, slots=True)
class Typed:
    """The range of a word or number of the query in the typed text."""

    start: int
    end: int
    words: tuple[str, ...] = ()
    number: str = ""
