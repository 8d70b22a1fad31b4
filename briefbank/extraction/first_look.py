"""The first look at files before they are added: their formats, and how many pages a few of them have.

Runs inside a child process. The formats are those that adding finds (``extraction.sniff``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from briefbank.domain.survey import LookedAt, NoUse
from briefbank.errors import FileRefused, NotReadable, TooLarge
from briefbank.extraction import archives, sniff
from briefbank.extraction.formats import picture
from briefbank.sandbox.workspace import Source

ARCHIVE = ".zip"
_LOOKED_INTO = 5
"""The pages of a PDF whose text is looked for."""
_LETTERS = 30
"""The characters that a page with text of its own has at least."""


def look_at(*untrusted: Source) -> tuple[LookedAt, ...]:
    """Return what each file is. Never raises because of a file."""
    return tuple(_look_at(each) for each in untrusted)


def count_pages(untrusted: Source, suffix: str) -> tuple[int, int]:
    """Return the number of pages of a file, and how many of them seem to be scans, judged by a few.

    Raises FileRefused, and anything that a library raises for a malformed file.
    """
    return _pages_of_pdf(untrusted) if suffix == ".pdf" else _pages_of_picture(untrusted)


def _look_at(untrusted: Source) -> LookedAt:
    try:
        beginning = sniff.read_head(untrusted)
        head = blake2b(beginning.data, digest_size=16).hexdigest()
        if archives.is_archive(untrusted):
            return LookedAt(ARCHIVE, head=head)
        if not beginning.size:
            return LookedAt(no_use=NoUse.EMPTY)
        found = sniff.format_of(beginning).suffix
    except (NotReadable, OSError):
        return LookedAt(no_use=NoUse.UNREADABLE)
    except TooLarge:
        return LookedAt(no_use=NoUse.TOO_LARGE)
    except FileRefused:
        return LookedAt(no_use=NoUse.OTHER)
    except Exception:  # noqa: BLE001 - a malformed file: adding it will say what is wrong
        return LookedAt(no_use=NoUse.OTHER)
    if found in picture.PHOTOGRAPHS and not picture.may_be_page(untrusted):
        return LookedAt(no_use=NoUse.SMALL_PICTURE)
    return LookedAt(found, head=head)


def _pages_of_pdf(untrusted: Source) -> tuple[int, int]:
    with _opened_pdf(untrusted) as document:
        total = len(document)
        chosen = range(0, total, max(1, total // _LOOKED_INTO))[:_LOOKED_INTO]
        without = sum(1 for index in chosen if not _has_text(document, index))
        return total, round(total * without / len(chosen)) if chosen else 0


@contextmanager
def _opened_pdf(untrusted: Source) -> Iterator[Sequence[Any]]:
    import pypdfium2

    with untrusted.open("rb") as file:
        document = pypdfium2.PdfDocument(file)
        try:
            yield document
        finally:
            document.close()


def _has_text(document: Sequence[Any], index: int) -> bool:
    page = document[index]
    text = page.get_textpage()
    try:
        return bool(text.count_chars() >= _LETTERS)
    finally:
        text.close()
        page.close()


def _pages_of_picture(untrusted: Source) -> tuple[int, int]:
    from PIL import Image

    with untrusted.open("rb") as file, Image.open(file, formats=("TIFF",)) as opened:
        pages = int(getattr(opened, "n_frames", 1))
        return pages, pages
