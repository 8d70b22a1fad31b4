"""Recognises plain text and reads it as a list of blocks, one for each line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from briefbank.errors import NotReadable, UnknownFormat
from briefbank.extraction.decoding import decode
from briefbank.extraction.formats import foreign
from briefbank.extraction.formats.format import FileHead, TextBlock

_MARKUP = ("{\\rtf", "<!doctype")
"""The beginnings of formats that are written in text and are not read."""


class PlainText:
    """Plain text."""

    suffix = ".txt"
    paged = False
    max_bytes = 60_000_000
    """A text of this size has about 20,000 pages."""

    def recognises(self, head: FileHead) -> bool:
        text = head.text
        if text is None or foreign.is_foreign_text(text):
            return False
        return not text.lstrip("\ufeff \t\r\n")[:20].lower().startswith(_MARKUP)

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return each line as a block; a form feed starts a page. Raises NotReadable and UnknownFormat."""
        try:
            text = decode(path.read_bytes())
        except OSError as error:
            raise NotReadable(detail=type(error).__name__) from error
        if text is None:
            raise UnknownFormat(detail="not text")
        return list(_lines(text))


def _lines(text: str) -> Iterator[TextBlock]:
    for i, page in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\f")):
        for j, line in enumerate(page.split("\n")):
            yield TextBlock(line.rstrip(), page_break=i > 0 and j == 0)
