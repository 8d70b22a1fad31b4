"""A narrow interface to PDFium that handles its pitfalls.

PDFium is neither thread-safe nor crash-proof, so this module runs in a child process only. It opens a file
with BriefBank's errors, returns the text of a page with exactly one Python character per PDFium character
index, and converts PDFium's page coordinates to displayed ones. ``pypdfium2`` is imported inside the
functions, so that a waiting child process costs little.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from briefbank.domain.pages import Box
from briefbank.errors import Damaged, Encrypted, NotReadable, TooLarge
from briefbank.extraction import fonts
from briefbank.text.messages import Message

MAX_PAGES = 5000  # More than any brief has; a page tree can claim millions
FIELD = 20  # FPDF_ANNOT_WIDGET of fpdf_annot.h
MAX_ANNOTATIONS = 2000  # Those of a page that are looked at; a large form has a few hundred
UNKNOWN = "\ufffd"
_NONCHARACTER = 0xFFFE  # FPDFText_GetText: a hyphen at a line end, or an unmapped character
_HYPHEN = 2  # FPDFText_GetUnicode: a hyphen that ends a line; PDFium drops the line end after it
_AMBIGUOUS = re.compile("[\ufffe\x00\x02]")  # The codes above, and the one for no character at all
_BETWEEN_LETTERS = re.compile(r"(?<=[A-Za-z])=(?=[A-Za-z])")  # An apostrophe of WordPerfect's font
_HIGH, _LOW, _AFTER_SURROGATES = 0xD800, 0xDC00, 0xE000
_SECOND_INDEX = 0x2060  # An invisible character: PDFium has two indexes for one beyond U+FFFF
_MAX_BOX_RATIO = 2.2  # The most a box may be, in font sizes; a longer one has a useless bounding box
_BOLD_WEIGHT = 600
_find_bold = lru_cache(maxsize=1024)(re.compile(rb"bold|black|heavy", re.IGNORECASE).search)


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Open the pypdfium2 document at ``path``; raises NotReadable, Encrypted, Damaged or TooLarge."""
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        with path.open("rb") as file:
            file.read(1)
        document = pypdfium2.PdfDocument(path)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        locked = code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
        raise (Encrypted if locked else Damaged)(detail=f"pdfium error {code}") from error
    with closing(document):
        if len(document) > MAX_PAGES:
            raise TooLarge(
                Message("The file has more than {max_pages} pages.", max_pages=MAX_PAGES),
                detail=f"{len(document)} pages",
            )
        yield document


def is_foreign_form(document: Any) -> bool:
    """Tell whether the document is a form (XFA) whose pages only the program that made it can draw."""
    import pypdfium2.raw as raw

    return bool(document.get_formtype() == raw.FORMTYPE_XFA_FULL)


def load_page(document: Any, index: int) -> Any:
    """Return a page on which form fields are drawn, if it has some: PDFium looks at all fields of a file
    first, which may take forever. Raises pypdfium2.PdfiumError."""
    page = document[index]
    if document.formenv is None and FIELD in subtypes(page) and document.init_forms():
        page.close()
        page = document[index]
    return page


def opened_annotations(page: Any) -> Iterator[tuple[Any, int]]:
    """Yield the page's first annotations, each open until the next is, with their FPDF_ANNOT_ subtypes."""
    import pypdfium2.raw as raw

    for index in range(min(raw.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        if annotation := raw.FPDFPage_GetAnnot(page, index):
            try:
                yield annotation, raw.FPDFAnnot_GetSubtype(annotation)
            finally:
                raw.FPDFPage_CloseAnnot(annotation)


def subtypes(page: Any) -> Iterator[int]:
    return (subtype for _, subtype in opened_annotations(page))


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page, a character for each of PDFium's; ``hyphens`` end lines without a line end."""

    raw: str
    hyphens: tuple[int, ...]


def page_text(textpage: Any) -> PageText:
    """Return the characters of a text page: U+FFFD for unmapped ones, and signs of symbol fonts."""
    text = _characters(textpage)
    if not fonts.PRIVATE.search(text.raw) and not ("=" in text.raw and _BETWEEN_LETTERS.search(text.raw)):
        return text
    return PageText(_with_signs(textpage, text.raw), text.hyphens)


def _with_signs(textpage: Any, text: str) -> str:
    """Return a text of the same length with the signs of symbol fonts. A sign that no table has stays."""
    import pypdfium2.raw as raw

    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    characters = list(text)
    for index, character in enumerate(text):
        private = fonts.PRIVATE.match(character) is not None
        if not private and not "!" <= character <= "\xff":
            continue
        raw.FPDFText_GetFontInfo(textpage, index, name, len(name), flags)
        font = name.value.decode("utf-8", "replace")
        # PDFium maps the codes of Adobe's fonts itself, and takes those of WordPerfect's for letters.
        if private or fonts.is_wordperfect_font(font):
            shown = fonts.sign(font, ord(character))
            characters[index] = character if shown == fonts.UNKNOWN else shown
    return "".join(characters)


def _characters(textpage: Any) -> PageText:
    import pypdfium2.raw as raw

    count = raw.FPDFText_CountChars(textpage)
    if count <= 0:
        return PageText("", ())
    buffer = (ctypes.c_ushort * (count + 1))()
    written = raw.FPDFText_GetText(textpage, 0, count, buffer) - 1
    text = bytes(buffer)[: 2 * count].decode("utf-16-le", "replace") if written == count else ""
    # A shift anywhere in the text shows in its last character.
    last = raw.FPDFText_GetUnicode(textpage, count - 1)
    if len(text) != count or last not in (ord(text[-1]), 0, _HYPHEN):
        return _by_character(textpage, count)
    characters, hyphens = list(text), []
    for match in _AMBIGUOUS.finditer(text):  # few, for which PDFium is asked alone
        index = match.start()
        hyphen = raw.FPDFText_GetUnicode(textpage, index) == _HYPHEN
        characters[index] = "-" if hyphen else UNKNOWN
        if hyphen:
            hyphens.append(index)
    return PageText("".join(characters), tuple(hyphens))


def _by_character(textpage: Any, count: int) -> PageText:
    """Read the characters one by one, for pages with characters outside the basic plane."""
    import pypdfium2.raw as raw

    codes = [raw.FPDFText_GetUnicode(textpage, i) for i in range(count)]
    for i in range(count - 1):
        low, high = sorted((codes[i + 1], codes[i]), reverse=True)  # right-to-left they stand the other way
        if _HIGH <= high < _LOW <= low < _AFTER_SURROGATES:
            codes[i : i + 2] = 0x10000 + ((high - _HIGH) << 10) + low - _LOW, _SECOND_INDEX
    hyphens = tuple(i for i, code in enumerate(codes) if code == _HYPHEN)
    unknown = {0, _NONCHARACTER, *range(_HIGH, _AFTER_SURROGATES)}
    shown = (UNKNOWN if code in unknown or code > 0x10FFFF else chr(code) for code in codes)
    return PageText("".join(shown).replace(chr(_HYPHEN), "-"), hyphens)


@dataclass(frozen=True, slots=True)
class Display:
    """The mapping of page coordinates to displayed ones: the visible rectangle and its clockwise quarter
    turns, ``extra_turns`` of which the page itself does not have: a person turns it to read it."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int
    extra_turns: int = 0

    @property
    def width(self) -> float:
        return self.top - self.bottom if self.turns % 2 else self.right - self.left

    @property
    def height(self) -> float:
        return self.right - self.left if self.turns % 2 else self.top - self.bottom

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """Return the displayed box of a rectangle in page coordinates, given any two opposite corners."""
        ax, ay = self._point(x0, y0)
        bx, by = self._point(x1, y1)
        return Box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def turned(self, turns: int) -> Display:
        return replace(self, turns=(self.turns + turns) % 4, extra_turns=(self.extra_turns + turns) % 4)

    def clipped(self, box: Box) -> Box:
        """Return the part of a displayed box that is on the page; of no size when there is none."""
        x0, y0 = min(max(box.x0, 0.0), self.width), min(max(box.y0, 0.0), self.height)
        return Box(x0, y0, max(x0, min(box.x1, self.width)), max(y0, min(box.y1, self.height)))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        if not self.turns:
            return x - self.left, self.top - y
        x, y, width, height = x - self.left, self.top - y, self.right - self.left, self.top - self.bottom
        for _ in range(self.turns):
            x, y, width, height = height - y, x, height, width
        return x, y


def display(page: Any) -> Display:
    """Return the displayed rectangle of a loaded page: its crop box within its media box."""
    import pypdfium2.raw as raw

    rect = raw.FS_RECTF()
    if not raw.FPDF_GetPageBoundingBox(page, rect):
        rect.right, rect.top = page.get_width(), page.get_height()
    left, right = sorted((rect.left, rect.right))
    bottom, top = sorted((rect.bottom, rect.top))
    return Display(left, bottom, right, top, raw.FPDFPage_GetRotation(page) % 4)


class Characters:
    """The positions of the characters of a text page, in displayed coordinates, and their typography. Handles
    and buffers are kept, because these calls are most of the cost of reading a page."""

    def __init__(self, textpage: Any, shown: Display) -> None:
        import pypdfium2.raw as raw

        self._raw, self._handle, self.display = raw, textpage.raw, shown
        self._get_loose, self._get_tight = raw.FPDFText_GetLooseCharBox, raw.FPDFText_GetCharBox
        self._rect: Any = raw.FS_RECTF()
        self._matrix: Any = raw.FS_MATRIX()
        self._edges = tuple(ctypes.c_double() for _ in range(4))
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def box(self, index: int) -> Box | None:
        """Return the character's box, as high as its font; None without a position on the page."""
        return self.around((index,), self.size(index))

    def around(self, indexes: Iterable[int], size: float) -> Box | None:
        """Return the box around characters of one font size; None when none is on the page."""
        whole: _Corners | None = None
        limit = _MAX_BOX_RATIO * size
        for index in indexes:
            corners = self._loose(index) if size else None
            if corners and (corners[2] - corners[0] > limit or corners[3] - corners[1] > limit):
                corners = None
            corners = corners or self._tight(index)
            if corners is not None:
                whole = _union(whole, corners) if whole else corners
        return self.display.box(*whole) if whole else None

    def ends(self, index: int) -> tuple[float, float] | None:
        """Return the left and right end of a character; None for one without a position on the page."""
        return self._sides(self._tight(index))

    def advance(self, index: int) -> tuple[float, float] | None:
        """Return where a character begins and where the next one would follow it; None as ``ends`` does."""
        return self._sides(self._loose(index))

    def size(self, index: int) -> float:
        """Return the size in points, as displayed; 0.0 when unknown."""
        size = float(self._raw.FPDFText_GetFontSize(self._handle, index))
        if self._raw.FPDFText_GetMatrix(self._handle, index, self._matrix):
            size *= math.hypot(self._matrix.c, self._matrix.d)
        return size

    def upright(self, index: int) -> bool:
        """Tell whether the character's line runs across the displayed page, not up or down."""
        return self.turns(index) % 2 == 0

    def turns(self, index: int) -> int:
        """Return the clockwise quarter turns of the page that make a character upright."""
        if not self._raw.FPDFText_GetMatrix(self._handle, index, self._matrix):
            return 0
        a, b = self._matrix.a, self._matrix.b
        if a < abs(b) and self._raw.FPDFText_GetFontSize(self._handle, index) < 0:
            a, b = -a, -b
        direction = (0 if a >= 0 else 2) if abs(a) >= abs(b) else (1 if b > 0 else 3)
        return (direction - self.display.turns) % 4

    def bold(self, index: int) -> bool:
        if self._raw.FPDFText_GetFontWeight(self._handle, index) >= _BOLD_WEIGHT:
            return True
        self._raw.FPDFText_GetFontInfo(self._handle, index, self._name, len(self._name), self._flags)
        return _find_bold(self._name.value) is not None

    def text_object(self, index: int) -> int:
        """Return the address of the page object that contains the character; 0 for one that PDFium added."""
        return address(self._raw.FPDFText_GetTextObject(self._handle, index))

    def _sides(self, corners: _Corners | None) -> tuple[float, float] | None:
        if corners is None:
            return None
        if self.display.turns:
            box = self.display.box(*corners)
            return box.x0, box.x1
        return corners[0] - self.display.left, corners[2] - self.display.left

    def _loose(self, index: int) -> _Corners | None:
        rect = self._rect
        if not self._get_loose(self._handle, index, rect):
            return None
        return _corners(rect.left, rect.bottom, rect.right, rect.top)

    def _tight(self, index: int) -> _Corners | None:
        left, right, bottom, top = self._edges
        if not self._get_tight(self._handle, index, left, right, bottom, top):
            return None
        return _corners(left.value, bottom.value, right.value, top.value)


_Corners = tuple[float, float, float, float]  # Left, bottom, right and top in page coordinates


def _corners(x0: float, y0: float, x1: float, y1: float) -> _Corners | None:
    """Return the ordered corners, or None for a rectangle of no size."""
    if x0 == x1 or y0 == y1:
        return None
    return (x0 if x0 < x1 else x1), (y0 if y0 < y1 else y1), (x1 if x0 < x1 else x0), (y1 if y0 < y1 else y0)


def _union(a: _Corners, b: _Corners) -> _Corners:
    return (
        a[0] if a[0] < b[0] else b[0],
        a[1] if a[1] < b[1] else b[1],
        a[2] if a[2] > b[2] else b[2],
        a[3] if a[3] > b[3] else b[3],
    )


def address(item: Any) -> int:
    """Return a page object's address, which identifies the object."""
    return ctypes.addressof(item.contents) if item else 0


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all boxes, of which there is at least one."""
    x0, y0, x1, y1 = zip(*((box.x0, box.y0, box.x1, box.y1) for box in boxes), strict=True)
    return Box(min(x0), min(y0), max(x1), max(y1))


def is_on_line(piece: Box, box: Box, *, upright: bool) -> bool:
    """Tell whether the box stands on the piece's line, at most three line heights away."""
    if not upright:
        piece, box = (Box(b.y0, b.x0, b.y1, b.x1) for b in (piece, box))
    shared = min(piece.y1, box.y1) - max(piece.y0, box.y0)
    if shared <= 0.5 * min(piece.y1 - piece.y0, box.y1 - box.y0):
        return False
    return max(box.x0 - piece.x1, piece.x0 - box.x1) < 3 * (piece.y1 - piece.y0)


def has_layers(path: Path) -> bool:
    """Tell whether a PDF has layers (optional content). A file that pikepdf cannot read may have some."""
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            return "/OCProperties" in pdf.Root
    except (pikepdf.PikepdfError, ValueError, TypeError, AttributeError):  # damaged, or with a password
        return True


_MIDDLE_SHARE = 0.6  # The share of a box that is examined: a black box never reaches its neighbours' middles
_FAINTEST = 12  # The largest difference of grey, of 255, that nobody sees
_MIN_BAR_WIDTH = 0.45
DARK = 128
_MOST_PIXELS_OF_IMAGE = 120_000_000  # A4 at 1,000 dpi has fewer, a bomb has more
_MOST_PIXELS = 4_000_000.0


class View:
    """A part of a page, rendered in grey with its annotations."""

    def __init__(self, page: Any, area: Box, shown: Display, scale: float) -> None:
        """Render ``area`` at up to ``scale`` pixels per point. Raises pypdfium2.PdfiumError."""
        width, height = max(area.x1 - area.x0, 1.0), max(area.y1 - area.y0, 1.0)
        left, top = min(area.x0, shown.width - width), min(area.y0, shown.height - height)
        self._left, self._top = max(0.0, left), max(0.0, top)
        self._scale = min(scale, math.sqrt(_MOST_PIXELS / (width * height)))
        right = max(0.0, shown.width - self._left - width)
        bottom = max(0.0, shown.height - self._top - height)
        bitmap = page.render(
            scale=self._scale,
            crop=(self._left, bottom, right, self._top),
            grayscale=True,
            rotation=90 * shown.extra_turns,
        )
        with closing(bitmap):
            rows = bitmap.to_numpy().reshape(bitmap.height, -1)
            self._drawn = rows[:, : bitmap.width].copy()
        self._height, self._width = self._drawn.shape

    def is_dark(self, box: Box, most_spread: float) -> bool:
        """Tell whether the middle of a displayed box is dark on average, and the standard deviation of its
        grey, of 255, at most so large: it is close to 0 where nothing is readable."""
        part = self._part(box, _MIDDLE_SHARE, _MIDDLE_SHARE)
        return bool(part.mean() <= DARK and part.std() <= most_spread)

    def is_blank(self, box: Box) -> bool:
        """Tell whether nothing can be seen in the middle of a displayed box."""
        part = self._part(box, _MIDDLE_SHARE, _MIDDLE_SHARE)
        return int(part.max()) - int(part.min()) <= _FAINTEST

    def differs(self, other: View, box: Box) -> bool:
        """Tell whether another view of the same area looks different within a displayed box."""
        return bool((self._part(box, 1.0, 1.0) != other._part(box, 1.0, 1.0)).any())

    def has_bar(self, box: Box) -> bool:
        """Tell whether a dark bar that is wider than the stem of a letter lies along a line's middle."""
        import numpy as np

        part = self._part(box, 1.0, _MIDDLE_SHARE)
        light = np.flatnonzero((part <= DARK).sum(axis=0) < part.shape[0])
        gaps = np.diff(np.concatenate(([-1], light, [part.shape[1]]))) - 1
        return bool(gaps.max() >= _MIN_BAR_WIDTH * self._scale * min(box.y1 - box.y0, box.x1 - box.x0))

    def _part(self, box: Box, across: float, down: float) -> Any:
        """Return the pixels of these shares of a box's middle, by rows; at least one."""

        def pixel_range(start: float, end: float, size: int) -> tuple[int, int]:
            first = min(max(int(start * self._scale), 0), size - 1)
            return first, min(max(math.ceil(end * self._scale), first + 1), size)

        dx, dy = (1 - across) / 2 * (box.x1 - box.x0), (1 - down) / 2 * (box.y1 - box.y0)
        left, right = pixel_range(box.x0 + dx - self._left, box.x1 - dx - self._left, self._width)
        top, bottom = pixel_range(box.y0 + dy - self._top, box.y1 - dy - self._top, self._height)
        return self._drawn[top:bottom, left:right]


def rendered_part(page: Any, boxes: Sequence[Box], shown: Display, scale: float) -> View | None:
    """Return the part of the page around the boxes; None without any, or when it cannot be rendered."""
    import pypdfium2
    import pypdfium2.raw as raw

    if not boxes:
        return None
    pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3)
    try:
        sizes = [picture.get_px_size() for picture in pictures]
        if any(width * height > _MOST_PIXELS_OF_IMAGE for width, height in sizes):
            return None
        return View(page, shown.clipped(bounding_box(boxes)), shown, scale)
    except (pypdfium2.PdfiumError, ValueError):
        return None
