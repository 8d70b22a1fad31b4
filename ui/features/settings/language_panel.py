"""The panel of the settings page on the window's language: a choice counts when BriefBank is next opened."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from briefbank import settings
from briefbank.errors import BriefBankError
from ui.features.settings import settings_changes
from ui.features.settings.choice_panel import ChoicePanel
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import LANGUAGES, tr

SYSTEM = ""  # The choice to follow the system, as the settings keep it
ABOUT = tr("The language of the window. What stands in your documents, and what you copy, stays as it is.")
CHOICES = (
    (SYSTEM, tr("As the system"), tr("The system’s language where the window speaks it, else English")),
    *((language, name, "") for language, name in LANGUAGES.items()),
)


class LanguagePanel(ChoicePanel):
    """A panel whose choices are the keys of LANGUAGES, and SYSTEM."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Language"), ABOUT, CHOICES, parent)

    def show_chosen(self, value: str) -> None:
        """Show a language; one that the window lacks counts as the system's."""
        super().show_chosen(value if value in LANGUAGES else SYSTEM)


class LanguageController(PanelController):
    """The controller of the panel. On an error the panel says so, and the switch goes back to what is
    kept."""

    def __init__(self, panel: LanguagePanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        panel.show_chosen(settings.load().language)
        panel.chosen.connect(self._choose)

    def _choose(self, language: str) -> None:
        job = settings_changes.keep(self._jobs, language=language)
        job.done.connect(lambda _nothing: self._panel.say(settings_changes.NEXT_TIME))
        job.failed.connect(self._not_kept)

    def _not_kept(self, error: BriefBankError) -> None:
        self._panel.show_chosen(settings.load().language)
        self._panel.show_problem(settings_changes.not_kept(error))
