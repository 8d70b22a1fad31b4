"""What several pages offer: copying words, reading a scan again, the law of a brief, joining an office."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.pages import OcrSetting
from briefbank.exports.quotations import CitedQuotation, to_html, to_text
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


def copy_quotation(quoted: CitedQuotation) -> None:
    """Copy as plain text, and as rich text for word processors: the program that takes it chooses."""
    data = QMimeData()
    data.setText(to_text(quoted))
    data.setHtml(to_html(quoted))
    QGuiApplication.clipboard().setMimeData(data)


def add_law_actions(menu: QMenu, document: Document, same: SignalInstance, day: SignalInstance) -> None:
    """Add the actions. ``same`` takes the document, ``day`` its filing date, without which it is disabled."""
    menu.addAction(tr("Briefs that cite the same authorities…"), partial(same.emit, document))
    action = menu.addAction(
        tr("Search the law as of this brief’s date"),
        lambda: day.emit(document.filed) if document.filed else None,
    )
    action.setEnabled(document.filed is not None)


WAYS = (
    (tr("Carefully (faint or small print)"), OcrSetting.CAREFUL),
    (tr("As one column (forms)"), OcrSetting.ONE_COLUMN),
    (tr("In the usual way"), OcrSetting.STANDARD),
)


class ReadAgainMenus(QObject):
    """A builder of menus from the engines that are available."""

    wanted = Signal(object)  # A ReadAgain

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._others: list[str] = []

    def learn_engines(self, library: LibraryApi, jobs: Jobs) -> None:
        """Ask once, in the background, which engines there are; until then only the usual one is offered."""
        engines = library.installation.ocr_engines
        jobs.run(self, lambda _reporter: engines(), then=self._set_engines, lane=Lane.READY)

    def _set_engines(self, engines: Sequence[str]) -> None:
        self._others = list(engines[1:])

    def menu(self, parent: QWidget, document: Document, page: int | None = None) -> QMenu:
        """Return the menu for a whole document, or for one page (0-based) of it with the whole document
        below."""
        menu = QMenu(tr("Read again"), parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if page is None:
            self._add(menu, document, None)
            return menu
        menu.addAction(tr("This page:")).setEnabled(False)
        self._add(menu, document, (page,))
        menu.addSeparator()
        menu.addAction(tr("All scanned pages of the document:")).setEnabled(False)
        self._add(menu, document, None)
        return menu

    def _add(self, menu: QMenu, document: Document, pages: tuple[int, ...] | None) -> None:
        ways = [(text, setting, "") for text, setting in WAYS]
        for engine in self._others:
            ways.append((tr("With {engine}").format(engine=engine), OcrSetting.STANDARD, engine))
        for text, setting, engine in ways:
            menu.addAction(text, partial(self.wanted.emit, ReadAgain(document, pages, setting, engine)))


@dataclass(frozen=True)
class ReadAgain:
    """A request to recognise pages (0-based) of a document again, or (None) all that are scans."""

    document: Document
    pages: tuple[int, ...] | None
    setting: OcrSetting
    engine: str = ""


def chosen_invitation(parent: QWidget) -> Path | None:
    """Ask for an invitation file; return None when that was cancelled. Blocks."""
    path, _kind = QFileDialog.getOpenFileName(parent, tr("Choose the invitation of your office"))
    return Path(path) if path else None


def joining(office: str) -> str:
    """Return what was decided, which takes effect at the next start."""
    return tr("This computer is to join {office}.").format(office=office)
