"""Encodes pictures of pages and writes a PDF of one image on each page, page by page.

Libraries that write PDF hold all images in memory until the file is complete: a fax of a thousand pages may
fill it. A PDF of images has four kinds of objects, which are written here as they come. Pillow is imported
inside the functions: only a worker process needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from PIL.Image import Image


BLACK_AND_WHITE = "/ColorSpace /DeviceGray /BitsPerComponent 1"
GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8"
RGB = "/ColorSpace /DeviceRGB /BitsPerComponent 8"
CMYK = "/ColorSpace /DeviceCMYK /BitsPerComponent 8"
_JPEG_QUALITY = 90
_STRIP_OFFSETS, _STRIP_SIZES = 273, 279
"""Tags of TIFF."""
_ONE_STRIP = 1 << 30
_WHITES = (1.0, 255.0, 4_095.0, 65_535.0)
"""The values of white in pictures that Pillow does not reduce to 8 bits."""
_SPACES = {"1": BLACK_AND_WHITE, "L": GREY, "RGB": RGB}
_JPEG_SPACES = {"L": GREY, "RGB": RGB, "CMYK": CMYK}


@dataclass(frozen=True, slots=True)
class ImageData:
    """The data of an image as PDF takes them, with its size in pixels.

    ``space`` is one of the constants above, ``filter`` the name of the compression, and ``entries`` are all
    others of the image's dictionary.
    """

    data: bytes
    size: tuple[int, int]
    space: str
    filter: str = ""
    entries: str = ""


BLANK = ImageData(b"\xff", (1, 1), GREY)


def has_jpeg_space(picture: Image) -> bool:
    """Tell whether a PDF can have a JPEG file of these colours."""
    return picture.mode in _JPEG_SPACES


def as_it_is(picture: Image, path: Path) -> ImageData:
    """Return a JPEG file. Adobe's programs, and others after them, write CMYK inverted and say so."""
    inverted = picture.mode == "CMYK" and "adobe" in picture.info
    entries = "/Decode [1 0 1 0 1 0 1 0]" if inverted else ""
    return ImageData(path.read_bytes(), picture.size, _JPEG_SPACES[picture.mode], "/DCTDecode", entries)


def encoded(picture: Image, *, lossy: bool) -> ImageData:
    """Return a picture as CCITT group 4 in black and white, and otherwise as JPEG or without loss.

    Raises anything where it cannot be decoded.
    """
    plain = _plain(picture)
    if plain.mode == "1":
        return _group4(plain)
    if not lossy:
        return _deflated(plain)
    made = BytesIO()
    plain.save(made, "JPEG", quality=_JPEG_QUALITY)
    return ImageData(made.getvalue(), plain.size, _SPACES[plain.mode], "/DCTDecode")


def _plain(picture: Image) -> Image:
    """Return the picture in black and white, grey or colours, with 8 bits of each, on white where it is
    transparent, and without all that is not pixels."""
    from PIL import Image

    if picture.mode.startswith(("I", "F")):
        return _with_8_bits(picture)
    picture.load()
    plain = picture if picture.mode in _SPACES else picture.convert("RGB")
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        plain = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    return Image.frombytes(plain.mode, plain.size, plain.tobytes())


def _with_8_bits(picture: Image) -> Image:
    import numpy as np
    from PIL import Image

    values: Any = np.nan_to_num(np.asarray(picture, np.float32), posinf=0.0, neginf=0.0)
    highest = float(values.max())
    white = next((value for value in _WHITES if highest <= value), highest)
    return Image.fromarray((values.clip(0.0) * (255.0 / white)).astype(np.uint8))


def _group4(picture: Image) -> ImageData:
    """Return a black and white image in CCITT group 4, which libtiff writes as a strip of a TIFF file."""
    from PIL import Image

    made = BytesIO()
    picture.save(made, "TIFF", compression="group4", strip_size=_ONE_STRIP)
    with Image.open(made, formats=("TIFF",)) as coded:
        (start,) = coded.tag_v2[_STRIP_OFFSETS]  # type: ignore[attr-defined]
        (size,) = coded.tag_v2[_STRIP_SIZES]  # type: ignore[attr-defined]
    width, height = picture.size
    entries = f"/DecodeParms << /K -1 /Columns {width} /Rows {height} /BlackIs1 true >>"
    return ImageData(
        made.getvalue()[start : start + size], picture.size, BLACK_AND_WHITE, "/CCITTFaxDecode", entries
    )


def _deflated(picture: Image) -> ImageData:
    """Return an image compressed without loss: the data of a PNG file, which PDF reads as they are."""
    made = BytesIO()
    picture.save(made, "PNG", compress_level=3)
    space = _SPACES[picture.mode]
    entries = (
        f"/DecodeParms << /Predictor 15 /Colors {len(picture.getbands())} /BitsPerComponent 8"
        f" /Columns {picture.width} >>"
    )
    data = b"".join(_png_data(made.getvalue()))
    return ImageData(data, picture.size, space, "/FlateDecode", entries)


def _png_data(png: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            yield png[at + 8 : at + 8 + size]
        at += 12 + size


_POINTS = 72.0
_LEAST_POINTS = 3.0
"""The minimum side of a page (PDF 1.7, annex C)."""
_CATALOG, _TREE = 1, 2
_TURNED = {
    2: "-{w} 0 0 {h} {w} 0",
    3: "-{w} 0 0 -{h} {w} {h}",
    4: "{w} 0 0 -{h} 0 {h}",
    5: "0 -{h} -{w} 0 {w} {h}",
    6: "0 -{h} {w} 0 0 {h}",
    7: "0 {h} {w} 0 0 0",
    8: "0 {h} -{w} 0 {w} 0",
}
"""The matrix by orientation (Exif 2.32, 4.6.4), for a page of width ``w`` and height ``h`` in points."""
_UPRIGHT = "{w} 0 0 {h} 0 0"


@dataclass(frozen=True, slots=True)
class ImagePage:
    """A page of this size in inches, filled by an image that is displayed in this Exif orientation."""

    width: float
    height: float
    image: ImageData
    orientation: int = 1


def write(pages: Iterable[ImagePage], target: BinaryIO) -> None:
    """Write the PDF. The same pages give the same bytes. Raises what ``pages`` raises, and OSError."""
    _Writer(target).write(pages)


class _Writer:
    def __init__(self, target: BinaryIO) -> None:
        self._target = target
        self._at = 0
        self._starts: dict[int, int] = {}
        """Where each object begins, by its number."""

    def write(self, pages: Iterable[ImagePage]) -> None:
        self._put(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        numbers: list[int] = []
        for page in pages:
            numbers.append(number := 3 * len(numbers) + _TREE + 1)
            self._page(page, number)
        kids = " ".join(f"{number} 0 R" for number in numbers)
        self._object(_CATALOG, f"<< /Type /Catalog /Pages {_TREE} 0 R >>")
        self._object(_TREE, f"<< /Type /Pages /Count {len(numbers)} /Kids [{kids}] >>")
        self._table()

    def _page(self, page: ImagePage, number: int) -> None:
        content, image = number + 1, number + 2
        width, height = (
            f"{max(_LEAST_POINTS, inches * _POINTS):.3f}" for inches in (page.width, page.height)
        )
        matrix = _TURNED.get(page.orientation, _UPRIGHT).format(w=width, h=height)
        self._object(
            number,
            f"<< /Type /Page /Parent {_TREE} 0 R /MediaBox [0 0 {width} {height}] /Contents {content} 0 R"
            f" /Resources << /XObject << /Im {image} 0 R >> >> >>",
        )
        self._stream(content, "", f"q {matrix} cm /Im Do Q".encode())
        data = page.image
        compressed = f" /Filter {data.filter}" if data.filter else ""
        across, down = data.size
        head = f"/Type /XObject /Subtype /Image /Width {across} /Height {down} {data.space}{compressed} "
        self._stream(image, head + data.entries, data.data)

    def _stream(self, number: int, entries: str, data: bytes) -> None:
        head = f"<< {entries} /Length {len(data)} >>\nstream\n".encode()
        self._begin(number)
        for part in (head, data, b"\nendstream\nendobj\n"):
            self._put(part)

    def _object(self, number: int, text: str) -> None:
        self._begin(number)
        self._put(f"{text}\nendobj\n".encode())

    def _begin(self, number: int) -> None:
        self._starts[number] = self._at
        self._put(f"{number} 0 obj\n".encode())

    def _table(self) -> None:
        start, count = self._at, len(self._starts) + 1
        rows = "".join(f"{self._starts[number]:010d} 00000 n \n" for number in range(1, count))
        self._put(f"xref\n0 {count}\n0000000000 65535 f \n{rows}".encode())
        self._put(f"trailer\n<< /Size {count} /Root {_CATALOG} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())

    def _put(self, data: bytes) -> None:
        self._at += self._target.write(data)
