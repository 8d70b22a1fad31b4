"""Objects on a page that may hide text: filled shapes, images, and annotations.

A cover is only a candidate. Whether it hides text is decided on the rendered page (``hidden``, ``unseen``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from briefbank.domain.pages import Box
from briefbank.extraction.drawn_objects import MAX_OBJECTS, DrawnObject
from briefbank.extraction.pdfium import MAX_ANNOTATIONS, Display, bounding_box

LEAST = 3.0
"""The minimum size in points; thinner shapes are rules, underlines and frames."""

MOST_PIXELS = 120_000_000
"""The maximum pixels of an image on a page that is rendered: A4 at 1,000 dpi has fewer, a bomb has more."""

_OPAQUE = 250
"""The minimum opacity, of 255, that hides the text below."""

_MAX_COVERS = 300
"""The maximum number of covers on a page; charts have more, and are merged into one."""

_OPAQUE_SUBTYPES = frozenset({3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 28})
"""FPDF_ANNOT_ subtypes of fpdf_annot.h that can be opaque: free text, lines, shapes, highlight, underline,
strike-out, stamp, ink, redaction; not links, notes, pop-ups or form fields."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A box that may hide text, as displayed.

    ``order`` is its position in the drawing order, or -1 where text may show through. ``picture`` says that
    it is an image, whose bounds do not say where it is dark.
    """

    box: Box
    order: int
    picture: bool


def covers(page: Any, drawn: Sequence[DrawnObject], shown: Display) -> list[Cover]:
    """Return the covers of a page, on most pages none; ``drawn`` are its objects (``objects``)."""
    found = [*_from_objects(drawn, shown), *_from_annotations(page, shown)]
    found = [cover for cover in found if _large(cover.box)]
    if len(found) <= _MAX_COVERS:
        return found
    return [Cover(bounding_box(cover.box for cover in found), -1, all(cover.picture for cover in found))]


def veils(page: Any, drawn: Iterable[DrawnObject], shown: Display) -> list[Cover]:
    """Return the light shapes, and the annotations, that may hide text that is drawn before them."""
    shapes = [Cover(shown.clipped(shown.box(*i.corners)), i.order, False) for i in drawn if i.veil]
    notes = [replace(note, order=MAX_OBJECTS) for note in _from_annotations(page, shown)]
    return [cover for cover in (*shapes, *notes) if _large(cover.box)][:_MAX_COVERS]


def annotated(page: Any) -> bool:
    """Tell whether the page has annotations: marks, links, form fields."""
    import pypdfium2.raw as raw

    return bool(raw.FPDFPage_GetAnnotCount(page) > 0)


def too_large(page: Any) -> bool:
    """Tell whether one of the page's images is too large to be rendered."""
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


def _from_objects(drawn: Iterable[DrawnObject], shown: Display) -> Iterator[Cover]:
    for item in drawn:
        if item.opacity or item.kind in ("image", "other"):
            order = item.order if item.opacity >= _OPAQUE else -1
            yield Cover(shown.clipped(shown.box(*item.corners)), order, not item.opacity)


def _from_annotations(page: Any, shown: Display) -> Iterator[Cover]:
    import pypdfium2.raw as raw

    rect = raw.FS_RECTF()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        if raw.FPDFAnnot_GetSubtype(annotation) in _OPAQUE_SUBTYPES and raw.FPDFAnnot_GetRect(
            annotation, rect
        ):
            box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
            yield Cover(box, -1, False)
        raw.FPDFPage_CloseAnnot(annotation)
