"""A part of the settings page with one switch, and what came of the choice below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.widgets.controls import Segmented, label
from ui.widgets.page_parts import Panel


class ChoicePanel(Panel):
    """Tells what was chosen; keeping it is left to whoever listens."""

    chosen = Signal(object)
    """The value of a choice."""

    def __init__(
        self, title: str, about: str, choices: Sequence[tuple[Any, str, str]], parent: QWidget | None = None
    ) -> None:
        """``choices``: value, words and tip of each."""
        super().__init__(title, parent)
        self.choice = Segmented(title, choices)
        self.said = label("", wrap=True)
        self.said.hide()
        row = QHBoxLayout()
        row.addWidget(self.choice)
        row.addStretch(1)
        self.inside.addWidget(label(about, role="muted", wrap=True))
        self.inside.addLayout(row)
        self.inside.addWidget(self.said)
        self.choice.changed.connect(lambda chosen: self.chosen.emit(chosen))

    def show_chosen(self, value: Any) -> None:
        """Without saying that somebody chose it."""
        before = self.blockSignals(True)
        self.choice.choose(value)
        self.blockSignals(before)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Below the switch, and aloud with it; empty: nothing."""
        self.said.setProperty("role", "bad" if bad else "")
        self.said.style().polish(self.said)
        self.said.setText(text)
        self.said.setVisible(bool(text))
        self.choice.setAccessibleDescription(text)
