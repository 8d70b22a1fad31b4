"""The files that are added or were, in words and as a list with next steps; asking for a password.

Files come from the library's ledger by group and by pages, since a drop may have tens of thousands; what is
in work comes from the polled state.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QFrame, QLineEdit, QListView, QMenu, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.ingest import (
    THOROUGH,
    FileGroup,
    FileOutcome,
    FileProgress,
    FileStatus,
    NextStep,
    PassedOver,
    Stage,
)
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter
from ui.kit.controls import ChoiceBox, ElidedLabel, label, link_button, push_button
from ui.kit.dialogs import chosen_file, fit_dialog, forget_when_closed
from ui.kit.keyboard import with_keys
from ui.kit.layout import DIALOG, STRETCH, column, row
from ui.page import Page
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.row_list import Row, RowList, RowModel

if TYPE_CHECKING:
    from ui.features.library.adding import Adding

AnyIndex = QModelIndex | QPersistentModelIndex

# --- in words ---

STAGE_WORDS = {
    Stage.WAITING: tr("Waiting"),
    Stage.COPYING: tr("Copying into the library"),
    Stage.READING: tr("Reading"),
    Stage.OCR: tr("Recognising scanned pages"),
    Stage.CUTTING: tr("Finding its parts"),
    Stage.INDEXING: tr("Making it searchable"),
    Stage.DONE: tr("Finished"),
}
STATUS_WORDS = {
    FileStatus.ADDED: tr("Added"),
    FileStatus.ADDED_WITH_GAPS: tr("Added with gaps"),
    FileStatus.ALREADY_HERE: tr("Already here"),
    FileStatus.REFUSED: tr("Refused"),
    FileStatus.WAITING: tr("Waiting"),
}
ADDED = (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)
GROUP_NAMES = {
    FileGroup.OPEN: tr("Being added"),
    FileGroup.REFUSED: tr("Refused"),
    FileGroup.PROTECTED: tr("With a password"),
    FileGroup.CHECK: tr("To check"),
    FileGroup.ADDED: tr("Added"),
    FileGroup.NOT_ADDED: tr("Taken off the list"),
    FileGroup.LEFT_OUT: tr("Left out"),
}


def passed_over(skipped: PassedOver) -> str:
    """Return a sentence on what was dropped and is no document; empty where there was nothing."""
    rows = (
        (
            skipped.left_behind,
            tr("1 file of the system or of a program"),
            tr("{number} files of the system or of programs"),
        ),
        (
            skipped.links,
            tr("1 link that leads out of the folder"),
            tr("{number} links that lead out of the folder"),
        ),
        (
            skipped.pictures,
            tr("1 picture too small for a page"),
            tr("{number} pictures too small for a page"),
        ),
        (skipped.left_out, tr("1 file left out"), tr("{number} files left out")),
        (
            skipped.by_pattern,
            tr("1 file that a pattern leaves out"),
            tr("{number} files that patterns leave out"),
        ),
        (skipped.own, tr("1 folder of BriefBank itself"), tr("{number} folders of BriefBank itself")),
    )
    parts = [wording.counted(number, one, many) for number, one, many in rows if number]
    return tr("Passed over: {what}.").format(what=", ".join(parts)) if parts else ""


def files_wait(number: int) -> str:
    return wording.counted(number, tr("{number} file waits"), tr("{number} files wait"))


def found_at(document: Document) -> str:
    """Return where a document's file was found, as in 'Appeals › 2010 › brief.wpd'."""
    return " › ".join(part for part in (wording.folder(document.folder), document.file_name) if part)


def time_left(seconds: float | None) -> str:
    """Return a rough text on purpose: an estimate to the second would jump about."""
    if seconds is None or seconds < 0:
        return ""
    if seconds < 10:
        return tr("a few seconds left")
    if seconds < 60:
        return tr("about {number} seconds left").format(number=round(seconds / 10) * 10)
    if seconds < 3600:
        minutes = round(seconds / 60)
        return wording.counted(minutes, tr("about {number} minute left"), tr("about {number} minutes left"))
    return wording.counted(
        round(seconds / 3600), tr("about {number} hour left"), tr("about {number} hours left")
    )


def progress(event: FileProgress) -> str:
    """Return what is being done with a file."""
    if event.stage is Stage.OCR and not event.done:
        if not event.total:
            return tr("Scanned pages to recognise")
        one, many = tr("{number} scanned page to recognise"), tr("{number} scanned pages to recognise")
        return wording.counted(event.total, one, many)
    words = STAGE_WORDS[event.stage]
    if event.total > 1 and event.stage in (Stage.READING, Stage.OCR):
        page = min(event.done + 1, event.total)
        words = tr("{stage}, page {page} of {total}").format(stage=words, page=page, total=event.total)
    left = time_left(event.seconds_left)
    return f"{words}  ·  {left}" if left else words


# --- the rows ---


class FileAction(Enum):
    """What can be done with a file, beside the next steps of refused ones."""

    OPEN = auto()
    REVIEW = auto()
    CANCEL = auto()


Action = FileAction | NextStep

ACTION_WORDS: dict[Action, str] = {
    FileAction.OPEN: tr("Open"),
    FileAction.REVIEW: tr("Look at the pages"),
    FileAction.CANCEL: tr("Do not add"),
    NextStep.AGAIN: tr("Add again"),
    NextStep.REPAIR: tr("Try again with repair"),
    NextStep.MORE_TIME: tr("Try again with more time"),
    NextStep.CAREFULLY: tr("Recognise more carefully"),
    NextStep.PASSWORD: tr("Enter password…"),
    NextStep.SHOW: tr("Show in folder"),
    NextStep.LEAVE_OUT: tr("Leave out"),
    NextStep.TAKE_BACK: tr("Take back"),
}
GROUP_WORDS: dict[NextStep, str] = {
    NextStep.AGAIN: tr("Add all again"),
    NextStep.REPAIR: tr("Try all again with repair"),
    NextStep.MORE_TIME: tr("Try all again with more time"),
    NextStep.CAREFULLY: tr("Recognise all more carefully"),
    NextStep.PASSWORD: tr("Enter password for all…"),
    NextStep.LEAVE_OUT: tr("Leave all out"),
}
"""The steps that can be taken with all files that were refused for one reason."""
LEAVING_OUT = (NextStep.LEAVE_OUT, NextStep.TAKE_BACK)
BY_REASON = (FileGroup.REFUSED, FileGroup.PROTECTED)
"""The groups whose files stand beneath their reasons."""


@dataclass(frozen=True)
class FileRow:
    """One file: its progress, or how it ended."""

    outcome: FileOutcome
    group: FileGroup
    progress: FileProgress | None = None
    missing: bool = False  # True when a refused file is no longer where it was
    may_leave_out: bool = True  # False in an office, whose files are those of its clients

    @property
    def path(self) -> Path:
        return self.outcome.path

    @property
    def actions(self) -> tuple[Action, ...]:
        """The buttons of the row, the most promising first."""
        if self.group is FileGroup.OPEN:
            return (FileAction.CANCEL,)
        if self.outcome.document is not None:
            return (FileAction.REVIEW,) if self.group is FileGroup.CHECK else ()
        if self.missing and self.group is not FileGroup.LEFT_OUT:
            return ()
        if self.group is FileGroup.NOT_ADDED:
            return (NextStep.AGAIN,)
        steps = self.outcome.next_steps
        return tuple(step for step in steps if self.may_leave_out or step not in LEAVING_OUT)

    @property
    def main_action(self) -> Action | None:
        """The action of Enter and a double click."""
        if self.outcome.document is not None and not self.actions:
            return FileAction.OPEN
        return next((action for action in self.actions if action is not FileAction.CANCEL), None)

    @property
    def state(self) -> str:
        if self.group in (FileGroup.NOT_ADDED, FileGroup.LEFT_OUT):
            return GROUP_NAMES[self.group]
        return progress(self.progress) if self.progress else STATUS_WORDS[self.outcome.status]

    @property
    def reason(self) -> str:
        return "" if self.group is FileGroup.NOT_ADDED else translate_core(self.outcome.reason)

    def painted(self) -> Row:
        """Return the row as the list paints it. No hidden character can make a name seem another one."""
        name, folder = escape_hidden(self.path.name), escape_hidden(str(self.path.parent))
        buttons = tuple(ACTION_WORDS[action] for action in self.actions)
        if self.group in BY_REASON:
            return Row(name, text_aloud=self.reason, detail=folder, actions=buttons, target=self)
        if self.progress is not None:
            return Row(name, detail=self.state, actions=buttons, target=self)
        return Row(name, self.reason, detail=folder, side=self.state, actions=buttons, target=self)


@dataclass(frozen=True)
class Heading:
    """The line above the files that were refused for one reason."""

    reason: Message
    number: int
    actions: tuple[NextStep, ...] = ()  # The steps that it offers for all these files

    def painted(self) -> Row:
        text = f"{translate_core(self.reason)} ({translate.number(self.number)})"
        return Row(text=text, actions=tuple(GROUP_WORDS[step] for step in self.actions), target=self)


Target = FileRow | Heading


class FileModel(RowModel):
    """The rows of one group of files that were read so far; ``fetchMore`` reads the next ones."""

    def __init__(self, read_more: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read_more = read_more
        self.total = 0
        """The number of files of the group, read or not."""

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and len(self.files()) < self.total

    def fetchMore(self, parent: AnyIndex) -> None:
        self._read_more()

    def files(self) -> list[FileRow]:
        """Return the files that are listed, without the lines between them."""
        return [row.target for row in self._rows if isinstance(row.target, FileRow)]

    def show_files(self, targets: Sequence[Target], total: int) -> None:
        """Show files, and the lines above them. Rows that are the same as before stay, and are not laid out
        again."""
        self.total = total
        before = {_key(row.target): row for row in self._rows}
        same_order = list(before) == [_key(target) for target in targets]
        old = [before.get(_key(target)) for target in targets]
        rows = [
            row if row is not None and row.target == target else target.painted()
            for row, target in zip(old, targets, strict=True)
        ]
        if not same_order:
            self.show(rows)
        elif rows != self._rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))


def _key(target: Any) -> object:
    return target.path if isinstance(target, FileRow) else target.reason


def _with_headings(files: Sequence[FileRow], reasons: Mapping[Message, int]) -> list[Target]:
    targets: list[Target] = []
    before: Message | None = None
    for file in files:
        if (reason := file.outcome.reason) != before:
            before, number = reason, reasons.get(reason, 0)
            steps = (step for step in file.outcome.next_steps if step in GROUP_WORDS and number > 1)
            offered = tuple(step for step in steps if file.may_leave_out or step not in LEAVING_OUT)
            targets.append(Heading(reason, number, offered))
        targets.append(file)
    return targets


# --- the list ---

PAGE = 100  # The files that are read at once
MOST = 10_000  # The files with which a step is taken at once
FOLLOW_S = 1.0  # The interval at which a list of files that have ended follows


class FilesPanel(Page):
    """The list of one group, with what can be done with all of them above it. The chosen file stays chosen
    wherever it moves, so that a key never meets another one."""

    closed = Signal()  # The documents are wanted again
    remarks_wanted = Signal(object)  # A Document to open at its first page with a remark
    review_wanted = Signal(object)  # The ids of documents to look through, each at its first such page

    def __init__(self, adding: Adding) -> None:
        super().__init__(adding.library, adding.jobs)
        self._adding = adding
        self.setObjectName("page")
        self.group = FileGroup.OPEN
        self.model = FileModel(self._read_more, self)
        self.list = RowList(tr("Files"), model=self.model)
        self.list.setLayoutMode(QListView.LayoutMode.SinglePass)  # in batches the place in it would be lost
        self.list.setAccessibleDescription(
            tr("Enter opens a file or adds it again, Delete takes it off the list.")
        )
        self.password: PasswordDialog | None = None
        self._files: list[FileOutcome] = []
        self._missing: frozenset[Path] = frozenset()
        self._reasons: Mapping[Message, int] = {}
        self._reading = False
        self._read_at, self._read_counts = 0.0, (-1, -1, -1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.follow)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Files to show"))
        for group, name in GROUP_NAMES.items():
            self.choice.addItem(name, group)
        self.clear = link_button(tr("Clear refused"))
        self.clear.setToolTip(tr("Takes the refused files off the list. Nothing in the library changes."))
        self.review = link_button(tr("Look through their pages"))
        self.save = link_button(tr("Save each file as a table…"))
        self.back = link_button(tr("Back to the documents"))
        self._empty = MessagePane()
        head = QFrame()
        head.setObjectName("listHead")
        links = self.review, self.clear, self.save, self.back
        row(self.choice, STRETCH, *links, on=head, margins=(20, 8, 18, 8), spacing=6)
        column(head, (self.list, 1), (self._empty, 1), on=self, spacing=0)
        self._connect()

    def _connect(self) -> None:
        self.list.opened.connect(self._open)
        self.list.acted.connect(lambda target, number: self._act(target.actions[number], target))
        self.list.on_key("Delete", self._take_off)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._pop_up)
        self.choice.currentIndexChanged.connect(lambda _row: self.show_group(self.choice.currentData()))
        self.clear.clicked.connect(self._adding.clear_refused)
        self.review.clicked.connect(self._review)
        self.save.clicked.connect(self._choose_table)
        self.back.clicked.connect(self.closed)

    # --- what is listed ---

    def show_group(self, group: FileGroup) -> None:
        """Show another group, from its beginning."""
        if FileGroup(group) is not self.group:
            self.model.show_files([], 0)  # no step is taken with a file of the group before
        self.group = FileGroup(group)
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(list(GROUP_NAMES).index(self.group))
        self._files, self._read_counts = [], (-1, -1, -1)
        self._name_groups()
        self.list.scrollToTop()
        self._read(PAGE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_group(self.group)

    def follow(self) -> None:
        """Follow the state of the ledger, while the panel is seen."""
        if not self.isVisible():
            return
        self._name_groups()
        counts = self._adding.counts
        # A file that is refused once more leaves the numbers as they were: only its row is newer.
        now = counts.groups.get(self.group, 0), counts.finished, counts.newest
        if self.group is FileGroup.OPEN:
            self._show()
        if now == self._read_counts or self._reading:
            return
        wait = FOLLOW_S - (time.monotonic() - self._read_at)
        if wait > 0:
            self._later.start(round(1000 * wait))
        else:
            self._read(max(PAGE, len(self._files)))

    def _name_groups(self) -> None:
        groups = self._adding.counts.groups
        with QSignalBlocker(self.choice):
            for number, (group, name) in enumerate(GROUP_NAMES.items()):
                text = f"{name} ({translate.number(groups.get(group, 0))})"
                if self.choice.itemText(number) != text:
                    self.choice.setItemText(number, text)

    def _read_more(self) -> None:
        if not self._reading:
            self._read(len(self._files) + PAGE)

    def _read(self, most: int) -> None:
        self._reading, group = True, self.group
        counts = self._adding.counts
        self._read_counts = counts.groups.get(group, 0), counts.finished, counts.newest
        ingest = self.library.ingest

        def read(_reporter: JobReporter) -> tuple[list[FileOutcome], frozenset[Path], Mapping[Message, int]]:
            files = ingest.files(group, 0, most)
            refused = files if group in BY_REASON else ()
            missing = frozenset(file.path for file in refused if source_of(file.path) is None)
            return files, missing, dict(ingest.report().refusals) if refused else {}

        job = self.run(read, topic="files")
        job.done.connect(self._show_files)
        job.ended.connect(self._read_ended)

    def _read_ended(self) -> None:
        self._reading, self._read_at = False, time.monotonic()
        self.follow()

    def _show_files(self, answer: tuple[list[FileOutcome], frozenset[Path], Mapping[Message, int]]) -> None:
        self._files, self._missing, self._reasons = answer
        self._show()

    def _show(self) -> None:
        """Show the files that were read; of open ones those in work first."""
        counts, may_leave_out = self._adding.counts, self.library.office is None
        rows = [
            FileRow(file, self.group, None, file.path in self._missing, may_leave_out) for file in self._files
        ]
        if self.group is FileGroup.OPEN:
            in_work = {event.path: event for event in counts.in_work}
            rows = [
                *(
                    FileRow(FileOutcome(path, FileStatus.WAITING), self.group, in_work[path])
                    for path in in_work
                ),
                *(row for row in rows if row.path not in in_work),
            ]
        total = counts.groups.get(self.group, 0)
        targets = _with_headings(rows, self._reasons) if self.group in BY_REASON else rows
        chosen, scrolled = self.list.current(), self.list.verticalScrollBar().value()
        self.model.show_files(targets, total)
        self.list.scheduleDelayedItemsLayout()  # a row may be higher than before
        number = self.model.place_of(lambda target: chosen is not None and _key(target) == _key(chosen))
        if chosen is not None and number != self.list.currentIndex().row():
            self.list.setCurrentIndex(self.model.index(number) if number >= 0 else QModelIndex())
        self.list.verticalScrollBar().setValue(scrolled)
        self.list.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        if not rows:
            self._empty.say("done", tr("No such files."), "")
        self.clear.setVisible(self.group in BY_REASON and bool(rows))
        self.review.setVisible(self.group is FileGroup.CHECK and bool(rows))

    # --- what is done with them ---

    def current(self) -> FileRow | None:
        """Return the chosen file."""
        target = self.list.current()
        return target if isinstance(target, FileRow) else None

    def _open(self, target: Target) -> None:
        if isinstance(target, FileRow) and target.main_action is not None:
            self._act(target.main_action, target)

    def _take_off(self) -> None:
        if (row := self.current()) is not None and FileAction.CANCEL in row.actions:
            self._adding.cancel([row.path])

    def _pop_up(self, point: QPoint) -> None:
        index = self.list.indexAt(point)
        target: Any = self.model.row(index.row()).target if index.isValid() else None
        if target is not None and (menu := self.menu(target)).actions():
            menu.popup(self.list.viewport().mapToGlobal(point))

    def menu(self, target: Target) -> QMenu:
        """Return the menu of a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if isinstance(target, Heading):
            for step in target.actions:
                menu.addAction(GROUP_WORDS[step], partial(self._act, step, target))
            return menu
        main = [target.main_action] if target.main_action is not None else []
        for action in dict.fromkeys((*main, *target.actions)):
            keys = (
                "Delete" if action is FileAction.CANCEL else "Enter" if action is target.main_action else ""
            )
            words = ACTION_WORDS[action]
            menu.addAction(with_keys(words, keys) if keys else words, partial(self._act, action, target))
        return menu

    def _act(self, action: Action, target: Target) -> None:
        if isinstance(target, Heading):
            if isinstance(action, NextStep):
                self._with_files(self.group, target.reason, partial(self._take_step, action))
        elif isinstance(action, NextStep):
            self._take_step(action, [target.path])
        elif action is FileAction.CANCEL:
            self._adding.cancel([target.path])
        elif target.outcome.document is not None:
            signal = self.remarks_wanted if action is FileAction.REVIEW else self.document_wanted
            signal.emit(target.outcome.document)

    def _with_files(
        self, group: FileGroup, reason: Message | None, then: Callable[[list[Path]], object]
    ) -> None:
        """Do something with all files of a group, or of one reason in it, that are still there."""
        ingest = self.library.ingest

        def paths(_reporter: JobReporter) -> list[Path]:
            files = ingest.files(group, 0, MOST, reason)
            return [file.path for file in files if source_of(file.path) is not None]

        self.run(paths, then=then)

    def _take_step(self, step: NextStep, paths: Sequence[Path]) -> None:
        if not paths:
            self.status.emit(tr("Nothing was done: these files are being added again, or are gone."))
        elif step is NextStep.PASSWORD:
            self._with_files(FileGroup.PROTECTED, None, partial(self._ask_password, paths))
        elif step is NextStep.SHOW:
            self._show_in_folder(paths[0])
        elif step in LEAVING_OUT:
            self._adding.leave_out(paths, step is NextStep.LEAVE_OUT)
        else:
            self._adding.add(paths, thorough=step in THOROUGH)

    def _ask_password(self, paths: Sequence[Path], protected: Sequence[Path]) -> None:
        self.password = PasswordDialog(paths, protected, self.window())
        self.password.entered.connect(self._adding.add)
        forget_when_closed(self, "password", self.password)
        self.password.open()

    def _show_in_folder(self, path: Path) -> None:
        """Open the folder of a file, or of the archive that it lies in, in the system's file manager."""
        folder = next(folder for folder in path.parents if folder.is_dir())
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            text = tr("No program shows folders here. The file is in {folder}.")
            self.status.emit(text.format(folder=folder))

    def _review(self) -> None:
        """Look through the documents whose pages have remarks."""
        ingest = self.library.ingest

        def ids(_reporter: JobReporter) -> list[int]:
            documents = (file.document for file in ingest.files(FileGroup.CHECK, 0, MOST))
            return [
                document.id
                for document in documents
                if document and (document.doubtful_pages or document.gaps or document.hidden_pages)
            ]

        self.run(ids, then=self.review_wanted.emit, topic="review")

    def _choose_table(self) -> None:
        forms = {"csv": tr("Table for spreadsheets")}
        path = chosen_file(self, tr("Save each file as a table"), tr("Files added"), forms)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write each file that was ever added, and what became of it."""
        library = self.library

        def written(number: int) -> None:
            many = wording.count(number, tr("file was listed"), tr("files were listed"))
            self.status.emit(tr("{many} in {file}.").format(many=many, file=path.name))

        self.run(
            lambda _reporter: library.exports.ingest_report(library.ingest.reported_files(), path),
            then=written,
            topic="table",
        )


def source_of(path: Path) -> Path | None:
    """Return the file on the disk for a path of the list: itself, or the archive that it lies in; None for
    none."""
    for candidate in (path, *path.parents):
        if candidate.exists():
            return candidate if candidate == path or candidate.is_file() else None
    return None


class PasswordDialog(QDialog):
    """A dialog that closes with the typed password, or with none."""

    entered = Signal(object, object)
    """The Paths of the files that it is to be tried on, and the typed text for each of them."""

    def __init__(
        self, paths: Sequence[Path], protected: Sequence[Path], parent: QWidget | None = None
    ) -> None:
        """``protected`` are all files that wait for a password. It is offered to try it on those in the
        folder of a single file, too."""
        super().__init__(parent)
        self._paths, folder = list(paths), paths[0].parent
        beside = [path for path in protected if path.parent == folder and path not in paths]
        self._beside = beside if len(paths) == 1 else []
        self.setWindowTitle(tr("Enter the password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(460)
        name = escape_hidden(paths[0].name)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Password of {name}").format(name=name))
        number = translate.number(len(self._beside) + 1)
        words = tr("For all {number} protected files in “{folder}”")
        self.all = QCheckBox(words.format(number=number, folder=escape_hidden(folder.name)))
        self.all.setChecked(bool(self._beside))
        self.all.setVisible(bool(self._beside))
        self.add, leave = push_button(tr("Add"), main=True), push_button(tr("Cancel"))
        self.add.setDefault(True)
        self.add.setEnabled(False)
        title = tr("This file is protected by a password.")
        if len(paths) > 1:
            title = tr("{number} files are protected by a password.")
            title = title.format(number=translate.number(len(paths)))
        note = tr("BriefBank uses the password once and does not keep it. The text can then be searched.")
        if len(protected) > 1:
            note = note + " " + tr("Files that it does not open stay in the list.")
        column(
            label(title, scale=1.2, bold=True, wrap=True),
            ElidedLabel(name) if len(paths) == 1 else None,
            self.field,
            self.all,
            label(note, role="muted", wrap=True),
            row(STRETCH, leave, self.add),
            on=self,
            margins=DIALOG,
        )
        self.field.textChanged.connect(lambda text: self.add.setEnabled(bool(text)))
        leave.clicked.connect(self.reject)
        self.add.clicked.connect(self.accept)
        self.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        fit_dialog(self)
        super().showEvent(event)

    def accept(self) -> None:
        typed = self.field.text()
        self.field.clear()
        super().accept()
        if typed:
            paths = [*self._paths, *(self._beside if self.all.isChecked() else ())]
            self.entered.emit(paths, dict.fromkeys(paths, typed))
