"""Fields of a search (``cites:`` ``rule:`` ``court:`` ``docket:`` ``judge:`` ``kind:`` ``path:`` ``heading:``
``before:`` ``after:``), each with the value right behind its colon; and the description of a search in words,
part by part.

A value is a quoted text, or what goes up to the next blank. Names are written with blanks, so the value of
``cites:``, ``court:`` and ``judge:`` goes on over words with a capital, numbers and "v."; that of ``rule:``
and of ``docket:`` goes on to its number; that of ``before:`` and ``after:`` over the rest of a written date.
It ends in any case at an operator, a comma, a parenthesis or the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import (
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
from briefbank.search.operators.lexing import (
    BrokenSearch,
    Lexeme,
    LexemeKind,
    is_abbreviation,
    is_number,
    terms,
)
from briefbank.text.characters import listed
from briefbank.text.dates import format_date, month_number, typed_days

_NAMED = frozenset({FieldName.CITES, FieldName.COURT, FieldName.JUDGE})
_DATES = frozenset({FieldName.BEFORE, FieldName.AFTER})
_NAME_LINKS = frozenset({"v.", "v", "vs."})
_EDGES = "\"“”„‟.,;:!?'’[]{}"
_YEAR_OR_DAY = re.compile(r"\d{1,4}(?:st|nd|rd|th)?,?")
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


def read_field(text: str, lexemes: Sequence[Lexeme], at: int) -> tuple[Field | None, int]:
    """Read the field whose name stands at lexeme ``at``; return it with how many lexemes it takes, or None
    where the name is only a word. Raises BrokenSearch for a value that it cannot have."""
    first = lexemes[at]
    typed_name, _, begun = first.text.partition(":")
    name = FieldName(typed_name.lower())
    if begun.strip(_EDGES):
        last = _value_end(text, lexemes, at, name)
        end = lexemes[last].end
        value = text[first.start + len(typed_name) + 1 : end]
        return Field(name, _value(name, value), first.start, end), last - at + 1
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if following is None or following.start != first.end or begun:
        return None, 1
    if following.kind is LexemeKind.QUOTED and terms(following.inner, 0):
        return Field(name, _value(name, following.inner), first.start, following.end), 2
    if following.kind is LexemeKind.OPEN:
        raise BrokenSearch(
            f"“{first.text}” cannot stand before a parenthesis.",
            f"Write {first.text} with each value, as in ({first.text}one OR {first.text}another).",
        )
    return None, 1


def _value_end(text: str, lexemes: Sequence[Lexeme], at: int, name: FieldName) -> int:
    """Return the last lexeme of an unquoted value."""
    last = at
    while last + 1 < len(lexemes):
        before, following = lexemes[last], lexemes[last + 1]
        blank = text[before.end : following.start]
        ended = name not in _DATES and before.text.endswith((",", ";"))
        if not blank or "\n" in blank or ended:
            break
        if not _goes_on(name, lexemes[at : last + 1], following):
            break
        last += 1
    return last


def _goes_on(name: FieldName, value: Sequence[Lexeme], following: Lexeme) -> bool:
    if following.kind not in {LexemeKind.WORD, LexemeKind.MARK}:
        return False
    capital = following.text[:1].isupper()
    if name in _NAMED:
        linked = following.text in _NAME_LINKS or following.text.startswith("§")
        return capital or is_number(following) or linked
    if name is FieldName.RULE:
        numbered = _has_digit(value[-1])
        return is_abbreviation(following) or (not numbered and (capital or is_number(following)))
    if name is FieldName.DOCKET:
        return not _has_digit(value[-1]) and (capital or _has_digit(following))
    if name in _DATES:
        first = value[0].text.partition(":")[2]
        dated = _YEAR_OR_DAY.fullmatch(following.text) is not None
        return len(value) < 3 and month_number(first) > 0 and dated
    return False


def _has_digit(lexeme: Lexeme) -> bool:
    return any(map(str.isdigit, lexeme.text))


def _value(name: FieldName, typed: str) -> str:
    """Return a value in the form that ``Field`` has. Raises BrokenSearch."""
    if name is FieldName.HEADING:
        typed = typed.replace("!", "*")
    value = " ".join(typed.strip(_EDGES + " \n\t").split())
    if name in _DATES:
        days = typed_days(value)
        if days is None:
            raise BrokenSearch(
                f"“{value}” is not a date.",
                f"Write a year, a month or a day, as in {name.value}:2015, {name.value}:“March 2015” "
                f"or {name.value}:3/15/2015.",
            )
        return days[name is FieldName.AFTER].isoformat()
    if name is FieldName.KIND:
        kind = value.lower().removesuffix("s") if value.lower() not in set(Kind) else value.lower()
        if kind in set(Kind):
            return kind
        known = ", ".join(kind.value for kind in Kind)
        raise BrokenSearch(f"“{value}” is not a kind of document.", f"Kinds are {known}.")
    if not terms(value, 0):
        raise BrokenSearch(
            f"“{name.value}:” has no value.", f"Write it right behind the colon, as in {name.value}:value."
        )
    return value


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
        case Term(pattern=pattern):
            stem = pattern.removesuffix("*")
            if "*" in stem or "?" in stem:
                return f"words like “{pattern}”"
            return f"words that begin with “{stem}”" if expression.open else f"“{pattern}”"
        case Phrase():
            return f"“{' '.join(term.pattern for term in expression.terms)}”"
        case Or():
            return listed([_inside(part) for part in expression.parts], "or")
        case And():
            wanted = [_inside(part) for part in expression.parts if not isinstance(part, Not)]
            excluded = [described(part) for part in expression.parts if isinstance(part, Not)]
            return ", ".join([listed(wanted, "and"), *excluded])
        case Not():
            word = "not" if isinstance(expression.part, Field) else "without"
            return f"{word} {_inside(expression.part)}"
        case Near():
            return _near(expression)
        case Field(name=name, value=value):
            if name in _DATES:
                return f"filed {name.value} {format_date(date.fromisoformat(value))}"
            return _FIELDS[name].format(value)


def parts(expression: Expression) -> tuple[DescribedPart, ...]:
    """Return the parts in the order of the text; those with the same range are one part."""
    ranges: dict[tuple[int, int], list[Expression]] = {}
    for part in conjuncts(expression):
        ranges.setdefault((part.start, part.end), []).append(part)
    return tuple(
        DescribedPart(
            listed([described(part) for part in same], "and"),
            "excluded" if isinstance(same[0], Not) else "required",
            start,
            end,
        )
        for (start, end), same in sorted(ranges.items())
    )


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


def _inside(expression: Expression) -> str:
    """Describe an expression, in parentheses where it has several parts."""
    text = described(expression)
    return text if isinstance(expression, Term | Phrase | Field) else f"({text})"
