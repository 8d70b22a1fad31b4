"""The menus and shortcuts of the main window, as a table of words, keys and actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from ui.i18n.translate import tr
from ui.kit.mnemonics import distinct_mnemonics
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, COLLECTIONS, DRAFT, INTAKE, LIBRARY, SEARCH, SETTINGS

if TYPE_CHECKING:
    from ui.main_window import MainWindow

Entry = tuple[str, str, Callable[[], object]] | None
"""The words, keys (several separated by '; ') and action; None is a line between groups."""


def build(window: MainWindow) -> None:
    """Fill the menu bar. Keys are unique, so none of them is ambiguous."""
    page, search = window.search_page, window.search
    menus: dict[str, list[Entry]] = {
        tr("&File"): [
            (tr("&Add files…"), "Ctrl+O", window.intake_connections.choose_files),
            (tr("Add a &folder…"), "Ctrl+Shift+O", window.intake_connections.choose_folder),
            (tr("&Pause or resume adding"), "Ctrl+Shift+A", window.intake.toggle_pause),
            None,
            (tr("&Copy with citation"), "Ctrl+Shift+C", window.copying.copy_open),
            (tr("Put into a co&llection…"), "Ctrl+D", window.collect),
            (tr("E&xport the results…"), "Ctrl+Shift+X", window.exporting.export_results),
            None,
            (tr("&Print…"), "Ctrl+P", lambda: search.reader.print_pages()),
            (tr("Print with the &marks…"), "", lambda: search.reader.print_pages(marked=True)),
            None,
            (tr("&Settings"), "Ctrl+,", lambda: window.show_page(SETTINGS)),
            None,
            (tr("&Quit"), "Ctrl+Q", window.close),
        ],
        tr("&Search"): [
            (tr("Go to the search &box"), "Ctrl+L; Ctrl+K", window.focus_search),
            (tr("Sea&rch page"), _key(SEARCH), lambda: window.show_page(SEARCH)),
            (tr("Ne&xt part of the window"), "F6", window.next_pane),
            (
                tr("&Newest first"),
                "Ctrl+Shift+N",
                lambda: page.bar.order.button(page.bar.order.values[0]).click(),
            ),
            (
                tr("Best &match"),
                "Ctrl+Shift+B",
                lambda: page.bar.order.button(page.bar.order.values[1]).click(),
            ),
            None,
            (tr("Ne&xt result"), "F4", lambda: search.results.step(1)),
            (tr("&Previous result"), "Shift+F4", lambda: search.results.step(-1)),
            (tr("Next b&rief"), "Alt+Down", lambda: search.results.step_brief(1)),
            (tr("Pr&evious brief"), "Alt+Up", lambda: search.results.step_brief(-1)),
            None,
            (tr("Search &again"), "F5", page.bar.enter),
            (tr("&Narrow the results"), "Ctrl+Shift+F", page.results.go_narrow),
            (tr("Group by br&ief"), "Ctrl+Shift+G", page.results.head.grouping.click),
            None,
            (tr("Bac&k to the search before"), "Alt+Left", window.go_back),
            (tr("&Forward again"), "Alt+Right", search.go_forward),
            None,
            (tr("Searches &before…"), "Ctrl+H", window.userdata.recall),
            (tr("&Save this search…"), "Ctrl+S", window.userdata.save),
            None,
            (tr("Find the &governing provision…"), "Ctrl+G", window.governing.show_dialog),
            None,
            (tr("&Your marks…"), "", window.feedback.show_dialog),
            (tr("&Words searched beside others…"), "", window.thesaurus.open),
        ],
        tr("&Reader"): [
            (tr("&Find in the brief…"), "Ctrl+F", window.second_reader.find),
            (tr("Find ne&xt"), "F3", lambda: window.second_reader.find_step(1)),
            (tr("Find pre&vious"), "Shift+F3", lambda: window.second_reader.find_step(-1)),
            None,
            (tr("&Larger"), "Ctrl++; Ctrl+=", lambda: search.reader.view.canvas.zoom_in()),
            (tr("&Smaller"), "Ctrl+-", lambda: search.reader.view.canvas.zoom_out()),
            (tr("Fit to the &width"), "Ctrl+0", lambda: search.reader.view.canvas.fit_width()),
            (tr("Fit the whole &page"), "Ctrl+9", lambda: search.reader.view.canvas.fit_page()),
            (tr("Turn cloc&kwise"), "Ctrl+]", lambda: search.reader.view.canvas.turn(1)),
            (tr("Turn &anticlockwise"), "Ctrl+[", lambda: search.reader.view.canvas.turn(-1)),
            None,
            (tr("&Go to page…"), "Ctrl+Shift+P", lambda: search.reader.navigation.type_page()),
            (tr("Outl&ine and page pictures"), "F9", lambda: search.reader.navigation.toggle()),
            (tr("Second brief &beside"), "F8", window.second_reader.toggle),
            (tr("S&ummary"), "Ctrl+I", lambda: search.reader.toggle_summary()),
            (tr("&Correct the caption…"), "F2", window.correction.correct_chosen),
            (tr("&Read again…"), "Ctrl+R", lambda: search.reader.read_again()),
            (tr("&Open in the system’s viewer"), "Ctrl+E", lambda: search.reader.open_outside()),
        ],
        tr("&Library"): [
            (tr("D&ocuments"), _key(LIBRARY), lambda: window.show_page(LIBRARY)),
            (tr("&Authorities"), _key(AUTHORITIES), lambda: window.show_page(AUTHORITIES)),
            (tr("A&lerts: what to look at"), _key(ALERTS), lambda: window.show_page(ALERTS)),
            (tr("&Draft check"), _key(DRAFT), lambda: window.show_page(DRAFT)),
            (tr("Collec&tions"), _key(COLLECTIONS), lambda: window.show_page(COLLECTIONS)),
            (tr("&Files that are added"), _key(INTAKE), lambda: window.show_page(INTAKE)),
            None,
            (tr("&Care and backup"), _key(CARE), lambda: window.show_page(CARE)),
            (tr("C&heck"), "", window.check_library),
            (tr("&Rebuild indexes"), "", window.rebuild_indexes),
            (tr("&What was done…"), "", window.record.show_dialog),
        ],
        tr("&Help"): [
            (tr("&Help for this page"), "F1", window.help.show_current_page),
            (tr("First s&teps…"), "", window.first_run.show_steps),
            (tr("The &ten tasks done most"), "", lambda: window.help.open_guide("ten-tasks")),
            (tr("&How to search"), "Shift+F1", window.help.show_search_help),
            (tr("&Keyboard shortcuts"), "Ctrl+F1", window.help.show_shortcuts),
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


def _key(page: int) -> str:
    """Return the keys of a page of the rail: Ctrl and its place."""
    return f"Ctrl+{page + 1}"


def _lettered(entries: Sequence[Entry]) -> list[Entry]:
    """Give each entry a letter of its own."""
    words = iter(distinct_mnemonics(entry[0] for entry in entries if entry is not None))
    return [None if entry is None else (next(words), *entry[1:]) for entry in entries]


def _action(window: MainWindow, words: str, keys: str, do: Callable[[], object]) -> QAction:
    action = QAction(words, window)
    action.setShortcuts([QKeySequence(key) for key in keys.split("; ") if key])
    action.triggered.connect(lambda _checked=False: do())
    return action
