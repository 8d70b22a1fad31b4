"""Work on PDF files inside the OCR child: taking pages out, recognising them, putting them back.

A document is never given to OCRmyPDF whole. The pages that need it are copied into small files, so that
tags, signatures, forms and damage elsewhere in the document do not matter, and one bad page costs only
itself. How a page is treated depends on what it shows: see ``Treatment``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from briefbank.ocr.skew import skew_degrees

PAGE_TIMEOUT_S = 120.0
"""Tesseract's time for one page; past it OCRmyPDF gives the page no text."""

MIN_SKEW_DEGREES = 0.8
"""Below this Tesseract reads straight on; above it lines of neighbouring columns run into each other."""

MAX_MEGAPIXELS = 300.0
PICTURE_DPI = 300.0
PICTURE_PIXELS = 30_000_000
_INVISIBLE = 3
_MAX_OBJECTS = 20_000
_SAMPLE_PIXELS = 700.0


class Treatment(StrEnum):
    """What OCRmyPDF does with a page.

    KEEP leaves the picture and visible text as they are, throws invisible text away and recognises the rest;
    REDRAW makes one picture of the page; STRAIGHTEN does that too and turns it until its lines are level.
    """

    KEEP = "keep"
    REDRAW = "redraw"
    STRAIGHTEN = "straighten"


@dataclass(frozen=True, slots=True)
class Part:
    """A small file with some pages of the document, treated alike."""

    file: Path
    pages: tuple[int, ...]
    treatment: Treatment


def whole(_: Callable[[], None], source: Path, target: Path) -> int:
    """A copy of ``source`` that qpdf can read, without encryption; returns its number of pages."""
    import pikepdf
    import pypdfium2

    try:
        with pikepdf.open(source) as pdf:
            pdf.save(target)
    except pikepdf.PdfError:
        document = pypdfium2.PdfDocument(source)
        document.save(target)
        document.close()
    with pikepdf.open(target) as pdf:
        return len(pdf.pages)


def treatments(_: Callable[[], None], source: Path, pages: Sequence[int], replace: bool) -> list[Treatment]:
    """How to treat each of the pages."""
    import pypdfium2

    document = pypdfium2.PdfDocument(source)
    try:
        return [_treatment(document, page, replace) for page in pages]
    finally:
        document.close()


def _treatment(document: Any, index: int, replace: bool) -> Treatment:
    import pypdfium2

    try:
        page = document[index]
        visible = _shows_text(page)
        if visible and not replace:
            return Treatment.KEEP
        if abs(skew_degrees(_sample(page))) >= MIN_SKEW_DEGREES:
            return Treatment.STRAIGHTEN
        return Treatment.REDRAW if visible else Treatment.KEEP
    except (pypdfium2.PdfiumError, ValueError):
        return Treatment.KEEP


def _shows_text(page: Any) -> bool:
    import pypdfium2.raw as raw

    objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3)
    for _, item in zip(range(_MAX_OBJECTS), objects, strict=False):
        if raw.FPDFTextObj_GetTextRenderMode(item) != _INVISIBLE:
            return True
    return False


def _sample(page: Any) -> Any:
    """A small grey picture of the page, as a 2-D array."""
    width, height = page.get_size()
    scale = _SAMPLE_PIXELS / max(width, height, 1.0)
    bitmap = page.render(scale=scale, grayscale=True)
    return bitmap.to_numpy().reshape(bitmap.height, bitmap.width).copy()


def cut(_: Callable[[], None], source: Path, pages: Sequence[int], target: Path) -> None:
    """Copy the pages into a file of their own."""
    import pikepdf

    with pikepdf.open(source) as pdf, pikepdf.new() as small:
        for page in pages:
            small.pages.append(pdf.pages[page])
        small.save(target)


def recognise(on_page: Callable[[], None], part: Part, target: Path, jobs: int) -> None:
    """Recognise all pages of the part's file. Raises whatever OCRmyPDF raises."""
    import ocrmypdf

    from briefbank.ocr import progress

    progress.listen(on_page)
    code = ocrmypdf.ocr(
        part.file,
        target,
        mode="redo" if part.treatment is Treatment.KEEP else "force",
        deskew=part.treatment is Treatment.STRAIGHTEN,
        rotate_pages=True,
        language=["eng"],
        output_type="pdf",
        optimize=0,
        jobs=jobs,
        max_image_mpixels=MAX_MEGAPIXELS,
        tesseract_timeout=PAGE_TIMEOUT_S,
        tesseract_non_ocr_timeout=PAGE_TIMEOUT_S,
        invalidate_digital_signatures=True,
        tagged_pdf_mode="ignore",
        continue_on_soft_render_error=True,
        plugins=["briefbank.ocr.progress"],
        progress_bar=True,
    )
    if code != 0:
        raise RuntimeError(f"OCRmyPDF ended with {int(code)}")


def picture(_: Callable[[], None], source: Path, page: int, target: Path) -> None:
    """The page as PDFium shows it, as a one-page PDF that is nothing but its picture: the last resort."""
    import pypdfium2

    document = pypdfium2.PdfDocument(source)
    shown = document[page]
    width, height = shown.get_size()
    scale = min(PICTURE_DPI / 72.0, (PICTURE_PIXELS / max(1.0, width * height)) ** 0.5)
    image = shown.render(scale=scale, grayscale=True).to_pil()
    image.save(target, "PDF", resolution=72.0 * scale)
    document.close()


def put_back(
    _: Callable[[], None], source: Path, parts: Sequence[tuple[Path, tuple[int, ...]]], target: Path
) -> None:
    """Write ``source`` with the pages of each recognised file in place of its own.

    Pages are replaced in place, so that bookmarks, links and page labels go on working.
    """
    import pikepdf

    with pikepdf.open(source) as pdf:
        for file, pages in parts:
            with pikepdf.open(file) as recognised:
                for page, new in zip(pages, recognised.pages, strict=True):
                    pdf.pages.append(new)
                    pdf.pages[page].emplace(pdf.pages[-1], retain=(pikepdf.Name.Parent,))
                    del pdf.pages[-1]
        pdf.save(target)
