"""Typed text cut into lexemes (words, quoted texts, fields, parentheses and signs, each with its position),
and the decision which signs are operators.

Every sign is cut out first, whatever it may mean. The signs are Westlaw's: AND, OR, NOT and BUT NOT in
capitals, &, %, /5, +5, /s, /p and their like, and w/5, pre/5. A parenthesis inside a number, as in
"803(c)(27)", belongs to it. Names of authorities that are written with blanks, "R. 3:5-7" or "42 U.S.C.
§ 1983", are one word here, so that an operator takes them whole.

A word becomes one or more terms, cut where the index cuts: "803(c)(27)" gives three and "self-incrim!" two,
the second with a wildcard. A sign that leaves too little of a word to search by ("a!", "5*3") is no wildcard:
its word is taken as it stands. All is linear in the text.

*The decision.* One box, no mode: plain language must never be misread, and an operator never be overlooked. A
distance (w/5, /p) always is an operator, and so is every sign between two things that no sentence has: quoted
texts, fields, parentheses. Otherwise "&" and "%" are in all but long sentences, and AND, OR and NOT where
their capitals stand out. In small letters these are words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from briefbank.domain.searches import And, Expression, Field, Near, Not, Or, Phrase, Term, Unit
from briefbank.search import typed_text
from briefbank.text.characters import without_accents
from briefbank.text.messages import Message

FARTHEST = 255  # The largest distance in words that can be searched
LEAST_BEFORE_BANG, LEAST_WITH_STAR = 3, 2
"""The letters and digits that a word needs beside "!", and beside "*" or "?"."""
_MOST_ABBREVIATIONS = 8  # The most abbreviations in one name; "N. D. Ill. L. R." has five.
_LONGEST_BARE = 3  # The most digits of a distance after a bare "/" or "+"; "/2015" is the end of a date
_LONGEST_SIGN = 24

_WIDTH = r"(?P<number>\d{1,9})|(?P<sentence>s|sent|sentence)|(?P<paragraph>p|par|para|paragraph)"
_NEAR = re.compile(rf"(?P<word>w|pre)?(?P<mark>[/+])(?:{_WIDTH})", re.IGNORECASE)
_WIDTHS = {Unit.SENTENCE: "s", Unit.PARAGRAPH: "p"}
_PIECE = re.compile(r"\S+")
_PARENTHESIS = re.compile(r"[()]")
_FIELD = re.compile(r"(?:cites|rule|court|docket|judge|kind|path|heading|before|after):", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?:[A-Z][A-Za-z]{0,3}\.|Super\.)+")
_SECTION = re.compile(r"[§¶]+")
_LETTER = r"[^\W_][\u0300-\u036f]*"
_RUN = re.compile(rf"(?:{_LETTER})+(?:[*?]+(?:{_LETTER})+)*(?:\*+|!(?![\w!?*]))?")
_WORD = re.compile(r"[^\W_]+")
_OPEN_WORD = re.compile(r"[^\W_](?:[^\W_]|[*?])*")
_STARS = re.compile(r"\*+")
_WILDCARD = re.compile(r"[*?!]")


class BrokenSearch(Exception):
    """Raised where operators do not fit together; its arguments are sentences: why, and what to write."""


class Op(Enum):
    """The operation of a sign on its two sides."""

    AND = "and"
    OR = "or"
    EXCEPT = "except"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Sign:
    """An operator, as far as its own form shows. ``distance`` is 0 unless ``unit`` is WORDS; it may be out of
    range there. ``word``: it is a word in capitals, which may have been written for emphasis."""

    op: Op
    word: bool = False
    unit: Unit = Unit.WORDS
    distance: int = 0
    ordered: bool = False


_SIGNS = {
    "AND": Sign(Op.AND, word=True),
    "OR": Sign(Op.OR, word=True),
    "NOT": Sign(Op.EXCEPT, word=True),
    "&": Sign(Op.AND),
    "%": Sign(Op.EXCEPT),
}


class LexemeKind(Enum):
    WORD = "word"
    QUOTED = "quoted"
    FIELD = "field"  # A field's name with the beginning of its value, up to the next blank
    OPEN = "("
    CLOSE = ")"
    SIGN = "sign"
    MARK = "mark"  # A piece without letters and digits that is no sign


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of the typed text; ``start`` and ``end`` are its half open range there."""

    kind: LexemeKind
    text: str
    start: int
    end: int
    sign: Sign | None = None
    field: Field | None = None  # The field that it is, once its value was read

    @property
    def inner(self) -> str:
        return self.text[1:-1] if self.kind is LexemeKind.QUOTED else self.text

    def as_word(self) -> Lexeme:
        return Lexeme(LexemeKind.WORD, self.text, self.start, self.end)


def sign_of(text: str) -> Sign | None:
    """Return the sign that a text without blanks is, or None."""
    if len(text) > _LONGEST_SIGN:
        return None
    if sign := _SIGNS.get(text):
        return sign
    near = _NEAR.fullmatch(text)
    if near is None:
        return None
    word, number = (near["word"] or "").lower(), near["number"] or ""
    if word if near["mark"] == "+" else not word and len(number) > _LONGEST_BARE:
        return None
    unit = Unit.WORDS if number else Unit.SENTENCE if near["sentence"] else Unit.PARAGRAPH
    ordered = near["mark"] == "+" or word == "pre"
    return Sign(Op.NEAR, unit=unit, distance=int(number or 0), ordered=ordered)


def cut(text: str) -> tuple[list[Lexeme], bool]:
    """Return all lexemes of a cleaned text in order, and whether a quotation mark has no partner."""
    spans, unpaired = typed_text.quoted_spans(text)
    lexemes: list[Lexeme] = []
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        for piece in _PIECE.finditer(text, at, start):
            lexemes += _split_at_parentheses(text, piece.start(), piece.end())
        if start < end:
            lexemes.append(Lexeme(LexemeKind.QUOTED, text[start : end + 1], start, end + 1))
        at = end + 1
    return signs_joined(lexemes), unpaired


def _split_at_parentheses(text: str, start: int, end: int) -> Iterator[Lexeme]:
    """Split a piece without blanks at the parentheses that are not part of a number."""
    inner = _inner_parentheses(text, start, end)
    at = start
    for match in _PARENTHESIS.finditer(text, start, end):
        position = match.start()
        if position in inner:
            continue
        if at < position:
            yield _piece(text, at, position)
        kind = LexemeKind.OPEN if match.group() == "(" else LexemeKind.CLOSE
        yield Lexeme(kind, match.group(), position, position + 1)
        at = position + 1
    if at < end:
        yield _piece(text, at, end)


def _inner_parentheses(text: str, start: int, end: int) -> set[int]:
    """Return the positions of parentheses that are opened right after a letter or digit and closed in the
    same piece."""
    inner: set[int] = set()
    opened: list[tuple[int, bool]] = []
    last = start
    for match in _PARENTHESIS.finditer(text, start, end):
        at = match.start()
        if match.group() == "(":
            attached = at > start and (text[at - 1].isalnum() or at - 1 in inner)
            before = text[last:at]
            opens_group = sign_of(before) is not None or _FIELD.fullmatch(before) is not None
            opened.append((at, attached and not opens_group))
        elif opened:
            begin, attached = opened.pop()
            inner |= {begin, at} if attached else set()
        last = at + 1
    return inner


def _piece(text: str, start: int, end: int) -> Lexeme:
    typed = text[start:end]
    if sign := sign_of(typed):
        return Lexeme(LexemeKind.SIGN, typed, start, end, sign)
    if _FIELD.match(typed):
        return Lexeme(LexemeKind.FIELD, typed, start, end)
    kind = LexemeKind.WORD if any(c.isalnum() for c in typed) else LexemeKind.MARK
    return Lexeme(kind, typed, start, end)


def signs_joined(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the lexemes with AND NOT or BUT NOT as one sign."""
    joined: list[Lexeme] = []
    for lexeme in lexemes:
        before = joined[-1].text if joined else ""
        text = f"{before} {lexeme.text}"
        if text.lower() in {"and not", "but not"} and (before.isupper() or lexeme.text.isupper()):
            joined[-1] = Lexeme(LexemeKind.SIGN, text, joined[-1].start, lexeme.end, _SIGNS["NOT"])
        else:
            joined.append(lexeme)
    return joined


def is_number(lexeme: Lexeme) -> bool:
    return lexeme.kind is LexemeKind.WORD and lexeme.text[:1].isdigit()


def is_abbreviation(lexeme: Lexeme) -> bool:
    """Tell whether it is short, capital and dotted, as "R." and "U.S.C.", or a section mark."""
    pattern = _ABBREVIATION if lexeme.kind is LexemeKind.WORD else _SECTION
    return pattern.fullmatch(lexeme.text) is not None


def names_joined(text: str, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the lexemes with each written-out name of an authority as one word, and without other marks."""
    joined: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        end = _name_end(lexemes, at)
        if end > at:
            start, stop = lexemes[at].start, lexemes[end].end
            joined.append(Lexeme(LexemeKind.WORD, text[start:stop], start, stop))
        elif lexemes[at].kind is not LexemeKind.MARK:
            joined.append(lexemes[at])
        at = max(at, end) + 1
    return joined


def _name_end(lexemes: Sequence[Lexeme], at: int) -> int:
    """Return the last lexeme of the name that begins here, or ``at``: abbreviations, then a number, and
    perhaps a number before all ("170 N.J. 632")."""
    first = at + 1 if is_number(lexemes[at]) else at
    end = first
    while end < min(len(lexemes), first + _MOST_ABBREVIATIONS) and is_abbreviation(lexemes[end]):
        end += 1
    return end if end > first and end < len(lexemes) and is_number(lexemes[end]) else at


def terms(text: str, start: int) -> tuple[Term, ...]:
    """Return the words of ``text``, which stands at ``start`` of the typed text; none for punctuation."""
    words: list[Term] = []
    can_open = _can_open(text)
    for run in _RUN.finditer(text):
        typed, begin, end = run.group(), start + run.start(), start + run.end()
        if can_open and _WILDCARD.search(typed) and _is_long_enough(typed):
            pattern = _STARS.sub("*", _folded(typed).replace("!", "*"))
            words += [Term(word, begin, end) for word in _OPEN_WORD.findall(pattern)]
        else:
            words += [Term(word, begin, end) for word in _WORD.findall(_folded(typed))]
    return tuple(words)


def term_or_phrase(text: str, start: int, end: int) -> Term | Phrase | None:
    """Return the term or phrase of ``text`` (at ``start`` or later, inside ``start`` to ``end``), or None
    where there is no word. The range is that of the whole."""
    words = terms(text, start)
    if len(words) > 1:
        return Phrase(words, start, end)
    return Term(words[0].pattern, start, end) if words else None


def has_wildcard(text: str) -> bool:
    return _WILDCARD.search(text) is not None and any(term.open for term in terms(text, 0))


def is_too_short(text: str) -> bool:
    """Tell whether a wildcard was typed at a word that is too short for it."""
    if _WILDCARD.search(text) is None or "://" in text:
        return False
    runs = [run for run in _RUN.findall(text) if _WILDCARD.search(run)]
    return bool(runs) and not (_can_open(text) and all(map(_is_long_enough, runs)))


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", without_accents(text))  # Korean syllables whole again.


def _can_open(text: str) -> bool:
    """Tell whether a word of the text may have a wildcard: not among digits, or in the address of a page."""
    return "://" not in text and any(c.isalpha() for c in text)


def _is_long_enough(run: str) -> bool:
    least = LEAST_BEFORE_BANG if run.endswith("!") else LEAST_WITH_STAR
    return sum(c.isalnum() for c in run) >= least


def written(expression: Expression) -> str:
    """Return the expression as a search that can be typed and reads back as the same tree: every word quoted,
    every step in parentheses. A Not is written as what it excludes, with NOT."""
    match expression:
        case Term():
            return f"“{expression.pattern}”"
        case Phrase():
            return f"“{' '.join(term.pattern for term in expression.terms)}”"
        case Field():
            return f"{expression.name.value}:“{expression.value}”"
        case Not():
            return f"NOT {written(expression.part)}"
        case Or():
            return f"({' OR '.join(written(part) for part in expression.parts)})"
        case Near():
            width = _WIDTHS.get(expression.unit, str(expression.distance))
            sign = ("pre/" if expression.ordered else "w/") + width
            return f"({written(expression.left)} {sign} {written(expression.right)})"
        case And():
            # NOT takes everything behind it, so what comes after one is joined outside of its parentheses. A
            # NOT that comes first takes one thing only.
            text, closed = written(expression.parts[0]), True
            for part in expression.parts[1:]:
                if isinstance(part, Not):
                    text, closed = f"{text} {written(part)}", False
                else:
                    text, closed = f"{text if closed else f'({text})'} AND {written(part)}", True
            return f"({text})"


SENTENCE_WORDS = 12  # The number of plain words beyond which a text without a sure operator is a sentence
SIGNS_SHOWN = 4
_VERBS = typed_text.word_set(
    "am is are was were be been do does did has have had can could may might must shall should will would"
)
"""Verbs behind which NOT is stressed, not an operator."""
_UNUSUAL = frozenset({LexemeKind.QUOTED, LexemeKind.FIELD})  # What no sentence has


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision. Signs that were not meant as operators have become words."""

    lexemes: tuple[Lexeme, ...]
    partners: dict[int, int]  # The partner of each parenthesis that groups, by lexeme number
    notes: tuple[Message, ...]
    unmatched: tuple[int, ...]  # Parentheses without a partner
    sentence: bool  # Whether the text is a long one in which "!" and "*" are punctuation
    joined: bool  # Whether there is any operator that joins


def decide(typed: Sequence[Lexeme]) -> Decided:
    """Classify signs, parentheses and wildcards. Linear in the number of lexemes; raises nothing."""
    notes: list[Message] = []
    lexemes = [_without_sign_at_number(typed, at, notes) for at in range(len(typed))]
    partner = _partners(lexemes)
    signs = {at for at, lexeme in enumerate(lexemes) if lexeme.sign}

    def kind(at: int) -> LexemeKind | None:
        return lexemes[at].kind if 0 <= at < len(lexemes) else None

    def op(at: int) -> Op | None:
        sign = lexemes[at].sign if 0 <= at < len(lexemes) else None
        return sign.op if sign else None

    def is_prefix(at: int) -> bool:
        return op(at) is Op.EXCEPT and kind(at - 1) in {None, LexemeKind.OPEN}

    def is_marked(at: int, parenthesis: LexemeKind) -> bool:
        """Tell whether a quoted text, a field, or this side of a pair of parentheses stands there."""
        return kind(at) in _UNUSUAL or (kind(at) is parenthesis and at in partner)

    def is_special(at: int) -> bool:
        """Tell whether a quoted text, a field, or a word with "!" or "*" stands there."""
        return kind(at) in _UNUSUAL or (kind(at) is LexemeKind.WORD and has_wildcard(lexemes[at].text))

    def note_words(some: set[int]) -> None:
        if some:
            texts = list(dict.fromkeys(lexemes[at].text for at in sorted(some)))
            shown = ", ".join(f"“{text}”" for text in texts[:SIGNS_SHOWN])
            notes.append(Message("{shown}: not read as an operator here.", shown=shown))

    def emphasis(words: set[int]) -> set[int]:
        """Return those of the signs in capitals that are only written so, and note them."""
        stressed = {  # the NOT of "was NOT advised"
            at
            for at in words
            if lexemes[at].text == "NOT" and at > 0 and lexemes[at - 1].text.lower() in _VERBS
        }
        note_words(stressed)
        left = words - stressed
        if not left:
            return stressed
        small = any(c.islower() for lexeme in lexemes if lexeme.sign is None for c in lexeme.text)
        stand_out = small or any(is_special(at + step) for at in left for step in (-1, 1))
        if not is_long and stand_out:
            return stressed
        note_words(left)
        return words

    free = sum(
        lexeme.kind is LexemeKind.WORD and not (op(at - 1) or op(at + 1)) for at, lexeme in enumerate(lexemes)
    )  # the words beside no sign
    bounded = any(kind(at) is LexemeKind.FIELD or op(at) is Op.NEAR for at in range(len(lexemes)))
    is_long = free > SENTENCE_WORDS and not bounded
    certain = {  # operators in any text
        at
        for at in signs
        if op(at) is Op.NEAR
        or (is_marked(at + 1, LexemeKind.OPEN) and (is_marked(at - 1, LexemeKind.CLOSE) or is_prefix(at)))
    }
    words = {at for at in signs if (sign := lexemes[at].sign) and sign.word}
    marks = signs - words
    if is_long:
        note_words(marks - certain)
        marks &= certain
    operators = marks | words if marks else words - emphasis(words - certain)
    sentence = is_long and not operators
    groups = _groups(lexemes, partner, operators) | {  # and alternatives: only unusual things in parentheses
        at
        for begin, end in partner.items()
        if end - begin > 2
        if all(
            is_special(inner) and not (sentence and kind(inner) is LexemeKind.WORD)
            for inner in range(begin + 1, end)
        )
        for at in (begin, end)
    }
    decided = tuple(
        lexeme.as_word() if lexeme.sign and at not in operators else lexeme
        for at, lexeme in enumerate(lexemes)
    )
    unmatched = (
        at
        for at, lexeme in enumerate(decided)
        if lexeme.kind in {LexemeKind.OPEN, LexemeKind.CLOSE} and at not in partner
    )
    partners = {at: partner[at] for at in sorted(groups)}
    return Decided(decided, partners, tuple(notes), tuple(unmatched), sentence, bool(operators))


def _without_sign_at_number(lexemes: Sequence[Lexeme], at: int, notes: list[Message]) -> Lexeme:
    """Return a lexeme, as a word where it is a sign that belongs to a number: "50 %" is a share."""
    lexeme, before = lexemes[at], lexemes[at - 1].text if at else ""
    if lexeme.text != "%" or not before.replace(".", "").isdecimal():
        return lexeme
    notes.append(Message("“{text}” beside a number: not read as an operator here.", text=lexeme.text))
    return lexeme.as_word()


def _groups(lexemes: Sequence[Lexeme], partner: dict[int, int], operators: Collection[int]) -> set[int]:
    """Return the parentheses around operators and beside them."""
    begins: set[int] = set()
    around = [-1]
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind is LexemeKind.CLOSE and at in partner:
            around.pop()
        if at in operators:
            for outer in reversed(around):
                if outer in begins:
                    break
                begins.add(outer)
            if at and lexemes[at - 1].kind is LexemeKind.CLOSE and at - 1 in partner:
                begins.add(partner[at - 1])
            if at + 1 in partner and lexemes[at + 1].kind is LexemeKind.OPEN:
                begins.add(at + 1)
        if lexeme.kind is LexemeKind.OPEN and at in partner:
            around.append(at)
    begins.discard(-1)
    return begins | {partner[begin] for begin in begins}


def _partners(lexemes: Sequence[Lexeme]) -> dict[int, int]:
    partners: dict[int, int] = {}
    opened: list[int] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind is LexemeKind.OPEN:
            opened.append(at)
        elif lexeme.kind is LexemeKind.CLOSE and opened:
            begin = opened.pop()
            partners[begin], partners[at] = at, begin
    return partners
