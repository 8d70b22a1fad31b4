"""The page that comes before a large folder is added: what is there, what to leave out, how long it takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from briefbank.domain.ingest import Survey, SurveyTotals
from briefbank.text.characters import escape_hidden
from ui.features.intake import survey_texts
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, push_button
from ui.kit.page_parts import clear_layout, panel, scrolled
from ui.kit.restyle import restyle
from ui.shared import wording
from ui.shared.drop_choices import PatternsField, choice

SIZE = QSize(780, 720)
_WIDTHS = (250, 60, 70)
"""The least widths of names, numbers and sizes, so that they stand below each other in all panels."""
_SHOWN = 5  # The folders that are named
Line = tuple[str, str, str, str]  # Name, number, size and remark of a row


class SurveyDialog(QDialog):
    """A dialog that is busy until it gets a survey, and closes with the decision."""

    patterns_changed = Signal(tuple)  # The patterns as they are now: what is left should be counted again

    def __init__(self, dropped: str, parent: QWidget | None = None) -> None:
        """``dropped`` names what is to be added."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What is there"))
        self.setMinimumSize(560, 420)
        self.resize(SIZE)
        self.summary = label("", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Files looked at"))
        self.patterns = PatternsField()
        self.times, self.disk = label("", wrap=True), label("", wrap=True)
        self.add = push_button(tr("Add"), main=True)
        self.add.setEnabled(False)
        self.leave = push_button(tr("Do not add"))
        self._lay_out(dropped)
        self.patterns.changed.connect(self.patterns_changed)
        self.add.clicked.connect(self.accept)
        self.leave.clicked.connect(self.reject)

    def _lay_out(self, dropped: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 18, 0, 14)
        column.setSpacing(8)
        head = QVBoxLayout()
        head.setContentsMargins(22, 0, 22, 0)
        head.addWidget(label(tr("What is there"), scale=1.4, bold=True))
        head.addWidget(ElidedLabel(escape_hidden(dropped)))
        head.addWidget(self.summary)
        head.addWidget(self.bar)
        column.addLayout(head)
        taken, inside = panel(tr("To be added"))
        self._taken = _grid(inside)
        self._nothing = label(tr("Nothing that BriefBank can read."), role="muted", wrap=True)
        inside.addWidget(self._nothing)
        self._useless, inside = panel(tr("Of no use to the library"))
        self._no_use = _grid(inside)
        self._large, inside = panel(tr("What fills the disk"))
        self._folders = _grid(inside)
        chosen, inside = panel(tr("Your choices"))
        inside.addLayout(choice(self.patterns))
        self._body = scrolled(taken, self._useless, self._large, chosen)
        column.addWidget(self._body, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(22, 4, 22, 0)
        foot.setSpacing(8)
        foot.addWidget(self.times)
        foot.addWidget(self.disk)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        note = label(tr("Times are estimates. Your files stay as they are."), role="muted", wrap=True)
        buttons.addWidget(note, 1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.add)
        foot.addLayout(buttons)
        column.addLayout(foot)
        self._body.hide()
        self._fill = QWidget()
        column.insertWidget(column.indexOf(self._body), self._fill, 1)

    # --- display ---

    def show_looking(self, done: int, total: int) -> None:
        """Show how far the look is; ``total`` is 0 while files are still being found."""
        count = wording.counted(done, tr("{number} file"), tr("{number} files"))
        words = tr("Looking into the files: {done} of {total}.")
        of_all = words.format(done=translate.number(done), total=translate.number(total))
        self.summary.setText(
            of_all if total else tr("Looking through the folders: {files} so far.").format(files=count)
        )
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def show_survey(self, survey: Survey, totals: SurveyTotals) -> None:
        """Show what is there without what the patterns leave out."""
        self.bar.hide()
        self._fill.hide()
        self._body.show()
        self.summary.setText(self._summary(survey, totals))
        self._show_amounts(totals)
        folders = [
            (escape_hidden(folder), "", wording.size(size), "")
            for folder, size in totals.folders[:_SHOWN]
            if size
        ]
        _show(self._folders, folders)
        self._large.setVisible(len(folders) > 1)
        self.patterns.show_counts(totals.left_out)
        self.times.setText(survey_texts.times(totals))
        fits = totals.needed_bytes <= survey.free_bytes
        self.disk.setText(survey_texts.disk(survey, totals) if totals.taken.files else "")
        restyle(self.disk, role="" if fits else "bad")
        self.add.setEnabled(bool(totals.taken.files) and fits)

    def _show_amounts(self, totals: SurveyTotals) -> None:
        taken = [
            (
                survey_texts.format_name(suffix),
                translate.number(amount.files),
                wording.size(amount.bytes),
                survey_texts.pages(amount.pages, amount.scans),
            )
            for suffix, amount in totals.formats.items()
        ]
        _show(self._taken, taken)
        self._nothing.setVisible(not taken)
        useless = [
            (survey_texts.NO_USE[reason], translate.number(amount.files), wording.size(amount.bytes), "")
            for reason, amount in totals.no_use.items()
        ]
        _show(self._no_use, useless)
        self._useless.setVisible(bool(useless))

    def _summary(self, survey: Survey, totals: SurveyTotals) -> str:
        files = wording.counted(len(survey.files), tr("{number} file"), tr("{number} files"))
        size = wording.size(sum(file.size for file in survey.files))
        said = [tr("{files}, {size}.").format(files=files, size=size)]
        taken = wording.counted(totals.taken.files, tr("{number} file"), tr("{number} files"))
        said.append(
            tr("To be added: {files}, {size}.").format(files=taken, size=wording.size(totals.taken.bytes))
        )
        if totals.copies:
            one, many = tr("{number} is a copy of another."), tr("{number} are copies of others, kept once.")
            said.append(wording.counted(totals.copies, one, many))
        if passed_over := wording.passed_over(survey.passed_over):
            said.append(passed_over)
        if survey.away:
            one, many = tr("{number} folder cannot be opened."), tr("{number} folders cannot be opened.")
            said.append(wording.counted(len(survey.away), one, many))
        return " ".join(said)


def _grid(column: QVBoxLayout) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(22)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(3, 1)
    for column_number, width in enumerate(_WIDTHS):
        grid.setColumnMinimumWidth(column_number, width)
    column.addLayout(grid)
    return grid


def _show(grid: QGridLayout, lines: Sequence[Line]) -> None:
    """Show rows of name, number, size and remark."""
    clear_layout(grid)
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for row, (name, number, size, remark) in enumerate(lines):
        grid.addWidget(label(name), row, 0)
        grid.addWidget(label(number), row, 1, right)
        grid.addWidget(label(size), row, 2, right)
        grid.addWidget(label(remark, role="muted", wrap=True), row, 3)
