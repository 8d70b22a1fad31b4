"""Joins the choice of the window's language to the settings file; it counts when BriefBank is next opened."""

from __future__ import annotations

from PySide6.QtCore import QObject

from briefbank import settings
from briefbank.errors import BriefBankError
from ui import choices
from ui.jobs import Jobs
from ui.tongue import tr
from ui.views.language_panel import LanguagePanel


class LanguageChoice(QObject):
    """What cannot be kept is said on the page, and the switch goes back to what is kept."""

    def __init__(self, jobs: Jobs, panel: LanguagePanel) -> None:
        super().__init__(panel)
        self._jobs, self._panel = jobs, panel
        panel.show_chosen(settings.load().language)
        panel.chosen.connect(self._choose)

    def _choose(self, language: str) -> None:
        job = choices.keep(self._jobs, language=language)
        job.done.connect(lambda _nothing: self._panel.show_kept())
        job.failed.connect(self._not_kept)

    def _not_kept(self, error: BriefBankError) -> None:
        self._panel.show_chosen(settings.load().language)
        self._panel.show_problem(tr("The choice could not be kept. {remedy}").format(remedy=error.remedy))
