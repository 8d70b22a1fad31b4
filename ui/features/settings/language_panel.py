"""The panel of the settings page on the window's language."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.features.settings.choice_panel import ChoicePanel
from ui.i18n.translate import LANGUAGES, tr

SYSTEM = ""
"""The choice to follow the system, as the settings keep it."""
ABOUT = tr("The language of the window. What stands in your documents, and what you copy, stays as it is.")
NEXT_TIME = tr("This takes effect when BriefBank is opened the next time.")
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

    def show_kept(self) -> None:
        self.say(NEXT_TIME)

    def show_problem(self, problem: str) -> None:
        """Show why the choice was not kept."""
        self.say(problem, bad=True)
