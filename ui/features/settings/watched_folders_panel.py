"""The panel of the settings page on the watched folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from briefbank.domain.ingest import WatchedFolder
from briefbank.errors import BriefBankError
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel

NO_FOLDERS = tr("No folder is watched. Documents, mails and scans that appear in a watched folder are added.")
PATH_ROLE = Qt.ItemDataRole.UserRole + 1


class WatchedFoldersPanel(Panel):
    """A panel that requests changes by its signals, and shows their outcome."""

    folder_added = Signal(object)
    folder_removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Watched folders"), parent)
        self.folders = _Folders()
        self.add = push_button(tr("Add a folder…"))
        self.remove = push_button(
            tr("Stop watching"), tip=tr("The files that were added stay in the library")
        )
        self.message = label("", role="muted", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        self.inside.addWidget(self.message)
        self.inside.addWidget(self.folders)
        self.inside.addLayout(row)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.folders.delete_pressed.connect(self._remove)
        self.folders.currentRowChanged.connect(lambda row: self.remove.setEnabled(row >= 0))
        self.show_folders([])

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        chosen = self.folders.chosen()
        self.folders.show_folders(folders)
        self.folders.choose(chosen)
        self.folders.setVisible(bool(folders))
        self.remove.setVisible(bool(folders))
        self.remove.setEnabled(self.folders.chosen() is not None)
        self.message.setText(
            tr("New files in these folders are added by themselves.") if folders else NO_FOLDERS
        )

    def show_problem(self, error: BriefBankError) -> None:
        self.message.setText(str(error))

    def _add(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose a folder to watch")):
            self.folder_added.emit(Path(folder))

    def _remove(self) -> None:
        if (folder := self.folders.chosen()) is not None:
            self.folder_removed.emit(folder)


class _Folders(QListWidget):
    """A list of folders, each on one line, with the reason below if it cannot be read."""

    delete_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain_list")
        self.setAccessibleName(tr("Watched folders"))
        self.setWordWrap(True)

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        self.clear()
        for folder in folders:
            text = f"{folder.path}\n{translate_core(folder.trouble)}" if folder.trouble else str(folder.path)
            item = QListWidgetItem(text, self)
            item.setData(PATH_ROLE, folder.path)
        line = self.fontMetrics().height()
        rows = sum(2 if folder.trouble else 1 for folder in folders)
        self.setFixedHeight(min(rows, 8) * line + 17 * min(len(folders), 8) + 6)

    def chosen(self) -> Path | None:
        item = self.currentItem()
        folder: Path | None = item.data(PATH_ROLE) if item is not None else None
        return folder

    def choose(self, folder: Path | None) -> None:
        for row in range(self.count()):
            if self.item(row).data(PATH_ROLE) == folder:
                self.setCurrentRow(row)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class WatchedFoldersController(PanelController):
    """The controller of the panel. The folders themselves are looked at by the FolderWatchController."""

    def __init__(self, panel: WatchedFoldersPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._folder_watch = context.folder_watch
        panel.folder_added.connect(self._folder_watch.watch)
        panel.folder_removed.connect(self._folder_watch.unwatch)
        self._folder_watch.folders_changed.connect(panel.show_folders)
        self._folder_watch.failed.connect(panel.show_problem)

    def refresh(self) -> None:
        """List the folders again; one may have got into trouble since."""
        self._folder_watch.list_folders()
