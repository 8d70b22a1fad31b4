"""The parts of a layout, which describes how one of the command line's JSON documents is shown to a person.

A layout names the fields that lines, lists and tables show. ``renderer`` draws it; the description itself
needs no ``rich``, so that ``--json`` loads none. A *piece* of text is a template as in ``str.format``, a
function of the document, or a tuple of pieces. A template whose fields are all empty is left out:
``("{title}", ", by {judge}")`` is the title alone where no judge is known. The formats of fields, beside
those of Python:

    {since:day}               March 3, 2015
    {pages:count page}        1 page; 1,200 pages
    {removed:were line}       No line was; 1 line was; 3 lines were
    {originals:megabytes}     12.3 MB
    {headings: > }            the items of a list, parted by " > "
    {checked:day else never}  the same as without "else", or these words if the field is empty
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from briefbank.cli.json_schema import Json
from briefbank.text.dates import format_date

Piece: TypeAlias = "str | Callable[[Json], str] | tuple[Piece, ...]"
Rows = str | Callable[[Json], Sequence[Any]]
"""The field that holds a list, or a function that returns one."""
Condition = str | Callable[[Json], object]
"""A field, or a function, that must be true of the document."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text on a line of its own, wrapped with an indent; none if the text is empty."""

    text: Piece
    style: str = ""
    indent: int = 0
    gap: bool = False
    """True to put an empty line before."""
    marks: str = ""
    """The field with the spans to highlight, in a text that is one field."""
    when: Condition = ""


@dataclass(frozen=True, slots=True)
class Each:
    """A layout for each row of a list, beneath a title; ``empty`` is shown for an empty list."""

    rows: Rows
    layout: Layout
    title: Piece = ""
    empty: Piece = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a list, a piece for each column by its heading; a column without any value is left out."""

    rows: Rows
    columns: Mapping[str, Piece]
    numbers: Sequence[str] = ()
    """The headings of columns that are aligned to the right and never wrapped."""
    header: bool = True
    title: Piece = ""
    empty: Piece = ""


@dataclass(frozen=True, slots=True)
class Differences:
    """The words of two texts, with signs around those removed and added for terminals without colours."""

    field: str
    removed: tuple[str, str]
    added: tuple[str, str]
    between: str = ""
    """The text after each run of words."""
    indent: int = 0


Part = Paragraph | Each | Table | Differences
Layout = Part | tuple[Part, ...]


def text_of(piece: Piece, document: Json) -> str:
    """Return the text of a piece."""
    if isinstance(piece, tuple):
        return "".join(text_of(each, document) for each in piece)
    if callable(piece):
        return piece(document)
    formatter = _Formatter()
    text = formatter.vformat(piece, (), document)
    return "" if formatter.empty and not formatter.filled else text


class _Formatter(string.Formatter):
    """A formatter of one template, which counts its fields."""

    def __init__(self) -> None:
        self.filled = self.empty = 0

    def format_field(self, value: Any, format_spec: str) -> str:
        how, _, otherwise = format_spec.partition(" else ")
        is_empty = value in (None, "", []) and not otherwise
        self.empty += is_empty
        self.filled += not is_empty
        if value in (None, "", []):
            return otherwise
        if isinstance(value, list):
            return how.join(value)
        match how.split():
            case ["day"]:
                return day_words(value)
            case ["count", noun]:
                return counted(value, noun)
            case ["were", noun]:
                return {0: f"No {noun} was", 1: f"1 {noun} was"}.get(value, f"{value} {noun}s were")
            case ["megabytes"]:
                return f"{value / 1e6:,.1f} MB"
        return format(value, how)


def rows_where(rows: str, field: str, value: str) -> Callable[[Json], list[Json]]:
    """Return a function that returns the rows whose field has a value."""
    return lambda document: [row for row in document[rows] if row[field] == value]


def rows_named(field: str) -> Callable[[Json], list[Json]]:
    """Return a function that returns the rows of an object with their names; none if the object is absent."""
    return lambda document: [{"name": name, **row} for name, row in document.get(field, {}).items()]


def choice(field: str, words: Mapping[Any, str]) -> Callable[[Json], str]:
    """Return a piece that is chosen by the value of a field."""
    return lambda document: words.get(document[field], "")


def day_words(iso: str) -> str:
    """Return a day, or that of a moment, as 'March 3, 2015'."""
    return format_date(date.fromisoformat(iso[:10]))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: '1 passage', '1,200 passages'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
