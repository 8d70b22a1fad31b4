"""Takes the password off a PDF: writes a copy that opens without one.

Runs inside a child process (see ``isolated``). The password is used for this one call and kept nowhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.errors import Damaged, Encrypted, NotReadable
from briefbank.inert import make_inert

_WRONG = "The password does not open this file."
_WRONG_REMEDY = "Check capital letters and the keyboard’s language, and type it again."

_ENCODINGS = ("utf-8", "cp1252", "mac_roman", "cp1251", "cp437")
"""UTF-8, and the code pages of the computers that brought files with a password before 2008."""


def unlock(source: Path, target: Path, password: str) -> None:
    """Write ``source`` without its encryption, and inert, at ``target``; else the file stays as it is.

    The password may be the one for reading or the owner's. Raises Encrypted when it is neither,
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
            make_inert(pdf)
            # Pictures and fonts are copied as they are: nothing is unpacked that a bomb could be in.
            pdf.save(target, fix_metadata_version=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    except pikepdf.PdfError as error:
        raise Damaged(detail="qpdf cannot read it") from error


def _opened(source: Path, password: str) -> Any:
    import pikepdf

    for spelling in _spellings(password):
        try:
            return pikepdf.open(source, password=spelling)
        except pikepdf.PasswordError:
            continue
    raise Encrypted(_WRONG, _WRONG_REMEDY, detail="wrong password")


def _spellings(password: str) -> Iterator[bytes]:
    """The password in the bytes that PDF 2.0 asks for (UTF-8 after SASLprep, RFC 4013), and in those that
    older programs wrote: their own code page, and accents as the keyboard gave them."""
    forms = dict.fromkeys([password, *(unicodedata.normalize(form, password) for form in ("NFKC", "NFD"))])
    for encoding in _ENCODINGS:
        for form in forms:
            try:
                yield form.encode(encoding)
            except UnicodeEncodeError:  # that code page cannot have been it
                continue
