"""The panel on the local language model: its file and details, a test run, and its uses.

A file is examined before it is loaded, and tried before it is kept, so that the settings never name one that
does not work here. Trying runs in the model's lane, examining in one of its own, since it loads nothing and
need not wait for the model. Both can be stopped.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFormLayout, QLabel

from briefbank import settings
from briefbank.domain.searches import Aid
from briefbank.domain.summaries import WORDS_PER_TOKEN, ModelFile, ModelTrial
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import NO_MESSAGE, Message
from ui.features.settings.panel import SettingsPanel
from ui.i18n.translate import tr, translate_core
from ui.jobs import Job, JobReporter, Lane, Work
from ui.kit.controls import label, link_button, push_button
from ui.kit.layout import LEFT, STRETCH, add, holder, row
from ui.shared import wording
from ui.style.theme import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.settings.page import SettingsPage

TOPIC = "local model"
NEEDS = "what models need"
"""The topic of the question, asked whenever the page is shown, what is not installed, or what keeps the model
in use from working."""
LOOKING = tr("The file is looked at.")
TRYING = tr("The model is loaded and tested. That takes up to some minutes.")
WAITING = tr("The local model is busy with something else. It is tested after that.")
WHAT_FOR = tr(
    "A language model on this computer can add a summary in its own words to that in the document’s own. "
    "Each sentence is checked against the document, and all of it stays behind a warning and cannot be "
    "copied. "
    "BriefBank brings no model along and fetches none: choose the file of one that your office has."
)
SPOKEN = tr("Screen readers may read these summaries aloud")
MAY_DO = tr(
    "All of this is off until you switch it on. It takes the model’s time, seconds to minutes, and helps "
    "only with models that are good enough. Most of it is used where you press “Look deeper” beside the "
    "results; each step that the model took is shown."
)
NO_FORM = tr("The model did not answer in the form that summaries need, so all of them would be withheld.")
GIB = 1024**3
AIDS: dict[Aid, tuple[str, str]] = {
    Aid.IRAC: (
        tr("Search by issue, rule, application and conclusion"),
        tr(
            "The model writes what a brief on your question might say, and that is searched for too. It "
            "brings in no section or rule that you did not name."
        ),
    ),
    Aid.REWRITING: (
        tr("Search in other words"),
        tr("Your question is searched for in up to three other wordings too."),
    ),
    Aid.DECOMPOSITION: (
        tr("Take long questions apart"),
        tr("A question of several parts is searched for part by part."),
    ),
    Aid.SCORING: (
        tr("Look through the first 20 passages"),
        tr("The model reads them and moves those up that it finds to answer your question."),
    ),
    Aid.STEPS: (
        tr("Search in several steps"),
        tr(
            "The model reads what was found and searches again, six times at most, in this library alone. "
            "You get passages, never an answer in its words."
        ),
    ),
    Aid.CHOOSING: (
        tr("Choose the governing provision"),
        tr("In Find a provision, the model chooses among the first 20."),
    ),
    Aid.SEGMENTING: (
        tr("Cut long sections where the matter turns"),
        tr("The menu of a document in Library then offers it. Passages are cut anew; no word is changed."),
    ),
}
"""The uses in the order in which they are offered: the label of the box, and the meaning."""


class LocalModelPanel(SettingsPanel):
    """The model in use, or a file that is being examined; below, what else the model may do."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("A language model for summaries"), page)
        self._file: ModelFile | None = None  # The file that was examined last
        self._job: Job | None = None  # Examines or tries a file
        self.state = label("", wrap=True)
        self.choose = push_button(tr("Choose a model file…"))
        self.use = push_button(tr("Test it and use it"), main=True)
        self.trial = push_button(tr("Test run"))
        self.stop = push_button(tr("Stop"))
        self.none = push_button(tr("Use none"))
        self.guide = link_button(tr("Which models suit this computer"), flush=True)
        self.spoken = QCheckBox(SPOKEN)
        self.aids = {aid: _choice(*words) for aid, words in AIDS.items()}
        self._values = QFormLayout()
        self._values.setContentsMargins(0, 4, 0, 4)
        self._values.setHorizontalSpacing(16)
        self._values.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._details = holder(self._values)
        add(
            self.inside,
            label(WHAT_FOR, role="muted", wrap=True),
            self.state,
            self._details,
            row(self.choose, self.use, self.trial, self.stop, self.none, STRETCH),
            self.message,
            (self.guide, LEFT),
            self.spoken,
            8,
            label(tr("What else the language model may do"), bold=True),
            label(MAY_DO, role="muted", wrap=True),
            *(widget for pair in self.aids.values() for widget in pair),
        )
        self._connect()
        self._show_nothing(NO_MESSAGE)

    def _connect(self) -> None:
        self.choose.clicked.connect(self._choose)
        self.use.clicked.connect(lambda: self._try(keep=True))
        self.trial.clicked.connect(lambda: self._try(keep=False))
        self.stop.clicked.connect(self._stop)
        self.none.clicked.connect(self._use_none)
        self.guide.clicked.connect(lambda: self.page.guide_wanted.emit("models"))
        self.spoken.clicked.connect(self._keep_spoken)
        for box, _meaning in self.aids.values():
            box.clicked.connect(self._keep_aids)

    def refresh(self) -> None:
        """Show what the settings say, and examine the file that they name."""
        if self._job is not None:
            return
        library, kept = self.library, settings.load()
        self.spoken.setChecked(kept.summaries_spoken)
        for aid, (box, _meaning) in self.aids.items():
            box.setChecked(aid in kept.aids)
        if kept.local_model is None:
            self.ask(lambda _reporter: library.local_model.missing(), self._show_nothing, NEEDS)
        elif self._file is None or self._file.path != kept.local_model:
            self._show_named(kept.local_model)
            self.examine(kept.local_model)
        else:
            self.ask(lambda _reporter: library.local_model.trouble(), self._show_used, NEEDS)

    # --- examining and trying ---

    def _choose(self) -> None:
        kinds = tr("Language models (*.gguf);;All files (*)")
        title = tr("Choose the file of a language model")
        path, _kind = QFileDialog.getOpenFileName(self, title, "", kinds)
        if path:
            self.examine(Path(path))

    def _start(self, lane: Lane, work: Work, words: str, then: Any, failed: Any = None) -> None:
        self.jobs.drop(NEEDS, self)  # its answer would replace what is shown from here on
        self.set_busy(True)
        self.say(words)
        self._job = self.run(work, then, failed=failed or self.fail, lane=lane, topic=TOPIC)
        self._job.progressed.connect(self.show_progress)
        self._job.stopped.connect(self._stopped)

    def examine(self, path: Path) -> None:
        work = partial(_examine, self.library, path)
        self._start(Lane.LONG, work, LOOKING, self._show_file, partial(self._examine_failed, path))

    def _show_file(self, file: tuple[ModelFile, Message]) -> None:
        self._job, (self._file, trouble) = None, file
        used = settings.load().local_model
        if self._file.path == used:
            self._show_used(trouble)
        else:
            self._show_examined(self._file, used)

    def _examine_failed(self, path: Path, error: BriefBankError) -> None:
        """Show that examining failed. The earlier choice stays; a file in use that fails shows so as long as
        it does."""
        if path == settings.load().local_model:
            self._job = None
            self._show_named(path, error.message)
        else:
            self.fail(error)

    def _try(self, *, keep: bool) -> None:
        if self._file is not None:
            words = WAITING if self.jobs.engaged(Lane.MODEL) else TRYING
            work = partial(_try, self.library, self._file.path, keep)
            self._start(Lane.MODEL, work, words, partial(self._tried, keep))

    def _tried(self, keep: bool, trial: ModelTrial) -> None:
        self._job = None
        assert self._file is not None
        worked = trial_worked(trial)
        if keep and not worked:
            self._show_examined(self._file, settings.load().local_model)
        else:
            self._show_used(NO_MESSAGE)
        text = measured(trial) if worked else no_form(used=not keep)
        self.say(text, bad=not worked)
        if keep and worked:
            self.page.model_changed.emit()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _stopped(self) -> None:
        self._job = None
        self.set_busy(False)
        self.say(str(Cancelled()))

    def fail(self, error: BriefBankError) -> None:
        self._job = None
        self.set_busy(False)
        super().fail(error)

    # --- what is shown ---

    def _show_nothing(self, missing: Message) -> None:
        """Show that no model is used; ``missing`` is what keeps any from being used on this computer."""
        text = translate_core(missing) or tr("No model is used.")
        self._show(text, "warn" if missing else "muted")
        self.choose.setEnabled(not missing)

    def _show_examined(self, file: ModelFile, used: Path | None) -> None:
        """Show a file that is not used yet; ``used`` is the one in use meanwhile."""
        text = tr("This file was looked at and is not used yet.")
        until = tr("Until then {name} is used.").format(name=used.name) if used else ""
        self._show(f"{text} {until}".strip(), "muted", used=used is not None, examined=file)
        self.use.show()
        self.trial.hide()

    def _show_used(self, trouble: Message) -> None:
        """Show the model in use. A file that can be examined may be gone by now, or have been refused when
        loaded."""
        assert self._file is not None
        if trouble:
            self._show_named(self._file.path, trouble)
        else:
            self._show(tr("This model is used."), "", used=True, examined=self._file)

    def _show_named(self, path: Path, trouble: Message = NO_MESSAGE) -> None:
        """Show a model that the settings name, when nothing more is known of it yet than what is wrong."""
        name = escape_hidden(path.name)
        text = f"{name}: {translate_core(trouble)}" if trouble else tr("{name} is used.").format(name=name)
        self._show(text, "bad" if trouble else "", used=True)
        self.trial.hide()

    def show_progress(self, stage: Message, _done: int, _total: int) -> None:
        """Show the progress of examining or testing a file."""
        doing = tr("is loaded") if stage == "Loading the model" else tr("writes a little")
        self.say(tr("The model {doing}. That takes up to some minutes.").format(doing=doing))

    def set_busy(self, busy: bool) -> None:
        """Set the buttons: while a file is examined or tried, no other is chosen, and it can be stopped."""
        self.stop.setVisible(busy)
        for button in (self.choose, self.use, self.trial, self.none):
            button.setEnabled(not busy)

    def _show(self, text: str, role: str, *, used: bool = False, examined: ModelFile | None = None) -> None:
        self.state.setText(text)
        restyle(self.state, role=role)
        self.set_busy(False)
        self.use.hide()
        self.trial.setVisible(used)
        self.none.setVisible(used)
        while self._values.rowCount():
            self._values.removeRow(0)
        for name, value in details(examined) if examined else ():
            words, heading = label(value, wrap=True), label(name, role="muted")
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setAccessibleName(f"{name}: {value}")
            heading.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._values.addRow(heading, words)
        self._details.setVisible(examined is not None)
        for box, _meaning in self.aids.values():
            box.setEnabled(used)
        self.say("")

    # --- keeping ---

    def _use_none(self) -> None:
        library = self.library

        def work(_reporter: JobReporter) -> Message:
            settings.change(local_model=None)
            library.local_model.changed()
            return library.local_model.missing()

        self.jobs.drop(NEEDS, self)
        self.run(work, self._none_used, failed=self.not_kept)

    def _none_used(self, missing: Message) -> None:
        self._file = None
        self._show_nothing(missing)
        self.page.model_changed.emit()

    def _keep_spoken(self, on: bool) -> None:
        self.keep(lambda _nothing: self.page.model_changed.emit(), summaries_spoken=on)

    def _keep_aids(self) -> None:
        aids = frozenset(aid for aid, (box, _meaning) in self.aids.items() if box.isChecked())
        self.keep(lambda _nothing: self.page.aids_changed.emit(), aids=aids)


def _examine(library: LibraryApi, path: Path, reporter: JobReporter) -> tuple[ModelFile, Message]:
    """Examine the file; return it with the trouble of the model in use, which it may be."""
    return library.local_model.inspect(path, reporter), library.local_model.trouble()


def _try(library: LibraryApi, path: Path, keep: bool, reporter: JobReporter) -> ModelTrial:
    """Try a model, and keep it when it works and is wanted; then the former model is unloaded."""
    reporter.progress(Message("Loading the model"), 0, 0)
    trial = library.local_model.try_out(path, reporter)
    if keep and trial_worked(trial):
        settings.change(local_model=path)
        library.local_model.changed()
    return trial


def _choice(words: str, meaning: str) -> tuple[QCheckBox, QLabel]:
    """Return a check box and its meaning, read aloud together."""
    box, about = QCheckBox(words), label(meaning, role="muted", wrap=True)
    box.setAccessibleDescription(meaning)
    about.setContentsMargins(23, 0, 0, 4)
    return box, about


# --- texts ---


def details(file: ModelFile) -> tuple[tuple[str, str], ...]:
    """Return names and values of the details of a model's file, in order."""
    parameters = tr("{max} million").format(max=max(1, round(file.parameters / 10**6)))
    if file.parameters >= 10**9:
        parameters = tr("{value:.1f} billion").format(value=file.parameters / 10**9)
    size = tr("{size}, {count} parameters, {precision}").format(
        size=wording.size(file.file_bytes), count=parameters, precision=file.precision
    )
    memory = tr("About {gigabytes} while it works; {gigabytes_2} are free now.").format(
        gigabytes=gigabytes(file.memory_bytes), gigabytes_2=gigabytes(file.memory_free)
    )
    rows = (
        (tr("Name"), file.name),
        (tr("File"), str(file.path)),
        (tr("Size"), size),
        (tr("Licence"), file.licence or tr("The file names none. Ask where it came from before you use it.")),
        (tr("Memory"), memory),
    )
    return tuple(row for row in rows if row[1])


def measured(trial: ModelTrial) -> str:
    """Return what a test run that worked measured."""
    return tr(
        "Tested: it was loaded in {duration}, writes {rate:.0f} words a second and took "
        "{memory} of memory. One summary takes about {duration_2}, longer where sentences are "
        "corrected."
    ).format(
        duration=duration(trial.load_s),
        rate=trial.tokens_per_second * WORDS_PER_TOKEN,
        memory=gigabytes(trial.memory_bytes),
        duration_2=duration(trial.summary_s),
    )


def no_form(*, used: bool) -> str:
    """Return the meaning of a test run that failed; ``used`` is True for the model in use."""
    text = tr("{NO_FORM} It is not used. Choose an instruct model.")
    if used:
        text = tr("{NO_FORM} It stays chosen until you choose an instruct model or press “Use none”.")
    return text.format(NO_FORM=NO_FORM)


def trial_worked(trial: ModelTrial) -> bool:
    """Tell whether summaries can be made with it: it answers, and in the form that was asked for."""
    return trial.follows_grammar and trial.tokens_per_second > 0


def gigabytes(memory: int) -> str:
    """Return memory in powers of two, as it is sold: '16.0 GB' for 16 GiB."""
    return tr("{value:.1f} GB").format(value=memory / GIB)


def duration(seconds: float) -> str:
    if seconds >= 90:
        return tr("{round} minutes").format(round=round(seconds / 60))
    return tr("{round} seconds").format(round=max(1, round(seconds)))
