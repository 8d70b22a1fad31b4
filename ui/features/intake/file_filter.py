"""The line above a long list of files: a switch of what is listed, and a link to add all refused ones
again.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.features.intake.file_rows import FileFilterChoice
from ui.features.intake.model import IntakeModel
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import SegmentedControl, link_button

FROM_FILES = 8  # The least number of files for which the switch is shown. A shorter list is seen at a glance.
WORDS = {
    FileFilterChoice.ALL: tr("All"),
    FileFilterChoice.WORKING: tr("Working"),
    FileFilterChoice.REVIEW: tr("To look at"),
    FileFilterChoice.REFUSED: tr("Refused"),
}
WIDEST = 99_999


class FileFilter(QWidget):
    """The switch, hidden while the list is short. Its labels hold the numbers, so that nobody has to choose
    one only to learn that it is empty."""

    all_again_wanted = Signal(object)  # The Paths of all refused files that can be tried again

    clear_wanted = Signal()

    def __init__(self, model: IntakeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        tips = {
            FileFilterChoice.ALL: tr("All files"),
            FileFilterChoice.WORKING: tr("Files that are being added or wait"),
            FileFilterChoice.REVIEW: tr("Files that were added with remarks"),
            FileFilterChoice.REFUSED: tr("Files that were not added"),
        }
        choices = [(shown, _named(shown, WIDEST), tips[shown]) for shown in FileFilterChoice]
        self.switch = SegmentedControl(tr("Show"), choices)
        self.again = link_button("")
        self.clear = link_button(tr("Clear refused"))
        self.clear.setToolTip(tr("Takes the refused files off the list. Nothing in the library changes."))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.switch)
        row.addStretch(1)
        row.addWidget(self.again)
        row.addWidget(self.clear)
        self.switch.changed.connect(model.list_only)
        self.again.clicked.connect(lambda: self.all_again_wanted.emit(model.book.refused()))
        self.clear.clicked.connect(self.clear_wanted)
        self.refresh()

    @property
    def shown(self) -> FileFilterChoice:
        """The choice of listed files."""
        return self._model.book.shown

    def refresh(self) -> None:
        """Count again; the line stays as long as it leaves anything out."""
        book = self._model.book
        for shown in FileFilterChoice:
            button = self.switch.button(shown)
            text = _named(shown, book.counted(shown))
            if button.text() != text:
                button.setText(text)
                button.setAccessibleName(tr("Show: {what}").format(what=text))
        self.setVisible(
            book.counted(FileFilterChoice.ALL) > FROM_FILES or self.shown is not FileFilterChoice.ALL
        )
        again = len(book.refused()) if self.shown is FileFilterChoice.REFUSED else 0
        text = tr("Add all {number:,} again").format(number=again)
        self.again.setVisible(again > 1)
        self.again.setText(text)
        self.again.setAccessibleName(text)
        refused = self.shown is FileFilterChoice.REFUSED
        self.clear.setVisible(refused and book.counted(FileFilterChoice.REFUSED) > 0)


def _named(shown: FileFilterChoice, number: int) -> str:
    return f"{WORDS[shown]} ({translate.number(number)})"
