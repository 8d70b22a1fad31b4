"""An old drive dropped on the window: documents of other word processors, opened at hits on LibreOffice's
pages, and photographs of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from briefbank.embedding.encoders import Encoder
from briefbank.library import Library
from tests.support.office_file_factory import (
    needs_libreoffice,
    saved_as,
    with_macros_allowed,
    wordperfect_file,
)
from tests.support.scan_factory import scan
from tests.ui.conftest import drop, real_window
from ui.main_window import MainWindow

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints"), needs_libreoffice]
WAIT_MS = 120_000
ANIMALS = {
    **{"doc": "badger", "rtf": "walrus", "odt": "heron", "wpd": "okapi", "docm": "otter", "dotx": "lynx"},
    **{"jpg": "ferret", "png": "weasel"},
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, encoder: Encoder) -> Iterator[MainWindow]:
    with Library.open(tmp_path / "library", encoder=encoder) as library, real_window(qtbot, library) as made:
        yield made


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A drive with a brief in each format, each on an animal of its own."""
    folder = tmp_path / "Appeals 2004"
    folder.mkdir()
    for extension, animal in ANIMALS.items():
        text = f"The {animal} was seen in the wagon, and nobody had a warrant for it."
        if extension == "wpd":
            wordperfect_file(folder / f"{animal}.wpd", "POINT I", text)
            continue
        if extension in ("jpg", "png"):
            scan(animal).save(folder / f"{animal}.{extension}", dpi=(200, 200))
            continue
        made = docx.Document()
        made.add_heading("POINT I", 1)
        made.add_paragraph(text)
        source = tmp_path / f"{animal}.docx"
        made.save(str(source))
        if extension == "docm":
            saved = with_macros_allowed(source)
        else:
            saved = saved_as(source, extension, tmp_path / "profile")
        saved.rename(folder / saved.name)
    return folder


@pytest.mark.nightly
def test_old_documents_dropped_in_a_folder_open_at_their_hits(
    qtbot: QtBot, window: MainWindow, drive: Path
) -> None:
    drop(window, [QUrl.fromLocalFile(str(drive))])
    added = f"{len(ANIMALS)} added"
    qtbot.waitUntil(lambda: added in window.status.text.whole(), timeout=WAIT_MS)
    page, reader = window.search_page, window.search_page.reader
    canvas = reader.canvas
    for extension, animal in ANIMALS.items():
        page.bar.field.setText(animal)
        with qtbot.waitSignal(window.search_page.answered, timeout=WAIT_MS):
            page.bar.ask()
        assert page.results.model.rowCount() > 0, extension
        window.search_page.open_row(0)
        qtbot.waitUntil(
            lambda animal=animal: animal in reader.tools.title.whole() and bool(canvas.marks()),
            timeout=WAIT_MS,
        )
        assert canvas.page == 0
        word = canvas.marks()[0].words[0]
        assert word.x1 - word.x0 > 20 and word.y1 > word.y0
