"""A panel of the settings page with one switch, and the outcome of the choice below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.kit.controls import SegmentedControl, label
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle


class ChoicePanel(Panel):
    """A panel that reports what was chosen; its listeners keep the choice."""

    chosen = Signal(object)  # The value of a choice

    def __init__(
        self, title: str, about: str, choices: Sequence[tuple[Any, str, str]], parent: QWidget | None = None
    ) -> None:
        """Make the panel; ``choices`` holds value, words and tip of each."""
        super().__init__(title, parent)
        self.choice = SegmentedControl(title, choices)
        self.message = label("", wrap=True)
        self.message.hide()
        row = QHBoxLayout()
        row.addWidget(self.choice)
        row.addStretch(1)
        self.inside.addWidget(label(about, role="muted", wrap=True))
        self.inside.addLayout(row)
        self.inside.addWidget(self.message)
        self.choice.changed.connect(lambda chosen: self.chosen.emit(chosen))

    def show_chosen(self, value: Any) -> None:
        """Show the chosen value without emitting it."""
        before = self.blockSignals(True)
        self.choice.choose(value)
        self.blockSignals(before)

    def show_problem(self, problem: str) -> None:
        """Show why the choice was not kept; empty when nothing is wrong."""
        self.say(problem, bad=True)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a text below the switch, and read it aloud with it; empty shows none."""
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self.choice.setAccessibleDescription(text)
