"""Parses typed text into a query: the required part, numbers, words, and the sentence to embed.

Operators, quotation marks and fields are read by ``operators`` and must match exactly; the plain rest ranks.
In it, numbers that name a rule, statute or docket are kept whole, the words that only ask ("find me briefs
about") are set aside, and the rest are words to rank by, while the sentence itself goes to the encoder. Every
reading that may differ from what was meant is kept, too, and reported by ``interpretation``.

A query often has a context and a question: a statement and then a condition, or "Search of a vehicle: consent
by a passenger". Words of the context count less than those of the question. Several paragraphs of which none
is the question are searched one by one, and the rankings averaged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from briefbank.domain.authorities import Citation
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.domain.searches import Expression, Phrase, Term, conjuncts
from briefbank.errors import QueryError
from briefbank.search import typed_text
from briefbank.search.operators.grammar import Read, read
from briefbank.search.query import ParsedQuery, Subquery, Typed, query_class
from briefbank.search.typed_text import LawDay, TextToken, law_day
from briefbank.text import page_numbers
from briefbank.text.language import ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS, TextLanguage, language_of
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.index.lexical import LexicalReader
    from briefbank.search.search_types import FindCitations, KnownPages

TYPED_WORDS = 12  # The most words that are looked up
TEXT_LIMIT = 200_000  # The most characters; about a hundred pages pasted in
PARTS_LIMIT = 8  # The most paragraphs searched one by one; more are merged into this many groups
WORDS_LIMIT = 240  # The most different words over all parts; the most repeated stay
CITATION_TEXT_LIMIT = 4_000  # The characters of the text in which citations are searched, to bound the time
QUESTION_WORDS = 60
"""The most words of a last paragraph that is the question of those before it; a paragraph with a question
mark always is."""
PASTED_WORDS = 60
QUOTE_MARKS = frozenset('"“”„‟')
QUOTES = Message("Quotation marks in a long text do not limit the search.")
CONTEXT_TOKENS = 30  # The tokens within which a colon may end a heading


def parse(
    untrusted_text: str,
    find_citations: FindCitations,
    known_pages: KnownPages = lambda _: (),
    *,
    literal: bool = False,
    splitting: bool = True,
) -> ParsedQuery:
    """Read typed or pasted text. Linear in its length. Any thread.

    ``known_pages`` says which labels of pages the library has. ``literal``: the text is quoted from a
    document, and nothing in it is an operator or a request. Without ``splitting`` it is read as one paragraph
    without a context. Raises QueryError, with the position, for text without anything to search for, and for
    more than TEXT_LIMIT characters.
    """
    if len(untrusted_text) > TEXT_LIMIT:
        raise QueryError(
            Message("This text is longer than can be searched at once."),
            Message("Paste the paragraphs that matter most."),
            position=TEXT_LIMIT,
        )
    text = typed_text.clean(untrusted_text)
    whole = Read(None, ((0, len(text)),), ())
    reading = whole if literal else read(text)
    if is_pasted(text, conjuncts(reading.expression)):
        # It quotes somebody, and the quoted words need not stand in a passage that helps.
        reading = replace(whole, notes=(*reading.notes, QUOTES))
    gaps = AnnotationGaps()
    cited = gaps.attempt(Annotation.CITATIONS, (), _cited, text, reading.rest, find_citations)
    day, plain = _without_day(text, reading, cited, gaps, literal=literal)
    aside, kept, good_law = ("", plain, False) if literal else _without_question(plain, reading, cited)
    spanish = language_of(" ".join(piece.text for piece in kept)) is TextLanguage.SPANISH
    stop_words = ENGLISH_STOP_WORDS | SPANISH_STOP_WORDS if spanish else ENGLISH_STOP_WORDS
    labels = () if literal else known_pages(page_numbers.candidate_keys([piece.text for piece in kept]))
    named = [(c, " ".join(text[c.start : c.end].split())) for c in _without_number(text, cited)]
    names = {  # as typed and canonical, each once
        letters_and_digits: name
        for citation, typed in named
        for name in (typed, citation.canonical)
        if (letters_and_digits := "".join(sign for sign in name.lower() if sign.isalnum()))
    }
    reader = _Reader(cited, stop_words, labels, numbers=list(names.values()))
    is_split = splitting and not literal and not reading.operators
    context, groups = (
        _context_and_question(kept) if is_split else ((), typed_text.paragraphs(kept, PARTS_LIMIT))
    )
    if not splitting:
        groups = [[piece for group in groups for piece in group]]
    context_part = reader.part(context) if context else None
    read_parts = [reader.part(group) for group in groups]
    parts, dropped = _bounded(
        [part for part in read_parts if part.words] or read_parts[:1] or [Subquery((), "")]
    )
    cited_ranges = (Typed(citation.start, citation.end, number=typed) for citation, typed in named)
    parsed = ParsedQuery(
        text=text,
        parts=parts,
        context=context_part,
        read=reading,
        identifiers=tuple(dict.fromkeys(reader.numbers)),
        cases=() if cited else tuple(dict.fromkeys(reader.names)),
        cited=tuple(dict.fromkeys(citation.canonical for citation in cited if citation.canonical)),
        typed=tuple(sorted((*reader.typed, *cited_ranges), key=lambda typed: typed.start)),
        set_aside=aside,
        dates=tuple(dict.fromkeys(reader.dates)),
        words_dropped=dropped,
        literal=literal,
        law_day=day,
        gaps=gaps.all(),
    )
    parsed = _searchable(_with_bounded_context(parsed), untrusted_text)
    kind = query_class(
        [piece.text for piece in kept],
        len(parsed.words),
        len({piece.paragraph for piece in kept}),
        only_exact=parsed.exact_only,
        good_law=good_law,
    )
    return replace(parsed, query_class=kind)


def is_pasted(text: str, required: Sequence[Expression]) -> bool:
    """Tell whether all required parts are quotations in a text that nobody types into a search box."""
    if not required or not all(isinstance(part, Term | Phrase) for part in required):
        return False
    return looks_pasted(text) and all(text[part.start] in QUOTE_MARKS for part in required)


def looks_pasted(text: str) -> bool:
    return len(text.split()) > PASTED_WORDS or bool(typed_text.BLANK_LINE.search(text))


@dataclass(slots=True)
class _Reader:
    """Reads paragraph after paragraph and collects what belongs to the whole query."""

    cited: Sequence[Citation]
    stop_words: Collection[str]
    labels: Collection[str] = ()  # The keys of the labels of pages that the library has
    numbers: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    typed: list[Typed] = field(default_factory=list)

    def part(self, group: Sequence[TextToken]) -> Subquery:
        """Return one paragraph's words and sentence."""
        sequence: list[str] = []
        texts = typed_text.joined([piece.text for piece in group])
        self.names += typed_text.case_names(texts)
        pages = page_numbers.typed(texts, self.labels) if self.labels else {}
        for at, (count, _) in pages.items():
            texts[at : at + count] = [" ".join(texts[at : at + count]), *[""] * (count - 1)]
        for at, piece in enumerate(group):
            before = texts[at - 1] if at else ""
            after = texts[at + 1] if at + 1 < len(texts) else ""
            core = typed_text.bare(texts[at])
            is_number = typed_text.is_identifier(core, "§" if texts[at].startswith("§") else before)
            if at in pages or is_number:
                self.numbers += pages[at][1] if at in pages else [core]
                self.typed.append(Typed(*self._number_range(group, texts, at), number=core))
            elif texts[at]:
                sequence += self._content_words(piece, texts[at], before, after)
        words = tuple(word for word, _ in Counter(sequence).most_common())
        return Subquery(words, " ".join(text for text in texts if text), tuple(sequence))

    def _content_words(self, piece: TextToken, text: str, before: str, after: str) -> list[str]:
        """Return the words to rank by in one piece that is no number; dates are recorded instead."""
        core = typed_text.bare(text)
        if typed_text.announces(text, after) or self._citations_at(piece.start, piece.end):
            return []
        if typed_text.is_date(core, before, after) or typed_text.is_month(core, after):
            self.dates.append(core)
            return []
        words = [
            word
            for word in typed_text.words_in(text)
            if word not in self.stop_words or typed_text.is_noun(word, before)
        ]
        if words:
            self.typed.append(Typed(piece.start, piece.end, words=tuple(words)))
        return words

    def _number_range(self, group: Sequence[TextToken], texts: Sequence[str], at: int) -> tuple[int, int]:
        """Return a number's range, with the "Rule" before, the "(b)" behind, the citation around it."""
        announced = at > 0 and typed_text.announces(texts[at - 1], texts[at])
        last = next((after for after in range(at + 1, len(group)) if texts[after]), len(group)) - 1
        start = group[at - 1].start if announced else group[at].start
        end = group[last].end
        around = self._citations_at(start, end)
        return min([start, *(c.start for c in around)]), max([end, *(c.end for c in around)])

    def _citations_at(self, start: int, end: int) -> Sequence[Citation]:
        """Return the citations that overlap a range: they come in order and without overlaps."""
        first = bisect_right(self.cited, start, key=lambda citation: citation.end)
        return self.cited[first : bisect_left(self.cited, end, key=lambda citation: citation.start)]


def _context_and_question(kept: Sequence[TextToken]) -> tuple[Sequence[TextToken], list[list[TextToken]]]:
    """Return the context, and the paragraphs of the question.

    The context is what comes before a short last paragraph or a question, or before the first colon of a
    single line.
    """
    groups = typed_text.paragraphs(kept, PARTS_LIMIT)
    if len(groups) > 1:
        last = groups[-1]
        is_question = len(last) <= QUESTION_WORDS or last[-1].text.endswith("?")
        return ([piece for group in groups[:-1] for piece in group], [last]) if is_question else ((), groups)
    colon = next(
        (
            at
            for at, piece in enumerate(kept[:CONTEXT_TOKENS], 1)
            if piece.text.endswith(":")
            and not (at < len(kept) and typed_text.announces(piece.text, kept[at].text))
        ),
        0,
    )
    if colon and _has_content(kept[:colon]) and _has_content(kept[colon:]):
        return kept[:colon], [list(kept[colon:])]
    return (), groups


def _has_content(some: Sequence[TextToken]) -> bool:
    return any(word not in ENGLISH_STOP_WORDS for piece in some for word in typed_text.words_in(piece.text))


def _without_day(
    text: str, reading: Read, cited: Sequence[Citation], gaps: AnnotationGaps, *, literal: bool
) -> tuple[LawDay | None, list[TextToken]]:
    """Return the day whose law is asked for, and the plain pieces without the words that say so. A text
    without other words asks for no law."""
    plain = typed_text.split(text, reading.rest)
    day = None if literal else gaps.attempt(Annotation.DATES, None, law_day, text, reading.rest, cited)
    if day is None:
        return None, plain
    left = [piece for piece in plain if piece.end <= day.start or day.end <= piece.start]
    return (day, left) if reading.operators or _has_content(left) else (None, plain)


def _without_question(
    pieces: Sequence[TextToken], reading: Read, cited: Sequence[Citation]
) -> tuple[str, list[TextToken], bool]:
    """Return the words that only ask, as typed; the other pieces; whether they ask if it is good law."""
    rest = reading.rest
    first = [piece for piece in pieces if piece.paragraph == pieces[0].paragraph] if pieces else []
    whole = len(first) == len(pieces) and not reading.operators
    plain = [typed_text.without_punctuation(piece.text) for piece in first]
    named = bool(cited) or any(typed_text.is_versus(word) for word in plain)
    tail = typed_text.good_law_length(plain, named=named) if whole else 0
    opening = typed_text.opening_length(plain) if len(rest) == 1 or not reading.operators else 0
    if reading.operators and rest and all(rest[0][0] < part.start for part in conjuncts(reading.expression)):
        before = [word for word, piece in zip(plain, first, strict=True) if piece.end <= rest[0][1]]
        opening = typed_text.opening_length([*before, "something"])
    kept = list(pieces[opening : len(pieces) - tail])
    aside = [*pieces[:opening], *pieces[len(pieces) - tail :]]
    return " ".join(piece.text for piece in aside).strip(" ?.,:;"), kept, bool(tail)


def _cited(text: str, rest: Sequence[tuple[int, int]], find_citations: FindCitations) -> Sequence[Citation]:
    """Return the citations in the plain text; none without a digit, since the finder is slow to load."""
    beginning = text[:CITATION_TEXT_LIMIT]
    if not any(c.isdigit() for c in beginning):
        return ()
    citations = find_citations(beginning)
    return tuple(c for c in citations if any(start <= c.start and c.end <= end for start, end in rest))


def _without_number(text: str, cited: Sequence[Citation]) -> Iterator[Citation]:
    """Yield the citations without a number that is searched by itself, as the section of a statute is."""
    for citation in cited:
        words = text[citation.start : citation.end].split()
        pairs = zip(words, ["", *words], strict=False)
        if not any(typed_text.is_identifier(typed_text.bare(word), before) for word, before in pairs):
            yield citation


def _bounded(parts: Sequence[Subquery]) -> tuple[tuple[Subquery, ...], int]:
    """Return the parts with at most WORDS_LIMIT words together, and how many words were dropped."""
    share = max(1, WORDS_LIMIT // len(parts))
    dropped = sum(max(0, len(part.words) - share) for part in parts)
    return tuple(replace(part, words=part.words[:share]) for part in parts), dropped


def _with_bounded_context(parsed: ParsedQuery) -> ParsedQuery:
    if parsed.context is None:
        return parsed
    context = replace(parsed.context, words=parsed.context.words[:WORDS_LIMIT])
    dropped = parsed.words_dropped + len(parsed.context.words) - len(context.words)
    if parsed.parts[0].words:
        return replace(parsed, context=context, words_dropped=dropped)
    joined = f"{context.sentence} {parsed.parts[0].sentence}".strip()
    return replace(parsed, parts=(replace(context, sentence=joined),), context=None, words_dropped=dropped)


def _searchable(parsed: ParsedQuery, untrusted_text: str) -> ParsedQuery:
    """Return the query if it has something to search for; one of dates alone searches their numbers."""
    if parsed.words or parsed.required is not None or parsed.identifiers:
        return parsed
    if parsed.dates:
        words = tuple(dict.fromkeys(word for text in parsed.dates for word in typed_text.words_in(text)))
        return replace(parsed, parts=(Subquery(words, parsed.parts[0].sentence, words),), dates=())
    if parsed.read.broken:
        raise QueryError(*parsed.read.broken, position=0)
    if any(c.isalnum() for c in untrusted_text):
        raise QueryError(
            Message("This search has only small words, such as “the” or “what”."),
            Message("Add a word that says what the passage is about, or put the words in quotation marks."),
            position=0,
        )
    raise QueryError(
        Message("There is no word to search for."),
        Message("Type what the passage should be about."),
        position=0,
    )


def query_language(parsed: ParsedQuery, index: LexicalReader) -> TextLanguage:
    """Return the language of a query; English where nothing speaks for another.

    A sentence tells its language by its small words. Of "registro vehículo" the lexical index knows it: more
    of the words stand in passages of the one language alone than in those of the other.
    """
    language = language_of(parsed.plain)
    if language is not TextLanguage.ENGLISH or len(parsed.words) > TYPED_WORDS:
        return language
    english = index.frequencies(parsed.words, language=TextLanguage.ENGLISH)
    spanish = index.frequencies(parsed.words, language=TextLanguage.SPANISH)
    alone = [bool(there) - bool(here) for here, there in zip(english, spanish, strict=True)]
    return TextLanguage.SPANISH if sum(alone) > 0 else TextLanguage.ENGLISH
