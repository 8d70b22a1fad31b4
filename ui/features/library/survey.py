"""The dialog before a large folder is added: what is there, what to leave out, how long it takes."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHeaderView,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from briefbank import settings
from briefbank.domain.ingest import Amount, NoUse, Survey, SurveyedFile, SurveyTotals
from briefbank.text.characters import escape_hidden
from briefbank.text.file_names import LeaveOut
from ui.features.library import files
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.controls import ElidedLabel, label, panel, push_button, scrolled
from ui.kit.layout import clear_layout, column, row
from ui.shared import wording
from ui.shared.forms import PatternsField
from ui.style.theme import restyle

SIZE = QSize(780, 720)
_WIDTHS = (250, 60, 70)
"""The least widths of names, numbers and sizes, so that they stand below each other in all panels."""
FOLDERS = 120  # The folders with tick boxes, those with most files
ROW_HEIGHT = 26  # The height of a folder's row in pixels
FOLDER_ROWS = 8  # The folders that are seen without scrolling
Line = tuple[str, str, str, str]  # Name, number, size and remark of a row
_FORMATS = {
    ".pdf": tr("PDF"),
    ".docx": tr("Word"),
    ".doc": tr("Word up to 2003"),
    ".docm": tr("Word with macros"),
    ".dotx": tr("Word templates"),
    ".dotm": tr("Word templates with macros"),
    ".wpd": tr("WordPerfect"),
    ".rtf": tr("Rich text"),
    ".odt": tr("OpenDocument"),
    ".tif": tr("Scans in TIFF"),
    ".jpg": tr("Photographs (JPEG)"),
    ".png": tr("Pictures (PNG)"),
    ".html": tr("Web pages"),
    ".mhtml": tr("Web pages"),
    ".txt": tr("Text"),
    ".zip": tr("ZIP archives, opened when added"),
    ".eml": tr("Mail"),
    ".msg": tr("Mail of Outlook"),
    ".mbox": tr("Mailboxes"),
}
_NO_USE = {
    NoUse.PROGRAM: tr("Programs"),
    NoUse.SPREADSHEET: tr("Spreadsheets"),
    NoUse.PRESENTATION: tr("Presentations"),
    NoUse.DATABASE: tr("Databases and mailboxes of programs"),
    NoUse.SOUND_OR_FILM: tr("Sound and film"),
    NoUse.PICTURE: tr("Pictures of other formats"),
    NoUse.SMALL_PICTURE: tr("Pictures too small for a page"),
    NoUse.MAIL: tr("Mail"),
    NoUse.WORD_PROCESSOR: tr("Documents of other word processors"),
    NoUse.EMPTY: tr("Empty files"),
    NoUse.UNREADABLE: tr("Files that cannot be opened"),
    NoUse.TOO_LARGE: tr("Files too large to be read"),
    NoUse.OTHER: tr("Files of unknown formats"),
}
_HOUR, _DAY = 3600, 86_400


class SurveyDialog(QDialog):
    """A dialog that is busy until it gets a survey, and closes with the decision. Enter adds."""

    def __init__(self, jobs: Jobs, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        """``paths`` are what is to be added."""
        super().__init__(parent)
        self.paths = tuple(paths)
        self.files = 0  # The files that are to be added
        self._jobs = jobs
        self._survey: Survey | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Before adding"))
        self.setMinimumSize(560, 420)
        self.resize(SIZE)
        self.summary = label("", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Files looked at"))
        self.folders = _FolderTicks()
        self.patterns = PatternsField()
        self.patterns.show_patterns(settings.load().leave_out)
        self.times, self.disk = label("", wrap=True), label("", wrap=True)
        self.add = push_button(tr("Add"), main=True)
        self.add.setDefault(True)
        self.add.setEnabled(False)
        self.leave = push_button(tr("Do not add"))
        self.leave.setAutoDefault(False)
        self._lay_out(", ".join(path.name or str(path) for path in paths))
        self.patterns.changed.connect(lambda _patterns: self._count())
        self.folders.itemChanged.connect(lambda _item: self._count())
        self.add.clicked.connect(self.accept)
        self.leave.clicked.connect(self.reject)

    def _lay_out(self, dropped: str) -> None:
        title = label(tr("Before adding"), scale=1.4, bold=True)
        name = ElidedLabel(escape_hidden(dropped))
        head = column(title, name, self.summary, self.bar, margins=(22, 0), spacing=6)
        self._nothing = label(tr("Nothing that BriefBank can read."), role="muted", wrap=True)
        taken, inside = panel(tr("To be added"))
        self._taken = _grid(inside)
        inside.addWidget(self._nothing)
        self._ticked, inside = panel(tr("Folders"))
        inside.addWidget(self.folders)
        self._useless, inside = panel(tr("Of no use to the library"))
        self._no_use = _grid(inside)
        chosen, inside = panel(tr("Your choices"))
        inside.addWidget(self.patterns)
        self._body = scrolled(taken, self._ticked, self._useless, chosen)
        self._body.hide()
        self._fill = QWidget()
        note = label(tr("Times are estimates. Your files stay as they are."), role="muted", wrap=True)
        buttons = row((note, 1), self.leave, self.add)
        foot = column(self.times, self.disk, buttons, margins=(22, 4, 22, 0), spacing=8)
        column(head, (self._fill, 1), (self._body, 1), foot, on=self, margins=(0, 18, 0, 14), spacing=8)

    # --- the decision ---

    def left_out_now(self) -> tuple[str, ...]:
        """Return patterns that leave out the folders that are not ticked, for this time alone."""
        return self.folders.patterns()

    def _count(self) -> None:
        """Count what the choices leave; in a thread, since it takes a tenth of a second and more."""
        survey, patterns, now = self._survey, self.patterns.patterns(), self.left_out_now()
        if survey is None:
            return

        def count(_reporter: JobReporter) -> tuple[SurveyTotals, Mapping[str, Amount]]:
            return survey.totals(LeaveOut([*patterns, *now])), _folders_of(survey.files, LeaveOut(patterns))

        self._jobs.run(
            self, count, then=lambda answer: self._show_totals(*answer), lane=Lane.COUNTS, topic="survey"
        )

    # --- display ---

    def show_looking(self, done: int, total: int) -> None:
        """Show how far the look is; ``total`` is 0 while files are still being found."""
        words = tr("Looking through the folders: {files} so far.").format(files=wording.files(done))
        if total:
            words = tr("Looking into the files: {done} of {total}.")
            words = words.format(done=translate.number(done), total=translate.number(total))
        self.summary.setText(words)
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def show_survey(self, survey: Survey) -> None:
        """Show what is there, once it is counted."""
        self._survey = survey
        self._count()

    def _show_totals(self, totals: SurveyTotals, folders: Mapping[str, Amount]) -> None:
        survey = self._survey
        assert survey is not None
        self.files = totals.taken.files
        self.bar.hide()
        self._fill.hide()
        self._body.show()
        self.summary.setText(self._summary(survey, totals))
        self._show_amounts(totals)
        self.folders.show_folders(folders)
        self._ticked.setVisible(len(folders) > 1)
        self.patterns.show_counts(totals.left_out)
        self.times.setText(_times(totals))
        fits = totals.needed_bytes <= survey.free_bytes
        self.disk.setText(_disk(survey, totals) if totals.taken.files else "")
        restyle(self.disk, role="" if fits else "bad")
        was_ready = self.add.isEnabled()
        self.add.setEnabled(bool(totals.taken.files) and fits)
        if not was_ready and (self.leave.hasFocus() or self.focusWidget() is None):
            self.add.setFocus()
        words = wording.counted(self.files, tr("Add {number} file"), tr("Add {number} files"))
        self.add.setText(words if self.files else tr("Add"))
        self.add.setAccessibleName(self.add.text())

    def _show_amounts(self, totals: SurveyTotals) -> None:
        taken = [
            (
                _FORMATS.get(suffix, suffix.lstrip(".").upper()),
                translate.number(amount.files),
                wording.size(amount.bytes),
                _pages(amount.pages, amount.scans),
            )
            for suffix, amount in totals.formats.items()
        ]
        _show(self._taken, taken)
        self._nothing.setVisible(not taken)
        useless = [
            (_NO_USE[reason], translate.number(amount.files), wording.size(amount.bytes), "")
            for reason, amount in totals.no_use.items()
        ]
        _show(self._no_use, useless)
        self._useless.setVisible(bool(useless))

    def _summary(self, survey: Survey, totals: SurveyTotals) -> str:
        number, size = len(survey.files), wording.size(sum(file.size for file in survey.files))
        taken, taken_size = totals.taken.files, wording.size(totals.taken.bytes)
        sentences = [
            tr("{files}, {size}.").format(files=wording.files(number), size=size),
            tr("To be added: {files}, {size}.").format(files=wording.files(taken), size=taken_size),
        ]
        if totals.copies:
            one, many = tr("{number} is a copy of another."), tr("{number} are copies of others, kept once.")
            sentences.append(wording.counted(totals.copies, one, many))
        sentences.append(files.passed_over(survey.passed_over))
        if survey.away:
            one, many = tr("{number} folder cannot be opened."), tr("{number} folders cannot be opened.")
            sentences.append(wording.counted(len(survey.away), one, many))
        return " ".join(filter(None, sentences))


def _folders_of(surveyed: Sequence[SurveyedFile], leave_out: LeaveOut) -> dict[str, Amount]:
    """Return the folders two levels deep with what would be added of them, in order of their names."""
    numbers: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for file in surveyed:
        parts = file.path.split("/")[:-1]
        if file.no_use is None and len(parts) > 1 and not leave_out.match(file.path):
            name = "/".join(parts[:2])
            numbers[name] += 1
            sizes[name] += file.size
    names = sorted(name for name, _files in numbers.most_common(FOLDERS))
    return {name: Amount(numbers[name], sizes[name]) for name in names}


class _FolderTicks(QTreeWidget):
    """Folders with tick boxes. One whose files all left by a pattern keeps its place."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Folders to add"))
        self.setHeaderLabels([tr("Folder"), tr("Files"), tr("Size")])
        self.setRootIsDecorated(False)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_folders(self, folders: Mapping[str, Amount]) -> None:
        known = {item.data(0, Qt.ItemDataRole.UserRole): item for item in self._items()}
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        with QSignalBlocker(self):
            for name, amount in folders.items():
                if (item := known.get(name)) is None:
                    item = QTreeWidgetItem(self, [wording.folder(escape_hidden(name))])
                    item.setSizeHint(0, QSize(0, ROW_HEIGHT))
                    item.setData(0, Qt.ItemDataRole.UserRole, name)
                    item.setCheckState(0, Qt.CheckState.Checked)
                    for column_number in (1, 2):
                        item.setTextAlignment(column_number, right)
                item.setText(1, translate.number(amount.files))
                item.setText(2, wording.size(amount.bytes))
        if self.topLevelItemCount():
            rows = min(FOLDER_ROWS, self.topLevelItemCount())
            self.setFixedHeight(self.header().sizeHint().height() + rows * ROW_HEIGHT + 6)
            if not self.currentIndex().isValid():
                self.setCurrentItem(self._items()[0])

    def _items(self) -> list[QTreeWidgetItem]:
        items = map(self.topLevelItem, range(self.topLevelItemCount()))
        return [item for item in items if item is not None]

    def patterns(self) -> tuple[str, ...]:
        """Return patterns that match the files in the folders that are not ticked."""
        unticked = (item for item in self._items() if item.checkState(0) is Qt.CheckState.Unchecked)
        return tuple(f"{glob.escape(item.data(0, Qt.ItemDataRole.UserRole))}/*" for item in unticked)


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
    for line, (name, number, size, remark) in enumerate(lines):
        grid.addWidget(label(name), line, 0)
        grid.addWidget(label(number), line, 1, right)
        grid.addWidget(label(size), line, 2, right)
        grid.addWidget(label(remark, role="muted", wrap=True), line, 3)


def _pages(count: int, scans: int) -> str:
    """Return text such as 'about 12,000 pages, 3,000 of them scans'; empty where no pages are known."""
    if not count:
        return ""
    known = wording.counted(count, tr("about {number} page"), tr("about {number} pages"))
    if not scans:
        return known
    one, many = tr("{number} of them a scan"), tr("{number} of them scans")
    return f"{known}, {wording.counted(scans, one, many)}"


def _duration(seconds: float) -> str:
    """Return a rough time, such as 'about 3 hours'."""
    if seconds < 90:
        return tr("about a minute")
    if seconds < 90 * 60:
        return wording.counted(round(seconds / 60), tr("about {number} minute"), tr("about {number} minutes"))
    if seconds < 2 * _DAY:
        return wording.counted(round(seconds / _HOUR), tr("about {number} hour"), tr("about {number} hours"))
    return wording.counted(round(seconds / _DAY), tr("about {number} day"), tr("about {number} days"))


def _times(totals: SurveyTotals) -> str:
    """Return when words, meaning and the text of scans can be searched."""
    if not totals.taken.files:
        return ""
    words, meaning, scans = map(_duration, (totals.words_s, totals.meaning_s, totals.scans_s))
    sentences = [
        tr("Searchable by words: in {time}, the newest files first.").format(time=words),
        tr("By meaning: {time} more.").format(time=meaning),
    ]
    if totals.taken.scans:
        sentences.append(tr("Text on scans: {time}.").format(time=tr("{time} more").format(time=scans)))
    return " ".join(sentences)


def _disk(survey: Survey, totals: SurveyTotals) -> str:
    """Return what the library needs on its disk, and whether it is there."""
    needed, free = wording.size(totals.needed_bytes), wording.size(survey.free_bytes)
    if totals.needed_bytes <= survey.free_bytes:
        return tr("The library needs about {needed} on its disk, where {free} are free.").format(
            needed=needed, free=free
        )
    return tr(
        "It does not fit: the library needs about {needed} on its disk, where {free} are free. Leave out "
        "more, or move the library to a larger disk."
    ).format(needed=needed, free=free)
