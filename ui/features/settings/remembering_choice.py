"""Connects the panel on remembered searches to the settings file and to what is kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.domain.userdata import Forgotten
from briefbank.errors import BriefBankError
from ui.features.settings import choices
from ui.features.settings.remembering_panel import STAYS, RememberingPanel
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.confirmation import confirmed
from ui.shared import personal_calls

if TYPE_CHECKING:
    from briefbank.library import Library

QUESTION = tr("Forget all searches and opened briefs?")
MEANING = tr("This cannot be undone.")


class RememberingPreferences(QObject):
    """The controller of the panel. Everything runs in the lane of notes, behind what is still to be noted."""

    changed = Signal()
    """Emitted when what is remembered changed, or whether anything is."""

    def __init__(self, library: Library, jobs: Jobs, panel: RememberingPanel) -> None:
        super().__init__(panel)
        self._library, self._jobs, self._panel = library, jobs, panel
        panel.show_on(settings.load().remember)
        panel.switched.connect(self._switch)
        panel.forget_wanted.connect(self._ask)

    def _switch(self, on: bool) -> None:
        job = choices.keep(self._jobs, remember=on)
        job.done.connect(lambda _nothing: self._switched(on))
        job.failed.connect(partial(self._not_switched, on))

    def _switched(self, on: bool) -> None:
        self._panel.say_switched(on)
        self.changed.emit()

    def _not_switched(self, on: bool, error: BriefBankError) -> None:
        self._panel.show_on(not on)
        self._panel.fail(error)

    def _ask(self) -> None:
        agreed = confirmed(
            self._panel.window(),
            tr("Forget all now"),
            QUESTION,
            f"{MEANING} {STAYS}",
            yes=tr("Forget them"),
            no=tr("Keep them"),
        )
        if agreed:
            self.forget()

    def forget(self) -> None:
        """Forget everything. The person was asked already."""
        job = self._jobs.start(Lane.NOTES, partial(personal_calls.forget_all, self._library))
        job.done.connect(self._forgotten)
        job.failed.connect(self._panel.fail)

    def _forgotten(self, forgotten: Forgotten) -> None:
        self._panel.say_forgotten(forgotten)
        self.changed.emit()
