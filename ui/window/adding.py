"""Connects the page of files to be added, the status line and drops to the work of adding files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from briefbank.domain.ingest import FileOutcome, UnconfirmedPaths
from ui.features.intake.controller import State
from ui.features.intake.notifications import IntakeNotifications, Tray
from ui.features.intake.system_progress import SystemProgress, receivers_of
from ui.features.intake.unconfirmed import is_confirmed
from ui.i18n.translate import tr
from ui.shared import wording
from ui.shared.intake_orders import ReadAgain
from ui.shared.pages import DRAFT, INTAKE

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class IntakeConnections(QObject):
    """The connections between the parts of a window and its ``work``."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        system = SystemProgress(receivers_of(window))
        self.meanwhile = IntakeNotifications(window, window.work, system, Tray(window))
        self.meanwhile.wanted.connect(lambda: window.show_page(INTAKE))
        self._connect_page()
        self._connect_work()

    def _connect_page(self) -> None:
        window, work, page = self._window, self._window.work, self._window.intake
        for view in (page, window.search_page.first_use):
            view.files_wanted.connect(self.choose_files)
            view.folder_wanted.connect(self.choose_folder)
        window.drop.dropped.connect(self._dropped)
        page.pause_wanted.connect(work.pause)
        page.resume_wanted.connect(work.resume)
        page.cancel_wanted.connect(work.cancel)
        page.document_chosen.connect(window.open_document)
        page.again_wanted.connect(lambda path: work.add([path]))
        page.all_again_wanted.connect(work.add)
        page.password_entered.connect(lambda path, typed: work.add([path], {path: typed}))
        window.status.pause_wanted.connect(page.toggle_pause)
        window.reading_again.wanted.connect(self._read_again)
        window.watching.came.connect(self._files_came)
        window.watching.unconfirmed_found.connect(self._ask)

    def _connect_work(self) -> None:
        window, work = self._window, self._window.work
        work.state_changed.connect(self._intake_stands)
        work.said.connect(self._intake_said)
        work.told.connect(window.tell)
        work.failed.connect(window.tell_error)
        work.ended.connect(self._files_ended)
        work.library_changed.connect(window.refresh)
        work.library_changed.connect(window.meaning.want)

    # --- requests ---

    def _ask(self, found: UnconfirmedPaths) -> None:
        """Ask about files and folders that the library names, of which this user may know nothing."""
        if is_confirmed(self._window, found):
            self._window.watching.confirm(found)

    def _dropped(self, paths: Sequence[Path]) -> None:
        """Take dropped files. On the page of the draft check they are checked, and not added."""
        if self._window.pages.currentIndex() == DRAFT:
            self._window.draft_work.take_dropped(paths)
        else:
            self._window.add(paths)

    def choose_files(self) -> None:
        kinds = tr("Briefs (*.pdf *.docx *.txt *.html *.htm *.zip);;All files (*)")
        chosen, _kind = QFileDialog.getOpenFileNames(self._window, tr("Add files"), "", kinds)
        self._window.add([Path(path) for path in chosen])

    def choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._window, tr("Add a folder"))
        self._window.add([Path(chosen)] if chosen else [])

    def _read_again(self, wanted: ReadAgain) -> None:
        self._window.work.read_again(wanted)
        self._window.tell(tr("The text is being recognised again. The pages are shown anew when it is done."))

    def _files_came(self, files: int) -> None:
        counted = wording.count(files, tr("new file"), tr("new files"))
        self._window.tell(tr("{files} in a watched folder.").format(files=counted))
        self._window.work.take_new()

    # --- outcome ---

    def _intake_stands(self, state: State) -> None:
        self._window.intake.show_state(state, self._window.work.trouble)
        self._window.status.show_state(state)

    def _intake_said(self, line: str, done: int, total: int) -> None:
        tally = self._window.work.tally
        self._window.intake.say(line, done, total)
        self._window.intake.stages.set_whole(tally.stages())
        doubtful = {} if self._window.work.waiting else tally.doubtful
        self._window.intake.offer_look(len(doubtful), sum(doubtful.values()))
        self._window.status.say_intake(line)

    def _files_ended(self, outcomes: Sequence[FileOutcome]) -> None:
        """Show an open document again that was read again."""
        made = {
            outcome.document.id: outcome.document
            for outcome in outcomes
            if outcome.document is not None and outcome.status in wording.ADDED
        }
        for reader in self._window.search_page.readers.readers:
            if reader.document is not None and reader.document.id in made:
                reader.show_anew(made[reader.document.id])
