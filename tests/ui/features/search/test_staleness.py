"""The search page while the library changes under an answer: what it offers, and what Enter and F5 do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.library_factory import library_of
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.ingest import worked_on_until_cancelled
from tests.ui.conftest import OpenWindow, ask_without_waiting, real_window, search, shown
from ui.features.search.results_view import MEANING_READY, NOTHING_MATCHES
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE, LIBRARY, SEARCH

ENTER, F5 = Qt.Key.Key_Return, Qt.Key.Key_F5
LONG_MS = 60_000
FILES = [Path(f"/tmp/{number}.pdf") for number in range(3)]
LINEUP = "POINT I\n\nTHE LINEUP WAS SUGGESTIVE\n\nThe witness was shown one photograph only.\n"
GIRAFFE = "POINT I\n\nTHE GIRAFFE\n\nThe police seized a giraffe without a warrant. It should be returned.\n"


def notice_of(window: MainWindow) -> str:
    notice = window.search_page.results.notice
    return notice.text() if notice.isVisible() else ""


def message_of(window: MainWindow) -> str:
    message = window.search_page.results.message
    return message.words() if message.isVisible() else ""


def click_search_again(qtbot: QtBot, window: MainWindow) -> None:
    links = window.search_page.results.notice.findChildren(QPushButton)
    qtbot.mouseClick(next(link for link in links if link.text() == "Search again"), Qt.MouseButton.LeftButton)


def looked(qtbot: QtBot, window: MainWindow) -> None:
    """The window looks at the library, and shows what came of it."""
    before = window.search.searched_state
    window.library_list.refresh()
    topics = "documents", "staleness"
    qtbot.waitUntil(lambda: not any(map(window.jobs.busy, topics)))
    assert window.search.searched_state is before


def take_out(library: StubLibrary, number: int) -> None:
    library.documents.stored = library.documents.stored[:-number]


# --- a real library ---


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
    qtbot.waitUntil(lambda: window.search.searched_state is not None, timeout=LONG_MS)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("key", [ENTER, F5, None], ids=["enter", "F5", "link"])
def test_a_search_that_found_nothing_finds_what_was_added_since(
    qtbot: QtBot, real: MainWindow, tmp_path: Path, key: Qt.Key | None
) -> None:
    ask(qtbot, real, "giraffe")
    assert real.search_page.results.count.text() == "Nothing is close"
    assert "No passage has “giraffe”" in notice_of(real)
    real.intake_controller.add([written(tmp_path, "giraffe.txt", GIRAFFE)])
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
        real.revision.check()
        qtbot.waitUntil(lambda: notice_of(real) == "1 document was added since.", timeout=LONG_MS)
        other.documents.remove(1)
        real.revision.check()
        qtbot.waitUntil(lambda: notice_of(real) == "The library changed since.", timeout=LONG_MS)


def test_passages_that_can_be_found_by_meaning_since_are_offered(
    qtbot: QtBot, real: MainWindow, tmp_path: Path
) -> None:
    real.intake_controller.add([written(tmp_path, "giraffe.txt", GIRAFFE)])
    real.embedding.rest()
    qtbot.waitUntil(lambda: "2 documents" in real.status.size.text(), timeout=LONG_MS)
    ask(qtbot, real, "giraffe")
    real.embedding.go_on()
    qtbot.waitUntil(lambda: notice_of(real) == "More passages can be found by meaning now.", timeout=LONG_MS)
    click_search_again(qtbot, real)
    qtbot.waitUntil(lambda: not notice_of(real), timeout=LONG_MS)


# --- the offer ---


def test_documents_added_since_are_counted_until_the_search_is_run_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    stored = library.documents.stored
    take_out(library, 2)
    search(qtbot, window)
    looked(qtbot, window)
    assert not notice_of(window)
    library.documents.stored = stored[:-1]
    looked(qtbot, window)
    assert notice_of(window) == "1 document was added since."
    library.documents.stored = stored
    looked(qtbot, window)
    assert notice_of(window) == "2 documents were added since."
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(window.search_page.bar.field, F5)
    looked(qtbot, window)
    assert not notice_of(window)


def test_another_search_by_words_takes_the_offer_away_at_once(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    take_out(library, 1)
    looked(qtbot, window)
    assert notice_of(window) == "The library changed since."
    library.quick = True
    gate = ask_without_waiting(qtbot, window, library, "traffic")
    qtbot.waitUntil(lambda: window.search.searched_state is None)
    assert not notice_of(window)
    gate.set()


def test_a_change_while_a_search_runs_is_offered_with_its_answer(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = ask_without_waiting(qtbot, window, library, "traffic stop")
    take_out(library, 1)
    looked(qtbot, window)
    gate.set()
    qtbot.waitUntil(lambda: notice_of(window) == "The library changed since.")


def test_an_empty_box_offers_nothing(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    search(qtbot, window)
    take_out(library, 1)
    looked(qtbot, window)
    window.search_page.bar.field.empty()
    looked(qtbot, window)
    assert not notice_of(window)
    window.embedding.ready.emit()
    assert not notice_of(window)


def test_a_search_by_words_alone_is_offered_again_only_once_when_meaning_is_ready(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.meaning = False
    search(qtbot, window)
    window.embedding.ready.emit()
    assert notice_of(window) == MEANING_READY


# --- Enter and F5 ---


@pytest.mark.parametrize("key", [ENTER, F5])
def test_a_repeated_search_keeps_the_keyboard_in_the_box_and_down_goes_to_the_results(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, key: Qt.Key
) -> None:
    window.activateWindow()
    search(qtbot, window)
    field, before = window.search_page.bar.field, len(library.called("search"))
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(field, key)
    assert len(library.called("search")) == before + 1
    assert field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert window.search_page.results.list.hasFocus() and window.search_page.results.list.current_row() == 0


def test_f5_in_the_results_or_the_reader_searches_again_from_the_top(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.activateWindow()
    search(qtbot, window)
    results = window.search_page.results.list
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(2)
    for widget in (results, window.search.reader.view.canvas):
        results.verticalScrollBar().setValue(200)
        widget.setFocus()
        with qtbot.waitSignal(window.search.answered):
            qtbot.keyClick(widget, F5)
        assert results.verticalScrollBar().value() == 0 and results.current_row() == 2


def test_f5_asks_for_what_was_typed_since(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    search(qtbot, window, "traffic stop")
    window.search_page.bar.field.setText("nervousness")
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(window.search_page.bar.field, F5)
    assert library.called("search")[-1].text == "nervousness"


@pytest.mark.parametrize("key", [ENTER, F5])
def test_a_key_that_is_pressed_again_and_again_starts_one_search(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, key: Qt.Key
) -> None:
    search(qtbot, window)
    gate, before = threading.Event(), len(library.called("search"))
    library.gates["search"] = gate
    for _ in range(4):
        qtbot.keyClick(window.search_page.bar.field, key)
        qtbot.waitUntil(lambda: len(library.called("search")) > before)
    with qtbot.waitSignal(window.search.answered):
        gate.set()
    qtbot.waitUntil(lambda: not window.jobs.busy("search"))
    assert len(library.called("search")) == before + 1


def test_the_answer_on_the_screen_stays_while_the_search_is_repeated(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.quick, library.by_words = True, (5, 3)
    search(qtbot, window)
    before = [hit.passage.id for hit in shown(window)]
    gate = library.gates["search"] = threading.Event()
    quick, asked = len(library.called("quick")), len(library.called("search"))
    qtbot.keyClick(window.search_page.bar.field, F5)
    qtbot.waitUntil(lambda: len(library.called("search")) > asked)
    assert [hit.passage.id for hit in shown(window)] == before and len(library.called("quick")) == quick
    gate.set()
    qtbot.waitUntil(lambda: window.search.runner.question is None)


def test_the_menu_and_the_list_of_keys_name_f5(window: MainWindow) -> None:
    from ui.window.shortcuts import all_of

    keys = {keys: what for _place, rows in all_of(window.menuBar()) for keys, what in rows}
    assert keys["F5"] == "Search again"


# --- nothing found while files wait ---


@pytest.fixture
def held(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> Iterator[threading.Event]:
    """Three files that are being read until the event is set; a search that finds nothing stands."""
    go_on = threading.Event()

    def work(path: Path, reporter: object) -> FileOutcome:
        go_on.wait(20)
        return FileOutcome(path, FileStatus.REFUSED)

    library.ingest.script = work
    window.intake_controller.add(FILES)
    qtbot.waitUntil(lambda: window.intake_controller.busy and window.intake_controller.waiting == 3)
    search(qtbot, window, "zebra")
    yield go_on
    go_on.set()


def test_nothing_found_while_files_are_read_says_nothing_yet_and_shows_them(
    qtbot: QtBot, window: MainWindow, held: threading.Event
) -> None:
    assert message_of(window).strip() == "Nothing yet; 3 files are still being read."
    link = window.search_page.results.show_files
    assert link.isVisible()
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert window.pages.currentIndex() == INTAKE


def test_the_number_of_files_is_kept_current_and_the_end_offers_to_search_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, held: threading.Event
) -> None:
    library.ingest.script = lambda path, reporter: (
        FileOutcome(path, FileStatus.REFUSED)
        if path == FILES[1]
        else worked_on_until_cancelled(path, reporter)
    )
    held.set()
    qtbot.waitUntil(lambda: message_of(window).strip() == "Nothing yet; 1 file is still being read.")
    window.intake_controller.pause()
    qtbot.waitUntil(lambda: message_of(window).strip() == "Nothing yet; 1 file waits to be read.")
    library.ingest.script = None
    window.intake_controller.resume()
    qtbot.waitUntil(lambda: notice_of(window) == "All files have been read since.")
    assert message_of(window).strip() == "Nothing in the library matched this search."
    assert not window.search_page.results.show_files.isVisible()
    with qtbot.waitSignal(window.search.answered):
        click_search_again(qtbot, window)
    assert message_of(window).startswith(NOTHING_MATCHES) and not notice_of(window)


def test_files_that_another_program_or_a_colleague_adds_count_too(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.files_left = 157
    search(qtbot, window, "zebra")
    qtbot.waitUntil(lambda: message_of(window).strip() == "Nothing yet; 157 files are still being read.")
    assert not window.search_page.results.show_files.isVisible()
    library.documents.files_left = 1
    looked(qtbot, window)
    assert message_of(window).strip() == "Nothing yet; 1 file is still being read."
    library.documents.files_left = 0
    looked(qtbot, window)
    assert notice_of(window) == "All files have been read since."


def test_less_close_results_alone_are_headed_by_the_files_that_are_still_read(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.less_close = tuple(hit.passage.id for hit in shown(window))
    library.forced = {"advice": "Nothing yet; 157 files are still being read. Nothing is close."}
    library.documents.files_left = 157
    search(qtbot, window, "suspicion")
    results = window.search_page.results
    qtbot.waitUntil(lambda: results.count.text() == "Nothing yet; 157 files are still being read.")
    assert results.list.isVisible() and not notice_of(window), "the number is said once, and kept current"
    library.documents.files_left = 1
    looked(qtbot, window)
    assert results.count.text() == "Nothing yet; 1 file is still being read."
    library.documents.files_left = 0
    looked(qtbot, window)
    assert results.count.text() == "Nothing is close"
    assert notice_of(window) == "All files have been read since."


def test_results_say_nothing_of_files_that_are_read(
    qtbot: QtBot, window: MainWindow, held: threading.Event
) -> None:
    search(qtbot, window)
    held.set()
    qtbot.waitUntil(lambda: not window.intake_controller.waiting)
    assert not notice_of(window) and not message_of(window)


def test_a_search_before_the_first_brief_is_read_says_nothing_yet(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    library = StubLibrary(empty=True)
    library.ingest.script = worked_on_until_cancelled
    window = open_window(library)
    window.intake_controller.add(FILES[:1])
    qtbot.waitUntil(lambda: window.intake_controller.waiting == 1)
    window.show_page(LIBRARY)
    window.show_page(SEARCH)
    search(qtbot, window, "zebra")
    assert message_of(window).strip() == "Nothing yet; 1 file is still being read."
    window.intake_controller.cancel()
    qtbot.waitUntil(window.search_page.first_use.isVisible)
