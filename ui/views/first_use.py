"""What an empty library shows: what to do, in three lines and one button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.icons import pixmap
from ui.theme import colours
from ui.widgets.controls import label, push_button

STEPS = (
    (
        "Drop your briefs anywhere on this window.",
        "PDF, Word, text and HTML files, or whole folders. Scans are read too.",
    ),
    (
        "BriefBank makes copies and reads them.",
        "Your originals are not touched. Nothing leaves this computer.",
    ),
    ("Search in plain words.", "You see the passage, where it stands and how to cite it."),
)


class FirstUse(QWidget):
    """Centred in the page; says what to do and offers it."""

    files_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = label("")
        self.texts = [label(text, role="muted") for _, text in STEPS]
        self.add_files = push_button("Add files…", main=True)
        self.add_folder = push_button("Add a folder…")
        self.add_files.clicked.connect(self.files_wanted)
        self.add_folder.clicked.connect(self.folder_wanted)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._icon)
        column.addSpacing(12)
        column.addWidget(label("Start with a few briefs", scale=1.7, bold=True))
        column.addSpacing(18)
        for number, (title, _) in enumerate(STEPS):
            column.addLayout(_step(number + 1, title, self.texts[number]))
            column.addSpacing(14)
        column.addSpacing(10)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addWidget(self.add_files)
        buttons.addWidget(self.add_folder)
        buttons.addStretch(1)
        column.addLayout(buttons)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addLayout(column)
        middle.addStretch(1)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        self._tint()

    def name_server(self, address: str) -> None:
        """Say what leaves this computer where the office has set a server for text recognition."""
        if address:
            self.texts[1].setText(
                f"Your originals are not touched. Pictures of scanned pages go to your office's server at "
                f"{address}; nothing else leaves this computer."
            )

    def _tint(self) -> None:
        self._icon.setPixmap(pixmap("briefbank", colours().accent, 52, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


def _step(number: int, title: str, text: QLabel) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(14)
    badge = label(str(number), bold=True)
    badge.setObjectName("badge")
    badge.setFixedSize(30, 30)
    badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
    badge.setFrameShape(QFrame.Shape.NoFrame)
    lines = QVBoxLayout()
    lines.setSpacing(1)
    lines.addWidget(label(title, bold=True))
    lines.addWidget(text)
    row.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(lines, 1)
    return row
