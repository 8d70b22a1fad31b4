"""The settings page: the server for text recognition, the watched folders, the models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from briefbank.domain.intake import WatchedFolder
from briefbank.domain.maintenance import EncoderChoice
from briefbank.errors import BriefBankError
from briefbank.settings import DEFAULT_OCR_MODEL
from ui.features.settings.appearance_panel import AppearancePanel
from ui.features.settings.language_panel import NEXT_TIME, LanguagePanel
from ui.features.settings.library_panel import LibraryPanel
from ui.features.settings.local_model_panel import LocalModelPanel
from ui.features.settings.model_choice import ModelChoice
from ui.features.settings.remembering_panel import RememberingPanel
from ui.i18n import translate
from ui.i18n.translate import told, tr
from ui.kit.controls import label, push_button
from ui.kit.page_parts import page_body, page_head, panel, scrolled

CONFIDENTIAL = tr(
    "Pictures of scanned pages are then sent to this server over your office’s network, and its keepers can "
    "read them. Name only a server that your own office runs. Nothing else leaves this computer."
)
OTHER_MODEL = tr(
    "Another model for sentence-transformers can be used from a folder on this computer. All passages are "
    "then prepared again in the background, and searches use the former model until that is done."
)
COMPARING = tr(
    "A cross-encoder, a model that reads your question together with a passage, can put the first 50 results "
    "in a better order. Each search then takes longer. BriefBank brings none along; choose the folder of one "
    "that you have."
)
NO_FOLDERS = tr(
    "No folder is watched. PDF, Word, text and HTML files that appear in a watched folder are added."
)
PATH_ROLE = Qt.ItemDataRole.UserRole + 1


class SettingsView(QWidget):
    """A page that requests changes by its signals, and shows their outcome."""

    server_chosen = Signal(str, str)
    """The address ('' for none) and the name of the model there."""
    folder_added = Signal(object)
    folder_removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.address, self.model = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("http://10.0.0.5:8000/v1")
        self.model.setPlaceholderText(DEFAULT_OCR_MODEL)
        self.address.setAccessibleName(tr("Address of the server for text recognition"))
        self.model.setAccessibleName(tr("Name of the model on the server"))
        self.keep = push_button(tr("Use this server"), main=True)
        self.none = push_button(tr("Use no server"))
        self.server_said = label("", wrap=True)
        self.encoder = label("", wrap=True)
        self.encoder_choice = ModelChoice(tr("Choose another model…"), tr("Use BriefBank’s own model"))
        self.reranker_choice = ModelChoice(tr("Choose a model…"), tr("Compare no results"))
        self.library = LibraryPanel()
        self.local_model = LocalModelPanel()
        self.appearance = AppearancePanel()
        self.language = LanguagePanel()
        self.remembering = RememberingPanel()
        self.folders = _Folders()
        self.add_folder = push_button(tr("Add a folder…"))
        self.remove_folder = push_button(
            tr("Stop watching"), tip=tr("The files that were added stay in the library")
        )
        self.folders_said = label("", role="muted", wrap=True)
        head, inside = page_head()
        inside.addWidget(label(tr("Settings"), scale=1.5, bold=True))
        panels = (
            self.library,
            self._server_panel(),
            self._folder_panel(),
            self._encoder_panel(),
            self._reranker_panel(),
            self.local_model,
            self.appearance,
            self.language,
            self.remembering,
        )
        page_body(self, head, scrolled(*panels))
        self._connect()
        self.show_folders([])

    # --- parts ---

    def _server_panel(self) -> QWidget:
        made, inside = panel(tr("Text recognition on a server of your office"))
        text = tr(
            "Scans are read on this computer by Tesseract. A server with olmOCR reads old and faint ones "
            "better."
        )
        inside.addWidget(label(text, wrap=True))
        inside.addWidget(label(CONFIDENTIAL, role="warn", wrap=True))
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(label(tr("Address")), self.address)
        form.addRow(label(tr("Model")), self.model)
        inside.addLayout(form)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.keep)
        row.addWidget(self.none)
        row.addWidget(self.server_said, 1)
        inside.addLayout(row)
        return made

    def _folder_panel(self) -> QWidget:
        made, inside = panel(tr("Watched folders"))
        inside.addWidget(self.folders_said)
        inside.addWidget(self.folders)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.add_folder)
        row.addWidget(self.remove_folder)
        row.addStretch(1)
        inside.addLayout(row)
        return made

    def _encoder_panel(self) -> QWidget:
        made, inside = panel(tr("Search by meaning"))
        inside.addWidget(self.encoder)
        inside.addWidget(label(OTHER_MODEL, role="muted", wrap=True))
        inside.addWidget(self.encoder_choice)
        return made

    def _reranker_panel(self) -> QWidget:
        made, inside = panel(tr("Comparing the first results"))
        inside.addWidget(label(COMPARING, wrap=True))
        inside.addWidget(self.reranker_choice)
        return made

    def _connect(self) -> None:
        self.keep.clicked.connect(self._keep)
        self.address.returnPressed.connect(self._keep)
        self.model.returnPressed.connect(self._keep)
        self.address.textChanged.connect(self._typed)
        self.none.clicked.connect(self._use_none)
        self.add_folder.clicked.connect(self._add_folder)
        self.remove_folder.clicked.connect(self._remove_folder)
        self.folders.delete_pressed.connect(self._remove_folder)
        self.folders.currentRowChanged.connect(lambda row: self.remove_folder.setEnabled(row >= 0))

    # --- the server ---

    def show_server(self, address: str, model: str) -> None:
        self.address.setText(address)
        self.model.setText("" if model == DEFAULT_OCR_MODEL else model)
        self.none.setEnabled(bool(address))
        self._typed()

    def show_server_problem(self, problem: str) -> None:
        self._mark(wrong=True)
        self._say(problem, "bad")
        self.address.setFocus()

    def show_server_kept(self, used: bool, *, changed: bool) -> None:
        self.none.setEnabled(used)
        what = tr("Kept.") if used else tr("No server is used.")
        self._say(f"{what} {NEXT_TIME}" if changed else what, "")

    def _keep(self) -> None:
        if self.address.text().strip():
            self.server_chosen.emit(self.address.text().strip(), self.model.text().strip())

    def _use_none(self) -> None:
        self.address.clear()
        self.server_chosen.emit("", self.model.text().strip())

    def _typed(self) -> None:
        self._mark(wrong=False)
        self._say("", "")
        self.keep.setEnabled(bool(self.address.text().strip()))

    def _mark(self, *, wrong: bool) -> None:
        self.address.setProperty("wrong", wrong)
        self.address.style().polish(self.address)

    def _say(self, text: str, role: str) -> None:
        self.server_said.setProperty("role", role)
        self.server_said.style().polish(self.server_said)
        self.server_said.setText(text)
        self.address.setAccessibleDescription(text)

    # --- meaning ---

    def show_encoder(self, choice: EncoderChoice) -> None:
        said = [f"{choice.name} ({choice.precision}).", told(choice.reason)]
        if choice.passages_per_second:
            speed = translate.decimal(choice.passages_per_second, 0)
            said.append(tr("It reads about {speed} passages a second here.").format(speed=speed))
        self.encoder.setText(" ".join(said))

    def show_encoder_problem(self, problem: str) -> None:
        self.encoder.setText(problem)

    # --- folders ---

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        chosen = self.folders.chosen()
        self.folders.show_folders(folders)
        self.folders.choose(chosen)
        self.folders.setVisible(bool(folders))
        self.remove_folder.setVisible(bool(folders))
        self.remove_folder.setEnabled(self.folders.chosen() is not None)
        self.folders_said.setText(
            tr("New files in these folders are added by themselves.") if folders else NO_FOLDERS
        )

    def show_folder_problem(self, error: BriefBankError) -> None:
        self.folders_said.setText(f"{error.title} {error.remedy}")

    def _add_folder(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose a folder to watch")):
            self.folder_added.emit(Path(folder))

    def _remove_folder(self) -> None:
        if (folder := self.folders.chosen()) is not None:
            self.folder_removed.emit(folder)


class _Folders(QListWidget):
    """A list of folders, each on one line, with the reason below if it cannot be read."""

    delete_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("folders")
        self.setAccessibleName(tr("Watched folders"))
        self.setWordWrap(True)

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        self.clear()
        for folder in folders:
            text = f"{folder.path}\n{told(folder.trouble)}" if folder.trouble else str(folder.path)
            item = QListWidgetItem(text, self)
            item.setData(PATH_ROLE, folder.path)
        line = self.fontMetrics().height()
        rows = sum(2 if folder.trouble else 1 for folder in folders)
        self.setFixedHeight(min(rows, 8) * line + 17 * min(len(folders), 8) + 6)

    def chosen(self) -> Path | None:
        item = self.currentItem()
        found: Path | None = item.data(PATH_ROLE) if item is not None else None
        return found

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
