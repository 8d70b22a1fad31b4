"""The menus and shortcuts of the main window, as a table of words, keys and actions; and what Help does: the
guide, the self-test, about BriefBank.

The guide's list of shortcuts is read from the menus, so that it always matches the window. Those that count
in one place alone stand on the guide's page itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from ui.features.help.guide import GuideWindow
from ui.features.reader.painting import Fit
from ui.features.settings.activity_log import RecordPanel
from ui.features.settings.care import CarePanel
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane, Work
from ui.kit.dialogs import chosen_file
from ui.kit.keyboard import distinct_mnemonics
from ui.shared.notices import Finding, FindingsDialog, of_self_test
from ui.shared.pages import AUTHORITIES, COLLECTIONS, DRAFT, LIBRARY, RAIL, SEARCH, SETTINGS

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

Entry = tuple[str, str, Callable[[], object]] | None
"""The words, keys (several separated by '; ') and action; None is a line between groups."""


def build(window: MainWindow) -> None:
    """Fill the menu bar. Keys are unique, so none of them is ambiguous."""
    search = window.search_page
    places = enumerate(RAIL)
    menus: dict[str, list[Entry]] = {
        tr("&File"): [
            (tr("&Add files…"), "Ctrl+O", window.library_page.choose_files),
            (tr("Add a &folder…"), "Ctrl+Shift+O", window.library_page.choose_folder),
            (tr("&Pause or resume adding"), "Ctrl+Shift+A", window.library_page.adding.toggle),
            None,
            (tr("&Copy with citation"), "Ctrl+Shift+C", search.copy_open),
            (tr("Put into a co&llection…"), "Ctrl+D", window.collect),
            (tr("E&xport the results…"), "Ctrl+Shift+X", search.menu.export_results),
            None,
            (tr("&Print…"), "Ctrl+P", lambda: search.reader.print_pages()),
            (tr("Print with the &marks…"), "", lambda: search.reader.print_pages(marked=True)),
            None,
            (tr("&Quit"), "Ctrl+Q", window.close),
        ],
        tr("&Go"): [
            *(
                (f"&{name}", keys, partial(window.show_page, number))
                for number, (_icon, name, keys) in places
            ),
            (tr("A&lerts"), "Ctrl+B", window.alerts.toggle),
            None,
            (tr("Bac&k"), "Alt+Left", window.go_back),
            (tr("&Forward"), "Alt+Right", window.go_forward),
            (tr("Ne&xt part of the page"), "F6", window.next_pane),
        ],
        tr("&Search"): [
            (tr("Go to the search &box"), "Ctrl+L; Ctrl+K", window.focus_search),
            (
                tr("&Newest first"),
                "Ctrl+Shift+N",
                lambda: search.bar.order.button(search.bar.order.values[0]).click(),
            ),
            (
                tr("Best &match"),
                "Ctrl+Shift+B",
                lambda: search.bar.order.button(search.bar.order.values[1]).click(),
            ),
            None,
            (tr("Ne&xt result"), "F4", lambda: search.step(1)),
            (tr("&Previous result"), "Shift+F4", lambda: search.step(-1)),
            (tr("Next b&rief"), "Alt+Down", lambda: search.step_brief(1)),
            (tr("Pr&evious brief"), "Alt+Up", lambda: search.step_brief(-1)),
            None,
            (tr("Search &again"), "F5", search.bar.enter),
            (tr("F&ilters"), "Ctrl+Shift+F", search.toggle_filters),
            (tr("Group by br&ief"), "Ctrl+Shift+G", search.results.grouping.click),
            None,
            (tr("Searches &before…"), "Ctrl+H", search.begin.recall),
            (tr("&Save this search…"), "Ctrl+S", search.begin.save),
            None,
            (tr("Find the &governing provision…"), "Ctrl+G", window.draft_page.show_governing),
            None,
            (tr("&Your marks…"), "", search.menu.show_marks),
            (tr("&Words searched beside others…"), "", search.menu.open_thesaurus),
        ],
        tr("&Brief"): [
            (tr("&Find in the brief…"), "Ctrl+F", lambda: window.find_in_brief()),
            (tr("Find ne&xt"), "F3", lambda: window.find_in_brief(1)),
            (tr("Find pre&vious"), "Shift+F3", lambda: window.find_in_brief(-1)),
            None,
            (tr("&Larger"), "Ctrl++; Ctrl+=", lambda: search.reader.canvas.zoom_in()),
            (tr("&Smaller"), "Ctrl+-", lambda: search.reader.canvas.zoom_out()),
            (tr("Fit the &width"), "Ctrl+0", lambda: search.reader.canvas.fit(Fit.WIDTH)),
            (tr("Fit the te&xt"), "Ctrl+8", lambda: search.reader.canvas.fit(Fit.TEXT)),
            (tr("Fit the whole &page"), "Ctrl+9", lambda: search.reader.canvas.fit_page()),
            (tr("Turn cloc&kwise"), "Ctrl+]", lambda: search.reader.canvas.turn(1)),
            (tr("Turn &anticlockwise"), "Ctrl+[", lambda: search.reader.canvas.turn(-1)),
            None,
            (tr("&Go to page…"), "Ctrl+Shift+P", lambda: search.reader.type_page()),
            (tr("Outl&ine and page pictures"), "F9", lambda: search.reader.side.toggle()),
            (tr("Second brief &beside"), "F8", window.toggle_second_reader),
            (tr("Reader a&lone"), "F11", search.readers.toggle_alone),
            (tr("S&ummary"), "Ctrl+I", lambda: search.reader.toggle_summary()),
            (tr("&Correct the caption…"), "F2", window.correct_chosen),
            (tr("&Read again…"), "Ctrl+R", lambda: search.reader.read_again()),
            (tr("&Open in the system’s viewer"), "Ctrl+E", lambda: search.reader.open_outside()),
        ],
        tr("&Library"): [
            (tr("&Backup and repair"), "", lambda: window.show_settings(CarePanel)),
            (tr("Activity &log…"), "", lambda: window.settings_page.panel(RecordPanel).show_dialog()),
        ],
        tr("&Help"): [
            (tr("&Help for this page"), "F1", window.help.show_current_page),
            (tr("First s&teps…"), "", window.show_first_steps),
            (tr("The &ten tasks done most"), "", lambda: window.help.open_guide("ten-tasks")),
            (tr("&How to search"), "Shift+F1", lambda: window.help.open_guide("operators")),
            (tr("&Keyboard shortcuts"), "Ctrl+F1", lambda: window.help.open_guide("keyboard")),
            (tr("&Self-test"), "", window.help.self_test),
            None,
            (tr("&About BriefBank"), "", window.help.show_about),
        ],
    }
    for title, entries in zip(distinct_mnemonics(menus), menus.values(), strict=True):
        menu = window.menuBar().addMenu(title)
        for entry in _lettered(entries):
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(_action(window, *entry))


def _lettered(entries: Sequence[Entry]) -> list[Entry]:
    """Give each entry a letter of its own."""
    words = iter(distinct_mnemonics(entry[0] for entry in entries if entry is not None))
    return [None if entry is None else (next(words), *entry[1:]) for entry in entries]


def _action(window: MainWindow, words: str, keys: str, do: Callable[[], object]) -> QAction:
    action = QAction(words, window)
    action.setShortcuts([QKeySequence(key) for key in keys.split("; ") if key])
    action.triggered.connect(lambda _checked=False: do())
    return action


# --- the list of shortcuts ---


def shortcuts(bar: QMenuBar) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each menu with the keys of its entries and what they do."""
    lists = []
    for top in bar.actions():
        menu = top.menu()
        entries = menu.actions() if isinstance(menu, QMenu) else []
        rows = [(_keys(entry), plain(entry.text())) for entry in entries if entry.shortcuts()]
        if rows:
            lists.append((plain(top.text()), rows))
    return lists


def as_markdown(bar: QMenuBar) -> str:
    """Return a heading and a table for each menu, for the guide."""
    head = "| {keys} | {what} |\n|---|---|\n".format(keys=tr("Keys"), what=tr("What they do"))
    parts = []
    for menu, rows in shortcuts(bar):
        lines = "".join(f"| {_literal(keys)} | {_literal(what)} |\n" for keys, what in rows)
        parts.append(f"## {_literal(menu)}\n\n{head}{lines}")
    return "\n".join(parts)


def plain(words: str) -> str:
    """Return the words of a menu without the mark of their letter, and without the dots of a dialog that
    follows."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def _keys(entry: QAction) -> str:
    """Return the keys' names on this system and in its language."""
    return ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in entry.shortcuts())


def _literal(words: str) -> str:
    r"""Escape signs of Markdown that are meant as themselves: keys are called \, [, ], *, + and -."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#+-" else sign for sign in words)


# --- help ---

GUIDE_PAGES = {
    LIBRARY: "library",
    AUTHORITIES: "authorities",
    DRAFT: "draft",
    COLLECTIONS: "copying",
    SETTINGS: "settings",
}
"""The guide's page for each page of the window except the search, where it depends on the keyboard focus."""
SELF_TEST_FILE = "BriefBank self-test"


class HelpController(QObject):
    """What the Help menu does in one window."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: MainWindow) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.dialog: FindingsDialog | None = None
        self.guide: GuideWindow | None = None
        window.installEventFilter(self)

    # --- the guide ---

    def show_current_page(self) -> None:
        """Open the guide's page on what is shown now."""
        self.open_guide(self._current_guide_page())

    def open_guide(self, page: str) -> None:
        if self.guide is None:
            self.guide = GuideWindow(as_markdown(self._window.menuBar()))
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
        if self._window.search_page.reader.summary.isAncestorOf(focus):
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

    def _show(self, title: str, intro: str, findings: Sequence[Finding]) -> FindingsDialog:
        self._window.tell("")
        self.dialog = dialog = FindingsDialog(title, intro, findings, self._window)
        dialog.open()
        return dialog

    def self_test(self) -> None:
        self._window.tell(tr("Trying every part of BriefBank …"))
        self._run(partial(_self_test, self._library), self._show_self_test)

    def _run(self, work: Work, then: Callable[[Any], object]) -> None:
        lane, topic = Lane.READY, "self-test"
        self._jobs.run(self, work, then=then, failed=self._window.tell_error, lane=lane, topic=topic)

    def _show_self_test(self, tested: tuple[list[CheckResult], str]) -> None:
        results, report = tested
        failed = sum(1 for result in results if not result.passed)
        intro = tr("Every part works.")
        if failed:
            intro = tr("{failed} of {all} parts failed.").format(failed=failed, all=len(results))
        dialog = self._show(tr("Self-test"), intro, of_self_test(results))
        dialog.offer_report(
            copy=lambda: QGuiApplication.clipboard().setText(report),
            save=partial(self._save_self_test, dialog, report),
        )

    def _save_self_test(self, dialog: FindingsDialog, report: str) -> None:
        path = chosen_file(dialog, tr("Save the self-test"), SELF_TEST_FILE, {"txt": tr("Text")})
        if path is not None:
            library = self._library
            self._run(
                lambda _reporter: library.installation.save_self_test(report, path),
                lambda _: self._window.tell(tr("The self-test was saved.")),
            )


def _self_test(library: LibraryApi, _reporter: JobReporter) -> tuple[list[CheckResult], str]:
    """Return the results and the report on them."""
    results = library.installation.self_test()
    return results, library.installation.self_test_report(results)
