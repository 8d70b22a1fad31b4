"""The page of authorities on the library of eight briefs, without a window around it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import shown_page
from ui.features.authorities.page import AuthoritiesPage
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES
from ui.shared.row_list import RowList, RowSection

TOPICS = "authorities", "authority", "good law", "proposals", "opened", "preview", "relying"


def settled(qtbot: QtBot, page: AuthoritiesPage) -> None:
    """Wait until the page shows all that it asked for."""
    qtbot.waitUntil(lambda: not any(map(page.jobs.busy, TOPICS)))


def made_page(qtbot: QtBot, library: HookedLibrary) -> Iterator[AuthoritiesPage]:
    with shown_page(qtbot, partial(AuthoritiesPage, library), 1180, 760) as page:
        page.refresh()
        page.first_field().setFocus()
        settled(qtbot, page)
        yield page
        library.let_go()


@pytest.fixture
def authorities(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[AuthoritiesPage]:
    """The page, filled, with the keyboard in its box."""
    yield from made_page(qtbot, sample_library)


@pytest.fixture
def in_window(qtbot: QtBot, sample_window: MainWindow) -> AuthoritiesPage:
    """The page in a whole window."""
    sample_window.activateWindow()
    sample_window.show_page(AUTHORITIES)
    settled(qtbot, sample_window.authorities_page)
    return sample_window.authorities_page


def find(qtbot: QtBot, page: AuthoritiesPage, text: str) -> None:
    """Type a text and press Enter."""
    page.field.clear()
    qtbot.keyClicks(page.field, text)
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    settled(qtbot, page)


def show(qtbot: QtBot, page: AuthoritiesPage, name: str) -> None:
    """Find an authority and go to it by keyboard."""
    find(qtbot, page, name)
    qtbot.keyClick(page.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: name.lower() in str(page.authority_view.authority).lower())
    settled(qtbot, page)


def titles(rows: RowList) -> list[str]:
    return [row.title for row in rows.row_model.rows()]


def click(qtbot: QtBot, section: RowSection, number: int, *, twice: bool = False) -> None:
    """Click on a row of a section of the page, once or twice."""
    rows = section.list
    place = rows.visualRect(rows.row_model.index(number)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    if twice:
        qtbot.mouseDClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def focused() -> object:
    return QApplication.focusWidget()
