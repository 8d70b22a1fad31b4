"""Decodes the bytes of a text whose encoding nobody states.

UTF-8 is recognised by its form, UTF-16 and UTF-32 by their byte order marks. Any other text was written under
Windows (1252), DOS (437, 850) or Mac OS (Roman): the one in which the most characters beyond ASCII stand
where a Western text has them, with the fewest rare letters, Windows first. A text in which four of ten
letters are beyond ASCII, and that none of them explains, is in another script and is not read.
"""

from __future__ import annotations

import codecs
import re
import string

_SAMPLE = 65_536
"""The number of characters in which control characters are counted, and of bytes in which scripts are."""
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
_TYPOGRAPHY = "§¶—–“”‘’…•™©®€¿¡\xa0".encode("cp1252")
_BEYOND_ASCII = bytes(set(range(128, 256)) - set(_TYPOGRAPHY))
_WESTERN = ("cp1252", "cp437", "cp850", "mac_roman")
_AMID_ASCII = re.compile(rb"(?<=[\0-\x7f]{4})[\0-\x7f]+(?=[\0-\x7f]{4})")  # Far from what is beyond ASCII
_RARE = re.compile("[âîûùëïãõåøæìòÂÃÕÅØÆŒÎÛÙËÏšžŠŽðþÐÞ\xad]")
_LETTER, _BEGIN = r"[^\W\d_]", r"(?<![^\s(\[\"'“‘«¿¡/—-])"
_FITTING = re.compile(
    rf"(?<=[A-Za-z])(?!ç[b-npq-tv-z])[à-öø-ÿšž](?![A-Z\d])|œ(?=[iu])"
    rf"|{_BEGIN}[áéíóúüñêîâåøæšžþ](?=[a-z])|{_BEGIN}[àéóÀ](?!\S)"
    rf"|(?<=[A-Z])[À-ÖØ-ÞŒŠŽ](?![a-z\d])|{_BEGIN}[À-ÖØ-ÞŒŠŽ](?=[A-Za-z])"
    rf"|(?<={_LETTER}{{2}})—(?={_LETTER}{{2}})|(?<={_LETTER}{{3}})–(?={_LETTER}{{3}})"
    rf"|[—–…](?!{_LETTER})|(?<!{_LETTER})[—–…]|(?<!\w)[§¶](?![,;)\w])|(?<!\w)[§¶](?=\d)"
    r"|’(?=(?:s|d|m|t|re|ll|ve)\b)|(?<=\b[DOdo])’(?=[A-Z])|(?<=\b[LlCcJj])’(?=[AEIOUHaeiouhéêàâ])"
    r"|(?<!\w)[“‘«„‚¿¡](?=\w)|(?<=\S)[”’»](?!\w)|(?<=[^\W_])\xad|(?<!\b[B-HJ-Zb-z])\xa0(?![cdhlnr]*ez\b)"
    r"|[£€](?=\d)|(?<=\d)[¢€°ªº½¼¾](?!\w)|(?<!\S)[½¼¾•·■](?!\w)|(?<=[^\s\d])[¹²³†‡®™](?!\w)|(?<!\w)©"
    r"|(?<=[─═▀▄█░▒▓])[─-▟]|[─-▟](?=[─═▀▄█░▒▓])|(?<!\S)[│║](?!\S)"
)
"""A character beyond ASCII where a Western text has it: a letter in a word in its case, a sign at its number,
a mark at its word, a piece of a drawn line beside another."""
_SHARE_FITTING = 0.9  # The share of the characters beyond ASCII that fit in any Western text
_OTHER_BYTE = re.compile("[\udc80-\udcff]")  # A byte that is not UTF-8, as ``surrogateescape`` decodes it
_MOST_OTHERS_IN_UTF8 = 0.1
"""The greatest share of other bytes beyond ASCII in a UTF-8 text into which a piece of another was pasted."""
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
        sample = text[:_SAMPLE]
        beyond = len(sample) - len(sample.translate(None, _BEYOND_ASCII))
        ascii_letters = len(sample) - len(sample.translate(None, _ASCII_LETTERS))
        other_script = beyond >= max(_FEWEST_BEYOND, _SHARE_BEYOND * (beyond + ascii_letters))
        surroundings = _AMID_ASCII.sub(b" ", text)[:_SAMPLE]

        def fit(encoding: str) -> tuple[int, int]:
            fitting = "".join(_FITTING.findall(surroundings.decode(encoding, "replace")))
            return len(fitting), -len(_RARE.findall(fitting))

        fits = {encoding: fit(encoding) for encoding in _WESTERN}
        encoding = max(_WESTERN, key=fits.__getitem__)
        beyond_here = len(re.findall(rb"[\x80-\xff]", surroundings))
        if other_script and fits[encoding][0] < _SHARE_FITTING * beyond_here:
            return None
        return _unless_binary(text.decode(encoding, "replace"))


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
