"""A mail message as it was read, whatever the format of its file, and the encodings in which mail carries
content: those of parts (RFC 2045, 6), those inside a text, S/MIME envelopes that are only signed (RFC 5652,
5; RFC 8551, 3.5.2), and winmail.dat ([MS-OXTNEF]), in which Outlook sends a message to mail programs that it
takes for Outlook.

Mailers write the name of an encoding with blanks, comments and in any case, forget it, or state a wrong one;
older ones put files into the text by uuencode or yEnc. No such code may be taken for words. Decoding raises
nothing, and its time is linear.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import quopri
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from email.utils import getaddresses

from briefbank.extraction.decoding import as_shown, decode
from briefbank.extraction.formats import html
from briefbank.extraction.formats.format import TextBlock

MAX_BYTES = 150_000_000
"""The maximum size of a message with its attachments: mail servers of offices take less."""
MAX_ATTACHMENTS = 1_000  # The maximum number of attachments of one message that are added
LONGEST_VALUE = 20_000  # The number of characters of a header that are read: some two hundred recipients
UNTITLED = "message"  # The name of the file of an attached message without a subject

_UNSAFE_CODECS = frozenset(("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"))
"""Codecs that are no encodings of a text, or take quadratic time."""
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_WEB_ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MailAttachment:
    """A file that is attached to a message."""

    name: str  # The name as the message has it; untrusted, and empty for none
    content: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class MailMessage:
    """One message. Header values are in one line each, decoded, and empty where the message has none."""

    sender: str
    to: str
    cc: str
    subject: str
    sent: datetime | None
    date: str  # The date as the message writes it
    body: tuple[TextBlock, ...] = ()
    attachments: tuple[MailAttachment, ...] = ()
    pictures: int = 0
    """Pictures that are too small for a page, such as the logo of a signature, which are passed over."""
    wrappers: int = 0
    """Parts that only mail programs understand, such as invitations and winmail.dat, which are passed
    over."""
    unread: int = 0  # Parts that may hold text and that BriefBank cannot unpack
    encrypted: bool = False
    signed: bool = False


def fullest(versions: Iterable[Sequence[TextBlock]]) -> Sequence[TextBlock]:
    """Return of several versions of one text, the plain one first, that which lacks the fewest words of all
    of them, or the first where several lack as many. Addresses on the web are no words: only a plain text
    spells them out.

    A later version that has mostly other words is no version of the same text, but what mail programs show
    instead of it: it is added.
    """
    worded = [(blocks, _words(blocks)) for blocks in versions]
    if not worded:
        return ()
    every = frozenset[str]().union(*(words for _, words in worded))
    best, known = min(worded, key=lambda version: len(every - version[1]))
    other = [block for blocks, words in worded[1:] if len(words - known) * 2 > len(words) for block in blocks]
    return [*best, TextBlock(""), *other] if other else best


def _words(blocks: Iterable[TextBlock]) -> frozenset[str]:
    text = _WEB_ADDRESS.sub(" ", "\n".join(block.text for block in blocks))
    return frozenset(_WORD.findall(text.casefold()))


def decoded(content: bytes, charset: str | None) -> str:
    """Return a text in the declared character set, or else in the likeliest one; never raises."""
    try:
        name = codecs.lookup(charset.strip()).name.replace("-", "_") if charset else ""
        if name and name not in _UNSAFE_CODECS and name != "ascii":
            return as_shown(content.decode("cp1252" if name == "iso8859_1" else name))
    except (LookupError, ValueError):  # an unknown or wrong one
        pass
    return decode(content) or content.decode("cp1252", "replace")


def page_text(content: bytes, charset: str | None) -> str:
    """Return the text of a web page in the declared character set, in that of the page itself, or else in the
    likeliest one."""
    return (None if charset else html.declared_text(content)) or decoded(content, charset)


def one_line(value: str) -> str:
    """Return a header's value in one line, without characters that are not printed."""
    plain = _SPACES.sub(" ", value[:LONGEST_VALUE]).strip()
    return "".join(character for character in plain if character.isprintable())


def person(value: str) -> str:
    """Return the name of a sender, or the address where it has none."""
    addresses = getaddresses([value[:LONGEST_VALUE]])
    return next((name.strip(" '\"") or address for name, address in addresses if name or address), value)


def lines_of(text: str) -> Iterable[TextBlock]:
    """Yield each line of a plain text as a block."""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").split("\n"):
        yield TextBlock(line.rstrip())


_COMMENT = re.compile(r"\([^()]{0,200}\)")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_UUENCODE = frozenset(("x-uuencode", "uuencode", "x-uue", "uue"))
_PLAIN = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none"))
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
_OTHERS = bytes(set(range(256)) - set(base64.b64encode(bytes(range(256)))) - set(b"+/"))
_SHORTEST = 60  # The fewest characters that are taken for base64 although nothing says so: no word is as long
_FEWEST_SIGNS = 16  # The fewest different characters of such a run; a ruled line has one
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


def signed_content(envelope: bytes) -> bytes | None:
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


def read_winmail(content: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]] | None:
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
