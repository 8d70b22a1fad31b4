"""Removes the password from a PDF: writes a copy that opens without one.

Runs inside a child process (see ``isolated``). The password is used for this one call and kept nowhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.errors import Damaged, Encrypted, NotReadable
from briefbank.sandbox.pdf_sanitizer import sanitize

_WRONG = "The password does not open this file."
_WRONG_REMEDY = "Check capital letters and the keyboard’s language, and type it again."

_ENCODINGS = ("utf-8", "cp1252", "mac_roman", "cp1251", "cp437")
"""UTF-8, and the code pages of the systems on which files with a password were made before 2008."""


def unlock(source: Path, target: Path, password: str) -> None:
    """Write ``source`` without its encryption, and inert, at ``target``, otherwise unchanged.

    The password may be the user password or the owner password. Raises Encrypted when it is neither,
    NotReadable, Damaged, and OSError when ``target`` cannot be written.
    """
    import pikepdf

    try:
        with source.open("rb") as file:
            file.read(1)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    try:
        with _opened(source, password) as pdf:
            sanitize(pdf)
            # Streams are copied as they are: images and fonts are not decompressed, so no bomb can expand.
            pdf.save(target, fix_metadata_version=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    except pikepdf.PdfError as error:
        raise Damaged(detail="qpdf cannot read it") from error


def _opened(source: Path, password: str) -> Any:
    import pikepdf

    for spelling in _encodings(password):
        try:
            return pikepdf.open(source, password=spelling)
        except pikepdf.PasswordError:
            continue
    raise Encrypted(_WRONG, _WRONG_REMEDY, detail="wrong password")


def _encodings(password: str) -> Iterator[bytes]:
    """Yield the password in the encoding of PDF 2.0 (UTF-8 after SASLprep, RFC 4013), and in those of older
    programs: their own code page, and accents as the keyboard produced them."""
    forms = dict.fromkeys([password, *(unicodedata.normalize(form, password) for form in ("NFKC", "NFD"))])
    for encoding in _ENCODINGS:
        for form in forms:
            try:
                yield form.encode(encoding)
            except UnicodeEncodeError:  # the code page lacks a character
                continue
