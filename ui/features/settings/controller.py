"""Connects the settings page to the settings file, the library and the watched folders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank import settings
from briefbank.domain.encryption import DiskEncryption
from briefbank.domain.maintenance import EncoderChoice
from briefbank.errors import BriefBankError
from ui.features.intake.watching import Watching
from ui.features.settings import choices
from ui.features.settings.appearance import AppearanceChoice
from ui.features.settings.language import LanguageChoice
from ui.features.settings.local_model_choice import LocalModelPreferences
from ui.features.settings.models_choice import ModelPreferences
from ui.features.settings.view import SettingsView
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library


class Preferences(QObject):
    """The controller of the page. Everything slow runs in lanes; its outcome is shown on the page."""

    def __init__(self, library: Library, jobs: Jobs, watching: Watching, page: SettingsView) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self.models = ModelPreferences(library, jobs, page)
        self.local_model = LocalModelPreferences(library, jobs, page.local_model)
        self.appearance = AppearanceChoice(jobs, page.appearance)
        self.language = LanguageChoice(jobs, page.language)
        chosen = settings.load()
        self.let_through = chosen.ocr_address
        """The address that was permitted when BriefBank was opened, and is until it is closed."""
        page.library.show_folder(library.folder)
        page.show_server(chosen.ocr_address, chosen.ocr_model)
        page.server_chosen.connect(self._keep_server)
        page.folder_added.connect(watching.watch)
        page.folder_removed.connect(watching.unwatch)
        watching.folders_changed.connect(page.show_folders)
        watching.failed.connect(page.show_folder_problem)

    def refresh(self) -> None:
        """Show which model is in use; it may have been prepared since."""
        self.models.refresh()
        self.local_model.refresh()
        job = self._jobs.start(Lane.READER, partial(_encoder, self._library), topic="encoder")
        job.done.connect(self._page.show_encoder)
        job.failed.connect(lambda error: self._page.show_encoder_problem(str(error)))
        asked = self._jobs.start(Lane.READER, partial(_encryption, self._library), topic="who-encrypts")
        asked.done.connect(self._page.library.show_encryption)

    def _keep_server(self, address: str, model: str) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_keep_server, self._library, address, model))
        job.done.connect(partial(self._kept, address))
        job.failed.connect(self._not_kept)

    def _kept(self, address: str, problem: str) -> None:
        if problem:
            self._page.show_server_problem(problem)
        else:
            self._page.show_server_kept(bool(address), changed=address != self.let_through)

    def _not_kept(self, error: BriefBankError) -> None:
        self._page.show_server_problem(
            tr("The choice could not be kept. {remedy}").format(remedy=error.remedy)
        )


def _encryption(library: Library, _reporter: JobReporter) -> DiskEncryption:
    return library.disk_encryption()


def _encoder(library: Library, _reporter: JobReporter) -> EncoderChoice:
    return library.encoder_choice()


def _keep_server(library: Library, address: str, model: str, _reporter: JobReporter) -> str:
    """Keep the server. Returns what is wrong with the address; empty when it was kept."""
    problem = library.ocr_address_problem(address) if address else ""
    if not problem:
        choices.change(ocr_address=address, ocr_model=model or settings.DEFAULT_OCR_MODEL)
    return problem
