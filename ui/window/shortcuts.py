"""The window's keyboard shortcuts: those of its menus, and those that only count in one place.

The first are read from the menus themselves, so that the list always matches the window.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from ui.i18n.translate import tr

Shortcuts = tuple[str, tuple[tuple[str, str], ...]]  # A place, and its keys with what they do

ELSEWHERE: tuple[Shortcuts, ...] = (
    (
        tr("In the search box"),
        (
            (tr("Enter"), tr("Search; on the search that is shown, search again")),
            (tr("Down"), tr("Go into the results; with an empty box, to the searches before")),
            (
                tr("Tab, then Left, Right"),
                tr("Go through the parts of the search under the box; Delete takes one out"),
            ),
            (tr("Escape"), tr("Empty the box")),
        ),
    ),
    (
        tr("On a result"),
        (
            (tr("Down, Up"), tr("Move through the results")),
            (tr("Enter"), tr("Open it in its brief")),
            ("Ctrl+Enter", tr("Open it in the other of two readers")),
            (tr("Right, Left"), tr("Show the whole passage, or less of it; show or fold away a brief")),
            (tr("+  and  -"), tr("Say that it is helpful, or not; again takes it back")),
            ("V, S", tr("Open another version of it, or another document with the same text")),
            ("M", tr("Find more like it")),
            ("W", tr("Show or hide why it is here")),
            ("Ctrl+C", tr("Copy the passage with its citation")),
        ),
    ),
    (
        tr("In the pages of a brief"),
        (
            (tr("Shift and arrows"), tr("Select text, by words and lines")),
            ("Ctrl+C", tr("Copy the selected text with its citation")),
            ("M", tr("Find passages like the selected text")),
            ("Shift+F10", tr("Links on the page, and what can be done with selected text")),
            (tr("Escape"), tr("Select nothing; close the find bar; leave the outline for the pages")),
        ),
    ),
    (
        tr("Before a search"),
        (
            (tr("Enter"), tr("Ask a saved or earlier search again, or open a brief")),
            (tr("Delete, F2"), tr("Forget a search; give it a name")),
            (tr("Alt+Up, Alt+Down"), tr("Move a saved search up or down in its list")),
        ),
    ),
    (
        tr("In the library"),
        (
            (tr("Enter"), tr("Open the document")),
            ("Ctrl+Enter", tr("Open it in the other of two readers")),
            (tr("Shift and arrows, Ctrl+A"), tr("Choose several documents; F2 then corrects a field of all")),
            (tr("Delete"), tr("Take the document out of the library, after a question")),
            (
                tr("Ctrl+PgDown, Ctrl+PgUp"),
                tr("While documents are looked at in turn: the next one, the one before"),
            ),
        ),
    ),
    (
        tr("On the other pages"),
        (
            (tr("Insert, Enter, Delete"), tr("Your office’s list: enter, change, take off")),
            (
                "Ctrl+Z",
                tr("Authorities: bring back the proposal that was set aside last"),
            ),
            (tr("Delete"), tr("Alerts: leave a matter for later")),
            ("Ctrl+Enter", tr("Draft check: check the pasted text")),
            ("Ctrl+C", tr("Draft check: copy the finding with its citation")),
            (tr("Alt+Up, Alt+Down, N"), tr("Collections: move a passage; write a note on it")),
            (tr("Enter, Delete"), tr("Files that are added: open or add again; do not add")),
        ),
    ),
    (
        tr("In the guide"),
        (
            (tr("Alt+Left, Alt+Right"), tr("The page before, and forward again")),
            (tr("Ctrl+F, F3, Shift+F3"), tr("Find in the page: the next place, the one before")),
            (tr("Escape"), tr("Close the guide")),
        ),
    ),
)
"""Shortcuts that no menu shows, because they count in one place alone."""


def of_menus(bar: QMenuBar) -> list[Shortcuts]:
    """Return each menu with those of its entries that have keys."""
    made = []
    for top in bar.actions():
        menu = top.menu()
        entries = menu.actions() if isinstance(menu, QMenu) else []
        rows = tuple((_keys(entry), plain(entry.text())) for entry in entries if entry.shortcuts())
        if rows:
            made.append((plain(top.text()), rows))
    return made


def all_of(bar: QMenuBar) -> list[Shortcuts]:
    return [*of_menus(bar), *ELSEWHERE]


def as_markdown(lists: Sequence[Shortcuts]) -> str:
    """Return a heading and a table for each place, for the guide."""
    keys, deeds = tr("Keys"), tr("What they do")
    head = f"| {keys} | {deeds} |\n|---|---|\n"
    parts = []
    for area, rows in lists:
        lines = "".join(f"| **{_literal(pressed)}** | {_literal(what)} |\n" for pressed, what in rows)
        parts.append(f"## {_literal(area)}\n\n{head}{lines}")
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
