"""What the rest of BriefBank asks of a message, whatever the format of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from briefbank.errors import Damaged, FileRefused, NotReadable
from briefbank.extraction import archives
from briefbank.extraction.formats.format import TextBlock
from briefbank.extraction.mail import internet, outlook
from briefbank.extraction.mail.message import MAX_ATTACHMENTS, MailAttachment, MailMessage, person
from briefbank.extraction.member_names import clean_name, distinct
from briefbank.sandbox.workspace import MemoryFile

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
    message = _read(path)
    names = ", ".join(name for name, _ in _files(message))
    fields = (
        *(("From", message.sender), ("To", message.to), ("Cc", message.cc), ("Date", message.date)),
        *(("Subject", message.subject), ("Attachments", names)),
        ("Signed", "by the sender; BriefBank does not check the signature" if message.signed else ""),
    )
    head = [TextBlock(f"{name}: {_clipped(value)}") for name, value in fields if value]
    note = [TextBlock(""), TextBlock(_ENCRYPTED)] if message.encrypted else []
    return [*head, *note, TextBlock(""), *message.body]


def summarise(path: Path, with_archives: bool) -> MailSummary:
    """Return the summary of a message; ``with_archives`` says whether ZIP archives in it are opened. Raises
    FileRefused."""
    message = _read(path)
    members = [member for name, each in _files(message) for member in _members(name, each, with_archives)]
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
    files = dict(_files(_read(path)))
    name, _, inside = member.partition("/")
    if name not in files:
        raise NotReadable("The file is no longer in the mail.", "Add the mail again.")
    content = _content(files[name])
    if inside:
        archives.extract(MemoryFile(content), inside, target, password)
    else:
        archives.write_new(target, [content])


def _read(path: Path) -> MailMessage:
    return READERS[path.suffix](path)


def _files(message: MailMessage) -> Iterator[tuple[str, MailAttachment]]:
    """Return the attachments with distinct names; one without a name is called after its number."""
    attachments = message.attachments[:MAX_ATTACHMENTS]
    return distinct((clean_name(each.name), each) for each in attachments)


def _members(name: str, attachment: MailAttachment, with_archives: bool) -> list[str]:
    """Return the files in an attached archive, or the attachment itself."""
    if not with_archives:
        return [name]
    try:
        inside = archives.list_entries(MemoryFile(_content(attachment)))
    except FileRefused:
        return [name]  # its reading says why
    return [f"{name}/{each}" for each in inside] or [name]


def _content(attachment: MailAttachment) -> bytes:
    try:
        return attachment.content()
    except Exception as error:
        title = "The attached file is damaged and could not be taken out of the mail."
        raise Damaged(title, detail=type(error).__name__) from error


def _clipped(value: str) -> str:
    return value if len(value) <= _LONGEST_LINE else f"{value[:_LONGEST_LINE]} …"
