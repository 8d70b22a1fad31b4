"""The panel of the settings page on the window's appearance: a choice counts at once and is kept."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from briefbank import settings
from briefbank.settings import Appearance
from ui.features.settings import settings_changes
from ui.features.settings.choice_panel import ChoicePanel
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.style import appearance

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


class AppearanceController(PanelController):
    """The controller of the panel. A choice that cannot be kept counts until the program ends, and the panel
    says so."""

    def __init__(self, panel: AppearancePanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        panel.show_chosen(settings.load().appearance)
        panel.chosen.connect(self._choose)

    def _choose(self, chosen: Appearance) -> None:
        appearance.choose(chosen)
        job = settings_changes.keep(self._jobs, appearance=chosen)
        job.done.connect(lambda _nothing: self._panel.show_problem(""))
        job.failed.connect(lambda error: self._panel.show_problem(settings_changes.not_kept(error)))
