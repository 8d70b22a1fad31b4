"""The objects drawn on a page with their positions, including those inside forms, and their opacity.

One walk serves all callers. It makes only one or two PDFium calls for an object that nobody needs, because a
page of text may consist of thousands.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.extraction.pdfium import address

MAX_OBJECTS = 20_000
"""The maximum number of objects examined per page. A page typeset letter by letter has some thousands and its
black boxes come last; maps have hundreds of thousands."""

MAX_DEPTH = 3
"""The maximum depth of nested forms; hostile files nest without end."""

DARK = 128
"""The lightest grey, of 255, that counts as dark."""

_THICK = 3.0
"""The minimum width in points of a thick stroke; a thinner one is a rule or a frame."""

_KINDS = {1: "text", 2: "path", 3: "image"}
"""FPDF_PAGEOBJ_TEXT, _PATH and _IMAGE of fpdf_edit.h; _FORM is 5."""
_TEXT, _PATH, _FORM = 1, 2, 5

Matrix = tuple[float, float, float, float, float, float]
Corners = tuple[float, float, float, float]
_Item = tuple[int, Any, int, Matrix]
"""The drawing order of an object, its handle, its kind, and the matrix of the form that contains it."""
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class DrawnObject:
    """An object: 'text', 'path', 'image' or 'other', with its opposite corners in page coordinates.

    ``order`` is its position in the drawing order, from 0. ``opacity``, up to 255, is that of a filled shape
    or thick line that looks dark on white; 0 for all others. ``veil`` says that it is an opaque filled shape
    that looks light.
    """

    kind: str
    corners: Corners
    order: int
    opacity: int = 0
    veil: bool = False


Objects = Sequence[tuple[Any, int]]
"""The handles of objects in their drawing order, each with its kind."""


def objects_of(page: Any) -> Objects:
    """Return the first objects of a loaded page, MAX_OBJECTS at most; a form is one object."""
    import pypdfium2.raw as raw

    return _objects(page, raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject)


def objects_in(form: Any) -> Objects:
    """Return the first objects of a form, MAX_OBJECTS at most."""
    import pypdfium2.raw as raw

    return _objects(form, raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject)


def _objects(holder: Any, count: Any, get: Any) -> Objects:
    import pypdfium2.raw as raw

    kind_of = raw.FPDFPageObj_GetType
    return [(item := get(holder, at), kind_of(item)) for at in range(min(count(holder), MAX_OBJECTS))]


class ObjectWalker:
    """Walks over the objects of one loaded page."""

    def __init__(self, objects: Objects) -> None:
        """``objects`` are those of the page."""
        import pypdfium2.raw as raw

        self._raw, self._objects = raw, objects
        self._remaining = MAX_OBJECTS
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._fill, self._stroke, self._width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()

    def all(self) -> list[DrawnObject]:
        """Return every object with a position on the page."""
        return list(self._drawn(self._items(text=True), light=True))

    def covering(self) -> list[DrawnObject]:
        """Return only objects that could cover text: images, shadings and filled shapes."""
        return list(self._drawn(self._items(text=False), light=False))

    def text_orders(self) -> dict[int, int]:
        """Return the drawing order of each text object, by its address."""
        return {owner: order for owner, (order, _) in self.texts().items()}

    def texts(self) -> dict[int, tuple[int, Any]]:
        """Return the drawing order and the handle of each text object, by its address."""
        return {address(i): (order, i) for order, i, kind, _ in self._items(text=True) if kind == _TEXT}

    def _drawn(self, items: Iterator[_Item], *, light: bool) -> Iterator[DrawnObject]:
        """Yield the items with their positions; light shapes are left out unless asked for."""
        for order, item, kind, matrix in items:
            opacity = self._opacity(item, matrix) if kind == _PATH else 0
            veil = kind == _PATH and not opacity and self._is_veil(item)
            if kind == _PATH and not (opacity or veil or light):
                continue
            corners = self._bounds(item, matrix)
            if corners is not None:
                yield DrawnObject(_KINDS.get(kind, "other"), corners, order, opacity, veil)

    def _items(self, *, text: bool) -> Iterator[_Item]:
        """Yield the objects, those inside forms at the form's position; without ``text`` all but text."""
        self._remaining = MAX_OBJECTS
        return self._walk(self._objects, _IDENTITY, None if text else _TEXT, 0)

    def _walk(self, objects: Objects, matrix: Matrix, unwanted: int | None, depth: int) -> Iterator[_Item]:
        for item, kind in objects:
            self._remaining -= 1
            if self._remaining < 0:
                return
            if kind == unwanted:
                continue
            if kind == _FORM and depth < MAX_DEPTH:
                inner = _product(self._matrix(item), matrix)
                yield from self._walk(objects_in(item), inner, unwanted, depth + 1)
            else:
                yield MAX_OBJECTS - self._remaining, item, kind, matrix

    def _matrix(self, item: Any) -> Matrix:
        m = self._raw.FS_MATRIX()
        return (m.a, m.b, m.c, m.d, m.e, m.f) if self._raw.FPDFPageObj_GetMatrix(item, m) else _IDENTITY

    def _bounds(self, item: Any, matrix: Matrix) -> Corners | None:
        left, bottom, right, top = self._edges
        if not self._raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return None
        if matrix is _IDENTITY:
            return left.value, bottom.value, right.value, top.value
        a, b, c, d, e, f = matrix
        corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def _opacity(self, item: Any, matrix: Matrix) -> int:
        """Return the opacity of the fill or of a thick stroke, if it looks dark on white; otherwise 0."""
        if not self._raw.FPDFPath_GetDrawMode(item, self._fill, self._stroke):
            return 0
        fill = self._dark_opacity(self._raw.FPDFPageObj_GetFillColor, item) if self._fill.value else 0
        if fill or not self._stroke.value or not self._thick(item, matrix):
            return fill
        return self._dark_opacity(self._raw.FPDFPageObj_GetStrokeColor, item)

    def _is_veil(self, item: Any) -> bool:
        """Tell whether a shape that is not dark is filled and opaque; its opacity was just asked for."""
        if not self._fill.value or not self._raw.FPDFPageObj_GetFillColor(item, *self._colour):
            return False
        return self._colour[3].value == 255

    def _dark_opacity(self, ask: Any, item: Any) -> int:
        """Return the colour's opacity, 0 when it looks light; 1 for a pattern that PDFium cannot name."""
        if not ask(item, *self._colour):
            return 1
        red, green, blue, opacity = (value.value for value in self._colour)
        grey = (299 * red + 587 * green + 114 * blue) / 1000
        return int(opacity) if 255 - opacity * (255 - grey) / 255 <= DARK else 0

    def _thick(self, item: Any, matrix: Matrix) -> bool:
        if not self._raw.FPDFPageObj_GetStrokeWidth(item, self._width):
            return False
        own = self._matrix(item)
        return self._width.value * _scale(own) * _scale(matrix) >= _THICK


def _scale(matrix: Matrix) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _product(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m
