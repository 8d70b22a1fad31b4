"""The part of the settings page that says in which language the window speaks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.tongue import LANGUAGES, tr
from ui.widgets.controls import Segmented, label

SYSTEM = ""
"""The choice to follow the system, as the settings keep it."""
ABOUT = tr("The language of the window. What stands in your documents, and what you copy, stays as it is.")
NEXT_TIME = tr("This takes effect when BriefBank is opened the next time.")
CHOICES = (
    (SYSTEM, tr("As the system"), tr("The system’s language where the window speaks it, else English")),
    *((language, name, "") for language, name in LANGUAGES.items()),
)


class LanguagePanel(QFrame):
    """Framed as the other panels of the page."""

    chosen = Signal(object)
    """A key of LANGUAGES, or SYSTEM."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.choice = Segmented(tr("Language"), CHOICES)
        self.said = label("", wrap=True)
        self.said.hide()
        inside, row = QVBoxLayout(self), QHBoxLayout()
        inside.setContentsMargins(20, 16, 20, 18)
        inside.setSpacing(10)
        row.addWidget(self.choice)
        row.addStretch(1)
        inside.addWidget(label(tr("Language"), scale=1.15, bold=True))
        inside.addWidget(label(ABOUT, role="muted", wrap=True))
        inside.addLayout(row)
        inside.addWidget(self.said)
        self.choice.changed.connect(lambda chosen: self.chosen.emit(chosen))

    def show_chosen(self, language: str) -> None:
        """Without saying that somebody chose it; what the window does not speak counts as the system's."""
        before = self.blockSignals(True)
        self.choice.choose(language if language in LANGUAGES else SYSTEM)
        self.blockSignals(before)

    def show_kept(self) -> None:
        self._say(NEXT_TIME, "")

    def show_problem(self, problem: str) -> None:
        """Why the choice was not kept."""
        self._say(problem, "bad")

    def _say(self, text: str, role: str) -> None:
        self.said.setProperty("role", role)
        self.said.style().polish(self.said)
        self.said.setText(text)
        self.said.show()
        self.choice.setAccessibleDescription(text)
