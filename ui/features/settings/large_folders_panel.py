"""The panel of the settings page on what is left out of folders."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from briefbank import settings
from ui.features.settings import settings_changes
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.shared.drop_choices import PatternsField, choice


class LargeFoldersPanel(Panel):
    """A panel with the patterns, which are kept as they are typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Large folders"), parent)
        self.patterns = PatternsField()
        self.message = label("", wrap=True)
        self.message.hide()
        self.inside.addLayout(choice(self.patterns))
        self.inside.addWidget(self.message)

    def say(self, problem: str) -> None:
        """Show why a choice was not kept; empty when nothing is wrong."""
        restyle(self.message, role="bad")
        self.message.setText(problem)
        self.message.setVisible(bool(problem))


class LargeFoldersController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: LargeFoldersPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        self.refresh()
        panel.patterns.changed.connect(self._keep)

    def refresh(self) -> None:
        """Show what is kept: the survey of a large folder may have changed it."""
        self._panel.patterns.show_patterns(settings.load().leave_out)

    def _keep(self, patterns: tuple[str, ...]) -> None:
        job = settings_changes.keep(self._jobs, leave_out=patterns)
        job.done.connect(lambda _nothing: self._panel.say(""))
        job.failed.connect(lambda error: self._panel.say(settings_changes.not_kept(error)))
