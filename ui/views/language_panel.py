"""The part of the settings page that says in which language the window speaks."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.tongue import LANGUAGES, tr
from ui.views.choice_panel import ChoicePanel

SYSTEM = ""
"""The choice to follow the system, as the settings keep it."""
ABOUT = tr("The language of the window. What stands in your documents, and what you copy, stays as it is.")
NEXT_TIME = tr("This takes effect when BriefBank is opened the next time.")
CHOICES = (
    (SYSTEM, tr("As the system"), tr("The system’s language where the window speaks it, else English")),
    *((language, name, "") for language, name in LANGUAGES.items()),
)


class LanguagePanel(ChoicePanel):
    """Its choices are the keys of LANGUAGES, and SYSTEM."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Language"), ABOUT, CHOICES, parent)

    def show_chosen(self, value: str) -> None:
        """What the window does not speak counts as the system's."""
        super().show_chosen(value if value in LANGUAGES else SYSTEM)

    def show_kept(self) -> None:
        self.say(NEXT_TIME)

    def show_problem(self, problem: str) -> None:
        """Why the choice was not kept."""
        self.say(problem, bad=True)
