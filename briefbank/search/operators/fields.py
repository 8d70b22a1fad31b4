"""Fields of a search (``cites:`` ``rule:`` ``court:`` ``docket:`` ``judge:`` ``kind:`` ``path:`` ``heading:``
``before:`` ``after:``), each with the value right behind its colon; and the description of a search in words,
part by part.

A value is a quoted text, or what goes up to the next blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Term, Unit
from briefbank.search.operators.lexing import BrokenSearch, Lexeme, LexemeKind, terms
from briefbank.text.dates import format_date, typed_days
from briefbank.text.messages import Message, as_message, joined, listed, plural

_DATES = frozenset({FieldName.BEFORE, FieldName.AFTER})
_EDGES = "\"“”„‟.,;:!?'’[]{}"
_WIDTHS = {Unit.SENTENCE: Message("the same sentence"), Unit.PARAGRAPH: Message("the same paragraph")}


def read_field(text: str, lexemes: Sequence[Lexeme], at: int) -> tuple[Field | None, int]:
    """Read the field whose name stands at lexeme ``at``; return it with how many lexemes it takes, or None
    where the name is only a word. Raises BrokenSearch for a value that it cannot have."""
    first = lexemes[at]
    typed_name, _, begun = first.text.partition(":")
    name = FieldName(typed_name.lower())
    if begun.strip(_EDGES):
        return Field(name, _value(name, begun), first.start, first.end), 1
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if following is None or following.start != first.end or begun:
        return None, 1
    if following.kind is LexemeKind.QUOTED and terms(following.inner, 0):
        return Field(name, _value(name, following.inner), first.start, following.end), 2
    if following.kind is LexemeKind.OPEN:
        raise BrokenSearch(
            Message("“{text}” cannot stand before a parenthesis.", text=first.text),
            Message("Write {text} with each value, as in ({text}one OR {text}another).", text=first.text),
        )
    return None, 1


def _value(name: FieldName, typed: str) -> str:
    """Return a value in the form that ``Field`` has. Raises BrokenSearch."""
    if name is FieldName.HEADING:
        typed = typed.replace("!", "*")
    value = " ".join(typed.strip(_EDGES + " \n\t").split())
    if name in _DATES:
        days = typed_days(value)
        if days is None:
            raise BrokenSearch(
                Message("“{value}” is not a date.", value=value),
                Message(
                    "Write a year, a month or a day, as in {value}:2015, {value}:“March 2015” or "
                    "{value}:3/15/2015.",
                    value=name.value,
                ),
            )
        return days[name is FieldName.AFTER].isoformat()
    if name is FieldName.KIND:
        kind = value.lower().removesuffix("s") if value.lower() not in set(Kind) else value.lower()
        if kind in set(Kind):
            return kind
        known = ", ".join(kind.value for kind in Kind)
        raise BrokenSearch(
            Message("“{value}” is not a kind of document.", value=value),
            Message("Kinds are {known}.", known=known),
        )
    if not terms(value, 0):
        raise BrokenSearch(
            Message("“{value}:” has no value.", value=name.value),
            Message("Write it right behind the colon, as in {value}:value.", value=name.value),
        )
    return value


def described(expression: Expression) -> Message:
    """Return the expression in a person's words; without a capital at the beginning or a full stop."""
    match expression:
        case Term(pattern=pattern):
            stem = pattern.removesuffix("*")
            if "*" in stem or "?" in stem:
                return Message("words like “{pattern}”", pattern=pattern)
            if expression.open:
                return Message("words that begin with “{stem}”", stem=stem)
            return as_message(f"“{pattern}”")
        case Phrase():
            return as_message(f"“{' '.join(term.pattern for term in expression.terms)}”")
        case Or():
            return listed([inside(part) for part in expression.parts], "or")
        case And():
            required = [inside(part) for part in expression.parts if not isinstance(part, Not)]
            excluded = [described(part) for part in expression.parts if isinstance(part, Not)]
            return joined([listed(required), *excluded], ", ") if required else joined(["", *excluded], ", ")
        case Not():
            if isinstance(expression.part, Field):
                return Message("not {inside}", inside=inside(expression.part))
            return Message("without {inside}", inside=inside(expression.part))
        case Near():
            return _near(expression)
        case Field():
            return _field(expression)


def _field(field: Field) -> Message:
    value = field.value
    if field.name in _DATES:
        day, before = format_date(date.fromisoformat(value)), field.name is FieldName.BEFORE
        return Message("filed before {day}", day=day) if before else Message("filed after {day}", day=day)
    return {
        FieldName.CITES: Message("citing “{value}”", value=value),
        FieldName.RULE: Message("naming “{value}”", value=value),
        FieldName.COURT: Message("filed with a court named “{value}”", value=value),
        FieldName.DOCKET: Message("with the docket number “{value}”", value=value),
        FieldName.JUDGE: Message("with a judge named “{value}”", value=value),
        FieldName.KIND: Message("of the kind “{value}”", value=value),
        FieldName.PATH: Message("in a folder named “{value}”", value=value),
        FieldName.HEADING: Message("under a heading with “{value}”", value=value),
    }[field.name]


def _near(near: Near) -> Message:
    words = plural(near.distance, "{number} word", "{number} words")
    left, right, width = inside(near.left), inside(near.right), _WIDTHS.get(near.unit, words)
    if near.ordered:
        return Message("{left} before {right}, within {width}", left=left, right=right, width=width)
    return Message("{left} and {right} within {width}", left=left, right=right, width=width)


def inside(expression: Expression) -> Message:
    """Describe an expression, in parentheses where it has several parts."""
    text = described(expression)
    return text if isinstance(expression, Term | Phrase | Field) else Message("({inside})", inside=text)
