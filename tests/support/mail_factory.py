"""Made mails: Internet messages, Outlook's compound files, mailboxes, and PDFs with files attached inside."""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pikepdf

WRITTEN = "Tue, 03 Mar 2015 10:15:00 -0500"
BODY = (
    "Dear Ms. Quill,\n\nThe zebra in the wagon was never mentioned to the jury, and the officers had no "
    "warrant when they opened it.\nPlease look at the attached brief before Friday.\n\nHarlan\n\n"
    "On Monday Ms. Quill wrote:\n> The giraffe was mentioned in the earlier mail.\n"
)
PLAIN = b"POINT I\n\nThe okapi should have been suppressed, because the stop of the wagon was unlawful.\n"


def mail(
    attachments: Sequence[tuple[str, bytes]] = (),
    *,
    subject: str = "The zebra in State v. Doe",
    body: str = BODY,
    html: str = "",
    sender: str = "Harlan Quill <harlan@example.org>",
    message_id: str = "<1@example.org>",
) -> EmailMessage:
    """Return a message; each attachment is a name with its content."""
    message = EmailMessage()
    message["From"], message["To"], message["Cc"] = sender, "Ann Doe <ann@example.org>", "file@example.org"
    message["Date"], message["Subject"], message["Message-ID"] = WRITTEN, subject, message_id
    message.set_content(body)
    if html:
        message.add_alternative(html, subtype="html")
    for name, content in attachments:
        message.add_attachment(content, "application", "octet-stream", filename=name)
    return message


def write(path: Path, message: EmailMessage | bytes) -> Path:
    path.write_bytes(message if isinstance(message, bytes) else message.as_bytes())
    return path


def mailbox(path: Path, messages: Sequence[EmailMessage]) -> Path:
    """Write a mailbox, with the lines of its messages quoted that look like the beginning of one."""
    with path.open("wb") as file:
        for message in messages:
            text = message.as_bytes().replace(b"\nFrom ", b"\n>From ")
            file.write(b"From harlan@example.org Tue Mar  3 10:15:00 2015\n" + text.rstrip(b"\n") + b"\n\n")
    return path


def pdf_with(path: Path, base: Path, attached: Mapping[str, bytes], *, portfolio: bool = False) -> Path:
    """Write a copy of a PDF with files attached inside, optionally as a portfolio."""
    with pikepdf.open(base) as pdf:
        for name, content in attached.items():
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, filename=name)
        if portfolio:
            pdf.Root.Collection = pikepdf.Dictionary(Type=pikepdf.Name.Collection, View=pikepdf.Name.D)
        pdf.save(path)
    return path


@dataclass
class Storage:
    """A storage of a compound file: its streams and storages by name."""

    streams: dict[str, bytes] = field(default_factory=dict)
    storages: dict[str, Storage] = field(default_factory=dict)


def outlook(
    attachments: Sequence[tuple[str, bytes | Storage]] = (),
    *,
    subject: str = "The zebra in State v. Doe",
    body: str = BODY,
    html: bytes = b"",
    rtf: bytes = b"",
    message_class: str = "IPM.Note",
    unicode: bool = True,
    inside: bool = False,
) -> Storage:
    """Return the storage of a message; an attachment that is a storage is a message. ``inside``: it is
    attached itself."""
    storage = Storage()

    def text(number: int, value: str) -> None:
        kind, encoding = ("001F", "utf-16-le") if unicode else ("001E", "cp1252")
        if value:
            storage.streams[f"__substg1.0_{number:04X}{kind}"] = value.encode(encoding)

    text(0x001A, message_class)
    text(0x0037, subject)
    text(0x0C1A, "Harlan Quill")
    text(0x5D01, "harlan@example.org")
    text(0x0E04, "Ann Doe")
    text(0x1000, body)
    if html:
        storage.streams["__substg1.0_10130102"] = html
    if rtf:
        storage.streams["__substg1.0_10090102"] = rtf
    sent = datetime(2015, 3, 3, 15, 15, tzinfo=UTC) - datetime(1601, 1, 1, tzinfo=UTC)
    ticks = int(sent.total_seconds()) * 10_000_000
    head = bytes(24 if inside else 32)
    storage.streams["__properties_version1.0"] = head + struct.pack("<HHIQ", 0x0040, 0x0039, 6, ticks)
    for number, (name, content) in enumerate(attachments):
        storage.storages[f"__attach_version1.0_#{number:08X}"] = _attachment(name, content)
    return storage


def _attachment(name: str, content: bytes | Storage) -> Storage:
    storage = Storage({"__properties_version1.0": bytes(8)})
    if name:
        storage.streams["__substg1.0_3707001F"] = name.encode("utf-16-le")
    if isinstance(content, Storage):
        storage.storages["__substg1.0_3701000D"] = content
    else:
        storage.streams["__substg1.0_37010102"] = content
    return storage


_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_FREE, _END, _FAT_SECTOR, _NOBODY = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF


def compound_file(root: Storage) -> bytes:
    """Return a compound file ([MS-CFB], version 3) with these streams."""
    entries: list[tuple[str, int, bytes, list[int]]] = []

    def add(name: str, kind: int, content: bytes, storage: Storage | None) -> int:
        at = len(entries)
        entries.append((name, kind, content, []))
        if storage:
            children = [add(stream_name, 2, stream, None) for stream_name, stream in storage.streams.items()]
            children += [
                add(storage_name, 1, b"", inside) for storage_name, inside in storage.storages.items()
            ]
            entries[at][3].extend(sorted(children, key=lambda n: (len(entries[n][0]), entries[n][0].upper())))
        return at

    add("Root Entry", 5, b"", root)
    mini, mini_fat = io.BytesIO(), []
    sectors: list[bytes] = []
    fat: list[int] = []

    def chain(content: bytes) -> int:
        if not content:
            return _END
        first = len(sectors)
        count = -(-len(content) // _SECTOR)
        padded = content.ljust(count * _SECTOR, b"\0")
        sectors.extend(padded[n * _SECTOR : (n + 1) * _SECTOR] for n in range(count))
        fat.extend([*range(first + 1, first + count), _END])
        return first

    starts: list[int] = []
    for _, kind, content, _ in entries:
        if kind == 2 and 0 < len(content) < _CUTOFF:
            first, count = len(mini_fat), -(-len(content) // _MINI)
            mini.write(content.ljust(count * _MINI, b"\0"))
            mini_fat += [*range(first + 1, first + count), _END]
            starts.append(first)
        else:
            starts.append(chain(content) if kind == 2 else 0)
    small = mini.getvalue()
    starts[0] = chain(small)
    mini_fat_at = chain(b"".join(struct.pack("<I", item) for item in mini_fat))
    mini_fat_count = -(-len(mini_fat) * 4 // _SECTOR)
    right = dict.fromkeys(range(len(entries)), _NOBODY)
    for *_, children in entries:
        right.update(itertools.pairwise(children))
    directory = b"".join(
        _entry(
            name,
            kind,
            right[at],
            children[0] if children else _NOBODY,
            starts[at],
            len(content or b"") if at else len(small),
        )
        for at, (name, kind, content, children) in enumerate(entries)
    )
    spare = _entry("", 0, _NOBODY, _NOBODY, 0, 0)
    directory += spare * (-len(entries) % (_SECTOR // 128))
    directory_at = chain(directory)
    needed = 1
    while needed * 128 < len(fat) + needed:
        needed += 1
    assert needed <= 109, "larger files need more tables"
    fat_at = len(sectors)
    fat += [_FAT_SECTOR] * needed
    table = b"".join(struct.pack("<I", item) for item in fat).ljust(needed * _SECTOR, b"\xff")
    header = struct.pack(
        "<8s16sHHHHH6xIIIIIIIIII",
        bytes.fromhex("D0CF11E0A1B11AE1"),
        bytes(16),
        *(0x3E, 3, 0xFFFE, 9, 6),
        *(0, needed, directory_at, 0, _CUTOFF, mini_fat_at, mini_fat_count, _END, 0, fat_at),
    )
    header += struct.pack("<108I", *(fat_at + n if n < needed else _FREE for n in range(1, 109)))
    return header.ljust(_SECTOR, b"\xff") + b"".join(sectors) + table


def _entry(name: str, kind: int, right: int, child: int, start: int, size: int) -> bytes:
    named = name.encode("utf-16-le")
    length = len(named) + 2 if name else 0
    return struct.pack(
        "<64sHBBIII16sIQQIQ", named, length, kind, 1, _NOBODY, right, child, bytes(16), 0, 0, 0, start, size
    )
