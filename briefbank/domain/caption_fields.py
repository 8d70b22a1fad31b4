"""The kinds of documents, and the fields of a caption: the one module that defines each of them.

A field that is an entry of the caption only, without a column in the catalogue, needs a member and a
definition here, its finder in ``extraction.caption_finders``, and its name and example in the window's
``caption_texts``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from briefbank.errors import CorrectionRefused
from briefbank.text.dates import latest_today, typed_day
from briefbank.text.messages import Message, filled, template


class Kind(StrEnum):
    """The kind of a document; the command line and the catalogue use these values."""

    BRIEF = template("brief")
    OPINION = template("opinion")
    STATUTE = template("statute")
    RULE = template("rule")
    DIRECTIVE = template("directive")
    MEMO = template("memo")
    MAIL = template("mail")
    OTHER = template("other")


KIND_NAMES = {kind: filled(kind.value, {}) for kind in Kind}
"""The kinds as words of a sentence."""
LAW = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
"""The kinds that bind. Every word of them counts, and their dates are those in force, not of printing."""
SETTLED = frozenset({Kind.STATUTE, Kind.RULE})
"""The kinds that do not age while they are in force, and that cite without arguing."""


IN_FUTURE = "future"  # The source of a filing date that is empty because the document gives a future one


class CaptionField(StrEnum):
    """The fields of a document's caption, in the order in which people see them."""

    TITLE = "title"
    COURT = "court"
    DOCKET = "docket"
    JUDGE = "judge"
    PARTIES = "parties"
    SIDE = "side"
    KIND = "kind"
    PAPER = "paper"
    FILED = "filed"
    OFFICE = "office"
    CLIENT = "client"
    VERSION = "version"
    YEAR = "year"

    @property
    def definition(self) -> FieldDefinition:
        return _DEFINITIONS[self]


@dataclass(frozen=True, slots=True)
class ValueType:
    """A type of the values of fields."""

    check: Callable[[str], object]
    """Raises ValueError for a stored value that is not of this type; an empty one is of any."""
    parse: Callable[[str, date], str]
    """Returns the value to store for what a person typed, in one line, today. Raises CorrectionRefused."""
    choices: tuple[str, ...] = ()  # all values that there are; none where any may be typed


def _parse_day(typed: str, today: date) -> str:
    if not typed:
        return ""
    day = typed_day(typed, today)
    if day is None:
        raise CorrectionRefused(
            Message("“{typed}” is not a date.", typed=typed),
            Message("Write it as March 5, 2021 or 2021-03-05."),
        )
    if day > latest_today(today):
        raise _future(typed)
    return day.isoformat()


def _future(typed: str) -> CorrectionRefused:
    return CorrectionRefused(
        Message("“{typed}” lies in the future.", typed=typed),
        Message("Type when the document was filed, or leave it empty."),
    )


def _parse_kind(typed: str, _today: date) -> str:
    try:
        return Kind(typed.casefold() or Kind.OTHER).value
    except ValueError:
        kinds = ", ".join(kind.value for kind in Kind)
        raise CorrectionRefused(
            Message("“{typed}” is not a kind of document that BriefBank knows.", typed=typed),
            Message("It is one of: {kinds}.", kinds=kinds),
        ) from None


def _check_year(value: str) -> None:
    if not value.isascii() or not value.isdigit() or not _FIRST_YEAR <= int(value) <= _LAST_YEAR:
        raise ValueError("not a year")


def _parse_year(typed: str, today: date) -> str:
    try:
        if typed:
            _check_year(typed)
    except ValueError:
        raise CorrectionRefused(
            Message("“{typed}” is not a year.", typed=typed), Message("Write it with four digits: 2009.")
        ) from None
    if typed and date(int(typed), 1, 1) > latest_today(today):
        raise _future(typed)
    return typed


_FIRST_YEAR, _LAST_YEAR = 1700, 2099
TEXT = ValueType(str, lambda typed, _today: typed)
YEAR = ValueType(_check_year, _parse_year)
DAY = ValueType(date.fromisoformat, _parse_day)
KIND = ValueType(Kind, _parse_kind, tuple(kind.value for kind in Kind))


@dataclass(frozen=True, slots=True)
class FieldDefinition:
    """What differs from field to field."""

    recorded_as: Message  # the name in the audit log's sentences
    label: str  # the label on the command line
    metavar: str | None = None
    help: str | None = None  # the help on the option of the command line
    value_type: ValueType = TEXT
    column: bool = False  # whether the document has a column of this name, beside the entry of the caption


EXPECTED = (CaptionField.TITLE, CaptionField.FILED, CaptionField.COURT)
"""The fields that every document should have: without them it is hard to find again."""


_DEFINITIONS: Mapping[CaptionField, FieldDefinition] = {
    CaptionField.TITLE: FieldDefinition(
        Message("the title"), "Title", "TITLE", "as in “State v. Doe”", column=True
    ),
    CaptionField.COURT: FieldDefinition(
        Message("the court"), "Court", "COURT", "the court that it is filed with", column=True
    ),
    CaptionField.DOCKET: FieldDefinition(
        Message("the docket number"),
        "Docket",
        "NUMBER",
        "the docket number; several joined by semicolons",
        column=True,
    ),
    CaptionField.JUDGE: FieldDefinition(
        Message("the judge"),
        "Judge",
        "NAME",
        "who sat below, or on the bench; several joined by semicolons",
        column=True,
    ),
    CaptionField.PARTIES: FieldDefinition(
        Message("the parties"), "Parties", "PARTIES", "all parties with their roles", column=True
    ),
    CaptionField.SIDE: FieldDefinition(
        Message("the side"), "For", "SIDE", "for whom it speaks, as in Appellant", column=True
    ),
    CaptionField.KIND: FieldDefinition(Message("the kind of document"), "Kind", value_type=KIND, column=True),
    CaptionField.PAPER: FieldDefinition(
        Message("the name of the paper"), "Paper", "NAME", "what the paper calls itself, as in Reply Brief"
    ),
    CaptionField.FILED: FieldDefinition(
        Message("the filing date"),
        "Filed",
        "DATE",
        "the day on which it was filed, as in March 1, 2015 or 2015-03-01",
        value_type=DAY,
        column=True,
    ),
    CaptionField.OFFICE: FieldDefinition(
        Message("the office"), "Office", "OFFICE", "whose lawyers wrote it", column=True
    ),
    CaptionField.CLIENT: FieldDefinition(
        Message("the client"), "Client", "NAME", "for whom the office worked, as in “Smith, John”"
    ),
    CaptionField.VERSION: FieldDefinition(
        Message("the version"), "Version", "VERSION", "as in Filed, Final or Draft 2"
    ),
    CaptionField.YEAR: FieldDefinition(
        Message("the year"),
        "Year",
        "YEAR",
        "the year it is from, where no day of filing is known",
        value_type=YEAR,
    ),
}
