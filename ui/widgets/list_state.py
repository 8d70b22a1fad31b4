"""A list that can be narrowed, or in its place what there is to say, and how much of it is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from briefbank.errors import BriefBankError
from ui import tongue, words
from ui.tongue import tr
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

    def show_extent(
        self, shown: int, total: int, nouns: tuple[str, str, str], none_yet: tuple[str, str, str]
    ) -> None:
        """``nouns``: 'line', 'lines', 'No line has these words.'; ``none_yet``: icon, sentence and what to do
        where there is none."""
        one, many, not_found = nouns
        counted = words.count(total, one, many)
        part = tr("{shown} of {counted}").format(shown=tongue.number(shown), counted=counted)
        self.extent.setText((counted if shown == total else part) if total else "")
        if not total:
            self.message.say(*none_yet)
        elif not shown:
            self.message.say("search", not_found, tr("Try fewer words."))
        self.setCurrentWidget(self._content if shown else self.message)

    def fail(self, error: BriefBankError) -> None:
        """It could not be read."""
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self.setCurrentWidget(self.message)
