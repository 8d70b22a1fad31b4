"""Finds the text of a page that cannot be seen there, though no dark box covers it.

PDFium reads all text of a page's content: also that of layers that are switched off, outside the page's
visible rectangle or a clip path, in white on white, transparent, invisible, or too small to be seen. Where a
rectangle does not decide, the page is rendered: text is not seen where the page stays blank; a layer is off,
and a light shape hides the text that is drawn before it, where leaving that text out changes nothing. So what
is read is what PDFium draws. Invisible text over something that is drawn is that of a text recognition and
stays.

Pages without such text cost a few PDFium calls for each text object.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from briefbank.domain.pages import Box, RawLine
from briefbank.extraction.hidden import (
    MAX_OBJECTS,
    Cover,
    Objects,
    ObjectWalker,
    objects_in,
    ranges_of,
    rendered_part,
)
from briefbank.extraction.pdfium import Characters, Display, address

_MAX_DEPTH = 8
"""The maximum depth of nested forms; the appearance of a signature is four forms deep."""
_MAX_GROUPS = 60
"""The maximum number of parts of layers on a page that are told apart."""
_TINY_SHARE = 1 / 800
"""The height, as a share of the page's, below which text cannot be seen: a point of a letter page."""
_LIGHTEST = 243
"""The grey, of 255, from which text may not be seen on white paper."""
_CLIP_TOLERANCE = 1.0
_EDGE_SHARE = 0.2
"""The share of a line's height at its edges in which no middle of a character lies."""
_CHANGE_SCALE, _FAINT_SCALE = 1.0, 2.0
_TEXT, _FORM = 1, 5
_INVISIBLE = 3
_CLIP = 7
"""The text rendering mode of a text that is only a clip path, of which what is drawn later may show."""
_STROKED = frozenset({1, 5})
"""The modes in which only the outline of the letters is drawn."""
_WORD = re.compile(r"\w+|[^\w\s]")
_LAYER_MARK = "OC\0".encode("utf-16-le")
_Layer = tuple[int, ...]
_Character = tuple[int, Box]


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A text object that may not be drawn: one that is hard to see, that a rectangle clips, or that may be in
    a layer; ``layer`` names the marks and forms around it. ``box`` is where it is displayed."""

    item: Any
    box: Box
    faint: bool
    clip: Box | None
    layer: _Layer


def unseen_characters(
    page: Any,
    objects: Objects,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    over: Sequence[Cover],
    *,
    layered: bool,
    scanned: bool,
) -> set[int]:
    """Return the indexes of the characters of ``raw`` that the page does not show. Single letters are left.

    ``over`` are light shapes and annotations that may hide text. Layers are looked for only in files that are
    ``layered``. On a ``scanned`` page invisible text is that of a text recognition.
    """
    shown = characters.display
    page_box = Box(0.0, 0.0, shown.width, shown.height)
    suspects = {
        address(s.item): s
        for s in _Walk(shown, layered=layered, scanned=scanned).suspects(objects, (), None, ())
    }
    unseen: set[int] = set()
    clipped: dict[int, list[_Character]] = {}
    members: dict[int, list[_Character]] = {}
    smallest = shown.height * _TINY_SHARE
    for line in lines:
        tiny, outside = 0 < line.font_size < smallest, not _contains(page_box, line.box)
        doubtful = any(_overlap(suspect.box, line.box) for suspect in suspects.values())
        if not (tiny or outside or doubtful):
            continue
        for index in range(line.start, line.end):
            if raw[index].isspace():
                continue
            suspect = suspects.get(owner := characters.text_object(index)) if doubtful else None
            if not (tiny or outside or suspect):
                continue
            box = characters.outline(index, line.font_size)
            if box is None:
                continue
            if not _has_middle_of(page_box, box) or (
                tiny and max(box.x1 - box.x0, box.y1 - box.y0) < 2 * smallest
            ):
                unseen.add(index)
            elif suspect and suspect.clip and not _has_middle_of(suspect.clip, box):
                clipped.setdefault(owner, []).append((index, box))
            elif suspect:
                members.setdefault(owner, []).append((index, box))
    if _has_word(raw[index] for index, _ in _all(clipped)):
        # All are left out at once: a letter may be drawn in slices, each with a clip path of its own.
        items = [suspect.item for suspect in suspects.values() if suspect.clip]
        changing = _changing(page, shown, items, _all(clipped))
        unseen |= {index for index, _ in _all(clipped)} - changing
    if over and not scanned:
        unseen |= _under(page, objects, raw, lines, characters, over)
    if members:
        unseen |= _blank(page, shown, {a: c for a, c in members.items() if suspects[a].faint})
        unseen |= _in_layers_off(page, shown, suspects, members)
    words = [span for span in ranges_of(raw, sorted(unseen)) if _has_word(raw[slice(*span)])]
    return {index for span in words for index in range(*span)}


def _under(
    page: Any,
    objects: Objects,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    over: Sequence[Cover],
) -> set[int]:
    """Return the characters of words that shapes drawn later hide. One that shows in part can be read."""
    texts = ObjectWalker(objects).texts()
    first = min((order for order, _ in texts.values()), default=MAX_OBJECTS)
    over = [cover for cover in over if cover.order > first]
    under: dict[int, list[_Character]] = {}
    for line in lines:
        near = [cover for cover in over if _overlap(cover.box, line.box)]
        for index in range(line.start, line.end) if near else ():
            owner = characters.text_object(index)
            box = characters.outline(index, line.font_size) if owner in texts else None
            if box is None or raw[index].isspace():
                continue
            if any(cover.order > texts[owner][0] and _has_middle_of(cover.box, box) for cover in near):
                under.setdefault(owner, []).append((index, box))
    if not under:
        return set()
    items = [texts[owner][1] for owner in under]
    covered = {index for index, _ in _all(under)}
    covered -= _changing(page, characters.display, items, _all(under))
    words = [range(*word.span()) for word in _WORD.finditer(raw)] if covered else []
    return {index for word in words if covered.issuperset(word) for index in word}


def _has_word(characters: Iterable[str]) -> bool:
    return sum(map(str.isalnum, characters)) > 1


def _contains(outer: Box, inner: Box) -> bool:
    return outer.x0 <= inner.x0 and outer.y0 <= inner.y0 and inner.x1 <= outer.x1 and inner.y1 <= outer.y1


def _overlap(one: Box, other: Box) -> bool:
    return one.x0 <= other.x1 and other.x0 <= one.x1 and one.y0 <= other.y1 and other.y0 <= one.y1


def _has_middle_of(outer: Box, box: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def _blank(page: Any, shown: Display, faint: Mapping[int, Sequence[_Character]]) -> set[int]:
    """Return the characters of the objects in most of whose boxes the page is blank."""
    view = rendered_part(page, [box for _, box in _all(faint)], shown, _FAINT_SCALE)
    if view is None:
        return set()
    return {
        index
        for characters in faint.values()
        if 2 * sum(view.is_blank(box) for _, box in characters) > len(characters)
        for index, _ in characters
    }


def _in_layers_off(
    page: Any,
    shown: Display,
    suspects: Mapping[int, _Suspect],
    members: Mapping[int, Sequence[_Character]],
) -> set[int]:
    """Return the characters of the parts of layers that change nothing when they are left out."""
    items: dict[_Layer, list[Any]] = {}
    parts: dict[_Layer, list[_Character]] = {}
    for owner, characters in members.items():
        if layer := suspects[owner].layer:
            items.setdefault(layer, []).append(suspects[owner].item)
            parts.setdefault(layer, []).extend(characters)

    def seen(layers: Sequence[_Layer]) -> list[_Layer]:
        """Return those of the layers where the page changes when all are left out."""
        left_out = [item for layer in layers for item in items[layer]]
        changing = _changing(page, shown, left_out, [c for layer in layers for c in parts[layer]])
        return [layer for layer in layers if changing.intersection(index for index, _ in parts[layer])]

    on = seen(list(parts)) if parts else []
    if 1 < len(on) <= _MAX_GROUPS:  # text of one layer may lie over that of another
        on = [layer for layer in on if seen([layer])]
    return {index for layer in parts.keys() - set(on) for index, _ in parts[layer]}


def _all(characters: Mapping[int, Sequence[_Character]]) -> list[_Character]:
    return [character for of_object in characters.values() for character in of_object]


def _changing(page: Any, shown: Display, items: Sequence[Any], characters: Sequence[_Character]) -> set[int]:
    """Return the characters where the page changes when the text objects are left out; all where it cannot be
    rendered."""
    import pypdfium2.raw as raw

    boxes = [box for _, box in characters]
    before = rendered_part(page, boxes, shown, _CHANGE_SCALE)
    for item in items:
        raw.FPDFPageObj_SetIsActive(item, False)
    try:
        after = rendered_part(page, boxes, shown, _CHANGE_SCALE)
    finally:
        for item in items:
            raw.FPDFPageObj_SetIsActive(item, True)
    if before is None or after is None:
        return {index for index, _ in characters}
    return {index for index, box in characters if before.differs(after, box)}


class _Walk:
    """One walk over the text objects of a page, including those inside forms."""

    def __init__(self, shown: Display, *, layered: bool, scanned: bool) -> None:
        import pypdfium2.raw as raw

        self._raw, self._shown = raw, shown
        self._layered, self._scanned = layered, scanned
        self._remaining = MAX_OBJECTS
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._name, self._length = (ctypes.c_ushort * 8)(), ctypes.c_ulong()

    def suspects(
        self, objects: Objects, matrices: tuple[Any, ...], clip: Box | None, layer: _Layer
    ) -> Iterator[_Suspect]:
        """Yield the suspects among the objects of a page, or of a form with these matrices, the innermost
        first, inside a clip path and layers."""
        raw, layered, scanned = self._raw, self._layered, self._scanned
        clip_of, paths_of = raw.FPDFPageObj_GetClipPath, raw.FPDFClipPath_CountPaths
        for item, kind in objects:
            self._remaining -= 1
            if self._remaining < 0:
                return
            if kind not in (_TEXT, _FORM):
                continue
            own = clip_of(item)
            # PDFium keeps a clip path only where it cuts something off the object.
            inner = self._clip(own, matrices, clip) if paths_of(own) > 0 else clip
            marked = layer + self._marks(item) if layered else ()
            if kind == _TEXT:
                if scanned and not marked and not inner:
                    continue
                invisible, light = self._visibility(item)
                faint = light and not scanned
                # Leaving out what is invisible changes nothing, whether its layer is on or off.
                marked = () if invisible else marked
                if not (faint or inner or marked) or (box := self._box(item, matrices)) is None:
                    continue
                if faint or marked or not (inner and _contains(inner, _middle_of(box))):
                    yield _Suspect(item, box, faint, inner, marked)
            elif len(matrices) < _MAX_DEPTH:
                m = raw.FS_MATRIX()
                raw.FPDFPageObj_GetMatrix(item, m)
                marked = (*marked, address(item)) if layered else ()
                yield from self.suspects(objects_in(item), (m, *matrices), inner, marked)

    def _box(self, item: Any, matrices: Sequence[Any]) -> Box | None:
        left, bottom, right, top = self._edges
        if not self._raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return None
        if left.value == right.value or bottom.value == top.value:  # white space
            return None
        corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
        return self._around(corners, matrices)

    def _around(self, points: Iterable[tuple[float, float]], matrices: Sequence[Any]) -> Box:
        """Return the displayed rectangle around points inside forms with these matrices, the innermost
        first."""
        for m in matrices:
            points = [(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in points]
        xs, ys = zip(*points, strict=True)
        return self._shown.box(min(xs), min(ys), max(xs), max(ys))

    def _visibility(self, item: Any) -> tuple[bool, bool]:
        """Tell whether a text object is invisible, and whether it may not be seen on white paper."""
        mode = self._raw.FPDFTextObj_GetTextRenderMode(item)
        if mode == _INVISIBLE:
            return True, True
        if mode == _CLIP:
            return False, True
        stroked = mode in _STROKED
        colour_of = self._raw.FPDFPageObj_GetStrokeColor if stroked else self._raw.FPDFPageObj_GetFillColor
        red, green, blue, opacity = self._colour
        if not colour_of(item, red, green, blue, opacity):
            return False, False
        if opacity.value == 255 and not red.value:  # black, as nearly all text is
            return False, False
        if opacity.value <= 255 - _LIGHTEST:
            return True, True
        darkest = min(red.value, green.value, blue.value)
        return False, 255 - opacity.value * (255 - darkest) / 255 >= _LIGHTEST

    def _marks(self, item: Any) -> _Layer:
        """Return the marked contents around an object that name a layer."""
        raw, size = self._raw, ctypes.sizeof(self._name)
        marks = []
        for i in range(raw.FPDFPageObj_CountMarks(item)):
            mark = raw.FPDFPageObj_GetMark(item, i)
            known = raw.FPDFPageObjMark_GetName(mark, self._name, size, self._length)
            if known and bytes(self._name)[: self._length.value] == _LAYER_MARK:
                marks.append(address(mark))
        return tuple(marks)

    def _clip(self, path: Any, matrices: Sequence[Any], outer: Box | None) -> Box:
        """Return the displayed rectangle around a clip path, within the outer one."""
        clip = outer or Box(0.0, 0.0, self._shown.width, self._shown.height)
        for at in range(self._raw.FPDFClipPath_CountPaths(path)):
            points = list(self._points(path, at))
            if points:
                box = self._around(points, matrices)
                clip = Box(
                    max(clip.x0, box.x0 - _CLIP_TOLERANCE),
                    max(clip.y0, box.y0 - _CLIP_TOLERANCE),
                    min(clip.x1, box.x1 + _CLIP_TOLERANCE),
                    min(clip.y1, box.y1 + _CLIP_TOLERANCE),
                )
        return clip

    def _points(self, path: Any, at: int) -> Iterator[tuple[float, float]]:
        raw = self._raw
        across, up = self._edges[:2]
        for i in range(min(raw.FPDFClipPath_CountPathSegments(path, at), MAX_OBJECTS)):
            if raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(path, at, i), across, up):
                yield across.value, up.value


def _middle_of(box: Box) -> Box:
    """Return the part of a line in which the middles of its characters lie."""
    slack = _EDGE_SHARE * min(box.x1 - box.x0, box.y1 - box.y0)
    return Box(box.x0 + slack, box.y0 + slack, box.x1 - slack, box.y1 - slack)
