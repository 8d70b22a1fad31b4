"""Sets a sample brief as a PDF in the dress of a New Jersey appellate brief.

Letter paper, Times 12 point, a cover with caption, a table of contents and a table of authorities with
dot leaders and roman numbers, then the body with arabic ones. The body is laid out twice: the first time to
learn on which page each heading and authority stands, the second time behind its tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from briefbank.sample.source import LABEL, Block, Brief, Sort

WIDTH, HEIGHT = 612.0, 792.0
MARGIN = 72.0
TOP, FOOT = HEIGHT - 76.0, 68.0
SIZE = 12.0
SINGLE = 14.0
"""Leading of headings, quotations and tables, in points."""
_UNITS = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def set_brief(brief: Brief) -> bytes:
    """The whole PDF; the same brief gives the same bytes."""
    trial = _Sheets(brief)
    _set_body(trial, brief)
    sheets = _Sheets(brief)
    _set_cover(sheets, brief)
    _set_contents(sheets, brief, trial.heading_pages)
    _set_authorities(sheets, brief, _pages_of_authorities(trial.finish(), brief))
    _set_body(sheets, brief)
    return sheets.finish()


def roman(number: int) -> str:
    """Lower-case roman numeral of 1 to 39."""
    text = ""
    for value, letters in _UNITS:
        count, number = divmod(number, value)
        text += letters * count
    return text


@dataclass
class _Sheets:
    """A canvas with a place to write next. ``y`` is the top of what comes next, from the page's foot."""

    brief: Brief
    y: float = 0.0
    folio: int = 0
    number: Callable[[int], str] = str
    heading_pages: dict[Block, int] = field(default_factory=dict)
    _buffer: BytesIO = field(default_factory=BytesIO)
    canvas: Any = None
    _open: bool = False

    def __post_init__(self) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self.canvas = Canvas(self._buffer, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
        self.canvas.setTitle(self.brief.pdf_title)
        self.canvas.setAuthor("BriefBank (made-up sample)")

    def section(self, number: Callable[[int], str]) -> None:
        """Start a run of pages that are numbered from 1 in their own way."""
        self.folio, self.number = 0, number
        self.turn()

    def turn(self) -> None:
        """End the page and begin the next one with its running head and number."""
        if self._open:
            self.canvas.showPage()
        self._open = True
        self.folio += 1
        self.y = TOP
        self.canvas.setFont("Times-Italic", 9)
        self.canvas.drawCentredString(WIDTH / 2, HEIGHT - 42, LABEL)
        self.canvas.setFont("Times-Roman", SIZE)
        self.canvas.drawCentredString(WIDTH / 2, 40, self.number(self.folio))

    def room(self, height: float) -> None:
        """Turn the page unless ``height`` points are left on it."""
        if self.y - height < FOOT:
            self.turn()

    def flow(self, markup: str, style: Any, keep: float = 0.0) -> None:
        """Set a paragraph, over the page's end if need be; ``keep`` points after it stay on its page."""
        from reportlab.platypus import Paragraph

        left: list[Any] = [Paragraph(markup, style)]
        self.y -= style.spaceBefore if self.y < TOP else 0
        while left:
            part = left.pop(0)
            _, height = part.wrap(WIDTH - 2 * MARGIN, 10_000)
            if self.y - height - keep < FOOT:
                pieces = [] if keep else part.split(WIDTH - 2 * MARGIN, self.y - FOOT)
                if len(pieces) < 2:
                    self.turn()
                    pieces = (
                        [part] if self.y - height >= FOOT else part.split(WIDTH - 2 * MARGIN, self.y - FOOT)
                    )
                part, *rest = pieces
                left = [*rest, *left]
                _, height = part.wrap(WIDTH - 2 * MARGIN, 10_000)
            part.drawOn(self.canvas, MARGIN, self.y - height)
            self.y -= height
        self.y -= style.spaceAfter

    def finish(self) -> bytes:
        self.canvas.save()
        return self._buffer.getvalue()


# --- the body ------------------------------------------------------------------------------------


def _styles(leading: float) -> dict[Sort, Any]:
    from reportlab.lib.enums import TA_CENTER
    from reportlab.lib.styles import ParagraphStyle

    roman_face = {"fontName": "Times-Roman", "fontSize": SIZE, "allowWidows": 0, "allowOrphans": 0}
    bold_face = {"fontName": "Times-Bold", "fontSize": SIZE, "leading": SINGLE}
    return {
        Sort.PARAGRAPH: ParagraphStyle("p", **roman_face, leading=leading, firstLineIndent=36),
        Sort.QUOTATION: ParagraphStyle(
            "q", **roman_face, leading=SINGLE, leftIndent=54, rightIndent=54, spaceBefore=4, spaceAfter=10
        ),
        Sort.QUESTION: ParagraphStyle(
            "n", **roman_face, leading=leading, leftIndent=36, bulletIndent=12, spaceAfter=6
        ),
        Sort.HEADING: ParagraphStyle("h", **bold_face, alignment=TA_CENTER, spaceBefore=14, spaceAfter=12),
        Sort.POINT: ParagraphStyle(
            "h1",
            **bold_face,
            alignment=TA_CENTER,
            leftIndent=48,
            rightIndent=48,
            spaceBefore=12,
            spaceAfter=12,
        ),
        Sort.SUBPOINT: ParagraphStyle(
            "h2", **bold_face, leftIndent=72, bulletIndent=36, rightIndent=36, spaceBefore=10, spaceAfter=12
        ),
    }


def _markup(text: str, brief: Brief) -> str:
    tag = "u" if brief.underline else "i"
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"_([^_]+)_", rf"<{tag}>\1</{tag}>", _curl(plain))


def _curl(text: str) -> str:
    """Typewriter quotes as printed ones."""
    text = re.sub(r'(^|[\s(\[—])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(^|[\s(\[—“])'", r"\1‘", text).replace("'", "’")


def _set_body(sheets: _Sheets, brief: Brief) -> None:
    styles = _styles(brief.leading)
    sheets.section(str)
    for block in brief.body:
        style = styles[block.sort]
        if block.sort is Sort.HEADING and block.text == "CONCLUSION":
            sheets.room(4 * brief.leading + 15 * SINGLE)
        if block.sort is Sort.POINT:
            sheets.room(6 * SINGLE + 3 * brief.leading)
            sheets.flow(f"<u>{block.number}</u>", style)
        if block.sort in (Sort.HEADING, Sort.POINT, Sort.SUBPOINT):
            words = _markup(block.text, brief) if block.sort is not Sort.HEADING else f"<u>{block.text}</u>"
            bullet = f'<bullet><font name="Times-Bold" size="12">{block.number}</font></bullet>'
            sheets.flow(
                f"{bullet}{words}" if block.sort is Sort.SUBPOINT else words, style, 2.2 * brief.leading
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


def _set_signature(sheets: _Sheets, brief: Brief) -> None:
    """The close, on one page: who signs at the right, the date at the left."""
    lines = (
        "Respectfully submitted,",
        "",
        *_wrapped(brief.office[0], 250),
        brief.office[1],
        "",
        f"By: /s/ {brief.counsel}",
        brief.counsel.upper(),
        *_wrapped(brief.counsel_role, 230),
    )
    sheets.room(SINGLE * (len(lines) + 3))
    sheets.y -= SINGLE * 1.5
    for line in lines:
        sheets.y -= SINGLE
        sheets.canvas.drawString(WIDTH / 2 - 10, sheets.y, line)
    sheets.y -= SINGLE
    sheets.canvas.drawString(MARGIN, sheets.y, f"Dated: {brief.filed_words}")


# --- the cover -----------------------------------------------------------------------------------


def _set_cover(sheets: _Sheets, brief: Brief) -> None:
    sheets.section(lambda folio: "")
    canvas, right = sheets.canvas, WIDTH / 2 + 14
    heads = [*brief.court, f"DOCKET NO. {brief.docket} (FICTIONAL)"]
    _lines(canvas, heads, right, TOP - 10, SINGLE + 2)
    top = TOP - 90
    _lines(canvas, _spread(brief.parties), MARGIN, top, SINGLE)
    below = [line for part in brief.below for line in (*_wrapped(part, WIDTH - MARGIN - right), "")]
    _lines(canvas, below, right, top, SINGLE)
    depth = max(len(_spread(brief.parties)), len(below)) + 1
    for row in range(depth):
        canvas.drawString(right - 16, top - row * SINGLE, ":")
    edge = top - depth * SINGLE
    canvas.line(MARGIN, edge, right - 16, edge)
    _set_title(sheets, brief, edge - 66)
    if brief.scan:
        _stamp(canvas, brief)


def _set_title(sheets: _Sheets, brief: Brief, y: float) -> None:
    canvas = sheets.canvas
    canvas.setLineWidth(1.2)
    canvas.line(MARGIN + 30, y + 24, WIDTH - MARGIN - 30, y + 24)
    canvas.setFont("Times-Bold", 13)
    title = _wrapped(brief.title, 340, "Times-Bold")
    for row, line in enumerate(title):
        canvas.drawCentredString(WIDTH / 2, y - 16 * row, line)
    canvas.line(MARGIN + 30, y - 16 * len(title), WIDTH - MARGIN - 30, y - 16 * len(title))
    canvas.setFont("Times-Roman", SIZE)
    office = [line for part in brief.office for line in _wrapped(part, 250)]
    _lines(canvas, office, WIDTH / 2 - 20, y - 56 - 16 * len(title), SINGLE)
    _lines(canvas, [brief.counsel.upper(), *_wrapped(brief.counsel_role, 300)], MARGIN, y - 190, SINGLE)
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
    """A clerk's ink stamp, a little askew."""
    canvas.saveState()
    canvas.translate(MARGIN + 18, TOP - 46)
    canvas.rotate(2.5)
    canvas.setLineWidth(1.4)
    canvas.rect(0, 0, 148, 52)
    canvas.setFont("Helvetica-Bold", 13)
    canvas.drawCentredString(74, 34, "FILED")
    canvas.drawCentredString(74, 19, f"{brief.filed:%b} {brief.filed.day}, {brief.filed.year}".upper())
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(74, 7, "SAMPLE CLERK (FICTIONAL)")
    canvas.restoreState()


def _spread(parties: Sequence[str]) -> list[str]:
    """The caption's left side: a party flush, its role and the 'v.' further in."""
    lines: list[str] = []
    for part in parties:
        role = not part.isupper()
        lines += ["        " * (1 if part == "v." else 2 if role else 0) + part, ""]
    return lines


def _lines(canvas: Any, lines: Sequence[str], x: float, y: float, leading: float) -> None:
    canvas.setFont("Times-Roman", SIZE)
    for row, line in enumerate(lines):
        inset = len(line) - len(line.lstrip(" "))
        canvas.drawString(x + 3 * inset, y - row * leading, line.lstrip(" "))


def _wrapped(text: str, width: float, face: str = "Times-Roman") -> list[str]:
    from reportlab.lib.utils import simpleSplit

    return list(simpleSplit(text, face, SIZE, width))


# --- the tables ----------------------------------------------------------------------------------


def _set_contents(sheets: _Sheets, brief: Brief, pages: Mapping[Block, int]) -> None:
    sheets.section(roman)
    _table_head(sheets, "TABLE OF CONTENTS")
    for block, page in pages.items():
        text = _curl(block.text.replace("_", ""))
        if block.sort is Sort.POINT:
            _leader(sheets, block.number, "", 0)
            _leader(sheets, text, str(page), 24)
        elif block.sort is Sort.SUBPOINT:
            _leader(sheets, text, str(page), 72, block.number)
        else:
            _leader(sheets, text, str(page), 0)


def _set_authorities(sheets: _Sheets, brief: Brief, pages: Mapping[str, Sequence[int]]) -> None:
    sheets.turn()
    _table_head(sheets, "TABLE OF AUTHORITIES")
    for heading, lines in brief.authorities.items():
        sheets.room(5 * SINGLE)
        sheets.canvas.setFont("Times-Bold", SIZE)
        sheets.canvas.drawString(MARGIN, sheets.y - 2 * SINGLE, heading)
        sheets.y -= 2.7 * SINGLE
        for line in lines:
            _leader(sheets, line.text.replace("_", ""), ", ".join(map(str, pages[line.key])), 0)


def _pages_of_authorities(body: bytes, brief: Brief) -> dict[str, list[int]]:
    """By key, the numbers from 1 of the body's pages that name the authority."""
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


def _table_head(sheets: _Sheets, words: str) -> None:
    canvas = sheets.canvas
    canvas.setFont("Times-Bold", SIZE)
    canvas.drawCentredString(WIDTH / 2, sheets.y - SINGLE, words)
    canvas.drawRightString(WIDTH - MARGIN, sheets.y - 2.6 * SINGLE, "PAGE")
    sheets.y -= 3 * SINGLE


def _leader(sheets: _Sheets, text: str, pages: str, indent: float, number: str = "") -> None:
    """One entry of a table: its lines, then dots to the page numbers at the right edge."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    lines = _wrapped(text, WIDTH - 2 * MARGIN - indent - 64)
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
