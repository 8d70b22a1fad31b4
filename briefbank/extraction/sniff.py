"""The formats of files, and which of them a file has by its content: the name of an untrusted file proves
nothing.

Only headers, the directory of a ZIP file and, for text, the bytes themselves are examined; no parser runs.
The survey of a large drop, before it is added, asks for the formats of all files and the pages of a few. Runs
in a child process.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b

from briefbank.domain.ingest import LookedAt, NoUse
from briefbank.errors import FileRefused, NotReadable, TooLarge, UnknownFormat
from briefbank.extraction import archives, containers
from briefbank.extraction.containers import Member
from briefbank.extraction.formats import picture
from briefbank.extraction.formats.format import FileHead, OfficeFormat, ScanFormat, TextFormat, foreign_error
from briefbank.extraction.formats.html import Html
from briefbank.extraction.formats.office import OFFICE
from briefbank.extraction.formats.picture import PICTURES
from briefbank.extraction.formats.plain import InternetMail, OutlookMail, Pdf, PlainText, WebArchive
from briefbank.extraction.formats.word import WORD
from briefbank.sandbox.child import Tell
from briefbank.sandbox.confinement import Source
from briefbank.text.messages import Message

ARCHIVE = ".zip"
_LOOKED_INTO = 5  # The pages of a PDF whose text is looked for
_LETTERS = 30  # The characters that a page with text of its own has at least
_HEAD_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class FileContents:
    """What a dropped file is."""

    suffix: str = ""
    """The suffix under which files of its format are stored; empty for an archive, a mailbox and a picture
    that is too small."""
    members: tuple[Member, ...] = ()
    """The files that take its place: those in an archive, or the messages in a mailbox."""
    is_too_small: bool = False  # It is a picture without enough pixels for a page


def identify(tell: Tell, path: Source, may_be_small: bool) -> FileContents:
    """Return what a dropped file is. With ``may_be_small`` a picture is added whatever its size. ``tell``
    gets the megabytes read of a mailbox, and the total. Raises FileRefused, as ``file_type`` does."""
    if not may_be_small and not picture.may_be_page(path):
        return FileContents(is_too_small=True)
    if members := containers.list_outer(tell, path):
        return FileContents(members=tuple(members))
    return FileContents(recognise(path).suffix)


def file_type(path: Source) -> str:
    """Return the suffix under which files of this format are stored. Raises as ``recognise``, and for an
    archive the reason why its files did not take its place."""
    if archives.is_archive(path):  # first, because what it holds may look like a PDF
        archives.list_entries(path)
        raise UnknownFormat(
            Message("This is an archive, not a document."),
            Message("Unpack it with another program and add its files."),
        )
    return recognise(path).suffix


def recognise(path: Source) -> TextFormat | ScanFormat | OfficeFormat:
    """Return a file's format. Raises NotReadable, UnknownFormat, TooLarge, and FileRefused if it is empty."""
    return format_of(read_head(path))


def read_head(path: Source) -> FileHead:
    """Return the beginning of a file. Raises NotReadable."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            data = file.read(_HEAD_BYTES)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    return FileHead(path, size, data)


def format_of(head: FileHead) -> TextFormat | ScanFormat | OfficeFormat:
    """Return the format of a file by its beginning. Raises as ``recognise``."""
    if not head.data:
        raise FileRefused(Message("The file is empty."), Message("Ask for a new copy and add that."))
    try:
        known = next((candidate for candidate in FORMATS if candidate.recognises(head)), None)
    except UnknownFormat as error:
        if error.title != UnknownFormat.default_title:
            raise
        raise foreign_error(head) or error from error
    if known is None:
        raise foreign_error(head) or UnknownFormat(detail="neither header nor text")
    head.check_size(known.max_bytes)
    return known


def look_at(*untrusted: Source) -> tuple[LookedAt, ...]:
    """Return what each file is. Never raises because of a file."""
    return tuple(_look_at(source) for source in untrusted)


def count_pages(untrusted: Source, suffix: str) -> tuple[int, int]:
    """Return the number of pages of a file, and how many of them seem to be scans, judged by a few. Raises
    FileRefused, and anything that a library raises for a malformed file."""
    if suffix != ".pdf":
        from PIL import Image

        with untrusted.open("rb") as file, Image.open(file, formats=("TIFF",)) as opened:
            pages = int(getattr(opened, "n_frames", 1))
            return pages, pages
    import pypdfium2

    with untrusted.open("rb") as file, closing(pypdfium2.PdfDocument(file)) as document:
        total, without_text = len(document), 0
        sample = range(0, total, max(1, total // _LOOKED_INTO))[:_LOOKED_INTO]
        for index in sample:
            with closing(document[index]) as page, closing(page.get_textpage()) as text:
                without_text += text.count_chars() < _LETTERS
        return total, round(total * without_text / len(sample)) if sample else 0


def _look_at(untrusted: Source) -> LookedAt:
    try:
        beginning = read_head(untrusted)
        head = blake2b(beginning.data, digest_size=16).hexdigest()
        if archives.is_archive(untrusted):
            return LookedAt(ARCHIVE, head=head)
        if not beginning.size:
            return LookedAt(no_use=NoUse.EMPTY)
        suffix = format_of(beginning).suffix
    except (NotReadable, OSError):
        return LookedAt(no_use=NoUse.UNREADABLE)
    except TooLarge:
        return LookedAt(no_use=NoUse.TOO_LARGE)
    except FileRefused:
        return LookedAt(no_use=NoUse.OTHER)
    except Exception:  # noqa: BLE001 - a malformed file: adding it will say what is wrong
        return LookedAt(no_use=NoUse.OTHER)
    if suffix in picture.PHOTOGRAPHS and not picture.may_be_page(untrusted):
        return LookedAt(no_use=NoUse.SMALL_PICTURE)
    return LookedAt(suffix, head=head)


FORMATS: tuple[TextFormat | ScanFormat | OfficeFormat, ...] = (
    *(OutlookMail(), Pdf(), *OFFICE, *WORD, WebArchive(), InternetMail()),
    *(*PICTURES, Html(), PlainText()),
)
"""All formats in the order of trying them: Outlook's file may hold a whole PDF, a PDF may begin with junk
that looks like another format, Word refuses every other ZIP file, and every mail and web page is a text."""


def is_stored_suffix(suffix: str) -> bool:
    return any(known.suffix == suffix for known in FORMATS)


def is_paged(suffix: str) -> bool:
    return any(known.paged for known in FORMATS if known.suffix == suffix)


def needs_libreoffice(suffix: str) -> bool:
    return any(isinstance(known, OfficeFormat) for known in FORMATS if known.suffix == suffix)
