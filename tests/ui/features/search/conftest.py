"""The search page on a real library of eight briefs, which is ready to search by meaning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchRequest
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window, shown
from ui.features.search.model import Group
from ui.main_window import MainWindow

FULL = "documents.state"  # The call with which the full search begins; a search by words does not make it


@pytest.fixture
def library(sample_library: HookedLibrary) -> HookedLibrary:
    sample_library.warm()
    return sample_library


@pytest.fixture
def window(qtbot: QtBot, library: HookedLibrary) -> Iterator[MainWindow]:
    with real_window(qtbot, library) as window:
        window.activateWindow()
        yield window


def full_requests(library: HookedLibrary) -> list[SearchRequest]:
    """Return the requests of the full searches so far."""
    return [request for request in library.called("search") if not request.words_only and not request.start]


def ids(window: MainWindow) -> list[int]:
    return [hit.passage.id for hit in shown(window)]


def rows(window: MainWindow) -> list[str]:
    """'+' and the number of further passages for the line of a brief, "less close" for that of the tier; else
    the passage, or '…' while that is not read."""
    model, rows = window.search_page.results.model, []
    for row in range(model.rowCount()):
        line, hit = model.line(row), model.hit_at(row)
        named = f"+{line.more}" if isinstance(line, Group) else "less close" if line else ""
        rows.append(named or (str(hit.passage.id) if hit else "…"))
    return rows


def spoken(window: MainWindow, row: int) -> str:
    text: str = window.search_page.results.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    return text


def ask_by_words(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """Ask by Enter, and wait for the answer by words."""
    field = window.search_page.bar.field
    field.setFocus()
    field.setText(text)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(field, Qt.Key.Key_Return)


def answered(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the search that was asked last has its full answer."""
    qtbot.waitUntil(lambda: window.search_page.question is None)
