"""Rows of the page of a draft check: the parts of a report, and the rows of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from briefbank.domain.authority_reports import (
    Difference,
    DraftReport,
    DraftSection,
    ForgottenAuthority,
    MalformedCitation,
    MiscitedCase,
    QuotationCheck,
    ReliedOn,
)
from briefbank.domain.searches import Hit
from ui.features.draft import texts
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.shared import law_texts, wording
from ui.shared.authority_rows import PassageTarget
from ui.shared.row_model import Row


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A report, and the reason why passages were compared by words alone; empty when they were not."""

    report: DraftReport
    without_meaning: str


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One part of a report: its entry in the list of parts, and its rows."""

    title: str
    number: int
    rows: tuple[Row, ...]
    remark: str = ""  # The line below the title on what the rows are
    nothing: str = ""  # The text in place of missing rows
    gap: str = ""  # The title of that text where having no rows is no good news; empty where all was compared
    detail: str = ""  # The detail in the list of parts

    @property
    def row(self) -> Row:
        """The part's row in the list of parts; a gap stands in the place of a nought."""
        detail = self.detail or ("" if self.rows else self.gap)
        return Row(
            self.title, detail=detail, side="" if detail else translate.number(self.number), target=self
        )


def parts(report: DraftReport) -> list[ReportPart]:
    """Return all parts of a report: what needs a decision first, then what was argued, section by section."""
    pasted = not report.pages
    sections = [_section_part(section, pasted) for section in report.sections]
    return [
        _relied_part(report, pasted),
        _forgotten_part(report),
        _quotations_part(report, pasted),
        _malformed_part(report, pasted),
        _miscited_part(report, pasted),
        _argued_part(sections),
        *sections,
    ]


# --- what your office argued ---------------------------------------------------------------------


def _argued_part(sections: Sequence[ReportPart]) -> ReportPart:
    rows = tuple(Row(section.title, detail=section.detail, target=section) for section in sections)
    return ReportPart(
        tr("What your office argued"),
        len(sections),
        rows,
        tr("The sections of the draft. Each has the passages of your office that argued the same."),
        tr("No part of the draft was compared with what your office argued."),
        texts.NOTHING_FOUND,
    )


def _section_part(section: DraftSection, pasted: bool) -> ReportPart:
    return ReportPart(
        texts.heading(section),
        len(section.hits),
        tuple(_hit_row(hit) for hit in section.hits),
        tr("Passages of your office that argued the same, best first. Ctrl+C copies one with its citation."),
        tr("Your library has nothing like this section."),
        texts.NOTHING_FOUND,
        texts.section(section, pasted=pasted),
    )


def _hit_row(hit: Hit) -> Row:
    warning = "\n".join(map(translate.translate_core, hit.alerts))
    return Row(
        wording.title(hit.document),
        hit.passage.text,
        hit.marks,
        wording.facts(hit),
        target=hit,
        warning=warning,
    )


# --- authorities ---------------------------------------------------------------------------------


def _relied_part(report: DraftReport, pasted: bool) -> ReportPart:
    nothing, gap = tr("Your office’s list speaks against nothing that the draft cites."), texts.unread(report)
    if not report.coverage.list_entries:
        nothing, gap = tr("Your office’s list of what still holds is empty."), texts.NOT_COMPARED
    elif not report.cited:
        nothing, gap = texts.NONE_CITED, texts.NOT_COMPARED
    return ReportPart(
        tr("On your office’s list"),
        len(report.relied_on),
        tuple(row for authority in report.relied_on for row in _relied_rows(authority, pasted)),
        tr("The draft relies on these, and your office’s list speaks against them. Open one for its page."),
        nothing,
        gap,
    )


def _relied_rows(relied: ReliedOn, pasted: bool) -> list[Row]:
    """Return the row of the authority, then those of the places in the draft that cite it."""
    first = Row(
        texts.relied(relied),
        detail=texts.locations(relied.places, pasted=pasted),
        standing=relied.standing,
        target=relied.authority if relied.authority.id else None,
        warning=translate.translate_core(relied.alert),
    )
    return [
        first,
        *(Row(text=f"“{e.text}”", side=texts.location(e, pasted=pasted)) for e in relied.places),
    ]


def _forgotten_part(report: DraftReport) -> ReportPart:
    nothing, gap = tr("The draft cites what your office cites on the same points."), texts.unread(report)
    if not any(section.hits for section in report.sections):
        nothing, gap = tr("Your library has nothing that argues the same."), texts.NOT_COMPARED
    elif report.coverage.sections_left_out:
        gap = texts.NOT_EVERYTHING
    return ReportPart(
        tr("Not cited by the draft"),
        len(report.forgotten),
        tuple(_forgotten_row(authority) for authority in report.forgotten),
        tr("Your office cites these where it argued the same. Open one to read how."),
        nothing,
        gap,
    )


def _forgotten_row(forgotten: ForgottenAuthority) -> Row:
    """Return a row that opens one of the passages, with the citation marked."""
    authority, hit = forgotten.authority, forgotten.hit
    marks = PassageTarget(hit.passage.id, cites=(authority.canonical,)).marks(hit.passage)
    below = (
        law_texts.authority_detail(authority),
        texts.forgotten(forgotten),
        tr("As in {citation}").format(citation=hit.citation),
    )
    detail = "\n".join(part for part in below if part)
    target = replace(hit, marks=marks or hit.marks)
    name, warning = law_texts.authority_name(authority), "\n".join(map(translate.translate_core, hit.alerts))
    return Row(name, hit.passage.text, marks, detail, target=target, warning=warning)


# --- quotations and citations --------------------------------------------------------------------


def _quotations_part(report: DraftReport, pasted: bool) -> ReportPart:
    """Return the quotations that differ, and then those that were not compared."""
    differing = [check for check in report.quotations if check.verdict == "differs"]
    absent = [check for check in report.quotations if check.verdict == "not here"]
    shown = [*differing, *absent]
    uncompared, rest = texts.uncompared(report), texts.compared_quotations(report)
    changes = texts.CHANGES if differing else ""
    return ReportPart(
        tr("Quotations to look at"),
        len(shown),
        tuple(_quotation_row(check, pasted) for check in shown),
        " ".join(part for part in (uncompared, changes, rest) if part),
        rest or tr("The draft quotes nothing with at least five words."),
        uncompared or (texts.NOT_EVERYTHING if report.coverage.record_quotations else texts.unread(report)),
    )


def _quotation_row(check: QuotationCheck, pasted: bool) -> Row:
    differs, compared = check.verdict == "differs", texts.compared(check)
    text, changes = changed(check.differences) if differs else (f"“{check.quoted}”", ())
    return Row(
        law_texts.authority_name(check.authority) if check.authority else tr("Source not named"),
        text,
        detail=compared if differs else "",
        warning="" if differs else compared,
        side=texts.location(check.place, pasted=pasted),
        target=_spot(check),
        changes=changes,
        said=texts.spoken_differences(check.differences) if differs else "",
    )


def _spot(check: QuotationCheck) -> PassageTarget | None:
    """Return the library's text, with the longest run of equal words marked."""
    if not check.passage_id:
        return None
    same = (difference.text for difference in check.differences if difference.change == "same")
    return PassageTarget(check.passage_id, sentence=max(same, key=len, default=""))


def changed(differences: Sequence[Difference]) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Return both texts as one, with what was removed in brackets, and half-open ranges of it that were
    'removed' or 'added'."""
    text, ranges = "", []
    for difference in differences:
        start = len(text) + 1 if text else 0
        piece = f"[{difference.text}]" if difference.change == "removed" else difference.text
        text = f"{text} {piece}" if text else piece
        if difference.change != "same":
            ranges.append((start, len(text), difference.change))
    return text, tuple(ranges)


def _where_none(report: DraftReport, nothing: str) -> tuple[str, str]:
    """Return what an empty part on citations says: ``nothing``, or that the draft cites none."""
    return (nothing, texts.unread(report)) if report.cited else (texts.NONE_CITED, texts.NOT_COMPARED)


def _malformed_part(report: DraftReport, pasted: bool) -> ReportPart:
    nothing, gap = _where_none(report, tr("Every citation of the draft has a form that BriefBank knows."))
    return ReportPart(
        tr("Citations to look at"),
        len(report.malformed),
        tuple(_malformed_row(citation, pasted) for citation in report.malformed),
        tr("These cannot be right as they are written in the draft."),
        nothing,
        gap,
    )


def _malformed_row(malformed: MalformedCitation, pasted: bool) -> Row:
    side = texts.location(malformed.place, pasted=pasted)
    return Row(f"“{malformed.written}”", translate.translate_core(malformed.text), side=side)


def _miscited_part(report: DraftReport, pasted: bool) -> ReportPart:
    nothing, gap = _where_none(report, tr("Your library knows no case of the draft under another citation."))
    return ReportPart(
        tr("Cited otherwise in your library"),
        len(report.miscited),
        tuple(row for miscited in report.miscited for row in _miscited_rows(miscited, pasted)),
        tr("Your library knows these cases under another citation. Open one to read it there."),
        nothing,
        gap,
    )


def _miscited_rows(miscited: MiscitedCase, pasted: bool) -> list[Row]:
    """Return the row of the case, then those of the documents that know it otherwise."""
    side, text = texts.location(miscited.place, pasted=pasted), translate.translate_core(miscited.text)
    cites = (miscited.authority.canonical,)
    return [
        Row(f"“{miscited.written}”", text, side=side, target=miscited.authority),
        *(
            Row(wording.title(citing.document), target=PassageTarget(citing.passage_id, cites=cites))
            for citing in miscited.documents
        ),
    ]
