"""A mail message as it was read, whatever the format of its file, and the encodings of its parts
(RFC 2045, 6).

Mailers write the name of an encoding with blanks, comments and in any case, and mailing lists set lines below
what is encoded; older mailers put files into the text. No such code may be taken for words. Decoding raises
nothing, and its time is linear.
"""

from __future__ import annotations

import base64
import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
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
    name: str  # The name as the message has it; untrusted, and empty for none
    content: Callable[[], bytes]


@dataclass(slots=True)
class MailMessage:
    """One message. Header values are in one line each, decoded, and empty where the message has none."""

    sender: str
    to: str
    cc: str
    subject: str
    sent: datetime | None
    date: str  # The date as the message writes it
    body: tuple[TextBlock, ...] = ()
    attachments: list[MailAttachment] = field(default_factory=list)
    passed_over: int = 0
    """Pictures too small for a page, such as logos, and what only mail programs understand: invitations."""
    unread: int = 0  # Parts that may hold text and that BriefBank cannot unpack, such as winmail.dat
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
    """Return a web page's text in the declared character set, the page's own, or else the likeliest one."""
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
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").split("\n"):
        yield TextBlock(line.rstrip())


_COMMENT = re.compile(r"\([^()]{0,200}\)")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_BLANK_INSIDE = re.compile(rb"\S[ \t]+\S")  # In a line of text; base64 has none
_CODE = re.compile(
    r"^begin [0-7]{3,4} [^\r\n]{1,200}\r?\n(?:[ -`]{1,90}\r?\n)+\s{0,4}end[ \t]{0,5}\r?$"
    r"|^-----BEGIN (?P<armour>PGP (?:MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)|CERTIFICATE|PKCS7|CMS)-----"
    r"[ \t]{0,5}\r?$[^-]*(?:-(?!----)[^-]*)*^-----END (?P=armour)-----[ \t]{0,5}\r?$"
    r"|^(?P<base64>(?:[A-Za-z0-9+/]{60,80}\r?\n)+(?:[A-Za-z0-9+/]{2,80}={1,2}[ \t]{0,5}\r?$)?)",
    re.MULTILINE,
)
"""A uuencoded file or an armoured block in a text, or a run of base64."""
_FEWEST_SIGNS = 23  # The fewest different characters of base64 in a text; a column of digests has 22
_OTHERS = bytes(set(range(256)) - set(base64.b64encode(bytes(range(256)))) - set(b"+/"))


def without_code(text: str, mail: MailMessage) -> str:
    """Return a plain text without the files, armour and base64 in it, which are noted in ``mail``."""

    def left(code: re.Match[str]) -> str:
        if code["base64"] and len(set(code["base64"])) < _FEWEST_SIGNS:
            return code[0]
        mail.unread += code["armour"] is None
        mail.encrypted |= code["armour"] == "PGP MESSAGE"
        mail.signed |= code["armour"] == "PGP SIGNATURE"
        return ""

    return _CODE.sub(left, text)


def encoding_of(part: Message) -> str:
    """Return the name of the encoding of a part in lower case, without comments; empty for none."""
    written = _COMMENT.sub(" ", str(part.get("content-transfer-encoding", ""))[:400])
    name = _NAME.search(written)
    return name[0].lower() if name else ""


def content_of(part: Message) -> bytes:
    """Return the content of a part that has no parts, as far as it can be decoded."""
    encoding = encoding_of(part)
    del part["content-transfer-encoding"]
    part["content-transfer-encoding"] = "8bit" if encoding == "base64" else encoding
    payload = part.get_payload(decode=True)
    part.replace_header("content-transfer-encoding", encoding)
    raw = payload if isinstance(payload, bytes) else b""
    if encoding != "base64":
        return raw
    below = _BLANK_INSIDE.search(raw)  # the lines of a mailing list, or a text that is not encoded at all
    end = raw.rfind(b"\n", 0, below.start()) + 1 if below else len(raw)
    return decode_base64(raw[:end]) + raw[end:]


def decode_base64(code: bytes) -> bytes:
    """Decode base64 up to its end, without the signs that it does not have and an incomplete last one."""
    signs = code.partition(b"=")[0].translate(None, _OTHERS)
    signs = signs[: len(signs) - (len(signs) % 4 == 1)]
    return base64.b64decode(signs + b"=" * (-len(signs) % 4))
