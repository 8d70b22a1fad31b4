"""The first start of a window: its three steps, another folder for the library, and the sample to try.

The steps appear on their own once, in a library without documents; Help shows them again. Their questions
about the disk run in a lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.paths import sample_library
from ui.features.search.first_use import BRIEFS, PLACE
from ui.features.settings.settings_changes import NEXT_TIME
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.controls import Notice
from ui.shared.office_joining import joining
from ui.shared.pages import SEARCH
from ui.shared.window_state import window_settings

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

KEY = "first steps"
IN_SAMPLE = tr("This is the sample library. Its briefs, people and docket numbers are made up.")
NOT_IN_SAMPLE = tr("This is the sample library. Leave it first; your files then go into your own.")


class FirstRunController(QObject):
    """The controller of the steps in one window. Whoever opened this window makes another one for another
    library."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: MainWindow) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.steps = window.search_page.first_use
        self.in_sample = library.folder == sample_library()
        self.band = Notice()
        if self.in_sample:
            self._put_band()
        self.steps.briefs.offer_sample(not self.in_sample)
        self._connect()
        self.steps.place.offer_office(library.office is None)
        if window_settings().value(KEY) == "done" or library.office is not None:
            self.steps.show_step(BRIEFS)

    def _connect(self) -> None:
        steps = self.steps
        steps.gone_through.connect(self._remember)
        steps.left.connect(self._leave)
        steps.place.looked_for.connect(self._look_at)
        steps.place.joining_wanted.connect(self._join)
        steps.work.again_wanted.connect(self._look_for_equipment)
        self._window.search_page.steps_shown.connect(self.look)

    def _put_band(self) -> None:
        """Put a band above every page, so that nobody takes a made-up brief for one of the office's."""
        self._window.put_above(self.band)
        self.band.say(IN_SAMPLE, tr("Leave the sample"))

    # --- the steps ---

    def show_steps(self) -> None:
        """Show the steps from the first one, whatever the library holds."""
        self._window.show_page(SEARCH)
        self.steps.show_step(PLACE)
        self._window.search_page.show_steps(True)
        self.steps.main_button().setFocus()

    def _leave(self) -> None:
        self._window.search_page.show_steps(False)
        self._window.focus_search()

    def _remember(self) -> None:
        kept = window_settings()
        kept.setValue(KEY, "done")

    def keeps_out(self, paths: Sequence[Path]) -> bool:
        """Tell whether files must not be added here: an office's brief does not belong among made-up ones."""
        if self.in_sample and paths:
            self._window.tell(NOT_IN_SAMPLE)
        return self.in_sample

    # --- findings ---

    def look(self) -> None:
        """Find out what the steps report on this computer."""
        library = self._library
        place_job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.place(), topic="place"
        )
        place_job.done.connect(self.steps.place.show_own)
        place_job.failed.connect(self._window.tell_error)
        self._look_for_equipment()

    def _look_for_equipment(self) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.equipment(), topic="equipment"
        )
        job.done.connect(self.steps.work.show_equipment)
        job.failed.connect(self._window.tell_error)
        encryption_job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.disk_encryption(), topic="steps-encryption"
        )
        encryption_job.done.connect(self.steps.work.show_encryption)
        encryption_job.failed.connect(self._window.tell_error)

    def _join(self, invitation: Path) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.installation.join_office(invitation))
        job.done.connect(self._joined)
        job.failed.connect(lambda error: self.steps.place.show_office(translate_core(error.message)))

    def _joined(self, office: str) -> None:
        self.steps.place.show_office(f"{joining(office)} {NEXT_TIME}")

    def _look_at(self, folder: Path) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.place_for(folder), topic="place for"
        )
        job.done.connect(self.steps.place.show_chosen)
        job.failed.connect(self._window.tell_error)
