"""Images of pages for text recognition, rendered by PDFium inside the OCR child.

PDFium crashes and hangs on some files, so no function here may run in the program's own process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.domain.pages import PageOrder
from briefbank.extraction.page_annotations import AnnotationArea, draw_into_content, picture_stamps
from briefbank.extraction.pdfium import display, load_page

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image


MIN_SKEW_DEGREES = 0.8
"""The minimum skew that is corrected: Tesseract reads a smaller one without trouble; with a larger one, lines
of neighbouring columns merge."""

MAX_PIXELS = 30_000_000
"""The maximum pixels of an image: 300 dpi for pages of up to 17 by 19 inches, less for larger ones."""

_INVISIBLE = 3
_MAX_CHARACTERS = 20_000
_MAX_OBJECTS = 20_000
_SAMPLE_PIXELS = 700
_WHITE, _COVERED = 255, 255
UNCOVERED = 0  # The grey of a mask where there is no text
_BLUR_PIXELS = 1.5
_BACKGROUND_SHRINK = 8
_BACKGROUND_PIXELS = 9
"""The window in pixels of the reduced image: wider than printed strokes at 400 dpi, so only paper remains."""
RANGE_DEGREES = 6.0
STEP_DEGREES = 0.4
_MIN_GAIN = 1.03  # The minimum gain in sharpness; a page without clear lines (a photograph) has no skew


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A grey image of a page as displayed."""

    grey: Image
    dpi: float
    shows_text: bool  # The page itself shows text; annotations do not count
    mask: Image | None
    """White where nothing is to be recognised, as large as ``grey``; None where all is."""


@contextmanager
def opened(source: Path, index: int) -> Iterator[Any]:
    """Open the PDFium page with form fields to draw. Raises ValueError if it is missing or does not open."""
    import pypdfium2

    try:
        with closing(pypdfium2.PdfDocument(source)) as document:
            yield load_page(document, index)
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise ValueError("no such page") from error


def draw(page: Any, order: PageOrder, dpi: float) -> RenderedPage:
    """Render the page of an order at ``dpi``, or lower where that would be more than MAX_PIXELS.

    The page's annotations become part of its content in memory. Masked are the text that they draw, which is
    read as text, the page's own where it is kept, and all but the stamps where only these are recognised.
    """
    from PIL import Image, ImageDraw

    scale = bounded_scale(page, dpi)
    grey = page.render(scale=scale, grayscale=True).to_pil().convert("L")
    visible, mask = shows_text(page), None
    with _with_annotations(page, order.index) as (textpage, own, areas):
        first = 0 if visible and not (order.replace_text or order.stamps_only) else own
        if textpage.count_chars() > first:
            mask = _text_mask(page, textpage, grey.size, first)
    if order.stamps_only:
        text, mask = mask, Image.new("L", grey.size, _COVERED)
        pencil = ImageDraw.Draw(mask)
        for box in picture_stamps(areas, ()):
            pencil.rectangle([scale * edge for edge in (box.x0, box.y0, box.x1, box.y1)], fill=UNCOVERED)
        if text is not None:
            mask.paste(text, mask=text)
    return RenderedPage(grey, scale * 72.0, visible, mask)


def bounded_scale(page: Any, dpi: float) -> float:
    """Return the pixels per point at ``dpi``, or fewer for a page that is too large."""
    width, height = page.get_size()
    bound: float = (MAX_PIXELS / max(1.0, width * height)) ** 0.5
    return min(dpi / 72.0, bound)


def skew_of(grey: Image) -> float:
    """Return the clockwise skew of the lines in degrees, or 0.0 when it is too small to matter."""
    import numpy as np

    sample = grey.reduce(max(1, round(max(grey.size) / _SAMPLE_PIXELS)))
    skew = skew_degrees(np.asarray(sample))
    return skew if abs(skew) >= MIN_SKEW_DEGREES else 0.0


def straightened(picture: Image, skew: float, paper: int = _WHITE) -> Image:
    """Return the grey or coloured image, its size kept, rotated ``skew`` degrees back about its middle."""
    from PIL.Image import Resampling

    fill = paper if picture.mode == "L" else (paper,) * 3
    return picture.rotate(skew, Resampling.BICUBIC, fillcolor=fill) if skew else picture


def turned(picture: Image, degrees: int) -> Image:
    """Return the image rotated clockwise by 0, 90, 180 or 270 degrees."""
    return picture.rotate(-degrees, expand=True) if degrees else picture


def bilevel_if_possible(grey: Image) -> Image:
    """Return an image of black and white alone with one bit for each pixel, such as that of a fax, and any
    other as it is. Tesseract reads the same in both, but looks for the threshold of a grey one, which takes a
    sixth of its time."""
    from PIL.Image import Dither

    return grey if any(grey.histogram()[1:-1]) else grey.convert("1", dither=Dither.NONE)


def evened_out(grey: Image) -> Image:
    """Return black print on white paper, from faint print on grey or unevenly lit paper.

    A blur removes the grain of the paper. A morphological closing removes all strokes narrower than the
    window and leaves the paper's own grey; dividing by it leaves the print.
    """
    import numpy as np
    from PIL import Image, ImageFilter, ImageOps

    grey = grey.filter(ImageFilter.GaussianBlur(_BLUR_PIXELS))
    small = grey.reduce(_BACKGROUND_SHRINK)
    widened = small.filter(ImageFilter.MaxFilter(_BACKGROUND_PIXELS))
    closed = widened.filter(ImageFilter.MinFilter(_BACKGROUND_PIXELS))
    paper = closed.filter(ImageFilter.BoxBlur(_BACKGROUND_PIXELS // 2)).resize(grey.size)
    share = np.asarray(grey, np.float32) / np.maximum(np.asarray(paper, np.float32), 1.0)
    print_alone = Image.fromarray((np.minimum(share, 1.0) * _WHITE).astype(np.uint8))
    return ImageOps.autocontrast(print_alone, cutoff=1)


def shows_text(page: Any) -> bool:
    """Tell whether the page has any text that is not invisible."""
    import pypdfium2.raw as raw

    objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3)
    for _, item in zip(range(_MAX_OBJECTS), objects, strict=False):
        if raw.FPDFTextObj_GetTextRenderMode(item) != _INVISIBLE:
            return True
    return False


@contextmanager
def _with_annotations(page: Any, index: int) -> Iterator[tuple[Any, int, Sequence[AnnotationArea]]]:
    """Yield the text page with the text of annotations, the number of characters of the page's own, and the
    areas of the annotations."""
    textpage = page.get_textpage()
    own = textpage.count_chars()
    areas = draw_into_content(page.pdf, page, display(page))
    if areas:
        textpage.close()
        textpage = page.pdf[index].get_textpage()
    yield textpage, own, areas


def _text_mask(page: Any, textpage: Any, size: tuple[int, int], first: int = 0) -> Image:
    """Return a mask with white rectangles at the visible characters from the ``first`` on."""
    import pypdfium2.raw as raw
    from PIL import Image, ImageDraw

    mask, rect = Image.new("L", size, UNCOVERED), raw.FS_RECTF()
    pencil = ImageDraw.Draw(mask)
    for index in _visible(textpage, first):
        if raw.FPDFText_GetLooseCharBox(textpage, index, rect):
            ax, ay = _pixel(page, size, rect.left, rect.bottom)
            bx, by = _pixel(page, size, rect.right, rect.top)
            corners = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
            pencil.rectangle(corners, fill=_COVERED)
    return mask


def visible_text(page: Any, index: int, *, own: bool) -> str:
    """Return the text that the page shows, with spaces and line ends where PDFium detects them: the page's
    ``own`` and that of its annotations, or only the latter."""
    with _with_annotations(page, index) as (textpage, count, _):
        first = 0 if own else count
        shown = set(_visible(textpage, first))
        text = textpage.get_text_range()
        return "".join(c if i in shown or c.isspace() else " " for i, c in enumerate(text))


def _visible(textpage: Any, first: int = 0) -> Iterator[int]:
    """Yield the indexes of visible characters from the ``first`` on, without spaces between words."""
    import pypdfium2.raw as raw

    for index in range(first, min(textpage.count_chars(), first + _MAX_CHARACTERS)):
        item = raw.FPDFText_GetTextObject(textpage, index)
        if item and raw.FPDFTextObj_GetTextRenderMode(item) != _INVISIBLE:
            yield index


def _pixel(page: Any, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    import ctypes

    import pypdfium2.raw as raw

    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, across, down)
    return across.value, down.value


def skew_degrees(grey: NDArray[Any]) -> float:
    """Return the clockwise skew in degrees of the lines of a 2-D grey image (0 is black).

    By the projection profile method (Postl 1986) the sums of ink along the lines vary most when the page is
    rotated so that its lines are horizontal. Both directions are tried, because a page may be sideways.
    The result is within plus or minus RANGE_DEGREES, and 0.0 for an image without clear lines.
    """
    import numpy as np

    ink = grey < int(grey.mean() * 0.8)
    if not 0.002 < float(ink.mean()) < 0.5:
        return 0.0
    steps = round(RANGE_DEGREES / STEP_DEGREES)
    angles = [step * STEP_DEGREES for step in range(-steps, steps + 1)]
    rows, columns = np.nonzero(ink)
    size = sum(ink.shape)
    across = [_sharpness(rows, columns, angle, size) for angle in angles]
    along = [_sharpness(columns, rows, angle, size) for angle in angles]
    scores, sign = (across, 1.0) if max(across) >= max(along) else (along, -1.0)
    if max(scores) <= _MIN_GAIN * max(scores[steps], 1e-9):
        return 0.0
    return sign * angles[scores.index(max(scores))]


def _sharpness(down: Any, along: Any, angle: float, size: int) -> float:
    """Return how unevenly ink at points (``down``, ``along``) is spread over lines sheared by ``angle``."""
    import numpy as np

    lines = np.rint(down - np.tan(np.radians(angle)) * along).astype(np.int64)
    sums = np.bincount(lines - lines.min(), minlength=size)
    return float(np.square(np.diff(sums)).sum())
