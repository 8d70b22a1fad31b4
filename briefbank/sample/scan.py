"""Turns a typeset brief into what an office scanner makes of it: grey pictures, a little askew, and no text.

The rotation and the noise come from a fixed seed, so that the same brief gives the same scan.
"""

from __future__ import annotations

import random
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 200
MOST_SKEW = 0.55
"""The largest rotation in degrees either way; people scan a page again that is more askew."""
NOISE_SHARE = 0.07
PAPER = 250
"""The grey value of the sheet beyond a rotated page's edge, 0 to 255."""


def as_scan(pdf: bytes, *, title: str) -> bytes:
    """Return the pages of ``pdf`` as grey 200 dpi pictures in a new PDF without a text layer."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setTitle(title)
    for page, (width, height) in enumerate(_sizes(pdf)):
        picture = BytesIO()
        _aged(_rendered(pdf, page), random.Random(page)).save(picture, "JPEG", quality=50)
        picture.seek(0)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(picture), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _sizes(pdf: bytes) -> list[tuple[float, float]]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_size() for page in document]


def _rendered(pdf: bytes, page: int) -> Image:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        picture: Image = document[page].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
        return picture


def _aged(picture: Image, chance: random.Random) -> Image:
    """Return the picture rotated by a fraction of a degree, softened as by the lamp, and grained."""
    from PIL import Image, ImageFilter

    skew = chance.uniform(-MOST_SKEW, MOST_SKEW)
    turned = picture.rotate(skew, Image.Resampling.BICUBIC, fillcolor=PAPER)
    soft = turned.filter(ImageFilter.GaussianBlur(0.6))
    grain = Image.frombytes("L", soft.size, chance.randbytes(soft.width * soft.height))
    return Image.blend(soft, grain, NOISE_SHARE)
