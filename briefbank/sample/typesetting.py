"""Typesets a sample brief as a PDF in the form of a New Jersey appellate brief.

A cover with caption, a table of contents and a table of authorities with dot leaders and roman numbers, then
the body with arabic ones. The body is laid out twice: the first time to learn on which page each heading and
authority stands, the second time behind its tables.
"""

from __future__ import annotations

import re
from typing import Any

from briefbank.sample.front import pages_of_authorities, set_authorities, set_contents, set_cover
from briefbank.sample.sheets import MARGIN, SINGLE, SIZE, WIDTH, Sheets, curl, wrapped
from briefbank.sample.source import BlockKind, Brief


def set_brief(brief: Brief) -> bytes:
    """Return the whole PDF; the same brief gives the same bytes."""
    trial = Sheets(brief)
    _set_body(trial, brief)
    sheets = Sheets(brief)
    set_cover(sheets, brief)
    set_contents(sheets, brief, trial.heading_pages)
    set_authorities(sheets, brief, pages_of_authorities(trial.finish(), brief))
    _set_body(sheets, brief)
    return sheets.finish()


def _styles(leading: float) -> dict[BlockKind, Any]:
    from reportlab.lib.enums import TA_CENTER
    from reportlab.lib.styles import ParagraphStyle

    roman_face = {"fontName": "Times-Roman", "fontSize": SIZE, "allowWidows": 0, "allowOrphans": 0}
    bold_face = {"fontName": "Times-Bold", "fontSize": SIZE, "leading": SINGLE}
    return {
        BlockKind.PARAGRAPH: ParagraphStyle("p", **roman_face, leading=leading, firstLineIndent=36),
        BlockKind.QUOTATION: ParagraphStyle(
            "q", **roman_face, leading=SINGLE, leftIndent=54, rightIndent=54, spaceBefore=4, spaceAfter=10
        ),
        BlockKind.QUESTION: ParagraphStyle(
            "n", **roman_face, leading=leading, leftIndent=36, bulletIndent=12, spaceAfter=6
        ),
        BlockKind.HEADING: ParagraphStyle(
            "h", **bold_face, alignment=TA_CENTER, spaceBefore=14, spaceAfter=12
        ),
        BlockKind.POINT: ParagraphStyle(
            "h1",
            **bold_face,
            alignment=TA_CENTER,
            leftIndent=48,
            rightIndent=48,
            spaceBefore=12,
            spaceAfter=12,
        ),
        BlockKind.SUBPOINT: ParagraphStyle(
            "h2", **bold_face, leftIndent=72, bulletIndent=36, rightIndent=36, spaceBefore=10, spaceAfter=12
        ),
    }


def _markup(text: str, brief: Brief) -> str:
    tag = "u" if brief.underline else "i"
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"_([^_]+)_", rf"<{tag}>\1</{tag}>", curl(plain))


def _set_body(sheets: Sheets, brief: Brief) -> None:
    styles = _styles(brief.leading)
    sheets.section(str)
    for block in brief.body:
        style = styles[block.kind]
        if block.kind is BlockKind.HEADING and block.text == "CONCLUSION":
            sheets.room(4 * brief.leading + 15 * SINGLE)
        if block.kind is BlockKind.POINT:
            sheets.room(6 * SINGLE + 3 * brief.leading)
            sheets.flow(f"<u>{block.number}</u>", style)
        if block.kind in (BlockKind.HEADING, BlockKind.POINT, BlockKind.SUBPOINT):
            words = (
                _markup(block.text, brief) if block.kind is not BlockKind.HEADING else f"<u>{block.text}</u>"
            )
            bullet = f'<bullet><font name="Times-Bold" size="12">{block.number}</font></bullet>'
            sheets.flow(
                f"{bullet}{words}" if block.kind is BlockKind.SUBPOINT else words, style, 2.2 * brief.leading
            )
            sheets.heading_pages[block] = sheets.folio
            continue
        bullet = (
            f'<bullet><font name="Times-Roman" size="12">{block.number}</font></bullet>'
            if block.number
            else ""
        )
        sheets.flow(bullet + _markup(block.text, brief), style)
    _set_signature(sheets, brief)


def _set_signature(sheets: Sheets, brief: Brief) -> None:
    """Set the close, on one page: who signs at the right, the date at the left."""
    lines = (
        "Respectfully submitted,",
        "",
        *wrapped(brief.office[0], 250),
        brief.office[1],
        "",
        f"By: /s/ {brief.counsel}",
        brief.counsel.upper(),
        *wrapped(brief.counsel_role, 230),
    )
    sheets.room(SINGLE * (len(lines) + 3))
    sheets.y -= SINGLE * 1.5
    for line in lines:
        sheets.y -= SINGLE
        sheets.canvas.drawString(WIDTH / 2 - 10, sheets.y, line)
    sheets.y -= SINGLE
    sheets.canvas.drawString(MARGIN, sheets.y, f"Dated: {brief.filed_words}")
