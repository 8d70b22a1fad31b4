"""Finds the date on which a document was filed, and where that date stands; and its signature.

The sources in order of precedence: the caption's own statement ("Filed: March 5, 2021"), the court's filing
stamp, another date of the paper in its caption ("Decided", "Dated", the date of a letter), the date beside
the signature, the certificate of service, the file's name. A hearing, trial or lower court date never counts.
Where a source has two different dates, the next source is used. Where caption and stamp contradict each
other, the field stays empty, as where all dates lie in the future.

The signature follows a conclusion or "Respectfully submitted". Only the first closing formula counts, because
an appendix contains other people's papers, and nothing counts after a certificate or an appendix begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from briefbank.domain.caption_fields import IN_FUTURE, CaptionField, Kind
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_names import FROM_BELOW, date_beside_court
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line
from briefbank.text.dates import dates_in, first_date, latest_today, whole_date

_CLOSING = re.compile(
    r"(?i)\W*(?:respectfully\s+(?:submitted|yours)|very truly yours|sincerely"
    r"|respetuosamente\s+(?:sometid|presentad)[oa]s?)\b"
)
_CONCLUSION = re.compile(r"\W*(?:[IVXL]+\.|[A-Z]\.|\d+\.)?\s*conclusion\W*", re.IGNORECASE)
_SIGNED = re.compile(
    r"(?i)\W*(?:dated?\b\s*[:,]?\s*(?:this\s+)?(?:the\s+)?|fecha:\s*|en [\w ,.]{2,40}?,? (?:a|hoy),?\s+(?=\d)"
    r"|[\w ,.]{2,40}?, (?:a|hoy),?\s+(?=\d{1,2} de ))"
)
_LATER_PART = re.compile(
    r"(?i)\W*(?:(?:certificate|certification|proof|declaration|affidavit)s? of|certificate|appendix|addendum"
    r"|attachment|exhibit|verification)\b"
)
_LINES = 60
_ABOVE = 3  # The number of lines above a closing formula in which its date may stand


def signature_lines(pages: Sequence[CleanPage]) -> list[Line]:
    """Return the lines from the first closing formula on; none where the document has none."""
    lines = [line for page in pages for line in page.lines]
    index = next((index for index, line in enumerate(lines) if _CLOSING.match(line.text[:80])), len(lines))
    return _up_to_next_part(lines[index : index + _LINES])


def signature_dates(pages: Sequence[CleanPage], today: date) -> tuple[list[date], int]:
    """Return the dates beside the document's own signature, and their page; linear."""
    lines = [line for page in pages for line in page.lines]
    for index, line in enumerate(lines):
        text = line.text[:80]
        closing = bool(_CLOSING.match(text))
        if not closing and not (len(text) < 60 and _CONCLUSION.fullmatch(text)):
            continue
        dated: list[tuple[date, int]] = []
        for near in _up_to_next_part(lines[max(0, index - _ABOVE) : index + _LINES]):
            text = near.text[:120]
            signed = _SIGNED.match(text)
            day = first_date(text[signed.end() :][:32], today) if signed else whole_date(text, today)
            dated += [(day, near.page)] if day else []
        if dated or closing:
            return [day for day, _ in dated], dated[0][1] if dated else line.page
    return [], 0


def _up_to_next_part(lines: Sequence[Line]) -> list[Line]:
    def begins_a_part(text: str) -> bool:
        return len(text) < 80 and text[:1].isupper() and _LATER_PART.match(text) is not None

    return list(takewhile(lambda line: not begins_a_part(line.text), lines))


_STAMP_DATE = re.compile(
    r"(?i)\b(?:date\s+)?filed\b\W{0,3}|\bon\s+(?=\d|[A-Z][a-z]{2})|\b\d\d-\d{3,6},\s+(?=\d\d/\d\d/)"
)
_FILED_ALONE = re.compile(r"\W*(?:e-?|electronically\s+)?filed\W*(?P<rest>.*)", re.IGNORECASE)
_FILED = re.compile(
    r"(?i)^(?:(?:decided\s+and\s+)?(?:date\s+)?filed|date of filing"
    r"|(?:fecha de )?(?:presentad[oa]|radicad[oa]|presentación|radicación))\b\s*[:\-–—]?\s*(?:on\s+|el\s+)?"
)
_FILED_DATED = re.compile(
    r"(?i)^(?:date\s+)?(?:decided|issued|entered|dated|date of decision|fecha)\b(?:\s+and filed)?"
    r"\s*[:\-–—]?\s*(?:on\s+)?"
)
_WRITTEN = re.compile(r"^(?:dated|fecha)\b\s*[:\-–—]?\s*", re.IGNORECASE)
_DECIDED = re.compile(r"\bdecided\b(?:\s+and filed)?\s*[:\-–—]?\s*", re.IGNORECASE)
_OTHER_DATE = re.compile(
    r"(?i)\b(?:action|complaint|petition|trial|hearing|argued|submitted|received|motion|time"
    r"|notice)\s+(?:was\s+)?(?:date|filed|on)?"
)
_HEARD = re.compile(r"^(?:argued|submitted)\b.{3,80}?\W(?=decided\b)", re.IGNORECASE)
"""What stands before the date of decision on the same line."""
_SALUTATION = re.compile(r"\W*(?:re\s*:|dear\b|your honors?\b|may it please\b)", re.IGNORECASE)
_CERTIFIES = re.compile(r"\bof service\b|\bcertify\b|\bdeclare\b|\bserved\b|\bsworn\b", re.IGNORECASE)
_SERVED = re.compile(r"\b(?:served|filed|caused|mailed|transmitted|sent|service|executed)\b", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:e-?)?filed\b", re.IGNORECASE)
_HEAD_LINES = 70


def find(front: Front) -> CaptionEntry | None:
    """Return the date of filing; None where none is certain.

    A document that names neither a court nor a case has the date of a court's stamp alone. In a brief,
    "Decided" and the dates below the statement of what it appeals from are those of the judgment below.
    """
    if not front.pages:
        return None
    page, today, brief = front.pages[0], front.today, front.kind is Kind.BRIEF
    head = [line.text[:160] for line in page.lines[:_HEAD_LINES]]
    if brief:
        head = list(takewhile(lambda text: not FROM_BELOW.match(text), head))
    said = [  # a line that begins with 'FILED' in capitals is a clerk's stamp
        day for text in head if not text.startswith("FILED") for day in _date_after(_FILED, text, today)
    ]
    said, said_ahead = _by_today(said, today)
    stamped, stamped_ahead = _by_today(_stamp_dates(page, today), today)
    if len(set(said)) == len(set(stamped)) == 1 and said[0] != stamped[0]:
        return None
    agree = len({*said, *stamped}) == 1 and bool(said) and bool(stamped)
    # On which the paper says that it was written, issued or, except for a brief, decided; or else the date
    # above the salutation of a letter, alone on its line; or that of an opinion: '[February 20, 2019]'.
    words = (_WRITTEN,) if brief else (_FILED_DATED, _DECIDED)
    written = [day for text in head for word in words for day in _date_after(word, text, today)]
    if not written:
        opening = next((n for n, text in enumerate(head) if _SALUTATION.match(text[:80])), 0)
        written = [day for text in head[:opening] if (day := whole_date(text, today))]
    if not written and front.kind is Kind.OPINION:
        written = [day for text in head if (day := whole_date(text.strip(" []()"), today))]
    signed, where = signature_dates(front.pages, today)
    served = [
        day
        for text in front.service
        if _CERTIFIES.search(text)
        for sentence in re.split(r"(?<=[a-z]{3}\.)\s", text)
        if _SERVED.search(sentence)
        for day, _, _ in dates_in(sentence, today)
    ]
    name = front.file_name[:300].replace("_", " ").replace(".", " ")  # 'Doe, filed 2021-03-05.pdf'
    named = [day for day, _, _ in dates_in(name, today)] if _NAMED.search(name) else []
    sources: tuple[tuple[str, float, list[date], int | None], ...] = (
        ("caption", 0.98 if agree else 0.9, said, page.index),
        ("stamp", 0.95, stamped, page.index),
        ("caption", 0.7, written, page.index),
        ("signature", 0.65, signed, where),
        ("service", 0.6, served, None),
        ("file", 0.4, named, None),
    )
    ahead: list[tuple[date, int | None]] = [(day, page.index) for day in (*said_ahead, *stamped_ahead)]
    for source, confidence, dates, at in sources:
        passed, later = _by_today(dates, today)
        ahead += [(day, at) for day in later]
        if len(set(passed)) == 1:
            certain = front.named or source == "stamp"
            return filing_entry(passed[0], source, confidence, at, today) if certain else None
    return filing_entry(ahead[0][0], "", 1.0, ahead[0][1], today) if ahead else None


def filing_entry(day: date, source: str, confidence: float, page: int | None, today: date) -> CaptionEntry:
    """Return the entry of a date of filing; without a value where the day lies in the future."""
    if day > latest_today(today):
        return CaptionEntry(CaptionField.FILED, "", IN_FUTURE, confidence, page)
    return CaptionEntry(CaptionField.FILED, day.isoformat(), source, confidence, page)


def _by_today(dates: Sequence[date], today: date) -> tuple[list[date], list[date]]:
    ahead = [day for day in dates if day > latest_today(today)]
    return [day for day in dates if day not in ahead], ahead


def _date_after(words: re.Pattern[str], written: str, today: date) -> list[date]:
    text = _HEARD.sub("", written)
    match = words.search(text)
    if not match or (text == written and text[:1].islower()) or _OTHER_DATE.match(text):
        return []
    if _OTHER_DATE.search(text[: match.start() + 1]):
        return []
    day = first_date(text[match.end() : match.end() + 30], today)
    return [day] if day else []


def _stamp_dates(page: CleanPage, today: date) -> list[date]:
    dates: list[date] = []
    for stamp in page.stamps:
        match = _STAMP_DATE.search(stamp.text)
        day = first_date(stamp.text[match.end() : match.end() + 40], today) if match else None
        if match and day is None:
            day = next((d for d, at, _ in dates_in(stamp.text, today) if at > match.start()), None)
        if day and not stamp.text.lower().startswith("received"):
            dates.append(day)
    return dates or _clerk_stamp(page, today)


def _clerk_stamp(page: CleanPage, today: date) -> list[date]:
    """Return the date of a stamp of several lines: 'FILED' and, within the next few lines, a date alone."""
    for index, line in enumerate(page.lines):
        match = _FILED_ALONE.fullmatch(line.text)
        if not match or len(line.text) > 60 or not line.text.strip(" -*")[:1].isupper():
            continue
        day = first_date(match.group("rest"), today)
        if day:
            return [day] if line.text.isupper() or line.text.startswith("FILED") else []
        if match.group("rest"):
            continue
        for later in page.lines[index + 1 : index + 6]:
            near = abs(later.middle - line.middle) < 70 and later.box.x0 < line.box.x1 + 60
            day, start, end = next(dates_in(later.text, today), (None, 0, 0))
            alone = len(later.text) - (end - start) < 16
            if near and day and (alone or date_beside_court(later.text)):
                return [day]
    return []
