"""Encodes and decodes values as MessagePack. Both ends check every type of what they decode."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec


class Malformed(ValueError):
    """Raised for bytes that are not what the operation takes or returns. Its text names no value."""


def encode(value: object) -> bytes:
    """Return a value as bytes: plain Python, values of ``briefbank.domain``, and iterators as lists."""
    return _ENCODER.encode(value)


def decode(untrusted: bytes, kind: Any) -> Any:
    """Return the value of a type. Raises Malformed for bytes of another type, for nesting without end, and
    for whole numbers that no database takes."""
    try:
        value = _decoder(kind).decode(untrusted)
        if _LONG_NUMBER in untrusted and _is_too_large(value):
            raise OverflowError
        return value
    except (msgspec.DecodeError, RecursionError, OverflowError, ValueError) as error:
        raise Malformed(type(error).__name__) from error


def _is_too_large(value: object) -> bool:
    """Tell whether a whole number in a value has more than 64 bits with its sign."""
    if isinstance(value, int):
        return value >= 2**63
    if isinstance(value, dict):
        return any(_is_too_large(part) for pair in value.items() for part in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return any(map(_is_too_large, value))
    names = [field.name for field in fields(value)] if is_dataclass(value) else []
    names += value.__struct_fields__ if isinstance(value, msgspec.Struct) else ()
    return any(_is_too_large(getattr(value, name)) for name in names)


def _encoded(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(type(value).__name__)


def _decoded(kind: type, untrusted: object) -> object:
    if issubclass(kind, Path) and isinstance(untrusted, str):
        return Path(untrusted)
    raise ValueError(kind.__name__)


_LONG_NUMBER = b"\xcf"
"""The byte before a number of 64 bits without a sign (https://github.com/msgpack/msgpack/blob/master/spec.md);
it stands in other values, too."""
_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encoded)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_decoded)
