"""Reads Internet messages (RFC 5322 and MIME), and recognises them.

The standard library's parser keeps any malformed message and raises nothing. The header is decoded here and
not by its policies, which take quadratic time on long lists of addresses and raise on malformed ones.
"""

from __future__ import annotations

import email.header
import email.utils
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from email.errors import HeaderParseError
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32, compat32
from pathlib import Path

from briefbank.errors import Damaged, FileRefused, NotReadable, TooLarge
from briefbank.extraction.formats import html, picture
from briefbank.extraction.formats.format import TextBlock
from briefbank.extraction.mail.message import (
    LONGEST_VALUE,
    MAX_BYTES,
    UNTITLED,
    MailAttachment,
    MailMessage,
    decoded,
    lines_of,
    one_line,
)
from briefbank.sandbox.workspace import MemoryFile

MAX_PARTS = 20_000
"""The maximum number of parts of a message."""
MAX_DEPTH = 100
"""The maximum depth of parts in parts; messages of people stay below ten."""

FROM_LINE = re.compile(rb"From \S[^\r\n]{0,300}?\d\d:\d\d[^\r\n]{0,40}?\d{4}[^\r\n]{0,20}\r?\n")
"""The line that begins a message in an mbox (RFC 4155): a sender and a date."""
_NEXT_IN_MAILBOX = re.compile(rb"\r?\n\r?\n" + FROM_LINE.pattern + rb"[!-9;-~]{1,76}:")
_FIELD = re.compile(rb"([!-9;-~]{1,76})[ \t]*:")
_HEADER_LINES = 200
"""The number of lines in which a header is recognised."""
_OF_PROGRAMS = frozenset(
    (
        *(b"received", b"message-id", b"mime-version", b"return-path", b"delivered-to", b"x-mailer"),
        *(b"dkim-signature", b"content-type", b"x-originating-ip", b"thread-topic", b"user-agent"),
    )
)
"""Header fields that programs write, and nobody writes at the head of a memo."""
_OF_PEOPLE = frozenset((b"from", b"to", b"subject", b"sender"))
_PGP = "-----BEGIN PGP MESSAGE-----"
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
    (
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-signature",
        "application/pgp-keys",
    )
)
_WRAPPERS = frozenset(("application/ms-tnef", "application/vnd.ms-tnef", "text/calendar", "application/ics"))
_ENVELOPES = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))


class _AsWritten(Compat32):
    """Leaves the values of fields as they are written; bytes beyond ASCII are surrogates."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


_AS_WRITTEN = _AsWritten()


def is_message(data: bytes) -> bool:
    """Tell whether the first bytes of a file are the header of a message, after a mailbox's line if any.

    A header has fields that programs write, or a sender and a date as programs write it: a memo begins with
    FROM, TO and DATE, too.
    """
    first = FROM_LINE.match(data)
    names, date = _fields(data[first.end() if first else 0 :])
    if not names & _OF_PEOPLE:
        return False
    return bool(names & _OF_PROGRAMS) or (b"from" in names and _day(date) is not None)


def _fields(data: bytes) -> tuple[set[bytes], str]:
    """Return the names of the fields from the first line on, and the date's value."""
    names: set[bytes] = set()
    date = ""
    for line in data.split(b"\n", _HEADER_LINES)[:_HEADER_LINES]:
        if not line.strip():
            break
        if line[:1] in b" \t" and names:
            continue
        field = _FIELD.match(line)
        if field is None:
            return (names, date) if len(names) > 2 and len(data) > 2 * LONGEST_VALUE else (set(), "")
        names.add(field[1].lower())
        if field[1].lower() == b"date":
            date = line[field.end() :].decode("ascii", "replace")
    return names, date


def subject_of(head: bytes) -> str:
    """Return the subject of a message from its first bytes; empty where they have none."""
    return _text(BytesHeaderParser(policy=_AS_WRITTEN).parsebytes(head), "subject")


def read(path: Path) -> MailMessage:
    """Return the message in a file. Raises NotReadable, TooLarge, Damaged, and FileRefused for a mailbox."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    return parse(data)


def parse(data: bytes) -> MailMessage:
    """Return the message that these bytes are. Raises as ``read``."""
    if len(data) > MAX_BYTES:
        raise TooLarge(detail="mail")
    if FROM_LINE.match(data) and _NEXT_IN_MAILBOX.search(data):
        raise FileRefused(
            "This is a mailbox with several messages inside another file.", "Save it by itself and add that."
        )
    try:
        return _Reader(BytesParser(policy=_AS_WRITTEN).parsebytes(data)).read()
    except RecursionError as error:
        raise _too_deep() from error
    except FileRefused:
        raise
    except Exception as error:
        # the parser's accessors raise anything for malformed messages
        title = "The mail is damaged and could not be read."
        raise Damaged(title, detail=type(error).__name__) from error


def _too_deep() -> TooLarge:
    return TooLarge(
        "The parts of this mail are nested deeper than BriefBank can read.",
        "Open it in a mail program, and print it to PDF.",
        detail="depth",
    )


class _Reader:
    """Reads one parsed message, once."""

    def __init__(self, message: Message) -> None:
        self._message = message
        self._attachments: list[MailAttachment] = []
        self._pictures = self._wrappers = self._parts = 0
        self._encrypted = self._signed = False

    def read(self) -> MailMessage:
        top = self._message
        body = tuple(self._body(top, 0))
        written = one_line(top.get("date", ""))
        self._encrypted |= is_encrypted(body)
        return MailMessage(
            sender=_text(top, "from") or _text(top, "sender"),
            to=_text(top, "to"),
            cc=_text(top, "cc"),
            subject=_text(top, "subject"),
            sent=_day(written),
            date=written,
            body=body,
            attachments=tuple(self._attachments),
            pictures=self._pictures,
            wrappers=self._wrappers,
            encrypted=self._encrypted,
            signed=self._signed,
        )

    def _body(self, part: Message, depth: int) -> Iterator[TextBlock]:
        """Yield the blocks of the text that a mail program shows, and note the other parts on the way."""
        self._parts += 1
        if depth > MAX_DEPTH or self._parts > MAX_PARTS:
            raise _too_deep()
        kind = part.get_content_type()
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            yield from self._parts_of(part, kind, depth)
        elif kind == "message/rfc822" and part.is_multipart():
            self._attach_message(part)
        elif kind in _SIGNATURES:
            self._signed = True
        elif kind in _ENVELOPES:
            self._encrypted = True
        elif kind in _WRAPPERS or part.get_content_maintype() == "message":
            self._wrappers += 1
        elif kind in ("text/plain", "text/html") and not _is_attached(part):
            yield from _blocks(part, kind)
        else:
            self._attach(part, kind)

    def _parts_of(self, part: Message, kind: str, depth: int) -> Iterator[TextBlock]:
        inside = [each for each in part.get_payload() if isinstance(each, Message)]
        self._signed |= kind == "multipart/signed"
        if kind == "multipart/encrypted":
            self._encrypted = True
            return
        if kind != "multipart/alternative":
            for each in inside:
                yield from self._body(each, depth + 1)
            return
        spellings = [
            (each.get_content_type() == "text/plain", [*self._body(each, depth + 1)]) for each in inside
        ]
        full = [(plain, blocks) for plain, blocks in spellings if any(block.text for block in blocks)]
        yield from max(full, key=lambda each: each[0], default=(False, []))[1]

    def _attach_message(self, part: Message) -> None:
        """Note an attached message; its own attachments are found when it is read."""
        inside = part.get_payload(0)
        assert isinstance(inside, Message)
        name = _text(inside, "subject") or _name(part)

        def content() -> bytes:
            return inside.as_bytes(policy=_WRITTEN)

        self._attachments.append(
            MailAttachment(f"{(name or UNTITLED).removesuffix('.eml')[:100]}.eml", content)
        )

    def _attach(self, part: Message, kind: str) -> None:
        if part.get_content_maintype() == "image" and not picture.may_be_page(
            MemoryFile(_content(part), f".{part.get_content_subtype()}")
        ):
            self._pictures += 1
        elif (name := _name(part)).lower() in ("winmail.dat", "smime.p7s"):
            self._wrappers += name.lower() == "winmail.dat"
        else:
            unnamed = f"unnamed{_EXTENSIONS.get(kind, '')}"
            self._attachments.append(MailAttachment(name or unnamed, lambda: _content(part)))


def is_encrypted(body: Iterable[TextBlock]) -> bool:
    """Tell whether a body is a text that was encrypted by PGP."""
    return any(block.text.startswith(_PGP) for block in body)


def encoded(value: str) -> str:
    """Return the value of a header as a message has it: in ASCII, with other characters as encoded words."""
    return email.header.Header(value, None if value.isascii() else "utf-8").encode(linesep="\r\n")


# --- one part ------------------------------------------------------------------------------------


def _blocks(part: Message, kind: str) -> Iterator[TextBlock]:
    charset = part.get_param("charset")
    text = decoded(_content(part), charset if isinstance(charset, str) else None).replace("\0", "")
    if kind == "text/plain":
        yield from lines_of(text)
    elif text.strip():
        yield from html.blocks_of(text)


def _content(part: Message) -> bytes:
    """Return the bytes of a part; those of a malformed encoding as far as they can be decoded."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _is_attached(part: Message) -> bool:
    disposition = str(part.get("content-disposition", ""))[:20].strip().lower()
    return disposition.startswith("attachment") or bool(_name(part))


def _name(part: Message) -> str:
    """Return the name of a part, by RFC 2231 or, as many programs write it, by RFC 2047."""
    try:
        return one_line(_unfolded(_plain(part.get_filename(""))))
    except (ValueError, TypeError, LookupError):
        return ""


# --- the header ----------------------------------------------------------------------------------


def _plain(value: str) -> str:
    """Return a value that is written in bytes, against the rules, as the likeliest text."""
    text = value[:LONGEST_VALUE]
    return text if text.isascii() else decoded(text.encode("utf-8", "surrogateescape"), None)


def _text(message: Message, name: str) -> str:
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
