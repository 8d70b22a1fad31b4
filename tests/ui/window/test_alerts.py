"""Alerts on a passage are shown on its card, in the reader, above results, and in a copy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from briefbank.domain.searches import Hit
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window, search, shown
from tests.ui.features.reader.conftest import text_of
from ui.features.reader.notices import Notices
from ui.features.reader.text import PagePoint
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
OVERRULED, QUESTIONED = "170 N.J. 632", "119 N.J. 35"
"""Authorities on the office's list. One brief of the sample cites them in passages that follow each other."""


@pytest.fixture
def window(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[MainWindow]:
    """A window on the eight briefs, two of whose authorities are on the office's list."""
    sample_library.good_law.enter(OVERRULED, Standing.OVERRULED, by="State v. Quell, 180 N.J. 10")
    sample_library.good_law.enter(QUESTIONED, Standing.QUESTIONED)
    with real_window(qtbot, sample_library) as window:
        yield window


def result_citing(window: MainWindow, authority: str) -> Hit:
    return next(
        hit for hit in shown(window) if authority in [cited.canonical for cited in hit.passage.citations]
    )


def open_hit(qtbot: QtBot, window: MainWindow, hit: Hit) -> Notices:
    """Open a result, and return the line above its pages once all is known."""
    window.search_page.open_row(window.search_page.results.model.row_of(hit.passage.id))
    return idle(qtbot, window)


def idle(qtbot: QtBot, window: MainWindow) -> Notices:
    reader = window.search_page.reader
    topics = ("open", "law", "citation")
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic, reader) for topic in topics))
    return reader.notices


def test_an_alert_is_read_aloud_and_copied_with_the_passage(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    results = window.search_page.results
    hit = result_citing(window, OVERRULED)
    row, (alert,) = results.model.row_of(hit.passage.id), hit.alerts
    assert str(alert) in results.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    results.list.setFocus()
    results.list.choose(row)
    qtbot.keyClick(results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\n")[-1] == f"Note: {alert}"


def test_the_reader_says_what_speaks_against_the_open_passage_and_then_against_others(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    hit = result_citing(window, OVERRULED)
    line = open_hit(qtbot, window, hit)
    here, elsewhere = line.texts()[:2]
    assert "verruled by State v. Quell" in here and elsewhere.startswith("Elsewhere in it: ")
    assert QUESTIONED in elsewhere and here in line.accessibleName()
    other = next(other for other in shown(window) if other.document.id != hit.document.id)
    assert not any("N.J." in text for text in open_hit(qtbot, window, other).texts())


def test_a_document_that_is_opened_as_a_whole_says_all_that_speaks_against_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    window.open_document(result_citing(window, OVERRULED).document)
    line = idle(qtbot, window)
    assert "verruled" in line.texts()[0] and "uestioned" in line.texts()[1]
    line.more.setFocus()
    qtbot.keyClick(line.more, Qt.Key.Key_Space)
    assert any(QUESTIONED in words.text() for words in line.findChildren(QLabel) if words.isVisible())


def test_a_named_authority_is_noted_above_the_results_and_leads_to_its_page(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window, "suspicion 170 N.J. 632 174 N.J. 351")
    results = window.search_page.results
    first, second = results.authorities.shown
    assert "170 N.J. 632" in first.name.whole() and "174 N.J. 351" in second.name.whole()
    (alert,) = first.alerts.alerts()
    assert str(alert) in results.count.accessibleName() and not second.alerts.isVisible()
    assert first.proposals.text() == "To confirm (1)" and not second.proposals.isVisible()
    first.open.setFocus()
    qtbot.keyClick(first.open, Qt.Key.Key_Space)
    assert window.pages.currentIndex() == AUTHORITIES
    view = window.authorities_page.authority_view
    qtbot.waitUntil(lambda: view.authority is not None and view.authority.canonical == "170 N.J. 632")


def test_selected_text_is_copied_with_what_speaks_against_its_passage(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    hit = result_citing(window, OVERRULED)
    open_hit(qtbot, window, hit)
    canvas, span = window.search_page.reader.canvas, hit.passage.spans[0]
    text = text_of(qtbot, canvas, span.page)
    box = text.boxes(span.start, span.start + 3)[0]
    canvas.selector.select_word(PagePoint(span.page, box.x0 + 1, (box.y0 + box.y1) / 2))
    window.search_page.reader.copy_selected()
    qtbot.waitUntil(lambda: "\nNote: " in QGuiApplication.clipboard().text())
    notes = QGuiApplication.clipboard().text().split("\nNote: ")[1:]
    assert len(notes) == 1 and OVERRULED in notes[0]


def test_a_list_that_cannot_be_read_does_not_keep_a_document_from_opening(
    qtbot: QtBot, window: MainWindow, sample_library: HookedLibrary
) -> None:
    search(qtbot, window)
    sample_library.fail("good_law.alerts", OSError("disk"))
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.open_document(result_citing(window, OVERRULED).document)
    assert not any("N.J." in text for text in idle(qtbot, window).texts())
