"""Tests that nothing is cut from 1024×700 to 4K at 200 %, with small and large text of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui import walk
from tests.ui.conftest import real_window, search
from ui.kit.controls import ElidedLabel, label
from ui.main_window import MainWindow
from ui.shared import pages
from ui.style.theme import ThemeFollower

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
TITLE_BAR = 38  # The height of one on the desktops that we know, at most, in logical pixels
LARGE_SCREEN = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from tests.ui import walk
from briefbank.library import Library
from ui.shared import pages
from ui.program import make_application, make_window

if __name__ == "__main__":
    app = make_application()
    font = app.font()
    font.setPointSizeF(18)
    app.setFont(font)
    window = make_window(Library.open(Path(sys.argv[1])))
    window.resize(1920, 1080 - 38)
    window.show()
    app.processEvents()
    found = [f"ratio {window.devicePixelRatioF()}"] if window.devicePixelRatioF() != 2 else []
    for number in range(len(pages.RAIL)):
        window.show_page(number)
        found += walk.cut_at_last(window)
    window.close()
    sys.exit("\\n".join(found) or 0)
"""


@pytest.fixture
def text_of(qapp: QApplication) -> Iterator[Callable[[float], None]]:
    """Sets the size of the system's text, in points, for one test."""
    before = qapp.font()

    def set_(points: float) -> None:
        font = QFont(before)
        font.setPointSizeF(points)
        qapp.setFont(font)

    yield set_
    qapp.setFont(before)


def cut(window: MainWindow) -> dict[str, list[str]]:
    manifest = {}
    for number, (_icon, name, _keys) in enumerate(pages.RAIL):
        window.show_page(number)
        manifest[name] = walk.cut_at_last(window)
    return {name: problems for name, problems in manifest.items() if problems}


@pytest.mark.parametrize("points", [8, 14])
def test_nothing_is_cut_on_a_small_screen_with_small_or_large_text(
    qtbot: QtBot, library: HookedLibrary, text_of: Callable[[float], None], points: float
) -> None:
    text_of(points)
    with real_window(qtbot, library, (1024, 700 - TITLE_BAR)) as window:
        search(qtbot, window)
        window.search_page.open_row(0)
        assert (window.width(), window.height()) == (1024, 700 - TITLE_BAR)
        assert cut(window) == {}
        assert all(place.width() >= place.sizeHint().width() for place in window.rail.buttons)


@pytest.mark.nightly
def test_nothing_is_cut_on_a_screen_of_4k_at_twice_the_size_with_large_text(
    closed_sample: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(closed_sample, folder)
    settings = {"QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", LARGE_SCREEN, folder],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_another_text_size_of_the_system_counts_while_the_window_is_open(
    qtbot: QtBot, follower: ThemeFollower, text_of: Callable[[float], None]
) -> None:
    text_of(9)
    heading = label("Heading", scale=1.5, bold=True)
    elided = ElidedLabel("A sentence that has just enough room where the text is small")
    for item in (heading, elided):
        qtbot.addWidget(item)
    elided.resize(elided.fontMetrics().horizontalAdvance(elided.whole()) + 4, 30)
    for item in (heading, elided):
        item.show()
    QApplication.processEvents()
    assert heading.font().pointSizeF() == pytest.approx(13.5)
    assert elided.text() == elided.whole()
    text_of(18)
    qtbot.waitUntil(lambda: heading.font().pointSizeF() == pytest.approx(27))
    assert heading.font().weight() == QFont.Weight.DemiBold
    assert elided.text() != elided.whole() and elided.toolTip() == elided.whole()


def test_every_text_of_a_window_in_use_follows_the_text_size(
    qtbot: QtBot, library: HookedLibrary, follower: ThemeFollower
) -> None:
    with real_window(qtbot, library) as window:
        search(qtbot, window)
        window.search_page.open_row(0)
        for number in range(len(pages.RAIL)):
            window.show_page(number)
        QApplication.processEvents()
        before = {item: item.font().pointSizeF() for item in window.findChildren(QWidget)}
        follower.resize_text(150)
        QApplication.processEvents()
        stayed = {
            f"{type(item).__name__} {item.accessibleName() or item.objectName()}"
            for item, points in before.items()
            if item.font().pointSizeF() != pytest.approx(1.5 * points, rel=0.03)
            and not isinstance(item.parent(), QLineEdit)  # a picture alone
        }
        assert stayed == set()
