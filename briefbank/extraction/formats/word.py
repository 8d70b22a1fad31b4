"""Recognises Word files: packages, packages with macros, and packages in one XML file."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.ingest import LeftOut
from briefbank.extraction.formats import word_reader
from briefbank.extraction.formats.format import FileHead, TextBlock
from briefbank.extraction.formats.word_parts import (
    FLAT_MARK,
    MAX_XML_BYTES,
    ZIP,
    check_parts,
    content_types,
)


class Docx:
    """Word since 2007 (Office Open XML, ISO/IEC 29500)."""

    suffix = ".docx"
    paged = False
    max_bytes = 300_000_000

    def recognises(self, head: FileHead) -> bool:
        """Refuse any other ZIP file. Raises TooLarge and UnknownFormat."""
        if not head.data.startswith(ZIP):
            return False
        head.check_size(self.max_bytes)
        check_parts(head.source)
        return True

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return all blocks of the file, notes last. Raises UnknownFormat, TooLarge or Damaged."""
        return self.read_all(path)[0]

    def read_all(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of the file, and what they leave out. Raises as ``read_blocks``."""
        blocks, left_out = word_reader.read(path)
        return blocks, tuple(content for content in LeftOut if content in left_out)


class MacroWord(Docx):
    """A Word file that may have macros, or a template. LibreOffice would show less of it: it passes over the
    fields of old forms, formulas and inserted web pages."""

    def __init__(self, suffix: str, content_type: bytes) -> None:
        self.suffix, self._type = suffix, content_type

    def recognises(self, head: FileHead) -> bool:
        """Tell it by the media type of its main part. Raises TooLarge and UnknownFormat."""
        return (
            head.data.startswith(ZIP)
            and self._type in content_types(head.source)
            and super().recognises(head)
        )


class FlatWord(Docx):
    """A Word file in one XML file (flat OPC)."""

    suffix = ".xml"
    max_bytes = MAX_XML_BYTES

    def recognises(self, head: FileHead) -> bool:
        """Tell it by the namespace of its first element, and by the media type of its main part or, where
        other parts come first, the name of its program."""
        return (
            head.text is not None
            and FLAT_MARK in head.text[:4000]
            and ("wordprocessingml" in head.text or 'progid="Word.Document"' in head.text[:4000])
        )


WORD = (
    MacroWord(".docm", b"application/vnd.ms-word.document.macroEnabled.main+xml"),
    MacroWord(".dotx", b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
    MacroWord(".dotm", b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    Docx(),
    FlatWord(),
)
"""All formats of Word since 2007 in the order in which they are tried."""
