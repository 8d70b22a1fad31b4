"""The page on which files are added: buttons, progress, and the outcome of each file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from briefbank.domain.ingest import THOROUGH, NextStep
from briefbank.errors import BriefBankError
from ui.features.intake.controller import State
from ui.features.intake.file_filter import FileFilter
from ui.features.intake.file_list import FileList
from ui.features.intake.file_rows import Action, FileAction, FileFilterChoice, FileRow
from ui.features.intake.model import IntakeModel
from ui.features.intake.password import PasswordDialog
from ui.i18n.translate import tr
from ui.kit.confirmation import confirmed
from ui.kit.controls import ElidedLabel, Notice, label, push_button
from ui.kit.page_parts import forget_when_closed, page_body, page_head
from ui.kit.restyle import restyle
from ui.shared import wording
from ui.shared.message_pane import MessagePane

ABOUT = tr(
    "Copies are made; your originals stay where they are. PDF, Word of any year, WordPerfect, OpenDocument, "
    "RTF, text, web pages, mails with what is attached to them, and scans, also in ZIP archives."
)
PAUSED = tr("Adding files is paused. The files wait, also when BriefBank is closed, until you choose Resume.")


class IntakeView(QWidget):
    """The list of files with one line on the whole above it."""

    pause_wanted = Signal()
    resume_wanted = Signal()
    cancel_wanted = Signal(object)
    """Paths of files that are not to be added; None for all that have not ended."""
    document_chosen = Signal(object, bool)
    """A Document that was added, and whether to open it at the first page with a remark."""
    again_wanted = Signal(object, bool)
    """The Paths of files that were refused, and whether they are to be read thoroughly."""
    password_entered = Signal(object, str)  # The Paths of protected files and the typed password
    leave_out_wanted = Signal(object, bool)
    """The Paths of refused files that are to be left out, or (False) no longer."""
    show_wanted = Signal(object)  # The Path of a file that is to be shown in its folder

    def __init__(self, model: IntakeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._model = model
        self._state = State.IDLE
        self._make_buttons()
        self.overall = ElidedLabel()
        self.stages = ElidedLabel()
        self.stages.setProperty("role", "muted")
        self.searchable = ElidedLabel()
        self.searchable.setProperty("role", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Files finished"))
        self.notice, self.review = Notice(), Notice()
        self.filter = FileFilter(model)
        self.list = FileList(model)
        self.password: PasswordDialog | None = None
        self._empty = MessagePane()
        self._empty.say(
            "add", tr("Nothing was added yet."), tr("Drop files or folders anywhere on this window.")
        )
        self._lay_out()
        self._connect()
        self.show_state(State.IDLE, None)
        self._refresh()

    def _make_buttons(self) -> None:
        self.add_files = push_button(tr("Add files…"), main=True, tip="Ctrl+O")
        self.report = push_button(
            tr("Report…"), tip=tr("What became of the files, in numbers and as a table")
        )
        self.add_folder = push_button(tr("Add a folder…"), tip="Ctrl+Shift+O")
        self.pause = push_button(
            tr("Pause"), tip=tr("Let the files wait until you choose Resume (Ctrl+Shift+A)")
        )
        self.cancel_all = push_button(tr("Cancel all…"), tip=tr("Do not add any of the files that wait"))

    def _lay_out(self) -> None:
        head, inside = page_head()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label(tr("Add files"), scale=1.5, bold=True), 1)
        for button in (self.cancel_all, self.pause, self.report, self.add_folder, self.add_files):
            row.addWidget(button)
        inside.addLayout(row)
        for widget in (
            self.overall,
            self.bar,
            self.stages,
            self.searchable,
            self.notice,
            self.review,
            self.filter,
        ):
            inside.addWidget(widget)
        self._pages = page_body(self, head, self._empty, self.list)

    def _connect(self) -> None:
        self.pause.clicked.connect(self.toggle_pause)
        self.notice.acted.connect(self.resume_wanted)
        self.cancel_all.clicked.connect(self._cancel_all)
        self.list.action_wanted.connect(self._do)
        self.list.group_action_wanted.connect(self._do_with_group)
        self._model.changed.connect(self._refresh)

    # --- display ---

    def show_state(self, state: State, error: BriefBankError | None) -> None:
        """Show the buttons for a state, and the error that holds the intake."""
        self._state = state
        resting = state in (State.PAUSED, State.HELD)
        self.pause.setText(tr("Resume") if resting else tr("Pause"))
        self.pause.setAccessibleName(tr("Resume adding files") if resting else tr("Pause adding files"))
        self.pause.setEnabled(state is not State.PAUSING)
        for widget in (self.pause, self.cancel_all, self.bar):
            widget.setVisible(state is not State.IDLE)
        self.stages.setVisible(state is State.RUNNING)
        self.searchable.setVisible(state is not State.IDLE)
        restyle(self.overall, role="muted" if state is State.IDLE else "")
        if error is not None and state is State.HELD:
            self.notice.say(f"{error.title} {error.remedy}", tr("Try again"), bad=True, closable=True)
        else:
            self.notice.say(PAUSED if state is State.PAUSED else "", tr("Resume"))

    def show_progress(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show one line on the whole, and how many files are finished."""
        self.overall.set_whole(text or ABOUT)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)

    def offer_review(self, documents: int, pages: int) -> None:
        """Offer to review pages, after a round in which so many were read with little certainty; 0 withdraws
        it."""
        if not pages:
            self.review.say("")
            return
        counted = wording.count(pages, tr("page"), tr("pages"))
        where = wording.count(documents, tr("document"), tr("documents"))
        said = tr("{pages} in {documents} could not be read with certainty. Compare the text with the page.")
        self.review.say(said.format(pages=counted, documents=where), tr("Look at them"))

    def _refresh(self) -> None:
        self.filter.refresh()
        self._pages.setCurrentIndex(
            1 if self._model.rowCount() or self.filter.shown is not FileFilterChoice.ALL else 0
        )

    # --- requests ---

    def toggle_pause(self) -> None:
        if self._state in (State.PAUSED, State.HELD):
            self.resume_wanted.emit()
        elif self._state is State.RUNNING:
            self.pause_wanted.emit()

    def _do(self, action: Action, row: FileRow) -> None:
        if isinstance(action, NextStep):
            self._take_step(action, [row.path])
        elif action is FileAction.CANCEL:
            self.cancel_wanted.emit([row.path])
        elif row.outcome is not None and row.outcome.document is not None:
            self.document_chosen.emit(row.outcome.document, action is FileAction.REVIEW)

    def _do_with_group(self, step: NextStep, reason: str) -> None:
        self._take_step(step, self._model.book.refused_for(reason))

    def _take_step(self, step: NextStep, paths: list[Path]) -> None:
        if step is NextStep.PASSWORD:
            self._ask_password(paths)
        elif step is NextStep.SHOW:
            self.show_wanted.emit(paths[0])
        elif step in (NextStep.LEAVE_OUT, NextStep.TAKE_BACK):
            self.leave_out_wanted.emit(paths, step is NextStep.LEAVE_OUT)
        else:
            self.again_wanted.emit(paths, step in THOROUGH)

    def _ask_password(self, paths: list[Path]) -> None:
        self.password = PasswordDialog(paths, self._model.book.protected(), self)
        self.password.entered.connect(self.password_entered)
        forget_when_closed(self, "password", self.password)
        self.password.open()

    def _cancel_all(self) -> None:
        if self.confirm_cancel():
            self.cancel_wanted.emit(None)

    def confirm_cancel(self) -> bool:
        """Ask for confirmation before many files are taken off the list, and say what it means."""
        files = wording.count(self._model.book.unfinished, tr("file"), tr("files"))
        return confirmed(
            self,
            tr("Cancel all"),
            tr("Do not add the {files} that are not finished?").format(files=files),
            tr(
                "What was added before stays in the library. The files themselves stay where they are, and "
                "you can add them again at any time."
            ),
            yes=tr("Do not add them"),
            no=tr("Go on"),
        )
