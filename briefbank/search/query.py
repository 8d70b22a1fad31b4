"""A parsed query: the required part, words, numbers, context and question; made by ``parsing``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from briefbank.domain.annotations import AnnotationGap
from briefbank.domain.documents import Document
from briefbank.domain.expression import Expression, terms_of
from briefbank.domain.passages import Passage
from briefbank.domain.searches import LexicalQuery, Related
from briefbank.search import question_phrases
from briefbank.search.law_day_parsing import LawDay
from briefbank.search.operators import Read
from briefbank.search.query_classes import QueryClass
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import keys_of, query_keys
from briefbank.text.language import Language

NOTHING_READ = Read(None, (), ())


@dataclass(frozen=True, slots=True)
class Subquery:
    """A paragraph of the query: its words to rank by and its sentence for the encoder (may be empty)."""

    words: tuple[str, ...]
    sentence: str
    sequence: tuple[str, ...] = ()
    """The words as they follow one another, as often as typed."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A parsed query. ``parts`` is never empty."""

    text: str
    """The typed text, cleaned: ranges of ``read`` and ``typed`` refer to it."""
    parts: tuple[Subquery, ...]
    context: Subquery | None = None
    """The context before the question, where there is one; ``parts`` is then the question alone."""
    read: Read = NOTHING_READ
    identifiers: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    """Cases named without a reporter, as "state v carty"."""
    cited: tuple[str, ...] = ()
    """Authorities that the text cites, by their canonical names."""
    typed: tuple[Typed, ...] = ()
    """The pieces that words and numbers came from, in order."""
    set_aside: str = ""
    """The words that only asked, as typed."""
    dates: tuple[str, ...] = ()
    words_dropped: int = 0
    """The number of different words beyond WORDS_LIMIT."""
    corrections: tuple[Correction, ...] = ()
    related: tuple[Related, ...] = ()
    query_class: QueryClass = QueryClass.TOPIC
    language: Language = Language.ENGLISH
    literal: bool = False
    """Whether the text was selected or pasted, or was written by a model, and was not typed."""
    law_day: LawDay | None = None
    """The days whose law the text asks for."""
    gaps: tuple[AnnotationGap, ...] = ()
    """What could not be read of its citations and dates; their words are searched for all the same."""

    @property
    def required(self) -> Expression | None:
        """The required part."""
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
        """The plain text beside operators, as typed."""
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
        """The different words to rank by, of all parts."""
        return tuple(dict.fromkeys(word for part in self.all_parts for word in part.words))

    @property
    def exact_only(self) -> bool:
        """Tell whether only exact things were asked for, so that every passage with them is a result.

        A plain number is not exact enough: the 1983 of "§ 1983" is also a year. The docket 083456 is.
        """
        structured = all(not number.isdigit() or number.startswith("0") for number in self.identifiers)
        asked = self.required is not None or bool(self.identifiers)
        return not self.words and structured and asked

    @property
    def exact(self) -> bool:
        """Tell whether every passage that matches is a result: nothing was asked for by plain words."""
        return self.exact_only or (self.required is not None and not self.words)

    def with_required(self, required: Expression | None) -> ParsedQuery:
        """Return the same query with another required part."""
        return replace(self, read=replace(self.read, expression=required))

    def lexical(self, part: Subquery | None = None) -> LexicalQuery:
        """Return the word index's query for one part, or (None) the whole; it also defines match ranges."""
        context = self.context.words if self.context else ()
        parts, required = (part,) if part else self.parts, self._required_words
        wanted = tuple(dict.fromkeys((*(word for each in parts for word in each.words), *required)))
        return LexicalQuery(
            words=wanted,
            context=tuple(word for word in context if word not in wanted),
            identifiers=(*self.identifiers, *self.cases),
            required=self.required,
            related=self.related,
            sequences=tuple(filter(None, (*(each.sequence for each in parts), required))),
            context_sequence=self.context.sequence if self.context else (),
        )

    @property
    def _required_words(self) -> tuple[str, ...]:
        """Required words without stop words, which rank the passages that have them."""
        if self.required is None:
            return ()
        closed = (term.pattern for term in terms_of(self.required) if not term.open)
        return tuple(word for word in closed if word not in question_phrases.STOP_WORDS)

    def corrected(self, corrections: tuple[Correction, ...]) -> ParsedQuery:
        """Return the same query with words replaced, in its words and in its sentences."""
        if not corrections:
            return self
        used = {each.typed: each.used for each in corrections}

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
    used: str
    """The word searched for instead."""
    known: bool = False
    """True when some passage has the typed word, but none has it with another word of the query."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The range of a word or number of the query in the typed text."""

    start: int
    end: int
    words: tuple[str, ...] = ()
    number: str = ""
