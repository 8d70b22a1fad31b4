"""Resolves a typed page by its printed label or by its position in the file; pure text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.text import page_numbers

_PAGE_PREFIX = re.compile(r"\A(?:page|pages|pp?\.|página|pág\.)\s*", re.IGNORECASE)
_FILE_PAGE = re.compile(r"\A(?:#|file\s*(?:page)?|página de archivo)\s*(\d{1,6})\Z", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s.\-–]+")


def page_for(typed: str, labels: Sequence[str], now: int) -> int | None:
    """Return the page (0-based) that is meant, or None. ``labels`` are the printed labels of all pages,
    ``now`` is the page in view.

    A printed label wins over a position in the file, which '#15' requests explicitly. When several pages have
    one label, as in a volume with several appendices, the next after ``now`` is meant, so that repeating the
    request leads through all of them.
    """
    text = " ".join(typed.split())
    if in_file := _FILE_PAGE.match(text):
        return _in_file(in_file[1], len(labels))
    text = _PAGE_PREFIX.sub("", text)
    name = _normalised(text)
    pages = [page for page, label in enumerate(labels) if name and _has(label, text, name)]
    if pages:
        return next((page for page in pages if page > now), pages[0])
    return _in_file(text, len(labels)) if text.isdecimal() and text.isascii() else None


def _in_file(number: str, count: int) -> int | None:
    page = int(number) - 1 if len(number) < 7 else -1
    return page if 0 <= page < count else None


def _has(label: str, text: str, name: str) -> bool:
    """Tell whether one of the labels printed on a page is meant."""
    return page_numbers.key(text) in page_numbers.keys([label]) or any(
        _normalised(one) == name for one in label.split(page_numbers.SEPARATOR)
    )


def _normalised(label: str) -> str:
    """Return a label in the form in which 'Da 45' and 'da45' are equal."""
    return _SEPARATORS.sub("", label).casefold()
