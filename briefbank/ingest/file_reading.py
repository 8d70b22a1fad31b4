"""Reads one file in a worker process: pages, the verdict on each page's text, and the document with passages.

The whole reading is one call, so that the pages, which are large, never cross to the parent, and all
processors can read at once. The functions here run in a child process (``extraction.worker_pool``) and open
untrusted files. The libraries for reading are imported there alone: the caller need not load them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from briefbank.domain.annotations import AnnotationGaps
from briefbank.domain.documents import Reading
from briefbank.domain.ingest import LeftOut
from briefbank.domain.pages import HIDDEN_MARK, Page, PageOrder, PageSource, RawPage
from briefbank.errors import Damaged
from briefbank.extraction import attached_files, textlayer
from briefbank.extraction.layers import hide_annotations_off, layers_of
from briefbank.extraction.mail.caption import with_mail_header
from briefbank.extraction.mail.messages import MailSummary
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import is_foreign_form, opened
from briefbank.extraction.topic_segmentation import BY_WORDS, PrecomputedSegmenter, RecordingSegmenter
from briefbank.ingest import families
from briefbank.ocr.page_packing import unpack
from briefbank.ocr.reading_copy import compose
from briefbank.sandbox.child import Tell

RECOGNISED = ("missing", "bad", "stamped")
"""The verdicts on a text layer that send a page to text recognition."""

CRASHED_PAGE = "This page could not be read: the file is damaged there."
NOTHING_RECOGNISED = "No words were recognised on this page. Look at the page itself."
NOT_RECOGNISED = "This page is a scan and could not be read. Look at the page itself."


@dataclass(frozen=True, slots=True)
class FileMetadata:
    """The metadata of a file that its contents do not have."""

    file_name: str
    converted: bool
    """The PDF was made by BriefBank from a Word or text file."""
    folder: str = ""
    """The place of the file, as in ``Document.folder``."""
    segmenter: PrecomputedSegmenter | None = None
    """The segmenter that decides where long sections are cut; None to cut by words."""
    mail: MailSummary | None = None
    """What is known of a mail; None for any other file."""
    exact_text: bool = False
    """LibreOffice made the PDF of a text: its characters are right, and none is recognised anew."""
    today: date = field(default_factory=date.today)
    """The day on which the file is added or read again; no document was filed after it."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The result of the text recognition of one page."""

    engine: str
    confidence: float | None
    problem: str
    """The reason why the page could not be recognised; it then has its previous text."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file as it was read, or the pages that must be recognised first."""

    reading: Reading | None
    orders: tuple[PageOrder, ...] = ()
    signature: bytes = b""
    """The signature for finding other versions of the document (``families``)."""
    undrawn: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The pages, by index, that BriefBank made without fonts for all characters, and which it could not draw
    (``fonts.undrawn``)."""
    left_out: tuple[LeftOut, ...] = ()
    """What the PDF holds and its pages do not show."""


def read_file(
    tell: Tell, path: Path, skipped: AbstractSet[int], name: FileMetadata, recognise: bool
) -> FileReading:
    """Read a PDF's own text.

    With ``recognise`` a file with unreadable pages comes back as orders for them; without, such pages are
    gaps, and a poor text layer is better than none. ``skipped`` pages are not touched: they crashed or hung
    an earlier child. Before each page, ``tell`` gets its number and the number of pages; both are equal when
    the division into passages begins. Raises FileRefused.
    """
    pages, attached, form = _pages(tell, path, skipped)
    verdicts = [_verdict(page, name) for page in pages]
    orders = tuple(
        PageOrder(
            page.index,
            replace_text=verdict == "bad" or page.source is PageSource.GAP,
            stamps_only=verdict == "stamped",
        )
        for page, verdict in zip(pages, verdicts, strict=True)
        if verdict in RECOGNISED and page.index not in skipped
    )
    if orders and recognise:
        return FileReading(None, orders)
    readable = list(map(_gap_if_missing, pages, verdicts))
    return _build_reading(tell, readable, name, {}, attached, form)


def read_recognised(
    tell: Tell,
    path: Path,
    skipped: AbstractSet[int],
    name: FileMetadata,
    recognised: Mapping[int, Recognition],
) -> FileReading:
    """Read a copy into which recognised pages, by page number, were written. Otherwise as ``read_file``."""
    pages, attached, form = _pages(tell, path, skipped, recognised.keys())
    sourced = [_with_source(page, recognised.get(page.index)) for page in pages]
    return _build_reading(tell, sourced, name, recognised, attached, form)


def segmenter_queries(tell: Tell, path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the queries to the segmenter when a PDF is read, section by section, in order. Raises
    FileRefused."""
    from briefbank.extraction import document

    pages, *_ = _pages(tell, path, frozenset())
    verdicts = [textlayer.assess(page).verdict for page in pages]
    noting = RecordingSegmenter()
    readable = list(map(_gap_if_missing, pages, verdicts))
    document.read(readable, file_name="", converted=False, segmenter=noting)
    return tuple(noting.asked)


def write_copy(base: Path, packed: Sequence[bytes], target: Path) -> None:
    """Write a reading copy with the words of packed recognised pages.

    Raises Damaged when no copy of the file can be made.
    """
    import pikepdf
    import pypdfium2

    try:
        compose(base, [unpack(page) for page in packed], target)
    except (pikepdf.PdfError, pypdfium2.PdfiumError) as error:
        raise Damaged(detail=f"no reading copy: {type(error).__name__}") from error


def _verdict(page: RawPage, name: FileMetadata) -> str:
    """Return the verdict on a page's text; what LibreOffice wrote is right however odd it looks."""
    found = textlayer.assess(page).verdict
    return "good" if name.exact_text and found == "bad" else found


def _pages(
    tell: Tell, path: Path, skipped: AbstractSet[int], recognised: AbstractSet[int] = frozenset()
) -> tuple[list[RawPage], int, bool]:
    """Return the pages, of which some were recognised, the number of files attached inside, and whether the
    file is a form that cannot be drawn."""
    pages = []
    with opened(path) as source:
        layers = layers_of(path)
        hide_annotations_off(source, layers)
        attached, form = attached_files.count(source), is_foreign_form(source)
        for index in range(len(source)):
            tell(index, len(source))
            if index in skipped:
                pages.append(_gap(index))
            else:
                pages.append(read_page(source, index, layered=layers.exist, recognised=index in recognised))
    if not any(page.source is not PageSource.GAP for page in pages):
        raise Damaged(detail="every page failed")
    return pages, attached, form


def _gap(index: int) -> RawPage:
    return RawPage(index, "", (), 0.0, 0.0, PageSource.GAP, gap_reason=CRASHED_PAGE)


def _build_reading(
    tell: Tell,
    pages: Sequence[RawPage],
    name: FileMetadata,
    recognised: Mapping[int, Recognition],
    attached: int,
    form: bool,
) -> FileReading:
    """Return the structure, caption, passages and their citations."""
    from briefbank.citations import citations
    from briefbank.extraction import document

    tell(len(pages), len(pages))
    reading = document.read(
        pages,
        file_name=name.file_name,
        converted=name.converted,
        folder=name.folder,
        segmenter=name.segmenter or BY_WORDS,
        today=name.today,
    )
    gaps = AnnotationGaps()
    cited = citations.of_document(
        [p.text for p in reading.passages], [p.role for p in reading.passages], gaps
    )
    passages = tuple(replace(p, citations=each) for p, each in zip(reading.passages, cited, strict=True))
    noted = tuple(_with_recognition(page, recognised.get(page.index)) for page in reading.pages)
    signature = families.compute_signature(passages)
    undrawn = _undrawn(pages) if name.converted else ()
    left_out = {
        LeftOut.COMMENTS: any(page.comments for page in pages),
        LeftOut.HIDDEN_TEXT: any(page.undisplayed for page in pages),
        LeftOut.FORM: form,
    }
    whole = replace(
        reading, passages=passages, pages=noted, gaps=(*reading.gaps, *gaps.found()), attached=attached
    )
    known = with_mail_header(whole, name.mail, name.today) if name.mail else whole
    return FileReading(known, (), signature, undrawn, tuple(each for each in left_out if left_out[each]))


def _undrawn(pages: Sequence[RawPage]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    from briefbank.extraction import fonts

    found = ((page.index, fonts.undrawn(page.raw)) for page in pages)
    return tuple((index, characters) for index, characters in found if characters)


def _with_recognition(page: Page, recognition: Recognition | None) -> Page:
    """Return a page with the engine and confidence of its recognition."""
    if recognition is None or page.source is not PageSource.OCR:
        return page
    return replace(page, engine=recognition.engine, confidence=recognition.confidence)


def _gap_if_missing(page: RawPage, verdict: str) -> RawPage:
    if verdict == "missing" and page.source is not PageSource.GAP:
        return replace(page, source=PageSource.GAP, gap_reason=NOT_RECOGNISED)
    return page


def _with_source(page: RawPage, recognition: Recognition | None) -> RawPage:
    """Return a page of the reading copy, marked with its text's source."""
    if page.source is PageSource.GAP:
        return page
    verdict = textlayer.assess(page).verdict
    if recognition is None or (verdict == "stamped" and recognition.confidence is None):
        return _gap_if_missing(page, verdict)
    if recognition.problem:
        left = _gap_if_missing(page, verdict)
        return replace(left, gap_reason=recognition.problem) if left.source is PageSource.GAP else left
    if not page.raw.replace(HIDDEN_MARK, "").strip():
        return replace(page, source=PageSource.GAP, gap_reason=NOTHING_RECOGNISED)
    return replace(page, source=PageSource.OCR)
