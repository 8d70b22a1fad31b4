"""Finds the characters that a page carries but does not show, because something dark lies on them.

A redaction that only draws a black box leaves the words in the file. What is under it must not become
searchable, so it is found where a reader would see it: the page is drawn, and a character is hidden when the
middle of its place is dark all over. Only characters under something that could hide them are looked at, so
a page without dark shapes, pictures or marks costs nothing. A box that carries a label of its own ("sealed")
is not dark all over: there, the order in which the page is drawn decides.

x-ray (Free Law Project) looks for failed redactions the same way: https://github.com/freelawproject/x-ray.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.models import Box, RawLine
from briefbank.reading.covers import Cover, too_large
from briefbank.reading.objects import Walk
from briefbank.reading.pdfium import Characters, Display, union
from briefbank.reading.shades import Shade, View

_FINE, _COARSE = 2.0, 1.0
"""Pixels per point: enough for a full stop, and enough for a bar that is as high as a line."""

_EVEN = 6.0
"""Standard deviation of grey, of 255, up to which nothing can be read under a drawn shape."""

_EVEN_SCAN = 14.0
"""The same for pictures, whose black is never even; a white full stop on black has 35."""

_RUN = 0.75
"""Under a picture, the least width of what is hidden, in heights of its characters: a bar that was burned
into a scan is wider than a letter that fills its own box."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A character under covers: its index, its place, whether only pictures cover it, and when the last
    other cover is drawn (-1: none)."""

    index: int
    box: Box
    picture: bool
    order: int


def hidden_ranges(
    page: Any, raw: str, lines: Sequence[RawLine], found: Sequence[Cover], characters: Characters
) -> tuple[Range, ...]:
    """The ranges of ``raw`` that are hidden under ``found``, white space between hidden words included.

    Draws the part of the page in question when there is a suspicion, which takes 10 to 100 ms. A page that
    cannot be drawn shows no boxes either.
    """
    shapes = [cover for cover in found if not cover.picture]
    pictures = [cover for cover in found if cover.picture]
    suspects = [s for line in lines for s in _suspects(raw, line, shapes, characters)]
    pictured = [line for line in lines if any(_touch(c.box, line) for c in pictures)]
    boxes = [s.box for s in suspects] + [line.box for line in pictured]
    view = _view(page, boxes, characters.display, _FINE if suspects else _COARSE) if boxes else None
    if view is None:
        return ()
    known = {s.index for s in suspects}
    for line in pictured:
        if view.has_bar(line.box):
            suspects += [s for s in _suspects(raw, line, pictures, characters) if s.index not in known]
    return tuple(_ranges(raw, sorted(_hidden(page, raw, suspects, view, characters))))


def _view(page: Any, boxes: Sequence[Box], shown: Display, scale: float) -> View | None:
    """The part of the page around the boxes; None when it cannot be drawn."""
    import pypdfium2

    if too_large(page):
        return None
    try:
        return View(page, shown.clipped(_around(boxes)), shown, scale)
    except (pypdfium2.PdfiumError, ValueError):
        return None


def _suspects(raw: str, line: RawLine, found: Sequence[Cover], characters: Characters) -> Iterator[_Suspect]:
    near = [cover for cover in found if _touch(cover.box, line)]
    if not near:
        return
    for index in range(line.start, line.end):
        box = None if raw[index].isspace() else characters.outline(index, line.font_size)
        over = [cover for cover in near if _holds(cover.box, box)] if box else []
        if box and over:
            yield _Suspect(index, box, over[0].picture, max(cover.order for cover in over))


def _touch(cover: Box, line: RawLine) -> bool:
    """Whether they overlap; a line is measured at three characters, so others may stand out a little."""
    box, slack = line.box, line.font_size
    across = cover.x0 <= box.x1 + slack and box.x0 - slack <= cover.x1
    return across and cover.y0 <= box.y1 + slack and box.y0 - slack <= cover.y1


def _holds(cover: Box, character: Box) -> bool:
    """Whether the character's middle is under the cover."""
    x, y = (character.x0 + character.x1) / 2, (character.y0 + character.y1) / 2
    return cover.x0 <= x <= cover.x1 and cover.y0 <= y <= cover.y1


def _around(boxes: Sequence[Box]) -> Box:
    whole = boxes[0]
    for box in boxes[1:]:
        whole = union(whole, box)
    return whole


def _hidden(
    page: Any, raw: str, suspects: Sequence[_Suspect], view: View, characters: Characters
) -> set[int]:
    shades = {s.index: view.shade(s.box) for s in suspects}
    dark = [s for s in suspects if _even(shades[s.index], s.picture)]
    labelled = [s for s in suspects if not s.picture and shades[s.index].mostly]
    return (
        {s.index for s in dark if not s.picture}
        | _wide_runs(raw, [s for s in dark if s.picture])
        | _under_labels(page, characters, labelled)
    )


def _even(shade: Shade, picture: bool) -> bool:
    return shade.dark and shade.spread <= (_EVEN_SCAN if picture else _EVEN)


def _under_labels(page: Any, characters: Characters, labelled: Sequence[_Suspect]) -> set[int]:
    """Characters that are drawn before the shape over them, though other letters stand on it."""
    if not labelled:
        return set()
    orders = Walk(page).text_orders()
    drawn = ((s, orders.get(characters.text_object(s.index))) for s in labelled)
    return {s.index for s, order in drawn if order is not None and order < s.order}


def _wide_runs(raw: str, dark: Sequence[_Suspect]) -> set[int]:
    """Of characters under pictures, those that form dark bars with words in them."""
    found: set[int] = set()
    for run in _runs(raw, dark):
        width = sum(s.box.x1 - s.box.x0 for s in run)
        height = max(s.box.y1 - s.box.y0 for s in run)
        if width >= _RUN * height and sum(raw[s.index].isalnum() for s in run) >= 2:
            found |= {s.index for s in run}
    return found


def _runs(raw: str, dark: Sequence[_Suspect]) -> Iterator[list[_Suspect]]:
    """The suspects that follow each other with nothing but white space between them."""
    run: list[_Suspect] = []
    for suspect in dark:
        if run and raw[run[-1].index + 1 : suspect.index].strip():
            yield run
            run = []
        run.append(suspect)
    if run:
        yield run


def _ranges(raw: str, indexes: Sequence[int]) -> Iterator[Range]:
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
