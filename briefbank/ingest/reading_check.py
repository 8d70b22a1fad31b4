"""Checks a reading before anything of it is stored: it comes from a process that opened an untrusted file.

A document may take over the child that reads it, and a stranger a computer that works for the office. What
they send has the right types, because it is unpacked against them, but its numbers and sizes can be anything.
Rows that break a rule of the catalogue would stop the work on all files, positions outside a page would break
the reader, and a few bytes of the answer could take gigabytes once they are values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from briefbank.domain.documents import Reading
from briefbank.domain.pages import Page, RecognisedPage
from briefbank.domain.passages import Passage
from briefbank.errors import Crashed
from briefbank.extraction.pdfium import MAX_PAGES
from briefbank.ingest.families import MINIMA
from briefbank.ingest.file_reading import FileReading

LONGEST_PAGE = 2_000_000
"""The most characters of a page, and of a passage: a hundred times those of a dense one."""
LONGEST_FIELD = 20_000
"""The most characters of a heading, or of a field of a caption."""
MOST_PASSAGES = 500
"""The most passages for each page."""
MOST_OF_PASSAGE = 20_000
"""The most spans, citations or headings of one passage."""
MOST_GAPS, MOST_CHARACTERS = 100, 5_000
"""The most kinds of gaps, and the most characters without a font on one page."""
MOST_ATTACHED = 1_000_000
MOST_WORDS = 50_000
"""The most words that are recognised on a page."""
_SIGNATURE_BYTES = 4 * (1 + MINIMA)
_TURNS = (0, 90, 180, 270)


def require_sound(answer: FileReading) -> None:
    """Raise Crashed for an answer that no reading of a file gives."""
    reading, orders = answer.reading, [order.index for order in answer.orders]
    _require("orders", (reading is None) == bool(orders), len(set(orders)) == len(orders))
    _require("orders", all(0 <= index < MAX_PAGES for index in orders))
    if reading is None:
        return
    _require("signature", len(answer.signature) == _SIGNATURE_BYTES)
    pages, passages = reading.pages, reading.passages
    _require("pages", [page.index for page in pages] == list(range(len(pages))), 0 < len(pages) <= MAX_PAGES)
    _require("pages", all(map(_is_page, pages)))
    _require("passages", [passage.ordinal for passage in passages] == list(range(len(passages))))
    _require("passages", len(passages) <= MOST_PASSAGES * len(pages))
    _require("passages", all(_is_passage(passage, pages) for passage in passages))
    _require("caption", _is_caption(reading))
    _require("gaps", len(reading.gaps) <= MOST_GAPS, all(0 < gap.places < 2**31 for gap in reading.gaps))
    _require("attached", 0 <= reading.attached <= MOST_ATTACHED)
    _require("undrawn", len(answer.undrawn) <= len(pages))
    for index, characters in answer.undrawn:
        _require("undrawn", 0 <= index < len(pages), len(characters) <= MOST_CHARACTERS)
        _require("undrawn", _are_short(characters))


def require_sound_page(page: RecognisedPage) -> None:
    """Raise Crashed for a page that no text recognition gives."""
    _require("recognised page", 0 <= page.index < MAX_PAGES, page.turn in _TURNS, math.isfinite(page.skew))
    _require("recognised page", len(page.words) <= MOST_WORDS, _are_short((page.engine, page.problem)))
    for word in page.words:
        box = word.box
        _require("recognised word", all(map(math.isfinite, (box.x0, box.y0, box.x1, box.y1))))
        _require(
            "recognised word", 0 <= word.confidence <= 1, 0 <= word.line < 2**31, _are_short((word.text,))
        )


def _require(what: str, *conditions: bool) -> None:
    if not all(conditions):
        raise Crashed(detail=f"an answer with wrong {what}")


def _is_page(page: Page) -> bool:
    is_confidence = page.confidence is None or 0 <= page.confidence <= 1
    is_short = _are_short((page.label, page.gap_reason, page.engine))
    return is_confidence and is_short and len(page.raw) <= LONGEST_PAGE and 0 <= page.hidden <= LONGEST_PAGE


def _is_passage(passage: Passage, pages: Sequence[Page]) -> bool:
    length = len(passage.text)
    return (
        length <= LONGEST_PAGE
        and passage.id == passage.document_id == 0
        and 0 <= passage.section < 2**31
        and max(len(passage.spans), len(passage.citations), len(passage.heading_path)) <= MOST_OF_PASSAGE
        and _are_short((*passage.heading_path, *passage.labels))
        and all(
            0 <= span.page < len(pages)
            and 0 <= span.start <= span.end <= LONGEST_PAGE  # a gap has lost the text that its spans are of
            and 0 <= span.at <= span.at + span.size <= length
            for span in passage.spans
        )
        and all(0 <= citation.start <= citation.end <= length for citation in passage.citations)
    )


def _is_caption(reading: Reading) -> bool:
    caption = reading.caption
    fields = (caption.title, caption.court, caption.docket, caption.side, caption.office, caption.judge)
    parties = (part for party in caption.parties for part in (party.name, party.role))
    return (
        _are_short(fields)
        and max(len(caption.parties), len(caption.entries)) <= MOST_OF_PASSAGE
        and _are_short(parties)
        and all(
            0 <= entry.confidence <= 1
            and (entry.page is None or 0 <= entry.page < len(reading.pages))
            and _are_short((entry.value, entry.source))
            for entry in caption.entries
        )
    )


def _are_short(texts: Iterable[str]) -> bool:
    return all(len(text) <= LONGEST_FIELD for text in texts)
