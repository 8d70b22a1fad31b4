"""What each file format knows: how its files are recognised by content, and how they become text; and the
names of formats that a library does not take, with what to do instead.

``olefile`` tells OLE compound files ([MS-CFB]) apart by their streams; it is imported inside the functions.
Damage is no error here: such a file has no streams.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, NotReadable, TooLarge, UnknownFormat
from briefbank.extraction.decoding import decode
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import Message

CELL_GAP = "    "  # The gap between the cells of a table row
MAX_BLOCKS = 500_000  # The maximum number of blocks of one file


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, or a row of a table. ``page_break`` starts a new page before it."""

    text: str
    heading: bool = False
    centred: bool = False
    page_break: bool = False


@dataclass(frozen=True)
class FileHead:
    """The beginning of an untrusted file, by which the formats recognise it."""

    source: Source  # The whole file. A format opens it only after its mark was found in ``data``.
    size: int
    data: bytes  # The first 64 KiB of the file

    @cached_property
    def text(self) -> str | None:
        """Return ``data`` as text, decoded once for all formats; None where it is not text."""
        return decode(self.data)

    def check_size(self, max_bytes: int) -> None:
        """Raise TooLarge for a file of more bytes."""
        if self.size > max_bytes:
            raise TooLarge(detail=f"{self.size} bytes")


class Format(Protocol):
    """A format of files that a library takes: a TextFormat, a ScanFormat or an OfficeFormat. It has no state
    and is safe in any thread and process."""

    suffix: str  # The suffix under which files are stored, one of ``paths.STORED`` with its dot
    max_bytes: int  # The maximum size of a file
    paged: bool  # True where the file has pages of its own; any other is set on pages by BriefBank

    def recognises(self, head: FileHead) -> bool:
        """Tell whether a file has this format, by its content alone. Raises TooLarge, and UnknownFormat for a
        file that only resembles this format and has no other."""


class TextFormat(Format, Protocol):
    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of a file in reading order, of which a PDF is made, and what they leave out.
        Raises FileRefused."""


@runtime_checkable
class ScanFormat(Format, Protocol):
    def write_pdf(self, path: Path, target: Path, tell: Callable[[int, int], None]) -> bool:
        """Write a PDF with an image on each page at ``target``; return whether the file was whole.

        A page that cannot be decoded is blank there. Before each page ``tell`` gets its number and the number
        of pages. Raises FileRefused, and OSError when ``target`` cannot be written.
        """


@runtime_checkable
class OfficeFormat(Format, Protocol):
    """A format that LibreOffice converts (``extraction.convert``)."""

    def is_protected(self, path: Path) -> bool:
        """Tell whether a file that was recognised is encrypted with a password."""


def bytes_of(path: Path) -> bytes:
    """Return a file's bytes. Raises NotReadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error


OLE_MARK = bytes.fromhex("D0CF11E0A1B11AE1")  # The first bytes of every compound file


def top_streams(untrusted: Source) -> frozenset[str]:
    """Return the names of the streams outside all storages, not those of a file inside the file."""
    import olefile

    try:
        with untrusted.open("rb") as file, olefile.OleFileIO(file) as ole:
            return frozenset(path[0] for path in ole.listdir() if len(path) == 1)
    except Exception:  # noqa: BLE001 - olefile raises anything for a malformed file
        return frozenset()


_SAVE = Message("Open it in the program that made it, save it as Word or PDF, and add that.")
_LEAVE_OUT = Message("BriefBank takes documents, mails and scans alone. Leave this file out.")
_RECORDING = (
    Message("This is a film or a sound recording."),
    Message("BriefBank searches text alone. If there is a transcript of it, add that."),
)
_PHOTOGRAPH = (
    Message("This is a photograph in the format HEIC, which BriefBank does not read."),
    Message(
        "Save it as JPEG and add that. On an iPhone, Settings, Camera, Formats, Most Compatible takes new "
        "photographs as JPEG."
    ),
)
_PROGRAM = (Message("This is a program or its data."), _LEAVE_OUT)
_ARCHIVE = (
    Message("This is an archive of a kind that BriefBank does not open."),
    Message("Unpack it with another program and add its files."),
)
_MAILBOX = (
    Message("This is a data file of Outlook."),
    Message("Open it in Outlook, save the messages that you need, and add those."),
)
_SHEETS_OR_SLIDES = (
    Message("This is a spreadsheet or a presentation."),
    Message("Print it to PDF in another program, and add that."),
)
_OTHER_DOCUMENT = (Message("This is a document of a program whose files BriefBank does not read."), _SAVE)
_XML = (
    Message("This is a data file in XML."),
    Message("Print it to PDF in the program that made it, and add that."),
)
Name = tuple[Message, Message]
_MARKS = tuple(
    (name, position, re.compile(mark, re.DOTALL))
    for name, position, mark in (
        (_PHOTOGRAPH, 4, rb"ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)(?!.{0,40}avif)"),
        (_RECORDING, 4, rb"ftyp(?!.{0,40}avi[fs])|moov|mdat|wide"),
        (_RECORDING, 0, rb"RIFF....(?:AVI |WAVE)|\x1aE\xdf\xa3|\0\0\x01[\xb3\xba]|0&\xb2u\x8ef\xcf\x11"),
        (_RECORDING, 0, rb"ID3|\xff[\xf2\xf3\xfa\xfb]|fLaC|OggS|#!AMR|FORM....AIF|[\x02\x03]dss|\x03ds2"),
        (_PROGRAM, 0, rb"MZ|\x7fELF|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe|SQLite format 3\0"),
        (_PROGRAM, 4, rb"Standard (?:Jet|ACE) DB"),
        (_ARCHIVE, 0, rb"7z\xbc\xaf'\x1c|Rar!\x1a\x07|\x1f\x8b|BZh[1-9]|\xfd7zXZ\0|\x28\xb5\x2f\xfd|MSCF\0"),
        (_ARCHIVE, 257, rb"ustar"),
        (_ARCHIVE, 32_769, rb"CD001"),
        (_MAILBOX, 0, rb"!BDN"),
    )
)
"""What a file is, the position of its mark, and the mark."""
_STREAMS = dict.fromkeys(("Workbook", "Book", "PowerPoint Document"), _SHEETS_OR_SLIDES)
_PARTS = {
    **dict.fromkeys(("xl/workbook.xml", "xl/workbook.bin", "ppt/presentation.xml"), _SHEETS_OR_SLIDES),
    **dict.fromkeys(("index/document.iwa", "buildversionhistory.plist", "mimetype"), _OTHER_DOCUMENT),
    "meta-inf/manifest.mf": _PROGRAM,
}
_TEXTS = re.compile(
    r"<\?xml|<!doctype|<svg\b|%!ps|\{\\rtf|\[ver\]\s|\(this file must be converted with binhex"
    r"|begin [0-7]{3} [^\n]{1,200}\n(?-i:[ -`]{1,90})\r?\n"
    r"|(?=\S{0,79}\d)(?=\S{0,79}[g-z])(?:[a-z0-9+/]{60,80}\r?\n){3}",
    re.IGNORECASE,
)
"""The beginnings of formats that are written in text and are not read as text; the last are of Ami Pro and of
files that are packed for sending by mail."""


def foreign_error(head: FileHead) -> UnknownFormat | None:
    """Return the error that says what a file of no format of ours is; None where that is not known. Raises
    Damaged for a broken ZIP file, as many documents are."""
    name = _by_mark(head.data) or _of_zip(head)
    if name is None and head.data.startswith(OLE_MARK):
        streams = top_streams(head.source)
        name = next((_STREAMS[stream] for stream in _STREAMS if stream in streams), None)
    if name is None and head.text and head.text.lstrip("\ufeff \t\r\n").startswith("<?xml"):
        name = _XML
    return UnknownFormat(*name, detail="foreign") if name else None


def foreign_error_by_mark(data: bytes) -> UnknownFormat | None:
    """Return the same for a file that begins with these bytes, where its mark alone says so."""
    name = _by_mark(data) if decode(data) is None else None
    return UnknownFormat(*name, detail="foreign") if name else None


def is_foreign_text(text: str) -> bool:
    """Tell whether a text is code of a format that is not read as text."""
    return _TEXTS.match(text.lstrip("\ufeff \t\r\n")) is not None


def _by_mark(data: bytes) -> Name | None:
    return next((name for name, position, mark in _MARKS if mark.match(data, position)), None)


def _of_zip(head: FileHead) -> Name | None:
    if not head.data.startswith(b"PK\x03\x04"):
        return None
    try:
        with head.source.open("rb") as file, zipfile.ZipFile(file) as archive:
            names = {name.lower() for name in archive.namelist()}
    except (OSError, ValueError, NotImplementedError):
        return None
    except zipfile.BadZipFile as error:
        raise Damaged(detail="BadZipFile") from error
    return next((_PARTS[name] for name in _PARTS if name in names), None)
