"""Detects the type of a file by its content, because the name of an untrusted file proves nothing.

Only headers, the directory of a ZIP file and, for text, the bytes themselves are examined; no parser runs.
"""

from __future__ import annotations

import codecs
import re
import zipfile

from briefbank.errors import FileRefused, NotReadable, TooLarge, UnknownFormat
from briefbank.sandbox.workspace import Source

MAX_PDF_BYTES = 1_500_000_000
MAX_WORD_BYTES = 300_000_000
MAX_TEXT_BYTES = 60_000_000
"""The maximum bytes of a text file or web page; a text of this size has about 20,000 pages."""

MAX_UNPACKED_BYTES = 1_000_000_000
"""The maximum bytes of all parts of a Word file, as its directory states them."""

MAX_XML_BYTES = 150_000_000
"""The maximum bytes of one XML part of a Word file; it is parsed as a whole."""

MAX_PARTS = 20_000
"""The maximum number of files in one Word file."""

_PDF_HEADER_WITHIN = 1024
"""The range in which readers accept junk before the header (PDF 1.7, implementation note 13)."""

_PDF = b"%PDF-"
_PDF_OBJECT = re.compile(rb"(?:^|[\r\n])\s*\d{1,7} \d{1,5} obj\b")
"""An object of a PDF: a PDF that lost its header is still a damaged PDF, not a text."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
KINDS = frozenset({".pdf", ".docx", ".html", ".txt"})
"""The results of ``file_type``, which are also the extensions of stored files."""
_MARKUP = ("{\\rtf", "%!ps", "<!doctype", "<?xml", "<svg")
_HTML = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|table|div|section|article|main|header|h[1-6]|p|center|span"
    r"|font|ul|ol|dl|pre|blockquote|style|link)(?=[\s/>])",
    re.IGNORECASE,
)
_XML_HEADER = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_WORD_PART = "word/document.xml"
_TYPES_PART = "[Content_Types].xml"
_SAMPLE = 65_536
_MAX_CONTROL_SHARE = 0.002
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def file_type(path: Source) -> str:
    """Return '.pdf', '.docx', '.html' or '.txt'.

    Raises NotReadable, UnknownFormat and TooLarge, and FileRefused for an empty file.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_SAMPLE)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    if not head:
        raise FileRefused("The file is empty.", "Ask for a new copy and add that.")
    kind = _kind(path, head, size)
    _check_size(size, {".pdf": MAX_PDF_BYTES, ".docx": MAX_WORD_BYTES}.get(kind, MAX_TEXT_BYTES))
    return kind


def decode(data: bytes) -> str | None:
    """Return the text decoded as UTF-8, UTF-16 with a byte order mark, or Windows-1252; None for other
    content."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _unless_binary(data.decode(encoding, "replace"))
    if b"\0" in data:
        return None
    try:
        return _unless_binary(codecs.getincrementaldecoder("utf-8")().decode(data))
    except UnicodeDecodeError:
        return _unless_binary(data.decode("cp1252", "replace"))


def check_word(path: Source) -> None:
    """Refuse a Word file that would unpack to more than can be read. Raises UnknownFormat or TooLarge."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _unknown_format(detail=type(error).__name__) from error
    names = {part.filename for part in parts}
    if _WORD_PART not in names or _TYPES_PART not in names:
        raise _unknown_format(detail="zip without a Word document")
    xml = max((p.file_size for p in parts if p.filename.endswith((".xml", ".rels"))), default=0)
    if len(parts) > MAX_PARTS or xml > MAX_XML_BYTES or sum(p.file_size for p in parts) > MAX_UNPACKED_BYTES:
        raise TooLarge(detail=f"{len(parts)} parts, largest XML {xml}")


def _kind(path: Source, head: bytes, size: int) -> str:
    if _PDF in head[:_PDF_HEADER_WITHIN] or (_PDF_OBJECT.search(head) and b"endobj" in head):
        return ".pdf"
    if head.startswith(_ZIP):
        _check_size(size, MAX_WORD_BYTES)
        check_word(path)
        return ".docx"
    if head.startswith(_OLD_OFFICE):
        raise UnknownFormat(
            "This is an old Word file (.doc) or another Office file.", "Save it as .docx or PDF and add that."
        )
    text = decode(head)
    if text is not None and _is_html(text):
        return ".html"
    if text is None or text.lstrip("\ufeff \t\r\n")[:20].lower().startswith(_MARKUP):
        raise _unknown_format(detail="neither header nor text")
    return ".txt"


def _is_html(text: str) -> bool:
    """Tell whether the first tag, after comments, is one that a web page or a part of one begins with."""
    header = _XML_HEADER.match(text.removeprefix("\ufeff"))
    rest = text.removeprefix("\ufeff")[header.end() if header else 0 :].lstrip()
    while rest.startswith("<!--"):
        _, _, rest = rest.partition("-->")
        rest = rest.lstrip()
    return _HTML.match(rest) is not None


def _unless_binary(text: str) -> str | None:
    """Return the text, or None where too many of its characters are control characters."""
    odd = sum((c < " " and c not in "\t\r\n\f\x1a") or c in "\x7f\ufffd" for c in text[:_SAMPLE])
    return None if odd > _MAX_CONTROL_SHARE * min(len(text), _SAMPLE) + 1 else text


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise TooLarge(detail=f"{size} bytes")


def _unknown_format(detail: str) -> UnknownFormat:
    return UnknownFormat(detail=detail)
