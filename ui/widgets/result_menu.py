"""What can be done with one result, as a menu; and the menus of its other versions and of its copies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from briefbank.models import Verdict, Version
from ui import words
from ui.models.hits import EXPANDED_ROLE, EXPLAINED_ROLE
from ui.tongue import tr
from ui.widgets.law_actions import add_law_actions

if TYPE_CHECKING:
    from ui.widgets.result_list import ResultList

LISTED = 40
"""Documents in one menu."""
OTHER_VERSIONS = tr("Other versions")
SAME_TEXT = tr("Documents with the same text")


def result_menu(view: ResultList, row: int) -> QMenu:
    """Of a row that has a result."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(tr("Open in its brief") + "\tEnter", lambda: view.opened.emit(row))
    menu.addAction(tr("Open beside") + "\tCtrl+Enter", lambda: view.beside_wanted.emit(row))
    menu.addAction(tr("Copy passage with citation") + "\tCtrl+C", lambda: view.copied.emit(row))
    menu.addAction(tr("More like this") + "\tM", lambda: view.like_wanted.emit(row))
    menu.addSeparator()
    menu.addAction(tr("Helpful for this search") + "\t+", lambda: view.thumbed.emit(row, Verdict.UP))
    menu.addAction(tr("Not helpful for this search") + "\t-", lambda: view.thumbed.emit(row, Verdict.DOWN))
    menu.addSeparator()
    _add_showing(menu, view, row)
    hit = view.results.hit(row)
    if hit.versions:
        menu.addMenu(version_menu(OTHER_VERSIONS, view, row, hit.versions, menu))
    if hit.copies:
        menu.addMenu(version_menu(SAME_TEXT, view, row, hit.copies, menu))
    menu.addSeparator()
    add_law_actions(menu, hit.document, view.same_wanted, view.day_wanted)
    return menu


def _add_showing(menu: QMenu, view: ResultList, row: int) -> None:
    index = view.results.index(row)
    expanded, explained = bool(index.data(EXPANDED_ROLE)), bool(index.data(EXPLAINED_ROLE))
    less, more = tr("Show less of the passage") + "\tLeft", tr("Show the whole passage") + "\tRight"
    menu.addAction(less if expanded else more, lambda: view.expand(row, not expanded))
    if not expanded and view.results.hit(row).reasons:
        why, hide = tr("Show why it is here") + "\tW", tr("Hide why it is here") + "\tW"
        menu.addAction(hide if explained else why, lambda: view.explain(row))


def version_menu(title: str, view: ResultList, row: int, others: Sequence[Version], parent: QWidget) -> QMenu:
    """Other documents that hold the passage of a row."""
    menu = QMenu(title, parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for other in others[:LISTED]:
        text = words.version(words.beginning(other.title, 90), other.filed).replace("&", "&&")
        menu.addAction(text, partial(view.version_wanted.emit, row, other))
    if len(others) > LISTED:
        menu.addAction(tr("and {number:,} older ones").format(number=len(others) - LISTED)).setEnabled(False)
    return menu
