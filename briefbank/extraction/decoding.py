"""Decodes the bytes of a text whose encoding nobody states."""

from __future__ import annotations

import codecs

_SAMPLE = 65_536
"""The number of characters in which control characters are counted."""
_MAX_CONTROL_SHARE = 0.002
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> str | None:
    """Return the text decoded as UTF-8, UTF-16 with a byte order mark, or Windows-1252; None for other
    content."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _unless_binary(data.decode(encoding, "replace"))
    if b"\0" in data:
        return None
    try:
        return _unless_binary(codecs.getincrementaldecoder("utf-8")().decode(data))
    except UnicodeDecodeError:
        return _unless_binary(data.decode("cp1252", "replace"))


def _unless_binary(text: str) -> str | None:
    """Return the text, or None where too many of its characters are control characters."""
    odd = sum((c < " " and c not in "\t\r\n\f\x1a") or c in "\x7f\ufffd" for c in text[:_SAMPLE])
    return None if odd > _MAX_CONTROL_SHARE * min(len(text), _SAMPLE) + 1 else text
