"""The line above a long list of files: a switch of what is listed, and a link to add all refused ones
again.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.features.intake.file_rows import Shown
from ui.features.intake.model import IntakeModel
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import Segmented, link_button

FROM_FILES = 8
"""The least number of files for which the switch is shown. A shorter list is seen at a glance."""
WORDS = {
    Shown.ALL: tr("All"),
    Shown.WORKING: tr("Working"),
    Shown.LOOK: tr("To look at"),
    Shown.REFUSED: tr("Refused"),
}
WIDEST = 99_999


class FileFilter(QWidget):
    """The switch, hidden while the list is short. Its labels hold the numbers, so that nobody has to choose
    one only to learn that it is empty."""

    all_again_wanted = Signal(object)
    """The Paths of all refused files that can be tried again."""

    def __init__(self, model: IntakeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        tips = {
            Shown.ALL: tr("All files"),
            Shown.WORKING: tr("Files that are being added or wait"),
            Shown.LOOK: tr("Files that were added with remarks"),
            Shown.REFUSED: tr("Files that were not added"),
        }
        choices = [(shown, _named(shown, WIDEST), tips[shown]) for shown in Shown]
        self.switch = Segmented(tr("Show"), choices)
        self.again = link_button("")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.switch)
        row.addStretch(1)
        row.addWidget(self.again)
        self.switch.changed.connect(model.list_only)
        self.again.clicked.connect(lambda: self.all_again_wanted.emit(model.book.refused()))
        self.refresh()

    @property
    def shown(self) -> Shown:
        """The choice of listed files."""
        return self._model.book.shown

    def choose(self, shown: Shown) -> None:
        self.switch.choose(shown)

    def refresh(self) -> None:
        """Count again; the line stays as long as it leaves anything out."""
        book = self._model.book
        for shown in Shown:
            button = self.switch.button(shown)
            text = _named(shown, book.counted(shown))
            if button.text() != text:
                button.setText(text)
                button.setAccessibleName(tr("Show: {what}").format(what=text))
        self.setVisible(book.counted(Shown.ALL) > FROM_FILES or self.shown is not Shown.ALL)
        again = len(book.refused()) if self.shown is Shown.REFUSED else 0
        text = tr("Add all {number:,} again").format(number=again)
        self.again.setVisible(again > 1)
        self.again.setText(text)
        self.again.setAccessibleName(text)


def _named(shown: Shown, number: int) -> str:
    return f"{WORDS[shown]} ({translate.number(number)})"
