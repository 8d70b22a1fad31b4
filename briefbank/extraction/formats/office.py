"""Recognises the documents of other word processors, which LibreOffice converts.

Each is recognised by its own mark: an OLE file by the streams in its directory, an OpenDocument file by its
first entry, WordPerfect by the header that all versions since 5.0 have and by its functions before. Word
files since 2007 are read without LibreOffice (``word``).
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

from briefbank.errors import Damaged, UnknownFormat
from briefbank.extraction import fonts
from briefbank.extraction.formats import word_parts
from briefbank.extraction.formats.format import OLE_MARK, FileHead, first_bytes, top_streams
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import NO_MESSAGE, Message

_MAX_BYTES = 300_000_000
_ZIP = b"PK\x03\x04"
_TYPES_BYTES = 1_000_000
_WORD, _PROTECTED = "WordDocument", "EncryptedPackage"


class _Office:
    """What all these formats share."""

    paged = True
    max_bytes = _MAX_BYTES

    def __init__(self, suffix: str, unopened: Message = NO_MESSAGE) -> None:
        """``unopened`` is what a person is told where LibreOffice cannot open a file of this format, which
        need not be damaged."""
        self.suffix, self.unopened = suffix, unopened

    def is_protected(self, path: Path) -> bool:
        return False

    def prepared(self, path: Path, folder: Path) -> Path:
        return path


class OldWord(_Office):
    """Word 1 to 2003 for Windows, and 4 and 5 for the Macintosh (.doc, .dot)."""

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
        head = first_bytes(path, _WORD, 12)
        return len(head) == 12 and bool(head[11] & 0x01)


class OpenDocument(_Office):
    """OpenDocument text and its templates, and those of OpenOffice 1."""

    _MIME = re.compile(
        rb"mimetypeapplication/vnd\.(?:oasis\.opendocument\.text(?:-template|-master)?"
        rb"|sun\.xml\.writer(?:\.template|\.global)?)(?:PK|\Z)"
    )

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
                Message("This WordPerfect file is protected by a password."),
                Message("Open it in WordPerfect, save it without its password, and add that."),
                detail="encrypted WordPerfect",
            )
        return True


class OldWordPerfect(_Office):
    """WordPerfect 4.2, whose files have no mark.

    Its text is ASCII; a function has one byte from 80 to BF, or begins and ends with the same byte from C0
    on, either after a fixed number of bytes or at the next such byte. The numbers are those of libwpd, which
    reads these files for LibreOffice. A text in which that holds is only taken for one by its name.
    """

    _SIZES = (
        *(6, 4, 3, 5, 5, 6, 4, 6, 8, 42, 3, 6, 4, 3, 4, 3, 6, 0, 0, 4, 4, 4, 6, 0, 4, 4, 4, 4, 0, 24, 4, 0),
        *(4, 3, 0, 150, 6, 23, 11, 3, 3, 0, 0, 0, 4, 0, 44, 18, 6, 106, 0, 100, 4, 0, 5),
        *(0, 0, 0, 0, 0, 0, 0, 0),
    )
    """The bytes of each function from C0 on; 0 for one that ends at its own byte."""
    _NAMES = (".wp", ".wpd", ".wp4", ".wpf", ".brf", ".mem", ".mot", ".ltr", ".opn", ".ord", ".pld")
    _LEAST_PRINTED = 0.5

    def recognises(self, head: FileHead) -> bool:
        if head.text is not None and head.source.suffix.lower() not in self._NAMES:
            return False
        functions = printed = at = 0
        data = head.data
        while at < len(data):
            code = data[at]
            printed += 0x20 <= code <= 0x7E
            at += 1
            if code < 0xC0:
                continue
            if code == 0xFF:
                return False
            size = self._SIZES[code - 0xC0]
            end = at + size - 2 if size else data.find(code, at)
            if end >= len(data):
                break
            if end < 0 or data[end] != code:
                return False
            functions, at = functions + 1, end + 1
        return functions > 0 and printed >= self._LEAST_PRINTED * len(data)


class Marked(_Office):
    """A format with a mark at the beginning of its files."""

    def __init__(self, suffix: str, mark: bytes, unopened: Message = NO_MESSAGE) -> None:
        super().__init__(suffix, unopened)
        self._mark = re.compile(mark, re.DOTALL)

    def recognises(self, head: FileHead) -> bool:
        return self._mark.match(head.data) is not None


class MarkedXml(_Office):
    """A format in XML, in any encoding, with a mark near the beginning of its files."""

    def __init__(self, suffix: str, mark: str) -> None:
        super().__init__(suffix)
        self._mark = re.compile(r"\s{0,20}<\?xml\b.{0,4000}?" + mark, re.DOTALL)

    def recognises(self, head: FileHead) -> bool:
        return head.text is not None and self._mark.match(head.text) is not None


class WordXml(MarkedXml):
    """Word 2003 in XML."""

    def prepared(self, path: Path, folder: Path) -> Path:
        """Write signs as characters, headers as the first paragraphs and footers as the last ones of their
        sections: LibreOffice drops them. Raises Damaged."""
        from lxml.etree import QName  # type: ignore[import-untyped]

        try:
            root = word_parts.parsed(path.read_bytes(), huge=True)
        except SyntaxError as error:
            raise Damaged(detail="malformed XML") from error
        for sign in [*root.iter("{*}sym", "{*}noBreakHyphen")]:
            text = sign.makeelement(f"{{{QName(sign).namespace}}}t")
            text.text = _character(sign)
            sign.getparent().replace(sign, text)
        start = root.find("{*}body")
        while start is not None and len(start) and QName(start).localname in ("body", "sect", "sub-section"):
            start = start[0]
        if start is None:
            raise Damaged(detail="no body")
        shown: set[str] = set()
        for story in [*root.iter("{*}hdr", "{*}ftr")]:
            words = "".join(t.text or "" for t in story.iter("{*}t")).strip()
            if not words or words in shown:
                continue
            shown.add(words)
            section = story.getparent()
            ends_in_paragraph = QName(section.getparent()).localname == "pPr"
            last = section.getparent().getparent() if ends_in_paragraph else section.getprevious()
            for child in [*story]:
                if QName(story).localname == "hdr" or last is None:
                    start.addprevious(child)
                else:
                    last.addnext(child)
                    last = child
        copy = folder / "prepared.doc"
        root.getroottree().write(str(copy), encoding="utf-8", xml_declaration=True)
        return copy


def _character(sign: Any) -> str:
    """Return the character of a sign; a private-use one where the font's table does not have it."""
    attributes = {key.rpartition("}")[2]: text for key, text in sign.items()}
    if sign.tag.endswith("}noBreakHyphen"):
        return "-"
    code = attributes.get("char", "")
    number = int(code, 16) & 0xFF if re.fullmatch("[0-9A-Fa-f]{2,4}", code) else 0xFF
    character = fonts.sign(attributes.get("font", ""), number)
    return chr(0xF000 + number) if character == fonts.UNKNOWN else character


class StarWriter(_Office):
    """StarOffice 3 to 5."""

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(OLE_MARK) and "StarWriterDocument" in top_streams(head.source)


class Works(_Office):
    """A text of Microsoft Works for Windows: of 2 and 3, or a compound file since 4."""

    _MARKS = (b"\x01\xfe", b"\x04\xfe")
    _STREAMS = frozenset(("MatOST", "MN0"))

    def recognises(self, head: FileHead) -> bool:
        if not head.data.startswith(OLE_MARK):
            return head.text is None and head.data.startswith(self._MARKS)
        streams = top_streams(head.source)
        return bool(self._STREAMS & streams) or (
            "CONTENTS" in streams and first_bytes(head.source, "CONTENTS", 7) == b"CHNKWKS"
        )


WORKS = Message("This is a Microsoft Works file.")
WRITE = Message("This is a file of Microsoft Write or of Word for DOS.")
WORD_PRO = Message("This is a Lotus Word Pro file.")
CLARIS_WORKS = Message("This is a file of ClarisWorks or AppleWorks.")
STAR_WRITER = Message("This is a StarWriter file.")
OLD_WORDPERFECT = Message("This is a file of an old WordPerfect.")
"""What is said of files that LibreOffice cannot open."""
OFFICE = (
    OldWord(".doc"),
    Marked(".rtf", rb"\{\\rtf"),
    OpenDocument(".odt"),
    WordPerfect(".wpd"),
    MarkedXml(".fodt", r"office:mimetype\s?=\s?[\"']application/vnd\.oasis\.opendocument\.text\b"),
    WordXml(".doc", r"http://schemas\.microsoft\.com/office/word/2003/wordml"),
    MarkedXml(".abw", r"<abiword\b"),
    Marked(".wri", rb"[12]\xbe\0\0\0\xab", WRITE),
    Marked(".lwp", rb"WordPro", WORD_PRO),
    Marked(".cwk", rb".{4}BOBO", CLARIS_WORKS),
    Works(".wps", WORKS),
    StarWriter(".sdw", STAR_WRITER),
)
LAST = OldWordPerfect(".wp", OLD_WORDPERFECT)  # The format that is tried after all that have a mark


def _part_of(source: Source, name: str) -> bytes:
    """Return the beginning of a part of a ZIP file; empty where there is none."""
    try:
        with source.open("rb") as file, zipfile.ZipFile(file) as archive, archive.open(name) as part:
            return part.read(_TYPES_BYTES)
    except word_parts.UNREADABLE:
        return b""
