"""The panel of the settings page on the office's server for text recognition."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QWidget

from briefbank import settings
from briefbank.settings import DEFAULT_OCR_MODEL
from ui.features.settings import settings_changes
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

BETTER = tr(
    "Scans are read on this computer by Tesseract. A server with olmOCR reads old and faint ones better."
)
CONFIDENTIAL = tr(
    "Pictures of scanned pages are then sent to this server over your office’s network, and its keepers can "
    "read them. Name only a server that your own office runs. Nothing else leaves this computer."
)


class OcrServerPanel(Panel):
    """A panel that requests changes by its signal, and shows their outcome."""

    chosen = Signal(str, str)  # The address ('' for none) and the name of the model there

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Text recognition on a server of your office"), parent)
        self.address, self.model = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("http://10.0.0.5:8000/v1")
        self.model.setPlaceholderText(DEFAULT_OCR_MODEL)
        self.address.setAccessibleName(tr("Address of the server for text recognition"))
        self.model.setAccessibleName(tr("Name of the model on the server"))
        self.keep = push_button(tr("Use this server"), main=True)
        self.none = push_button(tr("Use no server"))
        self.message = label("", wrap=True)
        form, row = QFormLayout(), QHBoxLayout()
        form.setHorizontalSpacing(16)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(label(tr("Address")), self.address)
        form.addRow(label(tr("Model")), self.model)
        row.setSpacing(10)
        row.addWidget(self.keep)
        row.addWidget(self.none)
        row.addWidget(self.message, 1)
        self.inside.addWidget(label(BETTER, wrap=True))
        self.inside.addWidget(label(CONFIDENTIAL, role="warn", wrap=True))
        self.inside.addLayout(form)
        self.inside.addLayout(row)
        self.keep.clicked.connect(self._keep)
        self.address.returnPressed.connect(self._keep)
        self.model.returnPressed.connect(self._keep)
        self.address.textChanged.connect(self._typed)
        self.none.clicked.connect(self._use_none)

    def show_server(self, address: str, model: str) -> None:
        self.address.setText(address)
        self.model.setText("" if model == DEFAULT_OCR_MODEL else model)
        self.none.setEnabled(bool(address))
        self._typed()

    def show_problem(self, problem: str) -> None:
        restyle(self.address, wrong=True)
        self._say(problem, "bad")
        self.address.setFocus()

    def show_kept(self, used: bool, *, changed: bool) -> None:
        self.none.setEnabled(used)
        what = tr("Kept.") if used else tr("No server is used.")
        self._say(f"{what} {settings_changes.NEXT_TIME}" if changed else what, "")

    def _keep(self) -> None:
        if self.address.text().strip():
            self.chosen.emit(self.address.text().strip(), self.model.text().strip())

    def _use_none(self) -> None:
        self.address.clear()
        self.chosen.emit("", self.model.text().strip())

    def _typed(self) -> None:
        restyle(self.address, wrong=False)
        self._say("", "")
        self.keep.setEnabled(bool(self.address.text().strip()))

    def _say(self, text: str, role: str) -> None:
        restyle(self.message, role=role)
        self.message.setText(text)
        self.address.setAccessibleDescription(text)


class OcrServerController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: OcrServerPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        kept = settings.load()
        self.permitted_address = kept.ocr_address
        """The address that was permitted when BriefBank was opened, and is until it is closed."""
        panel.show_server(kept.ocr_address, kept.ocr_model)
        panel.chosen.connect(self._choose)

    def _choose(self, address: str, model: str) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_keep, self._library, address, model))
        job.done.connect(partial(self._kept, address))
        job.failed.connect(lambda error: self._panel.show_problem(settings_changes.not_kept(error)))

    def _kept(self, address: str, problem: str) -> None:
        if problem:
            self._panel.show_problem(problem)
        else:
            self._panel.show_kept(bool(address), changed=address != self.permitted_address)


def _keep(library: LibraryApi, address: str, model: str, _reporter: JobReporter) -> str:
    """Keep the server. Returns what is wrong with the address; empty when it was kept."""
    problem = library.installation.ocr_address_problem(address) if address else ""
    if not problem:
        settings_changes.change(ocr_address=address, ocr_model=model or DEFAULT_OCR_MODEL)
    return problem
