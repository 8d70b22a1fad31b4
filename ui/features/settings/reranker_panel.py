"""The panel of the settings page on the model that reranks the first results, which is tried before it is
kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from briefbank import settings
from ui.features.settings import settings_changes
from ui.features.settings.model_choice import ModelChoice
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Lane
from ui.kit.controls import label
from ui.kit.page_parts import Panel

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

COMPARING = tr(
    "A cross-encoder, a model that reads your question together with a passage, can put the first 50 results "
    "in a better order. Each search then takes longer. BriefBank brings none along; choose the folder of one "
    "that you have."
)
KEPT = tr("Kept. The first 50 results of each search are compared by this model.")
WITHOUT = tr("Kept. Results are not compared by a model.")


class RerankerPanel(Panel):
    """A panel with the choice of a model."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Comparing the first results"), parent)
        self.choice = ModelChoice(tr("Choose a model…"), tr("Compare no results"))
        self.inside.addWidget(label(COMPARING, wrap=True))
        self.inside.addWidget(self.choice)


class RerankerController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: RerankerPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._choice = panel.choice
        panel.choice.chosen.connect(self._choose)

    def refresh(self) -> None:
        """Show which folder is chosen, and what is wrong with the model there."""
        self._choice.show_folder(settings.load().reranker)
        if note := self._library.reranker.trouble():
            self._choice.say(translate_core(note), bad=True)

    def _choose(self, folder: Path | None) -> None:
        self._choice.set_busy(True)
        job = self._jobs.start(Lane.READY, partial(_keep, self._library, folder))
        job.done.connect(partial(self._kept, folder))
        job.failed.connect(self._choice.fail)

    def _kept(self, folder: Path | None, _: object) -> None:
        self._choice.set_busy(False)
        self._choice.show_folder(folder)
        self._choice.say(WITHOUT if folder is None else KEPT)


def _keep(library: LibraryApi, folder: Path | None, _reporter: JobReporter) -> None:
    if folder is not None:
        library.reranker.try_out(folder)
    settings_changes.change(reranker=folder)
    library.reranker.warm()
