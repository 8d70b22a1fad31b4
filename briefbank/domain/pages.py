"""Pages of a document as they are extracted, recognised, stored and displayed, and the passages on them.

Page indexes count from 0 (people are shown ``index + 1`` as the file page). Lengths on a page are PDF points
(1/72 inch), with the origin at the top left of the page as it is displayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from briefbank.domain.authorities import Citation, Span
from briefbank.text.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page: to ``page`` (0-based) of the same document, or to ``address`` outside it.

    Both are unset for a link that would run a script or do something that a page has no address for.
    """

    box: Box
    page: int | None = None
    address: str = ""


class PageSource(StrEnum):
    """The source of a page's text. A gap is a page whose text could not be obtained."""

    TEXT = "text"
    OCR = "ocr"
    GAP = "gap"


class PageTrouble(StrEnum):
    """What may be wrong with a page. Documents are listed by it for a person to check."""

    HIDDEN = "hidden"  # parts of its text cannot be seen on it
    GAP = "gap"
    DOUBTFUL = "doubtful"  # its text was recognised with little confidence


class OcrSetting(StrEnum):
    """The way in which a scanned page is recognised; a person may ask for another than the standard one."""

    STANDARD = "standard"
    CAREFUL = "careful"  # an enlarged image with an evened background, for faint, grey or small print
    ONE_COLUMN = "one column"  # lines across the whole page, for forms and pages whose columns were mixed up


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a displayed page, in points from its top left corner; x0 <= x1, y0 <= y1."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line of a page: its range in ``RawPage.raw`` without the line end, its box and its type."""

    start: int
    end: int
    box: Box
    font_size: float  # the size in points, as displayed; 0.0 when unknown
    bold: bool
    column: int = 0
    """The number of its column on the page, from 1 in reading order; 0 for text across the page."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """One page exactly as PDFium reads it.

    ``raw`` holds one character per PDFium character index, so that any range of it can be mapped to boxes on
    the page later. ``lines`` are in reading order and never overlap. Boxes, ``width`` and ``height`` are
    those of the page as it is displayed, or turned so that most of its text is upright.
    """

    index: int
    raw: str
    lines: tuple[RawLine, ...]
    width: float
    height: float
    source: PageSource = PageSource.TEXT
    pdf_label: str = ""  # the label in the file's own /PageLabels, or empty
    image_cover: float = 0.0  # the share of the page's area covered by its largest image, 0 to 1
    gap_reason: Message = NO_MESSAGE
    """A sentence for lawyers on why there is no text; only for PageSource.GAP."""
    hidden: tuple[tuple[int, int], ...] = ()
    """Ranges of ``raw`` that cannot be seen on the page. Their characters are already HIDDEN_MARK."""
    annotations_at: int | None = None
    """Where in ``raw`` the text begins that annotations draw (fields, notes, stamps); None without any."""
    picture_stamp: bool = False  # a stamp that was put on the page has no text, and may be a picture of some
    comments: bool = False  # the page has comments that a reader has to open, and that are not in ``raw``
    undisplayed: bool = False
    """The page has fields, notes or stamps that are not displayed, and that are not in ``raw``."""


@dataclass(frozen=True, slots=True)
class PageOrder:
    index: int
    replace_text: bool = False
    """True when the page's own, useless text is replaced; otherwise visible text such as a stamp stays."""
    setting: OcrSetting = OcrSetting.STANDARD
    engine: str = ""  # the name of the requested engine; empty for the default
    stamps_only: bool = False
    """True when only the pictures of stamps are recognised, on a page with good text of its own."""


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A recognised word. ``box`` is in points on the page as it is displayed after turning and straightening.
    ``line`` numbers the lines of the page in reading order, and words stand in that order."""

    text: str
    box: Box
    confidence: float  # the engine's own confidence, 0 to 1
    line: int


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """An engine's result for one page: everything needed to write its text into a reading copy again."""

    index: int
    engine: str
    setting: OcrSetting
    words: tuple[OcrWord, ...]
    turn: int = 0
    """The clockwise rotation that makes the page readable, beyond /Rotate: 0, 90, 180 or 270 degrees."""
    redraw: bool = False
    """True when the reading copy shows the page's image: its own text is useless or it is straightened."""
    skew: float = 0.0  # the degrees by which the image was straightened; only with ``redraw``
    problem: Message = NO_MESSAGE
    """A sentence for lawyers on why the page could not be recognised; such a page has no words."""

    @property
    def confidence(self) -> float | None:
        """Return the mean over the words, weighted by their letters; None without words."""
        letters = sum(len(word.text) for word in self.words)
        if not letters:
            return None
        return sum(word.confidence * len(word.text) for word in self.words) / letters


HIDDEN_MARK = "\u2588"
"""The substitute for each character unseen on its page; not a letter, so no index takes it for a word."""

DOUBTFUL = 0.75  # The mean confidence below which a recognised page is shown as doubtful


@dataclass(frozen=True, slots=True)
class Page:
    index: int
    label: str
    """The printed page label ('iv', '12', 'Da45'), with a Bates number ('Da45, DOJ_0001'), or empty."""
    raw: str
    source: PageSource
    gap_reason: Message = NO_MESSAGE
    engine: str = ""  # the text recognition engine that read the page; empty for a page with text of its own
    confidence: float | None = None
    """The confidence of the text recognition, 0 to 1; None where there was none."""
    hidden: int = 0  # the number of characters that cannot be seen on the page and were left out

    @property
    def doubtful(self) -> bool:
        """Whether a person should compare the recognised text with the page."""
        return self.confidence is not None and self.confidence < DOUBTFUL


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: 32-bit BGRx pixels, rows from the top, ``4 * width`` bytes each."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    text: str
    level: int  # the level; 0 for an outermost heading
    page: int  # the page (0-based) on which the text below the heading begins
    label: str
    start: int = 0
    end: int = 0
    """The end of the range in that page's raw text where the section begins; an empty range when unknown."""


@dataclass(frozen=True, slots=True)
class PageHighlight:
    page: int
    passage: tuple[tuple[int, int], ...]
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PageInfo:
    label: str
    confidence: float | None
    """The confidence of its recognition, 0 to 1; None for a page with text of its own."""


MOST_FOUND = 10_000  # The limit on counted matches


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A half-open range of one page's raw text."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextMatch:
    """One match: a single piece, or several where it runs over the end of a page."""

    pieces: tuple[FoundPiece, ...]

    @property
    def page(self) -> int:
        return self.pieces[0].page


@dataclass(frozen=True, slots=True)
class TextMatches:
    matches: tuple[TextMatch, ...] = ()
    more: bool = False  # True when there are more than ``MOST_FOUND``; the rest are left out


class Findable(Protocol):
    """The text of one document, prepared for finding words in it."""

    def find(self, words: str, *, match_case: bool = False, whole_words: bool = False) -> TextMatches:
        """Find words. Any thread; milliseconds for a document of 900 pages."""


class Role(StrEnum):
    """A passage's role in its document; roles in UNSEARCHED_ROLES stay out of results."""

    CAPTION = "caption"  # the cover, the caption, the head of a letter or memo
    CONTENTS = "contents"
    AUTHORITIES = "authorities"
    QUESTIONS = "questions"
    FACTS = "facts"
    BODY = "body"
    FOOTNOTE = "footnote"
    SERVICE = "service"  # certificates of service, of compliance and the like
    PRELIMINARY = "preliminary"  # the preliminary statement or introduction
    PROCEDURE = "procedure"
    SIGNATURE = "signature"
    APPENDIX = "appendix"  # matter added after the document's own text: exhibits, orders below, statutes


UNSEARCHED_ROLES = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})
"""The roles whose passages are kept for the reader but never appear in results."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of search and display: 130 to 250 words as a rule, never across a heading."""

    ordinal: int  # the position in the document, from 0
    text: str
    role: Role
    heading_path: tuple[str, ...]  # the headings from outermost to innermost; empty before the first
    spans: tuple[Span, ...]
    page_label: str  # the printed label of the first page, or empty; see ``text.page_numbers`` for several
    citations: tuple[Citation, ...] = ()
    id: int = 0  # the catalogue's id; 0 until stored
    document_id: int = 0
    section: int = 0  # the document's section, from 0: the text directly under one heading
    later_labels: tuple[str, ...] = ()  # the printed labels of its other pages

    @property
    def labels(self) -> tuple[str, ...]:
        return (self.page_label, *self.later_labels)

    @property
    def first_page(self) -> int:
        return self.spans[0].page if self.spans else 0

    @property
    def last_page(self) -> int:
        return self.spans[-1].page if self.spans else 0
