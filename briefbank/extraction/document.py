"""Extracts all that BriefBank keeps of a document from the pages of its file, in one call.

The steps are pure functions on values: clean the pages, lay out paragraphs and footnotes, find the sections,
cut passages, read the caption. No function here opens a file, and no text makes one fail. A mistake of ours
in the headings or in the caption is a gap in that alone (``domain.documents``).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Caption, Reading
from briefbank.domain.pages import HIDDEN_MARK, Page, PageSource, RawPage, Role
from briefbank.extraction import file_naming
from briefbank.extraction.caption import (
    UNKNOWN,
    CaptionSource,
    kind_of,
    memo_head,
    read_caption,
    with_named_fields,
)
from briefbank.extraction.clean import CleanPage, clean
from briefbank.extraction.parties import CaseWords
from briefbank.extraction.passages import BY_WORDS, Segmenter, divide_sections
from briefbank.extraction.sections import Section, Structure, is_prose, structure_of
from briefbank.extraction.text import Line, join_lines, storable
from briefbank.text import page_numbers

_FRONT_SECTIONS = 4
"""The number of sections in which the lines of the front stand."""
_PROSE_WORDS = 6
"""The number of words below which a line can be a heading, although most of them are in lower case."""


def read(
    pages: Sequence[RawPage],
    *,
    file_name: str,
    converted: bool,
    folder: str = "",
    segmenter: Segmenter = BY_WORDS,
    today: date | None = None,
) -> Reading:
    """Return the reading of a document. Citations are left empty.

    ``pages`` are all pages in order, including gaps. ``converted`` says that BriefBank made the pages from a
    Word or text file, so that their page numbers are not the document's own. ``folder`` is the folder of the
    file, as in ``Document.folder``. ``segmenter`` says where long sections may be cut. No date of filing lies
    after ``today``, by default the day of this computer. Deterministic, any thread, linear in the length of
    the text; never raises because of the text.
    """
    gaps, today = AnnotationGaps(), today or date.today()
    cleaned = clean(pages)
    if converted:
        for page in cleaned:
            page.label, page.bates = "", []
    structure = structure_of(cleaned, gaps)
    labels = {page.index: page_numbers.joined([page.label, *page.bates]) for page in cleaned}
    printed = [labels.get(index, "") for index in range(max(labels, default=-1) + 1)]
    passages = divide_sections(structure.sections, printed, structure.words, segmenter)
    kind, caption = gaps.attempt(
        Annotation.CAPTION,
        (Kind.OTHER, Caption(entries=(UNKNOWN,))),
        _kind_and_caption,
        cleaned,
        structure,
        file_name,
        folder,
        today,
        recognised=any(page.source is PageSource.OCR for page in pages[:1]),
    )
    kept = tuple(_page(page, labels[page.index]) for page in pages)
    return Reading(kind, caption, kept, passages, gaps.all())


def _page(page: RawPage, label: str) -> Page:
    raw = "" if page.source is PageSource.GAP else storable(page.raw)
    hidden = sum(raw.count(HIDDEN_MARK, start, end) for start, end in page.hidden)
    return Page(page.index, label, raw, page.source, page.gap_reason, hidden=hidden)


def _kind_and_caption(
    pages: Sequence[CleanPage],
    structure: Structure,
    file_name: str,
    folder: str,
    today: date,
    *,
    recognised: bool,
) -> tuple[Kind, Caption]:
    sections = structure.sections
    front = _front(pages, sections)
    opening = [
        block.text
        for section in sections[:4]
        if section.role is not Role.CAPTION
        for block in [*section.heads, *section.blocks[:6]]
    ]
    head = memo_head(pages[0].lines, today) if pages else None
    entry = kind_of(
        [line.text for line in front],
        "\n".join(opening[:12]),
        file_naming.named_kind(file_name, folder),
        argues=_has_argument(sections),
        memo_head=head is not None,
        code=structure.code,
    )
    kind = Kind(entry.value)
    of_front = {id(line) for line in front}
    service = [
        "\n".join(
            join_lines(block.lines, structure.words).text for block in [*section.heads, *section.blocks]
        )
        for section in sections
        if section.role in (Role.SIGNATURE, Role.SERVICE)
    ]
    source = CaptionSource(
        pages,
        _without_prose(front, sections),
        CaseWords(line.text for page in pages for line in page.lines if id(line) not in of_front),
        service,
        entry,
        file_name,
        recognised=recognised,
        today=today,
        memo=head if kind in (Kind.MEMO, Kind.DIRECTIVE) else None,
    )
    named = file_naming.named_fields(file_name, folder, today)
    return kind, with_named_fields(read_caption(source), kind, named)


def _front(pages: Sequence[CleanPage], sections: Sequence[Section]) -> list[Line]:
    """Return the lines of the caption, or of the first page where the document has none."""
    if sections and sections[0].role is Role.CAPTION:
        return [line for block in sections[0].blocks for line in block.lines]
    return list(pages[0].lines[:60]) if pages else []


def _without_prose(front: Sequence[Line], sections: Sequence[Section]) -> list[Line]:
    """Return the lines of the front that are not running text, which names other courts and cases."""
    blocks = [block for section in sections[:_FRONT_SECTIONS] for block in section.blocks if is_prose(block)]
    prose = {id(line) for block in blocks for line in itertools.dropwhile(_is_title, block.lines)}
    return [line for line in front if id(line) not in prose]


def _is_title(line: Line) -> bool:
    """Tell whether a line at the beginning of a paragraph could belong to a caption above it."""
    words = line.text[:400].split()
    return len(words) < _PROSE_WORDS or sum(word[0].islower() for word in words) < 0.5 * len(words)


def _has_argument(sections: Sequence[Section]) -> bool:
    before = any(section.role in (Role.CONTENTS, Role.QUESTIONS, Role.FACTS) for section in sections)
    titles = (title for section in sections for title in section.path)
    return before and any(re.search(r"\bargument\b|^point ", title, re.I) for title in titles)
