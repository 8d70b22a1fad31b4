"""Files that are attached inside a PDF; the documents of a PDF portfolio are such files, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.errors import NotReadable, TooLarge
from briefbank.extraction import archives
from briefbank.extraction.archives import MAX_FILE_BYTES
from briefbank.extraction.member_names import clean_name, distinct
from briefbank.extraction.pdfium import opened

MAX_ATTACHED = 1_000
"""The maximum number of files of one PDF that are added."""


def count(document: Any) -> int:
    """Return the number of files attached inside an open PDF; 0 where it is too malformed to tell."""
    import pypdfium2

    try:
        return max(0, min(int(document.count_attachments()), MAX_ATTACHED))
    except (pypdfium2.PdfiumError, ValueError):
        return 0


def count_in(path: Path) -> int:
    """Return the number of files attached inside a PDF. Raises as ``pdfium.opened``."""
    with opened(path) as document:
        return count(document)


def list_names(path: Path) -> tuple[str, ...]:
    """Return distinct names of the files attached inside a PDF. Raises as ``pdfium.opened``."""
    with opened(path) as document:
        return tuple(name for name, _ in _named(document))


def extract(path: Path, name: str, target: Path) -> None:
    """Write an attached file to ``target``, which must not exist.

    Raises NotReadable for one that is not there or cannot be taken out, TooLarge, StoreError, and as
    ``pdfium.opened``.
    """
    import pypdfium2

    with opened(path) as document:
        found = dict(_named(document)).get(name)
        try:
            content = bytes(found.get_data()) if found is not None else b""
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise _missing() from error
        if found is None:
            raise _missing()
        if len(content) > MAX_FILE_BYTES:
            raise TooLarge(detail="attached file")
    archives.write_new(target, [content])


def _missing() -> NotReadable:
    return NotReadable(
        "This file could not be taken out of the PDF.", "Open the PDF in another program and save the file."
    )


def _named(document: Any) -> Iterator[tuple[str, Any]]:
    import pypdfium2

    def each() -> Iterator[tuple[str, Any]]:
        for index in range(count(document)):
            try:
                attached = document.get_attachment(index)
                yield clean_name(attached.get_name()), attached
            except (pypdfium2.PdfiumError, ValueError):
                continue

    return distinct(each())
