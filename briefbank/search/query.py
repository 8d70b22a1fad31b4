"""Typed text becomes a query: quotations, numbers, words, and the sentence for meaning, with nothing hidden.

Plain language is the only mode here. Quoted text is required exactly; numbers that name a rule, statute or
docket are kept whole; the words that only ask ("find me briefs about") are set aside; the rest are words to
rank by, and the sentence itself goes to the encoder. Whatever was read in another way than it may have been
meant is kept here too, and said by ``interpretation``. Any text ends in a ParsedQuery or a QueryError.

Text of several paragraphs is cut at its blank lines. On pairs of a statement and a condition, ranking each
paragraph by its own words and averaging found clearly more than one long query (see ``fusion``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from briefbank.errors import QueryError
from briefbank.models import Citation, LexicalQuery
from briefbank.search import identifiers, pieces, wording
from briefbank.search.channels import FindCitations
from briefbank.search.pieces import Piece

TEXT_LIMIT = 200_000
"""Characters; about a hundred pages pasted in."""
PARTS_LIMIT = 8
"""Paragraphs searched one by one; more are put together in this many groups."""
WORDS_LIMIT = 240
"""Different words over all parts; the most repeated stay."""
PHRASES_LIMIT = 20
CITATION_TEXT_LIMIT = 4_000
"""Characters of the text in which citations are looked for, to bound the time."""


@dataclass(frozen=True, slots=True)
class Part:
    """One paragraph of the query: its words to rank by and its sentence for the encoder (may be empty)."""

    words: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query as it was understood. ``parts`` is never empty."""

    parts: tuple[Part, ...]
    phrases: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    set_aside: str = ""
    """The words that only asked, as typed."""
    operators: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    unpaired_quote: bool = False
    words_dropped: int = 0
    """Different words beyond WORDS_LIMIT."""
    corrections: tuple[tuple[str, str], ...] = ()
    """Words that no passage has, each with the word searched for instead."""

    @property
    def words(self) -> tuple[str, ...]:
        """The different words of all parts."""
        return tuple(dict.fromkeys(word for part in self.parts for word in part.words))

    @property
    def exact_only(self) -> bool:
        """Whether only exact things were asked for, so that every passage with them is what was asked.

        A plain number is not exact enough: the 1983 of "§ 1983" is also a year.
        """
        structured = all(not number.isdigit() for number in self.identifiers)
        return not self.words and structured and bool(self.phrases or self.identifiers)

    def lexical(self, part: Part | None = None) -> LexicalQuery:
        """What the word index is asked for one part, or (None) for all parts at once."""
        return LexicalQuery(self.words if part is None else part.words, self.phrases, self.identifiers)

    def corrected(self, corrections: Mapping[str, str]) -> ParsedQuery:
        """The same query with words replaced, in its words and in its sentences."""
        if not corrections:
            return self
        parts = tuple(
            Part(
                tuple(dict.fromkeys(corrections.get(word, word) for word in part.words)),
                " ".join(corrections.get(token.lower(), token) for token in part.meaning.split()),
            )
            for part in self.parts
        )
        return replace(self, parts=parts, corrections=tuple(corrections.items()))


def parse(untrusted_text: str, find_citations: FindCitations) -> ParsedQuery:
    """Read typed or pasted text. Linear in its length. Any thread.

    Raises QueryError, with the position, for text without anything to search for, with more than
    PHRASES_LIMIT quotations, or longer than TEXT_LIMIT characters.
    """
    if len(untrusted_text) > TEXT_LIMIT:
        raise QueryError(
            "This text is longer than can be searched at once.",
            "Paste the paragraphs that matter most.",
            position=TEXT_LIMIT,
        )
    text = pieces.clean(untrusted_text)
    found, unpaired = pieces.split(text)
    quotations = [piece.text for piece in found if piece.quoted]
    phrases = tuple(dict.fromkeys(text for text in quotations if any(pieces.words_in(text))))
    if len(phrases) > PHRASES_LIMIT:
        raise _too_many_phrases(untrusted_text)
    set_aside, found = _without_question(found)
    cited = _cited(text, find_citations)
    reader = _Reader(cited, any(c.islower() for c in text), numbers=_citation_names(text, cited))
    parts = [reader.part(group) for group in pieces.paragraphs(found, PARTS_LIMIT)]
    kept, dropped = _bounded([part for part in parts if part.words] or parts[:1] or [Part((), "")])
    parsed = ParsedQuery(
        parts=kept,
        phrases=phrases,
        identifiers=tuple(dict.fromkeys(reader.numbers)),
        set_aside=set_aside,
        operators=tuple(dict.fromkeys(reader.operators)),
        dates=tuple(dict.fromkeys(reader.dates)),
        unpaired_quote=unpaired,
        words_dropped=dropped,
    )
    return _searchable(parsed, untrusted_text)


@dataclass(slots=True)
class _Reader:
    """Reads paragraph after paragraph and collects what belongs to the whole query."""

    cited: Sequence[Citation]
    mixed_case: bool
    numbers: list[str] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)

    def part(self, group: Sequence[Piece]) -> Part:
        """One paragraph's words and sentence."""
        words: Counter[str] = Counter()
        spoken: list[str] = []
        texts = identifiers.joined([piece.text for piece in group])
        for at, piece in enumerate(group):
            before = texts[at - 1] if at else ""
            after = texts[at + 1] if at + 1 < len(texts) else ""
            if piece.quoted:
                spoken.append(piece.text)
            elif texts[at] and not self._operator(texts[at]):
                spoken.append(texts[at])
                words.update(self._content(piece, texts[at], before, after))
        return Part(tuple(word for word, _ in words.most_common()), " ".join(spoken))

    def _operator(self, text: str) -> bool:
        if pieces.is_operator(text, self.mixed_case):
            self.operators.append(text.strip("()"))
            return True
        if sign := pieces.expander(text):
            self.operators.append(sign)
        return False

    def _content(self, piece: Piece, text: str, before: str, after: str) -> list[str]:
        """The words to rank by in one piece; numbers and dates are noted instead."""
        core = identifiers.bare(text)
        if identifiers.is_identifier(core, "§" if text.startswith("§") else before):
            self.numbers.append(core)
            return []
        if identifiers.announces(text, after) or self._in_citation(piece):
            return []
        if identifiers.is_date(core, before, after) or identifiers.is_month(core, after):
            self.dates.append(core)
            return []
        return [word for word in pieces.words_in(text) if word not in wording.STOP_WORDS]

    def _in_citation(self, piece: Piece) -> bool:
        end = piece.start + len(piece.text)
        return any(citation.start < end and piece.start < citation.end for citation in self.cited)


def _without_question(found: Sequence[Piece]) -> tuple[str, list[Piece]]:
    """The words that only ask, as typed, and the pieces without them."""
    first = [piece for piece in found if piece.paragraph == found[0].paragraph] if found else []
    plain = [_plain(piece) for piece in first]
    tail = wording.good_law_length(plain) if len(first) == len(found) else 0
    opening = wording.opening_length(plain)
    kept = list(found[opening : len(found) - tail])
    aside = [*found[:opening], *found[len(found) - tail :]]
    return " ".join(piece.text for piece in aside).strip(" ?.,:;"), kept


def _plain(piece: Piece) -> str:
    return "" if piece.quoted else piece.text.lower().replace("’", "'").strip(".,;:?!()")


def _cited(text: str, find_citations: FindCitations) -> Sequence[Citation]:
    """Citations in the text; without a digit there is none, and the finder is slow to load."""
    beginning = text[:CITATION_TEXT_LIMIT]
    return tuple(find_citations(beginning)) if any(c.isdigit() for c in beginning) else ()


def _citation_names(text: str, cited: Sequence[Citation]) -> list[str]:
    """What finds the citations: as typed and in canonical form, unless a number in it says enough."""
    names: list[str] = []
    for citation in cited:
        words = text[citation.start : citation.end].split()
        pairs = zip(words, ["", *words], strict=False)
        if not any(identifiers.is_identifier(identifiers.bare(word), before) for word, before in pairs):
            names += [" ".join(words), citation.canonical]
    return list({_letters(name): name for name in names if _letters(name)}.values())


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _bounded(parts: Sequence[Part]) -> tuple[tuple[Part, ...], int]:
    """The parts with at most WORDS_LIMIT words together, and how many words were dropped."""
    share = max(1, WORDS_LIMIT // len(parts))
    dropped = sum(max(0, len(part.words) - share) for part in parts)
    return tuple(replace(part, words=part.words[:share]) for part in parts), dropped


def _searchable(parsed: ParsedQuery, untrusted_text: str) -> ParsedQuery:
    """The query, if there is something in it to search for; a query of dates alone searches their numbers."""
    if parsed.words or parsed.phrases or parsed.identifiers:
        return parsed
    if parsed.dates:
        words = tuple(dict.fromkeys(word for text in parsed.dates for word in pieces.words_in(text)))
        return replace(parsed, parts=(Part(words, parsed.parts[0].meaning),), dates=())
    if any(c.isalnum() for c in untrusted_text):
        raise QueryError(
            "This search has only small words, such as “the” or “what”.",
            "Add a word that says what the passage is about, or put the words in quotation marks.",
            position=0,
        )
    raise QueryError("There is no word to search for.", "Type what the passage should be about.", position=0)


def _too_many_phrases(untrusted_text: str) -> QueryError:
    return QueryError(
        f"This search has more than {PHRASES_LIMIT} texts in quotation marks.",
        "Leave the quotation marks only around the words that must be there.",
        position=pieces.quote_position(untrusted_text, 2 * PHRASES_LIMIT),
    )
