"""Connects the choice of models on the settings page to the settings file and the library.

A model is tried before it is kept, so that the settings never name one that does not work here.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.errors import BriefBankError
from ui.features.settings import choices
from ui.features.settings.model_choice import ModelChoice
from ui.features.settings.view import SettingsView
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library

PREPARES = tr(
    "Kept. All passages are now prepared again with this model, in the background. Until that is done, "
    "searches use the former one."
)
WITHOUT = tr("Kept. Results are not compared by a model.")


class ModelPreferences(QObject):
    """The controller of the choices of encoder and reranker."""

    encoder_changed = Signal()
    """Emitted when all passages have to be embedded with another model."""

    def __init__(self, library: Library, jobs: Jobs, page: SettingsView) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        page.encoder_choice.chosen.connect(self._encoder_chosen)
        page.reranker_choice.chosen.connect(self._reranker_chosen)

    def refresh(self) -> None:
        """Show which folders are chosen, and the notes on them."""
        kept = settings.load()
        self._page.encoder_choice.show_folder(kept.encoder)
        self._page.reranker_choice.show_folder(kept.reranker)
        if note := self._library.encoder_note():
            self._page.encoder_choice.say(note)
        if note := self._library.reranker_note():
            self._page.reranker_choice.say(note, wrong=True)

    def _encoder_chosen(self, folder: Path | None) -> None:
        self._page.encoder_choice.set_busy(True)
        job = self._jobs.start(Lane.READY, partial(_keep_encoder, self._library, folder))
        job.done.connect(partial(self._encoder_kept, folder))
        job.failed.connect(partial(self._failed, self._page.encoder_choice))

    def _encoder_kept(self, folder: Path | None, _: object) -> None:
        self._page.encoder_choice.set_busy(False)
        self._page.encoder_choice.show_folder(folder)
        self._page.encoder_choice.say(PREPARES)
        self.encoder_changed.emit()

    def _reranker_chosen(self, folder: Path | None) -> None:
        self._page.reranker_choice.set_busy(True)
        job = self._jobs.start(Lane.READY, partial(_keep_reranker, self._library, folder))
        job.done.connect(partial(self._reranker_kept, folder))
        job.failed.connect(partial(self._failed, self._page.reranker_choice))

    def _reranker_kept(self, folder: Path | None, milliseconds: float | None) -> None:
        self._page.reranker_choice.set_busy(False)
        self._page.reranker_choice.show_folder(folder)
        cost = (
            tr("Kept. Comparing 50 results takes {time} here.").format(time=_time(milliseconds))
            if milliseconds
            else WITHOUT
        )
        self._page.reranker_choice.say(cost)

    def _failed(self, choice: ModelChoice, error: BriefBankError) -> None:
        """Show an error; the earlier choice stays."""
        choice.set_busy(False)
        choice.say(str(error), wrong=True)


def _time(milliseconds: float) -> str:
    if milliseconds < 1000:
        return tr("about {max:,} milliseconds").format(max=max(1, round(milliseconds)))
    return tr("about {value:.1f} seconds").format(value=milliseconds / 1000)


def _keep_encoder(library: Library, folder: Path | None, _reporter: JobReporter) -> None:
    if folder is not None:
        library.try_encoder(folder)
    choices.change(encoder=folder)
    library.encoder_changed()


def _keep_reranker(library: Library, folder: Path | None, _reporter: JobReporter) -> float | None:
    """Keep a reranker. Returns the milliseconds that it adds to a search; None without a model."""
    cost = library.try_reranker(folder) if folder is not None else None
    choices.change(reranker=folder)
    library.reranker_changed()
    return cost
