"""How much of a page is picture: what tells a scan from a page that was written.

Pictures that stand side by side count together, because scanners cut pages into strips. On a page without
any text, drawings count too: text that was turned into outlines needs text recognition like a scan.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from briefbank.models import Box
from briefbank.reading.pdfium import Display, union

MAX_OBJECTS = 3000
"""Objects looked at per page; maps hold hundreds of thousands, and a scan's picture comes first."""

MAX_DEPTH = 3
"""Forms within forms; hostile files nest without end."""

STAMP = 200
"""A page with fewer characters may hold no more than a filing stamp."""

OUTLINES = 300
"""So many drawn shapes on a page that has a stamp's worth of text are letters, not rules and frames."""

LEAST = 0.001
"""A page on which anything at all is drawn never counts as empty."""

_KINDS = {2: "path", 3: "image"}
"""FPDF_PAGEOBJ_PATH and FPDF_PAGEOBJ_IMAGE of fpdf_edit.h."""

_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def picture_share(page: Any, shown: Display, characters: int) -> float:
    """The share, 0 to 1, of the displayed page that pictures cover; drawings count on a page with next to
    no ``characters`` of text when there are enough of them to be text turned into outlines."""
    import pypdfium2.raw as raw

    area = shown.width * shown.height
    if area <= 0:
        return 0.0
    found = list(_objects(_Budget(), page, raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, _IDENTITY, 0))
    pictures = sum(_area(_clipped(box, shown)) for kind, box in _displayed(found, shown) if kind == "image")
    share = min(1.0, pictures / area)
    if characters == 0 and (found or raw.FPDFPage_GetAnnotCount(page)):
        return max(share, LEAST, _extent(found, shown) / area)
    if characters < STAMP and sum(kind == "path" for kind, _ in found) >= OUTLINES:
        return max(share, _extent(found, shown) / area)
    return share


class _Budget:
    """Counts the objects looked at on one page."""

    def __init__(self) -> None:
        self.left = MAX_OBJECTS

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


_Found = tuple[str, tuple[float, float, float, float]]


def _objects(
    budget: _Budget, holder: Any, count: Any, get: Any, matrix: _Matrix, depth: int
) -> Iterator[_Found]:
    """Kind and page-space corners of the objects of a page or form, forms opened."""
    import pypdfium2.raw as raw

    for i in range(max(0, count(holder))):
        if not budget.spend():
            return
        item = get(holder, i)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
            inner = _product(_form_matrix(item), matrix)
            yield from _objects(
                budget, item, raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject, inner, depth + 1
            )
        elif (corners := _bounds(item, matrix)) is not None:
            yield _KINDS.get(kind, "other"), corners


def _form_matrix(form: Any) -> _Matrix:
    import pypdfium2.raw as raw

    m = raw.FS_MATRIX()
    return (m.a, m.b, m.c, m.d, m.e, m.f) if raw.FPDFPageObj_GetMatrix(form, m) else _IDENTITY


def _product(first: _Matrix, second: _Matrix) -> _Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _bounds(item: Any, matrix: _Matrix) -> tuple[float, float, float, float] | None:
    import pypdfium2.raw as raw

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return None
    a, b, c, d, e, f = matrix
    corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _displayed(found: list[_Found], shown: Display) -> Iterator[tuple[str, Box]]:
    return ((kind, shown.box(*corners)) for kind, corners in found)


def _clipped(box: Box, shown: Display) -> Box:
    x0, y0 = min(max(box.x0, 0.0), shown.width), min(max(box.y0, 0.0), shown.height)
    return Box(x0, y0, max(x0, min(box.x1, shown.width)), max(y0, min(box.y1, shown.height)))


def _area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def _extent(found: list[_Found], shown: Display) -> float:
    """The area of the smallest box around everything drawn."""
    boxes = [_clipped(box, shown) for _, box in _displayed(found, shown)]
    whole = boxes[0] if boxes else Box(0.0, 0.0, 0.0, 0.0)
    for box in boxes[1:]:
        whole = union(whole, box)
    return _area(whole)
