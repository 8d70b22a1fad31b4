"""The part of the settings page that says what the window looks like."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.settings import Appearance
from ui.tongue import tr
from ui.widgets.controls import Segmented, label

CHOICES = (
    (Appearance.SYSTEM, tr("As the system"), tr("Light, dark or high contrast, as the system is set")),
    (Appearance.LIGHT, tr("Light"), ""),
    (Appearance.DARK, tr("Dark"), ""),
    (Appearance.CONTRAST, tr("High contrast"), tr("Black and white, with strong lines")),
)
SIZE = tr("The size of the text is the one that is set for the whole system.")


class AppearancePanel(QFrame):
    """Framed as the other panels of the page."""

    chosen = Signal(object)
    """An Appearance."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.choice = Segmented(tr("Appearance"), CHOICES)
        self.said = label("", role="bad", wrap=True)
        self.said.hide()
        inside, row = QVBoxLayout(self), QHBoxLayout()
        inside.setContentsMargins(20, 16, 20, 18)
        inside.setSpacing(10)
        row.addWidget(self.choice)
        row.addStretch(1)
        inside.addWidget(label(tr("Appearance"), scale=1.15, bold=True))
        inside.addWidget(label(SIZE, role="muted", wrap=True))
        inside.addLayout(row)
        inside.addWidget(self.said)
        self.choice.changed.connect(self.chosen)

    def show_chosen(self, appearance: Appearance) -> None:
        """Without saying that somebody chose it."""
        before = self.blockSignals(True)
        self.choice.choose(appearance)
        self.blockSignals(before)

    def show_problem(self, problem: str) -> None:
        """Why the choice lasts only until the program ends; empty: nothing is wrong."""
        self.said.setText(problem)
        self.said.setVisible(bool(problem))
