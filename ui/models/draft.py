"""What the page of a draft check lists: the parts of a report, and the rows of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from briefbank.law_reports import (
    Difference,
    DraftReport,
    DraftSection,
    ForgottenAuthority,
    MalformedCitation,
    QuotationCheck,
    ReliedOn,
)
from briefbank.models import Hit
from ui import draft_words, law_words, tongue, words
from ui.models.authorities import Spot
from ui.models.rows import Row
from ui.tongue import tr


@dataclass(frozen=True, slots=True)
class Checked:
    """A report, and why passages were compared by their words alone; empty when they were not."""

    report: DraftReport
    without_meaning: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a report: what the list of parts says of it, and what it shows."""

    title: str
    number: int
    rows: tuple[Row, ...]
    remark: str = ""
    """Below the title, what the rows are."""
    nothing: str = ""
    """What is said where there are no rows."""
    detail: str = ""
    """In the list of parts."""
    argued: bool = False
    """What your office argued: that there is nothing is no good news."""

    @property
    def row(self) -> Row:
        """The part in the list of parts."""
        return Row(
            self.title,
            detail=self.detail,
            side="" if self.detail else tongue.number(self.number),
            target=self,
        )


def parts(report: DraftReport) -> list[Part]:
    """All parts of a report: what needs a decision first, then what was argued, section by section."""
    pasted = not report.pages
    sections = [_section_part(each, pasted) for each in report.sections]
    return [
        _relied_part(report.relied_on, pasted),
        _forgotten_part(report.forgotten),
        _quotations_part(report.quotations, pasted),
        _malformed_part(report.malformed, pasted),
        _argued_part(sections),
        *sections,
    ]


# --- what your office argued ---------------------------------------------------------------------


def _argued_part(sections: Sequence[Part]) -> Part:
    rows = tuple(Row(each.title, detail=each.detail, target=each) for each in sections)
    return Part(
        tr("What your office argued"),
        len(sections),
        rows,
        tr("The sections of the draft. Each has the passages of your office that argued the same."),
        tr("No part of the draft was compared with what your office argued."),
        argued=True,
    )


def _section_part(section: DraftSection, pasted: bool) -> Part:
    return Part(
        draft_words.heading(section),
        len(section.hits),
        tuple(_hit_row(hit) for hit in section.hits),
        tr("Passages of your office that argued the same, best first. Ctrl+C copies one with its citation."),
        tr("Your library has nothing like this section."),
        draft_words.section(section, pasted=pasted),
        argued=True,
    )


def _hit_row(hit: Hit) -> Row:
    warning = "\n".join(map(tongue.told, hit.alerts))
    return Row(
        words.title(hit.document),
        hit.passage.text,
        hit.marks,
        words.facts(hit),
        target=hit,
        warning=warning,
    )


# --- authorities ---------------------------------------------------------------------------------


def _relied_part(relied: Sequence[ReliedOn], pasted: bool) -> Part:
    return Part(
        tr("On your office’s list"),
        len(relied),
        tuple(row for each in relied for row in _relied_rows(each, pasted)),
        tr("The draft relies on these, and your office’s list speaks against them. Open one for its page."),
        tr("Your office’s list speaks against nothing that the draft cites."),
    )


def _relied_rows(relied: ReliedOn, pasted: bool) -> list[Row]:
    """The authority, then the places of the draft that cite it."""
    first = Row(
        draft_words.relied(relied),
        detail=draft_words.places(relied.places, pasted=pasted),
        standing=relied.standing,
        target=relied.authority if relied.authority.id else None,
        warning=tongue.told(relied.alert),
    )
    return [
        first,
        *(Row(text=f"“{e.text}”", side=draft_words.place(e, pasted=pasted)) for e in relied.places),
    ]


def _forgotten_part(forgotten: Sequence[ForgottenAuthority]) -> Part:
    return Part(
        tr("Not cited by the draft"),
        len(forgotten),
        tuple(_forgotten_row(each) for each in forgotten),
        tr("Your office cites these where it argued the same. Open one to read how."),
        tr("The draft cites what your office cites on the same points."),
    )


def _forgotten_row(forgotten: ForgottenAuthority) -> Row:
    """Opens one of the passages, with the citation marked."""
    authority, hit = forgotten.authority, forgotten.hit
    marks = Spot(hit.passage.id, cites=(authority.canonical,)).marks(hit.passage)
    below = (
        law_words.authority_detail(authority),
        draft_words.forgotten(forgotten),
        tr("As in {citation}").format(citation=hit.citation),
    )
    detail = "\n".join(part for part in below if part)
    target = replace(hit, marks=marks or hit.marks)
    name, warning = law_words.authority_name(authority), "\n".join(map(tongue.told, hit.alerts))
    return Row(name, hit.passage.text, marks, detail, target=target, warning=warning)


# --- quotations and citations --------------------------------------------------------------------


def _quotations_part(checks: Sequence[QuotationCheck], pasted: bool) -> Part:
    told = [
        each for each in checks if each.verdict == "differs" or (each.verdict != "same" and each.document)
    ]
    differing = any(each.verdict == "differs" for each in told)
    rest = draft_words.quotations(checks)
    return Part(
        tr("Quotations that differ"),
        len(told),
        tuple(_quotation_row(each, pasted) for each in told),
        " ".join(part for part in (draft_words.CHANGES if differing else "", rest) if part),
        " ".join((tr("No quotation of the draft differs from the library’s text."), rest)).strip(),
    )


def _quotation_row(check: QuotationCheck, pasted: bool) -> Row:
    differs = check.verdict == "differs"
    text, changes = changed(check.differences) if differs else (f"“{check.quoted}”", ())
    return Row(
        law_words.authority_name(check.authority) if check.authority else tr("Source not named"),
        text,
        detail=draft_words.compared(check),
        side=draft_words.place(check.place, pasted=pasted),
        target=_spot(check),
        changes=changes,
        said=draft_words.told(check.differences) if differs else "",
    )


def _spot(check: QuotationCheck) -> Spot | None:
    """The library's text, with the longest run of words marked that is the same."""
    if not check.passage_id:
        return None
    same = (each.text for each in check.differences if each.change == "same")
    return Spot(check.passage_id, sentence=max(same, key=len, default=""))


def changed(differences: Sequence[Difference]) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Both texts as one, what was removed in brackets, and half-open ranges of it that were 'removed' or
    'added'."""
    text, ranges = "", []
    for each in differences:
        start = len(text) + 1 if text else 0
        piece = f"[{each.text}]" if each.change == "removed" else each.text
        text = f"{text} {piece}" if text else piece
        if each.change != "same":
            ranges.append((start, len(text), each.change))
    return text, tuple(ranges)


def _malformed_part(malformed: Sequence[MalformedCitation], pasted: bool) -> Part:
    return Part(
        tr("Citations to look at"),
        len(malformed),
        tuple(_malformed_row(each, pasted) for each in malformed),
        tr("These cannot be right as they are written in the draft."),
        tr("Every citation of the draft has a form that BriefBank knows."),
    )


def _malformed_row(malformed: MalformedCitation, pasted: bool) -> Row:
    side = draft_words.place(malformed.place, pasted=pasted)
    return Row(f"“{malformed.written}”", tongue.told(malformed.text), side=side)
