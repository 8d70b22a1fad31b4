"""The report of a draft check: its parts at the left, the rows of the chosen part, and the chosen passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QStackedWidget

from briefbank.domain.authorities import Authority
from briefbank.domain.authority_reports import (
    Difference,
    DraftPlace,
    DraftReport,
    DraftSection,
    ForgottenAuthority,
    QuotationCheck,
    ReliedOn,
)
from briefbank.domain.searches import Hit
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, Notice, label
from ui.kit.layout import column, holder, panes
from ui.page import Page
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.passages import PassagePreview, PassageTarget
from ui.shared.row_list import Row, RowList

CHANGES = tr(
    "[Struck through in brackets] is in the source and not in the draft, underlined in the draft and not in "
    "the source. "
    "Punctuation, capitals and omissions that are shown are not counted."
)


NOTHING_FOUND = tr("Nothing found.")
NOT_COMPARED = tr("Nothing was compared.")
NOT_EVERYTHING = tr("Not everything was compared.")
NONE_CITED = tr("The draft cites no authority that BriefBank knows by its form.")


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


class DraftReportView(QFrame):
    """A view of a report until it is cleared."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self.notice = Notice()
        self.parts = RowList(tr("Parts of the report"))
        self.title = ElidedLabel(lines=2, scale=1.15, bold=True)
        self.remark = label("", role="muted", wrap=True)
        self.list = RowList(tr("Findings"))
        self.message = MessagePane()
        self.preview = PassagePreview(page)
        self.preview.follow(self.list)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        top = holder(column(self.title, self.remark, margins=(14, 12, 14, 10), spacing=5), "listHead")
        parts = holder(column(self.parts), "results")
        rows = holder(column(top, (self._states, 1), spacing=0), "results")
        self.splitter = panes(parts, rows, self.preview, sizes=(230, 430, 320), shares=(0, 3, 2))
        column(self.notice, (self.splitter, 1), on=self, spacing=0)
        self.parts.moved.connect(self._show_part)
        self.parts.opened.connect(lambda _part: self._enter())
        self.list.opened.connect(self._open)

    def show_report(self, checked: CheckedDraft) -> None:
        """Show a report, beginning with the first part that has rows."""
        notes = map(translate_core, checked.report.notes)
        sentences = (uncompared(checked.report), *notes, checked.without_meaning)
        self.notice.say(" ".join(sentence for sentence in sentences if sentence))
        parts = report_parts(checked.report)
        self.parts.show_rows([part.row for part in parts])
        self.parts.choose(next((n for n, part in enumerate(parts) if part.rows), 0))

    def clear(self) -> None:
        self.notice.say("")
        self.parts.show_rows([])
        self.list.show_rows([])
        self.preview.clear()

    def _show_part(self, part: ReportPart | None) -> None:
        if part is None:
            return
        self.title.set_whole(part.title)
        self.remark.setText(part.remark if part.rows else "")
        self.remark.setVisible(bool(part.rows and part.remark))
        self.list.setAccessibleName(part.title)
        self.list.setAccessibleDescription(part.remark)
        self.list.show_rows(part.rows)
        self.preview.clear()
        self.preview.setVisible(any(isinstance(row.target, Hit | PassageTarget) for row in part.rows))
        if part.rows:
            self.list.choose(0)
        else:
            icon, title = ("search", part.gap) if part.gap else ("done", tr("Nothing to report."))
            self.message.say(icon, title, part.nothing)
        self._states.setCurrentWidget(self.list if part.rows else self.message)

    def _enter(self) -> None:
        """Move the keyboard from a part into its rows."""
        if self.list.row_model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, target: object) -> None:
        if isinstance(target, Authority):
            self._page.authority_wanted.emit(target.id)
        elif isinstance(target, ReportPart):
            self.parts.choose(self.parts.row_model.place_of(lambda part: part is target))
            self._enter()
        else:
            self.preview.open_target(target)


def report_parts(report: DraftReport) -> list[ReportPart]:
    """Return all parts of a report: what needs a decision first, then what was argued, section by section."""
    pasted = not report.pages
    sections = [_section_part(section, pasted) for section in report.sections]
    argued = ReportPart(
        tr("What your office argued"),
        len(sections),
        tuple(Row(section.title, detail=section.detail, target=section) for section in sections),
        tr("The sections of the draft. Each has the passages of your office that argued the same."),
        tr("No part of the draft was compared with what your office argued."),
        NOTHING_FOUND,
    )
    return [
        _relied_part(report, pasted),
        _forgotten_part(report),
        _quotations_part(report, pasted),
        *_citation_parts(report, pasted),
        argued,
        *sections,
    ]


def _section_part(section: DraftSection, pasted: bool) -> ReportPart:
    count = wording.passages(len(section.hits)) if section.hits else tr("nothing like it")
    rows = [
        Row(
            wording.title(hit.document),
            hit.passage.text,
            hit.marks,
            wording.facts(hit),
            target=hit,
            warning=_alerts(hit),
        )
        for hit in section.hits
    ]
    return ReportPart(
        section.heading_path[-1] if section.heading_path else tr("Without a heading"),
        len(rows),
        tuple(rows),
        tr("Passages of your office that argued the same, best first. Ctrl+C copies one with its citation."),
        tr("Your library has nothing like this section."),
        NOTHING_FOUND,
        "  ·  ".join(part for part in (_location(section.place, pasted), count) if part),
    )


def _relied_part(report: DraftReport, pasted: bool) -> ReportPart:
    nothing, gap = (
        tr("Your good-law list speaks against nothing that the draft cites."),
        _unread(report),
    )
    if not report.coverage.list_entries:
        nothing, gap = tr("Your good-law list is empty."), NOT_COMPARED
    elif not report.cited:
        nothing, gap = NONE_CITED, NOT_COMPARED
    return ReportPart(
        tr("No longer good law"),
        len(report.relied_on),
        tuple(row for authority in report.relied_on for row in _relied_rows(authority, pasted)),
        tr("The draft relies on these, and your good-law list speaks against them. Open one for its page."),
        nothing,
        gap,
    )


def _relied_rows(relied: ReliedOn, pasted: bool) -> list[Row]:
    """Return the row of the authority, then those of the places in the draft that cite it."""
    pages = ", ".join(dict.fromkeys(wording.page(place.label, place.page) for place in relied.places))
    first = Row(
        wording.authority_name(relied.authority),
        detail=tr("Cited in the pasted text") if pasted else tr("Cited on {pages}").format(pages=pages),
        standing=relied.standing,
        target=relied.authority if relied.authority.id else None,
        warning=translate_core(relied.alert),
    )
    places = [Row(text=f"“{place.text}”", side=_location(place, pasted)) for place in relied.places]
    return [first, *places]


def _forgotten_part(report: DraftReport) -> ReportPart:
    nothing, gap = tr("The draft cites what your office cites on the same points."), _unread(report)
    if not any(section.hits for section in report.sections):
        nothing, gap = tr("Your library has nothing that argues the same."), NOT_COMPARED
    elif report.coverage.sections_left_out:
        gap = NOT_EVERYTHING
    return ReportPart(
        tr("Authorities not cited"),
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
    cited = wording.counted(
        forgotten.passages,
        tr("Cited in {number} passage that argues the same"),
        tr("Cited in {number} of the passages that argue the same"),
    )
    if forgotten.heading_path:
        heading = wording.beginning(forgotten.heading_path[-1])
        cited = tr("{cited}, for “{heading}”").format(cited=cited, heading=heading)
    below = wording.authority_detail(authority), cited, tr("As in {citation}").format(citation=hit.citation)
    return Row(
        wording.authority_name(authority),
        hit.passage.text,
        marks,
        "\n".join(part for part in below if part),
        target=replace(hit, marks=marks or hit.marks),
        warning=_alerts(hit),
    )


def _quotations_part(report: DraftReport, pasted: bool) -> ReportPart:
    """Return the quotations that differ, and then those that were not compared."""
    differing = [check for check in report.quotations if check.verdict == "differs"]
    shown = [*differing, *(check for check in report.quotations if check.verdict == "not here")]
    absent, rest = uncompared(report), _compared_quotations(report)
    return ReportPart(
        tr("Quotations"),
        len(shown),
        tuple(_quotation_row(check, pasted) for check in shown),
        " ".join(part for part in (absent, CHANGES if differing else "", rest) if part),
        rest or tr("The draft quotes nothing with at least five words."),
        absent or (NOT_EVERYTHING if report.coverage.record_quotations else _unread(report)),
    )


def _quotation_row(check: QuotationCheck, pasted: bool) -> Row:
    """Return a row that opens the library's text, with the longest run of equal words marked."""
    differs, compared = check.verdict == "differs", _compared_with(check)
    text, changes = changed(check.differences) if differs else (f"“{check.quoted}”", ())
    same = (difference.text for difference in check.differences if difference.change == "same")
    spoken = {"same": "{}", "removed": tr("[left out: {}]"), "added": tr("[not in the source: {}]")}
    return Row(
        wording.authority_name(check.authority) if check.authority else tr("Source not named"),
        text,
        detail=compared if differs else "",
        warning="" if differs else compared,
        side=_location(check.place, pasted),
        target=PassageTarget(check.passage_id, sentence=max(same, key=len, default=""))
        if check.passage_id
        else None,
        changes=changes,
        text_aloud=" ".join(spoken[part.change].format(part.text) for part in check.differences if differs),
    )


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


def _citation_parts(report: DraftReport, pasted: bool) -> tuple[ReportPart, ReportPart]:
    """Return the citations that cannot be right, and the cases that the library knows under others."""

    def part(title: str, number: int, rows: list[Row], remark: str, nothing: str) -> ReportPart:
        if report.cited:
            return ReportPart(title, number, tuple(rows), remark, nothing, _unread(report))
        return ReportPart(title, number, tuple(rows), remark, NONE_CITED, NOT_COMPARED)

    malformed = [
        Row(f"“{citation.written}”", translate_core(citation.text), side=_location(citation.place, pasted))
        for citation in report.malformed
    ]
    conflicting = []
    for case in report.miscited:
        side, cites = _location(case.place, pasted), (case.authority.canonical,)
        conflicting.append(
            Row(f"“{case.written}”", translate_core(case.text), side=side, target=case.authority)
        )
        for citing in case.documents:  # the documents that know it otherwise
            target = PassageTarget(citing.passage_id, cites=cites)
            conflicting.append(Row(wording.title(citing.document), target=target))
    return (
        part(
            tr("Malformed citations"),
            len(report.malformed),
            malformed,
            tr("These cannot be right as they are written in the draft."),
            tr("Every citation of the draft has a form that BriefBank knows."),
        ),
        part(
            tr("Conflicting citations"),
            len(report.miscited),
            conflicting,
            tr("Your library knows these cases under another citation. Open one to read it there."),
            tr("Your library knows no case of the draft under another citation."),
        ),
    )


# --- texts of rows ---


def _location(value: DraftPlace, pasted: bool) -> str:
    """Return text such as 'Page 12'; pasted text has no pages."""
    text = "" if pasted else wording.page(value.label, value.page)
    return text[:1].upper() + text[1:]


def _alerts(hit: Hit) -> str:
    return "\n".join(map(translate_core, hit.alerts))


def _compared_with(check: QuotationCheck) -> str:
    """Return what a quotation was compared with."""
    title = f"“{wording.title(check.document)}”" if check.document else tr("another document")
    if check.verdict == "not here" and check.document:
        return tr("These words were not found in the library’s text of it, {title}").format(title=title)
    if check.verdict == "not here" and check.authority:
        return tr("Not compared: the library has no text of this source")
    if check.verdict == "not here":
        return tr("Not compared: the draft names no source that BriefBank knows by its form")
    if check.by_words:
        return tr(
            "Found by its words in {title}; the library has no text under the source that the draft names"
        ).format(title=title)
    if check.at_first_hand:
        return tr("Compared with the library’s text of it, {title}").format(title=title)
    return tr("Compared with what {title} quotes from it; the library does not have the source").format(
        title=title
    )


def _unread(report: DraftReport) -> str:
    """Return that not everything was compared where pages could not be read; empty where all could."""
    return NOT_EVERYTHING if report.coverage.unread_pages else ""


def uncompared(report: DraftReport) -> str:
    """Return how many quotations, those of the record aside, were not compared; empty where all were."""
    left_out = report.coverage.quotations_left_out
    absent = left_out + sum(1 for check in report.quotations if check.verdict == "not here")
    if not absent:
        return ""
    return wording.counted(
        absent,
        tr("{number} of {total} quotations was not compared."),
        tr("{number} of {total} quotations were not compared."),
        total=translate.number(len(report.quotations) + left_out),
    )


def _compared_quotations(report: DraftReport) -> str:
    """Return how the quotations that are not shown ended."""
    same = sum(1 for check in report.quotations if check.verdict == "same")
    of_record, parts = report.coverage.record_quotations, []
    if same:
        one = tr("{number} quotation is as in the library’s text.")
        parts.append(wording.counted(same, one, tr("{number} quotations are as in the library’s text.")))
    if of_record:
        one = tr("{number} quotes the record, which is not compared.")
        parts.append(wording.counted(of_record, one, tr("{number} quote the record, which is not compared.")))
    return " ".join(parts)
