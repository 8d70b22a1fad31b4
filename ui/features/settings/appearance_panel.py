"""The panel of the settings page on the window's appearance."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from briefbank.settings import Appearance
from ui.features.settings.choice_panel import ChoicePanel
from ui.i18n.translate import tr

CHOICES = (
    (Appearance.SYSTEM, tr("As the system"), tr("Light, dark or high contrast, as the system is set")),
    (Appearance.LIGHT, tr("Light"), ""),
    (Appearance.DARK, tr("Dark"), ""),
    (Appearance.CONTRAST, tr("High contrast"), tr("Black and white, with strong lines")),
)
SIZE = tr("The size of the text is the one that is set for the whole system.")


class AppearancePanel(ChoicePanel):
    """A panel whose choices are Appearances."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Appearance"), SIZE, CHOICES, parent)

    def show_problem(self, problem: str) -> None:
        """Show why the choice lasts only until the program ends; empty when nothing is wrong."""
        self.say(problem, bad=True)
