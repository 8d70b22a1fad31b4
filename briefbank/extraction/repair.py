"""Repairs a PDF that PDFium cannot open, for instance a truncated download, and removes a PDF's password.

qpdf, the library below pikepdf, rebuilds lost tables. It fails where the page tree itself is gone; then the
pages that are still in the file are collected in file order and attached to a new tree. Runs in a child
process. A password is used for this one call and kept nowhere.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.errors import Damaged, Encrypted, NotReadable
from briefbank.sandbox.pdf_sanitizer import sanitize
from briefbank.text.messages import Message

_OBJECT = re.compile(rb"(?<![0-9])(\d{1,10})[ \r\n]+(\d{1,5})[ \r\n]+obj\b")
_MAX_BYTES = 1 << 30  # The maximum bytes that are read into memory
_TAIL = 1 << 20  # The bytes at the end of a file in which its last object is looked for
_HEAD = 4096
_PAGES_STATED = re.compile(rb"/Linearized\b[^>]{0,300}?/N[ \r\n]{0,4}(\d{1,7})\b")
_PASSWORD_RULES = re.compile(rb"/Filter[ \r\n]{0,4}/Standard\b")

_WRONG = Message("The password does not open this file.")
_WRONG_REMEDY = Message("Check capital letters and the keyboard’s language, and type it again.")

_ENCODINGS = ("utf-8", "cp1252", "mac_roman", "cp1251", "cp437")
"""UTF-8, and the code pages of the systems on which files with a password were made before 2008."""


def lost_its_end(source: Path, pages: int) -> bool:
    """Tell whether a PDF was cut short and has lost more than its end mark; ``pages`` could be read.

    A file is whole where a table follows its last object, or where it states that it has so many pages, as
    files made for the web do. One without pages that only continues after its end mark lost nothing.
    Only bytes at both ends are searched, nothing is parsed. Raises NotReadable.
    """
    try:
        with source.open("rb") as file:
            head = file.read(_HEAD)
            file.seek(max(0, source.stat().st_size - _TAIL))
            tail = file.read(_TAIL)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    rest = tail[max(0, tail.rfind(b"%%EOF")) :]
    if rest.startswith(b"%%EOF") and _OBJECT.search(rest) is None:
        return False
    after_last = rest[max(0, rest.rfind(b"endobj")) :]
    table_at = max(rest.rfind(b"/XRef"), rest.rfind(b"\nxref"), rest.rfind(b"\rxref"))
    if pages and table_at >= 0 and _OBJECT.search(after_last) is None:
        return False
    stated = _PAGES_STATED.search(head)
    if stated is None:
        return pages > 0 or not rest.startswith(b"%%EOF")
    return int(stated[1]) != pages


def lost_its_lock(source: Path) -> bool:
    """Tell whether a PDF that asks for a password has lost what a password is checked by. Raises
    NotReadable and Damaged."""
    return _PASSWORD_RULES.search(_content(source)) is None


def repair(source: Path, target: Path) -> bool:
    """Write the recoverable part of ``source`` at ``target``; return whether that is all of it. Raises
    NotReadable, Damaged when no page can be recovered, and OSError when ``target`` cannot be written."""
    import pikepdf

    data = _content(source)
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            if not len(pdf.pages):
                raise pikepdf.PdfError("no page")
            is_whole = (
                _OBJECT.search(data, max(0, data.rfind(b"endobj"))) is None  # no object is cut off
                and len(pdf.pages) == pdf.Root.Pages.get("/Count")
                and all(
                    isinstance(stream, pikepdf.Stream) for page in pdf.pages for stream in _contents(page)
                )
            )
            _save(pdf, target)
            return is_whole
    except pikepdf.PdfError:
        _save_collected(data, target)
        return False


def _content(source: Path) -> bytes:
    try:
        if source.stat().st_size > _MAX_BYTES:
            raise Damaged(detail="too large to be mended")
        return source.read_bytes()
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error


def _save(pdf: Any, target: Path) -> None:
    import pikepdf

    sanitize(pdf)
    pdf.save(target, stream_decode_level=pikepdf.StreamDecodeLevel.none, deterministic_id=True)


def _contents(page: Any) -> list[Any]:
    import pikepdf

    content = page.get("/Contents")
    return list(content) if isinstance(content, pikepdf.Array) else [content]


def _save_collected(data: bytes, target: Path) -> None:
    import pikepdf

    if b"/Encrypt" in data:
        raise Damaged(detail="cut short and encrypted")
    try:
        unpacked = _with_tables(data + b"\n" + b"".join(_packed_objects(data)))
        with pikepdf.open(io.BytesIO(unpacked)) as pdf:
            for number, (generation, _) in _objects(unpacked).items():
                page = pdf.get_object(number, generation)
                if isinstance(page, pikepdf.Dictionary) and page.get("/Type") == "/Page":
                    if "/MediaBox" not in page:  # it was inherited from the lost tree
                        page.MediaBox = pikepdf.Array([0, 0, 612, 792])
                    pdf.pages.append(pikepdf.Page(page))
            if not len(pdf.pages):
                raise Damaged(detail="no pages in what is left")
            _save(pdf, target)
    except (pikepdf.PikepdfError, ValueError, TypeError) as error:  # the remains are inconsistent
        raise Damaged(detail="qpdf cannot mend it") from error


def _objects(data: bytes) -> dict[int, tuple[int, int]]:
    """Return the generation and offset of each numbered object in file order; a later object replaces an
    earlier one of the same number, as in a file with incremental updates."""
    by_number: dict[int, tuple[int, int]] = {}
    for match in _OBJECT.finditer(data):
        number = int(match[1])
        by_number.pop(number, None)
        by_number[number] = (int(match[2]), match.start())
    return by_number


def _with_tables(data: bytes) -> bytes:
    """Return the data with an empty page tree, a catalog and a cross-reference table of its objects."""
    free = max(_objects(data), default=0) + 1
    data += b"\n%d 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n" % free
    data += b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (free + 1, free)
    rows = [b"xref\n0 1\n0000000000 65535 f \n"]
    for number, (generation, offset) in sorted(_objects(data).items()):
        rows.append(b"%d 1\n%010d %05d n \n" % (number, offset, generation))
    trailer = b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (free + 2, free + 1, len(data))
    return data + b"".join(rows) + trailer


def _packed_objects(data: bytes) -> Iterator[bytes]:
    """Yield the objects inside object streams (ISO 32000-1, 7.5.7), written out, except those that the file
    has outside of them: these are incremental updates."""
    import pikepdf

    outside = _objects(data)
    with pikepdf.open(io.BytesIO(_with_tables(data))) as pdf:
        for number, (generation, _) in outside.items():
            stream = pdf.get_object(number, generation)
            if isinstance(stream, pikepdf.Stream) and stream.get("/Type") == "/ObjStm":
                content, first = stream.read_bytes(), int(stream.First)
                head = [int(value) for value in content[:first].split()]
                numbers, starts = head[::2], head[1::2]
                ends = [*starts[1:], len(content) - first]
                for packed, start, end in zip(numbers, starts, ends, strict=False):
                    if packed not in outside:
                        yield b"%d 0 obj\n%s\nendobj\n" % (packed, content[first + start : first + end])


def unlock(source: Path, target: Path, password: str) -> None:
    """Write ``source`` without its encryption, and inert, at ``target``, otherwise unchanged. The password
    may be the user's or the owner's. Raises Encrypted when it is neither, NotReadable, Damaged, and OSError
    when ``target`` cannot be written."""
    import pikepdf

    try:
        with _open_encrypted(source, password) as pdf:
            sanitize(pdf)
            # Streams are copied as they are: images and fonts are not decompressed, so no bomb can expand.
            pdf.save(target, fix_metadata_version=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    except pikepdf.PdfError as error:
        raise Damaged(detail="qpdf cannot read it") from error


def _open_encrypted(source: Path, password: str) -> Any:
    """Open the file by the password in the encoding of PDF 2.0 (UTF-8 after SASLprep, RFC 4013), or those of
    older programs: their own code page, and accents as the keyboard produced them. Raises NotReadable and
    Encrypted."""
    import pikepdf

    forms = dict.fromkeys([password, *(unicodedata.normalize(form, password) for form in ("NFKC", "NFD"))])
    for encoding in _ENCODINGS:
        for form in forms:
            try:
                return pikepdf.open(source, password=form.encode(encoding))
            except OSError as error:
                raise NotReadable(detail=type(error).__name__) from error
            except (pikepdf.PasswordError, UnicodeEncodeError):  # or the code page lacks a character
                continue
    raise Encrypted(_WRONG, _WRONG_REMEDY, detail="wrong password")
