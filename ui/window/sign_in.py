"""The window in which a person signs in to the office's library, before its own window is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.restyle import restyle

PRIVATE = tr(
    "Your name and password go to the office server, encrypted, and nowhere else. You stay signed in for "
    "twelve hours."
)


class SignInForm(QWidget):
    """Two fields and a button. Whoever shows it signs the person in, and tells it what came of that."""

    wanted = Signal(str, str)  # A name and a password

    def __init__(self, office: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name, self.password = QLineEdit(), QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.name.setAccessibleName(tr("Your name"))
        self.password.setAccessibleName(tr("Your password"))
        self.enter = push_button(tr("Sign in"), main=True)
        self.message = label("", wrap=True)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(10)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.enter)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.addRow(label(tr("Name")), self.name)
        form.addRow(label(tr("Password")), self.password)
        column = QVBoxLayout(self)
        column.setContentsMargins(34, 30, 34, 26)
        column.setSpacing(14)
        column.addWidget(
            label(tr("The library of {office}").format(office=office), scale=1.45, bold=True, wrap=True)
        )
        column.addWidget(label(PRIVATE, role="muted", wrap=True))
        column.addLayout(form)
        column.addWidget(self.message)
        column.addStretch(1)
        column.addLayout(self.buttons)
        self.name.returnPressed.connect(self.password.setFocus)
        self.password.returnPressed.connect(self._enter)
        self.enter.clicked.connect(self._enter)
        for field in (self.name, self.password):
            field.textChanged.connect(self._typed)
        self._typed()

    def show_refusal(self, text: str) -> None:
        """Say why nobody was signed in, and let the password be typed again."""
        self.setEnabled(True)
        self.password.clear()
        restyle(self.message, role="bad")
        self.message.setText(text)
        self.password.setFocus()

    def _enter(self) -> None:
        if self.enter.isEnabled():
            self.setEnabled(False)
            self.wanted.emit(self.name.text().strip(), self.password.text())

    def _typed(self) -> None:
        self.enter.setEnabled(bool(self.name.text().strip() and self.password.text()))
        if self.password.text():
            self.message.clear()


class SignInWindow(SignInForm):
    """The form as a window of its own, while there is no other."""

    def __init__(self, office: str) -> None:
        super().__init__(office)
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(560, 340)
        self.quit = push_button(tr("Quit"))
        self.quit.clicked.connect(self.close)
        self.buttons.insertWidget(0, self.quit)
        self.name.setFocus()
