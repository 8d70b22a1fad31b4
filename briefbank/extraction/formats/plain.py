"""The formats whose text is read as it is: PDF, plain text, mails, web pages in one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from briefbank.domain.ingest import LeftOut
from briefbank.errors import UnknownFormat
from briefbank.extraction.decoding import decode
from briefbank.extraction.formats import html
from briefbank.extraction.formats.format import (
    OLE_MARK,
    FileHead,
    TextBlock,
    bytes_of,
    is_foreign_text,
    top_streams,
)
from briefbank.extraction.mail import internet, outlook
from briefbank.extraction.mail.message import MAX_BYTES

_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024
"""The range in which readers accept junk before the header (PDF 1.7, implementation note 13)."""
_OBJECT = re.compile(rb"(?:^|[\r\n])\s*\d{1,7} \d{1,5} obj\b")
"""An object of a PDF: a PDF that lost its header is still a damaged PDF, not a text."""


class Pdf:
    suffix = ".pdf"
    paged = True
    max_bytes = 1_500_000_000

    def recognises(self, head: FileHead) -> bool:
        if _HEADER in head.data[:_HEADER_WITHIN]:
            return True
        return b"endobj" in head.data and _OBJECT.search(head.data) is not None

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return the lines of a pasted text that quotes the header: a PDF itself is never converted."""
        return PlainText().read_blocks(path)


class PlainText:
    suffix = ".txt"
    paged = False
    max_bytes = 60_000_000  # A text of this size has about 20,000 pages

    def recognises(self, head: FileHead) -> bool:
        return head.text is not None and not is_foreign_text(head.text)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return each line as a block; a form feed starts a page. Raises NotReadable and UnknownFormat."""
        text = decode(bytes_of(path))
        if text is None:
            raise UnknownFormat(detail="not text")
        return list(_lines(text)), ()


def _lines(text: str) -> Iterator[TextBlock]:
    for i, page in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\f")):
        for j, line in enumerate(page.split("\n")):
            yield TextBlock(line.rstrip(), page_break=i > 0 and j == 0)


class InternetMail:
    """A message as mail programs save it, or alone in a mailbox."""

    suffix = ".eml"
    paged = False
    max_bytes = MAX_BYTES

    def recognises(self, head: FileHead) -> bool:
        return internet.is_message(head.data)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return the header and the text that a mail program shows. Raises FileRefused."""
        from briefbank.extraction import containers

        return containers.mail_blocks(path), ()


class OutlookMail(InternetMail):
    suffix = ".msg"

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(OLE_MARK) and outlook.PROPERTIES in top_streams(head.source)


class WebArchive:
    """A web page as browsers save it in one file, and Word as a single file web page."""

    suffix = ".mhtml"
    paged = False
    max_bytes = MAX_BYTES

    def recognises(self, head: FileHead) -> bool:
        return internet.is_saved_page(head.data)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of the page, and after them those in its frames. Raises NotReadable, TooLarge and
        Damaged, and FileRefused where the page shows no text."""
        pages = internet.saved_pages(bytes_of(path))
        return html.shown([block for page in pages for block in html.blocks_of(page)]), ()
