"""Fields of a search: ``cites:`` ``rule:`` ``court:`` ``docket:`` ``judge:`` ``kind:`` ``path:``
``heading:`` ``before:`` ``after:``, each with the value right behind its colon.

A value is a quoted text, or what goes up to the next blank. Names are written with blanks, so the value of
``cites:``, ``court:`` and ``judge:`` goes on over words with a capital, numbers and "v."; that of ``rule:``
and of ``docket:`` goes on to its number; that of ``before:`` and ``after:`` over the rest of a written date.
It ends in any case at an operator, a comma, a parenthesis or the end of the line. With a blank behind the
colon there is no field.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.expression import Field, FieldName
from briefbank.domain.kinds import Kind
from briefbank.errors import QueryError
from briefbank.search.operators import terms
from briefbank.search.operators.lexemes import Lexeme, LexemeKind, is_abbreviation, is_number
from briefbank.text.dates import month_number, typed_days

_NAMED = frozenset({FieldName.CITES, FieldName.COURT, FieldName.JUDGE})
_DATES = frozenset({FieldName.BEFORE, FieldName.AFTER})
_NAME_LINKS = frozenset({"v.", "v", "vs."})
_EDGES = "\"“”„‟.,;:!?'’[]{}"
_YEAR_OR_DAY = re.compile(r"\d{1,4}(?:st|nd|rd|th)?,?")


@dataclass(frozen=True, slots=True)
class ReadField:
    """A field, and how many lexemes it takes; without one the name was only a word."""

    field: Field | None
    taken: int


def read_field(text: str, lexemes: Sequence[Lexeme], at: int) -> ReadField:
    """Read the field whose name stands at lexeme ``at``. Raises QueryError for a value it cannot have."""
    first = lexemes[at]
    typed_name, _, begun = first.text.partition(":")
    name = FieldName(typed_name.lower())
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if begun.strip(_EDGES):
        last = _value_end(text, lexemes, at, name)
        end = lexemes[last].end
        return ReadField(
            _field(name, text[first.start + len(typed_name) + 1 : end], first.start, end), last - at + 1
        )
    if following is None or following.start != first.end or begun:
        return ReadField(None, 1)
    if following.kind is LexemeKind.QUOTED and terms.terms(following.inner, 0):
        return ReadField(_field(name, following.inner, first.start, following.end), 2)
    if following.kind is LexemeKind.OPEN:
        raise QueryError(
            f"“{first.text}” cannot stand before a parenthesis.",
            f"Write {first.text} with each value, as in ({first.text}one OR {first.text}another).",
            position=first.start,
        )
    return ReadField(None, 1)


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


def _field(name: FieldName, typed: str, start: int, end: int) -> Field:
    if name is FieldName.HEADING:
        typed = typed.replace("!", "*")
    value = " ".join(typed.strip(_EDGES + " \n\t").split())
    if name in _DATES:
        value = _day(name, value, start)
    elif name is FieldName.KIND:
        value = _kind(value, start)
    elif not terms.terms(value, 0):
        raise QueryError(
            f"“{name.value}:” has no value.",
            f"Write it right behind the colon: {name.value}:value.",
            position=start,
        )
    return Field(name, value, start, end)


def _day(name: FieldName, value: str, start: int) -> str:
    found = typed_days(value)
    if found is None:
        raise QueryError(
            f"“{value}” is not a date.",
            f"Write a year, a month or a day, as in {name.value}:2015, {name.value}:“March 2015” "
            f"or {name.value}:3/15/2015.",
            position=start + len(name.value) + 1,
        )
    return found[name is FieldName.AFTER].isoformat()


def _kind(value: str, start: int) -> str:
    typed = value.lower()
    for kind in Kind:
        if typed in {kind.value, kind.value + "s"}:
            return kind.value
    known = ", ".join(kind.value for kind in Kind)
    raise QueryError(
        f"“{value}” is not a kind of document.", f"Kinds are {known}.", position=start + len("kind:")
    )
