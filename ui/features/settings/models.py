"""The panels on the models that search uses, and on the office's server for text recognition."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QLineEdit

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.settings import DEFAULT_OCR_MODEL
from ui.features.settings.panel import SettingsPanel
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Lane
from ui.kit.controls import label, push_button
from ui.kit.layout import STRETCH, add, form, row
from ui.shared import wording
from ui.style.theme import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.settings.page import SettingsPage

OTHER_MODEL = tr(
    "BriefBank also finds passages that say the same in other words. The model for that can be replaced by "
    "another one, from a folder on this computer. All passages are then prepared again in the background, "
    "those of the newest briefs first."
)
PREPARES = tr(
    "Kept. All passages are now prepared again with this model, in the background, those of the newest "
    "briefs first. Until then searches by meaning find only what is prepared."
)
COMPARING = tr(
    "A second model can read your question together with each passage, and put the first 50 results in a "
    "better order. Each search then takes longer. BriefBank brings none along; choose the folder of one that "
    "your office has."
)
KEPT = tr("Kept. The first 50 results of each search are compared by this model.")
WITHOUT = tr("Kept. Results are not compared by a model.")
LOADING = tr("The model is loaded and tried. That takes half a minute where it is new to this computer.")
BETTER = tr(
    "Scans are read on this computer by Tesseract. A server with olmOCR reads old and faint ones better."
)
CONFIDENTIAL = tr(
    "Pictures of scanned pages are then sent to this server over your office’s network, and its keepers can "
    "read them. Name only a server that your own office runs. Nothing else leaves this computer."
)
SMALLER_FORM = "-int8"  # The end of a model's name that tells the form in which BriefBank ships it


class ModelPanel(SettingsPanel):
    """The folder of a model, which is tried before it is kept."""

    def __init__(
        self,
        page: SettingsPage,
        title: str,
        about: str,
        buttons: tuple[str, str],
        field: str,
        try_out: Callable[[Path], object],
        begin: Callable[[], object],
    ) -> None:
        """``field``: the field of Settings that names the folder. ``begin`` loads the model that was kept."""
        super().__init__(title, page)
        self._field, self._try_out, self._begin = field, try_out, begin
        self.used, self.folder = label("", wrap=True), label("", wrap=True)
        self.choose, self.without = map(push_button, buttons)
        words, line = label(about, role="muted", wrap=True), row(self.choose, self.without, STRETCH)
        add(self.inside, self.used, words, self.folder, line, self.message)
        self.used.hide()
        self.choose.clicked.connect(self._choose)
        self.without.clicked.connect(lambda: self._use(None))
        self._show_folder()

    def _show_folder(self) -> None:
        folder = getattr(settings.load(), self._field)
        self.folder.setText(tr("Chosen folder: {folder}").format(folder=folder) if folder else "")
        self.folder.setVisible(folder is not None)
        self.choose.setEnabled(True)
        self.without.setEnabled(folder is not None)

    def _choose(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose the folder of a model")):
            self._use(Path(folder))

    def _use(self, folder: Path | None) -> None:
        self.choose.setEnabled(False)
        self.without.setEnabled(False)
        self.say(LOADING)
        work = partial(_try_and_keep, self._field, folder, self._try_out, self._begin)
        self.run(work, partial(self._kept, folder), lane=Lane.READY)

    def _kept(self, _folder: Path | None, _nothing: object) -> None:
        self._show_folder()

    def fail(self, error: BriefBankError) -> None:
        """Show an error; the earlier choice stays."""
        self._show_folder()
        super().fail(error)


def _try_and_keep(
    field: str,
    folder: Path | None,
    try_out: Callable[[Path], object],
    begin: Callable[[], object],
    _reporter: JobReporter,
) -> None:
    if folder is not None:
        try_out(folder)
    settings.change(**{field: folder})
    begin()


class EncoderPanel(ModelPanel):
    """The model for search by meaning."""

    def __init__(self, page: SettingsPage) -> None:
        model, buttons = (
            page.library.embedding,
            (tr("Choose another model…"), tr("Use BriefBank’s own model")),
        )
        title = tr("Search by meaning")
        super().__init__(page, title, OTHER_MODEL, buttons, "encoder", model.try_out, model.choose_again)

    def refresh(self) -> None:
        """Show which model is in use, and which folder is chosen."""
        self._show_folder()
        library = self.library
        self.ask(lambda _reporter: library.embedding.model_name(), self._show_used, "encoder")

    def _show_used(self, name: str) -> None:
        self.used.setText(tr("Model: {model}").format(model=name.removesuffix(SMALLER_FORM)))
        self.used.show()

    def _kept(self, folder: Path | None, _nothing: object) -> None:
        super()._kept(folder, _nothing)
        self.say(PREPARES)
        self.page.encoder_changed.emit()


class RerankerPanel(ModelPanel):
    """The model that puts the first results in order."""

    def __init__(self, page: SettingsPage) -> None:
        model = page.library.reranker
        buttons = tr("Choose a model…"), tr("Compare no results")
        title = tr("Comparing the first results")
        super().__init__(page, title, COMPARING, buttons, "reranker", model.try_out, model.warm)

    def refresh(self) -> None:
        """Show which folder is chosen, and what is wrong with the model there."""
        self._show_folder()
        if note := self.library.reranker.trouble():
            self.say(translate_core(note), bad=True)

    def _kept(self, folder: Path | None, _nothing: object) -> None:
        super()._kept(folder, _nothing)
        self.say(KEPT if folder else WITHOUT)


class OcrServerPanel(SettingsPanel):
    """The office's server for text recognition, which is let through from the next start on."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Text recognition on a server of your office"), page)
        kept = settings.load()
        self._permitted = kept.ocr_address  # Let through until BriefBank is closed
        self.address, self.model = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("http://10.0.0.5:8000/v1")
        self.model.setPlaceholderText(DEFAULT_OCR_MODEL)
        self.address.setAccessibleName(tr("Address of the server for text recognition"))
        self.model.setAccessibleName(tr("Name of the model on the server"))
        self.use = push_button(tr("Use this server"), main=True)
        self.none = push_button(tr("Use no server"))
        add(
            self.inside,
            label(BETTER, wrap=True),
            label(CONFIDENTIAL, role="warn", wrap=True),
            form((tr("Address"), self.address), (tr("Model"), self.model)),
            row(self.use, self.none, STRETCH),
            self.message,
        )
        self.address.setText(kept.ocr_address)
        self.model.setText("" if kept.ocr_model == DEFAULT_OCR_MODEL else kept.ocr_model)
        self.none.setEnabled(bool(kept.ocr_address))
        self._typed()
        for field in (self.address, self.model):
            field.returnPressed.connect(self._use)
        self.use.clicked.connect(self._use)
        self.none.clicked.connect(self._use_none)
        self.address.textChanged.connect(lambda _text: self._typed())

    def _typed(self) -> None:
        restyle(self.address, wrong=False)
        self.say("")
        self.use.setEnabled(bool(self.address.text().strip()))

    def _use(self) -> None:
        if self.address.text().strip():
            self._keep(self.address.text().strip())

    def _use_none(self) -> None:
        self.address.clear()
        self._keep("")

    def _keep(self, address: str) -> None:
        work = partial(_use_server, self.library, address, self.model.text().strip())
        self.run(work, partial(self._kept, address), failed=self.not_kept)

    def _kept(self, address: str, problem: str) -> None:
        if problem:
            restyle(self.address, wrong=True)
            self.say(problem, bad=True)
            self.address.setFocus()
            return
        self.none.setEnabled(bool(address))
        what = tr("Kept.") if address else tr("No server is used.")
        self.say(f"{what} {wording.NEXT_TIME}" if address != self._permitted else what)

    def say(self, text: str, *, bad: bool = False) -> None:
        super().say(text, bad=bad)
        self.address.setAccessibleDescription(text)


def _use_server(library: LibraryApi, address: str, model: str, _reporter: JobReporter) -> str:
    """Keep the server. Return what is wrong with the address; empty when it was kept."""
    problem = library.installation.ocr_address_problem(address) if address else ""
    if not problem:
        settings.change(ocr_address=address, ocr_model=model or DEFAULT_OCR_MODEL)
    return problem
