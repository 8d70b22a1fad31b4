"""The phrases that several views share, on rows of JSON documents."""

from __future__ import annotations

from datetime import date
from typing import Any

from briefbank.cli.output import Row
from briefbank.text.dates import format_date

STATUS_WORDS = {
    "added": "Added",
    "added_with_gaps": "Added with gaps",
    "already_here": "Already here",
    "refused": "Refused",
    "waiting": "Waiting",
}


def day_words(iso: str | None, otherwise: str = "") -> str:
    """Return a day, or that of a moment, as 'March 3, 2015', or else the words for none."""
    return format_date(date.fromisoformat(iso[:10])) if iso else otherwise


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: '1 passage', '1,200 passages'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def were(number: int, noun: str) -> str:
    """Return 'No line was', '1 line was' or '3 lines were'."""
    return {0: f"No {noun} was", 1: f"1 {noun} was"}.get(number, f"{number} {noun}s were")


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def phrase(template: str, value: Any) -> str:
    """Return a template with a value in place of its braces; nothing for an empty value."""
    return template.format(value) if value not in (None, "", []) else ""


def titled(row: Row) -> str:
    """Return a title with what distinguishes the document from others with it."""
    return f"{row.title or ''}{phrase(' · {}', row.distinction)}"


def filed(row: Row) -> str:
    return day_words(row.filed, "no date found")


def page_of(row: Row) -> str:
    """Return the printed label of a page, or else its number in the file; pasted text has neither."""
    if row.page is None:
        return "pasted text"
    return f"page {row.page_label}" if row.page_label else f"file page {row.page}"


def named(authority: Row) -> str:
    """Return an authority as 'State v. Carty, 170 N.J. 632', or a section with its catchline."""
    name, canonical = authority.name, str(authority.authority)
    if not name:
        return canonical
    return f"{name}, {canonical}" if authority.sort == "case" else f"{canonical} ({name})"
