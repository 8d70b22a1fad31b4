"""Converts files of other formats to PDF, so that all later steps read PDF.

Scans become pages of images, documents of other word processors the pages that LibreOffice makes of them, and
texts plain, well-set pages.

Such a page has Letter size, one embedded serif family with the system's fonts for other scripts (``fonts``),
bold headings and a page number at the foot. Lines are broken at spaces only and without hyphenation, so that
PDFium reads back exactly the original words. Lines from right to left begin at the left margin like all
others, and in a line from left to right the words of a Hebrew phrase stand from left to right, too. Letters
are joined in Arabic alone. Where no font has a character, the page says so below its number.
``reportlab`` is imported inside the functions because it is slow to load.

LibreOffice is loaded as a library into the child (LibreOfficeKit,
https://docs.libreoffice.org/libreofficekit.html), so that no program is started and no socket is made. It
starts once in a process, in about a second, and cannot be started a second time there. Each document is
converted by ``resources/libreoffice/convert.bas``: a script in LibreOffice reaches what the library's own
calls do not, such as comments, which must be taken out before LibreOffice without a display may draw. The
kit's functions are in structures that are only ever appended to, so a place keeps its meaning.
"""

from __future__ import annotations

import ctypes
import os
import signal
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, Encrypted, NeedsLibreOffice, TooLarge, UnknownFormat
from briefbank.extraction import fonts, sniff
from briefbank.extraction.fonts import BOLD, REGULAR, SILENT, visual_order
from briefbank.extraction.formats.format import OfficeFormat, ScanFormat, TextBlock
from briefbank.extraction.sniff import recognise
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.paths import resources_folder
from briefbank.sandbox.child import Tell
from briefbank.text.messages import Message

WIDTH, HEIGHT, MARGIN = 612.0, 792.0, 72.0
SIZE, LEADING, PARAGRAPH_GAP = 11.5, 14.5, 7.0
MAX_PAGES = 5000

_FOOT = 40.0
_NOTE_FOOT, _NOTE_SIZE = 26.0, 8.0
_NOTE = "Shown as □, because this computer has no font for them: {}"
_SPECIAL = {"\t": "    ", "\u2011": "-", **dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff\u2060", "")}


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is to be known of a PDF that was made."""

    whole: bool = True  # False where the file is damaged and pages of it may be missing
    left_out: tuple[LeftOut, ...] = ()
    """The contents of the file that the PDF does not have, because no page shows them."""


@dataclass(frozen=True, slots=True)
class Converters:
    """The two pools of children that make a PDF of a file of another format. Any thread."""

    readers: WorkerPool  # The children that read files; they set texts on pages and make PDFs of pictures
    office: WorkerPool  # The children in which LibreOffice runs

    def pool(self, suffix: str) -> WorkerPool:
        """Return the pool that converts files which are stored under this suffix. Raises NeedsLibreOffice
        where LibreOffice would and is not installed."""
        if not sniff.needs_libreoffice(suffix):
            return self.readers
        if installed() is None:
            raise NeedsLibreOffice(detail="no LibreOffice")
        return self.office


def to_pdf(
    source: Path, target: Path, tell: Tell = lambda page, total: None, password: str | None = None
) -> Conversion:
    """Write a PDF copy of a file of another format at ``target``. ``tell`` gets the number of each page of a
    scan, and the number of pages. Raises NotReadable, UnknownFormat, Encrypted, Damaged or TooLarge."""
    file_format = recognise(source)
    if isinstance(file_format, ScanFormat):
        return Conversion(file_format.write_pdf(source, target, tell))
    if not isinstance(file_format, OfficeFormat):
        blocks, left_out = file_format.read_blocks(source)
        _Typesetter(target).write(blocks)
        return Conversion(left_out=left_out)
    protected = file_format.is_protected(source)
    if protected and not password:
        raise Encrypted()
    try:
        return Conversion(left_out=convert(source, target, password if protected else None))
    except (Damaged, UnknownFormat) as damage:
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
        if not block.text:
            self._y -= gap or LEADING
            return
        measure = _measure(font := BOLD if block.heading else REGULAR)
        clean = _printable(block.text)
        text = clean.lstrip(" ")
        # The leading spaces indent the text, at most by a third of the line.
        indent = min((len(clean) - len(text)) * _measure(REGULAR)(" "), (WIDTH - 2 * MARGIN) / 3)
        if block.heading and self._y < MARGIN + 3 * LEADING:
            self._next_page()
        for line in _wrapped(text.rstrip(), WIDTH - 2 * MARGIN - indent, measure):
            if self._y < MARGIN + LEADING:
                self._next_page()
            self._y -= LEADING
            x = (WIDTH - measure(line)) / 2 if block.centred else MARGIN + indent
            self._draw(visual_order(line), x, self._y, font, SIZE)
            self._undrawn |= dict.fromkeys(fonts.undrawn(line))
        self._y -= gap

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


PLACES = tuple(f"/usr/{folder}/libreoffice/program" for folder in ("lib", "lib64", "local/lib"))
"""The folders where systems put LibreOffice, and that a confined child may read."""
_LIBRARIES = ("libmergedlo.so", "libsofficeapp.so")
_SCRIPT = "libreoffice/convert.bas"
_CALL = b"macro:///Standard.BriefBank.Convert()"

_FATAL = (signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGFPE)
_NO_START = Message("This file needs LibreOffice, which does not start on this computer.")
_MEND = Message("It waits. Install LibreOffice Writer again, and BriefBank adds it the next time.")

_DONE, _OTHER = "done", "other"
_LEFT_OUT = {
    "deletions": LeftOut.DELETIONS,
    "comments": LeftOut.COMMENTS,
    "hidden": LeftOut.HIDDEN_TEXT,
    "names": LeftOut.NAMES,
    "symbols": LeftOut.SYMBOLS,
    "objects": LeftOut.OBJECTS,
}


def installed() -> Path | None:
    """Return the folder of the LibreOffice that is used, or None where there is none."""
    places = map(Path, PLACES)
    return next((folder for folder in places if any((folder / name).is_file() for name in _LIBRARIES)), None)


def convert(source: Path, target: Path, password: str | None) -> tuple[LeftOut, ...]:
    """Write a PDF of a document at ``target``; return what it leaves out. Call it in a child alone. Raises
    Damaged for what LibreOffice does not open, UnknownFormat for what is no text, and NeedsLibreOffice."""
    office = _office()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        office.run(
            BRIEFBANK_SOURCE=source.as_uri(),
            BRIEFBANK_TARGET=target.as_uri(),
            BRIEFBANK_NOTES=str(notes),
            BRIEFBANK_PASSWORD=password or "",
            BRIEFBANK_SIGNS=_signs(),
        )
        noted = notes.read_text("utf-8", "replace").split() if notes.is_file() else []
    if _OTHER in noted:
        raise UnknownFormat(detail="LibreOffice took it for no text")
    if _DONE not in noted or not target.is_file():
        title = Message("The file is damaged, and LibreOffice could not open it.")
        raise Damaged(title, detail="not opened by LibreOffice")
    return tuple(meaning for word, meaning in _LEFT_OUT.items() if word in noted)


@lru_cache(maxsize=1)
def _signs() -> str:
    """Return the signs of all symbol fonts as the script reads them."""
    return "".join(
        f"|{font}:{code:x}={ord(character):04x}"
        for font, table in fonts.tables().items()
        for code, character in table.items()
    )


@lru_cache(maxsize=1)
def _office() -> _Office:
    folder = installed()
    if folder is None:
        raise NeedsLibreOffice(detail="LibreOffice disappeared")
    return _Office(folder, Path(tempfile.mkdtemp(prefix="libreoffice-")))


class _Class(ctypes.Structure):
    """struct _LibreOfficeKitClass up to ``runMacro``; what is not called here is left as addresses."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("before", ctypes.c_void_p * 10),
        ("run_macro", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)),
    )


class _Kit(ctypes.Structure):
    _fields_ = (("functions", ctypes.POINTER(_Class)),)


class _Office:
    def __init__(self, program: Path, profile: Path) -> None:
        _write_profile(profile)
        _clear_environment(profile)
        library = next(program / name for name in _LIBRARIES if (program / name).is_file())
        try:
            hook = ctypes.CDLL(str(library)).libreofficekit_hook_2
        except (OSError, AttributeError) as error:
            raise NeedsLibreOffice(_NO_START, _MEND, detail="not loaded") from error
        hook.restype, hook.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
        self._kit = hook(os.fsencode(program), profile.as_uri().encode())
        if not self._kit:
            raise NeedsLibreOffice(_NO_START, _MEND, detail="LibreOffice did not start")
        functions: Any = ctypes.cast(self._kit, ctypes.POINTER(_Kit)).contents.functions.contents
        if functions.size < ctypes.sizeof(_Class):
            raise NeedsLibreOffice(_NO_START, _MEND, detail="a LibreOffice without scripts")
        self._run_macro = functions.run_macro
        for number in _FATAL:  # LibreOffice would try to save documents, and can hang in it
            signal.signal(number, signal.SIG_DFL)

    def run(self, **variables: str) -> None:
        """Run the script on the files that the variables name."""
        os.environ.update(variables)
        try:
            self._run_macro(self._kit, _CALL)
        finally:
            for name in variables:
                del os.environ[name]


_SETTINGS = (
    ("Setup/Office", "ooSetupInstCompleted", "true"),
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Office.Common/Misc", "UseLocking", "false"),
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Common/Save/Document", "CreateBackup", "false"),
    ("Office.Recovery/AutoSave", "Enabled", "false"),
    ("Office.Recovery/RecoveryInfo", "Enabled", "false"),
    ("Office.Writer/Content/Update", "Link", "0"),
    ("Office.Writer/Content/NonprintingCharacter", "HiddenText", "false"),
    ("Office.Writer/Print/Content", "HiddenText", "false"),
)
"""The settings of the profile: node, property and value. None is fatal where a version does not know it."""
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ITEM = (
    '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
)
_PROFILE = {
    "registrymodifications.xcu": '<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>',
    "basic/script.xlc": '<library:libraries xmlns:library="http://openoffice.org/2000/library">'
    '<library:library library:name="Standard" library:link="false"/></library:libraries>',
    "basic/Standard/script.xlb": '<library:library xmlns:library="http://openoffice.org/2000/library"'
    ' library:name="Standard" library:readonly="false" library:passwordprotected="false">'
    '<library:element library:name="BriefBank"/></library:library>',
    "basic/Standard/BriefBank.xba": '<script:module xmlns:script="http://openoffice.org/2000/script"'
    ' script:name="BriefBank" script:language="StarBasic">{script}</script:module>',
}
"""The files of the profile with the settings and the script."""


def _write_profile(profile: Path) -> None:
    values = {
        "script": escape((resources_folder() / _SCRIPT).read_text("utf-8")),
        "items": "".join(_ITEM.format(*setting) for setting in _SETTINGS),
    }
    (profile / "user/basic/Standard").mkdir(parents=True)
    for name, text in _PROFILE.items():
        (profile / "user" / name).write_text(_XML + text.format(**values), "utf-8")


def _clear_environment(profile: Path) -> None:
    """Leave no variable by which LibreOffice would take code or settings from elsewhere."""
    os.environ.clear()
    os.environ.update(
        HOME=str(profile), TMPDIR=tempfile.gettempdir(), LC_ALL="C.UTF-8", SAL_USE_VCLPLUGIN="svp"
    )
