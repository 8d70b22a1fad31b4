"""The settings of the local language model: its file and its details, a test run, and its uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.searches import Aid
from briefbank.domain.summaries import ModelFile
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import NO_MESSAGE, Message
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label, link_button, push_button
from ui.kit.page_parts import panel
from ui.kit.restyle import restyle
from ui.shared import model_texts

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


class LocalModelPanel(QWidget):
    """A panel that requests changes by its signals, and shows their outcome."""

    file_chosen = Signal(object)  # The path of a file that was chosen to be examined
    aids_changed = Signal(object)  # A frozenset of Aid

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = label("", wrap=True)
        self.message = label("", wrap=True)
        self.choose = push_button(tr("Choose a model file…"))
        self.use = push_button(tr("Test it and use it"), main=True)
        self.trial = push_button(tr("Test run"))
        self.stop = push_button(tr("Stop"))
        self.none = push_button(tr("Use none"))
        self.guide = link_button(tr("Which models suit this computer"), flush=True)
        self.spoken = QCheckBox(SPOKEN)
        self.aids = {aid: _choice(*words) for aid, words in model_texts.AIDS.items()}
        self._details, self._values = QFrame(), QFormLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addWidget(self._model_panel())
        column.addWidget(self._aids_panel())
        self._connect()
        self.show_nothing(NO_MESSAGE)

    def _model_panel(self) -> QWidget:
        made, inside = panel(tr("A language model for summaries"))
        inside.addWidget(label(WHAT_FOR, wrap=True))
        inside.addWidget(self.state)
        self._values.setContentsMargins(0, 4, 0, 4)
        self._values.setHorizontalSpacing(16)
        self._values.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._details.setLayout(self._values)
        inside.addWidget(self._details)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self.choose, self.use, self.trial, self.stop, self.none):
            row.addWidget(button)
        row.addStretch(1)
        inside.addLayout(row)
        inside.addWidget(self.message)
        inside.addWidget(self.guide, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(self.spoken)
        return made

    def _aids_panel(self) -> QWidget:
        made, inside = panel(tr("What else the language model may do"))
        inside.addWidget(label(MAY_DO, role="muted", wrap=True))
        for choice, meaning in self.aids.values():
            inside.addWidget(choice)
            inside.addWidget(meaning)
        return made

    def _connect(self) -> None:
        self.choose.clicked.connect(self._choose)
        for choice, _meaning in self.aids.values():
            choice.toggled.connect(lambda _on: self.aids_changed.emit(self._chosen_aids()))

    # --- the model ---

    def show_nothing(self, missing: Message) -> None:
        """Show that no model is used; ``missing`` is what keeps any from being used on this computer."""
        self.state.setText(translate_core(missing) or tr("No model is used."))
        restyle(self.state, role="warn" if missing else "muted")
        self._show(used=False, examined=None)
        self.choose.setEnabled(not missing)

    def show_examined(self, file: ModelFile, used: Path | None) -> None:
        """Show a file that is not used yet; ``used`` is the one in use meanwhile."""
        said = tr("This file was looked at and is not used yet.")
        until = tr("Until then {name} is used.").format(name=used.name) if used else ""
        self.state.setText(f"{said} {until}".strip())
        restyle(self.state, role="muted")
        self._show(used=used is not None, examined=file)
        self.use.setVisible(True)
        self.trial.setVisible(False)

    def show_used(self, file: ModelFile) -> None:
        self.state.setText(tr("This model is used."))
        restyle(self.state, role="")
        self._show(used=True, examined=file)

    def show_named(self, path: Path) -> None:
        """Show a model that the settings name, when nothing more is known of it yet."""
        self.state.setText(tr("{name} is used.").format(name=escape_hidden(path.name)))
        restyle(self.state, role="")
        self._show(used=True, examined=None)
        self.trial.setVisible(False)

    def show_trouble(self, path: Path, trouble: Message) -> None:
        """Show that the model that the settings name cannot be used now."""
        self.show_named(path)
        self.state.setText(f"{escape_hidden(path.name)}: {translate_core(trouble)}")
        restyle(self.state, role="bad")

    def show_progress(self, stage: Message, done: int, total: int) -> None:
        """Show the progress of examining or testing a file."""
        self.say(model_texts.progress(stage))

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def set_busy(self, busy: bool) -> None:
        """Set the buttons: while a file is examined or tried, no other is chosen, and it can be stopped."""
        self.stop.setVisible(busy)
        for button in (self.choose, self.use, self.trial, self.none):
            button.setEnabled(not busy)

    def _show(self, *, used: bool, examined: ModelFile | None) -> None:
        self.set_busy(False)
        self.use.setVisible(False)
        self.trial.setVisible(used)
        self.none.setVisible(used)
        self._show_details(model_texts.details(examined) if examined else ())
        for choice, _meaning in self.aids.values():
            choice.setEnabled(used)
        self.say("")

    def _show_details(self, rows: Sequence[tuple[str, str]]) -> None:
        while self._values.rowCount():
            self._values.removeRow(0)
        for name, value in rows:
            said = label(value, wrap=True)
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            said.setAccessibleName(f"{name}: {value}")
            of = label(name, role="muted")
            of.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._values.addRow(of, said)
        self._details.setVisible(bool(rows))

    def _choose(self) -> None:
        title, kinds = (
            tr("Choose the file of a language model"),
            tr("Language models (*.gguf);;All files (*)"),
        )
        path, _kind = QFileDialog.getOpenFileName(self, title, "", kinds)
        if path:
            self.file_chosen.emit(Path(path))

    # --- uses ---

    def show_choices(self, *, spoken: bool, aids: frozenset[Aid]) -> None:
        """Show what the settings say; nothing is emitted."""
        for choice, on in [(self.spoken, spoken), *((self.aids[aid][0], aid in aids) for aid in Aid)]:
            choice.blockSignals(True)
            choice.setChecked(on)
            choice.blockSignals(False)

    def _chosen_aids(self) -> frozenset[Aid]:
        return frozenset(aid for aid, (choice, _meaning) in self.aids.items() if choice.isChecked())


def _choice(words: str, meaning: str) -> tuple[QCheckBox, QLabel]:
    """Return a check box and its meaning, read aloud together."""
    choice = QCheckBox(words)
    choice.setAccessibleDescription(meaning)
    said = label(meaning, role="muted", wrap=True)
    said.setContentsMargins(23, 0, 0, 4)
    return choice, said
