"""The actions of the Help menu: the guide, how to search, the self-test, the shortcuts, about BriefBank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from briefbank.errors import BriefBankError
from ui.features.help.guide import GuideWindow
from ui.features.help.search_help import SearchHelp
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.page_parts import forget_when_closed
from ui.kit.save_dialog import chosen_file
from ui.shared.check_results import Finding, FindingsDialog, of_self_test
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, COLLECTIONS, DRAFT, INTAKE, LIBRARY, SEARCH, SETTINGS
from ui.window import shortcuts
from ui.window.keyboard import KeyboardHelp

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

GUIDE_PAGES = {
    LIBRARY: "library",
    AUTHORITIES: "authorities",
    ALERTS: "alerts",
    DRAFT: "draft",
    COLLECTIONS: "copying",
    INTAKE: "adding",
    CARE: "library",
    SETTINGS: "settings",
}
"""The guide's page for each page of the window except the search, where it depends on the keyboard focus."""


SELF_TEST_FILE = "BriefBank self-test"


class HelpController(QObject):
    """The controller of one dialog at a time, none of them blocking, and of the guide's window."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, window: MainWindow) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._window = window
        self.dialog: QDialog | None = None
        self.guide: GuideWindow | None = None
        window.installEventFilter(self)

    # --- the guide ---

    def show_current_page(self) -> None:
        """Open the guide's page on what is shown now."""
        self.open_guide(self._current_guide_page())

    def open_guide(self, page: str) -> None:
        if self.guide is None:
            self.guide = GuideWindow(shortcuts.as_markdown(shortcuts.all_of(self._window.menuBar())))
        self.guide.go(page)
        self.guide.show()
        self.guide.raise_()
        self.guide.activateWindow()
        self.guide.text.setFocus()

    def _current_guide_page(self) -> str:
        shown = self._window.pages.currentIndex()
        if shown != SEARCH:
            return GUIDE_PAGES[shown]
        page, focus = self._window.search_page, self._window.focusWidget() or self._window
        if page.first_use.isVisible():
            return "start"
        if self._window.search.reader.view.summary.isAncestorOf(focus):
            return "summaries"
        if page.readers.isAncestorOf(focus):
            return "reader"
        if page.results.isVisible() and not page.bar.isAncestorOf(focus):
            return "results"
        return "history" if page.begin.isAncestorOf(focus) else "search"

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the guide with the window: else it alone would keep the program running."""
        if event.type() == QEvent.Type.Close and self.guide is not None:
            self.guide.close()
            self.guide.deleteLater()
            self.guide = None
        return super().eventFilter(watched, event)

    # --- dialogs ---

    def self_test(self) -> None:
        self.status.emit(tr("Trying every part of BriefBank …"))
        library = self._library
        job = self._jobs.start(Lane.READY, lambda _reporter: _self_test(library), topic="self-test")
        job.done.connect(self._show_self_test)
        job.failed.connect(self._failed)

    def show_search_help(self) -> None:
        """Show how to search; the dialog can stay open while one types."""
        self._replace_dialog(SearchHelp(self._window)).show()

    def show_shortcuts(self) -> None:
        lists = shortcuts.all_of(self._window.menuBar())
        self._replace_dialog(KeyboardHelp(lists, self._window)).show()

    def show_about(self) -> None:
        privacy = tr(
            "Nothing leaves this computer: BriefBank opens no network connection, except to a text "
            "recognition server that your office has named in the settings."
        )
        findings = [
            Finding(None, tr("Version"), __version__),
            Finding(None, tr("Library"), str(self._library.folder)),
            Finding(None, tr("Privacy"), privacy),
            Finding(None, tr("Licence"), "Apache License 2.0"),
        ]
        intro = tr("Finds the passage in your office’s own briefs, on your own computer.")
        self._show(tr("About BriefBank"), intro, findings)

    def _show_self_test(self, tested: tuple[list[CheckResult], str]) -> None:
        results, report = tested
        failed = sum(1 for result in results if not result.passed)
        intro = tr("Every part works.")
        if failed:
            intro = tr("{failed} of {all} parts failed.").format(failed=failed, all=len(results))
        dialog = FindingsDialog(tr("Self-test"), intro, of_self_test(results), self._window)
        dialog.offer_report(
            copy=lambda: QGuiApplication.clipboard().setText(report),
            save=partial(self._save_self_test, report),
        )
        self._replace_dialog(dialog).open()

    def _save_self_test(self, report: str) -> None:
        path = chosen_file(
            self.dialog or self._window, tr("Save the self-test"), SELF_TEST_FILE, {"txt": tr("Text")}
        )
        if path is not None:
            library = self._library
            job = self._jobs.start(
                Lane.READER,
                lambda _reporter: library.installation.save_self_test(report, path),
                topic="self-test report",
            )
            job.done.connect(lambda _: self.status.emit(tr("The self-test was saved.")))
            job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self.status.emit(str(error))

    def _show(self, title: str, intro: str, findings: Sequence[Finding]) -> None:
        self._replace_dialog(FindingsDialog(title, intro, findings, self._window)).open()

    def _replace_dialog(self, dialog: QDialog) -> QDialog:
        """Show a dialog in place of the one that is open."""
        self.status.emit("")
        if self.dialog is not None:
            self.dialog.close()
        forget_when_closed(self, "dialog", dialog)
        self.dialog = dialog
        return dialog


def _self_test(library: LibraryApi) -> tuple[list[CheckResult], str]:
    """Return the results and the report on them."""
    results = library.installation.self_test()
    return results, library.installation.self_test_report(results)
