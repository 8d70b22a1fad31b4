"""Connects the choice of a local language model on the settings page to the settings file and the library.

A file is examined before it is loaded, and tried before it is kept, so that the settings never name one that
does not work here. Trying runs in the model's lane, examining in one of its own, since it loads nothing and
need not wait for the model. Both can be stopped.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from briefbank import settings
from briefbank.domain.searches import Aid
from briefbank.domain.summaries import ModelFile, ModelTrial
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message
from ui.features.settings import settings_changes
from ui.features.settings.local_model_panel import LocalModelPanel
from ui.features.settings.model_guide import ModelGuide
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Lane, Work
from ui.shared import model_texts

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "local model"
NEEDS = "what models need"
"""The topic of the question, asked whenever the page is shown, what is not installed, or what keeps the model
in use from working."""
LOOKING = tr("The file is looked at.")
TRYING = tr("The model is loaded and tested. That takes up to some minutes.")
WAITING = tr("The local model is busy with something else. It is tested after that.")


class LocalModelController(PanelController):
    """The controller of the panel. Everything slow runs in a lane; its outcome is shown on the panel."""

    model_changed = Signal()
    """Emitted when another model is used, or none, or the choice for screen readers changed."""
    aids_changed = Signal()
    """Emitted when another use of the model was switched on or off; what it is doing goes on."""

    def __init__(self, panel: LocalModelPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        self._file: ModelFile | None = None
        self._job: Job | None = None
        panel.file_chosen.connect(self._examine)
        panel.use.clicked.connect(lambda: self._try(True))
        panel.trial.clicked.connect(lambda: self._try(False))
        panel.stop.clicked.connect(self._stop)
        panel.none.clicked.connect(self._use_none)
        panel.guide.clicked.connect(self._show_guide)
        panel.spoken.toggled.connect(self._keep_spoken)
        panel.aids_changed.connect(self._keep_aids)

    def refresh(self) -> None:
        """Show what the settings say, and examine the file that they name."""
        if self._job is not None:
            return
        library, kept = self._library, settings.load()
        self._panel.show_choices(spoken=kept.summaries_spoken, aids=kept.aids)
        if kept.local_model is None:
            job = self._jobs.start(Lane.READER, lambda _reporter: library.local_model.missing(), topic=NEEDS)
            job.done.connect(self._panel.show_nothing)
        elif self._file is None or self._file.path != kept.local_model:
            self._panel.show_named(kept.local_model)
            self._examine(kept.local_model)
        else:
            job = self._jobs.start(Lane.READER, lambda _reporter: library.local_model.trouble(), topic=NEEDS)
            job.done.connect(self._show_used)

    # --- examining and trying ---

    def _examine(self, path: Path) -> None:
        job = self._start(Lane.MODEL_FILE, partial(_examine, self._library, path), LOOKING)
        job.done.connect(self._show_file)
        job.failed.connect(partial(self._examine_failed, path))

    def _start(self, lane: Lane, work: Work, words: str) -> Job:
        self._jobs.drop(NEEDS)  # its answer would replace what is shown from here on
        self._panel.set_busy(True)
        self._panel.say(words)
        self._job = self._jobs.start(lane, work, topic=TOPIC)
        self._job.progressed.connect(self._panel.show_progress)
        return self._job

    def _show_file(self, file: tuple[ModelFile, Message]) -> None:
        self._job, (self._file, trouble) = None, file
        used = settings.load().local_model
        if self._file.path == used:
            self._show_used(trouble)
        else:
            self._panel.show_examined(self._file, used)

    def _show_used(self, trouble: Message) -> None:
        """Show the model in use. A file that can be examined may be gone by now, or have been refused when
        loaded."""
        assert self._file is not None
        if trouble:
            self._panel.show_trouble(self._file.path, trouble)
        else:
            self._panel.show_used(self._file)

    def _examine_failed(self, path: Path, error: BriefBankError) -> None:
        """Show that examining failed. The earlier choice stays; a file in use that fails shows so as long as
        it does."""
        if path == settings.load().local_model and not isinstance(error, Cancelled):
            self._job = None
            self._panel.show_trouble(path, error.message)
        else:
            self._failed(error)

    def _try(self, keep: bool) -> None:
        if self._file is None:
            return
        words = WAITING if self._jobs.engaged(Lane.MODEL) else TRYING
        job = self._start(Lane.MODEL, partial(_try, self._library, self._file.path, keep), words)
        job.done.connect(partial(self._tried, keep))
        job.failed.connect(self._failed)

    def _tried(self, keep: bool, trial: ModelTrial) -> None:
        self._job = None
        assert self._file is not None
        worked = model_texts.trial_worked(trial)
        if keep and not worked:
            self._panel.show_examined(self._file, settings.load().local_model)
        else:
            self._panel.show_used(self._file)
        self._panel.say(
            model_texts.trial(trial) if worked else model_texts.no_form(used=not keep), bad=not worked
        )
        if keep and worked:
            self.model_changed.emit()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _failed(self, error: BriefBankError) -> None:
        self._job = None
        self._panel.set_busy(False)
        self._panel.say(str(error), bad=not isinstance(error, Cancelled))

    # --- keeping ---

    def _use_none(self) -> None:
        self._jobs.drop(NEEDS)
        job = self._jobs.start(Lane.NOTES, partial(_use_none, self._library))
        job.done.connect(self._none_used)
        job.failed.connect(self._not_kept)

    def _none_used(self, missing: Message) -> None:
        self._file = None
        self._panel.show_nothing(missing)
        self.model_changed.emit()

    def _keep_spoken(self, on: bool) -> None:
        job = settings_changes.keep(self._jobs, summaries_spoken=on)
        job.done.connect(lambda _nothing: self.model_changed.emit())
        job.failed.connect(self._not_kept)

    def _keep_aids(self, aids: frozenset[Aid]) -> None:
        job = settings_changes.keep(self._jobs, aids=aids)
        job.done.connect(lambda _nothing: self.aids_changed.emit())
        job.failed.connect(self._not_kept)

    def _not_kept(self, error: BriefBankError) -> None:
        self._panel.say(settings_changes.not_kept(error), bad=True)

    def _show_guide(self) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.local_model.memory_total(), topic="memory"
        )
        job.done.connect(lambda memory: ModelGuide(memory, self._panel).open())
        job.failed.connect(lambda error: self._panel.say(str(error), bad=True))


def _examine(library: LibraryApi, path: Path, reporter: JobReporter) -> tuple[ModelFile, Message]:
    """Examine the file; return it with the trouble of the model in use, which it may be."""
    return library.local_model.inspect(path, reporter), library.local_model.trouble()


def _try(library: LibraryApi, path: Path, keep: bool, reporter: JobReporter) -> ModelTrial:
    """Try a model, and keep it when it works and is wanted; then the former model is unloaded."""
    reporter.progress(Message("Loading the model"), 0, 0)
    trial = library.local_model.try_out(path, reporter)
    if keep and model_texts.trial_worked(trial):
        settings_changes.change(local_model=path)
        library.local_model.changed()
    return trial


def _use_none(library: LibraryApi, _reporter: JobReporter) -> Message:
    settings_changes.change(local_model=None)
    library.local_model.changed()
    return library.local_model.missing()
