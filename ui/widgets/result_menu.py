"""What can be done with one result, as a menu; and the menus of its other versions and of its copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from briefbank.models import Hit, Verdict, Version
from ui import words
from ui.key_words import with_keys
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
    """Of a row that has a result. The menu belongs to that result: where it stands in another row by the time
    something is chosen, that row is meant, and none when it is not there any more."""
    menu, hit = QMenu(view), view.results.hit(row)

    def to(do: Callable[[int], object]) -> Callable[[], None]:
        return partial(_where_it_is, view, hit, do)

    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(with_keys(tr("Open in its brief"), "Enter"), to(view.opened.emit))
    menu.addAction(with_keys(tr("Open beside"), "Ctrl+Enter"), to(view.beside_wanted.emit))
    menu.addAction(with_keys(tr("Copy passage with citation"), "Ctrl+C"), to(view.copied.emit))
    menu.addAction(with_keys(tr("More like this"), "M"), to(view.like_wanted.emit))
    menu.addSeparator()
    up, down = tr("Helpful for this search"), tr("Not helpful for this search")
    menu.addAction(with_keys(up, "+"), to(lambda now: view.thumbed.emit(now, Verdict.UP)))
    menu.addAction(with_keys(down, "-"), to(lambda now: view.thumbed.emit(now, Verdict.DOWN)))
    menu.addSeparator()
    _add_showing(menu, view, row, to)
    if hit.versions:
        menu.addMenu(version_menu(OTHER_VERSIONS, view, hit, hit.versions, menu))
    if hit.copies:
        menu.addMenu(version_menu(SAME_TEXT, view, hit, hit.copies, menu))
    menu.addSeparator()
    add_law_actions(menu, hit.document, view.same_wanted, view.day_wanted)
    return menu


def _where_it_is(view: ResultList, hit: Hit, do: Callable[[int], object]) -> None:
    row = view.results.row_of(hit.passage.id)
    if row >= 0:
        do(row)


def _add_showing(
    menu: QMenu, view: ResultList, row: int, to: Callable[[Callable[[int], object]], Callable[[], None]]
) -> None:
    index = view.results.index(row)
    expanded, explained = bool(index.data(EXPANDED_ROLE)), bool(index.data(EXPLAINED_ROLE))
    less, more = (
        with_keys(tr("Show less of the passage"), "Left"),
        with_keys(tr("Show the whole passage"), "Right"),
    )
    menu.addAction(less if expanded else more, to(lambda now: view.expand(now, not expanded)))
    if not expanded and view.results.hit(row).reasons:
        why, hide = with_keys(tr("Show why it is here"), "W"), with_keys(tr("Hide why it is here"), "W")
        menu.addAction(hide if explained else why, to(view.explain))


def version_menu(title: str, view: ResultList, hit: Hit, others: Sequence[Version], parent: QWidget) -> QMenu:
    """Other documents that hold the passage of a result."""
    menu = QMenu(title, parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for other in others[:LISTED]:
        text = words.version(words.beginning(other.title, 90), other.filed).replace("&", "&&")
        wanted = partial(_open_version, view, other)
        menu.addAction(text, partial(_where_it_is, view, hit, wanted))
    if len(others) > LISTED:
        menu.addAction(tr("and {number:,} older ones").format(number=len(others) - LISTED)).setEnabled(False)
    return menu


def _open_version(view: ResultList, other: Version, row: int) -> None:
    view.version_wanted.emit(row, other)
