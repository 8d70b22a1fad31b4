"""What the rest of BriefBank needs of mails, whatever the format of their files, and of mailboxes.

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

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, CaptionEntry, Reading
from briefbank.errors import Damaged, FileRefused, NotReadable, TooLarge
from briefbank.extraction import archives
from briefbank.extraction.archives import clean_name, clean_part, distinct
from briefbank.extraction.caption_finders.filed import filing_entry
from briefbank.extraction.formats.format import TextBlock
from briefbank.extraction.mail import internet, outlook
from briefbank.extraction.mail.message import (
    MAX_ATTACHMENTS,
    MAX_BYTES,
    UNTITLED,
    MailAttachment,
    MailMessage,
    person,
)
from briefbank.sandbox.confinement import MemoryFile, Source
from briefbank.text.messages import Message

READERS: dict[str, Callable[[Path], MailMessage]] = {".eml": internet.read, ".msg": outlook.read}
"""The reader of a message by the suffix under which its file is stored."""
MAX_MEMBERS = 10_000
"""The maximum number of files in one message, those in its archives included."""
_LONGEST_LINE = 2_000
"""The number of characters of recipients that are shown."""
_EARLIEST_YEAR = 1970
_ENCRYPTED = (
    "This message is encrypted, so that BriefBank cannot read its text. Open it in your mail program, save "
    "it without the encryption, and add that."
)
SOURCE = "mail"

MAX_MESSAGES = 200_000
"""The maximum number of messages in one mailbox."""

_BLOCK = 4 << 20
_OVERLAP = 1_000
"""The number of bytes in which the beginning of a message is recognised."""
_HEADER_BYTES = 16_384
"""The number of first bytes of a message in which its subject is looked for."""
_BEGINNING = re.compile(internet.FROM_LINE.pattern + rb"(?=>?[!-9;-~]{1,76}:)")
_MARK = b"\nFrom "
_BEFORE = 3
"""The number of bytes before a beginning that end the line before and the empty one."""
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
"""A line of a body that a mail program quoted, because it would look like the beginning of a message."""
_LAST_LINE = re.compile(rb"(\n)\r?\n\Z")
"""The empty line that ends a message in a mailbox, and is not part of it."""
_POSITION = re.compile(r"(\d{1,16})-(\d{1,16})")
_LONGEST_SUBJECT = 80

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class MailSummary:
    """What is known of a message besides the text on its pages."""

    subject: str
    sender: str
    """The name of the sender, or the address where there is no name."""
    sent: date | None
    members: tuple[str, ...]
    """The names of the files in it, by which ``extract`` finds them: attachments, and in place of a ZIP
    archive the files in it, each after the archive's name and "/"."""
    attached: int
    """The number of attachments, of which an archive is one."""
    left_out: int = 0
    """Attachments beyond the limits."""
    pictures: int = 0
    wrappers: int = 0
    unread: int = 0
    """Parts that may hold text and that could not be unpacked."""
    encrypted: bool = False


def read_blocks(path: Path) -> list[TextBlock]:
    """Return the header of a message and its body. Raises FileRefused."""
    message = READERS[path.suffix](path)
    names = ", ".join(name for name, _ in _files(message))
    fields = (
        *(("From", message.sender), ("To", message.to), ("Cc", message.cc), ("Date", message.date)),
        *(("Subject", message.subject), ("Attachments", names)),
        ("Signed", "by the sender; BriefBank does not check the signature" if message.signed else ""),
    )
    head = [
        TextBlock(f"{name}: {value if len(value) <= _LONGEST_LINE else f'{value[:_LONGEST_LINE]} …'}")
        for name, value in fields
        if value
    ]
    note = [TextBlock(""), TextBlock(_ENCRYPTED)] if message.encrypted else []
    return [*head, *note, TextBlock(""), *message.body]


def summarise(path: Path, with_archives: bool) -> MailSummary:
    """Return the summary of a message; ``with_archives`` says whether ZIP archives in it are opened. Raises
    FileRefused."""
    message = READERS[path.suffix](path)
    members = [
        member for name, attachment in _files(message) for member in _members(name, attachment, with_archives)
    ]
    sent = message.sent.date() if message.sent and message.sent.year >= _EARLIEST_YEAR else None
    attached = max(0, len(message.attachments) - MAX_ATTACHMENTS)
    return MailSummary(
        subject=message.subject,
        sender=person(message.sender) if message.sender else "",
        sent=sent,
        members=tuple(members[:MAX_MEMBERS]),
        attached=len(message.attachments),
        left_out=attached + max(0, len(members) - MAX_MEMBERS),
        pictures=message.pictures,
        wrappers=message.wrappers,
        unread=message.unread,
        encrypted=message.encrypted,
    )


def extract(path: Path, member: str, target: Path, password: str | None = None) -> None:
    """Write a file in a message to ``target``, which must not exist. Raises as ``archives.extract``."""
    files = dict(_files(READERS[path.suffix](path)))
    name, _, inside = member.partition("/")
    if name not in files:
        raise NotReadable(Message("The file is no longer in the mail."), Message("Add the mail again."))
    content = _content(files[name])
    if inside:
        archives.extract(MemoryFile(content), inside, target, password)
    else:
        archives.write_new(target, [content])


def _files(message: MailMessage) -> Iterator[tuple[str, MailAttachment]]:
    """Return the attachments with distinct names; one without a name is called after its number."""
    attachments = message.attachments[:MAX_ATTACHMENTS]
    return distinct((clean_name(attachment.name), attachment) for attachment in attachments)


def _members(name: str, attachment: MailAttachment, with_archives: bool) -> list[str]:
    """Return the files in an attached archive, or the attachment itself."""
    if not with_archives:
        return [name]
    try:
        inside = archives.list_entries(MemoryFile(_content(attachment)))
    except FileRefused:
        return [name]  # its reading says why
    return [f"{name}/{member}" for member in inside] or [name]


def _content(attachment: MailAttachment) -> bytes:
    try:
        return attachment.content()
    except Exception as error:
        title = Message("The attached file is damaged and could not be taken out of the mail.")
        raise Damaged(title, detail=type(error).__name__) from error


def list_messages(tell: Tell, source: Source) -> list[tuple[str, str]]:
    """Return a name for each message, numbered and with its subject, and its position for ``extract``; none
    for a file that is no mailbox.

    ``tell`` gets the megabytes that were read, and the total. Raises NotReadable and TooLarge.
    """
    try:
        with source.open("rb") as file:
            if not internet.is_message(head := file.read(_HEADER_BYTES)) or not internet.FROM_LINE.match(
                head
            ):
                return []
        size = source.stat().st_size
        begins = list(_beginnings(tell, source, size))
        ends = [*(line for line, _ in begins[1:]), size]
        width = len(str(len(begins)))
        with source.open("rb") as file:
            messages = []
            for number, ((_, start), end) in enumerate(zip(begins, ends, strict=True), 1):
                file.seek(start)
                subject = internet.subject_of(file.read(min(_HEADER_BYTES, end - start)))
                name = clean_part(subject.replace("/", "-").replace("\\", "-")[:_LONGEST_SUBJECT]) or UNTITLED
                messages.append((f"{number:0{width}} {name}.eml", f"{start}-{end}"))
            return messages
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error


def extract_message(source: Source, position: str, target: Path) -> None:
    """Write the message at this position to ``target``, which must not exist. Raises NotReadable, TooLarge
    and StoreError."""
    match = _POSITION.fullmatch(position)
    start, end = map(int, match.groups()) if match else (0, 0)
    if end - start > MAX_BYTES:
        raise TooLarge(detail="mail")
    if end <= start:
        raise _changed()
    try:
        with source.open("rb") as file:
            file.seek(max(0, start - 1))
            before = file.read(min(1, start))
            content = file.read(end - start)
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error
    if (
        len(content) != end - start
        or before not in (b"\n", b"")
        or not internet.is_message(content[:_HEADER_BYTES])
    ):
        raise _changed()
    message = _LAST_LINE.sub(rb"\1", content)
    archives.write_new(target, [_QUOTED_FROM.sub(rb"\1", message)])


def _changed() -> NotReadable:
    return NotReadable(
        Message("The mailbox has changed since it was added."), Message("Add the mailbox again.")
    )


def _beginnings(tell: Tell, source: Source, size: int) -> Iterator[tuple[int, int]]:
    """Yield the positions of the line before each message, and of the message itself."""
    number = 0
    with source.open("rb") as file:
        kept, at = b"", 0
        while block := file.read(_BLOCK):
            data = kept + block
            last = at + len(data) >= size
            limit = len(data) if last else len(data) - _OVERLAP
            for match in _lines_before_messages(data, begins=at == 0):
                if at and match.start() < _BEFORE:
                    continue  # it was found in the block before
                if match.start() >= limit:
                    break
                number += 1
                if number > MAX_MESSAGES:
                    raise TooLarge(
                        Message(
                            "The mailbox holds more than {max_messages:,} messages.",
                            max_messages=MAX_MESSAGES,
                        ),
                        Message("Divide it into several mailboxes with your mail program, and add those."),
                    )
                yield at + match.start(), at + match.end()
            done = max(0, limit - _BEFORE)
            at, kept = at + done, data[done:]
            tell(at >> 20, max(size >> 20, 1) + 1)


def _lines_before_messages(data: bytes, *, begins: bool) -> Iterator[re.Match[bytes]]:
    """Yield the lines that begin a message, each after an empty line; ``begins``: or first in the file."""
    if begins and (first := _BEGINNING.match(data)):
        yield first
    at = data.find(_MARK)
    while at >= 0:
        is_after_empty_line = data[max(0, at - 1) : at] == b"\n" or data[max(0, at - 2) : at] == b"\n\r"
        if is_after_empty_line and (match := _BEGINNING.match(data, at + 1)):
            yield match
        at = data.find(_MARK, at + 1)


def with_mail_header(reading: Reading, mail: MailSummary, today: date) -> Reading:
    """Return a reading with the subject as its title, the date, and the sender as who wrote it.

    A date that lies in the future is that of a wrong clock. Courts, parties and dockets that the text names
    are those of what the mail speaks about.
    """
    sent = filing_entry(mail.sent, SOURCE, 1.0, 0, today) if mail.sent else None
    values = (
        (CaptionField.TITLE, mail.subject),
        (CaptionField.KIND, Kind.MAIL.value),
        (CaptionField.OFFICE, mail.sender),
    )
    entries = [CaptionEntry(field, value, SOURCE, 1.0, 0) for field, value in values if value]
    caption = Caption(
        mail.subject,
        filed=mail.sent if sent and sent.value else None,
        filed_source=sent.source if sent else "",
        office=mail.sender,
        entries=(*entries, sent) if sent else tuple(entries),
    )
    return replace(reading, kind=Kind.MAIL, caption=caption, attached=mail.attached)
