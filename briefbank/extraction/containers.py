"""Files that contain other files: ZIP archives, mailboxes, mails, and PDFs with files attached inside.

An archive or a mailbox is no document: its members take its place when it is dropped. A mail or a PDF is a
document of its own, and the files in it, such as the documents of a PDF portfolio, are taken out of the
library's copy. In each, a member has a name for a person and a position by which ``extract_outer`` or
``extract_attached`` finds it again. The files are untrusted: all functions that take a file run in a confined
child.

A mailbox (mbox, RFC 4155) may have ten gigabytes: it is read once from beginning to end, and each message is
found again by its position. A message begins with a line "From sender date" after an empty line, which a
header follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, CaptionEntry, Reading
from briefbank.errors import Damaged, FileRefused, NotReadable, TooLarge
from briefbank.extraction import archives
from briefbank.extraction.archives import MAX_FILE_BYTES, clean_name, distinct
from briefbank.extraction.caption_finders.filed import filing_entry
from briefbank.extraction.formats.format import TextBlock, bytes_of
from briefbank.extraction.mail import internet, outlook
from briefbank.extraction.mail.message import (
    MAX_ATTACHMENTS,
    MAX_BYTES,
    UNTITLED,
    MailAttachment,
    MailMessage,
    person,
)
from briefbank.extraction.pdfium import opened
from briefbank.sandbox.child import Tell
from briefbank.sandbox.confinement import MemoryFile, Source
from briefbank.text.messages import Message

MAX_ATTACHED = 1_000  # The maximum number of files of one PDF that are added
MAX_DEPTH = 5  # The maximum depth of files in files: members of members are added, and so on to this depth
ARCHIVE_DEPTH = 3
"""The depth for which an archive counts. So none is opened inside another, through however many mails: it may
contain itself."""
MAX_MESSAGES = 200_000  # The maximum number of messages in one mailbox
MAX_MEMBERS = 10_000  # The maximum number of files in one message, those in its archives included
READERS: dict[str, Callable[[bytes], MailMessage]] = {".eml": internet.parse, ".msg": outlook.parse}
"""The reader of a message by the suffix under which its file is stored."""
_LONGEST_LINE = 2_000  # The number of characters of recipients that are shown
_EARLIEST_YEAR = 1970
_ENCRYPTED = (
    "This message is encrypted, or packed in its signature, so that BriefBank cannot read its text. Open it "
    "in your mail program, save it without the encryption, and add that."
)
_RECOGNISED_BYTES = 65_536  # The number of first bytes by which a message is recognised, as by ``sniff``
_HEADER_BYTES = 16_384  # The number of bytes of a message in which its subject is looked for
_LONGEST_SUBJECT = 80
_LINE_BYTES = 10_000  # A longer line is read in pieces
_FIELD = re.compile(rb">?[!-9;-~]{1,76}:")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
"""A line of a body that a mail program quoted, because it would look like the beginning of a message."""
_LAST_LINE = re.compile(rb"(\n)\r?\n\Z")
"""The empty line that ends a message in a mailbox, and is not part of it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a container; ``depth`` counts from the container."""

    name: str
    position: str
    depth: int


def list_outer(tell: Tell, source: Source) -> list[Member]:
    """Return the members of an archive or a mailbox; none for any other file. Raises FileRefused."""
    if names := archives.list_entries(source):
        return [Member(name, name, ARCHIVE_DEPTH) for name in names]
    return [Member(name, position, 1) for name, position in list_messages(tell, source)]


def extract_outer(source: Source, position: str, target: Path, password: str | None = None) -> None:
    """Write a member of an archive or a mailbox to ``target``. Raises FileRefused and StoreError."""
    if archives.is_archive(source):
        archives.extract(source, position, target, password)
    else:
        extract_message(source, position, target)


def list_messages(tell: Tell, source: Source) -> list[tuple[str, str]]:
    """Return a name for each message of a mailbox, numbered and with its subject, and its position for
    ``extract_message``; none for any other file. ``tell`` gets the megabytes that were read, and the total.
    Raises NotReadable and TooLarge."""
    try:
        with source.open("rb") as file:
            head = file.read(_RECOGNISED_BYTES)
            if not (internet.is_message(head) and internet.FROM_LINE.match(head)):
                return []
        size = source.stat().st_size
        begins = list(_beginnings(tell, source, size))
        ends = [*(line for line, *_ in begins[1:]), size]
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error
    width = len(str(len(begins)))
    return [
        (f"{number:0{width}} {subject}.eml", f"{start}-{end}")
        for number, ((_, start, subject), end) in enumerate(zip(begins, ends, strict=True), 1)
    ]


def _beginnings(tell: Tell, source: Source, size: int) -> Iterator[tuple[int, int, str]]:
    """Yield the positions of the line before each message, and of the message itself, and its subject as the
    name of a file."""
    at, count, after_empty = 0, 0, True
    line_before: tuple[int, int] | None = None
    with source.open("rb") as file:
        while line := file.readline(_LINE_BYTES):
            if line_before and _FIELD.match(line):
                count += 1
                subject = internet.subject_of(line + file.read(_HEADER_BYTES))[:_LONGEST_SUBJECT]
                file.seek(at + len(line))
                yield *line_before, clean_name(re.sub(r"[/\\]", "-", subject) or UNTITLED)
            if count > MAX_MESSAGES:
                raise TooLarge(
                    Message(
                        "The mailbox holds more than {max_messages:,} messages.", max_messages=MAX_MESSAGES
                    ),
                    Message("Divide it into several mailboxes with your mail program, and add those."),
                )
            end = at + len(line)
            begins = after_empty and line.startswith(b"From ") and internet.FROM_LINE.fullmatch(line)
            line_before = (at, end) if begins else None
            after_empty = line in (b"\n", b"\r\n")
            if at >> 20 != end >> 20:
                tell(end >> 20, (size >> 20) + 1)
            at = end


def extract_message(source: Source, position: str, target: Path) -> None:
    """Write the message at this position to ``target``, which must not exist. Raises NotReadable, TooLarge
    and StoreError."""
    match = re.fullmatch(r"(\d{1,16})-(\d{1,16})", position)
    start, end = map(int, match.groups()) if match else (0, 0)
    if end - start > MAX_BYTES:
        raise TooLarge(detail="mail")
    before = content = b""
    try:
        if start < end:
            with source.open("rb") as file:
                file.seek(max(0, start - 1))
                before = file.read(min(1, start))
                content = file.read(end - start)
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error
    is_same = len(content) == end - start and before in (b"\n", b"")
    if not (is_same and internet.is_message(content[:_RECOGNISED_BYTES])):
        raise NotReadable(
            Message("The mailbox has changed since it was added."), Message("Add the mailbox again.")
        )
    archives.write_new(target, [_QUOTED_FROM.sub(rb"\1", _LAST_LINE.sub(rb"\1", content))])


def extract_attached(path: Path, position: str, target: Path, password: str | None = None) -> None:
    """Write a file in a mail or a PDF of the library to ``target``, which must not exist. Raises FileRefused
    and StoreError."""
    if path.suffix not in READERS:
        archives.write_new(target, [_attached_content(path, position)])
        return
    files = dict(_files(_message(path)))
    name, _, inside = position.partition("/")
    if name not in files:
        raise NotReadable(Message("The file is no longer in the mail."), Message("Add the mail again."))
    content = _content(files[name])
    if inside:
        archives.extract(MemoryFile(content), inside, target, password)
    else:
        archives.write_new(target, [content])


def count_attached(document: Any) -> int:
    """Return the number of files attached inside an open PDF; 0 where it is too malformed to tell."""
    import pypdfium2

    try:
        return max(0, min(int(document.count_attachments()), MAX_ATTACHED))
    except (pypdfium2.PdfiumError, ValueError):
        return 0


def list_attached(path: Path) -> tuple[str, ...]:
    """Return distinct names of the files attached inside a PDF. Raises as ``pdfium.opened``."""
    with opened(path) as document:
        return tuple(name for name, _ in _attached(document))


def _attached_content(path: Path, name: str) -> bytes:
    import pypdfium2

    with opened(path) as document:
        try:
            content = bytes(dict(_attached(document))[name].get_data())
        except (pypdfium2.PdfiumError, ValueError, KeyError) as error:
            raise NotReadable(
                Message("This file could not be taken out of the PDF."),
                Message("Open the PDF in another program and save the file."),
            ) from error
    if len(content) > MAX_FILE_BYTES:
        raise TooLarge(detail="attached file")
    return content


def _attached(document: Any) -> Iterator[tuple[str, Any]]:
    """Return the files attached inside an open PDF, with distinct names."""
    import pypdfium2

    def named() -> Iterator[tuple[str, Any]]:
        for index in range(count_attached(document)):
            try:
                attached = document.get_attachment(index)
                yield clean_name(attached.get_name()), attached
            except (pypdfium2.PdfiumError, ValueError):
                continue

    return distinct(named())


@dataclass(frozen=True, slots=True)
class MailSummary:
    """What is known of a message besides the text on its pages."""

    subject: str
    sender: str  # The name of the sender, or the address where there is no name
    sent: date | None
    members: tuple[str, ...]
    """The names of the files in it, by which ``extract_attached`` finds them: attachments, and in place of a
    ZIP archive the files in it, each after the archive's name and "/"."""
    attached: int  # The number of attachments, of which an archive is one
    left_out: int = 0  # Attachments beyond the limits
    passed_over: int = 0  # Pictures too small for a page, and what only mail programs understand
    unread: int = 0  # Parts that may hold text and that could not be unpacked
    encrypted: bool = False


def _message(path: Path) -> MailMessage:
    """Return the message in a file. Raises NotReadable, TooLarge, Damaged, and FileRefused for a mailbox."""
    data = bytes_of(path)
    if len(data) > MAX_BYTES:
        raise TooLarge(detail="mail")
    try:
        return READERS[path.suffix](data)
    except FileRefused:
        raise
    except Exception as error:
        title = Message("The mail is damaged and could not be read.")
        raise Damaged(title, detail=type(error).__name__) from error


def mail_blocks(path: Path) -> list[TextBlock]:
    """Return the header of a message and its body. Raises FileRefused."""
    message = _message(path)
    fields = {
        "From": message.sender,
        "To": message.to,
        "Cc": message.cc,
        "Date": message.date,
        "Subject": message.subject,
        "Attachments": ", ".join(name for name, _ in _files(message)),
        "Signed": "by the sender; BriefBank does not check the signature" if message.signed else "",
    }
    head = [
        TextBlock(f"{name}: {value if len(value) <= _LONGEST_LINE else f'{value[:_LONGEST_LINE]} …'}")
        for name, value in fields.items()
        if value
    ]
    note = [TextBlock(""), TextBlock(_ENCRYPTED)] if message.encrypted else []
    return [*head, *note, TextBlock(""), *message.body]


def summarise_mail(path: Path, with_archives: bool) -> MailSummary:
    """Return a message's summary; ``with_archives`` opens ZIP archives in it, too. Raises FileRefused."""
    message = _message(path)
    members: list[str] = []
    for name, attachment in _files(message):
        inside: list[str] = []
        if with_archives:
            try:
                inside = archives.list_entries(MemoryFile(_content(attachment)))
            except FileRefused:
                pass  # its reading says why
        members += [f"{name}/{member}" for member in inside] or [name]
    return MailSummary(
        subject=message.subject,
        sender=person(message.sender) if message.sender else "",
        sent=message.sent.date() if message.sent and message.sent.year >= _EARLIEST_YEAR else None,
        members=tuple(members[:MAX_MEMBERS]),
        attached=len(message.attachments),
        left_out=max(0, len(message.attachments) - MAX_ATTACHMENTS) + max(0, len(members) - MAX_MEMBERS),
        passed_over=message.passed_over,
        unread=message.unread,
        encrypted=message.encrypted,
    )


def _files(message: MailMessage) -> Iterator[tuple[str, MailAttachment]]:
    """Return the attachments with distinct names."""
    attachments = message.attachments[:MAX_ATTACHMENTS]
    return distinct((clean_name(attachment.name), attachment) for attachment in attachments)


def _content(attachment: MailAttachment) -> bytes:
    try:
        return attachment.content()
    except Exception as error:
        title = Message("The attached file is damaged and could not be taken out of the mail.")
        raise Damaged(title, detail=type(error).__name__) from error


def with_mail_header(reading: Reading, mail: MailSummary, today: date) -> Reading:
    """Return a reading with the subject as its title, the date, and the sender as who wrote it. A future date
    is that of a wrong clock. Courts, parties and dockets in the text are those of what the mail is about."""
    source = "mail"
    sent = filing_entry(mail.sent, source, 1.0, 0, today) if mail.sent else None
    values = (
        (CaptionField.TITLE, mail.subject),
        (CaptionField.KIND, Kind.MAIL.value),
        (CaptionField.OFFICE, mail.sender),
    )
    entries = [CaptionEntry(field, value, source, 1.0, 0) for field, value in values if value]
    caption = Caption(
        mail.subject,
        filed=mail.sent if sent and sent.value else None,
        filed_source=sent.source if sent else "",
        office=mail.sender,
        entries=(*entries, sent) if sent else tuple(entries),
    )
    return replace(reading, kind=Kind.MAIL, caption=caption, attached=mail.attached)
