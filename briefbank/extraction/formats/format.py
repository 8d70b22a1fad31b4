"""Defines what each file format knows: how its files are recognised by content, and how they become text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

from briefbank.domain.ingest import LeftOut
from briefbank.errors import TooLarge
from briefbank.extraction.decoding import decode
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import Message

CELL_GAP = "    "
"""The gap between the cells of a table row."""
MAX_BLOCKS = 500_000
"""The maximum number of blocks of one file."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, or a row of a table. ``page_break`` starts a new page before it."""

    text: str
    heading: bool = False
    centred: bool = False
    page_break: bool = False


@dataclass(frozen=True)
class FileHead:
    """The beginning of an untrusted file, by which the formats recognise it."""

    source: Source
    """The whole file. A format opens it only after its mark was found in ``data``."""
    size: int
    data: bytes
    """The first 64 KiB of the file."""

    @cached_property
    def text(self) -> str | None:
        """Return ``data`` as text, decoded once for all formats; None where it is not text."""
        return decode(self.data)

    def check_size(self, max_bytes: int) -> None:
        """Raise TooLarge for a file of more bytes."""
        if self.size > max_bytes:
            raise TooLarge(detail=f"{self.size} bytes")


class Format(Protocol):
    """A format of files that a library takes: a TextFormat, a ScanFormat or an OfficeFormat.

    It has no state and is safe in any thread and process.
    """

    suffix: str
    """The suffix under which files are stored, one of ``paths.STORED`` with its dot."""
    max_bytes: int
    """The maximum size of a file."""
    paged: bool
    """True where the file has pages of its own; any other is set on pages by BriefBank."""

    def recognises(self, head: FileHead) -> bool:
        """Tell whether a file has this format, by its content alone.

        Raises TooLarge, and UnknownFormat for a file that only resembles this format and has no other.
        """


class TextFormat(Format, Protocol):
    """A format of files with text."""

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return all blocks of a file in reading order; a PDF is made of them. Raises FileRefused."""


@runtime_checkable
class HidingFormat(Protocol):
    """A TextFormat whose files can hold more than their pages show."""

    def read_all(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of a file, as ``read_blocks`` does, and what they leave out."""


@runtime_checkable
class ScanFormat(Format, Protocol):
    """A format of files with pictures of pages."""

    def write_pdf(self, path: Path, target: Path, tell: Callable[[int, int], None]) -> bool:
        """Write a PDF with an image on each page at ``target``; return whether the file was whole.

        A page that cannot be decoded is blank there. Before each page ``tell`` gets its number and the number
        of pages. Raises FileRefused, and OSError when ``target`` cannot be written.
        """


@runtime_checkable
class OfficeFormat(Format, Protocol):
    """A format that LibreOffice converts (``extraction.libreoffice``)."""

    unopened: Message
    """What a person is told of a file that LibreOffice cannot open; empty where it must be damaged then."""

    def is_protected(self, path: Path) -> bool:
        """Tell whether a file that was recognised is encrypted with a password."""

    def prepared(self, path: Path, folder: Path) -> Path:
        """Return the file that LibreOffice converts: ``path``, or a copy in ``folder`` of which LibreOffice
        reads more. Raises Damaged."""
