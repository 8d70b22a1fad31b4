"""Writes the searchable reading copy of a PDF from its recognised pages, with OCRmyPDF's own renderer.

Runs in a child process. Pages are changed in place, so that bookmarks, links and page labels keep working;
pages that were not recognised are unchanged. The same file and pages give the same bytes. The renderer needs
lines with a baseline, which not all engines provide; the baseline is estimated from the boxes of the words.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count, groupby
from pathlib import Path
from statistics import linear_regression, median, quantiles
from typing import Any

from briefbank import files
from briefbank.domain.pages import OcrWord, RecognisedPage
from briefbank.extraction.pdfium import Display, display
from briefbank.ocr.picture import bounded_scale, straightened
from briefbank.sandbox.pdf_sanitizer import sanitize

REDRAWN_DPI = 200.0
"""The resolution of redrawn pages: enough for a screen; the original is kept beside the copy."""

_MAX_SLOPE = 0.02
"""The maximum slope, rise over run: 1.1 degrees. Pages skewed above MIN_SKEW_DEGREES are straightened."""

_MIN_SLOPE_WORDS = 5
_DESCENT = 0.27
"""The depth of g and p below the baseline, as a share of the height of capital letters above it."""

_MIN_HEIGHT = 1.0
_JPEG_QUALITY = 80
_Matrix = tuple[float, float, float, float, float, float]


def _matrix(sheet: Display) -> _Matrix:
    """Return the map from displayed coordinates, origin at the lower left, to the page's own."""
    return (
        (1.0, 0.0, 0.0, 1.0, sheet.left, sheet.bottom),
        (0.0, 1.0, -1.0, 0.0, sheet.right, sheet.bottom),
        (-1.0, 0.0, 0.0, -1.0, sheet.right, sheet.top),
        (0.0, -1.0, 1.0, 0.0, sheet.left, sheet.top),
    )[sheet.turns]


def compose(source: Path, pages: Sequence[RecognisedPage], target: Path) -> None:
    """Write ``source`` with the words of ``pages`` as invisible text at ``target``, without encryption.

    Old invisible text of those pages is removed, and all their old text where they are redrawn. Pages with a
    ``problem`` and numbers past the end are left out. Temporary files are beside ``target`` and are deleted
    afterwards. Raises the errors of PDFium and pikepdf for a file that they cannot read.
    """
    # The temporary file is in the same folder: a confined child moves no file from one folder to another.
    whole = target.with_name(f"{target.name}.whole")
    try:
        with (
            tempfile.TemporaryDirectory(dir=target.parent, prefix="compose-") as folder,
            _opened(source, Path(folder)) as (pdf, shown),
        ):
            by_index = {p.index: p for p in pages if not p.problem and 0 <= p.index < len(pdf.pages)}
            _ReadingCopy(pdf, shown, Path(folder)).add(by_index)
            sanitize(pdf)
            # The copy is for display, not for filing: a signature on it would be broken in any case.
            pdf.save(whole, fix_metadata_version=False, deterministic_id=True)
        files.move(whole, target)
    finally:
        whole.unlink(missing_ok=True)


@contextmanager
def _opened(source: Path, folder: Path) -> Iterator[tuple[Any, Any]]:
    """Open the file for changing (pikepdf) and for rendering (PDFium), so that both agree on its pages.

    A file that qpdf cannot read, or whose pages it counts otherwise, is first rewritten by PDFium.
    """
    import pikepdf
    import pypdfium2

    shown = pypdfium2.PdfDocument(source)
    try:
        pdf, count = None, -1
        with suppress(pikepdf.PdfError, pikepdf.PasswordError):
            pdf = pikepdf.open(source)
            count = len(pdf.pages)
        if pdf is None or count != len(shown):
            if pdf is not None:
                pdf.close()
            # Security is removed: some files ask qpdf for a password where PDFium needs none.
            shown.save(folder / "rewritten.pdf", flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
            pdf = pikepdf.open(folder / "rewritten.pdf")
        with pdf:
            yield pdf, shown
    finally:
        shown.close()


class _ReadingCopy:
    def __init__(self, pdf: Any, shown: Any, folder: Path) -> None:
        self._pdf, self._shown, self._folder = pdf, shown, folder

    def add(self, pages: Mapping[int, RecognisedPage]) -> None:
        """Change the pages with these numbers; one that does not open any more is unchanged."""
        import pikepdf

        sheets = {index: sheet for index, page in pages.items() if (sheet := self._clear_page(index, page))}
        sheets = {index: sheet for index, sheet in sheets.items() if pages[index].words}
        if not sheets:
            return
        layers = self._folder / "layers.pdf"
        write([(sheet.width, sheet.height, pages[index].words) for index, sheet in sheets.items()], layers)
        with pikepdf.open(layers) as text:
            for (index, sheet), layer in zip(sheets.items(), text.pages, strict=True):
                form = self._pdf.copy_foreign(layer.as_form_xobject())
                self._draw(self._pdf.pages[index], form, _matrix(sheet))

    def _clear_page(self, index: int, page: RecognisedPage) -> Display | None:
        """Set the page upright and remove its old text; return None when that cannot be done."""
        import pikepdf
        import pypdfium2
        from ocrmypdf._graft import _page_resources

        try:
            shown = self._shown[index]
            sheet = display(shown)
            target = self._pdf.pages[index]
            # Inherited resources are copied: those that are added to the page itself would hide them.
            target.obj.Resources = pikepdf.Dictionary(_page_resources(target))
            if page.redraw or not self._strip_invisible_text(shown, target):
                self._redraw(shown, target, page.skew, sheet)
        except (pikepdf.PdfError, pikepdf.DependencyError, pypdfium2.PdfiumError):
            return None
        upright = sheet.turned(page.turn // 90)
        target.obj.Rotate = 90 * upright.turns
        return upright

    def _strip_invisible_text(self, shown: Any, page: Any) -> bool:
        """Remove the page's invisible text; tell whether the page has none now."""
        import pikepdf
        from ocrmypdf._graft import strip_invisible_text

        if not shown.get_textpage().count_chars():
            return True
        try:
            strip_invisible_text(self._pdf, page)
        except (pikepdf.PdfError, pikepdf.DependencyError, ValueError, TypeError):
            return False
        return True

    def _redraw(self, shown: Any, page: Any, skew: float, sheet: Display) -> None:
        """Replace all content of the page by one image; its links and notes stay."""
        import pikepdf

        drawn = shown.render(scale=bounded_scale(shown, REDRAWN_DPI), draw_annots=False, rev_byteorder=True)
        picture = straightened(drawn.to_pil().convert("RGB"), skew)
        jpeg = io.BytesIO()
        picture.save(jpeg, "JPEG", quality=_JPEG_QUALITY)
        image = self._pdf.make_stream(
            jpeg.getvalue(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=picture.width,
            Height=picture.height,
            ColorSpace=pikepdf.Name.DeviceRGB,
            BitsPerComponent=8,
            Filter=pikepdf.Name.DCTDecode,
        )
        page.obj.Contents = self._pdf.make_stream(b"")
        page.obj.Resources = pikepdf.Dictionary()
        page.obj.MediaBox = page.obj.CropBox = [sheet.left, sheet.bottom, sheet.right, sheet.top]
        a, b, c, d, e, f = _matrix(sheet)
        width, height = sheet.width, sheet.height
        self._draw(page, image, (a * width, b * width, c * height, d * height, e, f))

    def _draw(self, page: Any, item: Any, matrix: _Matrix) -> None:
        """Draw the item first, before content of the page's own changes the coordinates."""
        import pikepdf

        taken = page.obj.Resources.get(pikepdf.Name.XObject, {})
        free = next(name for number in count() if (name := f"/BriefBank{number}") not in taken)
        name = page.add_resource(item, pikepdf.Name.XObject, pikepdf.Name(free))
        numbers = " ".join(f"{number:.4f}" for number in matrix)
        page.contents_add(f"q {numbers} cm {name} Do Q\n".encode(), prepend=True)


def write(pages: Iterable[tuple[float, float, Sequence[OcrWord]]], target: Path) -> None:
    """Write a PDF of transparent pages, ``(width, height, words)`` in points, with words at their boxes."""
    from ocrmypdf.font import BuiltinFontProvider, MultiFontManager
    from ocrmypdf.fpdf_renderer import Fpdf2MultiPageRenderer

    elements = [(number, _page(*page), 72.0) for number, page in enumerate(pages)]
    # System fonts are not used, so that a page is the same everywhere.
    fonts = MultiFontManager(font_provider=BuiltinFontProvider())
    Fpdf2MultiPageRenderer(elements, fonts).render(target)


def _page(width: float, height: float, words: Sequence[OcrWord]) -> Any:
    from ocrmypdf.models.ocr_element import BoundingBox, OcrClass, OcrElement

    lines = [list(group) for _, group in groupby(words, key=lambda word: word.line)]
    slope = _slope(lines)
    return OcrElement(
        ocr_class=OcrClass.PAGE,
        bbox=BoundingBox(0.0, 0.0, width, height),
        children=[_line(line, slope) for line in lines],
    )


def _line(words: Sequence[OcrWord], slope: float) -> Any:
    from ocrmypdf.models.ocr_element import Baseline, BoundingBox, OcrClass, OcrElement

    left, right = min(word.box.x0 for word in words), max(word.box.x1 for word in words)
    baseline = _first_quartile([word.box.y1 - slope * (word.box.x0 - left) for word in words])
    # A fifth of the words have no letter as high as a capital: the higher words give the font size.
    tops = _first_quartile([word.box.y0 - slope * (word.box.x0 - left) for word in words])
    height = max(_MIN_HEIGHT, baseline - tops)
    descent = _DESCENT * height
    return OcrElement(
        ocr_class=OcrClass.LINE,
        bbox=BoundingBox(left, baseline - height, right, baseline + descent),
        baseline=Baseline(slope=slope, intercept=-descent),
        children=[
            OcrElement(
                ocr_class=OcrClass.WORD,
                bbox=BoundingBox(word.box.x0, word.box.y0, word.box.x1, word.box.y1),
                text=word.text,
            )
            for word in words
        ],
    )


def _slope(lines: Sequence[Sequence[OcrWord]]) -> float:
    """Return the downward slope of the page's lines to the right, the median over the lower edges of its
    longer lines: a single line is distorted by descenders."""
    slopes = []
    for line in lines:
        middles = [(word.box.x0 + word.box.x1) / 2 for word in line]
        if len(line) >= _MIN_SLOPE_WORDS and len(set(middles)) > 1:
            slopes.append(linear_regression(middles, [word.box.y1 for word in line]).slope)
    return max(-_MAX_SLOPE, min(_MAX_SLOPE, median(slopes))) if slopes else 0.0


def _first_quartile(values: Sequence[float]) -> float:
    return quantiles(values, n=4, method="inclusive")[0] if len(values) > 1 else values[0]
