"""The values that the parts of BriefBank hand to each other.

Every class here is a frozen value without behaviour beyond small derived properties, so that it can
cross a process border by pickling and be shared between threads. The packages ``reading``, ``ocr``,
``index``, ``search``, ``authority`` and ``summary`` do not import each other; they meet in these types.

Conventions: page indexes count from 0 (people are shown ``index + 1`` as the file page); character
ranges are half open; dates are :class:`datetime.date`; lengths on a page are PDF points (1/72 inch)
with the origin at the top left of the page as it is displayed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from briefbank.expression import Expression
from briefbank.law import AuthorityNote, Window

V = TypeVar("V")


def _sent_as_a_call(cls: type[V]) -> type[V]:
    """Pickle a value as a call with its fields. A document has thousands of them, and the way that
    dataclasses with slots have took most of the time in which a document crosses between processes."""
    values = attrgetter(*(each.name for each in fields(cls)))  # type: ignore[arg-type]  # a dataclass
    cls.__reduce__ = lambda self: (cls, values(self))  # type: ignore[method-assign]
    return cls


class Kind(StrEnum):
    """What a document is; the values are what the command line and the catalogue use."""

    BRIEF = "brief"
    OPINION = "opinion"
    STATUTE = "statute"
    RULE = "rule"
    DIRECTIVE = "directive"
    MEMO = "memo"
    OTHER = "other"


LAW = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
"""Kinds that bind: every word of them counts, and when they are in force, not when they were printed."""


class PageSource(StrEnum):
    """Where the text of a page came from; a gap is a page whose text could not be had."""

    TEXT = "text"
    OCR = "ocr"
    GAP = "gap"


class Role(StrEnum):
    """A passage's part in its document; those of UNSEARCHED_ROLES stay out of results."""

    CAPTION = "caption"
    """The cover, the caption, the head of a letter or memo."""
    CONTENTS = "contents"
    AUTHORITIES = "authorities"
    QUESTIONS = "questions"
    FACTS = "facts"
    BODY = "body"
    FOOTNOTE = "footnote"
    SERVICE = "service"
    """Certificates of service, of compliance and the like."""
    PRELIMINARY = "preliminary"
    """The preliminary statement or introduction."""
    PROCEDURE = "procedure"
    """The procedural history."""
    SIGNATURE = "signature"
    APPENDIX = "appendix"
    """What is added after the document's own text: exhibits, orders below, statutes."""


HIDDEN_MARK = "\u2588"
"""Stands for each character under a dark box: never a letter, so it is no word to any index."""

DOUBTFUL = 0.75
"""Mean confidence below which a recognised page is shown as doubtful."""

UNSEARCHED_ROLES = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})
"""Roles whose passages are kept for the reader but never come out of a search."""


class FileStatus(StrEnum):
    """How the intake of one file ended (the command-line contract's words)."""

    ADDED = "added"
    ADDED_WITH_GAPS = "added_with_gaps"
    ALREADY_HERE = "already_here"
    REFUSED = "refused"


class Stage(StrEnum):
    """The steps a file goes through, in this order; shown in the list of files."""

    WAITING = "waiting"
    COPYING = "copying"
    READING = "reading"
    OCR = "ocr"
    CUTTING = "cutting"
    INDEXING = "indexing"
    DONE = "done"


class Order(StrEnum):
    """How the relevant passages are arranged."""

    NEWEST = "newest"
    BEST = "best"


class Verdict(StrEnum):
    """A thumb."""

    UP = "up"
    DOWN = "down"


# --- a page as the PDF gives it ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a displayed page, in points from its top left corner; x0 <= x1, y0 <= y1."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line of a page: its range of ``RawPage.raw`` without the line end, its place and its type."""

    start: int
    end: int
    box: Box
    font_size: float
    """Points, as displayed; 0.0 when unknown."""
    bold: bool


@dataclass(frozen=True, slots=True)
class RawPage:
    """One page exactly as PDFium reads it.

    ``raw`` holds one character per PDFium character index, so that any range of it can be turned into
    boxes on the page later. ``lines`` are in reading order and never overlap.
    """

    index: int
    raw: str
    lines: tuple[RawLine, ...]
    width: float
    height: float
    source: PageSource = PageSource.TEXT
    pdf_label: str = ""
    """The label in the file's own /PageLabels, or empty."""
    image_cover: float = 0.0
    """The share of the page's area covered by its largest image, 0 to 1."""
    gap_reason: str = ""
    """Why there is no text, in words for a lawyer; only for PageSource.GAP."""
    hidden: tuple[tuple[int, int], ...] = ()
    """Ranges of ``raw`` that a dark box covers on the page; their characters are HIDDEN_MARK already."""


# --- text recognition ----------------------------------------------------------------------------


class OcrSetting(StrEnum):
    """How a scanned page is looked at; a person may ask for another than the standard one."""

    STANDARD = "standard"
    CAREFUL = "careful"
    """An enlarged picture with its background evened out: for faint, grey or small print."""
    ONE_COLUMN = "one column"
    """Lines across the whole page: for forms and pages whose columns were mixed up."""


@dataclass(frozen=True, slots=True)
class PageOrder:
    """A page that is to be recognised."""

    index: int
    replace_text: bool = False
    """Whatever text the page carries is no good and goes; otherwise text that it shows (a stamp) stays."""
    setting: OcrSetting = OcrSetting.STANDARD
    engine: str = ""
    """The engine asked for by name; empty: the usual one."""


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A recognised word. ``box`` is in points on the page as it is displayed once it was turned and
    straightened; ``line`` numbers the lines of the page in reading order, and words stand in that order."""

    text: str
    box: Box
    confidence: float
    """The engine's own, 0 to 1."""
    line: int


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """What an engine made of one page; all that is needed to write its text into a reading copy again."""

    index: int
    engine: str
    setting: OcrSetting
    words: tuple[OcrWord, ...]
    turn: int = 0
    """Degrees clockwise, 0, 90, 180 or 270, by which the page is turned to be read, beyond /Rotate."""
    redraw: bool = False
    """The reading copy shows one picture of the page: its own text is no good, or it is straightened."""
    skew: float = 0.0
    """Degrees by which the picture was straightened; only with ``redraw``."""
    problem: str = ""
    """Why the page could not be recognised, a sentence for a lawyer; then there are no words."""

    @property
    def confidence(self) -> float | None:
        """Mean over the words weighted by their letters; None without words."""
        letters = sum(len(word.text) for word in self.words)
        if not letters:
            return None
        return sum(word.confidence * len(word.text) for word in self.words) / letters


# --- a document as it was read -------------------------------------------------------------------


@_sent_as_a_call
@dataclass(frozen=True, slots=True)
class Span:
    """A run of a passage's text and the characters of a page that it came from.

    ``passage.text[at : at + size]`` came from ``page.raw[start:end]``. When ``size == end - start`` the run
    maps character by character; otherwise (a ligature written out) it maps only as a whole. Text between two
    spans (the space that stands for a line end) came from nowhere on the page. A passage's spans are in
    order of ``at`` and do not overlap.
    """

    page: int
    start: int
    end: int
    at: int
    size: int


@_sent_as_a_call
@dataclass(frozen=True, slots=True)
class Citation:
    """One mention of an authority, or of the record, in a passage's text: its place and what it names."""

    start: int
    end: int
    canonical: str
    """The authority's one name, also for "id." and other short forms; empty where it cannot be known, and
    for the record."""
    sort: str
    """'case', 'statute', 'regulation', 'rule', 'constitution', 'directive', 'journal', 'docket' (a number
    cited for an unpublished decision), 'record' (transcripts, appendices: no authority) or 'other'."""
    form: str = "full"
    """'full', 'short' ("550 U.S. at 556", "§ 5"), 'id' or 'supra'."""
    pin: str = ""
    """The pages or paragraphs pointed at, as written."""
    signal: str = ""
    """'see', 'see also', 'cf.', 'but see' and the like, in lower case."""
    parenthetical: str = ""
    """What the first parenthesis after it says, courts and dates aside."""
    certain: bool = True
    """False where a letter was read as a digit: the number should be compared with the page."""


@_sent_as_a_call
@dataclass(frozen=True, slots=True)
class Passage:
    """What is searched and shown: 130 to 250 words as a rule, never across a heading."""

    ordinal: int
    """From 0 in document order."""
    text: str
    role: Role
    heading_path: tuple[str, ...]
    """From the outermost heading to the innermost; empty before the first."""
    spans: tuple[Span, ...]
    page_label: str
    """The printed label of the first page, or empty when none is printed."""
    citations: tuple[Citation, ...] = ()
    id: int = 0
    """The catalogue's number; 0 until stored."""
    document_id: int = 0
    section: int = 0
    """Which section of the document it stands in, from 0: all that stands right under one heading."""
    runs_on: bool = False
    """Its last paragraph goes on in the next passage of its section and role."""

    @property
    def first_page(self) -> int:
        return self.spans[0].page if self.spans else 0

    @property
    def last_page(self) -> int:
        return self.spans[-1].page if self.spans else 0


@_sent_as_a_call
@dataclass(frozen=True, slots=True)
class Page:
    """A page as the catalogue keeps it."""

    index: int
    label: str
    """The printed page label ('iv', '12', 'Da45'), or empty."""
    raw: str
    source: PageSource
    gap_reason: str = ""
    engine: str = ""
    """The text recognition that read it; empty for a page with text of its own."""
    confidence: float | None = None
    """Of the text recognition, 0 to 1; None where there is none."""
    hidden: int = 0
    """Characters that a dark box covers and that were left out."""

    @property
    def doubtful(self) -> bool:
        """Whether a person should compare the recognised text with the page."""
        return self.confidence is not None and self.confidence < DOUBTFUL


class CaptionField(StrEnum):
    """What a document's caption says, in the order in which people are shown it."""

    TITLE = "title"
    COURT = "court"
    DOCKET = "docket"
    JUDGE = "judge"
    PARTIES = "parties"
    SIDE = "side"
    KIND = "kind"
    FILED = "filed"
    OFFICE = "office"


@dataclass(frozen=True, slots=True)
class CaptionEntry:
    """One field of a caption as words, and what makes it so. Nothing known: value and source are empty."""

    field: CaptionField
    value: str
    """Of FILED an ISO date, of KIND a value of Kind; several dockets, judges or parties are joined with
    '; '."""
    source: str
    """'caption', 'stamp', 'signature', 'service', 'file' or 'person'."""
    confidence: float
    """0 to 1; 1 for what a person said, 0 where nothing is known."""
    page: int | None = None
    """Where it stands, from 0; None where it stands on no page."""


@dataclass(frozen=True, slots=True)
class Party:
    """A party of a case: 'John Doe' and, as the caption calls it, 'Defendant-Appellant' (or empty)."""

    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role})" if self.role else self.name


@dataclass(frozen=True, slots=True)
class Caption:
    """What the first pages say of a document; a field that was not found is empty, never guessed."""

    title: str = ""
    court: str = ""
    docket: str = ""
    """Several numbers are joined with '; '."""
    filed: date | None = None
    filed_source: str = ""
    """'caption', 'stamp', 'signature' or 'service': where the date stands; empty when none."""
    parties: tuple[Party, ...] = ()
    side: str = ""
    """For whom it speaks: 'Appellant', 'Respondent', 'Petitioner', 'amicus curiae', …; empty: unknown."""
    office: str = ""
    """Whose lawyers wrote it."""
    judge: str = ""
    """Who sat below, or on the bench, without titles; several are joined with '; '."""
    entries: tuple[CaptionEntry, ...] = ()
    """Source, confidence and page of what was found, in order of CaptionField; KIND among them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that reading learned of one document."""

    kind: Kind
    caption: Caption
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the library."""

    id: int
    sha256: str
    kind: Kind
    title: str
    court: str
    docket: str
    filed: date | None
    filed_source: str
    """Where the date stands, as in Caption, or 'person'; empty when there is none."""
    pages: int
    ocr_pages: int
    passages: int
    gaps: int
    file_name: str
    suffix: str
    """Of the stored original, with its dot, lower case: '.pdf', '.docx', '.html' or '.txt'."""
    size: int
    """Bytes of the original."""
    added_at: datetime
    """UTC, aware."""
    has_reading_copy: bool
    sample: bool = False
    """Part of the made-up sample that comes with BriefBank."""
    doubtful_pages: int = 0
    """Recognised with low confidence."""
    hidden_pages: int = 0
    """On which a dark box covers text: a redaction that can be undone."""
    family: int = 0
    """The same number for all versions of one document; 0 for a document without another version."""
    parties: str = ""
    """As 'John Doe (Defendant-Appellant); State of New Jersey (Plaintiff-Respondent)'."""
    side: str = ""
    """For whom it speaks; see Caption."""
    office: str = ""
    corrected: frozenset[CaptionField] = frozenset()
    """What a person has put right; it wins over what was read."""
    judge: str = ""
    """Who sat below, or on the bench; see Caption."""


# --- intake --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """How one file ended; a value, because one file's trouble must not stop the others."""

    path: Path
    status: FileStatus
    document: Document | None = None
    reason: str = ""
    """Empty, or what happened and what to do, in one or two sentences."""
    needs_password: bool = False
    """Refused only for want of a password."""


@dataclass(frozen=True, slots=True)
class FileProgress:
    """Where one file of an intake stands. ``outcome`` is set on the last event of each file."""

    path: Path
    stage: Stage
    done: int = 0
    total: int = 0
    """Pages of this stage, or 0 when unknown."""
    seconds_left: float | None = None
    outcome: FileOutcome | None = None


# --- search --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filters:
    """What a document must be; both dates inclusive. A document without a date fails a date filter."""

    filed_from: date | None = None
    filed_to: date | None = None
    kinds: frozenset[Kind] = frozenset()
    """Empty: any."""
    court: str = ""
    """Case-insensitive part of the court's name."""
    written_by: date | None = None
    """Nothing that was filed after this day. Documents without a date pass, and those of LAW, which have
    windows of their own."""
    courts: frozenset[str] = frozenset()
    """Courts by their whole names; one of them. Empty: any."""
    authors: frozenset[str] = frozenset()
    """Offices that wrote and signed it (``Document.office``), by whole names; one of them. Empty: any."""
    authorities: frozenset[int] = frozenset()
    """Authorities by number; the passage cites each of them. Empty: no matter."""
    among: frozenset[int] | None = None
    """Documents by number; one of them. None: any."""


@dataclass(frozen=True, slots=True)
class Related:
    """A word or phrase that is searched beside what was typed, because the thesaurus names them together."""

    text: str
    """Lower case; one word or several."""
    weight: float
    """Of its score beside that of a typed word, above 0 and below 1."""
    of: str
    """The typed word or words that it stands for."""


@dataclass(frozen=True, slots=True)
class ThesaurusState:
    """The thesaurus that is in force."""

    file: Path
    """The office's own, which need not exist."""
    built_in: int
    """Groups of words that came with BriefBank."""
    own: int
    """Groups that the office added."""
    problems: tuple[str, ...]
    """A sentence for each line of the office's file that cannot be used, or for the file itself."""


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """What the word index is asked. ``words``, ``identifiers`` and ``related`` rank, any of them; what
    ``required`` says must hold."""

    words: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Rule, statute and citation numbers ('803(c)(27)'); rank as exact phrases, strongly."""
    required: Expression | None = None
    related: tuple[Related, ...] = ()
    context: tuple[str, ...] = ()
    """Words that only set the scene: they rank too, each with ``context_weight``."""
    context_weight: float = 1.0


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search as the user asked for it."""

    text: str
    limit: int = 10
    order: Order = Order.NEWEST
    filters: Filters = field(default_factory=Filters)
    as_of: date | None = None
    """The date at which the law is asked: what was filed later, or was not in force then, is set apart."""
    as_of_document: int = 0
    """The law as of the day on which this document was filed; 0: none. ``as_of`` goes before."""
    like: int = 0
    """A passage: find more like it, and ignore ``text``. 0: none."""
    literal: bool = False
    """``text`` was selected or pasted from a document: nothing in it is an operator or a request."""
    apart: frozenset[int] = frozenset()
    """Documents whose passages are left out: a draft is not compared with itself."""
    start: int = 0
    """Results before this place (from 0) are left out; ranks and totals stay those of the whole."""
    words_only: bool = False
    """Meaning and citations are left out, for an answer at once that a whole one follows."""


class PartRole(StrEnum):
    """What became of a part of what was typed."""

    REQUIRED = "required"
    EXCLUDED = "excluded"
    RANKED = "ranked"
    """Words by which passages are ranked."""
    NUMBER = "number"
    """A rule, statute, docket or citation, looked for in any spelling."""
    CORRECTED = "corrected"
    """A slip that was read as another word."""
    RELATED = "related"
    """What the thesaurus adds."""
    LAW = "law"
    """A day, a month or a year whose law is asked for; it is not searched for as a word."""
    ASIDE = "aside"
    """Words that only ask ("find me briefs about"), dates, what was not understood: not searched for."""


@dataclass(frozen=True, slots=True)
class QueryPart:
    """One part of a query as it was read."""

    role: PartRole
    text: str
    """For a person: '“plain error” in the same paragraph as summation…'."""
    without: str
    """What to ask instead when this part is taken out; empty: it cannot be taken out."""


@dataclass(frozen=True, slots=True)
class Loosening:
    """A wider search than one that found nothing, or too little."""

    text: str
    """For a person: 'without “plain error”'."""
    query: str
    """What to ask."""
    total: int
    """How many passages it finds."""
    clears_filters: bool = False
    """All filters are to be cleared for it."""


@dataclass(frozen=True, slots=True)
class Version:
    """The same or nearly the same passage elsewhere."""

    document_id: int
    passage_id: int
    title: str
    filed: date | None


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that made a result's place."""

    name: str
    """'words', 'meaning', 'citations', 'numbers', 'comparison', 'recency', 'authority' or 'feedback'."""
    value: float
    """What it added to the score; of recency and authority, by what the score was multiplied."""
    text: str
    """For a person."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One result."""

    rank: int
    """From 1."""
    passage: Passage
    document: Document
    score: float
    """The fused relevance, 0 to 1; comparable within one answer only."""
    marks: tuple[tuple[int, int], ...]
    """Ranges of ``passage.text`` that match the query's words."""
    reasons: tuple[str, ...]
    alerts: tuple[str, ...]
    citation: str
    """How to cite this passage: document, page, docket."""
    verdict: Verdict | None = None
    versions: tuple[Version, ...] = ()
    """Other versions of the document that hold nearly the same passage, newest first."""
    copies: tuple[Version, ...] = ()
    """Other documents that hold nearly the same passage, newest first."""
    factors: tuple[Factor, ...] = ()
    doubt: float | None = None
    """Of recognition, 0 to 1: the lowest of the pages of the passage, where one of them is doubtful."""
    last_label: str = ""
    """The printed label of the last page of a passage that runs over several."""


class FacetKind(StrEnum):
    """By what the results of a search can be counted and narrowed."""

    COURT = "court"
    KIND = "kind"
    AUTHOR = "author"
    AUTHORITY = "authority"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value and how many of the results have it."""

    value: str
    """As Filters take it: a court or author by name, a Kind's value, an authority's number."""
    text: str
    """For a person; of an authority its name."""
    count: int
    """Results that would be left with it and all other filters."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    kind: FacetKind
    values: tuple[FacetValue, ...]
    """The chosen ones and the most frequent of the others, most frequent first."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What the results of a search consist of."""

    facets: tuple[Facet, ...]
    years: tuple[tuple[int, int], ...]
    """Year of filing and number of results, in order; every filter counts but the dates of filing."""
    undated: int = 0
    """Results of documents without a date."""
    about: bool = False
    """There are more than could be looked through: counted are passages that may fit, copies and all."""


@dataclass(frozen=True, slots=True)
class OutsideHit:
    """A passage that was found, but was not the law at the time that was asked for."""

    hit: Hit
    window: Window
    text: str
    """Why it is set apart, for a person: 'In force from 1 July 2013 to 30 June 2016.'"""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found. ``advice`` is never empty when ``hits`` is."""

    interpretation: str
    took_ms: float
    total: int
    """Passages in the relevant set, of which ``hits`` shows the first."""
    hits: tuple[Hit, ...]
    advice: str = ""
    meaning_used: bool = True
    """False while the passages' meaning is not ready and only words were searched."""
    parts: tuple[QueryPart, ...] = ()
    """How the query was read, part by part, in the order typed."""
    loosenings: tuple[Loosening, ...] = ()
    """What would find more, where nothing or little was found."""
    total_is_least: bool = False
    """There are more than ``total``: not all candidates of a wide operator search were looked through."""
    law_from: date | None = None
    law_to: date | None = None
    """The days whose law was asked for, the same day for both where it is one; None: today's."""
    outside: tuple[OutsideHit, ...] = ()
    """Set apart because it was not the law then; never among ``hits``."""
    outside_total: int = 0
    authorities: tuple[AuthorityNote, ...] = ()
    """What the search names, with what the office says of it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A thumb that was given, with what it was given on."""

    query: str
    verdict: Verdict
    given_at: datetime
    """UTC, aware."""
    passage_id: int
    """0 while the passage is not in the library."""
    title: str
    """Of the document; empty while it is not in the library."""
    text: str
    """The passage's beginning; empty while it is not in the library."""
    key: str
    """Names the mark, to take it back."""


# --- reader --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: 32-bit BGRx pixels, rows from the top, ``4 * width`` bytes each."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading of a document, for the reader's outline."""

    text: str
    level: int
    """0 for an outermost heading."""
    page: int
    """Page (0-based) on which what stands below it begins."""
    label: str
    """The printed label of that page, or empty."""
    start: int = 0
    end: int = 0
    """The range of that page's raw text with which it begins; of no length where that is not known."""


@dataclass(frozen=True, slots=True)
class PageHighlight:
    """What to mark on one page: ranges of its raw text."""

    page: int
    passage: tuple[tuple[int, int], ...]
    words: tuple[tuple[int, int], ...]


# --- summary -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence shown in the summary panel, and the page (0-based) that it stands on."""

    text: str
    page: int
    supported: bool
    part: str
    """'issue', 'facts', or 'opening' for a document that has neither."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of one document; ``kind`` is 'extractive' or 'generated'."""

    kind: str
    disclaimer: str
    sentences: tuple[SummarySentence, ...]
    withheld: int = 0

    def part(self, name: str) -> str:
        """The sentences of one part joined by spaces."""
        return " ".join(s.text for s in self.sentences if s.part == name)


# --- health --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HealthReport:
    """How the indexes and files agree with the catalogue; each tuple names what is wrong."""

    documents: int
    passages: int
    lexical_passages: int
    dense_passages: int
    waiting_for_meaning: int
    """Passages not embedded yet: no fault, the work goes on in the background."""
    problems: tuple[str, ...]
    """Sentences; empty when all agree."""
    repaired: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class LibrarySizes:
    """What a library takes up, in bytes, what it holds, and how it was cared for."""

    originals: int
    reading_copies: int
    catalogue: int
    word_index: int
    meaning_index: int
    before_upgrade: int
    """Of the copy that is kept for a while after the library was brought up to date."""
    free: int
    """Left on the library's disk."""
    documents: int
    passages: int
    last_check: datetime | None
    """UTC, aware."""
    last_backup: datetime | None


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A backup that is complete; files that an earlier one in the same folder had are not copied again."""

    folder: Path
    documents: int
    files_copied: int
    bytes_copied: int
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on files that were missing or damaged in the library already."""


@dataclass(frozen=True, slots=True)
class KnownBackup:
    """A backup that BriefBank made; whether it is still there is not known."""

    folder: Path
    made: datetime
    """UTC, aware."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """A library was put back to the state of a backup."""

    documents: int
    kept_before: Path | None
    """A backup of the state before; None when there was nothing to keep."""


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose new files are added by themselves."""

    path: Path
    trouble: str = ""
    """Why it cannot be looked at now, a sentence; empty when it can."""
    confirmed: bool = True
    """Whether this user wants it to be watched; somebody else's folder is not looked at."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """What a library asks to be read from the disk and this user did not ask for: it was made by somebody
    else, or comes from a backup."""

    folders: tuple[Path, ...]
    """To be watched."""
    files: tuple[Path, ...]
    """To be added."""

    def __bool__(self) -> bool:
        return bool(self.folders or self.files)


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """The model that search by meaning uses on this computer, and why in this form."""

    name: str
    precision: str
    """'int8' or 'fp32'."""
    passages_per_second: float | None
    """As measured here when it was prepared; None when it was not."""
    reason: str
    """A sentence for a person."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the self-test."""

    name: str
    passed: bool
    detail: str
    remark: bool = False
    """No failure, and yet to be read: what the system cannot do, or what the office lets through."""
