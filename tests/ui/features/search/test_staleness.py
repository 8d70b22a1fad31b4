"""The search page while the library changes under an answer: what it offers, and what Enter and F5 do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import LibraryChange
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.hooked_library import HookedLibrary
from tests.support.library_factory import library_of
from tests.ui.conftest import real_window, search, shown
from tests.ui.features.search.conftest import FULL, answered, ask_by_words, ids
from ui.features.search.results import CHANGED
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY

ENTER, F5 = Qt.Key.Key_Return, Qt.Key.Key_F5
LONG_MS = 60_000
LINEUP = "POINT I\n\nTHE LINEUP WAS SUGGESTIVE\n\nThe witness was shown one photograph only.\n"
GIRAFFE = "POINT I\n\nTHE GIRAFFE\n\nThe police seized a giraffe without a warrant. It should be returned.\n"


def notice_of(window: MainWindow) -> str:
    notice = window.search_page.results.notice
    return notice.text() if notice.isVisible() else ""


def click_search_again(qtbot: QtBot, window: MainWindow) -> None:
    links = window.search_page.results.notice.findChildren(QPushButton)
    qtbot.mouseClick(next(link for link in links if link.text() == "Search again"), Qt.MouseButton.LeftButton)


def looked(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, change: LibraryChange | None = None
) -> None:
    """Let the library have changed in this way, if it did, and the window look at it."""
    if change is not None:
        library.change("documents.change_since", lambda _real: change)
    window.library_page.reload()
    jobs = window.jobs
    qtbot.waitUntil(lambda: not jobs.busy("size", window.library_page) and not jobs.busy("staleness"))


@pytest.fixture
def real(qtbot: QtBot, tmp_path: Path, encoder: Encoder) -> Iterator[MainWindow]:
    """A window on a library of one brief."""
    with (
        library_of(tmp_path, {"lineup.txt": LINEUP}, encoder, meaning=True) as library,
        real_window(qtbot, library) as window,
    ):
        window.activateWindow()
        yield window


def ask(qtbot: QtBot, window: MainWindow, text: str) -> None:
    field = window.search_page.bar.field
    field.setFocus()
    field.setText(text)
    qtbot.keyClick(field, ENTER)
    qtbot.waitUntil(lambda: window.search_page.searched_state is not None, timeout=LONG_MS)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("key", [ENTER, None], ids=["enter", "link"])
def test_a_search_that_found_nothing_finds_what_was_added_since(
    qtbot: QtBot, real: MainWindow, tmp_path: Path, key: Qt.Key | None
) -> None:
    ask(qtbot, real, "giraffe")
    assert real.search_page.results.count.text() == "Nothing is close"
    assert "No passage has “giraffe”" in notice_of(real)
    real.library_page.adding.add([written(tmp_path, "giraffe.txt", GIRAFFE)])
    qtbot.waitUntil(lambda: notice_of(real) == "1 document was added since.", timeout=LONG_MS)
    if key is None:
        click_search_again(qtbot, real)
    else:
        qtbot.keyClick(real.search_page.bar.field, key)
    qtbot.waitUntil(lambda: real.search_page.results.model.close > 0, timeout=LONG_MS)
    assert "giraffe" in shown(real)[0].passage.text
    assert "added since" not in notice_of(real) and "No passage has" not in notice_of(real)


def test_what_another_program_added_or_removed_is_said(
    qtbot: QtBot, real: MainWindow, tmp_path: Path, encoder: Encoder
) -> None:
    ask(qtbot, real, "photograph")
    with Library.open(tmp_path / "library", encoder=encoder) as other:
        other.ingest.add([written(tmp_path, "giraffe.txt", GIRAFFE)], QuietReporter())
        real.look_for_changes()
        qtbot.waitUntil(lambda: notice_of(real) == "1 document was added since.", timeout=LONG_MS)
        other.documents.remove(1)
        real.look_for_changes()
        qtbot.waitUntil(lambda: notice_of(real) == CHANGED, timeout=LONG_MS)


def test_an_offer_stands_until_the_search_is_run_again_or_another_is_asked(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    looked(qtbot, window, library)
    assert not notice_of(window)
    looked(qtbot, window, library, LibraryChange(added=2))
    assert notice_of(window) == "2 documents were added since."
    looked(qtbot, window, library, LibraryChange())
    looked(qtbot, window, library, LibraryChange(otherwise=True))
    assert notice_of(window) == CHANGED
    gate = library.hold(FULL)
    ask_by_words(qtbot, window, "suspicion")
    assert not notice_of(window), "it goes with another search at once"
    looked(qtbot, window, library)
    assert not notice_of(window)
    gate.set()
    qtbot.waitUntil(lambda: notice_of(window) == CHANGED)
    library.change("documents.change_since", lambda _real: LibraryChange())
    click_search_again(qtbot, window)
    answered(qtbot, window)
    looked(qtbot, window, library)
    assert not notice_of(window)


@pytest.mark.parametrize("key", [ENTER, F5])
def test_a_key_repeats_the_search_once_however_often_it_is_pressed_and_the_answer_stays_meanwhile(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, key: Qt.Key
) -> None:
    search(qtbot, window)
    field, before, results = window.search_page.bar.field, len(library.called(FULL)), ids(window)
    gate, calls = library.hold(FULL), len(library.called("search"))
    for _ in range(4):
        qtbot.keyClick(field, key)
        qtbot.waitUntil(lambda: len(library.called(FULL)) > before)
    assert ids(window) == results and len(library.called("search")) == calls, "no search by words"
    gate.set()
    answered(qtbot, window)
    assert len(library.called(FULL)) == before + 1 and field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert window.search_page.results.list.hasFocus() and window.search_page.results.list.current_row() == 0


@pytest.mark.parametrize("empty", [True, False])
def test_nothing_close_while_files_are_read_says_how_many_are_left_and_then_offers_to_search_again(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, empty: bool
) -> None:
    page = window.search_page
    if empty:
        library.change("search", lambda answer: replace(answer, hits=(), less_close=0, briefs=()))
    search(qtbot, window, "zebra")

    def text() -> str:
        return page.results.message.words().strip() if empty else page.results.count.text()

    page.staleness.show_files_left(3)
    assert text() == "Nothing yet; 3 files are still being read."
    assert not notice_of(window), "the number is said once, and the advice is void"
    assert page.results.show_files.isVisible() is empty
    page.staleness.show_files_left(1)
    assert text() == "Nothing yet; 1 file is still being read."
    if empty:
        qtbot.mouseClick(page.results.show_files, Qt.MouseButton.LeftButton)
        assert window.pages.currentIndex() == LIBRARY
    page.staleness.show_files_left(0)
    assert text() == ("Nothing in the library matches this search." if empty else "Nothing is close")
    assert page.results.notice.text() == CHANGED and not page.results.show_files.isVisible()
