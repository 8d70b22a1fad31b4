"""The page of alerts: what it shows, where each row leads, what is left for later, and pages in turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Annotation
from briefbank.domain.ingest import FileOutcome, FileStatus, WatchedFolder
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.errors import StoreAway
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui.features.alerts.dismissed import DismissedAlerts
from ui.features.alerts.texts import alert_of
from ui.features.authorities.view import LIST, PROPOSALS
from ui.features.intake.file_rows import FileFilterChoice
from ui.main_window import MainWindow
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, INTAKE, SEARCH, SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
DOUBTFUL = LibraryAlert(AlertKind.DOUBTFUL, 3, (3, 1, 2), pages=41)


def showing(qtbot: QtBot, window: MainWindow, library: StubLibrary, *worries: LibraryAlert) -> None:
    """The page with rows on these."""
    library.maintenance.worries = worries
    window.show_page(ALERTS)
    qtbot.waitUntil(
        lambda: [row.alert for row in window.alerts.rows] == [alert_of(worry) for worry in worries]
    )


def activate(qtbot: QtBot, window: MainWindow) -> None:
    """Give it the keyboard."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_each_alert_leads_by_one_key_to_where_it_is_settled(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, key: Qt.Key
) -> None:
    activate(qtbot, window)
    leads = {
        AlertKind.DISK: CARE,
        AlertKind.WORDS: CARE,
        AlertKind.RELYING: AUTHORITIES,
        AlertKind.PROPOSED: AUTHORITIES,
        AlertKind.FOLDERS: SETTINGS,
        AlertKind.REFUSED: INTAKE,
        AlertKind.BACKUP: CARE,
    }
    for matter, page in leads.items():
        showing(qtbot, window, library, LibraryAlert(matter, 2))
        window.alerts.rows[0].settle.setFocus()
        qtbot.keyClick(window.alerts.rows[0].settle, key)
        assert window.pages.currentIndex() == page, matter
        if page == AUTHORITIES:
            assert window.authorities.part == (LIST if matter is AlertKind.RELYING else PROPOSALS)
    assert window.intake.filter.shown is FileFilterChoice.REFUSED


def test_the_rail_says_how_many_there_are_also_to_assistive_technology(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    showing(qtbot, window, library, DOUBTFUL, LibraryAlert(AlertKind.REFUSED, 1))
    button = window.rail.buttons[ALERTS]
    assert button.number == 2 and "2 things to look at" in button.accessibleName()


def test_gaps_in_annotations_are_named_and_lead_to_the_documents(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    result = (Annotation.HEADINGS, Annotation.CITATIONS)
    showing(qtbot, window, library, LibraryAlert(AlertKind.ANNOTATIONS, 2, (2, 3), annotations=result))
    (row,) = window.alerts.rows
    assert row.alert.title == "2 documents were read with a gap in: headings, citations."
    row.settle.click()
    qtbot.waitUntil(window.review.bar.isVisible)
    assert window.pages.currentIndex() == SEARCH and "Document 1 of 2" in window.review.bar.text.whole()


def test_dates_in_the_future_are_said_and_lead_to_the_documents(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    showing(qtbot, window, library, LibraryAlert(AlertKind.FUTURE, 2, (2, 3)))
    (row,) = window.alerts.rows
    assert "lie in the future" in row.alert.title and "Correct" in row.alert.detail
    row.settle.click()
    qtbot.waitUntil(window.review.bar.isVisible)
    assert window.pages.currentIndex() == SEARCH and "Document 1 of 2" in window.review.bar.text.whole()


def test_nothing_to_look_at_is_said_calmly(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    window.show_page(ALERTS)
    qtbot.waitUntil(lambda: "Nothing needs a look." in window.alerts.message.words())
    assert window.alerts.message.isVisible() and window.rail.buttons[ALERTS].number == 0


def test_a_library_that_is_away_is_said_in_place_of_the_rows(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    showing(qtbot, window, library, DOUBTFUL)
    library.faults["concerns"] = StoreAway()
    window.show_page(ALERTS)
    qtbot.waitUntil(lambda: StoreAway.default_title in window.alerts.message.words())
    assert window.alerts.rows == [] and window.alerts.message.isVisible()


def test_up_and_down_move_between_rows_and_delete_leaves_one_for_later_until_there_is_more(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    refused = LibraryAlert(AlertKind.REFUSED, 2)
    showing(qtbot, window, library, refused, DOUBTFUL)
    activate(qtbot, window)
    window.alerts.first().setFocus()
    first, second = (row.settle for row in window.alerts.rows)
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert second.hasFocus()
    qtbot.keyClick(second, Qt.Key.Key_Up)
    qtbot.keyClick(first, Qt.Key.Key_Delete)
    assert [row.alert for row in window.alerts.rows] == [alert_of(DOUBTFUL)]
    assert window.alerts.rows[0].settle.hasFocus()
    assert "(1)" in window.alerts.show_dismissed.text()
    showing(qtbot, window, library, LibraryAlert(AlertKind.REFUSED, 3), DOUBTFUL)


def test_what_was_left_is_shown_again_when_asked_for(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    showing(qtbot, window, library, DOUBTFUL)
    qtbot.mouseClick(window.alerts.rows[0].later, Qt.MouseButton.LeftButton)
    assert window.alerts.rows == []
    qtbot.mouseClick(window.alerts.show_dismissed, Qt.MouseButton.LeftButton)
    assert [row.alert for row in window.alerts.rows] == [alert_of(DOUBTFUL)]


def test_a_full_disk_cannot_be_left_for_later(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    showing(qtbot, window, library, LibraryAlert(AlertKind.DISK, 1, size=1_000_000_000))
    assert not window.alerts.rows[0].later.isVisible()
    qtbot.keyClick(window.alerts.rows[0].settle, Qt.Key.Key_Delete)
    assert len(window.alerts.rows) == 1


def test_what_became_less_and_then_more_again_is_said_again(home: Path) -> None:
    left = DismissedAlerts(Path("/made-up/library"))
    left.dismiss(alert_of(LibraryAlert(AlertKind.REFUSED, 12)))
    for number, shown in ((12, 0), (13, 1), (3, 0), (4, 1)):
        now = alert_of(LibraryAlert(AlertKind.REFUSED, number))
        assert len(left.divide([now])[0]) == shown, number
    assert (
        len(
            DismissedAlerts(Path("/another/library")).divide([alert_of(LibraryAlert(AlertKind.REFUSED, 1))])[
                0
            ]
        )
        == 1
    )


def test_a_look_is_taken_after_the_library_changed_but_not_for_each_change(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.alert_controller.refresh()
    qtbot.waitUntil(lambda: len(library.called("concerns")) == 1)
    for _ in range(5):
        window.intake_controller.library_changed.emit()
        window.authority_controller.list_changed.emit()
    qtbot.waitUntil(lambda: len(library.called("concerns")) == 2)


def test_a_watched_folder_that_goes_away_is_looked_into_and_one_that_stays_is_not(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    here, away = WatchedFolder(Path("/scans")), WatchedFolder(Path("/scans"), "It cannot be reached.")
    uploads = []
    window.alert_controller.schedule = lambda: uploads.append(True)  # type: ignore[method-assign]
    for folders in ([here], [here], [away], [away]):
        window.folder_watch.folders_changed.emit(folders)
    assert len(uploads) == 2


def test_meaning_that_fails_stands_here_until_it_works(qtbot: QtBot, window: MainWindow) -> None:
    window.embedding.failed.emit()
    assert [row.alert.key for row in window.alerts.rows] == ["meaning"]
    window.embedding.ready.emit()
    assert window.alerts.rows == []


# --- pages in turn -------------------------------------------------------------------------------


def test_documents_to_look_at_open_in_turn_by_keys_and_a_removed_one_is_passed_over(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    showing(qtbot, window, library, DOUBTFUL)
    reader, bar = window.search.reader, window.review.bar
    library.documents.remove(1)
    with qtbot.waitSignal(reader.opened):
        window.alerts.rows[0].settle.click()
    assert window.pages.currentIndex() == SEARCH
    assert "Document 1 of 3" in bar.text.whole() and not bar.previous.isEnabled()
    activate(qtbot, window)
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert reader.document is not None and reader.document.id == 2
    assert "Document 2 of 2" in bar.text.whole() and not bar.next.isEnabled()
    with qtbot.waitSignal(reader.opened):
        qtbot.mouseClick(bar.previous, Qt.MouseButton.LeftButton)
    assert reader.document.id == 3
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_when_all_of_them_were_removed_meanwhile_it_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.review.begin([77, 78])
    qtbot.waitUntil(lambda: window.status.text.whole() == "Nothing is left of them to look at.")
    assert not window.review.bar.isVisible()


def test_after_a_round_the_pages_that_were_hard_to_read_are_counted_and_offered(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    made = {Path(f"/tmp/{n}.pdf"): library.documents.change(n, doubtful_pages=n) for n in (1, 2)}
    library.ingest.script = lambda path, _reporter: FileOutcome(
        path, FileStatus.ADDED, made[path], "Look at it."
    )
    window.add(list(made))
    look = window.intake.review
    qtbot.waitUntil(look.isVisible)
    assert look.text().startswith("3 pages in 2 documents could not be read with certainty.")
    with qtbot.waitSignal(window.search.reader.opened):
        look.acted.emit()
    assert "of 2 to look at" in window.review.bar.text.whole()
