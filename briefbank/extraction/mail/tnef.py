"""Takes the text and the attached files out of winmail.dat ([MS-OXTNEF]), in which Outlook sends a message to
mail programs that it takes for Outlook."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_SIGNATURE = 0x223E9F78
_HEAD = struct.Struct("<IH")
_ATTRIBUTE = struct.Struct("<BII")
_CHECKSUM_BYTES = 2
_BODY, _NEW_ATTACHMENT, _TITLE, _DATA = 0x0002800C, 0x00069002, 0x00018010, 0x0006800F


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
