"""Builds expressions, and refuses those without a meaning.

And and Or hold their parts flat. An And beside a proximity is distributed: (a AND b) /5 c becomes a /5 c AND
b /5 c. A NOT or a field has no position in the text, so nothing can be near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from briefbank.domain.expression import And, Expression, Field, Near, Not, Or, Phrase, Term
from briefbank.errors import QueryError
from briefbank.search.operators.operator_signs import Sign

DEEPEST = 100
"""The most levels of the tree."""
MOST_SHARED = 400
"""The most proximities that distributing may give."""


def both(parts: Sequence[Expression]) -> Expression:
    """Return the conjunction of the parts; one part alone is returned itself."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, And) else (part,))]
    return And(tuple(flat), *_range(parts)) if len(flat) > 1 else flat[0]


def either(parts: Sequence[Expression]) -> Expression:
    """Return the disjunction of the parts; one part alone is returned itself."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Or) else (part,))]
    return Or(tuple(flat), *_range(parts)) if len(flat) > 1 else flat[0]


def excluded(part: Expression, start: int) -> Not:
    """Return the negation of ``part``; ``start`` is where its operator begins."""
    return Not(part, start, part.end)


def grouped(part: Expression, start: int, end: int) -> Expression:
    """Return the expression with the range of its parentheses."""
    return replace(part, start=start, end=end)


def near(left: Expression, sign: Sign, right: Expression) -> Expression:
    """Return a proximity. Raises QueryError for sides that have no position in a text."""
    _refuse_without_position(left)
    _refuse_without_position(right)
    if sign.negated and _has_and(right):
        raise QueryError(
            "Behind NOT and a distance, AND can be understood in two ways.",
            "Write OR between the words that must not be near, or write the distance once for each.",
            position=right.start,
        )
    if _leaves(left) * _leaves(right) > MOST_SHARED:
        raise QueryError(
            "Too many words are joined by AND beside a distance.",
            "Search for fewer of them at once.",
            position=left.start,
        )
    return _distribute(left, sign, right, (left.start, right.end))


def checked(expression: Expression) -> Expression:
    """Return the finished tree. Raises QueryError where it only excludes, or is deeper than DEEPEST."""
    _check_depth(expression)
    _check_wanted(expression)
    return expression


def _distribute(left: Expression, sign: Sign, right: Expression, place: tuple[int, int]) -> Expression:
    if isinstance(left, And | Or) and _has_and(left):
        parts = tuple(_distribute(part, sign, right, place) for part in left.parts)
    elif isinstance(right, And | Or) and _has_and(right):
        parts = tuple(_distribute(left, sign, part, place) for part in right.parts)
    else:
        return Near(left, right, sign.unit, sign.distance, sign.ordered, sign.negated, *place)
    shared = left if _has_and(left) else right
    return both(parts) if isinstance(shared, And) else either(parts)


def _has_and(expression: Expression) -> bool:
    """Tell whether there is an And to distribute; inside a Near there is none any more."""
    match expression:
        case And():
            return True
        case Or():
            return any(_has_and(part) for part in expression.parts)
        case _:
            return False


def _leaves(expression: Expression) -> int:
    return sum(_leaves(part) for part in expression.parts) if isinstance(expression, And | Or) else 1


def _refuse_without_position(expression: Expression) -> None:
    match expression:
        case And() | Or():
            for part in expression.parts:
                _refuse_without_position(part)
        case Not():
            raise QueryError(
                "NOT cannot stand inside a distance.",
                "To leave out what is near, write NOT right before the distance, as in stop NOT w/5 frisk.",
                position=expression.start,
            )
        case Field():
            raise QueryError(
                f"“{expression.name.value}:” cannot stand beside a distance.",
                "It says something of the whole passage: join it with AND.",
                position=expression.start,
            )
        case _:
            pass


def _check_depth(expression: Expression) -> None:
    level: list[Expression] = [expression]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return
    raise QueryError(
        "This search has too many steps inside each other.",
        "Search for fewer things at once.",
        position=expression.start,
    )


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case And() | Or():
            return expression.parts
        case Near():
            return (expression.left, expression.right)
        case Not():
            return (expression.part,)
        case Term() | Phrase() | Field():
            return ()


def _check_wanted(expression: Expression) -> None:
    match expression:
        case Not():
            raise QueryError(
                "This says only what is to be left out.",
                "Write first what must be there, as in hearsay NOT “dying declaration”.",
                position=expression.start,
            )
        case And():
            wanted = [part for part in expression.parts if not isinstance(part, Not)]
            if not wanted:
                _check_wanted(expression.parts[0])
            for part in expression.parts:
                _check_wanted(part.part if isinstance(part, Not) else part)
        case Or():
            for part in expression.parts:
                _check_wanted(part)
        case _:
            pass


def _range(parts: Sequence[Expression]) -> tuple[int, int]:
    return min(part.start for part in parts), max(part.end for part in parts)
