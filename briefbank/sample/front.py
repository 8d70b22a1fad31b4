"""Draws the front of a sample brief: its cover with the caption, its table of contents and table of
authorities.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from briefbank.sample.sheets import (
    MARGIN,
    SINGLE,
    SIZE,
    TOP,
    WIDTH,
    Sheets,
    curl,
    roman,
    wrapped,
    write_lines,
)
from briefbank.sample.source import LABEL, BlockKind, Brief, BriefBlock

# --- the cover -----------------------------------------------------------------------------------


def set_cover(sheets: Sheets, brief: Brief) -> None:
    """Draw the first page, which has no number."""
    sheets.section(lambda folio: "")
    canvas, right = sheets.canvas, WIDTH / 2 + 14
    heads = [*brief.court, f"DOCKET NO. {brief.docket} (FICTIONAL)"]
    write_lines(canvas, heads, right, TOP - 10, SINGLE + 2)
    top = TOP - 90
    write_lines(canvas, _spread(brief.parties), MARGIN, top, SINGLE)
    below = [line for part in brief.below for line in (*wrapped(part, WIDTH - MARGIN - right), "")]
    write_lines(canvas, below, right, top, SINGLE)
    depth = max(len(_spread(brief.parties)), len(below)) + 1
    for row in range(depth):
        canvas.drawString(right - 16, top - row * SINGLE, ":")
    edge = top - depth * SINGLE
    canvas.line(MARGIN, edge, right - 16, edge)
    _set_title(sheets, brief, edge - 66)
    if brief.scan:
        _stamp(canvas, brief)


def _set_title(sheets: Sheets, brief: Brief, y: float) -> None:
    canvas = sheets.canvas
    canvas.setLineWidth(1.2)
    canvas.line(MARGIN + 30, y + 24, WIDTH - MARGIN - 30, y + 24)
    canvas.setFont("Times-Bold", 13)
    title = wrapped(brief.title, 340, "Times-Bold")
    for row, line in enumerate(title):
        canvas.drawCentredString(WIDTH / 2, y - 16 * row, line)
    canvas.line(MARGIN + 30, y - 16 * len(title), WIDTH - MARGIN - 30, y - 16 * len(title))
    canvas.setFont("Times-Roman", SIZE)
    office = [line for part in brief.office for line in wrapped(part, 250)]
    write_lines(canvas, office, WIDTH / 2 - 20, y - 56 - 16 * len(title), SINGLE)
    write_lines(canvas, [brief.counsel.upper(), *wrapped(brief.counsel_role, 300)], MARGIN, y - 190, SINGLE)
    _notice(canvas)


def _notice(canvas: Any) -> None:
    canvas.setFont("Times-Bold", 10)
    canvas.drawCentredString(WIDTH / 2, 98, LABEL)
    canvas.setFont("Times-Italic", 10)
    words = "The people, offices, docket numbers and events in this brief are invented."
    canvas.drawCentredString(WIDTH / 2, 85, words)
    canvas.setLineWidth(0.6)
    canvas.rect(WIDTH / 2 - 180, 77, 360, 35)


def _stamp(canvas: Any, brief: Brief) -> None:
    """Draw a clerk's ink stamp, a little askew."""
    canvas.saveState()
    canvas.translate(WIDTH - MARGIN - 165, 124)
    canvas.rotate(2)
    canvas.setLineWidth(1.4)
    canvas.rect(0, 0, 148, 52)
    canvas.setFont("Helvetica-Bold", 13)
    canvas.drawCentredString(74, 34, "FILED")
    canvas.drawCentredString(74, 19, f"{brief.filed:%b} {brief.filed.day}, {brief.filed.year}".upper())
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(74, 7, "SAMPLE CLERK (FICTIONAL)")
    canvas.restoreState()


def _spread(parties: Sequence[str]) -> list[str]:
    """Return the caption's left side: a party flush, its role and the 'v.' further in."""
    lines: list[str] = []
    for part in parties:
        role = not part.isupper()
        lines += ["        " * (1 if part == "v." else 2 if role else 0) + part, ""]
    return lines


# --- the tables ----------------------------------------------------------------------------------


def set_contents(sheets: Sheets, brief: Brief, pages: Mapping[BriefBlock, int]) -> None:
    """Draw the table of contents: each heading with its page of the body, points and subpoints indented."""
    sheets.section(roman)
    _table_head(sheets, "TABLE OF CONTENTS")
    for block, page in pages.items():
        text = curl(block.text.replace("_", ""))
        if block.kind is BlockKind.POINT:
            _leader(sheets, block.number, "", 0)
            _leader(sheets, text, str(page), 24)
        elif block.kind is BlockKind.SUBPOINT:
            _leader(sheets, text, str(page), 72, block.number)
        else:
            _leader(sheets, text, str(page), 0)


def set_authorities(sheets: Sheets, brief: Brief, pages: Mapping[str, Sequence[int]]) -> None:
    """Draw the table of authorities, each with the pages of the body that name it."""
    sheets.turn()
    _table_head(sheets, "TABLE OF AUTHORITIES")
    for heading, lines in brief.authorities.items():
        sheets.room(5 * SINGLE)
        sheets.canvas.setFont("Times-Bold", SIZE)
        sheets.canvas.drawString(MARGIN, sheets.y - 2 * SINGLE, heading)
        sheets.y -= 2.7 * SINGLE
        for line in lines:
            _leader(sheets, line.text.replace("_", ""), ", ".join(map(str, pages[line.key])), 0)


def pages_of_authorities(body: bytes, brief: Brief) -> dict[str, list[int]]:
    """Return, by key, the numbers from 1 of the body's pages that name the authority."""
    import pypdfium2

    with pypdfium2.PdfDocument(body) as document:
        pages = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    return {
        line.key: [
            number
            for number, words in enumerate(pages, 1)
            if re.search(rf"(?<!\w){re.escape(line.key)}(?!\w)", words)
        ]
        for lines in brief.authorities.values()
        for line in lines
    }


def _table_head(sheets: Sheets, words: str) -> None:
    canvas = sheets.canvas
    canvas.setFont("Times-Bold", SIZE)
    canvas.drawCentredString(WIDTH / 2, sheets.y - SINGLE, words)
    canvas.drawRightString(WIDTH - MARGIN, sheets.y - 2.6 * SINGLE, "PAGE")
    sheets.y -= 3 * SINGLE


def _leader(sheets: Sheets, text: str, pages: str, indent: float, number: str = "") -> None:
    """Draw one entry of a table: its lines, then dots to the page numbers at the right edge."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    lines = wrapped(text, WIDTH - 2 * MARGIN - indent - 64)
    sheets.room(SINGLE * len(lines) + 8)
    canvas = sheets.canvas
    canvas.setFont("Times-Roman", SIZE)
    for row, line in enumerate(lines):
        sheets.y -= SINGLE
        if number and row == 0:
            canvas.drawString(MARGIN + indent - 24, sheets.y, number)
        canvas.drawString(MARGIN + indent, sheets.y, line)
    if pages:
        at = MARGIN + indent + stringWidth(lines[-1], "Times-Roman", SIZE) + 4
        end = WIDTH - MARGIN - stringWidth(pages, "Times-Roman", SIZE) - 4
        dots = int((end - at) / stringWidth(".", "Times-Roman", SIZE))
        canvas.drawRightString(end, sheets.y, "." * dots)
        canvas.drawRightString(WIDTH - MARGIN, sheets.y, pages)
    sheets.y -= 7
