"""The registry of file formats, which recognition (``extraction.sniff``), conversion (``extraction.convert``)
and archives ask."""

from __future__ import annotations

from briefbank.extraction.formats.format import Format
from briefbank.extraction.formats.html import Html
from briefbank.extraction.formats.pdf import Pdf
from briefbank.extraction.formats.text import PlainText
from briefbank.extraction.formats.word import Docx

FORMATS: tuple[Format, ...] = (Pdf(), Docx(), Html(), PlainText())
"""All formats in the order in which they are tried: a PDF may begin with junk that looks like another format,
Word refuses every other ZIP file, and every web page is a text."""
