"""What the Help menu shows: how to search, the self-test, the keyboard shortcuts, and what BriefBank is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank import __version__
from briefbank.errors import BriefBankError
from briefbank.models import CheckResult
from ui.jobs import JobReporter, Jobs, Lane
from ui.views.findings import Finding, FindingsDialog, of_self_test
from ui.views.search_help import SearchHelp

if TYPE_CHECKING:
    from briefbank.library import Library

SHORTCUTS = (
    ("Ctrl+L, Ctrl+F", "Go to the search box"),
    ("Enter", "Search; once the results are there, go to them; on a result, open it"),
    ("Down, Up", "Go into the results and move through them"),
    ("Right, Left", "Show the whole passage, or less of it"),
    ("+  and  -", "Say that a result is helpful, or not; again takes it back"),
    ("V, S", "Open another version of a result, or another document with the same text"),
    ("M", "Find more like a result, or like the text that is selected in the pages"),
    ("Alt+Left, Alt+Right", "Go back to the search or the authority before; forward to the search after"),
    ("Tab, then Left, Right", "Go through the parts of the search under the box; Delete takes one out"),
    ("Ctrl+C", "Copy the passage, or the selected text, with its citation"),
    ("Shift and arrows", "Select text in the pages, by words and lines"),
    ("F4, Shift+F4", "Open the next or the previous result, across documents"),
    ("F6", "Move between the box, the results and the pages"),
    ("Ctrl++, Ctrl+-, Ctrl+0", "Larger, smaller, fit to the width"),
    ("Ctrl+I", "Open or close the summary"),
    ("F2", "Correct the caption of the document"),
    ("Ctrl+R", "Read the page or the document again"),
    ("Ctrl+G", "Find the provision that governs a statement"),
    ("Ctrl+Enter", "Check the draft whose text was pasted"),
    ("Ctrl+O, Ctrl+Shift+O", "Add files, add a folder"),
    ("Ctrl+P", "Pause adding files, or go on with it"),
    ("Enter, Delete", "In the list of files: open or add again; do not add"),
    ("Ctrl+1 to Ctrl+6", "Search, Library, Authorities, Draft check, Add files, Care"),
    ("Ctrl+,", "Settings"),
    ("Ctrl+Q", "Quit"),
)


class Help(QObject):
    """One dialog at a time, none of them blocking."""

    told = Signal(str)

    def __init__(self, library: Library, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library = library
        self._jobs = jobs
        self._window = window
        self.dialog: FindingsDialog | SearchHelp | None = None

    def self_test(self) -> None:
        self.told.emit("Trying every part of BriefBank …")
        job = self._jobs.start(Lane.READY, partial(_self_test, self._library), topic="self-test")
        job.done.connect(self._show_self_test)
        job.failed.connect(self._failed)

    def searching(self) -> None:
        """How to search; it can stay open while one types."""
        dialog = SearchHelp(self._window)
        self._put(dialog)
        dialog.show()

    def shortcuts(self) -> None:
        findings = [Finding(None, keys, what) for keys, what in SHORTCUTS]
        self._show("Keyboard shortcuts", "Everything in BriefBank can be done by keyboard.", findings)

    def about(self) -> None:
        findings = [
            Finding(None, "Version", __version__),
            Finding(None, "Library", str(self._library.folder)),
            Finding(
                None,
                "Privacy",
                "Nothing leaves this computer: BriefBank opens no network connection, except to a text "
                "recognition server that your office has named in the settings.",
            ),
            Finding(None, "License", "Apache License 2.0"),
        ]
        intro = "Finds the passage in your office's own briefs, on your own computer."
        self._show("About BriefBank", intro, findings)

    def _show_self_test(self, results: Sequence[CheckResult]) -> None:
        failed = sum(1 for result in results if not result.passed)
        intro = f"{failed} of {len(results)} parts failed." if failed else "Every part works."
        self._show("Self-test", intro, of_self_test(results))

    def _failed(self, error: BriefBankError) -> None:
        self.told.emit(str(error))

    def _show(self, title: str, intro: str, findings: Sequence[Finding]) -> None:
        dialog = FindingsDialog(title, intro, findings, self._window)
        self._put(dialog)
        dialog.open()

    def _put(self, dialog: FindingsDialog | SearchHelp) -> None:
        """In place of the one that is open."""
        self.told.emit("")
        if self.dialog is not None:
            self.dialog.close()
        dialog.destroyed.connect(partial(self._forget, id(dialog)))
        self.dialog = dialog

    def _forget(self, closed: int, _object: QObject | None = None) -> None:
        if self.dialog is not None and id(self.dialog) == closed:
            self.dialog = None


def _self_test(library: Library, _reporter: JobReporter) -> list[CheckResult]:
    return library.self_test()
