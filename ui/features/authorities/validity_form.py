"""The form for when a version of a provision is in force: from and to, each of which may be left open."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from briefbank.domain.authorities import Provision, Window
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.page_parts import grow_dialog
from ui.kit.restyle import restyle
from ui.shared import law_texts, wording
from ui.shared.date_ranges import typed_range

NO_DATE = tr("This is no date. Type it like 7/1/2013, July 2013 or 2013, or leave it empty.")


class WindowForm(QDialog):
    """A modeless dialog that reports what to save by its signal and stays open, with all that is typed, until
    it is saved."""

    save_wanted = Signal(object)  # A Window; None restores what was read

    def __init__(self, provision: Provision, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("When it is in force"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.provision = provision
        self.first, self.last = QLineEdit(), QLineEdit()
        self.said = label("", role="muted", wrap=True)
        self.read = push_button(tr("As read"), tip=tr("Count what was read from the text again"))
        self.cancel, self.save = push_button(tr("Cancel")), push_button(tr("Save"), main=True)
        if provision.source != "person":
            self.read.hide()
        self._lay_out()
        for field, day in ((self.first, provision.window.first), (self.last, provision.window.last)):
            field.setText(wording.day(day) if day else "")
            field.textChanged.connect(lambda _text: self._say_days())
        self.read.clicked.connect(lambda: self._send(None))
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        self._say_days()
        self.resize(480, self.sizeHint().height())

    def _lay_out(self) -> None:
        column, grid, buttons = QVBoxLayout(self), QGridLayout(), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(12)
        column.addWidget(label(tr("When it is in force"), scale=1.3, bold=True))
        column.addWidget(label(str(self.provision.authority), wrap=True))
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        for row, (name, field) in enumerate(((tr("From"), self.first), (tr("To"), self.last))):
            caption = label(name)
            caption.setBuddy(field)
            field.setAccessibleName(name)
            field.setAcceptDrops(False)
            field.setPlaceholderText(tr("7/1/2013, July 2013 or 2013"))
            grid.addWidget(caption, row, 0)
            grid.addWidget(field, row, 1)
        column.addLayout(grid)
        column.addWidget(self.said)
        column.addStretch(1)
        buttons.setSpacing(10)
        buttons.addWidget(self.read)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.save)
        column.addLayout(buttons)
        for button in (self.read, self.cancel):
            button.setAutoDefault(False)
        self.save.setDefault(True)

    # --- input ---

    def window_typed(self) -> Window | None:
        """Return the typed window; None if a field holds no date. A month or a year begins with its first day
        and ends with its last."""
        if any(map(_wrong, (self.first, self.last))):
            return None
        first, last = typed_range(self.first.text()), typed_range(self.last.text())
        return Window(first[0] if first else None, last[1] if last else None)

    def _say_days(self) -> None:
        """Show how the typed dates are understood."""
        for field in (self.first, self.last):
            restyle(field, wrong=_wrong(field))
        window = self.window_typed()
        self.say(f"{law_texts.window(window)}." if window else NO_DATE, bad=window is None)

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.said, role="bad" if bad else "muted")
        self.said.setText(text)
        self.setAccessibleDescription(text)
        grow_dialog(self)

    def fail(self, error: BriefBankError) -> None:
        """Report that saving failed; everything typed stays."""
        self.say(str(error), bad=True)
        self.save.setEnabled(True)

    def _save(self) -> None:
        window = self.window_typed()
        if window is None:
            self.say(NO_DATE, bad=True)
        else:
            self._send(window)

    def _send(self, window: Window | None) -> None:
        self.say(tr("Saving …"))
        self.save.setEnabled(False)
        self.save_wanted.emit(window)


def _wrong(field: QLineEdit) -> bool:
    return bool(field.text().strip()) and typed_range(field.text()) is None
