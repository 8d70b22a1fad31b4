"""Reads one PDF in a child process: pages, the verdict on each page's text, the document with passages.

The whole reading is one call, so that the pages, which are large, never cross to the parent, and all
processors can read at once. ``read_in_child`` calls a function again without the pages that crash or hang the
child, and checks its answer. The functions with a ``tell`` run in the child; they open untrusted files and
import the libraries for reading there alone. The child also computes the document's signature, by which
``families`` finds its versions.
"""

from __future__ import annotations

import math
import re
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.documents import AnnotationGaps, Reading
from briefbank.domain.ingest import LeftOut, Stage
from briefbank.domain.pages import (
    HIDDEN_MARK,
    UNSEARCHED_ROLES,
    Page,
    PageOrder,
    PageSource,
    Passage,
    RawPage,
    RecognisedPage,
)
from briefbank.errors import Crashed, Damaged, OutOfMemory, TooSlow
from briefbank.extraction import containers, pdf
from briefbank.extraction.containers import MailSummary, with_mail_header
from briefbank.extraction.formats.picture import BLANK, ImagePage, encoded, write
from briefbank.extraction.passages import PrecomputedSegmenter, by_words
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import MAX_PAGES, has_layers, is_foreign_form, load_page, opened
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.progress import Progress
from briefbank.ocr.engines import unpack
from briefbank.ocr.picture import bilevel_if_possible, bounded_scale
from briefbank.ocr.reading_copy import compose
from briefbank.sandbox.child import Tell
from briefbank.sandbox.confinement import InputFile, OutputFile
from briefbank.text.messages import Message

T = TypeVar("T")

PAGE_SILENCE_S = 20.0
"""The seconds after which a page counts as hung: an ordinary one takes a hundredth of a second."""
CUTTING_SILENCE_S = 300.0
"""The limit for the work after the last page: a thousand pages take about ten seconds."""
PAGE_S = 0.5  # The average limit of a page, beyond TROUBLE_S for the file
TROUBLE_S = 60.0
"""The seconds that crashing and hanging pages of one file may cost together before the file is refused."""
COMPOSE_S, COMPOSE_PAGE_S = 30.0, 0.5
"""The time limit of a reading copy, plus that of each page; a page takes 20 ms, a redrawn one up to 500."""

CRASHED_PAGE = Message("This page could not be read: the file is damaged there.")
NOTHING_RECOGNISED = Message("No words were recognised on this page. Look at the page itself.")
NOT_RECOGNISED = Message("This page is a scan and could not be read. Look at the page itself.")

_FOR_RECOGNITION = ("missing", "bad", "stamped")
"""The verdicts on a text layer that send a page to text recognition."""
_DPI = 300.0
_LETTER = (8.5, 11.0)
_POINTS = 72.0


@dataclass(frozen=True, slots=True)
class FileMetadata:
    """The metadata of a file that its contents do not have."""

    file_name: str
    converted: bool  # The PDF was made by BriefBank from a Word or text file
    folder: str = ""  # The folder of the file, as in ``Document.folder``
    segmenter: PrecomputedSegmenter | None = None
    """The segmenter that decides where long sections are cut; None to cut by words."""
    mail: MailSummary | None = None  # What is known of a mail; None for any other file
    exact_text: bool = False
    """LibreOffice made the PDF of a text: its characters are right, and none is recognised anew."""
    today: date = field(default_factory=date.today)
    """The day on which the file is added or read again; no document was filed after it."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The result of the text recognition of one page."""

    engine: str
    confidence: float | None
    problem: Message  # The reason why the page could not be recognised; it then has its previous text


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file as it was read, or the pages that must be recognised first."""

    reading: Reading | None
    orders: tuple[PageOrder, ...] = ()
    signature: bytes = b""  # The signature for finding other versions of the document (``families``)
    undrawn: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The pages, by index, that BriefBank made without fonts for all characters, and which it could not draw
    (``fonts.undrawn``)."""
    left_out: tuple[LeftOut, ...] = ()  # What the PDF holds and its pages do not show
    attached: int = 0  # The number of files that are attached inside the PDF


def read_in_child(
    processes: WorkerPool, path: Path, progress: Progress, function: Callable[..., T], *args: Any
) -> T:
    """Call ``function(tell, path, skipped, *args)``, without the pages that crash or hang the child. Raises
    FileRefused, and what ``progress`` raises."""
    skipped: set[int] = set()
    started = time.monotonic()
    progress.enter(Stage.READING)
    while True:
        tracker = _PageTracker(progress)
        try:
            answer = processes.call(
                function,
                InputFile(path),
                frozenset(skipped),
                *args,
                timeout_s=tracker.silence_s,
                check=tracker.check,
                on_progress=tracker,
            )
        except (Crashed, OutOfMemory, TooSlow):
            if tracker.page is None or time.monotonic() - started > TROUBLE_S * progress.patience:
                raise
            skipped.add(tracker.page)
            continue
        if isinstance(answer, FileReading):
            require_sound(answer)
        return answer


class _PageTracker:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._ends = math.inf
        self._cutting = False
        self.page: int | None = None
        """The page that the child is reading; None before the first and after the last."""

    def __call__(self, page: int, total: int) -> None:
        if page == total:
            self.page, self._cutting = None, True
            self._progress.enter(Stage.CUTTING)
            return
        self.page = page
        if self._ends == math.inf:
            self._ends = time.monotonic() + (TROUBLE_S + PAGE_S * total) * self._progress.patience
        self._progress.enter(Stage.READING, total)
        self._progress.step(page, total)

    def check(self) -> None:
        """Raise TooSlow for a file whose pages are each slow, but not slow enough to be left out."""
        self._progress.check()
        if self.page is not None and time.monotonic() > self._ends:
            raise TooSlow(detail="all pages are slow")

    def silence_s(self) -> float:
        return (CUTTING_SILENCE_S if self._cutting else PAGE_SILENCE_S) * self._progress.patience


def compose_in_child(
    processes: WorkerPool, base: Path, packed: Sequence[bytes], target: Path, check: Callable[[], None]
) -> None:
    """Write a reading copy with the words of packed recognised pages. Raises FileRefused, and what ``check``
    raises."""
    limit = COMPOSE_S + COMPOSE_PAGE_S * len(packed)
    processes.call(write_copy, InputFile(base), packed, OutputFile(target), timeout_s=limit, check=check)


def write_copy(base: Path, packed: Sequence[bytes], target: Path) -> None:
    """Write that copy, in the child. Raises Damaged when no copy of the file can be made."""
    import pikepdf
    import pypdfium2

    try:
        compose(base, [unpack(page) for page in packed], target)
    except (pikepdf.PdfError, pypdfium2.PdfiumError) as error:
        raise Damaged(detail=f"no reading copy: {type(error).__name__}") from error


def read_file(
    tell: Tell, path: Path, skipped: AbstractSet[int], name: FileMetadata, recognise: bool
) -> FileReading:
    """Read a PDF's own text.

    With ``recognise`` a file with unreadable pages comes back as orders for them; without, such pages are
    gaps, and a poor text layer is better than none. ``skipped`` pages are not touched: they crashed or hung
    an earlier child. Before each page, ``tell`` gets its number and the number of pages; both are equal when
    the division into passages begins. Raises FileRefused.
    """
    pages, attached, form = _read_pages(tell, path, skipped)
    verdicts = [pdf.assess(page).verdict for page in pages]
    if name.exact_text:  # what LibreOffice wrote is right however odd it looks
        verdicts = ["good" if verdict == "bad" else verdict for verdict in verdicts]
    if recognise:
        orders = tuple(
            PageOrder(
                page.index,
                replace_text=verdict == "bad" or page.source is PageSource.GAP,
                stamps_only=verdict == "stamped",
            )
            for page, verdict in zip(pages, verdicts, strict=True)
            if verdict in _FOR_RECOGNITION and page.index not in skipped
        )
        if orders:
            return FileReading(None, orders, attached=attached)
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
    pages, attached, form = _read_pages(tell, path, skipped, recognised.keys())
    sourced = [_with_source(page, recognised.get(page.index)) for page in pages]
    return _build_reading(tell, sourced, name, recognised, attached, form)


def segmenter_queries(tell: Tell, path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the queries to the segmenter when a PDF is read, in order. Raises FileRefused."""
    from briefbank.extraction import document

    pages, *_ = _read_pages(tell, path, frozenset())
    queries: list[tuple[str, ...]] = []

    def record(texts: Sequence[str]) -> Sequence[float]:
        queries.append(tuple(texts))
        return by_words(texts)

    readable = [_gap_if_missing(page, pdf.assess(page).verdict) for page in pages]
    document.read(readable, file_name="", converted=False, segmenter=record)
    return tuple(queries)


def _read_pages(
    tell: Tell, path: Path, skipped: AbstractSet[int], recognised: AbstractSet[int] = frozenset()
) -> tuple[list[RawPage], int, bool]:
    """Return the pages, of which some were recognised, the number of files attached inside, and whether the
    file is a form that cannot be drawn."""
    pages = []
    with opened(path) as source:
        layered = has_layers(path)
        attached, form = containers.count_attached(source), is_foreign_form(source)
        for index in range(len(source)):
            tell(index, len(source))
            if index in skipped:
                gap = RawPage(index, "", (), 0.0, 0.0, PageSource.GAP, gap_reason=CRASHED_PAGE)
                pages.append(gap)
            else:
                pages.append(read_page(source, index, layered=layered, recognised=index in recognised))
    if not any(page.source is not PageSource.GAP for page in pages):
        raise Damaged(detail="every page failed")
    return pages, attached, form


def _gap_if_missing(page: RawPage, verdict: str) -> RawPage:
    if verdict == "missing" and page.source is not PageSource.GAP:
        return replace(page, source=PageSource.GAP, gap_reason=NOT_RECOGNISED)
    return page


def _with_source(page: RawPage, recognition: Recognition | None) -> RawPage:
    """Return a page of the reading copy, marked with its text's source."""
    if page.source is PageSource.GAP:
        return page
    verdict = pdf.assess(page).verdict
    if recognition is None or (verdict == "stamped" and recognition.confidence is None):
        return _gap_if_missing(page, verdict)
    if recognition.problem:
        unread = _gap_if_missing(page, verdict)
        return replace(unread, gap_reason=recognition.problem) if unread.source is PageSource.GAP else unread
    if not page.raw.replace(HIDDEN_MARK, "").strip():
        return replace(page, source=PageSource.GAP, gap_reason=NOTHING_RECOGNISED)
    return replace(page, source=PageSource.OCR)


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
    from briefbank.extraction import document, fonts

    tell(len(pages), len(pages))
    reading = document.read(
        pages,
        file_name=name.file_name,
        converted=name.converted,
        folder=name.folder,
        segmenter=name.segmenter or by_words,
        today=name.today,
    )
    gaps = AnnotationGaps()
    cited = citations.of_document(
        [passage.text for passage in reading.passages], [passage.role for passage in reading.passages], gaps
    )
    with_cited = zip(reading.passages, cited, strict=True)
    passages = tuple(replace(passage, citations=in_passage) for passage, in_passage in with_cited)

    def with_recognition(page: Page) -> Page:
        mark = recognised.get(page.index) if page.source is PageSource.OCR else None
        return replace(page, engine=mark.engine, confidence=mark.confidence) if mark else page

    reading = replace(
        reading,
        passages=passages,
        pages=tuple(map(with_recognition, reading.pages)),
        gaps=(*reading.gaps, *gaps.all()),
        attached=attached,
    )
    left_out = {
        LeftOut.COMMENTS: any(page.comments for page in pages),
        LeftOut.HIDDEN_TEXT: any(page.undisplayed for page in pages),
        LeftOut.FORM: form,
    }
    undrawn = ((page.index, fonts.undrawn(page.raw)) for page in pages if name.converted)
    return FileReading(
        with_mail_header(reading, name.mail, name.today) if name.mail else reading,
        signature=compute_signature(passages),
        undrawn=tuple((index, characters) for index, characters in undrawn if characters),
        left_out=tuple(kind for kind, is_left_out in left_out.items() if is_left_out),
        attached=attached,
    )


def draw_pages(tell: Tell, source: Path, skipped: AbstractSet[int], target: Path) -> None:
    """Write a PDF with a grey image of each page of a damaged ``source`` at ``target``: a page whose text or
    structure cannot be read may still be seen, and is recognised like a scan.

    ``skipped`` pages, and those that PDFium cannot open, are blank. Before each page, ``tell`` gets its
    number and the number of pages. Raises FileRefused, Damaged where no page can be drawn, and OSError when
    ``target`` cannot be written.
    """
    import pypdfium2

    drawn = 0

    def images(document: Any) -> Iterator[ImagePage]:
        nonlocal drawn
        for index in range(len(document)):
            tell(index, len(document))
            image = ImagePage(*_LETTER, BLANK)
            # errors: a page that PDFium cannot open, one of no size, or without room for its image
            with suppress(pypdfium2.PdfiumError, ValueError):
                if index not in skipped:
                    with closing(load_page(document, index)) as page:
                        width, height = (side / _POINTS for side in page.get_size())
                        grey = page.render(scale=bounded_scale(page, _DPI), grayscale=True).to_pil()
                        pixels = bilevel_if_possible(grey.convert("L"))
                        image = ImagePage(width, height, encoded(pixels))
                    drawn += 1
            yield image

    with opened(source) as document, target.open("wb") as file:
        write(images(document), file)
    if not drawn:
        raise Damaged(detail="no page can be drawn")


MINIMA = 256  # The number of minima; the estimate's standard error is at most 0.03
SHINGLE = 3  # The number of words in a shingle
_WORD = re.compile(r"[^\W_]+")
HEAD = struct.Struct("<I")  # The number of words, before the minima
_BATCH = 500
"""The shingles hashed in a step: half a megabyte stays in the processor’s cache; more takes twice as long."""
_MIXING = ((np.uint32(16), np.uint32(0x85EBCA6B)), (np.uint32(13), np.uint32(0xC2B2AE35)))
_LAST_SHIFT = np.uint32(16)  # Steps of MurmurHash3's finalizer, which spreads a checksum over all its bits


def compute_signature(passages: Sequence[Passage]) -> bytes:
    """Return the number of a document's words and their 256 minima, as little-endian 32-bit numbers. About 9
    ms for 10,000 words. Tables of contents and of authorities are left out, as in a search: a scan loses
    their dots and columns."""
    words = [
        word.encode("utf-8", "surrogatepass")
        for passage in passages
        if passage.role not in UNSEARCHED_ROLES
        for word in _WORD.findall(passage.text.casefold())
    ]
    last = max(1, len(words) - SHINGLE + 1)
    shingles = list({b" ".join(words[at : at + SHINGLE]) for at in range(last)})
    batches = [_minima(shingles[at : at + _BATCH]) for at in range(0, len(shingles), _BATCH)]
    return HEAD.pack(len(words)) + bytes(np.minimum.reduce(batches).astype("<u4"))


def _minima(shingles: Sequence[bytes]) -> NDArray[np.uint32]:
    """Return the minima of the shingles' hashes under ``MINIMA`` affine permutations modulo 2^32."""
    hashes = np.fromiter(map(crc32, shingles), np.uint32, len(shingles))
    for shift, factor in _MIXING:
        hashes ^= hashes >> shift
        hashes *= factor
    hashes ^= hashes >> _LAST_SHIFT
    factors, offsets = _permutations()
    return np.asarray((hashes[:, None] * factors + offsets).min(axis=0), np.uint32)


@cache
def _permutations() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the factors, which are odd so that none maps two hashes to one, and the offsets."""
    drawn = np.random.RandomState(1)
    factors = drawn.randint(0, 1 << 31, MINIMA, dtype=np.uint32) * np.uint32(2) + np.uint32(1)
    return factors, drawn.randint(0, 1 << 32, MINIMA, dtype=np.uint32)


# What a child answers is checked before anything of it is stored. A document may take over the child that
# reads it, and an attacker a computer that works for the office. What they send has the right types, because
# it is unpacked against them, but its numbers and sizes can be anything. Rows that break a rule of the
# catalogue would stop the work on all files, positions outside a page would break the reader, and a few bytes
# of the answer could take gigabytes once they are values.

LONGEST_PAGE = 2_000_000
"""The most characters of a page, and of a passage: a hundred times those of a dense one."""
LONGEST_FIELD = 20_000  # The most characters of a heading, or of a field of a caption
_MOST_PASSAGES = 500  # The most passages for each page
_MOST_OF_PASSAGE = 20_000  # The most spans, citations or headings of one passage
_MOST_GAPS, _MOST_CHARACTERS = 100, 5_000
"""The most kinds of gaps, and the most characters without a font on one page."""
_MOST_ATTACHED = 1_000_000
_MOST_WORDS = 50_000  # The most words that are recognised on a page


def require_sound(answer: FileReading) -> None:
    """Raise Crashed for an answer that no reading of a file gives."""
    reading, orders = answer.reading, {order.index for order in answer.orders}
    _require("orders", (reading is None) == bool(orders), len(orders) == len(answer.orders))
    _require("orders", all(0 <= index < MAX_PAGES for index in orders))
    _require("attached", 0 <= answer.attached <= _MOST_ATTACHED)
    if reading is None:
        return
    _require("signature", len(answer.signature) == HEAD.size + 4 * MINIMA)
    pages, passages, caption = reading.pages, reading.passages, reading.caption
    _require("pages", [page.index for page in pages] == list(range(len(pages))), 0 < len(pages) <= MAX_PAGES)
    for page in pages:
        _require("pages", page.confidence is None or 0 <= page.confidence <= 1, page.hidden >= 0)
        _require("pages", max(len(page.raw), page.hidden) <= LONGEST_PAGE)
        _require_short("pages", page.label, page.gap_reason, page.engine)
    _require("passages", [passage.ordinal for passage in passages] == list(range(len(passages))))
    _require("passages", len(passages) <= _MOST_PASSAGES * len(pages))
    for passage in passages:
        length = len(passage.text)
        parts = (passage.spans, passage.citations, passage.heading_path)
        _require("passages", length <= LONGEST_PAGE, passage.id == passage.document_id == 0)
        _require("passages", 0 <= passage.section < 2**31, max(map(len, parts)) <= _MOST_OF_PASSAGE)
        _require_short("passages", *passage.heading_path, *passage.labels)
        for span in passage.spans:  # a gap has lost the text that its spans are of
            _require("passages", 0 <= span.page < len(pages), 0 <= span.start <= span.end <= LONGEST_PAGE)
            _require("passages", 0 <= span.at <= span.at + span.size <= length)
        for citation in passage.citations:
            _require("passages", 0 <= citation.start <= citation.end <= length)
    fields = (caption.title, caption.court, caption.docket, caption.side, caption.office, caption.judge)
    _require("caption", max(len(caption.parties), len(caption.entries)) <= _MOST_OF_PASSAGE)
    _require_short("caption", *fields)
    for party in caption.parties:
        _require_short("caption", party.name, party.role)
    for entry in caption.entries:
        _require("caption", 0 <= entry.confidence <= 1, entry.page is None or 0 <= entry.page < len(pages))
        _require_short("caption", entry.value, entry.source)
    _require("gaps", len(reading.gaps) <= _MOST_GAPS, all(0 < gap.count < 2**31 for gap in reading.gaps))
    _require("attached", 0 <= reading.attached <= _MOST_ATTACHED)
    _require("undrawn", len(answer.undrawn) <= len(pages))
    for index, characters in answer.undrawn:
        _require("undrawn", 0 <= index < len(pages), len(characters) <= _MOST_CHARACTERS)
        _require_short("undrawn", *characters)


def require_sound_page(page: RecognisedPage) -> None:
    """Raise Crashed for a page that no text recognition gives."""
    what = "recognised page"
    _require(what, 0 <= page.index < MAX_PAGES, page.turn in (0, 90, 180, 270), math.isfinite(page.skew))
    _require(what, len(page.words) <= _MOST_WORDS)
    _require_short(what, page.engine, page.problem)
    for word in page.words:
        edges = (word.box.x0, word.box.y0, word.box.x1, word.box.y1)
        _require(what, all(map(math.isfinite, edges)), 0 <= word.confidence <= 1, 0 <= word.line < 2**31)
        _require_short(what, word.text)


def _require(what: str, *conditions: bool) -> None:
    if not all(conditions):
        raise Crashed(detail=f"an answer with wrong {what}")


def _require_short(what: str, *texts: str) -> None:
    _require(what, all(len(text) <= LONGEST_FIELD for text in texts))
