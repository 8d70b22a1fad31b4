"""A dialog with a list of rows under a heading, in its states: looking, failed, nothing, rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, push_button
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList
from ui.shared.row_model import Row


class ListDialog(QDialog):
    """A modeless dialog, so that a row's target can be read beside it."""

    def __init__(self, title: str, about: str, rows: str, parent: QWidget | None = None) -> None:
        """Name the subject of the list ``about``, and the list ``rows`` for screen readers."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.extent = label("", role="muted", wrap=True)
        self.message = MessagePane()
        self.list = RowList(rows)
        self.closing = push_button(tr("Close"), main=True)
        self._lay_out(title, about)
        self.closing.clicked.connect(self.accept)
        self.message.say("waiting", tr("Looking …"), "")
        self.resize(720, 540)

    def _lay_out(self, title: str, about: str) -> None:
        column = self._column = QVBoxLayout(self)
        self._buttons = QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(8)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        column.addWidget(label(title, scale=1.3, bold=True))
        column.addWidget(ElidedLabel(about, lines=3))
        column.addWidget(self.extent)
        column.addWidget(self._states, 1)
        self._buttons.setSpacing(10)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.closing)
        column.addLayout(self._buttons)
        self.closing.setAutoDefault(False)

    def add_above(self, widget: QWidget) -> None:
        """Add a widget over the list."""
        self._column.insertWidget(self._column.indexOf(self._states), widget)

    def add_below(self, widget: QWidget) -> None:
        """Add a widget under the list."""
        self._column.insertWidget(self._column.indexOf(self._states) + 1, widget)

    def add_button(self, button: QPushButton) -> None:
        """Add a button that acts on the list or its chosen row."""
        button.setAutoDefault(False)
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        self.setTabOrder(button, self.closing)

    def show_list(self, rows: Sequence[Row], extent: str, nothing: str = "", advice: str = "") -> None:
        """Show rows, or the text ``nothing`` where there are none."""
        self.list.show_rows(rows)
        self.extent.setText(extent if rows else "")
        if rows:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.message.say("done", nothing, advice)
        self._states.setCurrentWidget(self.list if rows else self.message)

    def show_failure(self, error: BriefBankError) -> None:
        self.message.say("warning", error.title, error.remedy)
        self._states.setCurrentWidget(self.message)
