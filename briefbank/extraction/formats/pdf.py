"""Recognises PDF files, which need no conversion."""

from __future__ import annotations

import re
from pathlib import Path

from briefbank.extraction.formats.format import FileHead, TextBlock
from briefbank.extraction.formats.text import PlainText

_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024
"""The range in which readers accept junk before the header (PDF 1.7, implementation note 13)."""
_OBJECT = re.compile(rb"(?:^|[\r\n])\s*\d{1,7} \d{1,5} obj\b")
"""An object of a PDF: a PDF that lost its header is still a damaged PDF, not a text."""


class Pdf:
    """PDF."""

    suffix = ".pdf"
    paged = True
    max_bytes = 1_500_000_000

    def recognises(self, head: FileHead) -> bool:
        if _HEADER in head.data[:_HEADER_WITHIN]:
            return True
        return b"endobj" in head.data and _OBJECT.search(head.data) is not None

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return the lines of a pasted text that quotes the header: a PDF itself is never converted."""
        return PlainText().read_blocks(path)
