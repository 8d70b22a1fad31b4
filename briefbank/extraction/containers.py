"""Files that are attached inside a PDF; the documents of a PDF portfolio are such files, too."""

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

# --- attached files --------------------------------------------------------------------------------------

MAX_ATTACHED = 1_000
"""The maximum number of files of one PDF that are added."""


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
        Message("This file could not be taken out of the PDF."),
        Message("Open the PDF in another program and save the file."),
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


# --- containers ------------------------------------------------------------------------------------------
# Files that hold other files: ZIP archives, mailboxes, mails, and PDFs with files attached inside.
#
# An archive or a mailbox is no document: its members take its place when it is dropped. A mail or a PDF is
# a document of its own, and the files in it are taken out of the library's copy. In each, a member has a
# name for a person and a place by which it is found again. The files are untrusted: all functions that take
# a file run in a confined child.

MAX_DEPTH = 5
"""The maximum depth of files in files: members of members are added, and so on to this depth."""
ARCHIVE_DEPTH = 3
"""The depth for which an archive counts. So none is opened inside another, through however many mails: it may
contain itself."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a container. ``place`` is its name for ``extract``; ``depth`` counts from the container."""

    name: str
    place: str
    depth: int


def list_outer(tell: Callable[[int, int], None], source: Source) -> list[Member]:
    """Return the members of an archive or a mailbox; none for any other file. Raises FileRefused."""
    if found := archives.list_entries(source):
        return [Member(name, name, ARCHIVE_DEPTH) for name in found]
    return [Member(name, place, 1) for name, place in mailbox.list_messages(tell, source)]


def extract_outer(source: Source, place: str, target: Path, password: str | None = None) -> None:
    """Write a member of an archive or a mailbox to ``target``. Raises FileRefused and StoreError."""
    if archives.is_archive(source):
        archives.extract(source, place, target, password)
    else:
        mailbox.extract_message(source, place, target)


def extract_attached(path: Path, place: str, target: Path, password: str | None = None) -> None:
    """Write a file in a mail or a PDF of the library to ``target``. Raises FileRefused and StoreError."""
    if path.suffix in mailbox.READERS:
        mailbox.extract(path, place, target, password)
    else:
        extract_attached_file(path, place, target)


def attached_member(name: str) -> Member:
    """Return the member of a mail or a PDF with this name, in which "/" follows the name of an archive."""
    return Member(name, name, ARCHIVE_DEPTH if "/" in name else 1)
