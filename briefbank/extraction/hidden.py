"""Finds the characters that a page contains but does not show.

A redaction that only draws a black box leaves the words in the file. These words must not become searchable.
What could cover text is found among the page's objects and confirmed on the rendered page: a character is
hidden when the middle of its box is uniformly dark. Only characters under a possible cover are examined.
x-ray (Free Law Project) finds failed redactions so, too: https://github.com/freelawproject/x-ray.

PDFium also reads the text of layers that are switched off, outside the page's visible rectangle or a clip
path, in white on white, transparent, invisible, or too small to be seen. Such text is not seen where the page
stays blank. Text in layers, under a clip path, or below a shape that is drawn later (white, or dark with a
label) is not seen where leaving it out changes nothing. So what is read is what PDFium draws. Invisible text
over something that is drawn is that of a text recognition and stays.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from briefbank.domain.pages import Box, RawLine
from briefbank.extraction.pdfium import (
    DARK,
    Characters,
    Display,
    address,
    bounding_box,
    opened_annotations,
    rendered_part,
)

MAX_OBJECTS = 20_000  # Of a page: black boxes come last among thousands; maps have more


_MAX_DEPTH = 8  # Nested forms: the appearance of a signature is four deep; hostile files nest without end
_THICK = 3.0  # The minimum width in points of a thick stroke; a thinner one is a rule or a frame
_TEXT, _PATH, _IMAGE, _FORM = 1, 2, 3, 5  # FPDF_PAGEOBJ_ kinds of fpdf_edit.h
_KINDS = {_TEXT: "text", _PATH: "path", _IMAGE: "image"}
_Matrix = tuple[float, float, float, float, float, float]
_Corners = tuple[float, float, float, float]
_Item = tuple[int, Any, int, _Matrix, tuple[Any, ...]]
"""Drawing order, handle and kind of an object; matrix and handles of the forms around it, outermost first."""
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_LIGHTEST = 243  # The grey, of 255, from which text may not be seen on white paper
_INVISIBLE, _CLIP, _STROKED = 3, 7, frozenset({1, 5})  # Text rendering modes; the last of outlines alone
_LAYER_MARK = "OC\0".encode("utf-16-le")
_Layer = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawnObject:
    """An object of a page: 'text', 'path', 'image', 'other' or 'note' (an annotation), and its displayed box.

    ``order`` is its position in the drawing order, from 0. ``opacity``, up to 255, is that of a note, or of a
    filled shape or thick line that looks dark on white; 0 for all others. ``veil`` says that it is an opaque
    filled shape that looks light.
    """

    kind: str
    box: Box
    order: int
    opacity: int = 0
    veil: bool = False

    @property
    def picture(self) -> bool:
        """Whether it is an image, whose bounds do not say where it is dark."""
        return self.kind in ("image", "other")


@dataclass(frozen=True, slots=True)
class _FaintText:
    """A text object that may not be drawn: one that is hard to see, that a clip path may cut, or that may be
    in a layer; ``layer`` names the marks and forms around it."""

    item: Any
    faint: bool
    clipped: bool
    layer: _Layer


class ObjectWalker:
    """Walks over the objects of one loaded page, including those inside forms, in their drawing order."""

    def __init__(self, page: Any) -> None:
        import pypdfium2.raw as raw

        self._raw = raw
        objects = self._children(page, raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject)
        self._items = list(self._walk(objects))
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._fill, self._stroke, self._width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        self._name, self._length = (ctypes.c_ushort * 8)(), ctypes.c_ulong()

    def _children(self, holder: Any, count: Any, get: Any) -> Sequence[tuple[Any, int]]:
        kind_of = self._raw.FPDFPageObj_GetType
        return [(item := get(holder, at), kind_of(item)) for at in range(min(count(holder), MAX_OBJECTS))]

    def drawn(self, shown: Display, *, covering: bool) -> list[DrawnObject]:
        """Return every object with a position; when ``covering`` only what could cover text."""
        drawn: list[DrawnObject] = []
        for order, handle, kind, matrix, _ in self._items:
            if covering and kind == _TEXT:
                continue
            opacity = self._opacity(handle, matrix) if kind == _PATH else 0
            filled = kind == _PATH and not opacity and self._fill.value
            coloured = filled and self._raw.FPDFPageObj_GetFillColor(handle, *self._colour)
            veil = bool(coloured) and self._colour[3].value == 255
            if covering and kind == _PATH and not (opacity or veil):
                continue
            if self._raw.FPDFPageObj_GetBounds(handle, *self._edges):
                left, bottom, right, top = (edge.value for edge in self._edges)
                box = shown.clipped(shown.box(*_around((left, bottom, right, top), matrix)))
                drawn.append(DrawnObject(_KINDS.get(kind, "other"), box, order, opacity, veil))
        return drawn

    def texts(self) -> dict[int, tuple[int, Any]]:
        """Return the drawing order and the handle of each drawn text object, by its address."""
        mode = self._raw.FPDFTextObj_GetTextRenderMode
        return {
            address(handle): (order, handle)
            for order, handle, kind, _, _ in self._items
            if kind == _TEXT and mode(handle) != _CLIP
        }

    def faint_texts(self, *, layered: bool, scanned: bool) -> Iterator[_FaintText]:
        """Yield the text objects that may not be drawn, without those of white space."""
        raw = self._raw
        clip_path, count_paths = raw.FPDFPageObj_GetClipPath, raw.FPDFClipPath_CountPaths

        def is_clipped(handle: Any) -> bool:  # PDFium keeps a path only where it may cut something off
            return bool(count_paths(clip_path(handle)) > 0)

        for _, item, kind, _, forms in self._items:
            if kind != _TEXT:
                continue
            layer: _Layer = ()
            if layered:
                marks = (mark for handle in (*forms, item) for mark in self._marks(handle))
                layer = (*map(address, forms), *marks)
            clipped = is_clipped(item) or any(map(is_clipped, forms))
            if scanned and not layer and not clipped:
                continue
            invisible, light = self._visibility(item)
            # Leaving out what is invisible changes nothing, whether its layer is on or off.
            layer, clipped, faint = () if invisible else layer, clipped and not light, light and not scanned
            if (faint or clipped or layer) and raw.FPDFPageObj_GetBounds(item, *self._edges):
                left, bottom, right, top = (edge.value for edge in self._edges)
                if left < right and bottom < top:
                    yield _FaintText(item, faint, clipped, layer)

    def _walk(self, objects: Sequence[tuple[Any, int]]) -> Iterator[_Item]:
        raw, remaining, m = self._raw, MAX_OBJECTS, self._raw.FS_MATRIX()
        count, get = raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject

        def walk(
            objects: Sequence[tuple[Any, int]], matrix: _Matrix, forms: tuple[Any, ...]
        ) -> Iterator[_Item]:
            nonlocal remaining
            for handle, kind in objects:
                remaining -= 1
                if remaining < 0:
                    return
                if kind == _FORM and len(forms) < _MAX_DEPTH:
                    inner = matrix
                    if raw.FPDFPageObj_GetMatrix(handle, m):
                        g, h, i, j, k, n = matrix
                        inner = (
                            *(m.a * g + m.b * i, m.a * h + m.b * j),
                            *(m.c * g + m.d * i, m.c * h + m.d * j),
                            *(m.e * g + m.f * i + k, m.e * h + m.f * j + n),
                        )
                    within = self._children(handle, count, get)
                    yield from walk(within, inner, (*forms, handle))
                else:
                    yield MAX_OBJECTS - remaining, handle, kind, matrix, forms

        return walk(objects, _IDENTITY, ())

    def _opacity(self, handle: Any, matrix: _Matrix) -> int:
        """Return the opacity of the fill or of a thick stroke, if it looks dark on white; otherwise 0."""
        raw, m = self._raw, self._raw.FS_MATRIX()
        if not raw.FPDFPath_GetDrawMode(handle, self._fill, self._stroke):
            self._fill.value = 0
            return 0
        fill = self._dark_opacity(raw.FPDFPageObj_GetFillColor, handle) if self._fill.value else 0
        if fill or not self._stroke.value or not raw.FPDFPageObj_GetStrokeWidth(handle, self._width):
            return fill
        own = abs(m.a * m.d - m.b * m.c) if raw.FPDFPageObj_GetMatrix(handle, m) else 1.0
        a, b, c, d, _, _ = matrix
        thick = self._width.value * math.sqrt(own) * math.sqrt(abs(a * d - b * c)) >= _THICK
        return self._dark_opacity(raw.FPDFPageObj_GetStrokeColor, handle) if thick else 0

    def _dark_opacity(self, ask: Any, handle: Any) -> int:
        """Return the colour's opacity, 0 when it looks light; 1 for a pattern that PDFium cannot name."""
        if not ask(handle, *self._colour):
            return 1
        red, green, blue, opacity = (value.value for value in self._colour)
        grey = (299 * red + 587 * green + 114 * blue) / 1000
        return int(opacity) if 255 - opacity * (255 - grey) / 255 <= DARK else 0

    def _visibility(self, handle: Any) -> tuple[bool, bool]:
        """Tell whether a text object is invisible, and whether it may not be seen on white paper."""
        mode = self._raw.FPDFTextObj_GetTextRenderMode(handle)
        if mode in (_INVISIBLE, _CLIP):
            return mode == _INVISIBLE, True
        stroked = mode in _STROKED
        colour_of = self._raw.FPDFPageObj_GetStrokeColor if stroked else self._raw.FPDFPageObj_GetFillColor
        if not colour_of(handle, *self._colour):
            return False, False
        if self._colour[3].value == 255 and not self._colour[0].value:  # black, as most text is
            return False, False
        *colours, opacity = (value.value for value in self._colour)
        if opacity <= 255 - _LIGHTEST:
            return True, True
        return False, 255 - opacity * (255 - min(colours)) / 255 >= _LIGHTEST

    def _marks(self, handle: Any) -> Iterator[int]:
        """Yield the marked contents around an object that name a layer."""
        raw, size = self._raw, ctypes.sizeof(self._name)
        for i in range(raw.FPDFPageObj_CountMarks(handle)):
            mark = raw.FPDFPageObj_GetMark(handle, i)
            known = raw.FPDFPageObjMark_GetName(mark, self._name, size, self._length)
            if known and bytes(self._name)[: self._length.value] == _LAYER_MARK:
                yield address(mark)


def _around(corners: _Corners, matrix: _Matrix) -> _Corners:
    """Return the rectangle around the corners in the coordinates of the page."""
    if matrix is _IDENTITY:
        return corners
    a, b, c, d, e, f = matrix
    points = [(x, y) for x in corners[::2] for y in corners[1::2]]
    xs = [a * x + c * y + e for x, y in points]
    ys = [b * x + d * y + f for x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: Box, other: Box, slack: float = 0.0) -> bool:
    across = one.x0 <= other.x1 + slack and other.x0 - slack <= one.x1
    return across and one.y0 <= other.y1 + slack and other.y0 - slack <= one.y1


def _has_middle_of(outer: Box, box: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


_OPAQUE = 250  # The minimum opacity, of 255, that hides the text below
_MAX_COVERS = 300  # The maximum number of covers on a page; charts have more, and are merged into one
_OPAQUE_SUBTYPES = frozenset({3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 28})
"""FPDF_ANNOT_ subtypes of fpdf_annot.h that can be opaque: free text, lines, shapes, highlight, underline,
strike-out, stamp, ink, redaction; not links, notes, pop-ups or form fields."""


_LEAST = 3.0  # The minimum size in points; thinner shapes are rules, underlines and frames


def covers(page: Any, drawn: Sequence[DrawnObject], shown: Display) -> list[DrawnObject]:
    """Return what may hide text on a page: dark shapes and pictures, annotations, and light shapes that may
    hide what is drawn before them. ``drawn`` are the page's objects."""
    large = [
        item
        for item in (*drawn, *_annotations(page, shown))
        if item.box.x1 - item.box.x0 >= _LEAST and item.box.y1 - item.box.y0 >= _LEAST
    ]
    dark = [item for item in large if item.opacity or item.picture]
    if len(dark) > _MAX_COVERS:
        kind = "image" if all(item.picture for item in dark) else "path"
        dark = [DrawnObject(kind, bounding_box(item.box for item in dark), 0, opacity=1)]
    return [*dark, *islice((item for item in large if item.veil), _MAX_COVERS)]


def _annotations(page: Any, shown: Display) -> Iterator[DrawnObject]:
    import pypdfium2.raw as raw

    rect = raw.FS_RECTF()
    for annotation, subtype in opened_annotations(page):
        if subtype in _OPAQUE_SUBTYPES and raw.FPDFAnnot_GetRect(annotation, rect):
            box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
            yield DrawnObject("note", box, MAX_OBJECTS, opacity=255)


_FINE_SCALE, _COARSE_SCALE = 2.0, 1.0  # Pixels per point: for a full stop, and for a bar as high as a line
_MAX_SPREAD = 6.0  # The most standard deviation of grey, of 255, of unreadable text
_MAX_SPREAD_IMAGE = 14.0  # The same in images, whose black is never uniform
_MIN_HIDING_WIDTH = 0.75  # A bar burned into a scan is wider than this, in heights of its characters
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A character under covers: its index, its box, and whether only images cover it."""

    index: int
    box: Box
    picture: bool


def hidden_ranges(
    page: Any, raw: str, lines: Sequence[RawLine], over: Sequence[DrawnObject], characters: Characters
) -> tuple[Range, ...]:
    """Return the ranges of ``raw`` hidden under ``over``, including white space between hidden words. Renders
    the relevant part of the page where there are candidates, which takes 10 to 100 ms."""
    shapes = [cover for cover in over if cover.opacity and not cover.picture]
    pictures = [cover for cover in over if cover.picture]
    suspects = [s for line in lines for s in _suspects(raw, line, shapes, characters)]
    pictured = [line for line in lines if any(_overlap(c.box, line.box, line.font_size) for c in pictures)]
    boxes = [s.box for s in suspects] + [line.box for line in pictured]
    view = rendered_part(page, boxes, characters.display, _FINE_SCALE if suspects else _COARSE_SCALE)
    if view is None:
        return ()
    known = {s.index for s in suspects}
    for line in pictured:
        if view.has_bar(line.box):
            suspects += [s for s in _suspects(raw, line, pictures, characters) if s.index not in known]
    dark = [s for s in suspects if view.is_dark(s.box, _MAX_SPREAD_IMAGE if s.picture else _MAX_SPREAD)]
    hidden = {s.index for s in dark if not s.picture} | _wide_runs(raw, [s for s in dark if s.picture])
    return tuple(ranges_of(raw, sorted(hidden)))


def _suspects(
    raw: str, line: RawLine, over: Sequence[DrawnObject], characters: Characters
) -> Iterator[_Suspect]:
    # With some tolerance, because a line is measured at only three characters.
    near = [cover for cover in over if _overlap(cover.box, line.box, line.font_size)]
    for index in range(line.start, line.end) if near else ():
        box = None if raw[index].isspace() else characters.around((index,), line.font_size)
        covering = [cover for cover in near if _has_middle_of(cover.box, box)] if box else []
        if box and covering:
            yield _Suspect(index, box, covering[0].picture)


def _wide_runs(raw: str, dark: Sequence[_Suspect]) -> set[int]:
    """Return the characters under images that form dark bars with words in them."""
    boxes = {suspect.index: suspect.box for suspect in dark}
    indexes: set[int] = set()
    for span in ranges_of(raw, sorted(boxes)):
        run = boxes.keys() & range(*span)
        width = sum(boxes[index].x1 - boxes[index].x0 for index in run)
        height = max(boxes[index].y1 - boxes[index].y0 for index in run)
        if width >= _MIN_HIDING_WIDTH * height and sum(raw[index].isalnum() for index in run) >= 2:
            indexes |= run
    return indexes


def ranges_of(raw: str, indexes: Sequence[int]) -> list[Range]:
    """Return the ranges of the ordered indexes, each with the white space between its words."""
    ranges: list[Range] = []
    for index in indexes:
        if ranges and not raw[ranges[-1][1] : index].strip():
            ranges[-1] = ranges[-1][0], index + 1
        else:
            ranges.append((index, index + 1))
    return ranges


_MAX_GROUPS = 60  # The maximum number of parts of layers on a page that are told apart
_TINY_SHARE = 1 / 800  # The share of the page's height below which text cannot be seen
_CHANGE_SCALE, _FAINT_SCALE = 1.0, 2.0
_WORD = re.compile(r"\w+|[^\w\s]")
_Places = dict[int, Box]


def unseen_characters(
    page: Any,
    walker: ObjectWalker,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    over: Sequence[DrawnObject],
    *,
    layered: bool,
    scanned: bool,
) -> set[int]:
    """Return the indexes of the characters of ``raw`` that the page does not show. Single letters are left.

    Layers are looked for in ``layered`` files. On a ``scanned`` page invisible text is that of a recognition.
    """
    shown = characters.display
    page_box = Box(0.0, 0.0, shown.width, shown.height)
    suspects = {address(s.item): s for s in walker.faint_texts(layered=layered, scanned=scanned)}
    unseen: set[int] = set()
    clipped: _Places = {}
    members: dict[int, _Places] = {}
    smallest = shown.height * _TINY_SHARE
    for line in lines:
        tiny, around = 0 < line.font_size < smallest, line.box
        outside = min(around.x0, around.y0) < 0 or around.x1 > page_box.x1 or around.y1 > page_box.y1
        for index in range(line.start, line.end) if tiny or outside or suspects else ():
            suspect = suspects.get(owner := characters.text_object(index))
            if raw[index].isspace() or not (tiny or outside or suspect):
                continue
            box = characters.around((index,), line.font_size)
            if box is None:
                continue
            if not _has_middle_of(page_box, box) or (
                tiny and max(box.x1 - box.x0, box.y1 - box.y0) < 2 * smallest
            ):
                unseen.add(index)
            elif suspect and suspect.clipped:
                clipped[index] = box
            elif suspect:
                members.setdefault(owner, {})[index] = box
    if sum(raw[index].isalnum() for index in clipped) > 1:
        # All are left out at once: a letter may be drawn in slices, each with a clip path of its own.
        items = [suspect.item for suspect in suspects.values() if suspect.clipped]
        unseen |= clipped.keys() - _changing(page, shown, items, clipped)
    if over and not scanned:
        unseen |= _under(page, walker, raw, lines, characters, over)
    faint = [places for owner, places in members.items() if suspects[owner].faint]
    view = rendered_part(page, [box for places in faint for box in places.values()], shown, _FAINT_SCALE)
    for places in faint if view else ():
        if view and 2 * sum(map(view.is_blank, places.values())) > len(places):
            unseen |= places.keys()
    unseen |= _in_layers_off(page, shown, suspects, members)
    words = [range(*span) for span in ranges_of(raw, sorted(unseen))]
    return {index for word in words if sum(raw[at].isalnum() for at in word) > 1 for index in word}


def _under(
    page: Any,
    walker: ObjectWalker,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    over: Sequence[DrawnObject],
) -> set[int]:
    """Return the characters of words that shapes drawn later hide. One that shows in part can be read."""
    texts = walker.texts()
    first = min((order for order, _ in texts.values()), default=MAX_OBJECTS)
    over = [item for item in over if item.order > first and (item.veil or item.opacity >= _OPAQUE)]
    under: _Places = {}
    owners: dict[int, None] = {}
    for line in lines:
        near = [cover for cover in over if _overlap(cover.box, line.box)]
        for index in range(line.start, line.end) if near else ():
            owner = characters.text_object(index)
            box = characters.around((index,), line.font_size) if owner in texts else None
            if box is None or raw[index].isspace():
                continue
            if any(cover.order > texts[owner][0] and _has_middle_of(cover.box, box) for cover in near):
                under[index] = box
                owners[owner] = None
    if not under:
        return set()
    covered = under.keys() - _changing(page, characters.display, [texts[o][1] for o in owners], under)
    words = [range(*word.span()) for word in _WORD.finditer(raw)] if covered else []
    return {index for word in words if covered.issuperset(word) for index in word}


def _in_layers_off(
    page: Any, shown: Display, suspects: Mapping[int, _FaintText], members: Mapping[int, _Places]
) -> set[int]:
    """Return the characters of the parts of layers that change nothing when they are left out."""
    owners: dict[_Layer, list[int]] = {}
    for owner in members:
        owners.setdefault(suspects[owner].layer, []).append(owner)
    off: set[int] = set()
    for group in islice((group for layer, group in owners.items() if layer), _MAX_GROUPS):
        places = {index: box for owner in group for index, box in members[owner].items()}
        if _changing(page, shown, [suspects[owner].item for owner in group], places).isdisjoint(places):
            off |= places.keys()
    return off


def _changing(page: Any, shown: Display, items: Sequence[Any], places: _Places) -> set[int]:
    """Return the characters where leaving the text objects out changes the page; all if it fails."""
    import pypdfium2.raw as raw

    before = rendered_part(page, list(places.values()), shown, _CHANGE_SCALE)
    for item in items:
        raw.FPDFPageObj_SetIsActive(item, False)
    try:
        after = rendered_part(page, list(places.values()), shown, _CHANGE_SCALE)
    finally:
        for item in items:
            raw.FPDFPageObj_SetIsActive(item, True)
    if before is None or after is None:
        return set(places)
    return {index for index, box in places.items() if before.differs(after, box)}
