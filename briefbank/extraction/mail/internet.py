"""Reads Internet messages (RFC 5322 and MIME), and recognises them.

The standard library's parser keeps any malformed message and raises nothing. The header is decoded here and
not by its policies, which take quadratic time on long lists of addresses and raise on malformed ones.
"""

from __future__ import annotations

import codecs
import email.header
import email.message
import email.utils
import quopri
import re
from collections.abc import Iterator
from datetime import datetime
from email.errors import HeaderParseError
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32, compat32
from functools import partial
from html import escape

from briefbank.errors import FileRefused, TooLarge
from briefbank.extraction.formats import html, picture
from briefbank.extraction.formats.format import TextBlock
from briefbank.extraction.mail.message import (
    LONGEST_VALUE,
    UNTITLED,
    MailAttachment,
    MailMessage,
    content_of,
    decode_base64,
    decoded,
    encoding_of,
    fullest,
    lines_of,
    one_line,
    page_text,
    without_code,
)
from briefbank.sandbox.confinement import MemoryFile
from briefbank.text.messages import Message

MAX_PARTS = 20_000  # The maximum number of parts of a message
MAX_DEPTH = 100  # The maximum depth of parts in parts; messages of people stay below ten

FROM_LINE = re.compile(rb"From \S[^\r\n]{0,300}?\d\d:\d\d[^\r\n]{0,40}?\d{4}[^\r\n]{0,20}\r?\n")
"""The line that begins a message in an mbox (RFC 4155): a sender and a date."""
_COUNT = re.compile(rb"(\d{1,10})[ \t]{0,20}\r?\n(?=[!-9;-~]{1,76}:)")
_NEXT_IN_MAILBOX = re.compile(rb"\r?\n\r?\n" + FROM_LINE.pattern + rb"[!-9;-~]{1,76}:")
_HEADER_BYTES = 16_384
_OF_PROGRAMS = frozenset(
    str.split(
        "received message-id mime-version return-path delivered-to x-mailer dkim-signature content-type"
        " x-originating-ip thread-topic user-agent"
    )
)
"""Header fields that programs write, and nobody writes at the head of a memo."""
_OF_PEOPLE = frozenset(("from", "to", "subject", "sender"))
_OF_TRANSPORT = frozenset(("to", "cc", "received", "return-path", "delivered-to"))
"""Header fields that no saved page has."""
_SAVED_BY = re.compile(r"[\s\"<]{0,5}saved by\b", re.IGNORECASE)
_WRITTEN = compat32.clone(mangle_from_=False)
_EXTENSIONS = {
    "application/pdf": ".pdf",
    "text/plain": ".txt",
    "text/html": ".html",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/tiff": ".tif",
    "application/zip": ".zip",
}
"""The extensions of attachments without a name."""
_SIGNATURES = frozenset(
    f"application/{kind}" for kind in ("pkcs7-signature", "x-pkcs7-signature", "pgp-signature", "pgp-keys")
)
_WRAPPERS = frozenset(
    str.split(
        "text/calendar application/ics application/applefile text/css text/javascript text/vcard"
        " text/x-vcard text/directory message/external-body message/delivery-status"
        " message/disposition-notification message/feedback-report"
    )
)
_TNEF = frozenset(("application/ms-tnef", "application/vnd.ms-tnef"))
"""The kinds of a winmail.dat, in which Outlook packs a message for mail programs like itself."""
_ENVELOPES = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_READ = frozenset(
    f"text/{kind}"
    for kind in str.split(
        "plain html enriched richtext markdown x-markdown rfc822-headers x-amp-html watch-html x-patch"
    )
)
"""The kinds of text that belong to the body."""
_ENRICHED_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]{0,60}>")
_MOST_CONTROL = 0.02  # The share of control characters from which content that is called a text is none


class _AsWritten(Compat32):
    """Leaves the values of fields as they are written; bytes beyond ASCII are surrogates."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


_AS_WRITTEN = _AsWritten()


def _parsed(data: bytes) -> email.message.Message:
    return BytesParser(policy=_AS_WRITTEN).parsebytes(data)


def is_message(data: bytes) -> bool:
    """Tell whether a file's first bytes are a message's header, after a mailbox's line if any: fields that
    programs write, or a sender and a date as programs write it. A memo begins with FROM, TO and DATE, too."""
    first = FROM_LINE.match(data)
    header = _header(data[first.end() if first else 0 :])
    names = set(map(str.lower, header.keys()))
    # Lines in a header that are no fields are overlooked in a long file: most of it is code, and no text.
    is_text = bool(header.defects) and (len(names) <= 2 or len(data) <= 2 * LONGEST_VALUE)
    if is_text or not names & _OF_PEOPLE:
        return False
    return bool(names & _OF_PROGRAMS) or ("from" in names and _day(header.get("date", "")) is not None)


def is_saved_page(data: bytes) -> bool:
    """Tell whether the first bytes of a file are the header of a web page that a browser or Word saved with
    all that belongs to it (MHTML, RFC 2557), and not that of a message."""
    header = _header(data)
    names = set(map(str.lower, header.keys()))
    if header.defects or names & _OF_TRANSPORT:
        return False
    if header.get_content_type() not in ("multipart/related", "text/html"):
        return False
    return (
        "snapshot-content-location" in names
        or _SAVED_BY.match(_text(header, "from")) is not None
        or not names & _OF_PEOPLE - {"subject"}
    )


def saved_pages(data: bytes) -> list[str]:
    """Return the HTML of the pages in a file of ``is_saved_page``: the outermost first, then those in its
    frames. None for a malformed one."""
    try:
        message = _parsed(_without_frame(data))
        parts = [part for part in message.walk() if part.get_content_type() in ("text/html", "text/plain")]
        start = message.get_param("start")
        parts.sort(key=lambda part: part.get("content-id") != start)
        pages = []
        for part in parts[:MAX_PARTS]:
            text = page_text(content_of(part), _charset(part))
            pages.append(text if part.get_content_type() == "text/html" else f"<pre>{escape(text)}</pre>")
        return pages
    except Exception:  # noqa: BLE001 - the parser's accessors raise anything for malformed messages
        return []


def _charset(part: email.message.Message) -> str | None:
    charset = part.get_param("charset")
    return charset if isinstance(charset, str) else None


def _header(data: bytes) -> email.message.Message:
    return BytesHeaderParser(policy=_AS_WRITTEN).parsebytes(_without_frame(data))


def _without_frame(data: bytes) -> bytes:
    """Return a message without what programs set before it: a byte order mark, empty lines, or the number of
    its bytes, as Apple's Mail does (.emlx), which also sets notes of its own behind it."""
    if counted := _COUNT.match(data):
        return data[counted.end() :][: int(counted[1])]
    return data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")


def subject_of(head: bytes) -> str:
    return _text(_header(head), "subject")


def parse(data: bytes) -> MailMessage:
    """Return the message that these bytes are. Raises TooLarge, FileRefused for a mailbox, and anything for a
    malformed message."""
    if FROM_LINE.match(data) and _NEXT_IN_MAILBOX.search(data):
        raise FileRefused(
            Message("This is a mailbox with several messages inside another file."),
            Message("Save it by itself and add that."),
        )
    try:
        return _Reader(_parsed(_without_frame(data))).read()
    except RecursionError as error:
        raise _too_deep() from error


def _too_deep() -> TooLarge:
    return TooLarge(
        Message("The parts of this mail are nested deeper than BriefBank can read."),
        Message("Open it in a mail program, and print it to PDF."),
        detail="depth",
    )


class _Reader:
    def __init__(self, message: email.message.Message) -> None:
        written = one_line(message.get("date", ""))
        self._mail = MailMessage(
            sender=_text(message, "from") or _text(message, "sender"),
            to=_text(message, "to"),
            cc=_text(message, "cc"),
            subject=_text(message, "subject"),
            sent=_day(written),
            date=written,
        )
        self._message, self._parts = message, 0

    def read(self) -> MailMessage:
        self._mail.body = tuple(self._body(self._message, 0))
        return self._mail

    def _body(self, part: email.message.Message, depth: int) -> Iterator[TextBlock]:
        """Yield the blocks of the text that a mail program shows, and note the other parts on the way."""
        self._parts += 1
        if depth > MAX_DEPTH or self._parts > MAX_PARTS:
            raise _too_deep()
        kind = part.get_content_type()
        if part.get_content_maintype() == "multipart":
            yield from self._parts_of(part, kind, depth)
        elif kind == "message/partial" or kind in _TNEF or _name(part).lower() == "winmail.dat":
            self._mail.unread += 1
        elif kind not in _WRAPPERS and part.get_content_maintype() == "message" and part.is_multipart():
            self._attach_message(part)
        elif kind in _SIGNATURES:
            self._mail.signed = True
        elif kind in _ENVELOPES or _name(part).lower() == "smime.p7m":
            self._mail.encrypted = True
        elif kind in _WRAPPERS or part.get_content_maintype() == "message":
            self._mail.passed_over += 1
        elif kind in _READ and not _is_attached(part):
            yield from self._text(part, kind)
        elif part.get_content_maintype() == "image" and not picture.may_be_page(
            MemoryFile(content_of(part), f".{part.get_content_subtype()}")
        ):
            self._mail.passed_over += 1
        elif (name := _name(part)).lower() != "smime.p7s":
            unnamed = f"unnamed{_EXTENSIONS.get(kind, '')}"
            self._mail.attachments.append(MailAttachment(name or unnamed, lambda: content_of(part)))

    def _parts_of(self, part: email.message.Message, kind: str, depth: int) -> Iterator[TextBlock]:
        self._mail.signed |= kind == "multipart/signed"
        if kind == "multipart/encrypted":
            self._mail.encrypted = True
            return
        if not part.is_multipart():
            yield from self._text(part, "text/plain")
            return
        inside = [inner for inner in part.get_payload() if isinstance(inner, email.message.Message)]
        if kind == "multipart/alternative":
            versions = [(inner.get_content_type(), [*self._body(inner, depth + 1)]) for inner in inside]
            versions.sort(key=lambda version: version[0] != "text/plain")
            yield from fullest(blocks for _, blocks in versions)
            return
        for inner in inside:
            yield from self._body(inner, depth + 1)

    def _text(self, part: email.message.Message, kind: str) -> Iterator[TextBlock]:
        content, charset = content_of(part), _charset(part)
        if kind.endswith("html"):
            text = page_text(content, charset)
        else:
            text = without_code(decoded(content, charset), self._mail)
        sample = text[:_HEADER_BYTES]
        control = sum(sign < " " and sign not in "\t\r\n\f\x1a\x1b" for sign in sample)
        if control > 1 + _MOST_CONTROL * len(sample):  # content in an encoding that is not known
            self._mail.unread += 1
        elif kind.endswith("html"):
            yield from html.blocks_of(text.replace("\0", "")) if text.strip() else ()
        elif kind in ("text/enriched", "text/richtext"):
            yield from lines_of(_ENRICHED_TAG.sub("", text))
        else:
            yield from lines_of(text.replace("\0", ""))

    def _attach_message(self, part: email.message.Message) -> None:
        """Note an attached message; its own attachments are found when it is read."""
        inside = part.get_payload(0)
        assert isinstance(inside, email.message.Message)
        subject = _text(inside, "subject") or _name(part) or UNTITLED
        name = f"{subject.removesuffix('.eml')[:100]}.eml"
        self._mail.attachments.append(MailAttachment(name, partial(_message_content, part, inside)))


def _message_content(part: email.message.Message, inside: email.message.Message) -> bytes:
    """Return an attached message, which some mailers encode against RFC 2046, 5.2.1."""
    content, encoding = inside.as_bytes(policy=_WRITTEN), encoding_of(part)
    if encoding == "quoted-printable":
        return quopri.decodestring(content)
    return decode_base64(content) if encoding == "base64" and not inside.keys() else content


def encoded(value: str) -> str:
    """Return the value of a header as a message has it: in ASCII, with other characters as encoded words."""
    return email.header.Header(value, None if value.isascii() else "utf-8").encode(linesep="\r\n")


def _is_attached(part: email.message.Message) -> bool:
    disposition = str(part.get("content-disposition", ""))[:20].strip().lower()
    return disposition.startswith("attachment") or bool(_name(part))


def _name(part: email.message.Message) -> str:
    """Return the name of a part, by RFC 2231 or, as many programs write it, by RFC 2047."""
    try:
        return one_line(_unfolded(_plain(part.get_filename(""))))
    except (ValueError, TypeError, LookupError):
        return ""


def _plain(value: str) -> str:
    """Return a value that is written in bytes, against the rules, as the likeliest text."""
    text = value[:LONGEST_VALUE]
    return text if text.isascii() else decoded(text.encode("utf-8", "surrogateescape"), None)


def _text(message: email.message.Message, name: str) -> str:
    return one_line(_unfolded(_plain(message.get(name, ""))))


def _unfolded(value: str) -> str:
    """Return a value with its encoded words decoded (RFC 2047)."""
    if "=?" not in value:
        return value
    try:
        parts = email.header.decode_header(value[:LONGEST_VALUE])
    except (HeaderParseError, ValueError):
        return value
    return "".join(part if isinstance(part, str) else decoded(part, charset) for part, charset in parts)


def _day(written: str) -> datetime | None:
    """Return the point in time that a Date field states; None for one that states none."""
    try:
        return email.utils.parsedate_to_datetime(written[:100].strip())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
