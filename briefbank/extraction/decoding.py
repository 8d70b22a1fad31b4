"""Decodes the bytes of a text whose encoding nobody states.

UTF-8 and UTF-16 are recognised by their form, with a byte order mark or without. Any other Western text was
written under Windows (1252), DOS (437, 850) or Mac OS (Roman). Each of these reads every byte, so what the
bytes would mean decides: letters inside words, quotation marks around them, section signs before numbers.
A text in which four of ten letters are beyond ASCII, and that none of them explains, is in another script
and is not read.
"""

from __future__ import annotations

import codecs
import itertools
import math
import re
import string
import unicodedata
from collections import Counter

_SAMPLE = 65_536
"""The number of characters in which control characters are counted, and of bytes in which scripts are."""
_UTF16_BYTES = 8_192  # The bytes by which a text in UTF-16 is recognised
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
_UTF8_CHARACTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_BEYOND = re.compile(rb"[\x80-\xff]")
_JUDGED_AS_UTF8 = 1_000_000
"""The bytes, from the first beyond ASCII on, by which a text is taken for UTF-8 with a few others."""
_MOST_OTHERS_IN_UTF8 = 0.1
"""The greatest share of other bytes beyond ASCII in a text in UTF-8 into which a piece of another was
pasted."""
_FOREIGN_ERRORS = "briefbank.windows-1252"
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
    if b"\0" in data[:_SAMPLE] and (wide := _utf16(data)):
        return wide
    text = data.rstrip(b"\0")  # DOS and interrupted copies fill a file's last block with them
    if b"\0" in text or (data and not text):
        return None
    if len(text) < len(data) and not re.search(rb"[\r\n]", text):  # the mark of a binary format
        return None
    try:
        return _unless_binary(text.decode())
    except UnicodeDecodeError:
        if _is_mostly_utf8(text):
            return _unless_binary(text.decode("utf-8", _FOREIGN_ERRORS))
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


_NOT_IN_TEXTS = frozenset(("Cc", "Cn", "Co", "Cs"))
"""Unicode's categories of characters that texts do not have."""
_IN_TEXTS = "\t\r\n\f\x14\x15\x1a"


def _utf16(data: bytes) -> str | None:
    """Return a text in UTF-16 without a byte order mark; None for anything else."""
    for encoding in ("utf-16-le", "utf-16-be"):
        sample = data[:_UTF16_BYTES].decode(encoding, "replace")
        spaces = sample.count(" ") + sample.count("\n")
        strange = sum(unicodedata.category(c) in _NOT_IN_TEXTS and c not in _IN_TEXTS for c in sample)
        # In the other order a space is U+2000 and a line end is not assigned.
        if spaces > len(sample) / 40 and strange <= len(sample) / 200:
            return _unless_binary(data.decode(encoding, "replace").rstrip("\0"))
    return None


def _is_mostly_utf8(data: bytes) -> bool:
    """Tell whether a text is in UTF-8 but for a few bytes, as when lines of another were pasted into it."""
    first = _BEYOND.search(data)
    start = first.start() if first else 0
    rest, whole = _UTF8_CHARACTER.subn(b"", data[start : start + _JUDGED_AS_UTF8])
    others = len(rest.translate(None, bytes(range(128))))
    return whole > 1 and others <= max(1, _MOST_OTHERS_IN_UTF8 * whole)


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_FOREIGN_ERRORS, _as_windows)


_CONTEXT = re.compile(rb"(?<=([\0-\xff]{2}))([\x80-\xff])(?=([\0-\xff]{2}))")
_QUOTES_BEFORE, _QUOTES_AFTER = "“‘«‹„‚", "”’»›"
_CONTRACTED = re.compile(r"(?:[sdmtSDMT](?![^\W\d_])|re|ll|ve|RE|LL|VE)")
_COMMON = frozenset("áéíóúñüàèçêôâîûùäößëïãõåøæœìòÁÉÍÓÚÑÜÀÈÇÊÔÂÄÖÃÕÅØÆŒÎÛÙËÏ")
"""The letters beyond ASCII of the languages of Western Europe."""
_RARE = frozenset("âîûùëïãõåøæœìòßÂÃÕÅØÆŒÎÛÙËÏ")
_BEFORE_VOWELS = {"ç": "aouáãõ", "œ": "uid", "Ç": "AOUaou"}  # Letters that stand only before others
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
    """Return the encoding that explains best the characters beyond ASCII, and the share that it explains.

    A byte counts by how well its character fits where it stands, on average, so that one that occurs often
    does not outvote all others.
    """
    matches = itertools.islice(_CONTEXT.finditer(b"  " + data + b"  "), _MOST_CONTEXTS)
    contexts = Counter((match[1], match[2], match[3]) for match in matches)
    best = "cp1252", -math.inf, 0.0
    for encoding, prior in _WESTERN.items():
        fits: dict[bytes, list[float]] = {}
        explained = 0
        for (before, byte, after), count in contexts.items():
            text = (before + byte + after).decode(encoding, "replace")
            fit = _fit(text[:2], text[2], text[3:])
            explained += count * (fit > 0)
            total = fits.setdefault(byte, [0.0, 0.0])
            total[0] += fit * count
            total[1] += count
        score = prior + sum(total / count * math.log2(1 + count) for total, count in fits.values())
        if score > best[1]:
            best = encoding, score, explained / max(1, contexts.total())
    return best[0], best[2]


def _fit(before: str, character: str, after: str) -> float:
    """Return how well a character beyond ASCII fits between the two before and the two after it: -4 to 2."""
    previous, following = before[1], after[0]
    in_word = previous.isalpha() and following.isalpha()
    if character.isalpha() and character not in "ªº":
        return _letter_fit(previous, character, following)
    if _DRAWN.match(character):
        sides = [side for side in (previous, following) if not side.isspace()]
        if not sides or _LEVEL.search("".join((character, *sides))):
            return 0.7 if not any(map(str.isalpha, sides)) else 0.2
        return -1
    if unicodedata.category(character) in ("Cc", "Cn", "So") and character not in "©®™°■●":
        return -4
    opens, closes = _opens(previous), _closes(following)
    cuts_word = in_word and (
        (not after[1:].isalpha() and after[0] not in "aAI")
        or (not before[0].isalpha() and before[1] not in "aAI")
    )
    match character:
        case "’" if previous.isalpha() and _CONTRACTED.match(after):
            return 2
        case "’" if in_word:
            return 1 if not previous.islower() or following.isupper() else 0
        case "—" | "\xa0" if in_word:
            return -1 if cuts_word else 0.8
        case "–" if previous.isdigit() and following.isdigit():
            return 1.5
        case "—" | "–" | "…":
            if in_word:
                return 1 if following.isupper() else -1
            return 1 if opens == closes or character == "…" else 0.3
        case "§" | "¶":
            return 2 if following in "§¶" or (after.strip()[:1].isalnum() and not in_word) else -1
        case "\xa0":
            return 0.4 if not (previous + following).strip().isalpha() or in_word else 0
        case "\xad":
            return 0 if in_word else -1
        case "¿" | "¡":
            return 1 if opens and following.isalnum() else -2
        case "ª" | "º" | "°":
            return 1 if (previous.isdigit() or previous in ". ") and not following.isalpha() else -1
        case "£" | "€" | "±":
            return 1 if following.isdigit() and not previous.isalnum() else -1
        case "¢" | "½" | "¼" | "¾" | "²" | "³":
            return 0.5 if previous.isdigit() or opens else -1
        case "•" | "●" | "■" | "·" | "∙":
            return 1 if opens and following.isspace() else -2 if in_word else 0
        case "©" | "®" | "™":
            return -2 if in_word else 0.5
    if character in _QUOTES_BEFORE:
        usual = 0.5 if character in "„‚" else 2
        return usual if opens and not closes else -1
    if character in _QUOTES_AFTER:
        return 2 if closes and not previous.isspace() else -1
    return -2 if in_word else -1


def _letter_fit(previous: str, letter: str, following: str) -> float:
    if not "À" <= letter <= "ž" and letter not in "ƒŸ":
        return -2
    if not previous.isalpha() and not following.isalpha():
        return 0.5 if letter in "àéóáú" else -1
    if (previous.islower() and letter.isupper()) or (letter.islower() and following.isupper()):
        return -2
    if max(previous, following) > "\x7f" and (previous + following).strip(" ’”“‘").isalpha():
        return 0 if letter in _COMMON else -1
    if letter in _BEFORE_VOWELS and following not in _BEFORE_VOWELS[letter]:
        return -0.5
    return 0.5 if letter in _RARE else 1 if letter in _COMMON else -0.3


def _opens(previous: str) -> bool:
    return previous.isspace() or previous in "([{\"'—–-/¡¿“‘«"


def _closes(following: str) -> bool:
    return following.isspace() or following in ".,;:!?)]}\"'—–-/”’»"
