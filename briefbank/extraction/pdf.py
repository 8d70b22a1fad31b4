"""Extracts the pages of a PDF with PDFium: characters, lines, labels and the image share of each page.

Runs inside a child process (see ``isolated``). One bad page becomes a gap, never an exception; only a file
without any readable page raises. Costs a few PDFium calls per line, not per character.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from briefbank.domain.pages import HIDDEN_MARK, Box, PageSource, RawLine, RawPage
from briefbank.extraction.columns import in_reading_order, joined_letters
from briefbank.extraction.hidden import (
    Cover,
    Objects,
    ObjectWalker,
    annotated,
    covers,
    hidden_ranges,
    objects_of,
    ranges_of,
    veils,
)
from briefbank.extraction.page_annotations import (
    AnnotationArea,
    annotation_ranges,
    draw_into_content,
    picture_stamps,
    unread,
    with_annotations,
    without_comb_gaps,
)
from briefbank.extraction.pdfium import (
    Characters,
    Display,
    PageText,
    display,
    hide_annotations_off,
    layers_of,
    load_page,
    opened,
    page_text,
)
from briefbank.extraction.textlayer import SCAN_COVER, STAMP, picture_share
from briefbank.extraction.unseen import unseen_characters
from briefbank.text.messages import Message

V = TypeVar("V", bound=float)
MAX_CHARACTERS = 400_000
"""The maximum characters of one page; a full page of small print has about 10,000."""
_DAMAGED_PAGE = Message("This page is damaged and could not be opened.")
_OVERFULL_PAGE = Message("This page holds more text than a page can and was left out.")
_LABEL_LENGTH = 64
_VISIBLE = re.compile(r"\S")
_LINE_END = re.compile(r"\r\n|\n|\r")
_SAMPLE_POSITIONS = (0.25, 0.5, 0.75)


def extract(path: Path, pages: Sequence[int] | None = None) -> list[RawPage]:
    """Return the requested pages (0-based; None: all) in the given order; numbers past the end are left out.

    Raises NotReadable, Encrypted, Damaged or TooLarge for the file as a whole.
    """
    with opened(path) as document:
        layers = layers_of(path)
        hide_annotations_off(document, layers)
        indexes = range(len(document)) if pages is None else [p for p in pages if 0 <= p < len(document)]
        return [read_page(document, index, layered=layers.exist) for index in indexes]


def read_page(document: Any, index: int, *, layered: bool, recognised: bool = False) -> RawPage:
    """Return one page of an opened document; a page that PDFium cannot open is a gap.

    ``layered`` says whether the file may have layers that are switched off (``layers_of``), ``recognised``
    that the page's invisible text was recognised. The page's annotations become part of its content in
    memory: nothing else of them can be read afterwards.
    """
    import pypdfium2

    try:
        with _loaded(document, index) as page:
            read, raw, shown = _page(document, page, index, layered=layered, recognised=recognised)
            areas = () if read.source is PageSource.GAP else draw_into_content(document, page, shown)
    except pypdfium2.PdfiumError:
        return _gap(index, _DAMAGED_PAGE)
    if not areas:
        return read
    try:
        with _loaded(document, index) as page:
            whole = _with_annotations(page, shown, read, raw, areas, layered=layered)
            return whole or _page(document, page, index, layered=layered, recognised=recognised)[0]
    except pypdfium2.PdfiumError:  # a fault in an annotation does not cost the page's own text
        return read


@contextmanager
def _loaded(document: Any, index: int) -> Iterator[Any]:
    page = load_page(document, index)
    try:
        yield page
    finally:
        page.close()


def _page(
    document: Any, page: Any, index: int, *, layered: bool, recognised: bool
) -> tuple[RawPage, str, Display]:
    """Return the page without its annotations, its text with what is hidden, and the display in which its
    text is upright."""
    shown = display(page)
    textpage = page.get_textpage()
    try:
        if textpage.count_chars() > MAX_CHARACTERS:
            return _gap(index, _OVERFULL_PAGE, shown.width, shown.height), "", shown
        text = page_text(textpage)
        characters = Characters(textpage, shown)
        if turns := _turns(text.raw, characters):
            shown = shown.turned(turns)
            characters = Characters(textpage, shown)
        lines = tuple(_lines(text, characters))
        visible = sum(len(text.raw[line.start : line.end].strip()) for line in lines)
        objects = objects_of(page)
        walker = ObjectWalker(objects)
        drawn = walker.all() if visible < STAMP else walker.covering()
        over = covers(page, drawn, shown)
        covered = hidden_ranges(page, text.raw, lines, over, characters) if over else ()
        share = round(picture_share(drawn, shown, visible, annotated=annotated(page)), 4)
        scanned = recognised or share >= SCAN_COVER
        light = veils(page, drawn, shown)
        hidden, seen = _hidden(
            page, objects, text.raw, lines, characters, covered, light, layered=layered, scanned=scanned
        )
        lines = tuple(
            in_reading_order(
                text.raw,
                [line for line in seen if line is not None],
                shown.width,
                characters.ends,
                partial(_line, text.raw, characters=characters),
            )
        )
        raw = _masked(joined_letters(text.raw, characters.advance), hidden)
    finally:
        textpage.close()
    comments, undisplayed = unread(page)
    read = RawPage(
        index=index,
        raw=raw,
        lines=lines,
        width=shown.width,
        height=shown.height,
        pdf_label=_label(document, index),
        image_cover=share,
        hidden=hidden,
        turned=shown.extra_turns > 0,
        comments=comments,
        undisplayed=undisplayed,
    )
    return read, text.raw, shown


def _turns(raw: str, characters: Characters) -> int:
    """Return the clockwise quarter turns of the page that make most of its text upright."""
    visible = _visible_samples(raw, 0, len(raw))
    turns, count = Counter(map(characters.turns, visible)).most_common(1)[0] if visible else (0, 0)
    return turns if 2 * count > len(visible) else 0


def _with_annotations(
    page: Any, shown: Display, read: RawPage, raw: str, areas: Sequence[AnnotationArea], *, layered: bool
) -> RawPage | None:
    """Return the page with the text of its annotations, which ``page`` has in its content, at the end.

    ``raw`` is the page's own text. Returns None where PDFium reads that otherwise beside the annotations.
    """
    textpage = page.get_textpage()
    try:
        if textpage.count_chars() > MAX_CHARACTERS:
            return read
        text = page_text(textpage).raw
        if not text.startswith(raw):
            return None
        characters = Characters(textpage, shown)
        noted = [
            (area, line)
            for area, start, end in annotation_ranges(text, len(raw), areas, characters)
            if (line := _line(text, start, end, characters)) is not None
        ]
        # A field shows more of a long value to whoever clicks in it.
        fields = [(area, line) for area, line in noted if area is not None and area.field]
        notes = [(area, line) for area, line in noted if area is None or not area.field]
        drawn = [line for _, line in notes]
        hidden, seen = _hidden(
            page, objects_of(page), text, drawn, characters, read.hidden, (), layered=layered, scanned=False
        )
        kept = [(area, line) for (area, _), line in zip(notes, seen, strict=True) if line is not None]
        noted = [*fields, *kept]
        lines = with_annotations(text, read.lines, noted, characters)
        text = without_comb_gaps(read.raw + text[len(raw) :], noted, characters.ends)
        text = joined_letters(text, characters.advance, len(raw))
    finally:
        textpage.close()
    return replace(
        read,
        raw=_masked(text, hidden),
        lines=lines,
        hidden=hidden,
        annotations_at=len(raw),
        picture_stamp=bool(picture_stamps(areas, (area for area, _ in noted))),
    )


def _hidden(
    page: Any,
    objects: Objects,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    covered: Sequence[tuple[int, int]],
    over: Sequence[Cover],
    *,
    layered: bool,
    scanned: bool,
) -> tuple[tuple[tuple[int, int], ...], Sequence[RawLine | None]]:
    """Return the ranges that are covered or that the page does not show for another reason, and what is left
    of each line without the latter: the page shows nothing there, not even a box."""
    boxed = {index for span in covered for index in range(*span)}
    unseen = (
        unseen_characters(page, objects, raw, lines, characters, over, layered=layered, scanned=scanned)
        - boxed
    )
    if not unseen:
        return tuple(covered), lines
    hidden = ranges_of(raw, sorted(unseen | boxed))
    return tuple(hidden), [_seen_part(raw, line, unseen, characters) for line in lines]


def _seen_part(raw: str, line: RawLine, unseen: set[int], characters: Characters) -> RawLine | None:
    """Return a line without the unseen characters at its ends; None when all are."""
    if unseen.isdisjoint(range(line.start, line.end)):
        return line
    seen = [at for at in range(line.start, line.end) if at not in unseen and not raw[at].isspace()]
    if not seen:
        return None
    return _line(raw, seen[0], seen[-1] + 1, characters)


def _masked(raw: str, hidden: Sequence[tuple[int, int]]) -> str:
    """Return the text with a mark for each hidden character; white space stays."""
    for start, end in hidden:
        raw = raw[:start] + _VISIBLE.sub(HIDDEN_MARK, raw[start:end]) + raw[end:]
    return raw


def _gap(index: int, reason: Message, width: float = 0.0, height: float = 0.0) -> RawPage:
    return RawPage(index, "", (), width, height, PageSource.GAP, gap_reason=reason)


def _label(document: Any, index: int) -> str:
    label = document.get_page_label(index) or ""
    return "".join(c for c in label if c.isprintable()).strip()[:_LABEL_LENGTH]


def _lines(text: PageText, characters: Characters) -> Iterator[RawLine]:
    """Yield the lines between line ends; a hyphen whose line end PDFium dropped ends a line too."""
    ends = [match.span() for match in _LINE_END.finditer(text.raw)]
    ends += [(i + 1, i + 1) for i in text.hyphens]
    start = 0
    for end, following in [*sorted(ends), (len(text.raw), len(text.raw))]:
        line = _line(text.raw, start, end, characters) if end > start else None
        if line is not None:
            yield line
        start = max(start, following)


def _line(raw: str, start: int, end: int, characters: Characters) -> RawLine | None:
    """Return the line, measured at a few of its visible characters; None when it has none."""
    samples = _visible_samples(raw, start, end)
    if not samples:
        return None
    inner = samples[1:-1] if len(samples) > 2 else samples
    size = _median(inner, characters.size)
    ends = {samples[0], samples[len(samples) // 2], samples[-1]}
    box = characters.around(ends, size) or Box(0.0, 0.0, 0.0, 0.0)
    return RawLine(start, end, box, round(size, 2), _median(inner[::-1], characters.bold))


def _visible_samples(raw: str, start: int, end: int) -> list[int]:
    """Return up to five visible characters spread over a range, including the first and the last."""
    line = raw[start:end].rstrip()
    last = start + len(line) - 1
    first = last + 1 - len(line.lstrip())
    if last < first:
        return []
    samples = {first, last}
    for share in _SAMPLE_POSITIONS:
        index = first + round((last - first) * share)
        while raw[index].isspace():  # the last character is visible
            index += 1
        samples.add(index)
    return sorted(samples)


def _median(samples: Sequence[int], ask: Callable[[int], V]) -> V:
    """Return the median of up to three answers; the third is not requested when the others agree."""
    answers = [ask(index) for index in samples[:2]]
    if answers[0] == answers[-1]:
        return answers[0]
    answers += [ask(index) for index in samples[2:]]
    return sorted(answers)[len(answers) // 2]
