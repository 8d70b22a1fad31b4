"""Tables of SQLAlchemy Core as classes, whose attributes are their columns.

They are annotated as SQLAlchemy annotates those of its ORM (``Mapped``), so that mypy knows the types of what
a statement selects. The ORM is not used: to import it and to map every table took a quarter of the time in
which a command lists the documents.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from array import array
from collections.abc import Callable, Iterable
from dataclasses import astuple
from datetime import UTC, date, datetime
from enum import StrEnum
from itertools import chain, starmap
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Date,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    type_coerce,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from briefbank.catalogue.database import column_type, given, read_text, stored_text
from briefbank.domain.authorities import Citation, CitationForm, CitationKind, Span
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.userdata import Ranges
from briefbank.errors import StoreDamaged
from briefbank.paths import STORED
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import Message, as_message, load, store


def required(kind: Any, *arguments: Any, **options: Any) -> Any:
    return Column(kind, *arguments, nullable=False, **options)


def optional(kind: Any, *arguments: Any, **options: Any) -> Any:
    return Column(kind, *arguments, nullable=True, **options)


class TypedTable:
    """The base of such classes. One with a name, ``table``, is a table of ``metadata``."""

    metadata: ClassVar[MetaData]
    __table_args__: ClassVar[tuple[Any, ...]] = ()
    """Constraints and indexes, and last, if need be, a dictionary of the table's options."""
    __table__: ClassVar[Table]

    def __init_subclass__(cls, table: str = "") -> None:
        if not table:
            return
        columns = [(name, column) for name, column in vars(cls).items() if isinstance(column, Column)]
        for name, column in columns:
            column.name = column.key = name
            if isinstance(column.type, Checked):
                column.type = column.type.copy()
                column.type.required = not column.nullable
        options = [options for options in cls.__table_args__ if isinstance(options, dict)]
        others = [constraint for constraint in cls.__table_args__ if not isinstance(constraint, dict)]
        parts = (*(column for _, column in columns), *others)
        cls.__table__ = Table(table, cls.metadata, *parts, **dict(*options))

    @classmethod
    def __clause_element__(cls) -> Table:
        """Return the table where SQLAlchemy finds the class in a statement."""
        return cls.__table__


# Types of single columns: text of any content, compressed text, packed lists, ids.
#
# Text from a PDF, and file names of old disks, may hold lone surrogates, which UTF-8 cannot represent
# (``database.stored_text``). Spans are packed as 32-bit numbers because a library of 200,000 passages holds
# some four million of them.

V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)

GIVEN_IDS = given("ids", BigInteger())  # The ids of :func:`given_ids`
GIVEN_TEXTS = given("texts", Text())  # The texts of :func:`given_texts`
_COMPRESSION = 3  # The zlib level; 6 saves another 3 % of a page's text and takes twice as long
LONGEST_PAGE = 2**31  # A number of characters that no page has
_Offset = Annotated[int, msgspec.Meta(ge=0, lt=LONGEST_PAGE)]
_MAX_TEXT_BYTES = 64 * 1024**2
"""The size limit of one page's text. No reader makes more, and a stranger's few kilobytes could unpack to
gigabytes."""
_NO_FIELDS: frozenset[CaptionField] = frozenset()


class Checked(TypeDecorator[V]):
    """A column whose values are checked when they are read, because a catalogue may come from a stranger or a
    bad disk. A value of the wrong type raises StoreDamaged, before it becomes a path, a limit or a choice."""

    cache_ok = True
    required = False
    """True when NULL is invalid too; ``TypedTable`` sets it for columns that must have a value."""

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(column_type(self.impl_instance, dialect))

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else self.stored(value)

    def stored(self, value: Any) -> Any:
        return value

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], V | None]:
        # SQLAlchemy's own calls process_result_value for it: one more call for each value of a search.
        understood, required, name = self.understood, self.required, type(self).__name__

        def checked(value: Any) -> V | None:
            if value is None and not required:
                return None
            try:
                return understood(value)
            except (TypeError, ValueError, zlib.error) as error:
                raise StoreDamaged(detail=f"catalogue: {name}") from error

        return checked

    def understood(self, untrusted: Any) -> V:
        """Return the checked value. Raises TypeError, ValueError or zlib.error."""
        raise NotImplementedError


def or_none(column: Any) -> Any:
    """Return a column for an outer join, which may find no row for it."""
    kind = column.type.copy()
    kind.required = False
    return type_coerce(column, kind).label(column.key)


class InternalText(Checked[str]):
    """A string without lone surrogates, made by BriefBank rather than read from a file."""

    impl = String
    cache_ok = True

    def understood(self, untrusted: Any) -> str:
        return _of_type(untrusted, str)


class Number(Checked[int]):
    impl = Integer
    cache_ok = True
    least, most = -(2**63), 2**63 - 1

    def understood(self, untrusted: Any) -> int:
        if not isinstance(untrusted, int) or not self.least <= untrusted <= self.most:
            raise ValueError("number")
        return untrusted


class Count(Number):
    cache_ok = True
    least, most = 0, 2**62


class Share(Checked[float]):
    impl = REAL
    cache_ok = True

    def understood(self, untrusted: Any) -> float:
        if not 0 <= untrusted <= 1:
            raise ValueError("share")
        return float(untrusted)


class _RawBinary(LargeBinary):
    """A binary column that rejects numbers: SQLAlchemy's own turns a number into that many bytes."""

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        return None


class Packed(Checked[bytes]):
    impl = _RawBinary
    cache_ok = True

    def understood(self, untrusted: Any) -> bytes:
        return _of_type(untrusted, bytes)


def _of_type(untrusted: Any, kind: type[V]) -> V:
    if not isinstance(untrusted, kind):
        raise TypeError(kind.__name__)
    return untrusted


class Matching(Checked[str]):
    impl = String
    cache_ok = True

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self.pattern = pattern
        self._fullmatch = re.compile(pattern).fullmatch

    def understood(self, untrusted: Any) -> str:
        if not isinstance(untrusted, str) or not self._fullmatch(untrusted):
            raise ValueError("pattern")
        return untrusted


SHA256 = Matching("[0-9a-f]{64}")
SHA256_OR_NONE = Matching("([0-9a-f]{64})?")
TEXT_HASH = Matching("[0-9a-f]{32}")  # A hash from ``characters.text_hash``
SUFFIX = Matching(rf"\.({'|'.join(STORED)})")
SUFFIX_OR_NONE = Matching(rf"(\.({'|'.join(STORED)}))?")
KEYED_HASH = Matching("([0-9a-f]{64})?")  # A hash from ``secrets.keyed_hash``; empty for none
ENGINE = Matching(r"[\w.:/ -]{0,100}")  # The name of an engine of text recognition; empty for the usual one


class OneOf(Checked[E]):
    impl = String
    cache_ok = True

    def __init__(self, kinds: type[E]) -> None:
        super().__init__()
        self.kinds = kinds

    def understood(self, untrusted: Any) -> E:
        return self.kinds(untrusted)


class Day(TypeDecorator[date]):
    """A day in ISO 8601. Anything else raises StoreDamaged, as in ``Checked``."""

    impl = Date
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        understood = super().result_processor(dialect, coltype)
        if understood is None:  # the database has a type for days
            return None

        def checked(value: Any) -> date | None:
            try:
                return understood(value)
            except (TypeError, ValueError) as error:
                raise StoreDamaged(detail="catalogue: Day") from error

        return checked


class AnyText(Checked[str]):
    impl = Text
    cache_ok = True

    def stored(self, value: str) -> str:
        return stored_text(value)

    def understood(self, untrusted: Any) -> str:
        return read_text(_of_type(untrusted, str))


class StoredMessage(AnyText):
    cache_ok = True

    def stored(self, value: str) -> str:
        return super().stored(store(as_message(value)))

    def understood(self, untrusted: Any) -> Message:
        return load(super().understood(untrusted))


class ShownName(AnyText):
    """A name or title from elsewhere, with its invisible and direction-changing characters written out: it is
    shown beside others, and must not seem to be another one."""

    cache_ok = True

    def stored(self, value: str) -> str:
        return super().stored(escape_hidden(value))

    def understood(self, untrusted: Any) -> str:
        # A stranger may have stored it as it was.
        return escape_hidden(read_text(_of_type(untrusted, str)))


class CompressedText(Checked[str]):
    """A long string that is never searched in SQL. It takes about 45 % of its size on disk, and is at most 64
    MiB."""

    impl = _RawBinary
    cache_ok = True

    def stored(self, value: str) -> bytes:
        return zlib.compress(value.encode("utf-8", "surrogatepass"), _COMPRESSION)

    def understood(self, untrusted: Any) -> str:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(untrusted, _MAX_TEXT_BYTES)
        if not unpacker.eof:
            raise ValueError("too long or cut off")
        return text.decode("utf-8", "surrogatepass")


class CaptionFields(Checked[frozenset[CaptionField]]):
    """A set of caption fields, stored as their names joined by commas."""

    impl = String
    cache_ok = True

    def stored(self, value: frozenset[CaptionField]) -> str:
        return ",".join(sorted(value))

    def understood(self, untrusted: Any) -> frozenset[CaptionField]:
        if not isinstance(untrusted, str):
            raise TypeError("fields")
        return frozenset(map(CaptionField, untrusted.split(","))) if untrusted else _NO_FIELDS


class PageRanges(Checked[Ranges]):
    """Ranges of raw text, each a page, a start and an end, stored as a JSON list."""

    impl = Text
    cache_ok = True

    def stored(self, value: Ranges) -> str:
        return json.dumps(value, separators=(",", ":"))

    def understood(self, untrusted: Any) -> Ranges:
        return _unpacked(untrusted, tuple[tuple[_Offset, _Offset, _Offset], ...], "ranges")


class Moment(Checked[datetime]):
    """A timezone-aware point in time in UTC, written as ISO 8601 so that it sorts and any tool can read
    it."""

    impl = Text
    cache_ok = True

    def stored(self, value: datetime) -> str:
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def understood(self, untrusted: Any) -> datetime:
        moment = datetime.fromisoformat(untrusted)
        if moment.tzinfo is None:
            raise ValueError("no time zone")
        return moment


_SPAN = struct.Struct("=5I")


def pack_spans(spans: tuple[Span, ...]) -> bytes:
    """Pack five 32-bit numbers for each span, in order. Raises OverflowError."""
    return array("I", chain.from_iterable(spans)).tobytes()


def unpack_spans(packed: bytes) -> tuple[Span, ...]:
    """Unpack spans; the inverse of :func:`pack_spans`. Raises StoreDamaged for anything else."""
    try:
        return tuple(starmap(Span, _SPAN.iter_unpack(packed)))
    except (TypeError, struct.error) as error:
        raise StoreDamaged(detail="catalogue: spans") from error


class _PackedCitation(msgspec.Struct, array_like=True):
    """The fields of a Citation in order."""

    start: Annotated[int, msgspec.Meta(ge=0)]
    end: int
    canonical: str
    kind: CitationKind
    form: CitationForm
    pin: str
    signal: str
    certain: bool


def pack_citations(citations: tuple[Citation, ...]) -> str:
    """Pack citations as a JSON list of lists of their fields; empty for no citations."""
    return json.dumps([*map(astuple, citations)], separators=(",", ":")) if citations else ""


def unpack_citations(packed: str) -> tuple[Citation, ...]:
    """Unpack citations; the inverse of :func:`pack_citations`. Raises StoreDamaged for anything else."""
    rows = _unpacked(packed, list[_PackedCitation], "citations") if packed else ()
    return tuple(Citation(*msgspec.structs.astuple(row)) for row in rows)


def pack_headings(headings: tuple[str, ...]) -> str:
    """Pack headings as a JSON list of strings; empty for none."""
    return json.dumps(headings, separators=(",", ":")) if headings else ""


def unpack_headings(packed: str) -> tuple[str, ...]:
    """Unpack headings; the inverse of :func:`pack_headings`. Raises StoreDamaged for anything else."""
    return _unpacked(packed, tuple[str, ...], "headings") if packed else ()


def _unpacked(packed: str, kind: type[V], name: str) -> V:
    try:
        return msgspec.convert(json.loads(packed), kind)
    except (ValueError, TypeError, RecursionError, msgspec.ValidationError) as error:
        raise StoreDamaged(detail=f"catalogue: {name}") from error


def given_ids(ids: Iterable[int]) -> dict[str, str]:
    return {"ids": json.dumps(list(ids))}


def given_texts(texts: Iterable[str]) -> dict[str, str]:
    return {"texts": json.dumps(list(map(stored_text, texts)))}
