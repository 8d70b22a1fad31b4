"""The exports of a library: search results, collections, the ingest report and the audit log.

*Tables* for spreadsheets are CSV (RFC 4180) in UTF-8 with a byte order mark, without which Excel takes it for
another encoding. *Word files* of quotations have headings, passages with highlights, citations and alerts.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.api.library import (
    CollectionResolverApi,
    CollectionsApi,
    ExportsApi,
    RecordsApi,
    SharedCollectionsApi,
)
from briefbank.citations.case_names import case_name_places
from briefbank.domain.authorities import Authority, CitationKind
from briefbank.domain.documents import full_title
from briefbank.domain.ingest import TAKEN_OFF, ReportedFile
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditWriter, record_nothing
from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest, Tier
from briefbank.domain.userdata import Collection, EntryState, ResolvedEntry, SharedCollection
from briefbank.errors import ExportRefused
from briefbank.exports.quotations import CitedQuotation, of_hit, printable
from briefbank.files import write_export
from briefbank.jobs import Reporter
from briefbank.text.characters import table
from briefbank.text.dates import format_date
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.text.paragraph import Paragraph

MOST = 1000
"""The most results of one export; nobody reads more, and searching for the rest would take minutes."""
STEP = 100  # The number of results fetched at once; the export can be stopped between such steps
Ask = Callable[[SearchRequest], SearchAnswer]


class Exports(ExportsApi):
    """The writer of exports. Any thread. Calls block, can be stopped, raise ExportRefused and StoreError."""

    def __init__(
        self,
        ask: Ask,
        records: RecordsApi,
        resolver: CollectionResolverApi,
        collections: CollectionsApi,
        shared: SharedCollectionsApi | None = None,
        note: AuditWriter = record_nothing,
    ) -> None:
        self._ask, self._records, self._resolver = ask, records, resolver
        self._own, self._shared, self._note = collections, shared, note

    def results(self, request: SearchRequest, path: Path, reporter: Reporter, *, query: str = "") -> int:
        written = export_results(self._ask, request, query, path, reporter)
        self._exported("results", path, written)
        return written

    def collection(self, collection_id: int, path: Path, reporter: Reporter) -> int:
        collection, entries = self._own.get(collection_id), self._resolver.show(collection_id)
        return self._write_collection(collection, entries, path, reporter)

    def shared_collection(self, shared_id: int, path: Path, reporter: Reporter) -> int:
        assert self._shared is not None, "no office"
        collection, entries = self._shared.get(shared_id), self._resolver.show_shared(shared_id)
        return self._write_collection(collection, entries, path, reporter)

    def _write_collection(
        self,
        collection: Collection | SharedCollection,
        entries: Sequence[ResolvedEntry],
        path: Path,
        reporter: Reporter,
    ) -> int:
        content = collection_document(collection, entries, self._cited(entries), date.today(), reporter)
        reporter.check()
        write_export(path, content)
        return self._exported("collection", path, len(entries))

    def ingest_report(self, files: Sequence[ReportedFile], path: Path) -> int:
        write_export(path, table(INGEST_COLUMNS, map(_ingest_cells, files)))
        return self._exported("ingest", path, len(files))

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        write_export(path, table(AUDIT_COLUMNS, map(_audit_cells, entries)))
        return self._exported("record", path, len(entries))

    def _exported(self, what: str, path: Path, lines: int) -> int:
        self._note(AuditEvent.EXPORTED, what=what, format=path.suffix.lower().lstrip("."), lines=lines)
        return lines

    def _cited(self, entries: Sequence[ResolvedEntry]) -> dict[Authority, list[int]]:
        numbers: dict[str, list[int]] = {}
        for number, entry in enumerate(entries, start=1):
            for citation in entry.hit.passage.citations if entry.hit else ():
                if citation.canonical:
                    numbers.setdefault(citation.canonical, []).append(number)
        ids = self._records.authority_ids(list(numbers))
        known = self._records.authorities_by_id(ids.values())
        cited: dict[Authority, list[int]] = {}
        for canonical, id_ in ids.items():
            cited.setdefault(known[id_], []).extend(numbers[canonical])
        return {authority: sorted(places) for authority, places in cited.items()}


def export_results(ask: Ask, request: SearchRequest, query: str, path: Path, reporter: Reporter) -> int:
    """Write the first ``MOST`` results of a search, and return their number.

    ``query`` is the search in words; if empty, its text is used. Raises ExportRefused, Cancelled (nothing was
    written then), and what a search raises.
    """
    writers: dict[str, Callable[[SearchAnswer], bytes]] = {
        ".csv": lambda answer: results_table(answer.hits),
        ".docx": lambda answer: results_document(query or request.text, answer, date.today(), reporter),
    }
    write = writers.get(path.suffix.lower())
    if write is None:
        raise ExportRefused(
            Message("BriefBank writes tables (.csv) and Word files (.docx)."),
            Message("Choose a name that ends in one of these."),
        )
    answer = fetch_results(ask, request, reporter)
    content = write(answer)
    reporter.check()
    write_export(path, content)
    return len(answer.hits)


def fetch_results(ask: Ask, request: SearchRequest, reporter: Reporter) -> SearchAnswer:
    """Return an answer with all results up to ``MOST``, each passage once even if the library changes."""
    hits_by_passage: dict[int, Hit] = {}
    start, answer = 0, None
    while answer is None or start < min(answer.listed, MOST):
        reporter.check()
        answer = ask(replace(request, start=start, limit=min(STEP, MOST - start), words_only=False))
        new = {hit.passage.id: hit for hit in answer.hits if hit.passage.id not in hits_by_passage}
        if not new:
            break
        hits_by_passage |= new
        start += STEP
        reporter.progress(Message("Exporting"), len(hits_by_passage), min(answer.listed, MOST))
    hits = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits_by_passage.values(), start=1))
    return replace(answer, hits=hits)


_MOMENT = "%Y-%m-%d %H:%M:%S"
AUDIT_COLUMNS = (
    *("Number", "Time (UTC)", "Act", "Sentence", "Person", "Computer", "Document", "Matter"),
    *("Details", "BriefBank", "Hash", "From a backup"),
)


def _audit_cells(entry: AuditEntry) -> tuple[str, ...]:
    return (
        str(entry.number),
        entry.at.strftime(_MOMENT),
        entry.act.value,
        entry.text,
        *(str(entry.details.get(name, "")) for name in ("person", "device", "document", "matter")),
        json.dumps(dict(entry.details), sort_keys=True),
        entry.version,
        entry.hash,
        "yes" if entry.earlier else "",
    )


INGEST_COLUMNS = (
    *("File", "Outcome", "Reason", "Title", "Filed", "Pages", "Pages recognised", "Pages without text"),
    *("Queued (UTC)", "Ended (UTC)"),
)


def _ingest_cells(file: ReportedFile) -> tuple[str, ...]:
    if file.reason == TAKEN_OFF:
        outcome = "Not added"
    elif file.left_out:
        outcome = "Left out"
    elif file.status is not None:
        outcome = file.status.value.replace("_", " ").capitalize()
    else:
        outcome = "Waits for text recognition" if file.waits_for_scans else "Waits"
    numbers = (file.pages, file.ocr_pages, file.gaps) if file.pages else ("", "", "")
    return (
        str(file.path),
        outcome,
        file.reason,
        file.title,
        file.filed.isoformat() if file.filed else "",
        *map(str, numbers),
        file.queued.strftime(_MOMENT),
        file.ended.strftime(_MOMENT) if file.ended else "",
    )


RESULT_COLUMNS = (
    *("Rank", "Title", "Kind", "Filed", "Court", "Docket", "Page", "File page", "Headings", "Passage"),
    *("Citation", "Notes", "Tier"),
)


def results_table(hits: Iterable[Hit]) -> bytes:
    return table(RESULT_COLUMNS, map(_result_cells, hits))


def _result_cells(hit: Hit) -> tuple[str, ...]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    return (
        str(hit.rank),
        full_title(document),
        document.kind.value,
        document.filed.isoformat() if document.filed else "",
        document.court,
        document.docket,
        passage.page_label,
        str(passage.first_page + 1),
        " › ".join(passage.heading_path),
        quoted.text,
        "".join(quoted.cited),
        "\n".join(quoted.notes),
        "Close" if hit.tier is Tier.CLOSE else "Less close",
    )


Marks = Sequence[tuple[int, int]]


class WordFile:
    """A Word file under construction; ``content`` completes it."""

    def __init__(self, title: str, head: str) -> None:
        """Begin a file. ``head`` is a line above every page; the number stands below."""
        import docx
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn
        from docx.shared import Pt

        self._file: DocxDocument = docx.Document()
        about = self._file.core_properties
        about.author, about.comments, about.title = "BriefBank", "", printable(title)[:255]
        normal: Any = self._file.styles["Normal"]
        normal.font.size = Pt(11.5)
        normal.paragraph_format.space_after = Pt(6)
        section = self._file.sections[0]
        above, below = section.header.paragraphs[0], section.footer.paragraphs[0]
        self._write(above, head)
        self._make_small(above)
        field = OxmlElement("w:fldSimple")
        field.set(qn("w:instr"), "PAGE")
        below._p.append(field)
        below.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self.heading(title, level=0)

    def content(self) -> bytes:
        content = io.BytesIO()
        self._file.save(content)
        return content.getvalue()

    def heading(self, text: str, level: int = 2) -> None:
        self._write(self._file.add_heading(level=level), text)

    def paragraph(self, text: str, *, small: bool = False, italic: bool = False) -> None:
        for line in text.splitlines() or [""]:
            paragraph = self._file.add_paragraph()
            self._write(paragraph, line, italic=italic)
            if small:
                self._make_small(paragraph)

    def quotation(self, quoted: CitedQuotation, text: str = "", marks: Marks = ()) -> None:
        """Add a quotation as a block with its citation and notes.

        ``text`` with ``marks`` replaces the quotation's own words.
        """
        from docx.shared import Inches

        words = text or quoted.marked
        names = case_name_places(text) if text else quoted.names
        paragraph = self._file.add_paragraph()
        layout = paragraph.paragraph_format
        if text or quoted.is_block:
            layout.left_indent = layout.right_indent = Inches(0.5)
        layout.keep_with_next = True
        edges = sorted({0, len(words), *(edge for range_ in (*marks, *names) for edge in range_)})
        for start, end in pairwise(edges):
            marked, italic = (
                any(first <= start < last for first, last in ranges) for ranges in (marks, names)
            )
            self._write(paragraph, words[start:end], marked=marked, italic=italic)
        before, case, after = quoted.cited
        citation = self._file.add_paragraph()
        for part, italic in ((before, False), (case, True), (after, False)):
            self._write(citation, part, italic=italic)
        for note in quoted.notes:
            paragraph = self._file.add_paragraph()
            self._write(paragraph, "Note: ", bold=True)
            self._write(paragraph, note)
            self._make_small(paragraph)

    def _write(
        self,
        paragraph: Paragraph,
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
        run = paragraph.add_run(text)
        if italic:  # setting a property costs as much as the run itself
            run.italic = True
        if bold or marked:
            run.bold = True
        if marked:
            from docx.enum.text import WD_COLOR_INDEX

            run.font.highlight_color = WD_COLOR_INDEX.YELLOW

    def _make_small(self, paragraph: Paragraph) -> None:
        from docx.shared import Pt, RGBColor

        for run in paragraph.runs:
            run.font.size, run.font.color.rgb = Pt(9.5), RGBColor(0x55, 0x55, 0x55)


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
    entries: Sequence[ResolvedEntry],
    cited: Mapping[Authority, Sequence[int]],
    day: date,
    reporter: Reporter,
) -> bytes:
    """Return the Word file of a collection. Raises Cancelled.

    ``cited`` has the authorities with the numbers (from 1) of the passages that cite them.
    """
    file = WordFile(collection.name, f"{collection.name[:90]}, {format_date(day)}")
    if collection.hearing:
        file.paragraph(f"Hearing: {format_date(collection.hearing)}")
    for number, resolved in enumerate(entries, start=1):
        reporter.check()
        hit, entry = resolved.hit, resolved.entry
        title = full_title(hit.document) if hit else "A passage that is not here now"
        file.heading(f"{number}. {title}")
        if note := entry.note.strip():
            file.paragraph(note)
        if hit is None:
            file.paragraph(f"{GONE} It stood on file page {entry.reference.page + 1}.", small=True)
        else:
            if resolved.state is EntryState.REREAD:
                file.paragraph(REREAD, small=True)
            file.quotation(of_hit(hit))
        reporter.progress(Message("Writing"), number, len(entries))
    if cited:
        file.heading("Authorities cited in these passages", level=1)
    for title, kinds in _GROUPS:
        group = sorted((str(name), numbers) for name, numbers in cited.items() if name.kind in kinds)
        if group:
            file.heading(title, level=2)
        for name, numbers in group:
            passages = ", ".join(map(str, dict.fromkeys(numbers)))
            file.paragraph(f"{name}: {'passages' if ',' in passages else 'passage'} {passages}")
    return file.content()


def results_document(query: str, results: SearchAnswer, day: date, reporter: Reporter) -> bytes:
    """Return the Word file of search results. Raises Cancelled."""
    file = WordFile("Results of a search", f"BriefBank: {query[:90]}, {format_date(day)}")
    file.paragraph(f"Searched for: {' '.join(query.split())}")
    if results.interpretation:
        file.paragraph(results.interpretation, small=True)
    shown, listed = len(results.hits), results.listed
    extent = f"The first {shown:,} of {listed:,} passages." if shown < listed else f"{_passages(shown)}."
    if results.less_close:
        extent += f" Close: {_passages(results.total)}. Less close: {_passages(results.less_close)}."
    file.paragraph(f"{extent} On {format_date(day)}.", small=True)
    tier = Tier.CLOSE
    for hit in results.hits:
        reporter.check()
        if hit.tier is not tier:
            tier = hit.tier
            file.heading("Less close", level=1)
        document, passage = hit.document, hit.passage
        file.heading(f"{hit.rank}. {full_title(document)}")
        facts = (format_date(document.filed) if document.filed else "", document.court, document.docket)
        if line := " · ".join(fact for fact in facts if fact):
            file.paragraph(line, small=True)
        if passage.heading_path:
            file.paragraph(" › ".join(passage.heading_path), italic=True, small=True)
        file.quotation(of_hit(hit), passage.text, hit.marks)
        reporter.progress(Message("Writing"), hit.rank, len(results.hits))
    return file.content()


def _passages(number: int) -> str:
    return "1 passage" if number == 1 else f"{number:,} passages"
