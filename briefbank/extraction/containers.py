"""Files that hold other files: ZIP archives, mailboxes, mails, and PDFs with files attached inside.

An archive or a mailbox is no document: its members take its place when it is dropped. A mail or a PDF is a
document of its own, and the files in it are taken out of the library's copy. In each, a member has a name for
a person and a place by which it is found again. The files are untrusted: all functions that take a file run
in a confined child.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from briefbank.extraction import archives, attached_files
from briefbank.extraction.mail import mailbox, messages
from briefbank.sandbox.workspace import Source

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
        mailbox.extract(source, place, target)


def extract_attached(path: Path, place: str, target: Path, password: str | None = None) -> None:
    """Write a file in a mail or a PDF of the library to ``target``. Raises FileRefused and StoreError."""
    if path.suffix in messages.READERS:
        messages.extract(path, place, target, password)
    else:
        attached_files.extract(path, place, target)


def attached_member(name: str) -> Member:
    """Return the member of a mail or a PDF with this name, in which "/" follows the name of an archive."""
    return Member(name, name, ARCHIVE_DEPTH if "/" in name else 1)
