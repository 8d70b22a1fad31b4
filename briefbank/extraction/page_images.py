"""Encodes the pictures of pages as the images of a PDF.

Pillow is imported inside the functions: only a worker process needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    found = picture if picture.mode in _SPACES else picture.convert("RGB")
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        found = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    return Image.frombytes(found.mode, found.size, found.tobytes())


def _with_8_bits(picture: Image) -> Image:
    import numpy as np
    from PIL import Image

    values: Any = np.nan_to_num(np.asarray(picture, np.float32), posinf=0.0, neginf=0.0)
    highest = float(values.max())
    white = next((each for each in _WHITES if highest <= each), highest)
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
