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
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import LargeBinary, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from briefbank.models import Citation, Span

_IDS_AT_ONCE = 10_000
_COMPRESSION = 3
"""zlib level; 6 saves another 3 % of a page's text and takes twice as long."""


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
    """A JSON list of [start, end, canonical, sort]; empty for none."""
    if not citations:
        return ""
    return json.dumps([[c.start, c.end, c.canonical, c.sort] for c in citations], separators=(",", ":"))


def unpack_citations(packed: str) -> tuple[Citation, ...]:
    """The inverse of :func:`pack_citations`."""
    return tuple(Citation(*fields) for fields in json.loads(packed)) if packed else ()


def pack_headings(headings: tuple[str, ...]) -> str:
    """A JSON list of strings; empty for none."""
    return json.dumps(headings, separators=(",", ":")) if headings else ""


def unpack_headings(packed: str) -> tuple[str, ...]:
    """The inverse of :func:`pack_headings`."""
    return tuple(json.loads(packed)) if packed else ()


def batches(ids: Iterable[int]) -> Iterator[list[int]]:
    """Ids in lists that fit one statement: SQLite takes 32,766 parameters."""
    each = iter(ids)
    while some := list(islice(each, _IDS_AT_ONCE)):
        yield some
