"""Converts files of other formats to PDF, so that all later steps read PDF.

Scans become pages of images, documents of other word processors the pages that LibreOffice makes of them
(``libreoffice``), and texts plain, well-set pages.

The page has Letter size, one embedded serif family with the system's fonts for other scripts (``fonts``),
bold headings and a page number at the foot. Lines are broken at spaces only and without hyphenation, so that
PDFium reads back exactly the original words. Lines from right to left begin at the left margin like all
others, and in a line from left to right the words of a Hebrew phrase stand from left to right, too. Letters
are joined in Arabic alone. Where no font has a character, the page says so below its number.
``reportlab`` is imported inside the functions because it is slow to load.
"""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, Encrypted, NeedsLibreOffice, TooLarge, UnknownFormat
from briefbank.extraction import fonts, libreoffice
from briefbank.extraction.fonts import BOLD, REGULAR, SILENT, visual_order
from briefbank.extraction.formats import registry
from briefbank.extraction.formats.format import HidingFormat, OfficeFormat, ScanFormat, TextBlock
from briefbank.extraction.sniff import recognise
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.sandbox.child import Tell
from briefbank.text.messages import Message

WIDTH, HEIGHT = 612.0, 792.0
MARGIN = 72.0
SIZE = 11.5
LEADING = 14.5
PARAGRAPH_GAP = 7.0
MAX_PAGES = 5000

_OPEN_AND_SAVE = Message(
    "LibreOffice could not open it. Open it in the program that made it, save it as Word or "
    "PDF, and add that."
)
_FOOT = 40.0
_NOTE_FOOT, _NOTE_SIZE = 26.0, 8.0
_NOTE = "Shown as □, because this computer has no font for them: {}"
_TAB = "    "
_SPECIAL = {"\t": _TAB, "\u2011": "-", **dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff\u2060", "")}


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is to be known of a PDF that was made."""

    whole: bool = True
    """False where the file is damaged and pages of it may be missing."""
    left_out: tuple[LeftOut, ...] = ()
    """The contents of the file that the PDF does not have, because no page shows them."""


@dataclass(frozen=True, slots=True)
class Converters:
    """The two pools of children that make a PDF of a file of another format. Any thread."""

    readers: WorkerPool
    """The children that read files; they set texts on pages and make PDFs of pictures."""
    office: WorkerPool
    """The children in which LibreOffice runs."""

    def pool(self, suffix: str) -> WorkerPool:
        """Return the pool that converts files which are stored under this suffix. Raises NeedsLibreOffice
        where LibreOffice would and is not installed."""
        if not registry.needs_libreoffice(suffix):
            return self.readers
        if libreoffice.installed() is None:
            raise NeedsLibreOffice(detail="no LibreOffice")
        return self.office


def to_pdf(
    source: Path, target: Path, tell: Tell = lambda page, total: None, password: str | None = None
) -> Conversion:
    """Write a PDF copy of a file of another format at ``target``.

    ``tell`` gets the number of each page of a scan, and the number of pages. Raises NotReadable,
    UnknownFormat, Encrypted, Damaged or TooLarge. A character that no font has is drawn as □.
    """
    file_format = recognise(source)
    if isinstance(file_format, ScanFormat):
        return Conversion(file_format.write_pdf(source, target, tell))
    if isinstance(file_format, OfficeFormat):
        return _by_libreoffice(file_format, source, target, password)
    blocks, left_out = (
        file_format.read_all(source)
        if isinstance(file_format, HidingFormat)
        else (file_format.read_blocks(source), ())
    )
    _Typesetter(target).write(blocks)
    return Conversion(left_out=left_out)


def _by_libreoffice(
    file_format: OfficeFormat, source: Path, target: Path, password: str | None
) -> Conversion:
    protected = file_format.is_protected(source)
    if protected and not password:
        raise Encrypted()
    try:
        with tempfile.TemporaryDirectory() as folder:
            prepared = file_format.prepared(source, Path(folder))
            return Conversion(left_out=libreoffice.convert(prepared, target, password if protected else None))
    except (Damaged, UnknownFormat) as damage:
        if file_format.unopened:
            raise UnknownFormat(file_format.unopened, _OPEN_AND_SAVE, detail=damage.detail) from damage
        if protected:
            title = Message("The file could not be opened with this password.")
            raise Encrypted(title, detail="wrong password, or damaged") from damage
        raise


class _Typesetter:
    """Sets blocks on pages, top to bottom."""

    def __init__(self, target: Path) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._canvas: Any = Canvas(str(target), pagesize=(WIDTH, HEIGHT), pageCompression=1, invariant=1)
        self._canvas.setCreator("BriefBank")
        self._page, self._y = 1, HEIGHT - MARGIN
        self._undrawn: dict[str, None] = {}

    def write(self, parts: Sequence[TextBlock]) -> None:
        lines_only = all(not b.heading and not b.centred for b in parts)
        for block in parts:
            if block.page_break and self._y < HEIGHT - MARGIN:
                self._next_page()
            self._block(block, gap=0.0 if lines_only else PARAGRAPH_GAP)
        self._foot()
        self._canvas.save()

    def _block(self, block: TextBlock, gap: float) -> None:
        font = BOLD if block.heading else REGULAR
        if not block.text:
            self._y -= gap or LEADING
            return
        indent, text = _indent(block.text)
        if block.heading and self._y < MARGIN + 3 * LEADING:
            self._next_page()
        for line in _wrapped(text, WIDTH - 2 * MARGIN - indent, _measure(font)):
            self._line(line, font, indent, block.centred)
        self._y -= gap

    def _line(self, line: str, font: str, indent: float, centred: bool) -> None:
        if self._y < MARGIN + LEADING:
            self._next_page()
        self._y -= LEADING
        x = (WIDTH - _measure(font)(line)) / 2 if centred else MARGIN + indent
        self._draw(visual_order(line), x, self._y, font, SIZE)
        self._undrawn |= dict.fromkeys(fonts.undrawn(line))

    def _draw(self, text: str, x: float, y: float, font: str, size: float) -> None:
        for name, part in fonts.runs(text, font):
            self._canvas.setFont(name, size)
            self._canvas.drawString(x, y, part)
            x += self._canvas.stringWidth(part, name, size)

    def _next_page(self) -> None:
        self._foot()
        self._canvas.showPage()
        self._page, self._y = self._page + 1, HEIGHT - MARGIN
        if self._page > MAX_PAGES:
            raise TooLarge(Message("The file fills more than {max_pages} pages.", max_pages=MAX_PAGES))

    def _foot(self) -> None:
        self._canvas.setFont(REGULAR, SIZE)
        self._canvas.drawCentredString(WIDTH / 2, _FOOT, str(self._page))
        if self._undrawn:
            note = _NOTE.format(", ".join(self._undrawn))
            self._draw(note, MARGIN, _NOTE_FOOT, SILENT, _NOTE_SIZE)
            self._undrawn = {}


def _indent(text: str) -> tuple[float, str]:
    """Return the width of the leading spaces, at most a third of the line, and the text without them."""
    clean = _printable(text)
    body = clean.lstrip(" ")
    width = (len(clean) - len(body)) * _measure(REGULAR)(" ")
    return min(width, (WIDTH - 2 * MARGIN) / 3), body.rstrip()


def _wrapped(text: str, width: float, measure: Callable[[str], float]) -> Iterator[str]:
    """Yield lines no wider than ``width``, broken at spaces; a word wider than a line is cut."""
    line, used, space = "", 0.0, measure(" ")
    for word in text.split(" "):
        size = measure(word) if len(word) < 500 else width + 1
        if line and used + space + size > width:
            yield line
            line, used = "", 0.0
        if not line and size > width:
            *full, word = _cut_word(word, width, measure)
            yield from full
            size = measure(word)
        line, used = (f"{line} {word}", used + space + size) if line else (word, size)
    if line:
        yield line


def _cut_word(word: str, width: float, measure: Callable[[str], float]) -> Iterator[str]:
    start, used = 0, 0.0
    for i, character in enumerate(word):
        size = measure(character)
        if used + size > width and i > start:
            yield word[start:i]
            start, used = i, 0.0
        used += size
    yield word[start:]


def _printable(text: str) -> str:
    """Return the characters to be drawn, composed characters preferred; every space is plain."""
    return "".join(map(_printable_character, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=4096)
def _printable_character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character.isspace():
        return " "
    if unicodedata.category(character) in ("Cc", "Cf", "Cs") or ord(character) & 0xFFFE == 0xFFFE:
        return ""
    if fonts.is_drawn(character):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if all(map(fonts.in_serif, plain)) else character


@lru_cache(maxsize=2)
def _measure(font: str) -> Callable[[str], float]:
    measured = fonts.measure(font)
    return lambda text: measured(text) * SIZE
