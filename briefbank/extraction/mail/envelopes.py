"""Takes the message out of an S/MIME envelope that is only signed (RFC 5652, 5; RFC 8551, 3.5.2), and the
text and the attached files out of winmail.dat ([MS-OXTNEF]), in which Outlook sends a message to mail
programs that it takes for Outlook."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _OBJECT_ID, _OCTETS, _TAGGED = 0x30, 0x06, 0x04, 0xA0
_CONSTRUCTED = 0x20
_MAX_DEPTH = 20

_SIGNATURE = 0x223E9F78
_HEAD = struct.Struct("<IH")
_ATTRIBUTE = struct.Struct("<BII")
_CHECKSUM_BYTES = 2
_BODY, _NEW_ATTACHMENT, _TITLE, _DATA = 0x0002800C, 0x00069002, 0x00018010, 0x0006800F


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


def read(content: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]] | None:
    """Return the plain text, which may be empty, and the names and contents of the files; None for content
    that is no such file. What follows damage is left out."""
    if len(content) < _HEAD.size or _HEAD.unpack_from(content)[0] != _SIGNATURE:
        return None
    text = b""
    files: list[list[bytes]] = []
    for attribute, value in _attributes(content):
        if attribute == _BODY:
            text = value.rstrip(b"\0")
        elif attribute == _NEW_ATTACHMENT:
            files.append([b"", b""])
        elif files and attribute == _TITLE:
            files[-1][0] = value.rstrip(b"\0")
        elif files and attribute == _DATA:
            files[-1][1] = value
    return text, [(name, data) for name, data in files if data]


def _attributes(content: bytes) -> Iterator[tuple[int, bytes]]:
    at = _HEAD.size
    while at + _ATTRIBUTE.size <= len(content):
        _, attribute, size = _ATTRIBUTE.unpack_from(content, at)
        at += _ATTRIBUTE.size
        if size > len(content) - at:
            return
        yield attribute, content[at : at + size]
        at += size + _CHECKSUM_BYTES
