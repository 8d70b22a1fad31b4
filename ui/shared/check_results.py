"""Lists of findings: the results of the library's check and of the self-test, and the keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.maintenance import CheckResult, HealthReport
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label, push_button
from ui.kit.page_parts import scroll_area
from ui.shared import wording
from ui.style.icons import pixmap
from ui.style.theme import colours

WIDTH = 720  # The least width of the dialog: most findings take one line
TO_MEND = tr("To mend")  # The name of a finding that itself says what failed


@dataclass(frozen=True)
class Finding:
    """One line: whether it is well (None: neither), what was examined, and a sentence about it."""

    well: bool | None
    name: str
    detail: str


def of_self_test(results: Sequence[CheckResult]) -> list[Finding]:
    """Return findings of the self-test: failures first, then remarks, which have no mark, because among many
    rows these are to be read."""
    worst_first = sorted(results, key=lambda result: (result.passed, not result.remark))
    return [
        Finding(_is_well(result), translate_core(result.name), translate_core(result.detail))
        for result in worst_first
    ]


def _is_well(result: CheckResult) -> bool | None:
    return None if result.passed and result.remark else result.passed


def of_health(report: HealthReport) -> list[Finding]:
    """Return findings of a check of the library, problems first."""
    findings = [Finding(False, TO_MEND, translate_core(problem)) for problem in report.problems]
    findings += [Finding(True, tr("Mended"), translate_core(repair)) for repair in report.repaired]
    searchable = tr("{count} can be found by words.").format(
        count=wording.count(report.lexical_passages, tr("passage"), tr("passages"))
    )
    meaning = tr("{count} can be found by meaning.").format(
        count=wording.count(report.dense_passages, tr("passage"), tr("passages"))
    )
    if report.waiting_for_meaning:
        more = tr("{waiting:,} more are being prepared in the background.")
        meaning += " " + more.format(waiting=report.waiting_for_meaning)
    size = f"{wording.library_size(report.documents, report.passages)}."
    if report.annotation_gaps:
        one = tr("{number} of them was read with a gap in caption, headings or citations.")
        many = tr("{number} of them were read with a gap in caption, headings or citations.")
        size += " " + wording.counted(report.annotation_gaps, one, many)
    if report.future_dates:
        one = tr("{number} of them gives a filing date that lies in the future. Correct it in its caption.")
        many = tr("{number} of them give filing dates that lie in the future. Correct them in the captions.")
        size += " " + wording.counted(report.future_dates, one, many)
    ok = report.healthy
    return [
        *findings,
        Finding(ok or None, tr("Documents"), size),
        Finding(ok or None, tr("Words"), searchable),
        Finding(ok or None, tr("Meaning"), meaning),
    ]


class FindingsList(QWidget):
    """A line for each finding: a mark, what was examined, and a sentence."""

    def __init__(self, findings: Sequence[Finding], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Findings"))
        self.findings = list(findings)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 8, 12, 8)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(2, 1)
        for row, finding in enumerate(self.findings):
            self._add(grid, row, finding)
        grid.setRowStretch(len(self.findings), 1)

    def _add(self, grid: QGridLayout, row: int, finding: Finding) -> None:
        c = colours()
        top = Qt.AlignmentFlag.AlignTop
        if finding.well is not None:
            mark = label("")
            name, colour = ("done", c.good) if finding.well else ("warning", c.bad)
            mark.setPixmap(pixmap(name, colour, 18, self.devicePixelRatioF()))
            mark.setAccessibleName(tr("Passed") if finding.well else tr("Failed"))
            grid.addWidget(mark, row, 0, top)
        grid.addWidget(label(finding.name, bold=True), row, 1, top)
        detail = finding.detail
        if finding.well is False and finding.name != TO_MEND:
            detail = tr("Failed. {detail}").format(detail=detail)
        grid.addWidget(label(detail, wrap=True), row, 2, top)


class FindingsDialog(QDialog):
    """A heading, a sentence, and the findings; of the self-test, also buttons for its report."""

    def __init__(
        self,
        title: str,
        intro: str,
        findings: Sequence[Finding],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(WIDTH)
        self.list = FindingsList(findings)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(10)
        column.addWidget(label(title, scale=1.4, bold=True))
        column.addWidget(label(intro, role="muted", wrap=True))
        column.addWidget(self._scrolled(), 1)
        column.addLayout(self._buttons())

    def offer_report(self, copy: Callable[[], None], save: Callable[[], None]) -> None:
        """Show the buttons that copy and save a report of the findings."""
        for button, act in ((self.copy, copy), (self.save, save)):
            button.clicked.connect(act)
            button.show()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStretch(1)
        self.copy = push_button(tr("Copy"), tip=tr("Copy the report for the ethics file"))
        self.save = push_button(tr("Save…"), tip=tr("Save the report for the ethics file as a text"))
        close = push_button(tr("Close"), main=True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        for button in (self.copy, self.save):
            button.hide()
            row.addWidget(button)
        row.addWidget(close)
        return row

    def _scrolled(self) -> QScrollArea:
        self.list.setObjectName("findings")
        self.list.setContentsMargins(12, 2, 0, 2)
        area = scroll_area(self.list)
        area.setMinimumHeight(min(self.list.heightForWidth(WIDTH - 60) + 10, 440))
        area.setAccessibleName(tr("Findings"))
        return area
