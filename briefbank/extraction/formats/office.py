"""Recognises the documents of other word processors, which LibreOffice converts.

Each is recognised by its own mark: an OLE file by the streams in its directory, an OpenDocument file by its
first entry, RTF and WordPerfect since 5.0 by their first bytes. Word files since 2007 are read without
LibreOffice (``word``). Formats that offices gave up before 1995 are not read.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from briefbank.errors import UnknownFormat
from briefbank.extraction.formats import word_parts
from briefbank.extraction.formats.format import OLE_MARK, FileHead, top_streams
from briefbank.text.messages import Message

_MANIFEST_BYTES = 1_000_000
_WORD, _PROTECTED = "WordDocument", "EncryptedPackage"


class RichText:
    suffix = ".rtf"
    paged = True
    max_bytes = 300_000_000

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(b"{\\rtf")

    def is_protected(self, path: Path) -> bool:
        return False


class OldWord(RichText):
    """Word 1 to 2003 for Windows, and 4 and 5 for the Macintosh (.doc, .dot)."""

    suffix = ".doc"
    _BEFORE_OLE = tuple(map(bytes.fromhex, ("9ba52100", "dba52d00", "dca56500", "fe37001c", "fe370023")))

    def recognises(self, head: FileHead) -> bool:
        """Refuse protected files of newer Word. Raises UnknownFormat."""
        if head.data.startswith(self._BEFORE_OLE):
            return True
        if not head.data.startswith(OLE_MARK):
            return False
        streams = top_streams(head.source)
        if _PROTECTED in streams:
            raise UnknownFormat(
                Message("This Word file is protected by a password."),
                Message("Open it in Word, save it without its password, and add that."),
                detail="encrypted package",
            )
        return _WORD in streams

    def is_protected(self, path: Path) -> bool:
        """Read the flag fEncrypted of the file's header ([MS-DOC] 2.5.1)."""
        import olefile

        try:
            with olefile.OleFileIO(path) as ole:
                return bool(ole.openstream(_WORD).read(12)[11] & 0x01)
        except Exception:  # noqa: BLE001 - olefile raises anything for a malformed file
            return False


class OpenDocument(RichText):
    """OpenDocument text and its templates, and those of OpenOffice 1."""

    suffix = ".odt"
    _MIME = re.compile(
        rb"mimetypeapplication/vnd\.(?:oasis\.opendocument\.text(?:-template|-master)?"
        rb"|sun\.xml\.writer(?:\.template|\.global)?)(?:PK|\Z)"
    )

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(word_parts.ZIP) and self._MIME.match(head.data, 30) is not None

    def is_protected(self, path: Path) -> bool:
        """Look for encrypted parts in the list of the file's parts (OpenDocument 1.2, part 3, 3.4)."""
        try:
            with zipfile.ZipFile(path) as archive, archive.open("META-INF/manifest.xml") as part:
                return b"encryption-data" in part.read(_MANIFEST_BYTES)
        except word_parts.UNREADABLE:
            return False


class WordPerfect(RichText):
    """WordPerfect 5.0 to X9, and 2.0 to 3.5 of the Macintosh."""

    suffix = ".wpd"
    _DOCUMENTS = (b"\x01\x0a", b"\x01\x2c")
    """The product and type of a document's file: all others are settings, macros and dictionaries."""

    def recognises(self, head: FileHead) -> bool:
        """Refuse a file with a password. Raises UnknownFormat."""
        if not head.data.startswith(b"\xffWPC") or head.data[8:10] not in self._DOCUMENTS:
            return False
        if head.data[12:14] != b"\0\0":
            raise UnknownFormat(
                Message("This WordPerfect file is protected by a password."),
                Message("Open it in WordPerfect, save it without its password, and add that."),
                detail="encrypted WordPerfect",
            )
        return True


OFFICE = (OldWord(), RichText(), OpenDocument(), WordPerfect())
