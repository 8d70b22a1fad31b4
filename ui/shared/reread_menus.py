"""The menus with which a page or a document is read again by text recognition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.pages import OcrSetting
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared.intake_requests import ReadAgain

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

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
        job = jobs.start(Lane.READY, lambda _reporter: library.installation.ocr_engines())
        job.done.connect(self._set_engines)

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
        for text, setting in WAYS:
            menu.addAction(text, self._order(ReadAgain(document, pages, setting)))
        for engine in self._others:
            order = ReadAgain(document, pages, OcrSetting.STANDARD, engine)
            menu.addAction(tr("With {engine}").format(engine=engine), self._order(order))

    def _order(self, order: ReadAgain) -> Callable[[], None]:
        return partial(self.wanted.emit, order)
