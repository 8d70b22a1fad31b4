"""The window on a real library: real stores, real PDFs, real rendering; driven as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.summary.extractive import DISCLAIMER
from tests.support.library_factory import library_of
from tests.ui.conftest import drop, real_window, show_library
from ui.features.library.correction import CorrectionDialog
from ui.main_window import MainWindow
from ui.program import Program
from ui.shared.pages import SEARCH
from ui.window.opening import FailureWindow

LONG_MS = 120_000
GIRAFFE = "POINT I\n\nThe police seized a giraffe without a warrant. It should be returned.\n"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, encoder: Encoder) -> Iterator[MainWindow]:
    """A window on an empty library."""
    with Library.open(tmp_path / "library", encoder=encoder) as library, real_window(qtbot, library) as made:
        made.warm_up()
        yield made


def ask(qtbot: QtBot, window: MainWindow, query: str) -> None:
    window.show_page(SEARCH)
    field = window.search_page.bar.field
    field.clear()
    qtbot.keyClicks(field, query)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.jobs.busy("search", window.search_page), timeout=20_000)
    assert window.search_page.results.model.rowCount() > 0


def drawn_page(window: MainWindow) -> bool:
    canvas = window.search_page.reader.canvas
    image = canvas.grab().toImage()
    colours = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)
    }
    return any(name_is_highlight(name) for name in colours)


def name_is_highlight(name: str) -> bool:
    """The highlighter's yellow: much red and green, little blue."""
    red, green, blue = (int(name[at : at + 2], 16) for at in (1, 3, 5))
    return red > 225 and green > 170 and blue < 120


@pytest.mark.timeout(400)
def test_dropped_briefs_are_found_opened_at_the_words_and_marked(
    qtbot: QtBot, window: MainWindow, sample_files: list[Path]
) -> None:
    scan = next(path for path in sample_files if "Ravenel" in path.name)
    text = next(path for path in sample_files if "Okonjo" in path.name)
    drop(window, [QUrl.fromLocalFile(str(path)) for path in (scan, text)])
    qtbot.waitUntil(lambda: "2 documents" in window.status.extent.text(), timeout=LONG_MS)

    ask(qtbot, window, "inevitable discovery")
    page = window.search_page
    assert "Okonjo" in page.results.model.hit(0).document.title
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Down)
    qtbot.keyClick(page.results.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: drawn_page(window), timeout=LONG_MS)

    ask(qtbot, window, "prosecutor called defense counsel names in summation")
    model = page.results.model
    hits = {row: model.hit_at(row) for row in range(model.rowCount())}
    rows = [row for row, hit in hits.items() if hit is not None and hit.document.ocr_pages]
    window.search_page.open_row(rows[0])
    qtbot.waitUntil(
        lambda: (
            window.search_page.reader.document is not None
            and window.search_page.reader.document.ocr_pages > 0
        )
    )
    qtbot.waitUntil(lambda: drawn_page(window), timeout=LONG_MS)


@pytest.mark.timeout(400)
def test_the_summary_of_a_real_brief_stays_out_of_the_clipboard(
    qtbot: QtBot, window: MainWindow, sample_files: list[Path]
) -> None:
    text = next(path for path in sample_files if "Okonjo" in path.name)
    drop(window, [QUrl.fromLocalFile(str(text))])
    qtbot.waitUntil(lambda: "1 document" in window.status.extent.text(), timeout=LONG_MS)
    ask(qtbot, window, "inevitable discovery")
    window.search_page.open_row(0)
    QGuiApplication.clipboard().setText("what was there before")
    window.search_page.reader.toggle_summary()
    panel = window.search_page.reader.summary
    qtbot.waitUntil(lambda: DISCLAIMER in panel.painted.accessibleDescription(), timeout=20_000)
    for key in (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_Insert):
        qtbot.keyClick(panel.painted, key, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "what was there before"


def test_text_selected_on_a_real_page_is_copied_with_its_citation(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    with (
        library_of(tmp_path, {"giraffe.txt": GIRAFFE}, encoder) as library,
        real_window(qtbot, library, size=None) as window,
    ):
        ask(qtbot, window, "giraffe")
        with qtbot.waitSignal(window.search_page.reader.opened, timeout=20_000):
            window.search_page.open_row(0)
        canvas = window.search_page.reader.canvas
        qtbot.waitUntil(lambda: bool(canvas.marks()), timeout=20_000)
        word, scale = canvas.marks()[0].words[0], canvas.sheets.scale
        top = canvas.sheets.tops[0] - canvas.verticalScrollBar().value()
        place = QPointF(canvas.left_of(0) + (word.x0 + 2) * scale, top + (word.y0 + 3) * scale).toPoint()
        canvas.setFocus()
        qtbot.waitUntil(lambda: canvas.selector.over_text(canvas.spot_at(QPointF(place))), timeout=20_000)
        qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert canvas.selector.text() == "giraffe"
        qtbot.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        expected = f"“giraffe”\n\n{library.reader.citation(1, 0)}"
        qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == expected, timeout=20_000)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_corrected_caption_is_kept_found_by_and_taken_back(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    with (
        library_of(tmp_path, {"giraffe.txt": GIRAFFE}, encoder) as library,
        real_window(qtbot, library, size=None) as window,
    ):
        dialog = correction(qtbot, window)
        dialog.rows[CaptionField.COURT].field.show_value("Court of Errors")
        dialog.rows[CaptionField.FILED].field.show_value("March 3, 2020")
        qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.library_page.correction.dialog is None, timeout=20_000)
        ask(qtbot, window, "giraffe")
        document = window.search_page.results.model.hit(0).document
        assert (document.court, document.filed) == ("Court of Errors", date(2020, 3, 3))
        court = correction(qtbot, window).rows[CaptionField.COURT]
        qtbot.mouseClick(court.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: court.source.text() == "Not found.", timeout=20_000)
        assert next(library.documents.each()).corrected == {CaptionField.FILED}


def correction(qtbot: QtBot, window: MainWindow) -> CorrectionDialog:
    """The dialog for the one document of the library."""
    show_library(qtbot, window)
    qtbot.mouseClick(window.library_page.correct, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.library_page.correction.dialog is not None, timeout=20_000)
    dialog = window.library_page.correction.dialog
    assert dialog is not None
    return dialog


def test_a_damaged_library_is_restored_from_its_backup_in_the_window(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, backup, brief = tmp_path / "library", tmp_path / "backup", tmp_path / "giraffe.txt"
    brief.write_text(
        "POINT I\n\nThe police seized a giraffe without a warrant. The order should be reversed.\n"
    )
    with Library.open(folder, encoder=encoder) as library:
        library.ingest.add([brief], QuietReporter())
        library.maintenance.backup(backup, QuietReporter())
    (folder / "catalogue.sqlite").write_bytes(b"no catalogue any more" * 1000)
    for log in folder.glob("catalogue.sqlite-*"):
        log.unlink()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(backup))
    program = Program(folder, [])
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, FailureWindow), timeout=20_000)
    failed = program.window
    assert isinstance(failed, FailureWindow) and failed.restore.isVisible()
    qtbot.mouseClick(failed.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=60_000)
    window = program.window
    assert isinstance(window, MainWindow)
    show_library(qtbot, window)
    assert window.library_page.model.rowCount() == 1
    window.close()
    assert program.close()
