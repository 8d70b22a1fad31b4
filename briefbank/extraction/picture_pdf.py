"""Writes a PDF of one image on each page, page by page.

Libraries that write PDF hold all images in memory until the file is complete: a fax of a thousand pages may
fill it. A PDF of images has four kinds of objects, which are written here as they come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from briefbank.extraction.page_images import ImageData

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
class PageImage:
    """A page of this size in inches, filled by an image that is displayed in this Exif orientation."""

    width: float
    height: float
    image: ImageData
    orientation: int = 1


def write(pages: Iterable[PageImage], target: BinaryIO) -> None:
    """Write the PDF. The same pages give the same bytes. Raises what ``pages`` raises, and OSError."""
    _Writer(target).write(pages)


class _Writer:
    def __init__(self, target: BinaryIO) -> None:
        self._target = target
        self._at = 0
        self._starts: dict[int, int] = {}
        """Where each object begins, by its number."""

    def write(self, pages: Iterable[PageImage]) -> None:
        self._put(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        numbers: list[int] = []
        for page in pages:
            numbers.append(number := 3 * len(numbers) + _TREE + 1)
            self._page(page, number)
        kids = " ".join(f"{number} 0 R" for number in numbers)
        self._object(_CATALOG, f"<< /Type /Catalog /Pages {_TREE} 0 R >>")
        self._object(_TREE, f"<< /Type /Pages /Count {len(numbers)} /Kids [{kids}] >>")
        self._table()

    def _page(self, page: PageImage, number: int) -> None:
        content, image = number + 1, number + 2
        width, height = (f"{max(_LEAST_POINTS, each * _POINTS):.3f}" for each in (page.width, page.height))
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
