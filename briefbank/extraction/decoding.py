"""Decodes the bytes of a text whose encoding nobody states.

UTF-8 is recognised by its form, UTF-16 by its byte order mark. Any other Western text was written under
Windows (1252), DOS (437, 850) or Mac OS (Roman). Each of these reads every byte, so what the bytes would mean
decides: letters inside words, quotation marks around them, section signs before numbers. A text in which four
of ten letters are beyond ASCII, and that none of them explains, is in another script and is not read.
"""

from __future__ import annotations

import codecs
import itertools
import math
import re
import string
from collections import Counter

_SAMPLE = 65_536
"""The number of characters in which control characters are counted, and of bytes in which scripts are."""
_MOST_CONTEXTS = 20_000
"""The number of characters beyond ASCII by which the encoding of a Western text is judged."""
_MAX_CONTROL_SHARE = 0.002
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FEWEST_BEYOND, _SHARE_BEYOND = 20, 0.4
"""The least bytes beyond ASCII and typography, and their least share of these and the ASCII letters, of a
text that may be in another script."""
_ASCII_LETTERS = string.ascii_letters.encode()
_TYPOGRAPHY = "§¶—–“”‘’…•™©®\xa0".encode("cp1252")
_BEYOND_ASCII = bytes(set(range(128, 256)) - set(_TYPOGRAPHY))
_WESTERN = {"cp1252": 1.6, "cp437": 0.4, "cp850": 0.3, "mac_roman": 0.0}
"""The encodings of Western texts, and how much likelier each is before anything was read."""
_OTHER_BYTE = re.compile("[\udc80-\udcff]")  # A byte that is not UTF-8, as ``surrogateescape`` decodes it
_MOST_OTHERS_IN_UTF8 = 0.1
"""The greatest share of other bytes beyond ASCII in a text in UTF-8 into which a piece of another was
pasted."""
_AS_SHOWN = {"\x14": "¶", "\x15": "§"} | {
    chr(ord(shown.encode("cp1252"))): shown for shown in "€‚ƒ„†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
}
"""Control characters that programs show as other characters: DOS the first two, Windows the others."""
_SHOWN_OTHERWISE = re.compile(f"[{''.join(_AS_SHOWN)}]")


def decode(data: bytes) -> str | None:
    """Return the text in its likeliest encoding; None for what is no text."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _unless_binary(data.decode(encoding, "replace"))
    text = data.rstrip(b"\0")  # DOS and interrupted copies fill a file's last block with them
    if b"\0" in text or (data and not text):
        return None
    if len(text) < len(data) and not re.search(rb"[\r\n]", text):  # the mark of a binary format
        return None
    try:
        return _unless_binary(text.decode())
    except UnicodeDecodeError:
        if mostly := _mostly_utf8(text):
            return _unless_binary(mostly)
        encoding = _western_encoding(text)
        return _unless_binary(text.decode(encoding, "replace")) if encoding else None


def as_shown(text: str) -> str:
    """Return a decoded text with the signs that programs show for some control characters: § under DOS."""
    if _SHOWN_OTHERWISE.search(text):
        for control, shown in _AS_SHOWN.items():
            text = text.replace(control, shown)
    return text


def _unless_binary(text: str) -> str | None:
    """Return the text, or None where too many of its characters are control characters."""
    text = as_shown(text)
    odd = sum((c < " " and c not in "\t\r\n\f\x1a") or c in "\x7f\ufffd" for c in text[:_SAMPLE])
    return None if odd > _MAX_CONTROL_SHARE * min(len(text), _SAMPLE) + 1 else text


def _mostly_utf8(data: bytes) -> str:
    """Return a text in UTF-8 but for a few bytes, as when lines of another were pasted into it, which are of
    Windows; empty for any other text."""
    text = data.decode("utf-8", "surrogateescape")
    others = len(_OTHER_BYTE.findall(text))
    whole = len(text) - others - len(text.encode("ascii", "ignore"))
    if whole <= 1 or others > max(1, _MOST_OTHERS_IN_UTF8 * whole):
        return ""
    return _OTHER_BYTE.sub(
        lambda byte: byte[0].encode("utf-8", "surrogateescape").decode("cp1252", "replace"), text
    )


_CONTEXT = re.compile(rb"(?<=([\0-\xff]))([\x80-\xff])(?=([\0-\xff]))")
_COMMON = frozenset("áéíóúñüàèçêôäöÁÉÍÓÚÑÜÀÈÇÊÔÄÖ")
_RARE = frozenset("âîûùëïãõåøæœìòßÂÃÕÅØÆŒÎÛÙËÏ")
"""The letters beyond ASCII of the languages of Western Europe."""
_DRAWN = re.compile(r"[\u2500-\u259f]")
_LEVEL = re.compile("[─═▀▄█░▒▓]")  # The parts of drawings of which rows consist


def _western_encoding(data: bytes) -> str:
    """Return the encoding of a text that is not in UTF-8; empty for one in another script."""
    sample = data[:_SAMPLE]
    beyond = len(sample) - len(sample.translate(None, _BEYOND_ASCII))
    ascii_letters = len(sample) - len(sample.translate(None, _ASCII_LETTERS))
    encoding, share_explained = _likely_western(data)
    other_script = beyond >= max(_FEWEST_BEYOND, _SHARE_BEYOND * (beyond + ascii_letters))
    return "" if other_script and share_explained < _SHARE_EXPLAINED else encoding


_SHARE_EXPLAINED = 0.9
"""The share of the characters beyond ASCII that fit where they stand in any text in a Western language."""


def _likely_western(data: bytes) -> tuple[str, float]:
    """Return the encoding that explains best the characters beyond ASCII, and the share that it explains. A
    byte counts by how well its character fits on average, so that a frequent one does not outvote all
    others."""
    matches = itertools.islice(_CONTEXT.finditer(b" " + data + b" "), _MOST_CONTEXTS)
    contexts = Counter((match[1], match[2], match[3]) for match in matches)
    best = "cp1252", -math.inf, 0.0
    for encoding, prior in _WESTERN.items():
        fits: dict[bytes, list[float]] = {}
        explained = 0
        for (before, byte, after), count in contexts.items():
            text = (before + byte + after).decode(encoding, "replace")
            fit = _fit(*text)
            explained += count * (fit > 0)
            total = fits.setdefault(byte, [0.0, 0.0])
            total[0] += fit * count
            total[1] += count
        score = prior + sum(total / count * math.log2(1 + count) for total, count in fits.values())
        if score > best[1]:
            best = encoding, score, explained / max(1, contexts.total())
    return best[0], best[2]


def _fit(previous: str, character: str, following: str) -> float:
    """Return how well a character beyond ASCII fits between two others: -3 to 2."""
    in_word = previous.isalpha() and following.isalpha()
    if character in _COMMON or character in _RARE:
        if not previous.isalpha() and not following.isalpha():
            return 0.5 if character in "àéóáú" else -1
        if (previous.islower() and character.isupper()) or (character.islower() and following.isupper()):
            return -2
        if in_word and not (previous + following).isascii():  # Western words do not consist of such letters
            return 0
        return 1 if character in _COMMON else 0.3
    if character in "—–…":
        return (0.2 if character == "—" or following.isupper() else -1) if in_word else 1
    if character in "§¶":
        return -1 if in_word or following in ",;)" else 2
    if character == "’" and in_word:
        return 2 if following in "sdmtrlvSDMTRLV" else 0
    if character in "“‘«‹„‚":
        return 2 if _opens(previous) and not _closes(following) else -1
    if character in "”’»›":
        return 2 if _closes(following) and not previous.isspace() else -1
    if _DRAWN.match(character):
        sides = (previous + following).strip()
        return 0.7 if not sides or _LEVEL.search(character + sides) else -1
    if character in "ªº°£€±¢½¼¾²³":
        return 0.5 if (previous + following).strip(" .").isdigit() else -1
    if character in "¿¡":
        return 1 if _opens(previous) and following.isalnum() else -2
    if character in "\xa0\xad•●■·∙©®™":
        return 0.4 if not in_word or character == "\xad" else -1
    return -3


def _opens(previous: str) -> bool:
    return previous.isspace() or previous in "([{\"'—–-/¡¿“‘«"


def _closes(following: str) -> bool:
    return following.isspace() or following in ".,;:!?)]}\"'—–-/”’»"
