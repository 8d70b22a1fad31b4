"""The report of what became of all files that were added, with a button that writes each into a table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from briefbank.domain.ingest import FileStatus, IngestReport, Searchable
from briefbank.errors import BriefBankError
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import Notice, label, push_button
from ui.kit.page_parts import clear_layout, panel, scrolled
from ui.kit.reading_dialog import ReadingDialog
from ui.shared import wording

LEAST, SIZE = QSize(480, 360), QSize(720, 600)


class ReportDialog(ReadingDialog):
    """A dialog that is filled when the report is there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What became of the files"), LEAST, SIZE, parent)
        self.summary = label(tr("Looking …"), wrap=True)
        self.state = Notice(inset=True)
        self.save = push_button(tr("Save each file as a table…"))
        self.save.setEnabled(False)
        ends, inside = panel(tr("Outcome"))
        self._ends = _grid(inside)
        self._ends.setColumnStretch(2, 1)
        self._refused, inside = panel(tr("Why files were refused"))
        self._reasons = _grid(inside)
        self._reasons.setColumnStretch(1, 1)
        self._panels = scrolled(ends, self._refused)
        self._panels.hide()
        for widget in (self.summary, self.state):
            self.column.addWidget(widget)
        self.column.addWidget(self._panels, 1)
        self._fill = QWidget()
        self.column.addWidget(self._fill, 1)
        self.column.addWidget(self.save, 0, Qt.AlignmentFlag.AlignLeft)
        self.end()

    def show_report(self, report: IngestReport, searchable: Searchable) -> None:
        if not report.files:
            self.summary.setText(tr("No file was added yet."))
            return
        files = wording.counted(
            report.files, tr("{number} file was added or tried."), tr("{number} files were added or tried.")
        )
        self.summary.setText(f"{files} {searchable_words(searchable)}")
        lines = [
            (report.ended.get(status, 0), wording.STATUS_WORDS[status], self._remark(status, report))
            for status in FileStatus
        ]
        lines.append((report.taken_off, tr("Not added"), ""))
        lines.append((report.left_out, tr("Left out"), ""))
        lines.append((report.waiting, tr("Waiting to be read"), ""))
        lines.append((report.waiting_for_scans, tr("Waiting for the text of scanned pages"), ""))
        _show(self._ends, [line for line in lines if line[0]])
        _show(self._reasons, [(number, translate_core(reason), "") for reason, number in report.refusals])
        self._refused.setVisible(bool(report.refusals))
        self._fill.hide()
        self._panels.show()
        self.save.setEnabled(True)

    def show_failure(self, error: BriefBankError) -> None:
        self.summary.setText("")
        self.state.say(f"{error.title} {error.remedy}", bad=True)

    def _remark(self, status: FileStatus, report: IngestReport) -> str:
        if status is FileStatus.ADDED:
            return wording.counted(report.pages, tr("{number} page in all"), tr("{number} pages in all"))
        if status is FileStatus.ADDED_WITH_GAPS and report.gaps:
            one, many = tr("{number} page without text"), tr("{number} pages without text")
            return wording.counted(report.gaps, one, many)
        return ""


def searchable_words(searchable: Searchable) -> str:
    """Return text such as '12,400 of 50,000 files can be searched by words, 3,100 by meaning; newest first,
    down to March 2014.'"""
    values = {
        "words": translate.number(searchable.by_words),
        "files": translate.number(searchable.files),
        "meaning": translate.number(searchable.by_meaning),
    }
    if searchable.next_modified is None:
        said = tr("{words} of {files} files can be searched by words, {meaning} by meaning.")
        return said.format(**values)
    when = searchable.next_modified.astimezone()
    said = tr(
        "{words} of {files} files can be searched by words, {meaning} by meaning; newest first, down to "
        "{month} {year}."
    )
    return said.format(**values, month=translate.month(when.month), year=when.year)


def _grid(column: QVBoxLayout) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(6)
    column.addLayout(grid)
    return grid


def _show(grid: QGridLayout, lines: list[tuple[int, str, str]]) -> None:
    """Show rows of number, words and remark."""
    clear_layout(grid)
    top = Qt.AlignmentFlag.AlignTop
    for row, (number, words, remark) in enumerate(lines):
        grid.addWidget(label(translate.number(number)), row, 0, top | Qt.AlignmentFlag.AlignRight)
        grid.addWidget(label(words, wrap=True), row, 1)
        grid.addWidget(label(remark, role="muted"), row, 2, top)
