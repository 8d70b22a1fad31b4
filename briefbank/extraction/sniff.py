"""Detects the format of a file by its content, because the name of an untrusted file proves nothing.

Only headers, the directory of a ZIP file and, for text, the bytes themselves are examined; no parser runs.
"""

from __future__ import annotations

from briefbank.errors import FileRefused, NotReadable, UnknownFormat
from briefbank.extraction import archives
from briefbank.extraction.formats import foreign, registry
from briefbank.extraction.formats.format import FileHead, OfficeFormat, ScanFormat, TextFormat
from briefbank.sandbox.workspace import Source

_HEAD_BYTES = 65_536


def file_type(path: Source) -> str:
    """Return the suffix under which files of this format are stored.

    Raises as ``recognise``, and for an archive the reason why its files did not take its place.
    """
    if archives.is_archive(path):  # first, because what it holds may look like a PDF
        archives.list_entries(path)
        raise UnknownFormat(
            "This is an archive, not a document.", "Unpack it with another program and add its files."
        )
    return recognise(path).suffix


def recognise(path: Source) -> TextFormat | ScanFormat | OfficeFormat:
    """Return the format of a file.

    Raises NotReadable, UnknownFormat and TooLarge, and FileRefused for an empty file.
    """
    return format_of(read_head(path))


def read_head(path: Source) -> FileHead:
    """Return the beginning of a file. Raises NotReadable."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            data = file.read(_HEAD_BYTES)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    return FileHead(path, size, data)


def format_of(head: FileHead) -> TextFormat | ScanFormat | OfficeFormat:
    """Return the format of a file by its beginning. Raises as ``recognise``."""
    if not head.data:
        raise FileRefused("The file is empty.", "Ask for a new copy and add that.")
    try:
        found = next((each for each in registry.FORMATS if each.recognises(head)), None)
    except UnknownFormat as error:
        if error.title != UnknownFormat.default_title:
            raise
        raise foreign.named(head) or error from error
    if found is None:
        raise foreign.named(head) or UnknownFormat(detail="neither header nor text")
    head.check_size(found.max_bytes)
    return found
