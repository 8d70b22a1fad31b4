"""Results as records for reference managers, in the RIS format that EndNote, Zotero and Mendeley read.

Each passage is one record. The format is that of Research Information Systems, "RIS Format Specifications"
(2001; tags TY to ER, a line each, ``XX - value``, lines ended by CR LF). The types are CASE for decisions,
STAT for statutes, LEGAL for rules, GOVDOC for directives, and UNPB (unpublished) for briefs and memos, which
have no type of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from briefbank.domain.document_names import full_title
from briefbank.domain.kinds import Kind
from briefbank.domain.searches import Hit, Tier
from briefbank.exports.quotations import of_hit
from briefbank.text.page_numbers import own

TYPES = {
    Kind.BRIEF: "UNPB",
    Kind.MEMO: "UNPB",
    Kind.MAIL: "PCOMM",
    Kind.OPINION: "CASE",
    Kind.STATUTE: "STAT",
    Kind.RULE: "LEGAL",
    Kind.DIRECTIVE: "GOVDOC",
    Kind.OTHER: "GEN",
}


def written(hits: Iterable[Hit]) -> bytes:
    """Return the whole file."""
    lines = [f"{tag}  - {value}".rstrip(" ") if value else f"{tag}  - " for tag, value in _all(hits)]
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace")


def _all(hits: Iterable[Hit]) -> Iterator[tuple[str, str]]:
    for hit in hits:
        yield "TY", TYPES[hit.document.kind]
        yield from ((tag, line) for tag, value in _fields(hit) if (line := " ".join(value.split())))
        yield "ER", ""


def _fields(hit: Hit) -> Iterator[tuple[str, str]]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    yield "TI", full_title(document)
    yield "AU", document.office
    if document.filed:
        yield "PY", str(document.filed.year)
        yield "DA", _day(document.filed)
    yield "PB", document.court
    yield "M1", document.docket
    yield "SP", own(passage.page_label) or str(passage.first_page + 1)
    if passage.last_page > passage.first_page:
        yield "EP", own(hit.last_label) if passage.page_label else str(passage.last_page + 1)
    yield "AB", quoted.text
    yield "N1", "".join(quoted.cited)
    yield from (("N1", note) for note in quoted.notes)
    yield "KW", passage.heading_path[-1] if passage.heading_path else ""
    yield "KW", "Less close" if hit.tier is Tier.LESS_CLOSE else ""


def _day(day: date) -> str:
    """Return a date in the format's notation: 'YYYY/MM/DD/', which free text may follow."""
    return f"{day:%Y/%m/%d}/"
