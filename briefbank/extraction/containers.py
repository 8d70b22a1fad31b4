"""Files that contain other files: ZIP archives, mailboxes, mails, and PDFs with files attached inside.

An archive or a mailbox is no document: its members take its place when it is dropped. A mail or a PDF is a
document of its own, and the files in it, such as the documents of a PDF portfolio, are taken out of the
library's copy. In each, a member has a name for a person and a position by which ``extract_...`` finds it
again. The files are untrusted: all functions that take a file run in a confined child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank.errors import NotReadable, TooLarge
from briefbank.extraction import archives
from briefbank.extraction.archives import MAX_FILE_BYTES, clean_name, distinct
from briefbank.extraction.mail import mailbox
from briefbank.extraction.pdfium import opened
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import Message

MAX_ATTACHED = 1_000
"""The maximum number of files of one PDF that are added."""
MAX_DEPTH = 5
"""The maximum depth of files in files: members of members are added, and so on to this depth."""
ARCHIVE_DEPTH = 3
"""The depth for which an archive counts. So none is opened inside another, through however many mails: it may
contain itself."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a container; ``depth`` counts from the container."""

    name: str
    position: str
    depth: int


def list_outer(tell: Callable[[int, int], None], source: Source) -> list[Member]:
    """Return the members of an archive or a mailbox; none for any other file. Raises FileRefused."""
    if names := archives.list_entries(source):
        return [Member(name, name, ARCHIVE_DEPTH) for name in names]
    return [Member(name, position, 1) for name, position in mailbox.list_messages(tell, source)]


def extract_outer(source: Source, position: str, target: Path, password: str | None = None) -> None:
    """Write a member of an archive or a mailbox to ``target``. Raises FileRefused and StoreError."""
    if archives.is_archive(source):
        archives.extract(source, position, target, password)
    else:
        mailbox.extract_message(source, position, target)


def extract_attached(path: Path, position: str, target: Path, password: str | None = None) -> None:
    """Write a file in a mail or a PDF of the library to ``target``. Raises FileRefused and StoreError."""
    if path.suffix in mailbox.READERS:
        mailbox.extract(path, position, target, password)
    else:
        extract_attached_file(path, position, target)


def attached_member(name: str) -> Member:
    """Return the member of a mail or a PDF with this name, in which "/" follows the name of an archive."""
    return Member(name, name, ARCHIVE_DEPTH if "/" in name else 1)


def count(document: Any) -> int:
    """Return the number of files attached inside an open PDF; 0 where it is too malformed to tell."""
    import pypdfium2

    try:
        return max(0, min(int(document.count_attachments()), MAX_ATTACHED))
    except (pypdfium2.PdfiumError, ValueError):
        return 0


def list_names(path: Path) -> tuple[str, ...]:
    """Return distinct names of the files attached inside a PDF. Raises as ``pdfium.opened``."""
    with opened(path) as document:
        return tuple(name for name, _ in _named(document))


def extract_attached_file(path: Path, name: str, target: Path) -> None:
    """Write an attached file to ``target``, which must not exist.

    Raises NotReadable for one that is not there or cannot be taken out, TooLarge, StoreError, and as
    ``pdfium.opened``.
    """
    import pypdfium2

    with opened(path) as document:
        try:
            attachment = dict(_named(document))[name]
            content = bytes(attachment.get_data())
        except (pypdfium2.PdfiumError, ValueError, KeyError) as error:
            raise NotReadable(
                Message("This file could not be taken out of the PDF."),
                Message("Open the PDF in another program and save the file."),
            ) from error
        if len(content) > MAX_FILE_BYTES:
            raise TooLarge(detail="attached file")
    archives.write_new(target, [content])


def _named(document: Any) -> Iterator[tuple[str, Any]]:
    import pypdfium2

    def named() -> Iterator[tuple[str, Any]]:
        for index in range(count(document)):
            try:
                attached = document.get_attachment(index)
                yield clean_name(attached.get_name()), attached
            except (pypdfium2.PdfiumError, ValueError):
                continue

    return distinct(named())
