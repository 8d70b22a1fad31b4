"""The panel of the settings page on the model for search by meaning, which is tried before it is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from briefbank import settings
from ui.features.settings import settings_changes
from ui.features.settings.model_choice import ModelChoice
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.kit.controls import label
from ui.kit.page_parts import Panel

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

OTHER_MODEL = tr(
    "Another model for sentence-transformers can be used from a folder on this computer. All passages are "
    "then prepared again in the background, those of the newest briefs first. Until that is done, searches "
    "by meaning find only what is prepared."
)
PREPARES = tr(
    "Kept. All passages are now prepared again with this model, in the background, those of the newest "
    "briefs first. Until then searches by meaning find only what is prepared."
)


class EncoderPanel(Panel):
    """A panel that shows the model in use, and the choice of another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Search by meaning"), parent)
        self.used = label("", wrap=True)
        self.choice = ModelChoice(tr("Choose another model…"), tr("Use BriefBank’s own model"))
        self.inside.addWidget(self.used)
        self.inside.addWidget(label(OTHER_MODEL, role="muted", wrap=True))
        self.inside.addWidget(self.choice)

    def show_used(self, name: str) -> None:
        """Show the name of the model in use."""
        self.used.setText(tr("Model: {model}").format(model=name))


class EncoderController(PanelController):
    """The controller of the panel."""

    encoder_changed = Signal()  # Emitted when all passages have to be embedded with another model

    def __init__(self, panel: EncoderPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        panel.choice.chosen.connect(self._choose)

    def refresh(self) -> None:
        """Show which model is in use, and which folder is chosen."""
        self._panel.choice.show_folder(settings.load().encoder)
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.embedding.model_name(), topic="encoder")
        job.done.connect(self._panel.show_used)
        job.failed.connect(lambda error: self._panel.used.setText(str(error)))

    def _choose(self, folder: Path | None) -> None:
        self._panel.choice.set_busy(True)
        job = self._jobs.start(Lane.READY, partial(_keep, self._library, folder))
        job.done.connect(partial(self._kept, folder))
        job.failed.connect(self._panel.choice.fail)

    def _kept(self, folder: Path | None, _: object) -> None:
        self._panel.choice.set_busy(False)
        self._panel.choice.show_folder(folder)
        self._panel.choice.say(PREPARES)
        self.encoder_changed.emit()


def _keep(library: LibraryApi, folder: Path | None, _reporter: JobReporter) -> None:
    if folder is not None:
        library.embedding.try_out(folder)
    settings_changes.change(encoder=folder)
    library.embedding.choose_again()
