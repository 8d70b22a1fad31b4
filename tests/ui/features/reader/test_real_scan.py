"""A fax in TIFF dropped on the window, found by its words, and opened with these marked on the picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.support.scan_factory import place_of, tiff
from tests.ui.conftest import drop
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WAIT_MS = 60_000


def test_a_dropped_fax_opens_at_the_hit_with_the_words_marked_on_the_picture(
    qtbot: QtBot, empty_window: MainWindow, tmp_path: Path
) -> None:
    window = empty_window
    fax = tiff(tmp_path / "fax.tif", "badger", "zebra", "walrus", compression="group3")
    drop(window, [QUrl.fromLocalFile(str(fax))])
    qtbot.waitUntil(lambda: "1 added" in window.status.text.whole(), timeout=WAIT_MS)
    page = window.search_page
    page.bar.field.setText("zebra")
    page.bar.ask()
    qtbot.waitUntil(lambda: page.results.model.rowCount() > 0, timeout=WAIT_MS)
    window.search_page.open_row(0)
    canvas = window.search_page.reader.canvas
    qtbot.waitUntil(lambda: bool(canvas.marks()), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: canvas.cache is not None and canvas.cache.picture(1) is not None, timeout=WAIT_MS)
    assert canvas.page == 1
    width, height = canvas.sheets.sizes[1]
    assert (width, height) == pytest.approx((612, 792), abs=1)
    first, second = canvas.marks()[1].words
    assert (first.x0, first.y0) == pytest.approx(place_of(width, height), abs=9)
    assert second.y0 > first.y0
    image, scale = canvas.viewport().grab().toImage(), canvas.sheets.scale
    left = canvas.left_of(1) + first.x0 * scale
    top = canvas.sheets.tops[1] - canvas.verticalScrollBar().value() + first.y0 * scale
    colours = [
        image.pixelColor(round(left + x), round(top + y))
        for x in range(round((first.x1 - first.x0) * scale))
        for y in range(round((first.y1 - first.y0) * scale))
    ]
    assert min(colour.lightness() for colour in colours) < 60, "no letter of the picture is below the mark"
    assert sum(colour.blue() < 140 and colour.red() > 200 for colour in colours) > len(colours) / 4
