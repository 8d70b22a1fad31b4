"""The part of the settings page that says what the window looks like."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from briefbank.settings import Appearance
from ui.tongue import tr
from ui.views.choice_panel import ChoicePanel

CHOICES = (
    (Appearance.SYSTEM, tr("As the system"), tr("Light, dark or high contrast, as the system is set")),
    (Appearance.LIGHT, tr("Light"), ""),
    (Appearance.DARK, tr("Dark"), ""),
    (Appearance.CONTRAST, tr("High contrast"), tr("Black and white, with strong lines")),
)
SIZE = tr("The size of the text is the one that is set for the whole system.")


class AppearancePanel(ChoicePanel):
    """Its choices are Appearances."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Appearance"), SIZE, CHOICES, parent)

    def show_problem(self, problem: str) -> None:
        """Why the choice lasts only until the program ends; empty: nothing is wrong."""
        self.say(problem, bad=True)
