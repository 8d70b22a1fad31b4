"""The page on which files are added: what to do, what is being done, and how each file ended."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QWidget,
)

from ui.models.intake import FILE_ROLE, FileRow, IntakeModel
from ui.views.results import MessagePane
from ui.widgets.controls import ElidedLabel, label, page_body, page_head, push_button
from ui.widgets.file_list import FileList


class IntakeView(QWidget):
    """The list of files with one line on the whole above it."""

    files_wanted = Signal()
    folder_wanted = Signal()
    stop_wanted = Signal()
    document_chosen = Signal(object)
    """A Document that was added."""
    again_wanted = Signal(object)
    """The Path of a file that was refused."""

    def __init__(self, model: IntakeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._model = model
        self.add_files = push_button("Add files…", main=True, tip="Ctrl+O")
        self.add_folder = push_button("Add a folder…", tip="Ctrl+Shift+O")
        self.stop = push_button("Stop", tip="Stop adding files. What was added before is kept.")
        self.overall = ElidedLabel()
        self.overall.setProperty("role", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Files finished")
        self.list = FileList(model)
        self.list.activated.connect(self._activated)
        self.list.again_wanted.connect(self.again_wanted)
        self._empty = MessagePane()
        self._empty.say("add", "Nothing was added yet.", "Drop files or folders anywhere on this window.")
        self._lay_out()
        self._connect()
        self.set_busy(False)
        self._refresh()

    def _lay_out(self) -> None:
        head, inside = page_head()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label("Add files", scale=1.5, bold=True), 1)
        for button in (self.stop, self.add_folder, self.add_files):
            row.addWidget(button)
        inside.addLayout(row)
        inside.addWidget(self.overall)
        inside.addWidget(self.bar)
        self._pages = page_body(self, head, self._empty, self.list)

    def _connect(self) -> None:
        self.add_files.clicked.connect(self.files_wanted)
        self.add_folder.clicked.connect(self.folder_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self._model.modelReset.connect(self._refresh)
        self._model.rowsInserted.connect(lambda *_where: self._refresh())

    def set_busy(self, busy: bool) -> None:
        self.stop.setVisible(busy)
        self.bar.setVisible(busy)

    def say(self, text: str, done: int = 0, total: int = 0) -> None:
        """One line on the whole, and how many files are finished."""
        self.overall.set_whole(
            text or "Copies are made; your originals stay where they are. PDF, Word and text."
        )
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)

    def _refresh(self) -> None:
        self._pages.setCurrentIndex(1 if self._model.rowCount() else 0)

    def _activated(self, index: QModelIndex) -> None:
        row: FileRow = index.data(FILE_ROLE)
        if row.outcome is not None and row.outcome.document is not None:
            self.document_chosen.emit(row.outcome.document)
        elif row.can_be_added_again:
            self.again_wanted.emit(row.path)
