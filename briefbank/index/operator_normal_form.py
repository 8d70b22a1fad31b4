"""Brings the tree of a search into the form that matching and the word index take.

Its words become terms of the plain analysis: a typed word that the analysis splits becomes a phrase, and a
word without a letter or digit becomes NO_WORD, which matches nowhere. Every And beside a proximity is
distributed: (a AND b) /5 c becomes a /5 c AND b /5 c.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from briefbank.domain.expression import And, Expression, Near, Not, Or, Phrase, Term
from briefbank.errors import QueryError
from briefbank.index import analyzer

MOST_SHARES = 1000
"""The most proximities that distributing may give; groups of words beside each other multiply, and nobody
means so many."""
NO_WORD = ""
"""The pattern of a Term that matches nowhere."""

_WILD = re.compile(r"([*?]+)")


@lru_cache(maxsize=64)
def normal(expression: Expression) -> Expression:
    """Return the search in normal form. Raises QueryError where distributing gives too many proximities."""
    if _proximities(expression) > MOST_SHARES:
        raise QueryError(
            "This search combines too many words with each other.",
            "Write fewer words in the parentheses beside a proximity such as w/5.",
            position=expression.start,
        )
    return _normal(expression)


def term_patterns(text: str) -> list[str]:
    """Return the words of ``text`` as the plain analysis gives them, with * and ? left in their places."""
    patterns: list[str] = []
    glued = False
    for number, piece in enumerate(_WILD.split(text)):
        words = [piece] if number % 2 else [token.term for token in analyzer.plain_tokens(piece)]
        if words and glued and (number % 2 or _touches(piece, at_end=False)):
            patterns[-1] += words.pop(0)
        patterns += words
        glued = bool(piece) and (number % 2 == 1 or _touches(piece, at_end=True))
    return [pattern for pattern in patterns if pattern.strip("*?")]


def phrase_of(words: Iterable[str], start: int = 0, end: int = 0) -> Term | Phrase:
    """Return the words as a phrase."""
    terms = tuple(Term(word, start, end) for word in words)
    if len(terms) > 1:
        return Phrase(terms, start, end)
    return terms[0] if terms else Term(NO_WORD, start, end)


def _touches(piece: str, *, at_end: bool) -> bool:
    """Tell whether a word stands right at the end, or the beginning, of a piece of text."""
    tokens = analyzer.plain_tokens(piece)
    return bool(tokens) and (tokens[-1].end == len(piece) if at_end else tokens[0].start == 0)


def _normal(expression: Expression) -> Expression:
    match expression:
        case Term():
            return phrase_of(term_patterns(expression.pattern), expression.start, expression.end)
        case Phrase():
            words = (word for term in expression.terms for word in term_patterns(term.pattern))
            return phrase_of(words, expression.start, expression.end)
        case And() | Or():
            return replace(expression, parts=tuple(map(_normal, expression.parts)))
        case Not():
            return replace(expression, part=_normal(expression.part))
        case Near():
            return _distribute(
                replace(expression, left=_normal(expression.left), right=_normal(expression.right))
            )
        case _:
            return expression


def _distribute(near: Near) -> Expression:
    """Return one proximity for each part of a side that has an And in it."""
    if _has_and(near.left):
        return _distribute_all(near.left, (replace(near, left=part) for part in _parts(near.left)))
    if not _has_and(near.right):
        return near
    made = (replace(near, right=part) for part in _parts(near.right))
    if near.negated:  # None of the parts may be close, whatever joins them.
        return And(tuple(map(_distribute, made)), near.start, near.end)
    return _distribute_all(near.right, made)


def _distribute_all(side: Expression, nears: Iterator[Near]) -> Expression:
    join = And if isinstance(side, And) else Or
    return join(tuple(map(_distribute, nears)), side.start, side.end)


def _parts(side: Expression) -> tuple[Expression, ...]:
    return side.parts if isinstance(side, And | Or) else ()


def _has_and(side: Expression) -> bool:
    return isinstance(side, And) or (isinstance(side, Or) and any(map(_has_and, side.parts)))


def _proximities(expression: Expression) -> int:
    """Return the number of proximities that a part is distributed to, at most."""
    match expression:
        case And() | Or():
            return sum(map(_proximities, expression.parts))
        case Near():
            return _proximities(expression.left) * _proximities(expression.right)
        case Not():
            return _proximities(expression.part)
        case _:
            return 1
