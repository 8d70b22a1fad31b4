"""Mails and a PDF portfolio dropped on the window: hits open in the body and in an attachment, and each leads
to the other by a click."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from tests.extraction import pdfs
from tests.support.mail_factory import mail, pdf_with
from tests.ui.conftest import drop
from ui.features.reader.notices import Notices
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WAIT_MS = 60_000


def brief(path: Path, animal: str) -> bytes:
    lines = [f"The {animal} was seen in the wagon, and nobody had a warrant for it."]
    return pdfs.write(path, [lines]).read_bytes()


def add(qtbot: QtBot, window: MainWindow, path: Path, files: int) -> None:
    drop(window, [QUrl.fromLocalFile(str(path))])
    qtbot.waitUntil(lambda: f"{files} added" in window.status.text.whole(), timeout=WAIT_MS)


def open_hit(qtbot: QtBot, window: MainWindow, query: str) -> None:
    page, reader = window.search_page, window.search_page.reader
    page.bar.field.setText(query)
    with qtbot.waitSignal(window.search_page.answered, timeout=WAIT_MS):
        page.bar.ask()
    window.search_page.open_row(0)
    qtbot.waitUntil(lambda: bool(reader.canvas.marks()), timeout=WAIT_MS)


def line(window: MainWindow) -> Notices:
    return window.search_page.reader.notices


def follow(qtbot: QtBot, window: MainWindow, text: str, title: str) -> None:
    """Click a link of the line of notes, and wait for the document that it leads to."""
    reader = window.search_page.reader
    qtbot.waitUntil(lambda: text in [item.accessibleName() for item in line(window).links], timeout=WAIT_MS)
    link = next(item for item in line(window).links if item.accessibleName() == text)
    with qtbot.waitSignal(reader.opened, timeout=WAIT_MS):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert reader.tools.title.whole() == title


def test_a_dropped_mail_opens_at_hits_in_its_body_and_in_its_attachment(
    qtbot: QtBot, empty_window: MainWindow, tmp_path: Path
) -> None:
    window = empty_window
    path = tmp_path / "letter.eml"
    path.write_bytes(mail([("brief.pdf", brief(tmp_path / "made.pdf", "okapi"))]).as_bytes())
    add(qtbot, window, path, 2)
    open_hit(qtbot, window, "zebra")
    head = window.search_page.reader.tools
    assert head.title.whole() == "The zebra in State v. Doe"
    assert "March 3, 2015" in head.origin.whole()
    follow(qtbot, window, "brief.pdf", "brief")
    follow(qtbot, window, "The zebra in State v. Doe", "The zebra in State v. Doe")
    open_hit(qtbot, window, "okapi")
    assert head.title.whole() == "brief"


@pytest.mark.nightly
def test_the_files_inside_a_pdf_portfolio_are_added_by_a_click_and_know_it(
    qtbot: QtBot, empty_window: MainWindow, tmp_path: Path
) -> None:
    window = empty_window
    base = pdfs.write(
        tmp_path / "base.pdf", [["The portfolio of the heron and of other birds in the marsh."]]
    )
    files = {"brief.pdf": brief(tmp_path / "made.pdf", "okapi"), "letter.eml": mail().as_bytes()}
    path = pdf_with(tmp_path / "portfolio.pdf", base, files, portfolio=True)
    add(qtbot, window, path, 1)
    open_hit(qtbot, window, "heron")
    qtbot.waitUntil(lambda: len(line(window).links) == 1, timeout=WAIT_MS)
    qtbot.mouseClick(line(window).links[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "2 added" in window.status.text.whole(), timeout=WAIT_MS)
    follow(qtbot, window, "brief.pdf", "brief")
    open_hit(qtbot, window, "zebra")
    follow(qtbot, window, "portfolio", "portfolio")
