"""Takes the message out of an S/MIME envelope that is only signed (RFC 5652, 5; RFC 8551, 3.5.2)."""

from __future__ import annotations

from collections.abc import Iterator

_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _OBJECT_ID, _OCTETS, _TAGGED = 0x30, 0x06, 0x04, 0xA0
_CONSTRUCTED = 0x20
_MAX_DEPTH = 20


class _Malformed(Exception):
    """Raised for bytes that are no BER."""


def content_of(envelope: bytes) -> bytes | None:
    """Return the signed content of an envelope in BER or DER; None where it is encrypted or malformed."""
    try:
        inside = _children(_only(envelope, _SEQUENCE))
        if next(inside, None) != (_OBJECT_ID, _SIGNED_DATA):
            return None
        signed = _only(_value(inside, _TAGGED), _SEQUENCE)
        encapsulated = _children(_value(_children(signed), _SEQUENCE))
        return b"".join(_octets(_value(encapsulated, _TAGGED), 0))
    except _Malformed:
        return None


def _value(elements: Iterator[tuple[int, bytes]], tag: int) -> bytes:
    """Return the content of the next element with this tag."""
    for element_tag, content in elements:
        if element_tag == tag:
            return content
    raise _Malformed


def _only(data: bytes, tag: int) -> bytes:
    return _value(_children(data), tag)


def _octets(data: bytes, depth: int) -> Iterator[bytes]:
    """Yield the pieces of an octet string, which BER divides as it likes."""
    if depth > _MAX_DEPTH:
        raise _Malformed
    for tag, content in _children(data):
        if tag == _OCTETS:
            yield content
        elif tag == _OCTETS | _CONSTRUCTED:
            yield from _octets(content, depth + 1)


def _children(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the tag and the content of each element, up to the end or to the mark of an indefinite length."""
    at = 0
    while at + 2 <= len(data) and data[at : at + 2] != b"\0\0":
        start, end, following = _extent(data, at, 0)
        yield data[at], data[start:end]
        at = following


def _extent(data: bytes, at: int, depth: int) -> tuple[int, int, int]:
    """Return where the content of an element begins and ends, and where the next element begins."""
    if at + 2 > len(data) or depth > _MAX_DEPTH or data[at] & 0x1F == 0x1F:
        raise _Malformed
    size, start = data[at + 1], at + 2
    if size == 0x80:
        end = start
        while data[end : end + 2] != b"\0\0":
            end = _extent(data, end, depth + 1)[2]
        return start, end, end + 2
    if size > 0x80:
        count = size - 0x80
        size, start = int.from_bytes(data[start : start + count], "big"), start + count
    if size > len(data) - start:
        raise _Malformed
    return start, start + size, start + size
