"""Finds the date on which a document was filed, and says where it stands.

Most trustworthy first: the court's filing stamp, then the caption ("Filed:", (
    "Decided:"
)), then the date beside
the signature, then the certificate of service. A hearing, trial or lower court date never counts, and two
different dates of one sort leave the field to the next sort.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from briefbank.reading.clean import CleanPage
from briefbank.reading.dates import DATE, dates_in, first_date
from briefbank.reading.stamp import date_beside_court

_STAMP_DATE = re.compile(
    r"\b(?:date\s+)?filed\b\W{0,3}|\bon\s+(?=\d|[A-Z][a-z]{2})|\b\d\d-\d{3,6},\s+(?=\d\d/\d\d/)",
    re.IGNORECASE,
)
_FILED_ALONE = re.compile(r"\W*(?:e-?|electronically\s+)?filed\W*(?P<rest>.*)", re.IGNORECASE)
_CAPTION_DATE = re.compile(
    r"^(?:(?:decided\s+and\s+)?(?:date\s+)?(?:filed|decided|issued|entered|dated|date of (?:filing"
    r"|decision))(?:\s+and filed)?)\b\s*[:\-–—]?\s*(?:on\s+)?",
    re.IGNORECASE,
)
_DECIDED = re.compile(r"\bdecided\b(?:\s+and filed)?\s*[:\-–—]?\s*", re.IGNORECASE)
_OTHER_DATE = re.compile(
    r"\b(?:action|complaint|petition|trial|hearing|argued|submitted|received|motion|time"
    r"|notice)\s+(?:was\s+)?(?:date|filed|on)?",
    re.IGNORECASE,
)
_DATED = re.compile(r"\bdated?d?\b\s*[:,]?\s*(?:this\s+)?(?:the\s+)?", re.IGNORECASE)
_SERVED = re.compile(r"\b(?:served|filed|caused|mailed|transmitted|sent|service)\b", re.IGNORECASE)
_SIGNATURE = re.compile(
    r"respectfully\s+submitted|very truly yours|sincerely|executed|\bdated?d?\b\s*:", re.IGNORECASE
)


def filed_date(pages: Sequence[CleanPage], service: Sequence[str]) -> tuple[date | None, str]:
    """The date and its source, or (None, '')."""
    if not pages:
        return None, ""
    sources = (
        ("stamp", _stamp_dates(pages)),
        ("caption", _caption_dates(pages[0])),
        ("signature", _signature_dates(service)),
        ("service", _service_dates(service)),
    )
    for name, found in sources:
        if len(set(found)) == 1:
            return found[0], name
    return None, ""


def _stamp_dates(pages: Sequence[CleanPage]) -> list[date]:
    found: list[date] = []
    for stamp in pages[0].stamps:
        match = _STAMP_DATE.search(stamp.text)
        day = first_date(stamp.text[match.end() : match.end() + 40]) if match else None
        if match and day is None:
            day = next((d for at, d in dates_in(stamp.text) if at > match.start()), None)
        if day and not stamp.text.lower().startswith("received"):
            found.append(day)
    return found or _clerk_stamp(pages[0])


def _clerk_stamp(page: CleanPage) -> list[date]:
    """A stamp of several lines: 'FILED' and, within the next few lines below it, a date alone."""
    for index, line in enumerate(page.lines):
        match = _FILED_ALONE.fullmatch(line.text)
        if not match or len(line.text) > 60 or not line.text.strip(" -*")[:1].isupper():
            continue
        day = first_date(match.group("rest"))
        if day:
            return [day] if line.text.isupper() or line.text.startswith("FILED") else []
        if match.group("rest"):
            continue
        for later in page.lines[index + 1 : index + 6]:
            near = abs(later.middle - line.middle) < 70 and later.box.x0 < line.box.x1 + 60
            whole = DATE.search(later.text)
            alone = whole and len(later.text) - (whole.end() - whole.start()) < 16
            if near and whole and (alone or date_beside_court(later.text)):
                return [d for d in [first_date(later.text)] if d]
    return []


def _caption_dates(page: CleanPage) -> list[date]:
    found: list[date] = []
    for line in page.lines[:70]:
        text = line.text[:160]
        match = _CAPTION_DATE.match(text) or _DECIDED.search(text)
        if not match or _OTHER_DATE.search(text[: match.start() + 1]) or text[:1].islower():
            continue
        day = first_date(text[match.end() : match.end() + 30])
        if day and not _OTHER_DATE.match(text):
            found.append(day)
    return found


def _signature_dates(service: Sequence[str]) -> list[date]:
    """Dates that follow 'Dated:' in the signature parts; the first part that has one decides."""
    for text in service:
        if not _SIGNATURE.search(text):
            continue
        found = [
            day
            for match in _DATED.finditer(text)
            if (day := first_date(text[match.end() : match.end() + 32])) is not None
        ]
        if found:
            return found
        start = re.search(r"respectfully\s+submitted", text, re.IGNORECASE)
        if start and (day := first_date(text[start.end() : start.end() + 60])):
            return [day]
    return []


def _service_dates(service: Sequence[str]) -> list[date]:
    found: list[date] = []
    for text in service:
        if not re.search(r"certif|service|serv(?:e|ed|ing)|declare", text, re.IGNORECASE):
            continue
        for sentence in re.split(r"(?<=[a-z]{3}\.)\s", text):
            if _SERVED.search(sentence):
                found += [day for _, day in dates_in(sentence)]
    return found
