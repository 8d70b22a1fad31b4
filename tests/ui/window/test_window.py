"""The window as a whole: documents, dialogs, memory, names for assistive technology, start and failure."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QStyleOptionViewItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order, SearchAnswer, SearchRequest
from briefbank.errors import StoreDamaged, StoreReadOnly
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import list_settled, search, show_library
from ui import program as programs
from ui.features.documents.model import FILED
from ui.features.search.card_delegate import CardDelegate
from ui.features.search.model import HitModel
from ui.features.search.result_list import ResultList
from ui.features.settings.ocr_server_panel import OcrServerPanel
from ui.features.settings.office_panel import OfficePanel
from ui.features.settings.watched_folders_panel import WatchedFoldersPanel
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, CARE, DRAFT, INTAKE, LIBRARY, SEARCH, SETTINGS
from ui.window.failure import FailureWindow
from ui.window.opening import OpeningWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def test_every_control_has_a_name_for_assistive_technology(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    nameless = [
        control
        for control in window.findChildren(QWidget)
        if isinstance(control, QAbstractButton | QLineEdit | QComboBox | QAbstractItemView)
        and not control.objectName().startswith("qt_")
        and not type(control).__module__.startswith("PySide6")
        and not (control.accessibleName() or (isinstance(control, QAbstractButton) and control.text()))
    ]
    assert nameless == []


@pytest.mark.parametrize(
    ("key", "page", "first"),
    [
        (Qt.Key.Key_1, SEARCH, attrgetter("search_page.bar.field")),
        (Qt.Key.Key_3, AUTHORITIES, attrgetter("authorities.field")),
        (Qt.Key.Key_5, DRAFT, attrgetter("draft.start.choose")),
        (Qt.Key.Key_7, INTAKE, attrgetter("intake.list")),
        (Qt.Key.Key_8, CARE, attrgetter("maintenance.check")),
        (Qt.Key.Key_Comma, SETTINGS, lambda window: window.settings.panel(OfficePanel).join),
    ],
)
def test_each_page_is_reached_by_its_keys_and_the_keyboard_is_in_it(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, page: int, first: Callable[[MainWindow], QWidget]
) -> None:
    window.add([Path("/tmp/brief.pdf")])
    window.show_page(LIBRARY)
    window.activateWindow()
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentIndex() == page
    widget = first(window)
    qtbot.waitUntil(widget.hasFocus)
    assert window.rail._group.checkedId() == page


def test_the_tab_key_goes_through_the_settings_from_top_to_bottom(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.show_page(SETTINGS)
    page = window.settings.panel(OcrServerPanel)
    page.address.setText("http://10.0.0.5:8000")
    qtbot.waitUntil(window.settings.panel(OfficePanel).join.hasFocus)
    reached = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached == [page.address, page.model, page.keep, window.settings.panel(WatchedFoldersPanel).add]


def test_a_document_is_opened_from_the_library_by_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentIndex() == LIBRARY
    qtbot.waitUntil(window.documents.table.hasFocus)
    list_settled(qtbot, window)
    window.documents.table.selectRow(0)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(window.documents.table, Qt.Key.Key_Return)
    assert window.pages.currentIndex() == SEARCH


def test_documents_are_narrowed_by_words_and_sorted_by_value_and_the_chosen_one_stays_chosen(
    qtbot: QtBot, window: MainWindow
) -> None:
    show_library(qtbot, window)
    table = window.documents.table
    titles = [table.model().index(row, 0).data() for row in range(5)]
    assert "Quill" in titles[0]
    assert "Memorandum" in titles[4]
    table.sortByColumn(FILED, Qt.SortOrder.AscendingOrder)
    list_settled(qtbot, window)
    assert "Memorandum" in table.model().index(0, 0).data()
    table.selectRow(0)
    table.sortByColumn(FILED, Qt.SortOrder.DescendingOrder)
    list_settled(qtbot, window)
    assert "Memorandum" in table.currentIndex().siblingAtColumn(0).data()
    qtbot.keyClicks(window.documents.field, "pell 2020")
    list_settled(qtbot, window)
    assert table.model().rowCount() == 1


def test_a_document_is_removed_only_after_a_yes(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_library(qtbot, window)
    window.documents.table.selectRow(0)
    answers = iter((False, True))
    monkeypatch.setattr(window.documents, "confirm_removal", lambda *_: next(answers))
    window.documents.remove.click()
    qtbot.waitUntil(lambda: library.called("backups_with") == [1] and not window.jobs.busy("backups"))
    window.documents.remove.click()
    qtbot.waitUntil(lambda: window.documents.table.model().rowCount() == 4)
    assert library.called("remove") == [1]


@pytest.mark.parametrize(("ask", "words"), [("self_test", "Text recognition"), ("show_about", "Version")])
def test_what_was_found_is_shown_as_a_list(qtbot: QtBot, window: MainWindow, ask: str, words: str) -> None:
    getattr(window.help, ask)()
    qtbot.waitUntil(lambda: window.help.dialog is not None)
    assert window.help.dialog is not None
    assert words in [finding.name for finding in window.help.dialog.list.findings]
    window.help.dialog.close()


def test_sizes_are_remembered_in_briefbanks_own_folder(
    qtbot: QtBot, open_window: Callable[[StubLibrary], MainWindow], home: Path
) -> None:
    first = open_window(StubLibrary())
    first.resize(first.minimumSize())
    first.search_page.splitter.setSizes([560, 379])
    sizes = first.search_page.splitter.sizes()
    first.close()
    assert (home / "window.ini").is_file()
    second = open_window(StubLibrary())
    assert second.search_page.splitter.sizes() == sizes


def test_of_a_thousand_results_those_in_view_alone_are_measured(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, measure = set[int](), CardDelegate.sizeHint

    def noted(delegate: CardDelegate, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        measured.add(index.row())
        return measure(delegate, option, index)

    monkeypatch.setattr(CardDelegate, "sizeHint", noted)
    hits = StubLibrary().search(SearchRequest("traffic stop suspicion")).hits
    many = tuple(
        replace(hit, passage=replace(hit.passage, id=1000 * turn + hit.passage.id))
        for turn in range(170)
        for hit in hits
    )
    model = HitModel()
    results = ResultList(model)
    qtbot.addWidget(results)
    results.resize(430, 600)
    results.show()
    model.show(SearchAnswer("", 0.0, len(many), many))
    QApplication.processEvents()
    assert 0 < len(measured) < 50
    qtbot.waitUntil(lambda: results.verticalScrollBar().maximum() > 150 * len(many))
    results.scrollToBottom()
    qtbot.waitUntil(lambda: results.indexAt(results.viewport().rect().center()).row() > 1000)


class Opener:
    """Stands for Library.open: fails until it is told not to."""

    def __init__(self) -> None:
        self.fault: Exception | None = StoreDamaged()
        self.folders: list[Path] = []

    def __call__(self, folder: Path, _reporter: object) -> StubLibrary:
        self.folders.append(folder)
        if self.fault is not None:
            raise self.fault
        return StubLibrary()


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch) -> Opener:
    made = Opener()
    monkeypatch.setattr(programs, "_open_library", made)
    return made


def start(qtbot: QtBot, folder: Path | None = None) -> programs.Program:
    """A program whose library has been opened, or not, as the opener says."""
    program = programs.Program(folder, [])
    program.open()
    assert isinstance(program.window, OpeningWindow)
    wait_until_opened(qtbot, program)
    return program


def wait_until_opened(qtbot: QtBot, program: programs.Program) -> None:
    qtbot.waitUntil(lambda: not isinstance(program.window, OpeningWindow))


@pytest.mark.parametrize("fault", [StoreDamaged(), StoreReadOnly(), RuntimeError("inner words")])
def test_a_library_that_cannot_be_opened_gives_a_window_that_says_why(
    qtbot: QtBot, opener: Opener, fault: Exception
) -> None:
    opener.fault = fault
    program = start(qtbot, Path("/somewhere"))
    shown = program.window
    assert isinstance(shown, FailureWindow)
    assert shown.isVisible() and shown.title.text() and shown.remedy.text()
    assert "inner words" not in shown.title.text() + shown.remedy.text()
    shown.close()


def test_another_library_can_be_chosen_and_is_opened_the_next_time(
    qtbot: QtBot, opener: Opener, tmp_path: Path
) -> None:
    program = start(qtbot, Path("/somewhere"))
    failed = program.window
    assert isinstance(failed, FailureWindow)
    opener.fault = None
    failed.library_chosen.emit(tmp_path / "other")
    wait_until_opened(qtbot, program)
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(window.isVisible)
    assert opener.folders == [Path("/somewhere"), tmp_path / "other"]
    assert settings.load().library == tmp_path / "other"
    window.close()


def test_the_chosen_order_is_kept_for_the_next_time(qtbot: QtBot, opener: Opener) -> None:
    opener.fault = None
    program = start(qtbot)
    window = program.window
    assert isinstance(window, MainWindow)
    settings.save(settings.Settings(ocr_address="http://10.0.0.5:8000"))  # chosen since, in the window
    window.search_page.bar.order.choose(Order.BEST)
    window.close()
    assert settings.load() == settings.Settings(order=Order.BEST, ocr_address="http://10.0.0.5:8000")
    again = start(qtbot)
    assert isinstance(again.window, MainWindow)
    assert again.window.search_page.bar.order.value is Order.BEST
    again.window.close()


def test_the_automatic_collector_is_off_while_windows_run_and_while_they_are_taken_apart(
    qapp: QApplication,
) -> None:
    gc.enable()
    collector = Collector()
    assert not gc.isenabled()
    collector.stop()
    assert not gc.isenabled()


def test_collecting_waits_until_the_slow_libraries_are_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 99))
    collector = Collector()

    def collections() -> int:
        before = gc.get_stats()[2]["collections"]
        collector.collect()
        return gc.get_stats()[2]["collections"] - before

    assert collections() == 0
    collector.freeze()
    assert collections() == 1
    gc.unfreeze()
    collector.stop()


def test_a_child_process_does_not_load_the_window_again() -> None:
    heavy = "any(name.startswith(('PySide6', 'sqlalchemy')) for name in sys.modules)"
    code = f"import sys, ui.app; sys.exit({heavy})"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
