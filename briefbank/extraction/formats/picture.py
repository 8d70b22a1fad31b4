"""Recognises pictures of pages (faxes, scans, photographs), and writes a PDF with an image on each page.

The pages get no text here: they are recognised as those of any scan. Pillow decodes every page, so that
damage is found out here. A sound JPEG file is embedded as it is. Pages in black and white keep all their
pixels; grey and coloured ones become JPEG.

Libraries that write PDF hold all images in memory until the file is complete: a fax of a thousand pages may
fill it. A PDF of images has four kinds of objects, which are written here page by page. Pillow is imported
inside the functions: only a worker process needs it.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from briefbank.errors import Damaged, NotReadable, TooLarge
from briefbank.extraction.formats.format import FileHead
from briefbank.extraction.pdfium import MAX_PAGES
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from PIL.Image import Image


LEAST_PIXELS = 1_000
"""The minimum pixels of each side of a picture in a folder that is taken for a page: Letter has as many at
120 dpi, and logos, icons and previews have fewer."""
_CREDIBLE_DPI = (60.0, 2_400.0)
_CREDIBLE_RATIO = 4.0
"""The maximum ratio of the resolutions across and down; a standard fax has 204 by 98 dpi."""
_SCANNED_DPI = 150.0
"""The resolution from which it is a scanner's; programs write a lower one (72 or 96 dpi) into any picture."""
_LONGEST, _LONGEST_SHEET, _LETTER = 40.0, 14.0, (8.5, 11.0)
"""The inches of a scanner's longest page, of an office's longest sheet, and of Letter."""
_SIZED = ("JPEG", "PNG", "GIF", "BMP", "WEBP", "AVIF")
"""The formats, but for TIFF, whose sizes Pillow finds out."""
_ORIENTATION, _SUBFILE = 274, 254  # Tags of TIFF and Exif
_SIDEWAYS = range(5, 9)  # The orientations in which the rows of the picture are columns of the page
_PREVIEW = 0x1


class Picture:
    """A picture of a page, or of several where the format has them (TIFF)."""

    paged = True
    max_bytes = 1_500_000_000

    def __init__(self, extensions: tuple[str, ...], mark: bytes, decoder: str) -> None:
        """``mark`` is a pattern of the beginning of such files, ``decoder`` Pillow's name of the format."""
        self.suffix, self.extensions = extensions[0], extensions
        self._mark, self._decoder = re.compile(mark, re.DOTALL), decoder

    def recognises(self, head: FileHead) -> bool:
        return self._mark.match(head.data) is not None

    def write_pdf(self, path: Path, target: Path, tell: Callable[[int, int], None]) -> bool:
        """See ScanFormat. Raises NotReadable, TooLarge, and Damaged where no page can be decoded."""
        reader = _Reader(path, self._decoder)
        with target.open("wb") as file:
            write(reader.pages(tell), file)
        if not reader.decoded:
            raise Damaged(detail="no page of the picture can be decoded")
        return reader.whole


TIFF = Picture((".tif", ".tiff"), rb"II[*+]\0|MM\0[*+]", "TIFF")
JPEG = Picture((".jpg", ".jpeg"), rb"\xff\xd8\xff", "JPEG")
PNG = Picture((".png",), rb"\x89PNG\r\n\x1a\n", "PNG")
GIF = Picture((".gif",), rb"GIF8[79]a", "GIF")
BMP = Picture((".bmp",), rb"BM.{4}\0{4}.{4}[\x0c\x28\x6c\x7c]\0{3}", "BMP")
WEBP = Picture((".webp",), rb"RIFF.{4}WEBP", "WEBP")
AVIF = Picture((".avif",), rb".{4}ftyp(avi[fs]|mi[fa]1.{4}(?:.{4}){0,8}?avif)", "AVIF")
PICTURES = (TIFF, JPEG, PNG, GIF, BMP, WEBP, AVIF)
PHOTOGRAPHS = tuple(extension for picture in PICTURES[1:] for extension in picture.extensions)
"""The extensions of pictures that lie in folders for many reasons; one in TIFF is a scan or a fax."""


def may_be_page(source: Source) -> bool:
    """Tell whether a picture has the pixels of a page; True if it cannot be opened: its reading says why."""
    from PIL import Image

    try:
        with _quiet(), source.open("rb") as file, Image.open(file, formats=_SIZED) as picture:
            return min(picture.size) >= LEAST_PIXELS
    except Exception:  # noqa: BLE001 - Pillow raises anything for a malformed file
        return True


class _Reader:
    """Reads the pages of one file, once."""

    def __init__(self, path: Path, decoder: str) -> None:
        self._path, self._decoder = path, decoder
        self.whole = True
        self.decoded = 0  # The number of pages that were decoded, at least in part

    def pages(self, tell: Callable[[int, int], None]) -> Iterator[ImagePage]:
        """Yield the pages; a blank one for each that is damaged. Raises NotReadable, Damaged and TooLarge."""
        with _quiet(), self._opened() as picture:
            total = self._count(picture)
            for index in range(total):
                tell(index, total)
                if index:
                    picture.info.pop("dpi", None)  # Pillow would take it for that of a page without one
                try:
                    picture.seek(index)
                except EOFError:
                    return
                except Exception:  # noqa: BLE001 - Pillow raises anything for a malformed file
                    self.whole = False
                    yield ImagePage(*_LETTER, BLANK)
                    continue
                if index == 0 or not _tag(picture, _SUBFILE) & _PREVIEW:  # a smaller copy of another page
                    yield self._page(picture, index)

    @contextmanager
    def _opened(self) -> Iterator[Image]:
        from PIL import Image, TiffImagePlugin  # noqa: F401 - else Pillow would import all its decoders

        try:
            picture = Image.open(self._path, formats=(self._decoder,))
        except MemoryError:
            raise
        except PermissionError as error:
            raise NotReadable(detail=type(error).__name__) from error
        except Image.DecompressionBombError as error:  # Letter at 1,300 dpi
            raise TooLarge(detail="pixels of a picture") from error
        except Exception as error:  # Pillow raises anything for a malformed file
            raise Damaged(detail=f"picture: {type(error).__name__}") from error
        with picture:
            yield picture

    def _count(self, picture: Image) -> int:
        """Return the number of pages; MAX_PAGES where the list of them is damaged. In other formats than TIFF
        the first picture is followed by previews or an animation."""
        if self._decoder != "TIFF":
            return 1
        try:
            count = int(getattr(picture, "n_frames", 1))
        except Exception:  # noqa: BLE001 - as above
            self.whole = False
            return MAX_PAGES
        if count > MAX_PAGES:
            raise TooLarge(
                Message("The file has more than {max_pages} pages.", max_pages=MAX_PAGES),
                detail=f"{count} pages",
            )
        return count

    def _page(self, picture: Image, index: int) -> ImagePage:
        orientation = _tag(picture, _ORIENTATION)
        width, height = _inches(picture, sideways=orientation in _SIDEWAYS)
        image = self._image(picture) or self._rest(index)
        if image is None:
            return ImagePage(width, height, BLANK)
        self.decoded += 1
        # Pillow turns pages of TIFF itself while it decodes them.
        return ImagePage(width, height, image, 1 if self._decoder == "TIFF" else orientation)

    def _image(self, picture: Image) -> ImageData | None:
        """Return the image of the selected page; None where it is damaged."""
        try:
            picture.load()
            if self._decoder != "JPEG" or picture.mode not in _JPEG_SPACES:
                return encoded(picture)
            # The file as it is. Adobe's programs, and others after them, write CMYK inverted and say so.
            inverted = picture.mode == "CMYK" and "adobe" in picture.info
            entries = "/Decode [1 0 1 0 1 0 1 0]" if inverted else ""
            data = self._path.read_bytes()
            return ImageData(data, picture.size, _JPEG_SPACES[picture.mode], "/DCTDecode", entries)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - as above
            self.whole = False
            return None

    def _rest(self, index: int) -> ImageData | None:
        """Return what can be decoded of a damaged page, such as one that was cut short."""
        from PIL import ImageFile

        ImageFile.LOAD_TRUNCATED_IMAGES = True
        try:
            with self._opened() as picture:
                picture.seek(index)
                return encoded(picture)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - as above
            return None
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = False


def _tag(picture: Image, tag: int) -> int:
    """Return a whole number of the selected picture's Exif or TIFF tags, 0 where it has none."""
    try:
        return int(picture.getexif().get(tag, 0))
    except Exception:  # noqa: BLE001 - as above
        return 0


def _inches(picture: Image, *, sideways: bool) -> tuple[float, float]:
    """Return the width and height of the page as a person holds it: that of Letter where its resolution is
    none that a page could have."""
    width, height = picture.size
    try:
        across, down = map(float, picture.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError, OverflowError):
        across = down = 0.0
    if picture.format != "TIFF" and sideways:
        width, height = height, width
    if sideways:
        across, down = down, across
    low, high = sorted((across, down))
    is_credible = _CREDIBLE_DPI[0] <= low and high <= min(_CREDIBLE_DPI[1], _CREDIBLE_RATIO * low)
    longest = _LONGEST if high >= _SCANNED_DPI else _LONGEST_SHEET
    if not is_credible or max(width / across, height / down) > longest:
        across = down = max(width, height) / max(_LETTER)
    return width / across, height / down


@contextmanager
def _quiet() -> Iterator[None]:
    """Ignore the warnings of Pillow, which counts pixels and tags by limits of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


BLACK_AND_WHITE = "/ColorSpace /DeviceGray /BitsPerComponent 1"
GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8"
RGB = "/ColorSpace /DeviceRGB /BitsPerComponent 8"
CMYK = "/ColorSpace /DeviceCMYK /BitsPerComponent 8"
_JPEG_QUALITY = 90
_STRIP_OFFSETS, _STRIP_SIZES = 273, 279  # Tags of TIFF
_ONE_STRIP = 1 << 30
_SPACES = {"1": BLACK_AND_WHITE, "L": GREY, "RGB": RGB}
_JPEG_SPACES = {"L": GREY, "RGB": RGB, "CMYK": CMYK}


@dataclass(frozen=True, slots=True)
class ImageData:
    """An image as PDF takes it. ``size`` is in pixels, ``space`` one of the constants above, ``filter`` the
    name of the compression, and ``entries`` are all others of its dictionary."""

    data: bytes
    size: tuple[int, int]
    space: str
    filter: str = ""
    entries: str = ""


BLANK = ImageData(b"\xff", (1, 1), GREY)


def encoded(picture: Image) -> ImageData:
    """Return a picture as CCITT group 4 in black and white, and otherwise as JPEG. Raises anything where it
    cannot be decoded."""
    from PIL import Image

    plain, buffer = _plain(picture), BytesIO()
    width, height = plain.size
    if plain.mode == "1":  # libtiff writes it as a strip of a TIFF file
        plain.save(buffer, "TIFF", compression="group4", strip_size=_ONE_STRIP)
        with Image.open(buffer, formats=("TIFF",)) as coded:
            (start,) = coded.tag_v2[_STRIP_OFFSETS]  # type: ignore[attr-defined]
            (size,) = coded.tag_v2[_STRIP_SIZES]  # type: ignore[attr-defined]
        entries = f"/DecodeParms << /K -1 /Columns {width} /Rows {height} /BlackIs1 true >>"
        data = buffer.getvalue()[start : start + size]
        return ImageData(data, plain.size, BLACK_AND_WHITE, "/CCITTFaxDecode", entries)
    plain.save(buffer, "JPEG", quality=_JPEG_QUALITY)
    return ImageData(buffer.getvalue(), plain.size, _SPACES[plain.mode], "/DCTDecode")


def _plain(picture: Image) -> Image:
    """Return the picture in black and white, grey or colours, with 8 bits of each, on white where it is
    transparent, and without all that is not pixels."""
    from PIL import Image

    if picture.mode.startswith(("I", "F")):
        import numpy as np

        values: Any = np.nan_to_num(np.asarray(picture, np.float32), posinf=0.0, neginf=0.0)
        return Image.fromarray((values.clip(0.0) * (255.0 / max(1e-6, values.max()))).astype(np.uint8))
    picture.load()
    plain = picture if picture.mode in _SPACES else picture.convert("RGB")
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        plain = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    return Image.frombytes(plain.mode, plain.size, plain.tobytes())


_POINTS = 72.0
_LEAST_POINTS = 3.0  # The minimum side of a page (PDF 1.7, annex C)
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


@dataclass(frozen=True, slots=True)
class ImagePage:
    """A page of this size in inches, filled by an image that is displayed in this Exif orientation."""

    width: float
    height: float
    image: ImageData
    orientation: int = 1


def write(pages: Iterable[ImagePage], target: BinaryIO) -> None:
    """Write the PDF page by page; equal pages give equal bytes. Raises OSError and what ``pages`` raises."""
    at = target.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts: dict[int, int] = {}
    """Where each object begins, by its number."""

    def write_object(number: int, *parts: str | bytes) -> None:
        nonlocal at
        starts[number] = at
        for part in (f"{number} 0 obj\n", *parts, "\nendobj\n"):
            at += target.write(part.encode() if isinstance(part, str) else part)

    def write_stream(number: int, entries: str, data: bytes) -> None:
        write_object(number, f"<< {entries} /Length {len(data)} >>\nstream\n", data, "\nendstream")

    numbers: list[int] = []
    for page in pages:
        numbers.append(number := 3 * len(numbers) + _TREE + 1)
        content, image = number + 1, number + 2
        width, height = (f"{max(_LEAST_POINTS, side * _POINTS):.3f}" for side in (page.width, page.height))
        write_object(
            number,
            f"<< /Type /Page /Parent {_TREE} 0 R /MediaBox [0 0 {width} {height}] /Contents {content} 0 R"
            f" /Resources << /XObject << /Im {image} 0 R >> >> >>",
        )
        matrix = _TURNED.get(page.orientation, "{w} 0 0 {h} 0 0").format(w=width, h=height)
        write_stream(content, "", f"q {matrix} cm /Im Do Q".encode())
        data = page.image
        compressed = f" /Filter {data.filter}" if data.filter else ""
        across, down = data.size
        head = f"/Type /XObject /Subtype /Image /Width {across} /Height {down} {data.space}{compressed} "
        write_stream(image, head + data.entries, data.data)
    kids = " ".join(f"{number} 0 R" for number in numbers)
    write_object(_CATALOG, f"<< /Type /Catalog /Pages {_TREE} 0 R >>")
    write_object(_TREE, f"<< /Type /Pages /Count {len(numbers)} /Kids [{kids}] >>")
    rows = "".join(f"{starts[number]:010d} 00000 n \n" for number in range(1, len(starts) + 1))
    end = f"trailer\n<< /Size {len(starts) + 1} /Root {_CATALOG} 0 R >>\nstartxref\n{at}\n%%EOF\n"
    target.write(f"xref\n0 {len(starts) + 1}\n0000000000 65535 f \n{rows}{end}".encode())
