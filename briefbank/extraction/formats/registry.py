"""The registry of file formats, which recognition (``extraction.sniff``), conversion (``extraction.convert``)
and archives ask."""

from __future__ import annotations

from briefbank.extraction.formats.format import OfficeFormat, ScanFormat, TextFormat
from briefbank.extraction.formats.html import Html
from briefbank.extraction.formats.office import LAST, OFFICE
from briefbank.extraction.formats.picture import PICTURES
from briefbank.extraction.formats.plain import InternetMail, OutlookMail, Pdf, PlainText, WebArchive
from briefbank.extraction.formats.word import WORD

FORMATS: tuple[TextFormat | ScanFormat | OfficeFormat, ...] = (
    *(OutlookMail(), Pdf(), *OFFICE, *WORD, WebArchive(), InternetMail()),
    *PICTURES,
    *(Html(), LAST, PlainText()),
)
"""All formats in the order in which they are tried: Outlook's file may hold a whole PDF, a PDF may begin with
junk that looks like another format, Word refuses every other ZIP file, and every mail and web page is a
text."""


def is_stored_suffix(suffix: str) -> bool:
    """Tell whether files of some format are stored under this suffix."""
    return any(known.suffix == suffix for known in FORMATS)


def is_paged(suffix: str) -> bool:
    """Tell whether files that are stored under this suffix have pages of their own."""
    return any(known.paged for known in FORMATS if known.suffix == suffix)


def needs_libreoffice(suffix: str) -> bool:
    """Tell whether LibreOffice converts files that are stored under this suffix."""
    return any(isinstance(known, OfficeFormat) for known in FORMATS if known.suffix == suffix)
