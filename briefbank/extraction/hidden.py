"""Finds the characters that a page contains but does not show, because a dark object covers them.

A redaction that only draws a black box leaves the words in the file. These words must not become searchable.
The page is therefore rendered, and a character is hidden when the middle of its box is uniformly dark. Only
characters under a possible cover are examined, so a page without dark shapes, images or annotations costs
nothing. A box with a label of its own ("sealed") is not uniformly dark: there the drawing order decides.

x-ray (Free Law Project) finds failed redactions in the same way: https://github.com/freelawproject/x-ray.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.domain.pages import Box, RawLine
from briefbank.extraction.drawn_objects import ObjectWalker, objects_of
from briefbank.extraction.hiding_objects import Cover, too_large
from briefbank.extraction.page_darkness import Shade, View
from briefbank.extraction.pdfium import Characters, Display, bounding_box

_FINE_SCALE, _COARSE_SCALE = 2.0, 1.0
"""Pixels per point: enough for a full stop, and enough for a bar of the height of a line."""

_MAX_SPREAD = 6.0
"""The maximum standard deviation of grey, of 255, at which text under a drawn shape is unreadable."""

_MAX_SPREAD_IMAGE = 14.0
"""The same limit for images, whose black is never uniform; a white full stop on black has 35."""

_MIN_BAR_WIDTH = 0.75
"""The minimum width of hidden text under an image, in heights of its characters: a bar that was burned into a
scan is wider than a letter that fills its own box."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A character under covers: its index, its box, whether only images cover it, and the drawing order of
    the last other cover (-1: none)."""

    index: int
    box: Box
    picture: bool
    order: int


def hidden_ranges(
    page: Any, raw: str, lines: Sequence[RawLine], found: Sequence[Cover], characters: Characters
) -> tuple[Range, ...]:
    """Return the ranges of ``raw`` hidden under ``found``, including white space between hidden words.

    Renders the relevant part of the page where there are candidates, which takes 10 to 100 ms. A page that
    cannot be rendered shows no boxes either.
    """
    shapes = [cover for cover in found if not cover.picture]
    pictures = [cover for cover in found if cover.picture]
    suspects = [s for line in lines for s in _suspects(raw, line, shapes, characters)]
    pictured = [line for line in lines if any(_overlap(c.box, line) for c in pictures)]
    boxes = [s.box for s in suspects] + [line.box for line in pictured]
    view = (
        rendered_part(page, boxes, characters.display, _FINE_SCALE if suspects else _COARSE_SCALE)
        if boxes
        else None
    )
    if view is None:
        return ()
    known = {s.index for s in suspects}
    for line in pictured:
        if view.has_bar(line.box):
            suspects += [s for s in _suspects(raw, line, pictures, characters) if s.index not in known]
    return tuple(ranges_of(raw, sorted(_hidden(page, raw, suspects, view, characters))))


def rendered_part(page: Any, boxes: Sequence[Box], shown: Display, scale: float) -> View | None:
    """Return the part of the page around the boxes; None without any, or when it cannot be rendered."""
    import pypdfium2

    if not boxes or too_large(page):
        return None
    try:
        return View(page, shown.clipped(bounding_box(boxes)), shown, scale)
    except (pypdfium2.PdfiumError, ValueError):
        return None


def _suspects(raw: str, line: RawLine, found: Sequence[Cover], characters: Characters) -> Iterator[_Suspect]:
    near = [cover for cover in found if _overlap(cover.box, line)]
    if not near:
        return
    for index in range(line.start, line.end):
        box = None if raw[index].isspace() else characters.outline(index, line.font_size)
        over = [cover for cover in near if _covers_middle(cover.box, box)] if box else []
        if box and over:
            yield _Suspect(index, box, over[0].picture, max(cover.order for cover in over))


def _overlap(cover: Box, line: RawLine) -> bool:
    """Tell whether cover and line overlap, with some tolerance: a line is measured at only three
    characters."""
    box, slack = line.box, line.font_size
    across = cover.x0 <= box.x1 + slack and box.x0 - slack <= cover.x1
    return across and cover.y0 <= box.y1 + slack and box.y0 - slack <= cover.y1


def _covers_middle(cover: Box, character: Box) -> bool:
    """Tell whether the character's middle is under the cover."""
    x, y = (character.x0 + character.x1) / 2, (character.y0 + character.y1) / 2
    return cover.x0 <= x <= cover.x1 and cover.y0 <= y <= cover.y1


def _hidden(
    page: Any, raw: str, suspects: Sequence[_Suspect], view: View, characters: Characters
) -> set[int]:
    shades = {s.index: view.shade(s.box) for s in suspects}
    dark = [s for s in suspects if _is_uniformly_dark(shades[s.index], s.picture)]
    labelled = [s for s in suspects if not s.picture and shades[s.index].mostly]
    return (
        {s.index for s in dark if not s.picture}
        | _wide_runs(raw, [s for s in dark if s.picture])
        | _under_labels(page, characters, labelled)
    )


def _is_uniformly_dark(shade: Shade, picture: bool) -> bool:
    return shade.dark and shade.spread <= (_MAX_SPREAD_IMAGE if picture else _MAX_SPREAD)


def _under_labels(page: Any, characters: Characters, labelled: Sequence[_Suspect]) -> set[int]:
    """Return the characters that are drawn before the shape over them, though the shape has a label."""
    if not labelled:
        return set()
    orders = ObjectWalker(objects_of(page)).text_orders()
    drawn = ((s, orders.get(characters.text_object(s.index))) for s in labelled)
    return {s.index for s, order in drawn if order is not None and order < s.order}


def _wide_runs(raw: str, dark: Sequence[_Suspect]) -> set[int]:
    """Return the characters under images that form dark bars with words in them."""
    found: set[int] = set()
    for run in _runs(raw, dark):
        width = sum(s.box.x1 - s.box.x0 for s in run)
        height = max(s.box.y1 - s.box.y0 for s in run)
        if width >= _MIN_BAR_WIDTH * height and sum(raw[s.index].isalnum() for s in run) >= 2:
            found |= {s.index for s in run}
    return found


def _runs(raw: str, dark: Sequence[_Suspect]) -> Iterator[list[_Suspect]]:
    """Yield the runs of suspects with only white space between them."""
    run: list[_Suspect] = []
    for suspect in dark:
        if run and raw[run[-1].index + 1 : suspect.index].strip():
            yield run
            run = []
        run.append(suspect)
    if run:
        yield run


def ranges_of(raw: str, indexes: Sequence[int]) -> Iterator[Range]:
    """Yield the ranges of the ordered indexes, each with the white space between its words."""
    start = end = -1
    for index in indexes:
        if start >= 0 and not raw[end:index].strip():
            end = index + 1
            continue
        if start >= 0:
            yield start, end
        start, end = index, index + 1
    if start >= 0:
        yield start, end
