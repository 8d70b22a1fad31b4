"""Extraction of a document's caption: title, court, docket numbers, judge, parties, side, filing date,
office.

Each field comes with its source, page and confidence. A field must be confirmed by the rest of the document.
A field in doubt stays empty, because a wrong title is worse than none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.caption_fields import IN_FUTURE, CaptionField
from briefbank.domain.documents import Caption, CaptionEntry, Party
from briefbank.domain.kinds import LAW, Kind
from briefbank.extraction import counsel
from briefbank.extraction.caption_finders import FINDERS
from briefbank.extraction.case_names import CaseName, case_names
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.courts import court
from briefbank.extraction.dockets import dockets
from briefbank.extraction.filed import filing_entry, find_filing_date
from briefbank.extraction.memo_head import MemoHead
from briefbank.extraction.parties import CaseWords, in_title_case, parties, sovereign
from briefbank.extraction.signature import signature_lines
from briefbank.extraction.stamp import without_stamps
from briefbank.extraction.text import Line

_PAGES = 3
_LINES = 90
_MAX_LINE_CHARS = 400
"""The number of characters of a line that are examined: no caption has longer lines."""
_OCR_CONFIDENCE = 0.8
"""The factor by which text recognition lowers the confidence."""
_FIELD_ORDER = {field: at for at, field in enumerate(CaptionField)}
_FOR_CLIENTS = frozenset({Kind.BRIEF, Kind.MEMO, Kind.OTHER})
"""Kinds that an office writes for a client, in versions."""
_ADVOCACY_KINDS = frozenset({Kind.BRIEF, Kind.OTHER})
"""Kinds that are filed on behalf of a party and written by its lawyers; a motion is OTHER."""


@dataclass(frozen=True, slots=True)
class CaptionSource:
    """The parts of a document from which the caption is read."""

    pages: Sequence[CleanPage]
    front: Sequence[Line]
    """The lines before the document's running text begins."""
    words: CaseWords
    service: Sequence[str]
    """The text of the signature and service parts, in order."""
    kind: CaptionEntry
    file_name: str
    recognised: bool
    """The first page is a scan whose text was recognised."""
    today: date
    """The day on which the document is read; no date of filing lies after it."""
    memo: MemoHead | None = None


def read_caption(paper: CaptionSource, gaps: AnnotationGaps) -> Caption:
    """Return the caption of a document. Linear time. A field whose finder fails is empty, and among ``gaps``.

    A docket number or a date is taken only from a document that names a court or a case, or from a court's
    stamp, because a report has numbers and dates too.
    """
    lines = _front_lines(paper)
    first = [line for line in lines if line.page == paper.pages[0].index]
    no_cases: tuple[list[CaseName], CaptionEntry | None] = [], None
    cases, title = gaps.attempt(Annotation.CAPTION, no_cases, _title, lines, first, paper.words)
    kind = Kind(paper.kind.value)
    dated = gaps.attempt(
        Annotation.CAPTION,
        None,
        find_filing_date,
        *(paper.pages, paper.service, kind, paper.file_name, paper.today),
    )
    named = gaps.attempt(Annotation.CAPTION, None, court, first, lines, paper.words)
    found: list[CaptionEntry | None] = [title, named, paper.kind]
    known: tuple[Party, ...] = ()
    if title or named:
        blocks = [block for case in cases for block in case.blocks]
        known = gaps.attempt(Annotation.CAPTION, (), parties, blocks, paper.words)
        own = named.value if named else ""
        later = lines[len(first) :]
        found += [gaps.attempt(Annotation.CAPTION, None, dockets, first, later, paper.pages, own), dated]
        found.append(_parties(known, title))
        if not _has_overprinted_lines(first):
            found += [gaps.attempt(Annotation.CAPTION, None, find, lines, paper.words) for find in FINDERS]
        for find_of_advocacy in (_side, _office) if kind in _ADVOCACY_KINDS else ():
            found.append(gaps.attempt(Annotation.CAPTION, None, find_of_advocacy, first, known, paper))
    else:
        stamped = (gaps.attempt(Annotation.CAPTION, None, dockets, (), (), paper.pages, ""), dated)
        found += [entry for entry in stamped if entry and entry.source in ("stamp", IN_FUTURE)]
    return _caption(_merge_memo_head(found, paper.memo, paper.today), known, recognised=paper.recognised)


def _front_lines(paper: CaptionSource) -> list[Line]:
    if not paper.pages:
        return []
    near = [line for line in paper.front if line.page < paper.pages[0].index + _PAGES]
    clipped = [line if len(line.text) <= _MAX_LINE_CHARS else _clipped(line) for line in near[: 2 * _LINES]]
    return without_stamps(clipped)


def _clipped(line: Line) -> Line:
    return replace(line, text=line.text[:_MAX_LINE_CHARS])


def _side(first: Sequence[Line], known: Sequence[Party], paper: CaptionSource) -> CaptionEntry | None:
    """Return the represented side, from the cover or else from the signature."""
    return counsel.side(first, known) or counsel.side_of_signers(signature_lines(paper.pages), known)


def _office(first: Sequence[Line], known: Sequence[Party], paper: CaptionSource) -> CaptionEntry | None:
    """Return the lawyers' office, from the cover or else from the signature."""
    names = [party.name for party in known]
    if office := counsel.office(first, names, paper.words):
        return office
    signers = counsel.office(signature_lines(paper.pages), names, paper.words)
    return signers and replace(signers, source="signature")


def _parties(known: Sequence[Party], title: CaptionEntry | None) -> CaptionEntry | None:
    """Return the parties, with the title's confidence, or with less where a party has no role."""
    if not known or title is None:
        return None
    sure = title.confidence if all(party.role for party in known) else title.confidence - 0.3
    value = "; ".join(map(str, known))
    return CaptionEntry(CaptionField.PARTIES, value, "caption", sure, title.page)


def _merge_memo_head(
    found: list[CaptionEntry | None], head: MemoHead | None, today: date
) -> list[CaptionEntry]:
    """Merge the entries with a memo's or directive's head.

    The RE line becomes the title, and the DATE line takes precedence over a date at the end.
    """
    entries = {entry.field: entry for entry in found if entry is not None}
    if head and head.title:
        entries[CaptionField.TITLE] = CaptionEntry(CaptionField.TITLE, head.title, "caption", 0.9, 0)
    stamped = CaptionField.FILED in entries and entries[CaptionField.FILED].source == "stamp"
    if head and head.date and not stamped:
        entries[CaptionField.FILED] = filing_entry(head.date, "caption", 0.9, 0, today)
    return list(entries.values())


def _caption(entries: Iterable[CaptionEntry], known: tuple[Party, ...], *, recognised: bool) -> Caption:
    """Return the caption that the entries make up."""
    sure = _OCR_CONFIDENCE if recognised else 1.0
    weighed = [replace(entry, confidence=round(entry.confidence * sure, 3)) for entry in entries]
    by_field = {field: entry for field in CaptionField for entry in weighed if entry.field is field}
    value = {field: by_field[field].value if field in by_field else "" for field in CaptionField}
    day = by_field.get(CaptionField.FILED)
    return Caption(
        title=value[CaptionField.TITLE],
        court=value[CaptionField.COURT],
        docket=value[CaptionField.DOCKET],
        filed=date.fromisoformat(day.value) if day and day.value else None,
        filed_source=day.source if day else "",
        parties=known if value[CaptionField.PARTIES] else (),
        side=value[CaptionField.SIDE],
        office=value[CaptionField.OFFICE],
        judge=value[CaptionField.JUDGE],
        entries=tuple(by_field.values()),
    )


# --- the file's name -----------------------------------------------------------------------------


def with_named_fields(caption: Caption, kind: Kind, named: Sequence[CaptionEntry]) -> Caption:
    """Return a caption with the fields that only the file's name and folders say (``file_naming``).

    The text wins in every field. A client whom the caption does not mention, and a year beside a day of
    filing, contradict or repeat it. Opinions and laws have no client and no version.
    """
    known = {entry.field for entry in caption.entries}
    parties = " ".join((caption.title, *(party.name for party in caption.parties))).casefold()
    added = []
    for entry in named:
        match entry.field:
            case CaptionField.CLIENT:
                surname = re.split(r",| (?=Jr|Sr)", entry.value)[0].casefold()
                fits = kind in _FOR_CLIENTS and (not parties.strip() or surname in parties)
            case CaptionField.VERSION:
                fits = kind in _FOR_CLIENTS
            case CaptionField.PAPER:
                fits = kind is Kind.BRIEF
            case CaptionField.YEAR:
                fits = caption.filed is None
            case _:
                fits = kind not in LAW
        if fits and entry.field not in known:
            added.append(entry)
    value = {entry.field: entry.value for entry in added}
    entries = sorted((*caption.entries, *added), key=lambda entry: _FIELD_ORDER[entry.field])
    return replace(
        caption,
        title=caption.title or value.get(CaptionField.TITLE, ""),
        docket=caption.docket or value.get(CaptionField.DOCKET, ""),
        entries=tuple(entries),
    )


# --- the title -----------------------------------------------------------------------------------


def _title(
    lines: Sequence[Line], first: Sequence[Line], words: CaseWords
) -> tuple[list[CaseName], CaptionEntry | None]:
    """Return the cases of the caption, several where they are consolidated, and the title made of the first.

    A case that no running text confirms counts where it is the only one named, or where all its parties have
    roles. It never counts on a page that hides an older caption.
    """
    layered = _has_overprinted_lines(first)
    candidates = case_names(first, lines[len(first) :], overprinted=layered)
    confirmed = [case for case in candidates if _is_confirmed(case.sides, words)]
    complete = [case for case in candidates if case.is_complete and not layered]
    alone = candidates if len({case.sides for case in candidates}) == 1 and not layered else []
    likely = confirmed or complete or alone
    if not likely:
        return [], None
    case, sure = likely[0], 0.9 if confirmed else 0.6
    title = CaptionEntry(CaptionField.TITLE, _format_title(case.sides, words), "caption", sure, case.page)
    return [case, *(other for other in complete if other.page == case.page)], title


def _format_title(sides: tuple[str, ...], words: CaseWords) -> str:
    if len(sides) == 1:
        lead, _, name = sides[0].partition("\t")
        return f"{lead} {in_title_case(name, words)}"
    return " v. ".join(in_title_case(sovereign(side), words) for side in sides)


def _has_overprinted_lines(lines: Sequence[Line]) -> bool:
    """Tell whether lines are printed over each other: a page can hide an older caption under its own."""
    for earlier, later in itertools.combinations(lines[:_LINES], 2):
        a, b = earlier.box, later.box
        wide = min(a.x1, b.x1) - max(a.x0, b.x0) > 0.5 * min(a.x1 - a.x0, b.x1 - b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * max(0.1, min(earlier.height, later.height))
        if wide and high and min(len(earlier.text), len(later.text)) > 5:
            return True
    return False


def _is_confirmed(sides: tuple[str, ...], words: CaseWords) -> bool:
    """Tell whether the document's running text has a word of each side that is not a sovereign."""
    for side in sides:
        if sovereign(side) != side:
            continue
        long = re.findall(r"(?i)\b(?!the\b|and\b|for\b)[a-z’']{3,}", side.partition("\t")[2] or side)
        if long and not any(words.knows(word) for word in long):
            return False
    return True
