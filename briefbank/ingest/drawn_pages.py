"""Draws the pages of a damaged PDF as pictures, which are recognised like a scan.

A page whose text or structure cannot be read may still be seen.

Runs inside a child process, whose caller calls it again without the pages that crash or hang it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from briefbank.errors import Damaged
from briefbank.extraction.page_images import BLANK, ImageData, encoded
from briefbank.extraction.pdfium import load_page, opened
from briefbank.extraction.picture_pdf import PageImage, write
from briefbank.ocr.picture import bilevel_if_possible, bounded_scale
from briefbank.sandbox.child import Tell

_DPI = 300.0
_LETTER = (8.5, 11.0)
_POINTS = 72.0


def draw_pages(tell: Tell, source: Path, skipped: AbstractSet[int], target: Path) -> None:
    """Write a PDF with a grey image of each page of ``source`` at ``target``.

    ``skipped`` pages, and those that PDFium cannot open, are blank.

    Before each page, ``tell`` gets its number and the number of pages. Raises FileRefused, Damaged where no
    page can be drawn, and OSError when ``target`` cannot be written.
    """
    drawn = 0

    def pages(document: Any) -> Iterator[PageImage]:
        nonlocal drawn
        for index in range(len(document)):
            tell(index, len(document))
            image = None if index in skipped else _drawn(document, index)
            drawn += image is not None
            yield image or PageImage(*_LETTER, BLANK)

    with opened(source) as document, target.open("wb") as made:
        write(pages(document), made)
    if not drawn:
        raise Damaged(detail="no page can be drawn")


def _drawn(document: Any, index: int) -> PageImage | None:
    """Return the image of a page; None where PDFium cannot open or draw it."""
    import pypdfium2

    try:
        page = load_page(document, index)
    except pypdfium2.PdfiumError:
        return None
    try:
        width, height = page.get_size()
        grey = page.render(scale=bounded_scale(page, _DPI), grayscale=True).to_pil().convert("L")
        return PageImage(width / _POINTS, height / _POINTS, _encoded(grey))
    except (pypdfium2.PdfiumError, ValueError):  # a page of no size, or without room for its image
        return None
    finally:
        page.close()


def _encoded(grey: Any) -> ImageData:
    return encoded(bilevel_if_possible(grey), lossy=True)
