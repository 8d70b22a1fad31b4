"""A mail message as it was read, whatever the format of its file."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import getaddresses

from briefbank.extraction.decoding import as_shown, decode
from briefbank.extraction.formats import html
from briefbank.extraction.formats.format import TextBlock

MAX_BYTES = 150_000_000
"""The maximum size of a message with its attachments: mail servers of offices take less."""
MAX_ATTACHMENTS = 1_000
"""The maximum number of attachments of one message that are added."""
LONGEST_VALUE = 20_000
"""The number of characters of a header that are read: some two hundred recipients."""
UNTITLED = "message"
"""The name of the file of an attached message without a subject."""

_UNSAFE_CODECS = frozenset(("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"))
"""Codecs that are no encodings of a text, or take quadratic time."""
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_WEB_ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MailAttachment:
    """A file that is attached to a message."""

    name: str
    """The name as the message has it; untrusted, and empty for none."""
    content: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class MailMessage:
    """One message. Header values are in one line each, decoded, and empty where the message has none."""

    sender: str
    to: str
    cc: str
    subject: str
    sent: datetime | None
    date: str
    """The date as the message writes it."""
    body: tuple[TextBlock, ...] = ()
    attachments: tuple[MailAttachment, ...] = ()
    pictures: int = 0
    """Pictures that are too small for a page, such as the logo of a signature, which are passed over."""
    wrappers: int = 0
    """Parts that only mail programs understand, such as invitations and winmail.dat, which are passed
    over."""
    unread: int = 0
    """Parts that may hold text and that BriefBank cannot unpack."""
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
