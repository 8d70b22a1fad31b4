"""Connects the choice of language to the settings file; it counts when BriefBank is next opened."""

from __future__ import annotations

from PySide6.QtCore import QObject

from briefbank import settings
from briefbank.errors import BriefBankError
from ui.features.settings import choices
from ui.features.settings.language_panel import LanguagePanel
from ui.i18n.translate import tr
from ui.jobs import Jobs


class LanguageChoice(QObject):
    """The controller of the language. On an error the page says so, and the switch goes back to what is
    kept."""

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
