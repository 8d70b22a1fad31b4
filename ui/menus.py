"""The menus and shortcuts of the main window, as a table of words, keys and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence, QShortcut

from ui.pages import AUTHORITIES, CARE, DRAFT, INTAKE, LIBRARY, SEARCH, SETTINGS

if TYPE_CHECKING:
    from ui.main_window import MainWindow

Entry = tuple[str, str, Callable[[], object]] | None
"""Words, keys (several separated by '; ') and what to do; None is a line between groups."""


def build(window: MainWindow) -> None:
    """Fill the menu bar. Keys are unique, so none of them is ambiguous."""
    page, reader = window.search_page, window.search_page.reader
    menus: dict[str, list[Entry]] = {
        "&File": [
            ("&Add files…", "Ctrl+O", window.adding.choose_files),
            ("Add a &folder…", "Ctrl+Shift+O", window.adding.choose_folder),
            ("&Pause or resume adding", "Ctrl+P", window.intake.toggle_pause),
            None,
            ("&Settings", "Ctrl+,", lambda: window.show_page(SETTINGS)),
            None,
            ("&Quit", "Ctrl+Q", window.close),
        ],
        "&Search": [
            ("Go to the search &box", "Ctrl+L; Ctrl+F", window.focus_search),
            (
                "&Newest first",
                "Ctrl+Shift+N",
                lambda: page.bar.order.button(page.bar.order.values[0]).click(),
            ),
            ("Best &match", "Ctrl+Shift+B", lambda: page.bar.order.button(page.bar.order.values[1]).click()),
            None,
            ("Ne&xt result", "F4", lambda: page.step(1)),
            ("&Previous result", "Shift+F4", lambda: page.step(-1)),
            None,
            ("Bac&k to the search before", "Alt+Left", window.go_back),
            ("&Forward again", "Alt+Right", page.go_forward),
            None,
            ("Find the &governing provision…", "Ctrl+G", window.governing.show_dialog),
            None,
            ("&Your marks…", "", window.aids.show_marks),
            ("&Words searched beside others…", "", window.aids.open_thesaurus),
        ],
        "&Reader": [
            ("&Larger", "Ctrl++; Ctrl+=", reader.canvas.zoom_in),
            ("&Smaller", "Ctrl+-", reader.canvas.zoom_out),
            ("&Fit to the width", "Ctrl+0", reader.canvas.fit_width),
            None,
            ("S&ummary", "Ctrl+I", reader.toggle_summary),
            ("&Correct the caption…", "F2", window.correcting.correct_chosen),
            ("&Read again…", "Ctrl+R", reader.read_again),
            ("&Open in the system's viewer", "Ctrl+E", reader.open_outside),
        ],
        "&Library": [
            ("D&ocuments", "", lambda: window.show_page(LIBRARY)),
            ("&Authorities", "", lambda: window.show_page(AUTHORITIES)),
            ("&Draft check", "", lambda: window.show_page(DRAFT)),
            None,
            ("&Care and backup", "", lambda: window.show_page(CARE)),
            ("C&heck", "", window.check_library),
            ("&Rebuild indexes", "", window.rebuild_indexes),
        ],
        "&Help": [
            ("&How to search", "Shift+F1", window.help.searching),
            ("&Keyboard shortcuts", "F1", window.help.shortcuts),
            ("&Self-test", "", window.help.self_test),
            None,
            ("&About BriefBank", "", window.help.about),
        ],
    }
    for title, entries in menus.items():
        menu = window.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(_action(window, *entry))
    for number in (SEARCH, LIBRARY, AUTHORITIES, DRAFT, INTAKE, CARE):
        QShortcut(QKeySequence(f"Ctrl+{number + 1}"), window, lambda n=number: window.show_page(n))
    QShortcut(QKeySequence("F6"), window, window.next_pane)


def _action(window: MainWindow, words: str, keys: str, do: Callable[[], object]) -> QAction:
    action = QAction(words, window)
    action.setShortcuts([QKeySequence(key) for key in keys.split("; ") if key])
    action.triggered.connect(lambda _checked=False: do())
    return action
