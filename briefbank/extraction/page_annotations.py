"""The links on a page, the active content of a PDF, and the text that annotations draw: values of form
fields, notes, stamps and signatures.

PDFium reads only a page's content. The appearances of the annotations are therefore made part of the content,
in memory, as a printer would. Their text then follows the page's own, whose positions stay as they are.
Comments that a reader has to open (pop-ups, sticky notes) draw no text. No link is followed: the PDFium of
pypdfium2 has no JavaScript engine, and no function that would run an action is called.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from briefbank.domain.pages import Box, PageLink, RawLine
from briefbank.extraction.columns import JOINER, Edges
from briefbank.extraction.pdfium import (
    FIELD,
    Characters,
    Display,
    bounding_box,
    display,
    is_on_line,
    opened_annotations,
    subtypes,
)
from briefbank.sandbox.pdf_sanitizer import sanitize

MOST_LINKS = 2_000
MOST_CHARACTERS = 4_096  # The maximum length of one address; a longer one is cut, and shown so


def links(document: Any, page: Any) -> list[PageLink]:
    """Return the links with a position on the displayed page, in the order of the file."""
    import pypdfium2.raw as raw

    shown = display(page)
    on_page = []
    position, handle, rect = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    for _ in range(MOST_LINKS):
        if not raw.FPDFLink_Enumerate(page, position, handle):
            break
        if not raw.FPDFLink_GetAnnotRect(handle, rect):
            continue
        box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
        if box.x1 <= box.x0 or box.y1 <= box.y0:
            continue
        # A link may have neither a target page nor an address: it is without effect here.
        address, destination = "", raw.FPDFLink_GetDest(document, handle)
        action = None if destination else raw.FPDFLink_GetAction(handle)
        kind = raw.FPDFAction_GetType(action) if action else raw.PDFACTION_UNSUPPORTED
        if kind == raw.PDFACTION_GOTO:
            destination = raw.FPDFAction_GetDest(document, action)
        elif kind == raw.PDFACTION_URI:
            size = min(int(raw.FPDFAction_GetURIPath(document, action, None, 0)), MOST_CHARACTERS)
            buffer = ctypes.create_string_buffer(max(size, 1))
            raw.FPDFAction_GetURIPath(document, action, buffer, size)
            address = buffer.raw[: size - 1].decode("utf-8", "replace") if size > 1 else ""
        index = int(raw.FPDFDest_GetDestPageIndex(document, destination)) if destination else -1
        on_page.append(PageLink(box, index if 0 <= index < len(document) else None, address))
    return on_page


def has_active_content(path: Path) -> bool:
    """Tell whether the file has active content, or cannot be examined; takes 0.1 s or more."""
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            return sanitize(pdf)
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, TypeError):
        return True


_WITHOUT_TEXT = frozenset({1, 2, 16})  # FPDF_ANNOT_ subtypes of fpdf_annot.h: sticky notes, links, pop-ups
_STAMP = 13
_DRAW_CONTENTS = frozenset({0, 2, 3, 13, 20, 21, 22, 23, 24})
"""Those whose contents are drawn, or are none: links, free text, stamps, form fields and technical ones."""
_TEXT_SUBTYPES = frozenset({3, 13, 20})  # Free text, stamps and form fields
_INVISIBLE, _HIDDEN, _NO_VIEW = 1, 2, 32
"""FPDF_ANNOT_FLAG_ values; PDFium draws invisible annotations but leaves them out of the content."""
_TICKS = frozenset({2, 3})  # FPDF_FORMFIELD_ types of check boxes and radio buttons
_COMB = 1 << 24  # The flag of a field that sets each character in a box of its own (ISO 32000-1, table 228)
_STAMP_WIDTH, _STAMP_HEIGHT = 30.0, 8.0  # The minimum size in points of a stamp with a word in it
_EMPTY = 2  # The bytes of a string without characters, in PDFium
_EMPTY_BOX = 1.6  # Boxes between two characters of a comb from which one is empty
_AnnotationLine = tuple["AnnotationArea | None", RawLine]


@dataclass(frozen=True, slots=True)
class AnnotationArea:
    """The displayed box of an annotation that may draw text: a ``field``, a ``stamp`` or another note;
    ``tick`` is a check box or radio button, ``comb`` a field with a box for each character."""

    box: Box
    field: bool
    stamp: bool
    tick: bool
    comb: bool


def draw_into_content(document: Any, page: Any, shown: Display) -> list[AnnotationArea]:
    """Make the displayed annotations part of the page's content and return the areas of those that may draw
    text. Where there are any, the page must be loaded anew; it then has no annotations. ``shown`` is the
    display in which the areas are measured."""
    import pypdfium2.raw as raw

    if _WITHOUT_TEXT.issuperset(subtypes(page)):
        return []
    # PDFium makes the appearances that are missing when it draws annotations. The page is drawn outside of
    # the bitmap, so that nothing but its annotations is looked at.
    bitmap = raw.FPDFBitmap_Create(1, 1, 0)
    try:
        raw.FPDF_RenderPageBitmap(bitmap, page, 2, 2, 1, 1, 0, raw.FPDF_ANNOT)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    measured = (_area(document, *annotation, shown) for annotation in opened_annotations(page))
    areas = [area for area in measured if area is not None]
    return areas if areas and raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) else []


def picture_stamps(areas: Sequence[AnnotationArea], noted: Iterable[AnnotationArea | None]) -> list[Box]:
    """Return the boxes of stamps that may be pictures of text: all but small and ``noted`` ones."""
    read = list(noted)
    boxes = [area.box for area in areas if area.stamp and area not in read]
    return [b for b in boxes if b.x1 - b.x0 >= _STAMP_WIDTH and b.y1 - b.y0 >= _STAMP_HEIGHT]


def unread(page: Any) -> tuple[bool, bool]:
    """Tell whether the page has comments that a reader has to open, and fields or notes not displayed."""
    import pypdfium2.raw as raw

    comments = undisplayed = False
    for annotation, subtype in opened_annotations(page):
        value = raw.FPDFAnnot_GetStringValue
        says = any(value(annotation, key, None, 0) > _EMPTY for key in (b"Contents", b"V"))
        displayed = not raw.FPDFAnnot_GetFlags(annotation) & (_HIDDEN | _NO_VIEW)
        comments |= says and subtype not in _DRAW_CONTENTS
        undisplayed |= says and not displayed and subtype in _TEXT_SUBTYPES
    return comments, undisplayed


def _area(document: Any, annotation: Any, subtype: int, shown: Display) -> AnnotationArea | None:
    """Return the area of a displayed annotation that may draw text; one not displayed is hidden."""
    import pypdfium2.raw as raw

    field, rect = subtype == FIELD, raw.FS_RECTF()
    flags = raw.FPDFAnnot_GetFlags(annotation)
    if flags & (_HIDDEN | _NO_VIEW) or not raw.FPDFAnnot_GetRect(annotation, rect):
        raw.FPDFAnnot_SetFlags(annotation, flags | _HIDDEN)
        return None
    box = shown.box(rect.left, rect.bottom, rect.right, rect.top)
    if flags & _INVISIBLE and not field:
        raw.FPDFAnnot_SetFlags(annotation, flags & ~_INVISIBLE)
    if subtype in _WITHOUT_TEXT:
        return None
    kind = comb = 0
    if field and document.formenv:
        kind = raw.FPDFAnnot_GetFormFieldType(document.formenv, annotation)
        comb = raw.FPDFAnnot_GetFormFieldFlags(document.formenv, annotation) & _COMB
    return AnnotationArea(box, field, subtype == _STAMP, kind in _TICKS, bool(comb))


def annotation_ranges(
    raw: str, start: int, areas: Sequence[AnnotationArea], characters: Characters
) -> Iterator[tuple[AnnotationArea | None, int, int]]:
    """Yield the lines of the annotations' text from ``start`` on as half-open ranges, each with its area."""
    ranges: list[tuple[AnnotationArea | None, int, int]] = []
    last: tuple[Box, int] | None = None
    for index in range(start, len(raw)):
        box = None if raw[index].isspace() else characters.box(index)
        if box is None:
            continue
        owner = characters.text_object(index)
        above, begin, _ = ranges[-1] if ranges else (None, 0, 0)
        # The area with the middle of the character, preferably the one of the character before.
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        nearby = [above, *areas] if above else areas
        area = next((a for a in nearby if a.box.x0 <= x <= a.box.x1 and a.box.y0 <= y <= a.box.y1), None)
        if last and above and above.field and (area is None or owner == last[1]):
            area = above  # a long value runs beyond its field
        comb = area is not None and area.comb
        upright = characters.upright(index)
        if last and area is above and (comb or is_on_line(last[0], box, upright=upright)):
            ranges[-1] = area, begin, index + 1
        else:
            ranges.append((area, index, index + 1))
        last = box, owner
    for area, begin, end in ranges:
        if not (area and area.tick and end - begin == 1):
            yield area, begin, end


def without_comb_gaps(raw: str, noted: Sequence[_AnnotationLine], edges: Edges) -> str:
    """Return the text without spaces between a comb field's characters, but at empty boxes."""
    letters = list(raw)
    for area, line in noted:
        if area is None or not area.comb:
            continue
        ends = {at: edges(at) for at in range(line.start, line.end) if not raw[at].isspace()}
        middles = {at: (end[0] + end[1]) / 2 for at, end in ends.items() if end}
        steps = [(a, b, middles[b] - middles[a]) for a, b in pairwise(middles)]
        pitch = min((step for _, _, step in steps), default=0.0)
        for a, b, step in steps:
            if step < _EMPTY_BOX * pitch:
                letters[a + 1 : b] = raw[a + 1 : b].replace(" ", JOINER)
    return "".join(letters)


def with_annotations(own: Sequence[RawLine], noted: Sequence[_AnnotationLine]) -> tuple[RawLine, ...]:
    """Return a page's own lines with those of its annotations among them: a field's after the line on its
    left, and others where they begin no paragraph anew."""
    lines = list(own)
    for area, group in groupby(noted, key=lambda pair: pair[0]):
        block = [line for _, line in group]
        at = _after_label(lines, block[0].box) if area is not None and area.field else None
        if at is None:
            at = _beside(lines, bounding_box(line.box for line in block))
        column = lines[max(at - 1, 0)].column if lines else 0
        lines[at:at] = [replace(line, column=column) for line in block]
    return tuple(lines)


def _after_label(lines: Sequence[RawLine], box: Box) -> int | None:
    """Return the position after the words on the same row left of a field, None without a row."""
    row = []
    for at, line in enumerate(lines):
        shared = min(line.box.y1, box.y1) - max(line.box.y0, box.y0)
        if shared > 0.5 * min(line.box.y1 - line.box.y0, box.y1 - box.y0):
            row.append(at)
    middle = (box.x0 + box.x1) / 2
    before = [at for at in row if (lines[at].box.x0 + lines[at].box.x1) / 2 <= middle]
    if before:
        return max(before, key=lambda at: lines[at].box.x1) + 1
    return min(row) if row else None


def _beside(lines: Sequence[RawLine], box: Box) -> int:
    """Return the position of a note: in its column, or else at the beginning or end of the page."""
    middle = (box.y0 + box.y1) / 2
    across = [line.box.x0 < box.x1 and box.x0 < line.box.x1 for line in lines]
    down = [line.box.y0 < box.y1 and box.y0 < line.box.y1 for line in lines]
    if any(down) and not any(a and d for a, d in zip(across, down, strict=True)):
        return 0 if middle < max(line.box.y1 for line in lines) / 2 else len(lines)
    below = (at for at, line in enumerate(lines) if line.box.y0 >= middle and across[at])
    return min(below, default=len(lines))
