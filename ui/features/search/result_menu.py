"""The menu of one result, and the menus of its other versions and of its copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from briefbank.domain.documents import Version
from briefbank.domain.searches import Hit, Verdict
from ui.features.search.model import EXPANDED_ROLE, EXPLAINED_ROLE
from ui.i18n.translate import tr
from ui.kit.key_names import with_keys
from ui.shared import wording
from ui.shared.law_actions import add_law_actions

if TYPE_CHECKING:
    from ui.features.search.result_list import ResultList

LISTED = 40  # The most documents in one menu
OTHER_VERSIONS = tr("Other versions")
SAME_TEXT = tr("Documents with the same text")


def result_menu(view: ResultList, row: int) -> QMenu:
    """Return the menu of a row that has a result. The menu belongs to that result: when an entry is chosen,
    it acts on the row where the result then stands, and does nothing if the result is gone."""
    menu, hit = QMenu(view), view.results.hit(row)

    def on_row(do: Callable[[int], object]) -> Callable[[], None]:
        return partial(_act_on_present_row, view, hit, do)

    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(with_keys(tr("Open in its brief"), "Enter"), on_row(view.opened.emit))
    menu.addAction(with_keys(tr("Open beside"), "Ctrl+Enter"), on_row(view.other_reader_wanted.emit))
    menu.addAction(with_keys(tr("Copy passage with citation"), "Ctrl+C"), on_row(view.copied.emit))
    menu.addAction(with_keys(tr("More like this"), "M"), on_row(view.like_wanted.emit))
    menu.addSeparator()
    up, down = tr("Helpful for this search"), tr("Not helpful for this search")
    menu.addAction(with_keys(up, "+"), on_row(lambda now: view.feedback_given.emit(now, Verdict.UP)))
    menu.addAction(with_keys(down, "-"), on_row(lambda now: view.feedback_given.emit(now, Verdict.DOWN)))
    menu.addSeparator()
    _add_showing(menu, view, row, on_row)
    if hit.versions:
        menu.addMenu(version_menu(OTHER_VERSIONS, view, hit, hit.versions, menu))
    if hit.copies:
        menu.addMenu(version_menu(SAME_TEXT, view, hit, hit.copies, menu))
    menu.addSeparator()
    add_law_actions(menu, hit.document, view.same_wanted, view.day_wanted)
    return menu


def _act_on_present_row(view: ResultList, hit: Hit, action: Callable[[int], object]) -> None:
    row = view.results.row_of(hit.passage.id)
    if row >= 0:
        action(row)


def _add_showing(
    menu: QMenu, view: ResultList, row: int, on_row: Callable[[Callable[[int], object]], Callable[[], None]]
) -> None:
    index = view.results.index(row)
    expanded, explained = bool(index.data(EXPANDED_ROLE)), bool(index.data(EXPLAINED_ROLE))
    less, more = (
        with_keys(tr("Show less of the passage"), "Left"),
        with_keys(tr("Show the whole passage"), "Right"),
    )
    menu.addAction(less if expanded else more, on_row(lambda now: view.expand(now, not expanded)))
    if not expanded and view.results.hit(row).reasons:
        why, hide = with_keys(tr("Show why it is here"), "W"), with_keys(tr("Hide why it is here"), "W")
        menu.addAction(hide if explained else why, on_row(view.explain))


def version_menu(title: str, view: ResultList, hit: Hit, others: Sequence[Version], parent: QWidget) -> QMenu:
    """Return a menu of other documents that hold the passage of a result."""
    menu = QMenu(title, parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for other in others[:LISTED]:
        text = wording.version(
            wording.distinct(other.title, other.distinctions, 90), other.filed, other.version
        ).replace("&", "&&")
        open_version = partial(_open_version, view, other)
        menu.addAction(text, partial(_act_on_present_row, view, hit, open_version))
    if len(others) > LISTED:
        menu.addAction(tr("and {number:,} older ones").format(number=len(others) - LISTED)).setEnabled(False)
    return menu


def _open_version(view: ResultList, other: Version, row: int) -> None:
    view.version_wanted.emit(row, other)
