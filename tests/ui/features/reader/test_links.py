"""Tests that links in the reader jump or ask, by pointer and key, and neither act nor render mark-up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.pages import PageLink
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.characters import escape_hidden
from tests.extraction.active import WEB, active_pdf
from tests.ui.conftest import answer_boxes, real_window
from tests.ui.features.reader.conftest import place
from ui.features.reader.outside import LinkDialog, clipboard_text, host_name, is_disguised
from ui.features.reader.reader import Reader
from ui.kit.text import tip
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
UI = Path(__file__).resolve().parents[4] / "ui"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("active")


@pytest.fixture
def marker(folder: Path) -> Path:
    return folder / "it acted"


@pytest.fixture(scope="module")
def library(folder: Path, encoder: Encoder) -> Iterator[Library]:
    """Read by all tests and changed by none."""
    with Library.open(folder / "library", encoder=encoder) as made:
        outcome = made.ingest.add([active_pdf(folder / "active.pdf", folder / "it acted")], QuietReporter())[
            0
        ]
        assert outcome.status.value == "added" and not outcome.reason
        yield made


@pytest.fixture
def window(qtbot: QtBot, library: Library) -> Iterator[MainWindow]:
    with real_window(qtbot, library, (1280, 900)) as made:
        yield made


@pytest.fixture
def reader(qtbot: QtBot, window: MainWindow, library: Library) -> Reader:
    shown: Reader = window.search_page.reader
    shown.open_document(next(library.documents.each()))
    qtbot.waitUntil(lambda: bool(links(shown)), timeout=20_000)
    return shown


def links(reader: Reader) -> list[PageLink]:
    store = reader.canvas.cache
    return store.links(0) if store is not None else []


def click(qtbot: QtBot, reader: Reader, number: int) -> None:
    at = place(reader.canvas, 0, links(reader)[number].box)
    qtbot.mouseClick(reader.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)


def shown_dialog(reader: Reader) -> LinkDialog:
    shown = [dialog for dialog in reader.findChildren(LinkDialog) if dialog.isVisible()]
    assert len(shown) == 1
    return shown[0]


def said(dialog: LinkDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


@pytest.fixture(autouse=True)
def opened_by_the_system(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses handed to the system, which are not opened."""
    result: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: result.append(url.toString()) or True)
    return result


def test_a_link_within_the_document_jumps_whichever_way_the_page_is_turned(
    qtbot: QtBot, reader: Reader
) -> None:
    for turns in range(4):
        reader.canvas.jump(0)
        reader.canvas.fit_page()
        qtbot.waitUntil(lambda: reader.canvas.page == 0)
        click(qtbot, reader, 6)
        assert reader.canvas.page == 1, turns
        reader.canvas.turn(1)


def test_a_link_to_outside_asks_shows_all_of_its_address_and_only_copies_it(
    qtbot: QtBot, reader: Reader, opened_by_the_system: list[str]
) -> None:
    click(qtbot, reader, 0)
    dialog = shown_dialog(reader)
    assert dialog.address.toPlainText() == WEB and "opens no connections" in said(dialog)
    assert dialog.closing.isDefault()  # Enter closes
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == WEB and opened_by_the_system == []


def test_what_would_act_elsewhere_does_nothing_and_offers_nothing(
    qtbot: QtBot, reader: Reader, marker: Path, opened_by_the_system: list[str]
) -> None:
    QGuiApplication.clipboard().setText("before")
    for number in (2, 3, 4, 5):
        click(qtbot, reader, number)
        dialog = shown_dialog(reader)
        assert "does nothing" in said(dialog) and not dialog.copy.isVisible()
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()
    assert QGuiApplication.clipboard().text() == "before"
    assert not marker.exists() and opened_by_the_system == []


def test_attached_files_are_told_of_and_opening_outside_asks_first(
    qtbot: QtBot, reader: Reader, monkeypatch: pytest.MonkeyPatch, opened_by_the_system: list[str]
) -> None:
    qtbot.waitUntil(lambda: "1 file is attached inside this PDF." in reader.notices.texts())
    questions = answer_boxes(monkeypatch)
    reader.open_outside()
    qtbot.waitUntil(lambda: questions != [])
    assert questions[0].startswith("Open this document in another program?") and opened_by_the_system == []


def test_no_widget_opens_links_by_itself() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.py"))
    assert re.findall(r"setOpenExternalLinks\((?!False\))|QTextBrowser\(\)", sources) == []


@pytest.mark.parametrize(
    ("address", "shown", "name", "disguised"),
    [
        ("https://courts.example/a?b=1", "https://courts.example/a?b=1", "courts.example", False),
        (
            "https://courts.example@evil.example/",
            "https://courts.example@evil.example/",
            "evil.example",
            True,
        ),
        ("https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", True),
        ("https://аррӏе.com/", "https://аррӏе.com/", "xn--80ak6aa92e.com", True),
        ("https://a.example/\u202efdp.exe", "https://a.example/⟨U+202E⟩fdp.exe", "a.example", True),
        ("https://a\u200b.example/", "https://a⟨U+200B⟩.example/", "a.example", True),
        ("https://[bad", "https://[bad", "", True),
        ("mailto:clerk@courts.example", "mailto:clerk@courts.example", "", False),
    ],
)
def test_an_address_is_shown_with_what_it_hides(address: str, shown: str, name: str, disguised: bool) -> None:
    assert (escape_hidden(address), host_name(address), is_disguised(address)) == (shown, name, disguised)


MARKUP = '<img src="file:///etc/passwd"><a href="https://evil.example">State v. X</a>'


def test_titles_and_names_that_look_like_mark_up_are_shown_as_they_are(
    qtbot: QtBot, window: MainWindow, library: Library, reader: Reader
) -> None:
    document = replace(next(library.documents.each()), title=MARKUP, file_name=MARKUP, court=MARKUP)
    reader.tools.show_document(document)
    rich = Qt.TextFormat.RichText
    for label in window.findChildren(QLabel):
        reads_markup = label.textFormat() is rich or label.textFormat() is Qt.TextFormat.AutoText
        assert not (reads_markup and "evil" in label.text())
    tips = [widget.toolTip() for widget in window.findChildren(QWidget)]
    assert [text for text in tips if "<img" in text or "<a " in text] == []


@given(st.text(max_size=300))
def test_a_tip_never_holds_a_tag_of_its_text(text: str) -> None:
    made = tip(f"{text}<img src=x>")
    assert "<img" not in made and "&lt;img" in made
    assert tip("State v. Doe") == "State v. Doe"


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "smb://host/x", "", "data:text/html,x", "x"]
)
def test_nothing_but_web_and_mail_addresses_is_copied(address: str) -> None:
    assert clipboard_text(address) == ""


@given(st.text(max_size=80))
def test_what_is_copied_or_shown_hides_nothing(rest: str) -> None:
    taken = clipboard_text(f"https://courts.example/{rest}")
    assert taken.startswith("https://courts.example/")
    assert taken.isprintable() and " " not in taken and escape_hidden(taken) == taken
    assert escape_hidden(escape_hidden(rest)) == escape_hidden(rest)
