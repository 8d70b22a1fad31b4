"""Recognises the documents of other word processors, which LibreOffice converts.

Each is recognised by its own mark: an OLE file by the streams in its directory, an OpenDocument file by its
first entry, WordPerfect by the header that all versions since 5.0 have. Word files since 2007 are read
without LibreOffice (``word``).
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from briefbank.errors import UnknownFormat
from briefbank.extraction.formats import ole
from briefbank.extraction.formats.format import FileHead
from briefbank.sandbox.workspace import Source

_MAX_BYTES = 300_000_000
_ZIP = b"PK\x03\x04"
_TYPES_BYTES = 1_000_000

_WORD, _PROTECTED = "WordDocument", "EncryptedPackage"
_OTHERS = {
    "Workbook": "This is an Excel workbook.",
    "Book": "This is an Excel workbook.",
    "PowerPoint Document": "This is a PowerPoint presentation.",
}
"""Streams of the Office programs whose files are no documents."""
_PRINT = "Print it to PDF in another program, and add that."


class _Office:
    """What all these formats share."""

    paged = True
    max_bytes = _MAX_BYTES

    def __init__(self, *extensions: str) -> None:
        self.suffix, self.extensions = extensions[0], extensions

    def is_protected(self, path: Path) -> bool:
        return False


class OldWord(_Office):
    """Word 6 to 2003 (.doc, .dot)."""

    def recognises(self, head: FileHead) -> bool:
        """Refuse workbooks, presentations and protected files of newer Word. Raises UnknownFormat."""
        if not head.data.startswith(ole.MARK):
            return False
        streams = ole.top_streams(head.source)
        if _PROTECTED in streams:
            raise UnknownFormat(
                "This Word file is protected by a password.",
                "Open it in Word, save it without its password, and add that.",
                detail="encrypted package",
            )
        if _WORD in streams:
            return True
        if other := next((_OTHERS[name] for name in _OTHERS if name in streams), ""):
            raise UnknownFormat(other, _PRINT, detail="other Office file")
        return False

    def is_protected(self, path: Path) -> bool:
        """Read the flag fEncrypted of the file's header ([MS-DOC] 2.5.1)."""
        head = ole.first_bytes(path, _WORD, 12)
        return len(head) == 12 and bool(head[11] & 0x01)


class RichText(_Office):
    """Rich Text Format."""

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(b"{\\rtf")


class OpenDocument(_Office):
    """OpenDocument text, and its templates."""

    _MIME = re.compile(rb"mimetypeapplication/vnd\.oasis\.opendocument\.text(?:-template|-master)?(?:PK|\Z)")

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(_ZIP) and self._MIME.match(head.data, 30) is not None

    def is_protected(self, path: Path) -> bool:
        """Look for encrypted parts in the list of the file's parts (OpenDocument 1.2, part 3, 3.4)."""
        return b"encryption-data" in _part_of(path, "META-INF/manifest.xml")


class WordPerfect(_Office):
    """WordPerfect 5.0 to X9, and 2.0 to 3.5 of the Macintosh."""

    _DOCUMENTS = (b"\x01\x0a", b"\x01\x2c")
    """The product and type of a document's file: all others are settings, macros and dictionaries."""

    def recognises(self, head: FileHead) -> bool:
        """Refuse a file with a password. Raises UnknownFormat."""
        if not head.data.startswith(b"\xffWPC") or head.data[8:10] not in self._DOCUMENTS:
            return False
        if head.data[12:14] != b"\0\0":
            raise UnknownFormat(
                "This WordPerfect file is protected by a password.",
                "Open it in WordPerfect, save it without its password, and add that.",
                detail="encrypted WordPerfect",
            )
        return True


OFFICE = (
    OldWord(".doc", ".dot"),
    RichText(".rtf"),
    OpenDocument(".odt", ".ott"),
    WordPerfect(".wpd", ".wp", ".wp5", ".wp6", ".wpt"),
)


def _part_of(source: Source, name: str) -> bytes:
    """Return the beginning of a part of a ZIP file; empty where there is none."""
    try:
        with source.open("rb") as file, zipfile.ZipFile(file) as archive:
            return _part(archive, name)
    except (OSError, KeyError, zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, RuntimeError):
        return b""


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    import zlib

    try:
        with archive.open(name) as part:
            return part.read(_TYPES_BYTES)
    except zlib.error as error:
        raise ValueError("damaged part") from error
