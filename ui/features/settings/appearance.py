"""Connects the choice of appearance to the settings file: it counts at once and is kept."""

from __future__ import annotations

from PySide6.QtCore import QObject

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.settings import Appearance
from ui.features.settings import choices
from ui.features.settings.appearance_panel import AppearancePanel
from ui.i18n.translate import tr
from ui.jobs import Jobs
from ui.style import appearance


class AppearanceChoice(QObject):
    """The controller of appearance. A choice that cannot be kept counts until the program ends, and the page
    says so."""

    def __init__(self, jobs: Jobs, panel: AppearancePanel) -> None:
        super().__init__(panel)
        self._jobs, self._panel = jobs, panel
        panel.show_chosen(settings.load().appearance)
        panel.chosen.connect(self._choose)

    def _choose(self, chosen: Appearance) -> None:
        appearance.choose(chosen)
        job = choices.keep(self._jobs, appearance=chosen)
        job.done.connect(lambda _nothing: self._panel.show_problem(""))
        job.failed.connect(self._not_kept)

    def _not_kept(self, error: BriefBankError) -> None:
        problem = tr("The choice could not be kept. {remedy}").format(remedy=error.remedy)
        self._panel.show_problem(problem)
