"""Describes a search part by part, and removes a part from the typed text.

A part is required or excluded by itself: the window shows one for each and lets a person remove it. Removing
one edits the text as little as possible, and reads the result again: it is used only if it asks for exactly
what was left. Otherwise the search is written anew, every word of it in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
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
from briefbank.errors import QueryError
from briefbank.search.operators.lexemes import LexemeKind, cut
from briefbank.search.operators.reader import Read, read
from briefbank.search.operators.rendering import written
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
_WORD = re.compile(r"[^\W_]+")
_JOINING = frozenset({"and", "or", "not", "but"})
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


def without(text: str, start: int, end: int) -> str:
    """Return the cleaned text without the part that stands at ``start`` to ``end``; see ``parts``.

    It reads as the same search minus the part. When nothing wanted is left, the exclusions are dropped too.
    Raises QueryError as ``read`` does for ``text``.
    """
    before = read(text)
    kept = [part for part in conjuncts(before.expression) if (part.start, part.end) != (start, end)]
    if all(isinstance(part, Not) for part in kept):
        kept = []
    plain = _plain_words(text, before)
    for candidate in _candidates(text, start, end, before, kept):
        if _reads_as(candidate, kept, plain):
            return candidate
    return _rewritten(kept, [])


def _role(part: Expression) -> PartRole:
    return "excluded" if isinstance(part, Not) else "required"


def _candidates(text: str, start: int, end: int, before: Read, kept: Sequence[Expression]) -> Iterator[str]:
    """Yield texts that may read as wanted, the nearest to the typed one first."""
    lexemes, _ = cut(text)
    seen = [lexeme for lexeme in lexemes if lexeme.kind is not LexemeKind.MARK]
    behind = [lexeme for lexeme in seen if lexeme.start >= end][:1]
    ahead = [lexeme for lexeme in seen if lexeme.end <= start][-1:]
    yield _joined(text[:start], text[end:])
    if ahead and ahead[0].sign:
        yield _joined(text[: ahead[0].start], text[end:])
    if behind and behind[0].sign:
        yield _joined(text[:start], text[behind[0].end :])
    plain = [text[begin:stop] for begin, stop in before.rest]
    yield _rewritten(kept, plain)
    yield _joined(" ".join(plain), _rewritten(kept, []))
    yield _rewritten(kept, _plain_words(text, before))


def _plain_words(text: str, found: Read) -> list[str]:
    """Return the words of the rest that are no signs."""
    rest = " ".join(text[begin:stop] for begin, stop in found.rest)
    return [word for word in _WORD.findall(rest) if word.lower() not in _JOINING]


def _reads_as(text: str, kept: Sequence[Expression], plain: Sequence[str]) -> bool:
    """Tell whether it asks for what is kept, and has the same plain words."""
    try:
        found = read(text)
    except QueryError:
        return False
    asked = [_shape(part) for part in conjuncts(found.expression)]
    return asked == [_shape(part) for part in kept] and sorted(_plain_words(text, found)) == sorted(plain)


def _shape(value: object) -> object:
    """Return an expression without its positions."""
    if isinstance(value, tuple):
        return tuple(_shape(each) for each in value)
    if not is_dataclass(value):
        return value
    names = (field.name for field in fields(value) if field.name not in {"start", "end"})
    return (type(value).__name__, *(_shape(getattr(value, name)) for name in names))


def _rewritten(kept: Sequence[Expression], plain: Sequence[str]) -> str:
    """Return the parts written in full, exclusions behind something wanted, then the plain words."""
    return " ".join([*(written(part) for part in kept), *plain])


def _joined(left: str, right: str) -> str:
    return f"{left.rstrip()} {right.lstrip()}".strip()


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
