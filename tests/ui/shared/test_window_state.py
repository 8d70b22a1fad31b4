"""The window remembers sizes and places, even after a change of screens or a broken file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.shared.pages import LIBRARY, SEARCH
from ui.shared.window_state import FILE, keep_place, restore_place

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "QVariant::load")


def written(home: Path, **values: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    lines = [f"{name}={value}" for name, value in values.items()]
    (home / FILE).write_text("\n".join(["[General]", *lines]) + "\n", encoding="utf-8")


def test_a_window_that_stood_on_a_screen_that_is_gone_comes_up_in_sight(qtbot: QtBot, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    before, after = QWidget(), QWidget()
    qtbot.addWidget(before)
    qtbot.addWidget(after)
    before.setGeometry(9000, 7000, 1100, 720)
    keep_place(before)
    restore_place(after)
    after.show()
    assert after.screen().availableGeometry().intersects(after.geometry())


def test_a_maximised_window_comes_up_maximised_in_search_with_the_share_of_two_readers_as_it_was(
    qtbot: QtBot, empty_library: HookedLibrary
) -> None:
    with real_window(qtbot, empty_library, (1800, 900)) as first:
        readers = first.search_page.readers
        readers.toggle()
        readers.moveSplitter(round(readers.width() * 0.55), 1)
        share = readers.share
        assert share == pytest.approx(0.55, abs=0.03)
        first.show_page(LIBRARY)
        first.showMaximized()
        qtbot.waitUntil(first.isMaximized)
    with real_window(qtbot, empty_library, None) as second:
        qtbot.waitUntil(second.isMaximized)
        assert second.pages.currentIndex() == SEARCH and second.rail.buttons[SEARCH].isChecked()
        second.showNormal()
        second.resize(1800, 900)
        second.search_page.readers.toggle()
        sizes = second.search_page.readers.sizes()
        assert sizes[0] / sum(sizes) == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize(
    "broken",
    [
        {"window": "a,b,c,d"},
        {"window": "@ByteArray(\\x1\\xd9\\xd0\\xcb)"},
        {"splitter": "@ByteArray(nonsense)", "library of 8": "@ByteArray(\\0\\0)"},
        {"splitter": "@Variant(\\0\\0\\0\\x7f)", "readers": "nan"},
        {"readers": "-3"},
    ],
)
def test_what_cannot_be_read_is_passed_over(
    qtbot: QtBot, empty_library: HookedLibrary, home: Path, broken: dict[str, str]
) -> None:
    written(home, **broken)
    with real_window(qtbot, empty_library, None) as window:
        assert window.pages.currentIndex() == SEARCH
        assert not window.isMaximized()
        assert window.search_page.readers.share == 0.5
        assert min(window.search_page.splitter.sizes()) > 0


def test_sizes_are_remembered_in_briefbanks_own_folder(
    qtbot: QtBot, empty_library: HookedLibrary, home: Path
) -> None:
    with real_window(qtbot, empty_library, size=None) as first:
        first.resize(first.minimumSize())
        first.search_page.splitter.setSizes([560, 379])
        sizes = first.search_page.splitter.sizes()
    assert (home / "window.ini").is_file()
    with real_window(qtbot, empty_library, size=None) as second:
        assert second.search_page.splitter.sizes() == sizes
