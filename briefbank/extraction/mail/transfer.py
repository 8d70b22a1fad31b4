"""Undoes the encodings in which mail carries content: those of parts (RFC 2045, 6), and those inside a text.

Mailers write the name of an encoding with blanks, comments and in any case, forget it, or state a wrong one;
older ones put files into the text by uuencode or yEnc. No such code may be taken for words. Nothing raises,
and the time is linear.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from dataclasses import dataclass
from email.message import Message

from briefbank.extraction.decoding import decode

_COMMENT = re.compile(r"\([^()]{0,200}\)")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_UUENCODE = frozenset(("x-uuencode", "uuencode", "x-uue", "uue"))
_PLAIN = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none"))
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
_OTHERS = bytes(set(range(256)) - set(base64.b64encode(bytes(range(256)))) - set(b"+/"))
_SHORTEST = 60
"""The fewest characters that are taken for base64 although nothing says so: no word is as long."""
_FEWEST_SIGNS = 16
"""The fewest different characters of such a run; a ruled line has one."""
_HEX = re.compile(rb"[0-9A-Fa-f]+")
_SOFT_END = re.compile(rb"=[ \t]{0,5}\r?\n")
_QUOTED_SIGN = re.compile(rb"=(?:[0-9A-F]{2}|[ \t]{0,5}\r?\n)")
_CODE = re.compile(
    rb"^(?P<begin>begin [0-7]{3,4} (?P<uu>[^\r\n]{1,200})|=ybegin (?P<yenc>[^\r\n]{1,400})"
    rb"|-----BEGIN (?P<armour>PGP (?:MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)|CERTIFICATE|PKCS7|CMS)-----"
    rb"[ \t]{0,5})\r?\n"
    rb"|^(?P<base64>(?:[A-Za-z0-9+/]{60,80}\r?\n){2,}"
    rb"(?P<last>[A-Za-z0-9+/]{2,80}={0,2}[ \t]{0,5}\r?(?:\n|\Z))?)",
    re.MULTILINE,
)
"""The beginning of a file or an armoured block in a text, or a run of base64."""
_YENC_NAME = re.compile(rb"\bname=([^\r\n]{1,200})")
_YENC = bytes((sign - 42) % 256 for sign in range(256))
_YENC_ESCAPED = re.compile(rb"=(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A text without what is packed in it."""

    text: bytes
    files: tuple[tuple[str, bytes], ...] = ()
    """The names, which may be empty, and contents of the files in the text."""
    encrypted: bool = False
    signed: bool = False


def encoding_of(part: Message) -> str:
    """Return the name of the encoding of a part in lower case, without comments; empty for none."""
    written = _COMMENT.sub(" ", str(part.get("content-transfer-encoding", ""))[:400])
    name = _NAME.search(written)
    return name[0].lower() if name else ""


def is_encoded(part: Message) -> bool:
    """Tell whether a part states an encoding other than that of plain bytes."""
    return encoding_of(part) not in _PLAIN


def content_of(part: Message) -> bytes:
    """Return the content of a part that has no parts, as far as it can be decoded."""
    encoding = encoding_of(part)
    del part["content-transfer-encoding"]
    payload = part.get_payload(decode=True)
    part["content-transfer-encoding"] = encoding
    raw = payload if isinstance(payload, bytes) else b""
    if encoding == "base64":
        return _of_base64(raw)
    if encoding == "quoted-printable":
        return quopri.decodestring(raw)
    if encoding in _UUENCODE and (files := unpacked(raw).files):
        return files[0][1]
    return without_encoding(raw)


def without_encoding(raw: bytes) -> bytes:
    """Return content decoded that is wholly in base64 or quoted-printable although nothing says so."""
    signs = raw.translate(None, b" \t\r\n")
    if len(signs) >= _SHORTEST and b" " not in raw.strip() and _is_base64(signs):
        return _decoded(signs)
    quoted = raw.count(b"=")
    if quoted > 2 and _SOFT_END.search(raw) and len(_QUOTED_SIGN.findall(raw)) == quoted:
        return quopri.decodestring(raw)
    return raw


def unpacked(content: bytes) -> Unpacked:
    """Take the files, the armoured blocks and the base64 out of a plain text."""
    text: list[bytes] = []
    files: list[tuple[str, bytes]] = []
    unended: set[bytes] = set()
    """The kinds of armour that begin and do not end."""
    encrypted = signed = False
    at = 0
    for code in _CODE.finditer(content):
        if code.start() < at or code["armour"] in unended:
            continue
        block = _block(content, code)
        if block is None:
            unended.add(code["armour"] or b"")
            continue
        end, name, data = block
        text.append(content[at : code.start()])
        at = end
        armour = code["armour"] or b""
        encrypted |= armour == b"PGP MESSAGE"
        signed |= armour == b"PGP SIGNATURE"
        if code["base64"] and decode(data) is not None:
            text += (data, b"\n")
        elif not armour:
            files.append((name.decode("utf-8", "replace"), data))
    return Unpacked(b"".join((*text, content[at:])), tuple(files), encrypted, signed)


def _block(content: bytes, code: re.Match[bytes]) -> tuple[int, bytes, bytes] | None:
    """Return the end, the name and the content of a block; None where it is none after all."""
    if code["base64"]:
        for end in (code.end(), code.start("last")):  # the last line may be a word of the text
            signs = content[code.start() : max(end, code.start())].translate(None, b" \t\r\n")
            if _is_base64(signs):
                return end, b"", _decoded(signs)
        return None
    if code["uu"]:
        end, data = _of_uuencode(content, code.end())
        return (end, code["uu"], data) if data else None
    if code["armour"]:
        mark = b"-----END " + code["armour"] + b"-----"
        end = content.find(mark, code.end())
        return (end + len(mark), b"", b"") if end >= 0 else None
    end = content.find(b"\n=yend", code.end())
    named = _YENC_NAME.search(code["yenc"])
    end = len(content) if end < 0 else end
    packed = content[code.end() : end]
    if packed.startswith(b"=ypart"):
        packed = packed.partition(b"\n")[2]
    after = content.find(b"\n", end + 1)
    return (len(content) if after < 0 else after, named[1] if named else b"", _of_yenc(packed))


def _is_base64(signs: bytes) -> bool:
    return (
        len(signs) % 4 == 0
        and _BASE64.fullmatch(signs) is not None
        and _HEX.fullmatch(signs) is None
        and len(set(signs)) >= _FEWEST_SIGNS
    )


def _decoded(signs: bytes) -> bytes:
    """Return what base64 encodes, without the last signs where they are incomplete."""
    whole = signs.rstrip(b"=")
    whole = whole[: len(whole) - (len(whole) % 4 == 1)]
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _of_base64(raw: bytes) -> bytes:
    """Return what a part that states base64 holds: its own text where it is none, and with the lines that a
    mailing list set below it."""
    signs = raw.translate(None, b" \t\r\n")
    if _BASE64.fullmatch(signs):
        return _decoded(signs)
    lines = raw.split(b"\n")
    stripped = [line.strip() for line in lines]
    count = next((n for n, line in enumerate(stripped) if line and not _BASE64.fullmatch(line)), len(lines))
    rest = b"\n".join(lines[count:])
    if count == 0 or not any(stripped[:count]):
        if b" " in rest.strip() or rest.lstrip().startswith(b"%PDF-"):
            return raw
        return _lenient(raw)
    content = _lenient(b"".join(stripped[:count]))
    if b" " not in rest.strip():
        return _lenient(raw)
    return content + b"\n" + rest


def _lenient(raw: bytes) -> bytes:
    """Decode base64 up to its end, without the signs that it does not have."""
    return _decoded(raw.partition(b"=")[0].translate(None, _OTHERS))


def _of_uuencode(content: bytes, at: int) -> tuple[int, bytes]:
    """Return the position after a uuencoded file and its content; no content where no line is encoded."""
    data: list[bytes] = []
    while at < len(content):
        end = content.find(b"\n", at)
        end = len(content) if end < 0 else end
        line = content[at:end].rstrip(b"\r")
        following = min(end + 1, len(content))
        if line.strip() == b"end":
            return following, b"".join(data)
        if len(line) > 90 or (not (decoded := _uuencoded_line(line)) and line.strip() not in (b"", b"`")):
            break
        data.append(decoded or b"")
        at = following
    return at, b"".join(data)


def _uuencoded_line(line: bytes) -> bytes | None:
    size = (line[0] - 32) & 63 if line else 0
    packed = -(-size // 3) * 4 + 1
    if not size or (abs(len(line.rstrip()) - packed) > 3 and abs(len(line) - packed) > 3):
        return None
    try:
        return binascii.a2b_uu(line[:packed].ljust(packed))
    except binascii.Error:
        return None


def _of_yenc(packed: bytes) -> bytes:
    """Decode yEnc 1.3 (www.yenc.org)."""
    signs = packed.translate(None, b"\r\n")
    return _YENC_ESCAPED.sub(lambda escaped: bytes([(escaped[1][0] - 64) % 256]), signs).translate(_YENC)
