"""What on a page could lie over text: dark shapes, pictures, and marks that were put on the page later.

A cover is only a suspicion. Whether it hides anything shows when the page is drawn (``hidden``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.models import Box
from briefbank.reading.objects import Drawn
from briefbank.reading.pdfium import Display, union

LEAST = 3.0
"""Points; thinner shapes are rules, underlines and frames."""

MOST_PIXELS = 120_000_000
"""A page with a larger picture is not drawn: A4 at 1,000 dpi is less, and a bomb is more."""

_OPAQUE = 250
"""The least opacity, of 255, that lets nothing through."""

_MOST = 300
"""Covers on a page; charts have more, and are taken as one."""

_MOST_ANNOTATIONS = 2000
_MARKS = frozenset({3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 28})
"""FPDF_ANNOT_ subtypes of fpdf_annot.h that can be opaque: free text, lines, shapes, highlight, underline,
strike-out, stamp, ink, redaction; not links, notes, pop-ups or form fields."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A box that could hide text, as displayed; when it is drawn, or -1 for what may let text show through;
    whether it is a picture, whose bounds say nothing of where it is dark."""

    box: Box
    order: int
    picture: bool


def covers(page: Any, drawn: Sequence[Drawn], shown: Display) -> list[Cover]:
    """The covers of a page; ``drawn`` are its objects (``objects``). None on most pages."""
    found = [*_from_objects(drawn, shown), *_from_annotations(page, shown)]
    found = [cover for cover in found if _large(cover.box)]
    if len(found) <= _MOST:
        return found
    whole = found[0].box
    for cover in found[1:]:
        whole = union(whole, cover.box)
    return [Cover(whole, -1, all(cover.picture for cover in found))]


def annotated(page: Any) -> bool:
    """Whether anything was put on the page after it was made: marks, links, form fields."""
    import pypdfium2.raw as raw

    return bool(raw.FPDFPage_GetAnnotCount(page) > 0)


def too_large(page: Any) -> bool:
    """Whether one of the page's pictures is too large to be drawn."""
    import pypdfium2
    import pypdfium2.raw as raw

    pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3)
    try:
        sizes = [picture.get_px_size() for picture in pictures]
    except pypdfium2.PdfiumError:
        return True
    return any(width * height > MOST_PIXELS for width, height in sizes)


def _large(box: Box) -> bool:
    return box.x1 - box.x0 >= LEAST and box.y1 - box.y0 >= LEAST


def _from_objects(drawn: Iterable[Drawn], shown: Display) -> Iterator[Cover]:
    for item in drawn:
        if item.opacity or item.kind in ("image", "other"):
            order = item.order if item.opacity >= _OPAQUE else -1
            yield Cover(shown.clipped(shown.box(*item.corners)), order, not item.opacity)


def _from_annotations(page: Any, shown: Display) -> Iterator[Cover]:
    import pypdfium2.raw as raw

    rect = raw.FS_RECTF()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        if raw.FPDFAnnot_GetSubtype(annotation) in _MARKS and raw.FPDFAnnot_GetRect(annotation, rect):
            box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
            yield Cover(box, -1, False)
        raw.FPDFPage_CloseAnnot(annotation)
