"""The panel of alerts: what it shows, where each row leads, what is left for later, and pages in turn."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileGroup, WatchedFolder
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.errors import StoreAway
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.alerts.bell import AlertRow, alert_of
from ui.features.authorities.page import LIST, PROPOSALS
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, LIBRARY, SEARCH, SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
COLLECT = "maintenance.alerts"
DOUBTFUL = LibraryAlert(AlertKind.DOUBTFUL, 3, (8, 1, 2), pages=41)


def titles(window: MainWindow) -> list[str]:
    return [row.alert.title for row in window.alerts.rows]


def reopen(qtbot: QtBot, window: MainWindow) -> None:
    """Open the panel with alerts that were collected now."""
    window.alerts.hide()
    window.alerts.toggle()
    qtbot.waitUntil(lambda: not window.jobs.busy("alerts"))


def show(qtbot: QtBot, window: MainWindow, library: HookedLibrary, *alerts: LibraryAlert) -> list[AlertRow]:
    """Open the panel on these alerts instead of the library's own; return its rows."""
    library.change(COLLECT, lambda _own: alerts)
    reopen(qtbot, window)
    return window.alerts.rows


def pause_of(window: MainWindow) -> QTimer:
    """Return the timer that runs between a change and the collection that follows."""
    pause = window.alerts.findChild(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert isinstance(pause, QTimer)
    return pause


def activate(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_a_scan_and_proposals_of_the_sample_are_counted_at_the_bell_and_lead_to_their_places(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    window, bell = sample_window, sample_window.alerts.bell
    reopen(qtbot, window)
    assert titles(window) == [
        "2 sentences of your library seem to say that an authority no longer holds.",
        "The text could not be read with certainty: 2 pages in 1 document.",
    ]
    assert bell.text() == "2" and bell.accessibleName() == "2 alerts"
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.alerts.rows[1].settle.click()
    reader = window.search_page.reader
    assert not window.alerts.isVisible() and reader.document is not None
    assert "Ravenel" in reader.document.title, "the scan of the sample"
    window.alerts.rows[0].settle.click()
    assert window.pages.currentIndex() == AUTHORITIES and window.authorities_page.part == PROPOSALS


def test_each_alert_leads_by_one_key_to_where_it_is_settled(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    window = sample_window
    activate(qtbot, window)
    leads = {
        AlertKind.DISK: SETTINGS,
        AlertKind.WORDS: SETTINGS,
        AlertKind.RELYING: AUTHORITIES,
        AlertKind.FOLDERS: SETTINGS,
        AlertKind.REFUSED: LIBRARY,
        AlertKind.BACKUP: SETTINGS,
    }
    keys = cycle((Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter))
    for (matter, page), key in zip(leads.items(), keys, strict=False):
        (row,) = show(qtbot, window, sample_library, LibraryAlert(matter, 2))
        row.settle.setFocus()
        qtbot.keyClick(row.settle, key)
        assert window.pages.currentIndex() == page, matter
    assert window.authorities_page.part == LIST
    assert window.library_page.files.group is FileGroup.REFUSED


def test_the_number_stands_still_while_files_are_added(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, tmp_path: Path
) -> None:
    window, gate = sample_window, sample_library.hold("ingest.run")
    reopen(qtbot, window)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-")
    window.add([broken])
    qtbot.waitUntil(lambda: bool(sample_library.called("ingest.run")))
    window.library_page.adding.library_changed.emit()
    assert not pause_of(window).isActive() and window.alerts.bell.text() == "2"
    gate.set()
    qtbot.waitUntil(lambda: window.alerts.bell.text() == "3", timeout=30_000)
    assert "1 file was refused." in titles(window)


def test_the_panel_closes_on_escape_on_a_click_outside_and_when_the_keyboard_leaves_it(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    window, panel = sample_window, sample_window.alerts
    activate(qtbot, window)
    reopen(qtbot, window)
    panel.rows[0].settle.setFocus()
    qtbot.keyClick(panel.rows[0].settle, Qt.Key.Key_Escape)
    assert not panel.isVisible() and panel.bell.hasFocus()
    panel.bell.click()
    qtbot.mouseClick(window.search_page, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()
    panel.bell.click()
    window.search_page.bar.field.setFocus()
    assert not panel.isVisible()


def test_a_library_that_is_away_is_said_in_place_of_the_rows(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    panel = sample_window.alerts
    sample_library.fail(COLLECT, StoreAway())
    reopen(qtbot, sample_window)
    assert StoreAway.default_title in panel.message.words()
    assert panel.rows == [] and panel.message.isVisible()
    assert panel.bell.accessibleName() == "The alerts could not be read."
    sample_library.fail(COLLECT, None)
    reopen(qtbot, sample_window)
    assert panel.bell.text() == "2"


def test_an_alert_left_for_later_comes_back_when_there_is_more_of_it_or_when_asked_for(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    window, panel = sample_window, sample_window.alerts
    activate(qtbot, window)
    refused, more = (LibraryAlert(AlertKind.REFUSED, number) for number in (2, 3))
    first, _second = show(qtbot, window, sample_library, refused, DOUBTFUL)
    first.later.setFocus()
    qtbot.keyClick(first.later, Qt.Key.Key_Space)
    (left,) = panel.rows
    assert left.alert == alert_of(DOUBTFUL) and left.settle.hasFocus()
    assert "(1)" in panel.show_dismissed.text()
    assert len(show(qtbot, window, sample_library, more, DOUBTFUL)) == 2
    for _ in range(2):
        qtbot.mouseClick(panel.rows[0].later, Qt.MouseButton.LeftButton)
    assert panel.rows == [] and panel.show_dismissed.isVisible()
    qtbot.mouseClick(panel.show_dismissed, Qt.MouseButton.LeftButton)
    assert len(panel.rows) == 2


def test_alerts_are_collected_once_after_several_changes_and_when_a_folder_goes_away(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    here, away = WatchedFolder(Path("/scans")), WatchedFolder(Path("/scans"), "It cannot be reached.")
    window, pause = sample_window, pause_of(sample_window)
    reopen(qtbot, window)
    pause.stop()
    collected = len(sample_library.called(COLLECT))
    for _ in range(5):
        window.library_page.adding.library_changed.emit()
        window.authorities_page.law_changed.emit()
    qtbot.waitUntil(lambda: len(sample_library.called(COLLECT)) == collected + 1)
    for folders, is_news in (([here], True), ([here], False), ([away], True), ([away], False)):
        pause.stop()
        window.folder_watch.folders_changed.emit(folders)
        assert pause.isActive() is is_news


def test_documents_to_look_at_open_in_turn_by_keys_and_a_removed_one_is_passed_over(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    window = sample_window
    (row, *_) = show(qtbot, window, sample_library, DOUBTFUL)
    reader, bar = window.search_page.reader, window.library_page.review
    sample_library.documents.remove(1)
    with qtbot.waitSignal(reader.opened):
        row.settle.click()
    assert window.pages.currentIndex() == SEARCH
    assert "Document 1 of 3" in bar.text.whole() and not bar.previous.isEnabled()
    activate(qtbot, window)
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert reader.document is not None and reader.document.id == 2
    assert "Document 2 of 2" in bar.text.whole() and not bar.next.isEnabled()
    with qtbot.waitSignal(reader.opened):
        qtbot.mouseClick(bar.previous, Qt.MouseButton.LeftButton)
    assert reader.document.id == 8
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


@pytest.mark.nightly
def test_a_scan_that_was_hard_to_read_is_counted_when_it_was_added_and_its_pages_are_offered(
    qtbot: QtBot, empty_library: HookedLibrary, sample_files: list[Path]
) -> None:
    with real_window(qtbot, empty_library) as window:
        window.add([file for file in sample_files if "Ravenel" in file.name])
        page = window.library_page
        link = page.adding.links[FileGroup.CHECK]
        qtbot.waitUntil(lambda: link.isVisible() and link.text() == "1 to check", timeout=60_000)
        link.click()
        qtbot.waitUntil(lambda: len(page.files.model.files()) == 1)
        with qtbot.waitSignal(window.search_page.reader.opened):
            page.files.review.click()
        assert "of 1 to look at" in page.review.text.whole()


def test_arrow_keys_go_from_alert_to_alert_and_delete_leaves_one_for_later(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    window, panel = sample_window, sample_window.alerts
    activate(qtbot, window)
    kinds = AlertKind.DISK, AlertKind.REFUSED, AlertKind.RELYING
    show(qtbot, window, sample_library, *(LibraryAlert(kind, 2) for kind in kinds))
    panel.close_button.setFocus()
    for key, at in ((Qt.Key.Key_Down, 0), (Qt.Key.Key_Down, 1), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Up, 1)):
        focused = window.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, key)
        assert panel.rows[at].settle.hasFocus()
    qtbot.keyClick(panel.rows[1].settle, Qt.Key.Key_Delete)
    assert [row.alert.key for row in panel.rows] == [AlertKind.DISK.value, AlertKind.RELYING.value]
    assert panel.rows[1].settle.hasFocus()
    qtbot.keyClick(panel.rows[1].settle, Qt.Key.Key_Up)
    qtbot.keyClick(panel.rows[0].settle, Qt.Key.Key_Delete)
    assert len(panel.rows) == 2, "a full disk cannot wait"
