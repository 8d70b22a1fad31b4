"""Reads Outlook's messages ([MS-OXMSG]): a compound file (OLE) with a stream for each property.

Strings, bodies and attachments have streams of their own, named by property and type; times and numbers stand
in one stream of fixed records. ``olefile`` reads the compound file. It is imported inside the functions.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from briefbank.errors import TooLarge
from briefbank.extraction.archives import UNNAMED
from briefbank.extraction.formats import html, picture
from briefbank.extraction.formats.format import TextBlock
from briefbank.extraction.mail import internet
from briefbank.extraction.mail.message import (
    UNTITLED,
    MailAttachment,
    MailMessage,
    decoded,
    fullest,
    lines_of,
    one_line,
    page_text,
    without_code,
)
from briefbank.sandbox.confinement import MemoryFile

PROPERTIES = "__properties_version1.0"
MAX_ATTACHMENT_STORAGES = 2_000

_SUBJECT, _SENDER, _SENDER_SMTP, _SENDER_ADDRESS = 0x0037, 0x0C1A, 0x5D01, 0x0C1F
_TO, _CC, _HEADERS, _CLASS = 0x0E04, 0x0E03, 0x007D, 0x001A
_BODY, _HTML, _RTF = 0x1000, 0x1013, 0x1009
_SUBMITTED, _DELIVERED = 0x0039, 0x0E06
_INTERNET_CODEPAGE, _CODEPAGE = 0x3FDE, 0x3FFD
_LONG_NAME, _SHORT_NAME, _SHOWN_NAME, _MIME, _DATA = 0x3707, 0x3704, 0x3001, 0x370E, 0x3701
_UNICODE, _BYTES_TEXT, _BINARY, _STORAGE = "001F", "001E", "0102", "000D"
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_RECORD = struct.Struct("<HHIQ")  # A fixed property: its type, its number, its flags, its value
_HEAD_BYTES, _INSIDE_HEAD_BYTES, _ATTACHMENT_HEAD_BYTES = 32, 24, 8
"""The sizes of what precedes the fixed properties of a message, of one in a message, of an attachment."""
_SEALED = ("smime.p7m", "smime.p7s")
_CODEPAGES = {65001: "utf-8", 1200: "utf-16-le", 20127: "ascii", 28591: "cp1252", 28605: "iso8859-15"}
_BOUNDARY = "part-of-an-outlook-message"


def parse(data: bytes) -> MailMessage:
    """Return the message that these bytes are, with its attachments in memory. Raises TooLarge, and anything
    for a malformed message."""
    import olefile

    return _Storage(olefile.OleFileIO(io.BytesIO(data)), [], _HEAD_BYTES).message()


class _Storage:
    """A storage with the properties of one message or attachment. Missing and malformed ones are empty."""

    def __init__(self, ole: Any, path: list[str], head_bytes: int) -> None:
        self._ole, self._path = ole, path
        records = self._bytes(PROPERTIES)[head_bytes:]
        whole = records[: len(records) // _RECORD.size * _RECORD.size]
        self._numbers = {number: value for _, number, _, value in _RECORD.iter_unpack(whole)}
        """The fixed properties by their numbers."""
        charset = self._codepage(_CODEPAGE)
        self._charset, self._body_charset = charset, self._codepage(_INTERNET_CODEPAGE) or charset

    def message(self) -> MailMessage:
        attached = [_Storage(self._ole, path, _ATTACHMENT_HEAD_BYTES) for path in self._attachment_paths()]
        kind = self._text(_CLASS).upper()
        head = self._head()
        mine = {name: getattr(head, name) for name in ("sender", "to", "cc", "subject", "sent", "date")}
        if kind.startswith("IPM.NOTE.SMIME.MULTIPARTSIGNED") and attached:
            # Outlook keeps it as the Internet message that its sender signed, whole.
            inside = internet.parse(attached[0].content())
            return replace(inside, **mine, signed=True)
        files = [(file, name) for file in attached if (name := file.name()).lower() not in _SEALED]
        pages = [(file, name) for file, name in files if not file.is_small_picture(name)]
        plain = without_code(self._text(_BODY, self._body_charset).replace("\0", ""), head)
        body = tuple(lines_of(plain) if head.encrypted else self._body(plain))
        has_rtf_alone = not (head.encrypted or any(block.text for block in body)) and bool(
            self._stream(_RTF, _BINARY)
        )
        return replace(
            head,
            body=body,
            attachments=[MailAttachment(name, file.content) for file, name in pages],
            passed_over=len(files) - len(pages),
            unread=head.unread + has_rtf_alone,
            encrypted=head.encrypted or kind.startswith("IPM.NOTE.SMIME"),
        )

    def _head(self) -> MailMessage:
        """Return the message without its body: the header that it came with, or else Outlook's own fields."""
        headers = internet.parse(self._text(_HEADERS).encode("utf-8", "surrogateescape"))
        sent = headers.sent or self._time(_SUBMITTED) or self._time(_DELIVERED)
        return MailMessage(
            sender=headers.sender or self._sender(),
            to=headers.to or one_line(self._text(_TO)),
            cc=headers.cc or one_line(self._text(_CC)),
            subject=one_line(self._text(_SUBJECT)) or headers.subject,
            sent=sent,
            date=headers.date or (format_datetime(sent) if sent else ""),
        )

    def _stream(self, number: int, kind: str) -> bytes:
        return self._bytes(f"__substg1.0_{number:04X}{kind}")

    def _bytes(self, name: str) -> bytes:
        path = [*self._path, name]
        if not self._ole.exists(path) or self._ole.get_type(path) != 2:  # STGTY_STREAM
            return b""
        with self._ole.openstream(path) as stream:
            return bytes(stream.read())

    def _text(self, number: int, charset: str | None = None) -> str:
        if wide := self._stream(number, _UNICODE):
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._stream(number, _BYTES_TEXT)
        return decoded(narrow, charset or self._charset).rstrip("\0") if narrow else ""

    def _codepage(self, number: int) -> str | None:
        page = self._numbers.get(number, 0) & 0xFFFFFFFF
        return _CODEPAGES.get(page, f"cp{page}") if page else None

    def _time(self, number: int) -> datetime | None:
        ticks = self._numbers.get(number, 0)
        try:
            return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
        except OverflowError:
            return None

    def _sender(self) -> str:
        name = one_line(self._text(_SENDER))
        address = one_line(self._text(_SENDER_SMTP) or self._text(_SENDER_ADDRESS))
        is_mail = "@" in address  # and not the path in an office's directory
        return f"{name} <{address}>" if name and is_mail and name != address else name or address

    def _body(self, text: str) -> Sequence[TextBlock]:
        """Return the plain text, which Outlook keeps beside any other, or the HTML that has more."""
        packed_page, charset = self._stream(_HTML, _BINARY), self._body_charset
        page = page_text(packed_page, charset) if packed_page else self._text(_HTML, charset)
        versions = [tuple(lines_of(text))] if text.strip() else []
        if page.strip():
            versions.append(tuple(html.blocks_of(page)))
        return fullest(versions)

    def _attachment_paths(self) -> list[list[str]]:
        depth = len(self._path)
        paths = {
            tuple(path[: depth + 1])
            for path in self._ole.listdir(streams=True, storages=True)
            if path[:depth] == self._path
            and len(path) > depth
            and path[depth].startswith("__attach_version1.0_")
        }
        if len(paths) > MAX_ATTACHMENT_STORAGES:
            raise TooLarge(detail="attachments")
        return [list(path) for path in sorted(paths)]

    def name(self) -> str:
        """Return the name of this attachment; that of an attached message is its subject."""
        if self._has_message():
            return f"{(self._inside().subject or UNTITLED).removesuffix('.eml')[:100]}.eml"
        return one_line(self._text(_LONG_NAME) or self._text(_SHORT_NAME) or self._text(_SHOWN_NAME))

    def content(self) -> bytes:
        """Return the bytes of this attachment; an attached message as an Internet message."""
        return _written(self._inside()) if self._has_message() else self._stream(_DATA, _BINARY)

    def is_small_picture(self, name: str) -> bool:
        mime = self._text(_MIME).lower()
        is_picture = mime.startswith("image/") or name.lower().endswith(picture.PHOTOGRAPHS)
        return is_picture and not picture.may_be_page(MemoryFile(self.content()))

    def _has_message(self) -> bool:
        return bool(self._ole.exists([*self._path, f"__substg1.0_{_DATA:04X}{_STORAGE}", PROPERTIES]))

    def _inside(self) -> MailMessage:
        path = [*self._path, f"__substg1.0_{_DATA:04X}{_STORAGE}"]
        return _Storage(self._ole, path, _INSIDE_HEAD_BYTES).message()


def _written(message: MailMessage) -> bytes:
    """Return a message as an Internet message. The same one always has the same bytes."""
    mail = EmailMessage(policy=SMTP)
    mail.set_content("\n".join(block.text for block in message.body), charset="utf-8", cte="base64")
    for attachment in message.attachments:
        name = attachment.name or UNNAMED
        mail.add_attachment(attachment.content(), "application", "octet-stream", filename=name)
    if mail.is_multipart():
        mail.set_boundary(_BOUNDARY)
    date = format_datetime(message.sent) if message.sent else ""
    fields = {"From": message.sender, "To": message.to, "Cc": message.cc}
    fields |= {"Subject": message.subject, "Date": date}
    head = "".join(f"{name}: {internet.encoded(value)}\r\n" for name, value in fields.items() if value)
    return head.encode("ascii") + mail.as_bytes()
