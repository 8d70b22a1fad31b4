"""The file formats that a library takes, one module for each.

Recognition (``extraction.sniff``), conversion (``extraction.convert``) and archives ask ``FORMATS``. A new
format is one more module with a class that fulfils the Protocol ``Format``, and its place in that tuple.
"""

from __future__ import annotations

from briefbank.extraction.formats.format import Format
from briefbank.extraction.formats.html import Html
from briefbank.extraction.formats.pdf import Pdf
from briefbank.extraction.formats.text import PlainText
from briefbank.extraction.formats.word import Docx

FORMATS: tuple[Format, ...] = (Pdf(), Docx(), Html(), PlainText())
"""All formats in the order in which they are tried: a PDF may begin with junk that looks like another format,
Word refuses every other ZIP file, and every web page is a text."""
