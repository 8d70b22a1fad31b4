"""A Word file of quotations: headings, passages with highlights, citations and alerts.

This is a thin layer over python-docx for quotations. All input is plain text: characters that a Word file may
not contain are removed, and paragraphs in Arabic or Hebrew run from right to left.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from briefbank.citations.case_names import case_name_places
from briefbank.exports.quotations import CitedQuotation, printable

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.text.paragraph import Paragraph

INDENT_INCHES = 0.5
SMALL_POINTS, BODY_POINTS = 9.5, 11.5
GREY = 0x55
MAKER = "BriefBank"
Marks = Sequence[tuple[int, int]]


class WordFile:
    """A Word file under construction; ``content`` completes it."""

    def __init__(self, title: str, head: str) -> None:
        """Begin a file. ``head`` is a line above every page."""
        import docx

        self._file: DocxDocument = docx.Document()
        self._file.core_properties.author = MAKER
        self._file.core_properties.comments = ""
        self._file.core_properties.title = printable(title)[:255]
        self._set_type()
        self._add_header_and_footer(head)
        self._write(self._file.add_heading(level=0), title)

    def content(self) -> bytes:
        made = io.BytesIO()
        self._file.save(made)
        return made.getvalue()

    # --- pieces ---

    def heading(self, text: str, level: int = 2) -> None:
        self._write(self._file.add_heading(level=level), text)

    def paragraph(self, text: str, *, small: bool = False, italic: bool = False) -> None:
        """Add a paragraph for each line of ``text``."""
        for line in text.splitlines() or [""]:
            made = self._file.add_paragraph()
            self._write(made, line, italic=italic)
            if small:
                self._make_small(made)

    def quotation(self, quoted: CitedQuotation, text: str = "", marks: Marks = ()) -> None:
        """Add a quotation as a block with its citation and notes.

        ``text`` with ``marks`` replaces the quotation's own words.
        """
        block = bool(text) or quoted.is_block
        words = text or quoted.marked
        names = case_name_places(text) if text else quoted.names
        made = self._file.add_paragraph()
        if block:
            from docx.shared import Inches

            made.paragraph_format.left_indent = made.paragraph_format.right_indent = Inches(INDENT_INCHES)
        for piece, marked, italic in _pieces(words, marks, names):
            self._write(made, piece, marked=marked, italic=italic)
        made.paragraph_format.keep_with_next = True
        self._cite(quoted)
        for note in quoted.notes:
            self._note(note)

    def _cite(self, quoted: CitedQuotation) -> None:
        before, case, after = quoted.cited
        made = self._file.add_paragraph()
        for part, italic in ((before, False), (case, True), (after, False)):
            self._write(made, part, italic=italic)

    def _note(self, note: str) -> None:
        made = self._file.add_paragraph()
        self._write(made, "Note: ", bold=True)
        self._write(made, note)
        self._make_small(made)

    # --- formatting ---

    def _write(
        self,
        made: Paragraph,
        text: str,
        *,
        italic: bool = False,
        bold: bool = False,
        marked: bool = False,
    ) -> None:
        """Add text to a paragraph. Highlights are bold on yellow, so that they show in print too."""
        text = printable(text)
        if not text:
            return
        run = made.add_run(text)
        if italic:  # setting a property costs as much as the run itself
            run.italic = True
        if bold or marked:
            run.bold = True
        if marked:
            from docx.enum.text import WD_COLOR_INDEX

            run.font.highlight_color = WD_COLOR_INDEX.YELLOW
        if runs_from_right(text):
            run.font.rtl = True
            _set_right_to_left(made)

    def _make_small(self, made: Paragraph) -> None:
        from docx.shared import Pt, RGBColor

        for run in made.runs:
            run.font.size, run.font.color.rgb = Pt(SMALL_POINTS), RGBColor(GREY, GREY, GREY)

    def _set_type(self) -> None:
        from docx.shared import Pt

        normal: Any = self._file.styles["Normal"]
        normal.font.size = Pt(BODY_POINTS)
        normal.paragraph_format.space_after = Pt(6)

    def _add_header_and_footer(self, text: str) -> None:
        """Add the line above every page, and the page number below."""
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        section = self._file.sections[0]
        above, below = section.header.paragraphs[0], section.footer.paragraphs[0]
        self._write(above, text)
        self._make_small(above)
        field = OxmlElement("w:fldSimple")
        field.set(qn("w:instr"), "PAGE")
        below._p.append(field)
        below.alignment = WD_ALIGN_PARAGRAPH.CENTER


def runs_from_right(text: str) -> bool:
    """Tell whether the first letter with a direction runs from right to left, as in Hebrew or Arabic."""
    directions: Iterable[str] = (unicodedata.bidirectional(sign) for sign in text)
    return next((each in ("R", "AL") for each in directions if each in ("L", "R", "AL")), False)


def _set_right_to_left(made: Paragraph) -> None:
    """Let a paragraph run from right to left; python-docx has no property for that."""
    from docx.oxml import OxmlElement

    properties = made._p.get_or_add_pPr()
    if properties.find("{*}bidi") is None:
        properties.append(OxmlElement("w:bidi"))


def _pieces(text: str, marks: Marks, names: Marks) -> Iterator[tuple[str, bool, bool]]:
    """Yield the text in pieces, and for each whether it is highlighted and whether it is a case's name."""
    edges = sorted({0, len(text), *(edge for place in (*marks, *names) for edge in place)})
    for start, end in pairwise(edges):
        yield text[start:end], _lies_in(start, marks), _lies_in(start, names)


def _lies_in(at: int, places: Marks) -> bool:
    return any(start <= at < end for start, end in places)
