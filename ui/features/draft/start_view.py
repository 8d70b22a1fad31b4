"""The page on which a draft is handed over to be checked: a dropped or chosen file, or pasted text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ui.features.draft import texts
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.page_parts import panel, scrolled

BOX_HEIGHT = 150


class DraftStart(QFrame):
    """A view that keeps pasted text until it is cleared."""

    text_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choose = push_button(tr("Choose a file…"), main=True)
        self.box = PasteBox()
        self.check = push_button(tr("Check this text"), tip="Ctrl+Enter")
        self.check.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scrolled(self._about(), self._file(), self._text()))
        self.check.clicked.connect(self._check)
        self.box.sent.connect(self._check)
        self.box.textChanged.connect(lambda: self.check.setEnabled(not self.box.document().isEmpty()))

    def _about(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(texts.WHAT_FOR, wrap=True))
        column.addWidget(
            label(
                tr("{NOTHING_KEPT} It is not added to the library.").format(NOTHING_KEPT=texts.NOTHING_KEPT),
                bold=True,
            )
        )
        return made

    def _file(self) -> QFrame:
        made, inside = panel(tr("A file"))
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(label(texts.DROP, role="muted", wrap=True), 1)
        row.addWidget(self.choose)
        inside.addLayout(row)
        return made

    def _text(self) -> QFrame:
        made, inside = panel(tr("A part of it"))
        inside.addWidget(self.box)
        inside.addWidget(self.check, 0, Qt.AlignmentFlag.AlignRight)
        return made

    def _check(self) -> None:
        self.text_wanted.emit(self.box.toPlainText())

    def clear(self) -> None:
        """Forget what was pasted, and its undo history."""
        self.box.setPlainText("")


class PasteBox(QPlainTextEdit):
    """A box for plain text; Tab leaves it, Ctrl+Enter sends its text."""

    sent = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Paste a paragraph or more of your draft here"))
        self.setAccessibleName(tr("Text of your draft"))
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setMinimumHeight(BOX_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.sent.emit()
        else:
            super().keyPressEvent(event)
