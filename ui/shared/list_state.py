"""A list that can be narrowed, or a message in its place, and how much of the list is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from briefbank.errors import BriefBankError
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.shared import wording
from ui.shared.message_pane import MessagePane


class ListState(QStackedWidget):
    """A stack of ``content`` and ``message``; ``extent`` is a line for the head above."""

    def __init__(self, content: QWidget, waiting: str) -> None:
        """Show ``waiting`` until the contents are known."""
        super().__init__()
        self._content = content
        self.message, self.extent = MessagePane(), label("", role="muted")
        self.addWidget(self.message)
        self.addWidget(content)
        self.message.say("waiting", waiting, "")

    def show_extent(
        self, shown: int, total: int, nouns: tuple[str, str, str], none_yet: tuple[str, str, str]
    ) -> None:
        """Show how many rows of the total are listed, or a message. ``nouns``: 'line', 'lines', 'No line has
        these words.'; ``none_yet``: icon, sentence and advice where there is none."""
        one, many, not_found = nouns
        counted = wording.count(total, one, many)
        part = tr("{shown} of {counted}").format(shown=translate.number(shown), counted=counted)
        self.extent.setText((counted if shown == total else part) if total else "")
        if not total:
            self.message.say(*none_yet)
        elif not shown:
            self.message.say("search", not_found, tr("Try fewer words."))
        self.setCurrentWidget(self._content if shown else self.message)

    def fail(self, error: BriefBankError) -> None:
        """Report that the list could not be read."""
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self.setCurrentWidget(self.message)
