"""Tests that the window remembers sizes and places, even after a change of screens or a broken file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QRegion
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH
from ui.shared.window_state import FILE, TITLE_BAR, fitted

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "QVariant::load")
Open = Callable[[StubLibrary], MainWindow]
LAPTOP, BESIDE = QRect(0, 25, 1440, 875), QRect(1440, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("place", "screens", "expected"),
    [
        (QRect(100, 100, 1200, 760), [LAPTOP, BESIDE], QRect(100, 100, 1200, 760)),
        (QRect(1300, 100, 1200, 760), [LAPTOP, BESIDE], QRect(1300, 100, 1200, 760)),
        (QRect(1700, 60, 1600, 1000), [LAPTOP], QRect(0, 25 + TITLE_BAR, 1440, 875 - TITLE_BAR)),
        (QRect(1700, 200, 1200, 700), [LAPTOP], QRect(240, 200, 1200, 700)),
        (QRect(-2000, -2000, 1200, 700), [LAPTOP], QRect(0, 25 + TITLE_BAR, 1200, 700)),
        (QRect(100, 800, 1200, 760), [LAPTOP], QRect(100, 140, 1200, 760)),
        (QRect(5000, 5000, 1200, 760), [], QRect(5000, 5000, 1200, 760)),
    ],
    ids=["in sight", "over two", "unplugged and smaller", "unplugged", "far away", "half below", "no screen"],
)
def test_a_window_goes_where_it_was_or_is_made_to_fit(
    place: QRect, screens: list[QRect], expected: QRect
) -> None:
    assert fitted(place, screens) == expected


rectangles = st.builds(
    QRect, st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(1, 4000), st.integers(1, 4000)
)


@given(rectangles, st.lists(rectangles, min_size=1, max_size=3))
def test_the_whole_window_is_always_on_a_screen(place: QRect, screens: list[QRect]) -> None:
    result, seen = fitted(place, screens), QRegion()
    for screen in screens:
        seen = seen.united(screen)
    assert QRegion(result).subtracted(seen).isEmpty()
    assert result.width() <= place.width() and result.height() <= place.height()


def written(home: Path, **values: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    lines = [f"{name}={value}" for name, value in values.items()]
    (home / FILE).write_text("\n".join(["[General]", *lines]) + "\n", encoding="utf-8")


def test_a_window_that_stood_on_a_screen_that_is_gone_comes_up_in_sight(
    open_window: Open, home: Path
) -> None:
    written(home, place="9000,7000,1100,720")
    window = open_window(StubLibrary())
    screen = window.screen().availableGeometry()
    assert screen.intersects(window.geometry())
    assert window.x() <= max(0, screen.width() - 1024)


def test_a_maximised_window_comes_up_maximised_and_knows_its_size_before(
    qtbot: QtBot, open_window: Open
) -> None:
    first = open_window(StubLibrary())
    first.resize(1100, 720)
    first.showMaximized()
    qtbot.waitUntil(first.isMaximized)
    first.close()
    second = open_window(StubLibrary())
    qtbot.waitUntil(second.isMaximized)
    second.showNormal()
    qtbot.waitUntil(lambda: not second.isMaximized())


def test_the_page_and_the_share_of_two_readers_are_as_they_were(qtbot: QtBot, open_window: Open) -> None:
    first = open_window(StubLibrary())
    first.resize(1800, 900)
    readers = first.search.readers
    readers.toggle()
    readers.view.moveSplitter(round(readers.view.width() * 0.55), 1)
    share = readers.view.share
    assert share == pytest.approx(0.55, abs=0.03)
    first.show_page(LIBRARY)
    first.close()
    second = open_window(StubLibrary())
    assert second.pages.currentIndex() == LIBRARY
    assert second.rail._group.checkedId() == LIBRARY
    second.resize(1800, 900)
    second.show_page(SEARCH)
    second.search.readers.toggle()
    sizes = second.search.readers.view.sizes()
    assert sizes[0] / sum(sizes) == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize(
    "broken",
    [
        {"place": "a,b,c,d"},
        {"place": "1,2,3"},
        {"place": "0,0,-5,99999999999999999999"},
        {"splitter": "@ByteArray(nonsense)", "library": "@ByteArray(\\0\\0)"},
        {"splitter": "@Variant(\\0\\0\\0\\x7f)", "page": "no such page", "readers": "nan"},
        {"maximised": "perhaps", "page": "7", "readers": "-3"},
    ],
)
def test_what_cannot_be_read_is_passed_over(open_window: Open, home: Path, broken: dict[str, str]) -> None:
    written(home, **broken)
    window = open_window(StubLibrary())
    assert window.pages.currentIndex() == SEARCH
    assert not window.isMaximized()
    assert window.search.readers.view.share == 0.5
    assert min(window.search_page.splitter.sizes()) > 0


def test_a_file_of_other_bytes_altogether_does_not_stop_the_window(open_window: Open, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / FILE).write_bytes(bytes(range(256)) * 40)
    window = open_window(StubLibrary())
    assert window.isVisible()
    window.close()
    assert b"place=" in (home / FILE).read_bytes()


def test_the_search_box_has_the_keyboard_at_the_start_unless_another_page_was_open(
    qtbot: QtBot, open_window: Open
) -> None:
    window = open_window(StubLibrary())
    window.activateWindow()
    qtbot.waitUntil(window.search_page.bar.field.hasFocus)
    assert window.focusPolicy() == Qt.FocusPolicy.NoFocus
