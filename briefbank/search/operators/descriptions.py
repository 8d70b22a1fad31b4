"""Describes a search part by part, in words.

A part is required or excluded by itself: the window shows one for each and lets a person remove it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from briefbank.domain.expression import (
    And,
    Expression,
    Field,
    FieldName,
    Near,
    Not,
    Or,
    Phrase,
    Term,
    Unit,
    conjuncts,
)
from briefbank.text.dates import format_date
from briefbank.text.listing import listed

PartRole = Literal["required", "excluded"]
_FIELDS = {
    FieldName.CITES: "citing “{}”",
    FieldName.RULE: "naming “{}”",
    FieldName.COURT: "filed with a court named “{}”",
    FieldName.DOCKET: "with the docket number “{}”",
    FieldName.JUDGE: "with a judge named “{}”",
    FieldName.KIND: "of the kind “{}”",
    FieldName.PATH: "in a folder named “{}”",
    FieldName.HEADING: "under a heading with “{}”",
}
_WIDTHS = {Unit.SENTENCE: "sentence", Unit.PARAGRAPH: "paragraph"}


@dataclass(frozen=True, slots=True)
class DescribedPart:
    """One required or excluded part; ``start`` and ``end`` are its half open range in the typed text."""

    text: str
    role: PartRole
    start: int
    end: int


def described(expression: Expression) -> str:
    """Return the expression in a person's words; without a capital at the beginning or a full stop."""
    match expression:
        case Term():
            return _word(expression)
        case Phrase():
            return f"“{' '.join(term.pattern for term in expression.terms)}”"
        case Or():
            return listed([_inside(part) for part in expression.parts], "or")
        case And():
            return _all_of(expression)
        case Not():
            return _excluded(expression)
        case Near():
            return _near(expression)
        case Field():
            return _field(expression)


def parts(expression: Expression) -> tuple[DescribedPart, ...]:
    """Return the parts in the order of the text; those with the same range are one part."""
    ranges: dict[tuple[int, int], list[Expression]] = {}
    for part in conjuncts(expression):
        ranges.setdefault((part.start, part.end), []).append(part)
    return tuple(
        DescribedPart(listed([described(part) for part in same], "and"), _role(same[0]), start, end)
        for (start, end), same in sorted(ranges.items())
    )


def _role(part: Expression) -> PartRole:
    return "excluded" if isinstance(part, Not) else "required"


def _word(term: Term) -> str:
    stem = term.pattern.removesuffix("*")
    if "*" in stem or "?" in stem:
        return f"words like “{term.pattern}”"
    return f"words that begin with “{stem}”" if term.open else f"“{term.pattern}”"


def _all_of(both: And) -> str:
    wanted = [_inside(part) for part in both.parts if not isinstance(part, Not)]
    unwanted = [_excluded(part) for part in both.parts if isinstance(part, Not)]
    return ", ".join([listed(wanted, "and"), *unwanted])


def _excluded(refused: Not) -> str:
    word = "not" if isinstance(refused.part, Field) else "without"
    return f"{word} {_inside(refused.part)}"


def _near(near: Near) -> str:
    left, right = _inside(near.left), _inside(near.right)
    if near.unit is Unit.WORDS:
        number = f"{near.distance} word{'s' if near.distance > 1 else ''}"
        if near.negated:
            where = f"at most {number} behind it" if near.ordered else f"within {number}"
            return f"{left} with no {right} {where}"
        where = f"at most {number} before" if near.ordered else f"within {number} of"
        return f"{left} {where} {right}"
    width = _WIDTHS[near.unit]
    if near.negated:
        return f"{left} with no {right} {'behind it ' if near.ordered else ''}in the same {width}"
    middle = f"before {right} in the same {width}" if near.ordered else f"in the same {width} as {right}"
    return f"{left} {middle}"


def _field(field: Field) -> str:
    if field.name in {FieldName.BEFORE, FieldName.AFTER}:
        day = date.fromisoformat(field.value)
        return f"filed {field.name.value} {format_date(day)}"
    return _FIELDS[field.name].format(field.value)


def _inside(expression: Expression) -> str:
    """Describe an expression, in parentheses where it has several parts."""
    text = described(expression)
    return text if isinstance(expression, Term | Phrase | Field) else f"({text})"
