"""Typesets the sample briefs as PDFs: ``python -m installer.sample_briefs`` writes the archive that ships.

Their words are one TOML file each in ``installer/sample``. The same words give the same bytes.

In the text, a line that begins with ``#`` is a main heading, ``##`` a point and ``###`` a subpoint; ``>``
begins a block quotation; ``_words_`` are emphasised; paragraphs are separated by an empty line.

A brief has a cover with caption, a table of contents and a table of authorities with dot leaders and roman
numbers, then the body with arabic ones, in the form of a New Jersey appellate brief. The body is laid out
twice: the first time to learn on which page each heading and authority is, the second time behind its tables.
Letter paper, Times 12 point, one inch of margin; lengths are PDF points from the page's lower left corner. A
scan of a brief is grey pictures, a little askew, whose rotation and noise come from a fixed seed.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile, ZipInfo

from briefbank.paths import resources_folder
from briefbank.sample import ARCHIVE
from briefbank.text.dates import roman_numeral

if TYPE_CHECKING:
    from PIL.Image import Image


LABEL = "SAMPLE — MADE UP FOR BRIEFBANK"  # The label at the head of every page of the sample


class BlockKind(Enum):
    """The kind of a block of the text."""

    HEADING = "heading"
    POINT = "point"
    SUBPOINT = "subpoint"
    QUOTATION = "quotation"
    QUESTION = "question"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class BriefBlock:
    """A heading or a paragraph. ``number`` is 'POINT I' or 'A.' and empty where there is none."""

    kind: BlockKind
    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class TableOfAuthoritiesEntry:
    """A line of the table of authorities, which lists the pages that hold ``key``."""

    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Brief:
    """One made-up brief."""

    name: str
    short_title: str
    court: tuple[str, ...]
    docket: str
    title: str
    parties: tuple[str, ...]
    below: tuple[str, ...]
    office: tuple[str, ...]
    counsel: str
    counsel_role: str
    filed: date
    leading: float  # The points from line to line of the body
    underline: bool  # True when case names are underlined, as on a typewriter, and not italic
    scan: bool
    authorities: Mapping[str, tuple[TableOfAuthoritiesEntry, ...]]  # Lines of the table, by its heading
    body: tuple[BriefBlock, ...]

    @property
    def pdf_title(self) -> str:
        return f"{LABEL}: {self.short_title}, {self.title.capitalize()}"

    @property
    def filed_words(self) -> str:
        return f"{self.filed:%B} {self.filed.day}, {self.filed.year}"


def read_all(folder: Path | None = None) -> list[Brief]:
    """Return all sample briefs in ``folder`` (default: those that come with BriefBank), oldest first."""
    files = (folder or Path(__file__).parent / "sample").glob("*.toml")
    return sorted((read(path) for path in files), key=lambda brief: brief.filed)


def read(path: Path) -> Brief:
    """Read one brief. Raises KeyError or ValueError when the file is not as described above."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Brief(
        name=f"Sample - {data['short_title'].rstrip('.')}",
        short_title=data["short_title"],
        court=tuple(data["court"]),
        docket=data["docket"],
        title=data["title"],
        parties=tuple(data["parties"]),
        below=tuple(data["below"]),
        office=tuple(data["office"]),
        counsel=data["counsel"],
        counsel_role=data["counsel_role"],
        filed=data["filed"],
        leading=12.0 * float(data["spacing"]),
        underline=data["emphasis"] == "underline",
        scan=data["scan"],
        authorities=_authorities(data),
        body=tuple(_block(part) for part in re.split(r"\n\s*\n", data["body"].strip())),
    )


_TABLES = {
    "CASES": "cases",
    "STATUTES": "statutes",
    "RULES": "rules",
    "CONSTITUTIONAL PROVISIONS": "constitutions",
}


def _authorities(data: Mapping[str, Any]) -> dict[str, tuple[TableOfAuthoritiesEntry, ...]]:
    tables = {
        heading: tuple(TableOfAuthoritiesEntry(*line) for line in data[name])
        for heading, name in _TABLES.items()
    }
    return {heading: lines for heading, lines in tables.items() if lines}


def _block(part: str) -> BriefBlock:
    marks, _, rest = part.partition(" ")
    text = " ".join(rest.split())
    if marks == "##":
        number, _, words = text.partition(": ")
        return BriefBlock(BlockKind.POINT, words, number)
    if marks == "###":
        letter, _, words = text.partition(" ")
        return BriefBlock(BlockKind.SUBPOINT, words, letter)
    if marks == "#":
        return BriefBlock(BlockKind.HEADING, text)
    if marks == ">":
        return BriefBlock(BlockKind.QUOTATION, text)
    if re.fullmatch(r"\d+\.", marks):
        return BriefBlock(BlockKind.QUESTION, text, marks)
    return BriefBlock(BlockKind.PARAGRAPH, " ".join(part.split()))


WIDTH, HEIGHT = 612.0, 792.0
MARGIN = 72.0
TOP, FOOT = HEIGHT - 76.0, 68.0
SIZE = 12.0
SINGLE = 14.0  # The leading of headings, quotations and tables, in points


@dataclass
class Sheets:
    """A canvas with a place to write next. ``y`` is the top of the next line or paragraph, from the page's
    foot."""

    brief: Brief
    y: float = 0.0
    folio: int = 0
    number: Callable[[int], str] = str
    heading_pages: dict[BriefBlock, int] = field(default_factory=dict)
    _buffer: BytesIO = field(default_factory=BytesIO)
    canvas: Any = None
    _open: bool = False

    def __post_init__(self) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self.canvas = Canvas(self._buffer, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
        self.canvas.setTitle(self.brief.pdf_title)
        self.canvas.setAuthor("BriefBank (made-up sample)")

    def section(self, number: Callable[[int], str]) -> None:
        """Start a run of pages that are numbered from 1, by ``number``."""
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
        """Begin a new page unless ``height`` points are left on this one."""
        if self.y - height < FOOT:
            self.turn()

    def flow(self, markup: str, style: Any, keep: float = 0.0) -> None:
        """Set a paragraph, continued on the next page if need be; ``keep`` points after it stay on its
        page."""
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


def write_lines(canvas: Any, lines: Sequence[str], x: float, y: float, leading: float) -> None:
    """Draw lines downward from ``y``, each indented by three points for a leading space."""
    canvas.setFont("Times-Roman", SIZE)
    for row, line in enumerate(lines):
        inset = len(line) - len(line.lstrip(" "))
        canvas.drawString(x + 3 * inset, y - row * leading, line.lstrip(" "))


def wrapped(text: str, width: float, face: str = "Times-Roman") -> list[str]:
    """Break ``text`` into lines of at most ``width`` points."""
    from reportlab.lib.utils import simpleSplit

    return list(simpleSplit(text, face, SIZE, width))


def curl(text: str) -> str:
    """Replace typewriter quotes by printed ones."""
    text = re.sub(r'(^|[\s(\[—])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(^|[\s(\[—“])'", r"\1‘", text).replace("'", "’")


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


def set_contents(sheets: Sheets, brief: Brief, pages: Mapping[BriefBlock, int]) -> None:
    """Draw the table of contents: each heading with its page of the body, points and subpoints indented."""
    sheets.section(lambda page: roman_numeral(page).lower())
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


DPI = 200
MOST_SKEW = 0.55  # The largest rotation in degrees either way; people scan a page again that is more askew
NOISE_SHARE = 0.07
PAPER = 250  # The grey value of the sheet beyond a rotated page's edge, 0 to 255


def as_scan(pdf: bytes, *, title: str) -> bytes:
    """Return the pages of ``pdf`` as grey 200 dpi pictures in a new PDF without a text layer."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setTitle(title)
    for page, (width, height) in enumerate(_sizes(pdf)):
        picture = BytesIO()
        _aged(_rendered(pdf, page), random.Random(page)).save(picture, "JPEG", quality=50)
        picture.seek(0)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(picture), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _sizes(pdf: bytes) -> list[tuple[float, float]]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_size() for page in document]


def _rendered(pdf: bytes, page: int) -> Image:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        picture: Image = document[page].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
        return picture


def _aged(picture: Image, chance: random.Random) -> Image:
    """Return the picture rotated by a fraction of a degree, softened as by the lamp, and grained."""
    from PIL import Image, ImageFilter

    skew = chance.uniform(-MOST_SKEW, MOST_SKEW)
    turned = picture.rotate(skew, Image.Resampling.BICUBIC, fillcolor=PAPER)
    soft = turned.filter(ImageFilter.GaussianBlur(0.6))
    grain = Image.frombytes("L", soft.size, chance.randbytes(soft.width * soft.height))
    return Image.blend(soft, grain, NOISE_SHARE)


def main() -> None:
    """Write the archive. Takes seconds."""
    with ZipFile(resources_folder() / "sample" / ARCHIVE, "w") as archive:
        for brief in read_all():
            pdf = set_brief(brief)
            shipped = as_scan(pdf, title=brief.pdf_title) if brief.scan else pdf
            archive.writestr(ZipInfo(f"{brief.name}.pdf"), shipped)  # at the first moment a ZIP file knows


if __name__ == "__main__":
    main()
