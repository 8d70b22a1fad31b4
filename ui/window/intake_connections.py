"""Connects the page of files to be added, the status line and drops to the controller that adds files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from briefbank.domain.ingest import FileOutcome, UnconfirmedPaths
from ui.features.intake.controller import State
from ui.features.intake.notifications import IntakeNotifications, Tray
from ui.features.intake.report_dialog import searchable_words
from ui.features.intake.survey_controller import SurveyController
from ui.features.intake.unconfirmed import is_confirmed
from ui.features.settings import settings_changes
from ui.i18n.translate import tr
from ui.shared import wording
from ui.shared.intake_requests import ReadAgain
from ui.shared.pages import DRAFT, INTAKE

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class IntakeConnections(QObject):
    """The connections between the parts of a window and the controller that adds files."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.notifications = IntakeNotifications(window, window.intake_controller, Tray(window))
        self.notifications.wanted.connect(lambda: window.show_page(INTAKE))
        self.survey = SurveyController(window.jobs, window)
        self._connect_page()
        self._connect_controller()
        self._connect_survey()
        window.removal.removed.connect(window.intake_controller.forget_document)

    def _connect_survey(self) -> None:
        intake, survey = self._window.intake_controller, self.survey
        intake.looking.connect(survey.show_looking)
        intake.surveyed.connect(survey.show_survey)
        intake.look_ended.connect(survey.close)
        survey.given_up.connect(intake.give_up_look)
        survey.agreed.connect(self._add_surveyed)

    def _add_surveyed(self, paths: Sequence[Path], patterns: tuple[str, ...]) -> None:
        """Keep what was chosen, then add."""
        job = settings_changes.keep(self._window.jobs, leave_out=patterns)
        job.done.connect(lambda _nothing: self._window.intake_controller.add(paths))
        job.failed.connect(self._window.tell_error)

    def _connect_page(self) -> None:
        window, intake, page = self._window, self._window.intake_controller, self._window.intake
        first_use = window.search_page.first_use
        for files_wanted in (page.add_files.clicked, first_use.files_wanted):
            files_wanted.connect(self.choose_files)
        for folder_wanted in (page.add_folder.clicked, first_use.folder_wanted):
            folder_wanted.connect(self.choose_folder)
        page.report.clicked.connect(window.ingest_report.show_dialog)
        window.drop.dropped.connect(self._dropped)
        page.pause_wanted.connect(intake.pause)
        page.resume_wanted.connect(intake.resume)
        page.cancel_wanted.connect(intake.cancel)
        page.document_chosen.connect(window.open_document)
        page.again_wanted.connect(lambda paths, thorough: intake.add(paths, thorough=thorough))
        page.filter.all_again_wanted.connect(intake.add)
        page.filter.clear_wanted.connect(intake.clear_refused)
        page.password_entered.connect(self._add_with_password)
        page.leave_out_wanted.connect(intake.leave_out)
        page.show_wanted.connect(self._show_in_folder)
        window.status.pause.clicked.connect(page.toggle_pause)
        window.reading_again.wanted.connect(self._read_again)
        window.folder_watch.files_found.connect(self._add_found_files)
        window.folder_watch.unconfirmed_found.connect(self._ask)

    def _connect_controller(self) -> None:
        window, intake = self._window, self._window.intake_controller
        intake.state_changed.connect(self._show_intake_state)
        intake.progressed.connect(self._show_intake_progress)
        intake.status.connect(window.tell)
        intake.failed.connect(window.tell_error)
        intake.ended.connect(self._files_ended)
        intake.searchable.connect(
            lambda searchable: window.intake.searchable.set_whole(searchable_words(searchable))
        )
        intake.library_changed.connect(window.library_list.refresh)
        intake.library_changed.connect(window.embedding.schedule)

    # --- requests ---

    def _ask(self, unconfirmed: UnconfirmedPaths) -> None:
        """Ask about files and folders that the library names, of which this user may know nothing."""
        if is_confirmed(self._window, unconfirmed):
            self._window.folder_watch.confirm(unconfirmed)

    def _dropped(self, paths: Sequence[Path]) -> None:
        """Take dropped files. On the page of the draft check they are checked, and not added."""
        if self._window.pages.currentIndex() == DRAFT:
            self._window.draft_controller.take_dropped(paths)
        else:
            self._window.add(paths)

    def choose_files(self) -> None:
        kinds = tr(
            "Briefs (*.pdf *.docx *.doc *.wpd *.brf *.rtf *.odt *.docm *.dotx *.txt *.html *.htm "
            "*.mht *.mhtml *.eml *.msg *.mbox *.tif *.tiff *.jpg *.jpeg *.png *.zip);;All files (*)"
        )
        chosen, _kind = QFileDialog.getOpenFileNames(self._window, tr("Add files"), "", kinds)
        self._window.add([Path(path) for path in chosen])

    def choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._window, tr("Add a folder"))
        self._window.add([Path(chosen)] if chosen else [])

    def _add_with_password(self, paths: Sequence[Path], typed: str) -> None:
        self._window.intake_controller.add(paths, dict.fromkeys(paths, typed))

    def _show_in_folder(self, path: Path) -> None:
        """Open the folder of a file, or of the archive that it lies in, in the system's file manager."""
        folder = next(folder for folder in path.parents if folder.is_dir())
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            said = tr("No program shows folders here. The file is in {folder}.")
            self._window.tell(said.format(folder=folder))

    def _read_again(self, order: ReadAgain) -> None:
        self._window.intake_controller.read_again(order)
        self._window.tell(tr("The text is being recognised again. The pages are shown anew when it is done."))

    def _add_found_files(self, files: int) -> None:
        counted = wording.count(files, tr("new file"), tr("new files"))
        self._window.tell(tr("{files} in a watched folder.").format(files=counted))
        self._window.intake_controller.take_new()

    # --- outcome ---

    def _show_intake_state(self, state: State) -> None:
        self._window.intake.show_state(state, self._window.intake_controller.error)
        self._window.status.show_state(state)

    def _show_intake_progress(self, line: str, done: int, total: int) -> None:
        progress = self._window.intake_controller.progress
        self._window.intake.show_progress(line, done, total)
        self._window.intake.stages.set_whole(progress.stages())
        doubtful = {} if self._window.intake_controller.waiting else progress.doubtful
        self._window.intake.offer_review(len(doubtful), sum(doubtful.values()))
        self._window.status.show_intake_progress(line)
        intake = self._window.intake_controller
        self._window.staleness.show_files_left(intake.waiting, reading=intake.busy)

    def _files_ended(self, outcomes: Sequence[FileOutcome]) -> None:
        """Show an open document again that was read again."""
        made = {
            outcome.document.id: outcome.document
            for outcome in outcomes
            if outcome.document is not None and outcome.status in wording.ADDED
        }
        for reader in self._window.search.readers.readers:
            if reader.document is not None and reader.document.id in made:
                reader.show_anew(made[reader.document.id])
