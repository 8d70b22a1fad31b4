"""Which page a person means who typed one: by its printed label, or by its place in the file; pure text."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BEFORE = re.compile(r"\A(?:page|pages|pp?\.|página|pág\.)\s*", re.IGNORECASE)
_FILE_PAGE = re.compile(r"\A(?:#|file\s*(?:page)?|página de archivo)\s*(\d{1,6})\Z", re.IGNORECASE)
_PLAIN = re.compile(r"[\s.\-–]+")


def page_for(typed: str, labels: Sequence[str], now: int) -> int | None:
    """The page (0-based) that is meant, or None. ``labels`` are the printed ones of all pages, ``now`` is the
    page in view.

    A printed label wins over a place in the file, which '#15' asks for alone. Of several pages with one
    label, as in a volume with several appendices, the next after ``now`` is meant, so that asking again leads
    through all of them.
    """
    text = " ".join(typed.split())
    if in_file := _FILE_PAGE.match(text):
        return _in_file(in_file[1], len(labels))
    text = _BEFORE.sub("", text)
    wanted = _plain(text)
    found = [page for page, label in enumerate(labels) if wanted and _plain(label) == wanted]
    if found:
        return next((page for page in found if page > now), found[0])
    return _in_file(text, len(labels)) if text.isdecimal() and text.isascii() else None


def _in_file(number: str, count: int) -> int | None:
    page = int(number) - 1 if len(number) < 7 else -1
    return page if 0 <= page < count else None


def _plain(label: str) -> str:
    """'Da 45' and 'da45' are one label."""
    return _PLAIN.sub("", label).casefold()
