"""A Word file of quotations: headings, passages with highlights, citations and alerts.

This is a thin layer over python-docx for quotations. All input is plain text: characters that a Word file may
not contain are removed, and paragraphs in Arabic or Hebrew run from right to left.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from briefbank.citations.case_names import case_name_places
from briefbank.domain.authorities import Authority, CitationKind
from briefbank.domain.documents import full_title
from briefbank.domain.searches import Hit, Tier
from briefbank.domain.userdata import Collection, EntryState, ResolvedEntry, SharedCollection
from briefbank.exports.quotations import CitedQuotation, of_hit, printable
from briefbank.jobs import Reporter
from briefbank.text.dates import format_date
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.text.paragraph import Paragraph

    from briefbank.exports.exports import ExportedResults


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
    """Return whether the first letter with a direction runs from right to left, as in Hebrew or Arabic."""
    directions: Iterable[str] = (unicodedata.bidirectional(sign) for sign in text)
    return next(
        (direction in ("R", "AL") for direction in directions if direction in ("L", "R", "AL")), False
    )


def _set_right_to_left(made: Paragraph) -> None:
    """Let a paragraph run from right to left; python-docx has no property for that."""
    from docx.oxml import OxmlElement

    properties = made._p.get_or_add_pPr()
    if properties.find("{*}bidi") is None:
        properties.append(OxmlElement("w:bidi"))


def _pieces(text: str, marks: Marks, names: Marks) -> Iterator[tuple[str, bool, bool]]:
    """Yield the text in pieces, and for each whether it is highlighted and whether it is a case's name."""
    edges = sorted({0, len(text), *(edge for range_ in (*marks, *names) for edge in range_)})
    for start, end in pairwise(edges):
        yield text[start:end], _lies_in(start, marks), _lies_in(start, names)


def _lies_in(at: int, places: Marks) -> bool:
    return any(start <= at < end for start, end in places)


STAGE = Message("Writing")
GONE = "This passage’s document is not in the library now."
REREAD = "The document was read again since it was added here. This is what stands on that page now."
_GROUPS = (
    ("Cases", (CitationKind.CASE, CitationKind.DOCKET)),
    ("Statutes", (CitationKind.STATUTE,)),
    ("Constitutions", (CitationKind.CONSTITUTION,)),
    ("Court rules", (CitationKind.RULE,)),
    ("Regulations", (CitationKind.REGULATION,)),
    ("Other authorities", (CitationKind.DIRECTIVE, CitationKind.JOURNAL, CitationKind.OTHER)),
)


def collection_document(
    collection: Collection | SharedCollection,
    gathered: Sequence[ResolvedEntry],
    cited: Mapping[Authority, Sequence[int]],
    day: date,
    reporter: Reporter,
) -> bytes:
    """Return the whole file. Raises Cancelled.

    ``cited`` has the authorities with the numbers (from 1) of the passages that cite them; if it is empty,
    the file has no table of authorities.
    """
    made = WordFile(collection.name, f"{collection.name[:90]}, {format_date(day)}")
    if collection.hearing:
        made.paragraph(f"Hearing: {format_date(collection.hearing)}")
    for number, entry in enumerate(gathered, start=1):
        reporter.check()
        _put(made, number, entry)
        reporter.progress(STAGE, number, len(gathered))
    if cited:
        _table(made, cited)
    return made.content()


def _put(made: WordFile, number: int, entry: ResolvedEntry) -> None:
    hit, note = entry.hit, entry.entry.note.strip()
    document = hit.document if hit else None
    title = full_title(document) if document else "A passage that is not here now"
    made.heading(f"{number}. {title}")
    if note:
        made.paragraph(note)
    if hit is None:
        made.paragraph(f"{GONE} It stood on file page {entry.entry.reference.page + 1}.", small=True)
        return
    if entry.state is EntryState.REREAD:
        made.paragraph(REREAD, small=True)
    made.quotation(of_hit(hit))


def _table(made: WordFile, cited: Mapping[Authority, Sequence[int]]) -> None:
    made.heading("Authorities cited in these passages", level=1)
    for title, kinds in _GROUPS:
        group = sorted(
            (str(authority), numbers) for authority, numbers in cited.items() if authority.kind in kinds
        )
        if group:
            made.heading(title, level=2)
        for name, numbers in group:
            where = ", ".join(map(str, dict.fromkeys(numbers)))
            made.paragraph(f"{name}: {'passages' if ',' in where else 'passage'} {where}")


SHORT = 90
"""The most characters of the search in the line above each page."""


def results_document(results: ExportedResults, reporter: Reporter) -> bytes:
    """Return the whole file. Raises Cancelled."""
    day = format_date(results.day)
    made = WordFile("Results of a search", f"BriefBank: {results.query[:SHORT]}, {day}")
    made.paragraph(f"Searched for: {' '.join(results.query.split())}")
    if results.read_as:
        made.paragraph(results.read_as, small=True)
    made.paragraph(f"{_extent(results)} On {day}.", small=True)
    tier = Tier.CLOSE
    for hit in results.hits:
        reporter.check()
        if hit.tier is not tier:
            tier = hit.tier
            made.heading("Less close", level=1)
        _put_result(made, hit)
        reporter.progress(STAGE, hit.rank, len(results.hits))
    return made.content()


def _extent(results: ExportedResults) -> str:
    shown, listed = len(results.hits), results.total + results.less_close
    extent = f"The first {shown:,} of {listed:,} passages." if shown < listed else f"{_passages(shown)}."
    if results.less_close:
        extent += f" Close: {_passages(results.total)}. Less close: {_passages(results.less_close)}."
    return extent


def _passages(number: int) -> str:
    return "1 passage" if number == 1 else f"{number:,} passages"


def _put_result(made: WordFile, hit: Hit) -> None:
    document, passage = hit.document, hit.passage
    made.heading(f"{hit.rank}. {full_title(document)}")
    facts = (format_date(document.filed) if document.filed else "", document.court, document.docket)
    if line := " · ".join(fact for fact in facts if fact):
        made.paragraph(line, small=True)
    if passage.heading_path:
        made.paragraph(" › ".join(passage.heading_path), italic=True, small=True)
    made.quotation(of_hit(hit), passage.text, hit.marks)
