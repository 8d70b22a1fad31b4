"""Decodes the bytes of a text whose encoding nobody states.

What is no UTF-8 is Windows-1252 as a rule. A text in which four of ten letters are beyond ASCII is in no
language of that encoding: charset-normalizer then says which of the others fits best. Texts in Western
languages, of which at most two of ten are, never come there.
"""

from __future__ import annotations

import codecs
import string

_SAMPLE = 65_536
"""The number of characters in which control characters are counted."""
_GUESSED_FROM = 8_192
"""The bytes from which another encoding is guessed."""
_MAX_CONTROL_SHARE = 0.002
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FEWEST_BEYOND, _SHARE_BEYOND = 20, 0.4
"""The least bytes beyond ASCII and typography, and their least share of these and the ASCII letters, of a
text that may be in another script."""
_ENCODINGS = (
    *("cp1251", "koi8_r", "cp866", "cp1253", "cp1255", "cp1256"),
    *("gb18030", "big5", "shift_jis", "euc_kr", "cp1252"),
)
_ASCII_LETTERS = string.ascii_letters.encode()
_TYPOGRAPHY = "§¶—–“”‘’…•™©®\xa0".encode("cp1252")
_BEYOND_ASCII = bytes(set(range(128, 256)) - set(_TYPOGRAPHY))


def decode(data: bytes) -> str | None:
    """Return the text decoded as UTF-8, UTF-16 with a byte order mark, Windows-1252, or an encoding of
    another script; None for other content."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _unless_binary(data.decode(encoding, "replace"))
    if b"\0" in data:
        return None
    try:
        return _unless_binary(codecs.getincrementaldecoder("utf-8")().decode(data))
    except UnicodeDecodeError:
        return _unless_binary(data.decode(_likely_encoding(data[:_SAMPLE]), "replace"))


def _likely_encoding(sample: bytes) -> str:
    """Return the encoding of a text that is not in UTF-8."""
    beyond = len(sample) - len(sample.translate(None, _BEYOND_ASCII))
    ascii_letters = len(sample) - len(sample.translate(None, _ASCII_LETTERS))
    if beyond < max(_FEWEST_BEYOND, _SHARE_BEYOND * (beyond + ascii_letters)):
        return "cp1252"
    from charset_normalizer import from_bytes

    lines = sample[:_GUESSED_FROM].rpartition(b"\n")[0]  # A cut inside a character would fit no encoding.
    best = from_bytes(lines or sample, cp_isolation=list(_ENCODINGS)).best()
    return best.encoding if best else "cp1252"


def _unless_binary(text: str) -> str | None:
    """Return the text, or None where too many of its characters are control characters."""
    odd = sum((c < " " and c not in "\t\r\n\f\x1a") or c in "\x7f\ufffd" for c in text[:_SAMPLE])
    return None if odd > _MAX_CONTROL_SHARE * min(len(text), _SAMPLE) + 1 else text
