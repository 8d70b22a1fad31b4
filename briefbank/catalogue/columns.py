"""How values are written into single columns: text of any content, compressed text, packed lists, ids.

Text that comes out of a PDF, and file names of old disks, may hold lone surrogates, which SQLite's UTF-8
cannot take. Such a value, and only such a one, is stored as bytes in the same column. Spans are packed as
32-bit numbers because a library of 200,000 passages holds some four million of them.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from itertools import islice
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import LargeBinary, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from briefbank.models import CaptionField, Citation, Span

V = TypeVar("V")

_IDS_AT_ONCE = 10_000
_COMPRESSION = 3
"""zlib level; 6 saves another 3 % of a page's text and takes twice as long."""
_NONE: frozenset[CaptionField] = frozenset()


_CITATION_FIELDS = attrgetter(*(each.name for each in fields(Citation)))
_CITATION_DEFAULTS = tuple(each.default for each in fields(Citation) if each.default is not MISSING)


class AnyText(TypeDecorator[str]):
    """A string, whatever characters it holds."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-8", "surrogatepass")
        return value

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


class CompressedText(TypeDecorator[str]):
    """A long string that is never searched in SQL; about 45 % of its size on disk."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress(value.encode("utf-8", "surrogatepass"), _COMPRESSION)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else zlib.decompress(value).decode("utf-8", "surrogatepass")


class CaptionFields(TypeDecorator[frozenset[CaptionField]]):
    """Some fields of a caption, as their names joined by commas."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: frozenset[CaptionField] | None, dialect: Dialect) -> str | None:
        return None if value is None else ",".join(sorted(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> frozenset[CaptionField] | None:
        return None if value is None else frozenset(map(CaptionField, value.split(","))) if value else _NONE


class Moment(TypeDecorator[datetime]):
    """A point in time, aware and in UTC, written as ISO 8601 so that it sorts and any tool can read it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


def pack_spans(spans: tuple[Span, ...]) -> bytes:
    """Five little-endian 32-bit numbers for each span, in their order. OverflowError past 4,294,967,295."""
    numbers = array("I")
    for span in spans:
        numbers.extend((span.page, span.start, span.end, span.at, span.size))
    return _little_endian(numbers).tobytes()


def unpack_spans(packed: bytes) -> tuple[Span, ...]:
    """The inverse of :func:`pack_spans`."""
    numbers = array("I")
    numbers.frombytes(packed)
    each = iter(_little_endian(numbers))
    return tuple(map(Span, each, each, each, each, each))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack_citations(citations: tuple[Citation, ...]) -> str:
    """A JSON list of [start, end, canonical, sort, ...]: the fields in order, without the last ones that say
    nothing beyond their default; empty for no citations."""
    if not citations:
        return ""
    return json.dumps([_shortened(_CITATION_FIELDS(each)) for each in citations], separators=(",", ":"))


def _shortened(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values up to the last that is not the default."""
    size = len(values)
    least = size - len(_CITATION_DEFAULTS)
    while size > least and values[size - 1] == _CITATION_DEFAULTS[size - 1 - least]:
        size -= 1
    return values[:size]


def unpack_citations(packed: str) -> tuple[Citation, ...]:
    """The inverse of :func:`pack_citations`; older versions packed four fields."""
    return tuple(Citation(*values) for values in json.loads(packed)) if packed else ()


def pack_headings(headings: tuple[str, ...]) -> str:
    """A JSON list of strings; empty for none."""
    return json.dumps(headings, separators=(",", ":")) if headings else ""


def unpack_headings(packed: str) -> tuple[str, ...]:
    """The inverse of :func:`pack_headings`."""
    return tuple(json.loads(packed)) if packed else ()


def batches(ids: Iterable[V]) -> Iterator[list[V]]:
    """Ids, or names, in lists that fit one statement: SQLite takes 32,766 parameters."""
    each = iter(ids)
    while some := list(islice(each, _IDS_AT_ONCE)):
        yield some
