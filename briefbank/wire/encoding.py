"""Encodes and decodes values as MessagePack. Both ends check every type of what they decode."""

from __future__ import annotations

from collections.abc import Iterable
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
    """Return the value of a type. Raises Malformed for bytes of another type, and for nesting without end."""
    try:
        return _decoder(kind).decode(untrusted)
    except (msgspec.DecodeError, RecursionError, OverflowError, ValueError) as error:
        raise Malformed(type(error).__name__) from error


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


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encoded)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_decoded)
