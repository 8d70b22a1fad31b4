"""Extracts all that BriefBank keeps of a document from the pages of its file, in one call.

The steps are pure functions on values: clean the pages, lay out paragraphs and footnotes, find the sections,
cut passages, read the caption. No function here opens a file, and no text makes one fail. A mistake of ours
in the headings or in a field of the caption is a gap in that alone (``domain.documents``).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Caption, CaptionEntry, Reading
from briefbank.domain.pages import HIDDEN_MARK, Page, PageSource, RawPage, Role
from briefbank.extraction import file_naming
from briefbank.extraction.caption import (
    UNKNOWN,
    CaptionSource,
    MemoHead,
    kind_of,
    memo_head,
    read_caption,
    with_named_fields,
)
from briefbank.extraction.clean import CleanPage, clean
from briefbank.extraction.parties import CaseWords
from briefbank.extraction.passages import BY_WORDS, Segmenter, divide_sections
from briefbank.extraction.structure import Section, Structure, is_prose, structure_of
from briefbank.extraction.text import Line, Vocabulary, join_lines, storable
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
    Word or text file, so that their page numbers are not the document's own. ``folder`` is
    the place of the file, as in ``Document.folder``. ``segmenter`` says where long
    sections may be cut. No date of filing lies after ``today``, by default the day of this computer.
    Deterministic, any thread, linear in the length of the text; never raises because of the text.
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
    head = gaps.attempt(Annotation.CAPTION, None, memo_head, cleaned[0].lines, today) if cleaned else None
    named = gaps.attempt(Annotation.CAPTION, None, file_naming.named_kind, file_name, folder)
    kind = gaps.attempt(Annotation.CAPTION, UNKNOWN, _kind, cleaned, structure, head, named)
    recognised = any(page.source is PageSource.OCR for page in pages[:1])
    caption = gaps.attempt(
        Annotation.CAPTION,
        Caption(entries=(kind,)),
        _caption,
        cleaned,
        structure,
        head,
        kind,
        file_name,
        today,
        gaps,
        recognised=recognised,
    )
    fields = gaps.attempt(Annotation.CAPTION, (), file_naming.named_fields, file_name, folder, today)
    caption = with_named_fields(caption, Kind(kind.value), fields)
    kept = tuple(_page(page, labels[page.index]) for page in pages)
    return Reading(Kind(kind.value), caption, kept, passages, gaps.found())


def _kind(
    pages: Sequence[CleanPage], structure: Structure, head: MemoHead | None, named: CaptionEntry | None
) -> CaptionEntry:
    found = structure.sections
    return kind_of(
        [line.text for line in _front(pages, found)],
        _opening(found),
        named,
        argues=_has_argument(found),
        memo_head=head is not None,
        code=structure.code,
    )


def _caption(
    pages: Sequence[CleanPage],
    structure: Structure,
    head: MemoHead | None,
    kind: CaptionEntry,
    file_name: str,
    today: date,
    gaps: AnnotationGaps,
    *,
    recognised: bool,
) -> Caption:
    found = structure.sections
    front = _front(pages, found)
    paper = CaptionSource(
        pages,
        _without_prose(front, found),
        _case_words(pages, front),
        _service_texts(found, structure.words),
        kind,
        file_name,
        recognised=recognised,
        today=today,
        memo=head if kind.value in (Kind.MEMO, Kind.DIRECTIVE) else None,
    )
    return read_caption(paper, gaps)


def _page(page: RawPage, label: str) -> Page:
    raw = "" if page.source is PageSource.GAP else storable(page.raw)
    hidden = sum(raw.count(HIDDEN_MARK, start, end) for start, end in page.hidden)
    return Page(page.index, label, raw, page.source, page.gap_reason, hidden=hidden)


def _front(pages: Sequence[CleanPage], found: Sequence[Section]) -> list[Line]:
    """Return the lines of the caption, or of the first page where the document has none."""
    if found and found[0].role is Role.CAPTION:
        return [line for block in found[0].blocks for line in block.lines]
    return list(pages[0].lines[:60]) if pages else []


def _without_prose(front: Sequence[Line], found: Sequence[Section]) -> list[Line]:
    """Return the lines of the front that are not running text, which names other courts and cases."""
    blocks = [block for section in found[:_FRONT_SECTIONS] for block in section.blocks if is_prose(block)]
    prose = {id(line) for block in blocks for line in itertools.dropwhile(_is_title, block.lines)}
    return [line for line in front if id(line) not in prose]


def _is_title(line: Line) -> bool:
    """Tell whether a line at the beginning of a paragraph could belong to a caption above it."""
    words = line.text[:400].split()
    return len(words) < _PROSE_WORDS or sum(word[0].islower() for word in words) < 0.5 * len(words)


def _case_words(pages: Sequence[CleanPage], front: Sequence[Line]) -> CaseWords:
    caption = {id(line) for line in front}
    return CaseWords(line.text for page in pages for line in page.lines if id(line) not in caption)


def _service_texts(found: Sequence[Section], words: Vocabulary) -> list[str]:
    return [
        "\n".join(join_lines(block.lines, words).text for block in [*section.heads, *section.blocks])
        for section in found
        if section.role in (Role.SIGNATURE, Role.SERVICE)
    ]


def _opening(found: Sequence[Section]) -> str:
    body = [
        block.text for s in found[:4] if s.role is not Role.CAPTION for block in [*s.heads, *s.blocks[:6]]
    ]
    return "\n".join(body[:12])


def _has_argument(found: Sequence[Section]) -> bool:
    before = any(section.role in (Role.CONTENTS, Role.QUESTIONS, Role.FACTS) for section in found)
    return before and any(re.search(r"\bargument\b|^point ", title, re.I) for s in found for title in s.path)
