"""Typed text cut into lexemes: words, quoted texts, fields, parentheses and signs, each with its position.

This module knows characters and forms, not meanings: every sign is cut out here, whether it will be read as
an operator or not. A parenthesis inside a number, as in "803(c)(27)", belongs to it. Names of authorities
that are written with blanks, "R. 3:5-7" or "42 U.S.C. § 1983", are one word here, so that an operator takes
them whole. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from briefbank.search import typed_pieces
from briefbank.search.operators.operator_signs import Op, Sign, Strength, sign_of

_PIECE = re.compile(r"\S+")
_PARENTHESIS = re.compile(r"[()]")
_FIELD = re.compile(r"(?:cites|rule|court|docket|judge|kind|path|heading|before|after):", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?:[A-Z][A-Za-z]{0,3}\.|Super\.)+")
_SECTION = re.compile(r"[§¶]+")
_MOST_ABBREVIATIONS = 8
"""The most abbreviations in one name; "N. D. Ill. L. R." has five."""


class LexemeKind(Enum):
    """The lexical kind of a lexeme."""

    WORD = "word"
    QUOTED = "quoted"
    FIELD = "field"
    """A field's name with the beginning of its value, up to the next blank."""
    OPEN = "("
    CLOSE = ")"
    SIGN = "sign"
    MARK = "mark"
    """A piece without letters and digits that is no sign."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of the typed text; ``start`` and ``end`` are its half open range there."""

    kind: LexemeKind
    text: str
    start: int
    end: int
    sign: Sign | None = None

    @property
    def inner(self) -> str:
        """The text without its quotation marks."""
        return self.text[1:-1] if self.kind is LexemeKind.QUOTED else self.text


def cut(text: str) -> tuple[list[Lexeme], bool]:
    """Return all lexemes of a cleaned text in order, and whether a quotation mark has no partner."""
    spans, unpaired = typed_pieces.quoted_spans(text)
    found: list[Lexeme] = []
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        for piece in _PIECE.finditer(text, at, start):
            found += _split_at_parentheses(text, piece.start(), piece.end())
        if start < end:
            found.append(Lexeme(LexemeKind.QUOTED, text[start : end + 1], start, end + 1))
        at = end + 1
    return _joined_signs(found), unpaired


def is_number(lexeme: Lexeme) -> bool:
    """Tell whether it is a word that begins with a digit."""
    return lexeme.kind is LexemeKind.WORD and lexeme.text[:1].isdigit()


def is_abbreviation(lexeme: Lexeme) -> bool:
    """Tell whether it is short, capital and dotted, as "R." and "U.S.C.", or a section mark."""
    pattern = _ABBREVIATION if lexeme.kind is LexemeKind.WORD else _SECTION
    return pattern.fullmatch(lexeme.text) is not None


def names_joined(text: str, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the lexemes with each written-out name of an authority as one word, and without other marks."""
    found: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        end = _name_end(lexemes, at)
        if end > at:
            start, stop = lexemes[at].start, lexemes[end].end
            found.append(Lexeme(LexemeKind.WORD, text[start:stop], start, stop))
        elif lexemes[at].kind is not LexemeKind.MARK:
            found.append(lexemes[at])
        at = max(at, end) + 1
    return found


def _name_end(lexemes: Sequence[Lexeme], at: int) -> int:
    """Return the last lexeme of the name that begins here, or ``at``: abbreviations, then a number, and
    perhaps a number before all ("170 N.J. 632")."""
    first = at + 1 if is_number(lexemes[at]) else at
    end = first
    while end < min(len(lexemes), first + _MOST_ABBREVIATIONS) and is_abbreviation(lexemes[end]):
        end += 1
    return end if end > first and end < len(lexemes) and is_number(lexemes[end]) else at


def _split_at_parentheses(text: str, start: int, end: int) -> Iterator[Lexeme]:
    """Split a piece without blanks at the parentheses that are not part of a number."""
    if _PARENTHESIS.search(text, start, end) is None:
        yield _piece(text, start, end)
        return
    inner = _inner_parentheses(text, start, end)
    at = start
    for found in _PARENTHESIS.finditer(text, start, end):
        place = found.start()
        if place in inner:
            continue
        if at < place:
            yield _piece(text, at, place)
        yield Lexeme(
            LexemeKind.OPEN if found.group() == "(" else LexemeKind.CLOSE, found.group(), place, place + 1
        )
        at = place + 1
    if at < end:
        yield _piece(text, at, end)


def _inner_parentheses(text: str, start: int, end: int) -> set[int]:
    """Return the positions of parentheses that are opened right after a letter or digit and closed in the
    same piece."""
    inner: set[int] = set()
    opened: list[tuple[int, bool]] = []
    last = start
    for found in _PARENTHESIS.finditer(text, start, end):
        at = found.start()
        if found.group() == "(":
            attached = at > start and (text[at - 1].isalnum() or at - 1 in inner)
            opened.append((at, attached and not _ends_sign_or_field(text[last:at])))
        elif opened:
            begin, attached = opened.pop()
            inner |= {begin, at} if attached else set()
        last = at + 1
    return inner


def _ends_sign_or_field(before: str) -> bool:
    """Tell whether a parenthesis after this text opens a group: it ends with a sign or field name."""
    sign = sign_of(before)
    return (sign is not None and sign.strength > Strength.SMALL) or _FIELD.fullmatch(before) is not None


def _piece(text: str, start: int, end: int) -> Lexeme:
    typed = text[start:end]
    if sign := sign_of(typed):
        return Lexeme(LexemeKind.SIGN, typed, start, end, sign)
    if _FIELD.match(typed):
        return Lexeme(LexemeKind.FIELD, typed, start, end)
    kind = LexemeKind.WORD if any(c.isalnum() for c in typed) else LexemeKind.MARK
    return Lexeme(kind, typed, start, end)


def _joined_signs(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the lexemes with NOT and the proximity after it, and AND NOT or BUT NOT, as one sign."""
    found: list[Lexeme] = []
    for lexeme in lexemes:
        joined = _joined(found[-1], lexeme) if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(lexeme)
    return found


def _joined(first: Lexeme, second: Lexeme) -> Lexeme | None:
    if second.sign is None:
        return None
    text = f"{first.text} {second.text}"
    whole = replace(second, text=text, start=first.start)
    first_word, second_word = first.text.lower(), second.text.lower()
    if first_word == "not" and second.sign.op is Op.NEAR:
        return replace(whole, sign=second.sign.refused())
    if first_word in {"and", "but"} and second_word == "not":
        capital = first.text.isupper() or second.text.isupper()
        return replace(whole, sign=Sign(Op.EXCEPT, Strength.CAPITAL if capital else Strength.SMALL))
    return None
