"""A list that can be narrowed, or in its place what there is to say, and how much of it is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from briefbank.errors import BriefBankError
from ui import words
from ui.widgets.controls import label
from ui.widgets.message_pane import MessagePane


class ListState(QStackedWidget):
    """Shows ``content``, or ``message`` instead; ``extent`` is a line for the head above."""

    def __init__(self, content: QWidget, waiting: str) -> None:
        """``waiting``: what is said until it is known what there is."""
        super().__init__()
        self._content = content
        self.message, self.extent = MessagePane(), label("", role="muted")
        self.addWidget(self.message)
        self.addWidget(content)
        self.message.say("waiting", waiting, "")

    def show_extent(self, shown: int, total: int, noun: str, none_yet: tuple[str, str, str]) -> None:
        """``noun``: one of them, 'line'; ``none_yet``: icon, sentence and what to do where there is none."""
        many = words.count(total, noun)
        self.extent.setText((many if shown == total else f"{shown:,} of {many}") if total else "")
        if not total:
            self.message.say(*none_yet)
        elif not shown:
            self.message.say("search", f"No {noun} has these words.", "Try fewer words.")
        self.setCurrentWidget(self._content if shown else self.message)

    def fail(self, error: BriefBankError) -> None:
        """It could not be read."""
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self.setCurrentWidget(self.message)
