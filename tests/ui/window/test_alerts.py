"""Tests that alerts on a passage are shown on its card, in the reader, above results, and in a copy."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.searches import Hit, SearchRequest
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import HOLLIS, MARLOW
from tests.ui.conftest import search
from ui.features.reader.law_line import LawLine
from ui.features.reader.text_selector import PagePoint
from ui.features.search.card import Card, CardState
from ui.kit.fonts import Fonts
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES
from ui.style.theme import DARK, LIGHT, Colours

GRAVE = "State v. Marlow, 170 N.J. 640: overruled by State v. Hollis, 221 N.J. 118, since March 12, 2015."
OTHER = "N.J.S.A. 2C:44-1: amended since January 21, 2020."
THIRD = "R. 3:5-7: questioned."


def hit(*alerts: str) -> Hit:
    result = StubLibrary().search(SearchRequest("nervousness")).hits[0]
    return replace(result, alerts=alerts)


def card(found: Hit, *, expanded: bool, colours: Colours = LIGHT, width: int = 430) -> Card:
    return Card(found, width, CardState(expanded), Fonts.of(QApplication.font()), colours)


def said(made: Card) -> list[str]:
    return [block.layout.text() for block in made._blocks]


def idle(qtbot: QtBot, window: MainWindow) -> LawLine:
    topics = ("open", "law of the reader", "citation")
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic) for topic in topics))
    return window.search.reader.view.law


# --- the card ---


def test_a_card_shows_the_first_of_several_alerts_and_all_when_it_is_expanded(qtbot: QtBot) -> None:
    few = said(card(hit(GRAVE, OTHER, THIRD), expanded=False))
    assert any(GRAVE[:30] in text for text in few) and "and 2 more" in few
    assert not any("2C:44-1" in text for text in few)
    every = said(card(hit(GRAVE, OTHER, THIRD), expanded=True))
    assert [text for text in every if text in (GRAVE, OTHER, THIRD)] == [GRAVE, OTHER, THIRD]


def test_a_short_passage_with_several_alerts_can_be_expanded(qtbot: QtBot) -> None:
    bare = replace(hit(GRAVE, OTHER), factors=())
    bare = replace(bare, passage=replace(bare.passage, text="A short one."), marks=())
    assert card(bare, expanded=False).can_expand
    assert not card(replace(bare, alerts=(GRAVE,)), expanded=False).can_expand


def contrast(first: str, second: str) -> float:
    """WCAG 2.2, 1.4.3."""

    def luminance(name: str) -> float:
        colour = QColor(name)
        parts = (colour.redF(), colour.greenF(), colour.blueF())
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dim = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_the_words_of_an_alert_stand_on_their_band_with_enough_contrast(
    qtbot: QtBot, colours: Colours
) -> None:
    made = card(hit(GRAVE), expanded=False, colours=colours)
    image = QImage(430, round(made.height), QImage.Format.Format_RGB32)
    image.fill(QColor(colours.surface))
    painter = QPainter(image)
    made.paint(painter, "-", 1.0)
    painter.end()
    corner = made.band.bottomRight().toPoint()
    assert image.pixelColor(corner.x() - 8, corner.y() - 3).name() == colours.warn_soft
    assert contrast(colours.warn, colours.warn_soft) >= 4.5


def test_a_card_without_alerts_has_no_band(qtbot: QtBot) -> None:
    assert card(hit(), expanded=True).band.isEmpty()


def test_an_alert_is_read_aloud_and_copied_with_the_passage(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.alerts[1] = (GRAVE, OTHER)
    search(qtbot, window)
    page = window.search_page
    row = page.results.model.row_of(1)
    spoken = page.results.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    assert GRAVE in spoken and OTHER in spoken
    page.results.list.setFocus()
    page.results.list.choose(row)
    qtbot.keyClick(page.results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\n")[-2:] == [f"Note: {GRAVE}", f"Note: {OTHER}"]


# --- the reader ---


def test_the_reader_says_what_speaks_against_the_open_passage_and_then_against_others(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.said = {1: (GRAVE,), 2: (OTHER, GRAVE)}
    search(qtbot, window)
    window.search.results.open_row(window.search_page.results.model.row_of(1))
    line = idle(qtbot, window)
    assert line.alerts.alerts() == (GRAVE, f"Elsewhere in it: {OTHER}")
    assert GRAVE in line.alerts.accessibleName()
    window.search.results.open_row(window.search_page.results.model.row_of(3))
    assert idle(qtbot, window).alerts.alerts() == ()
    assert not line.alerts.isVisible()


def test_a_document_that_is_opened_as_a_whole_says_all_that_speaks_against_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.said = {1: (GRAVE,), 2: (OTHER,)}
    window.open_document(library.documents.get(1))
    band = idle(qtbot, window).alerts
    qtbot.waitUntil(lambda: band.alerts() == (GRAVE, OTHER))
    assert band.more.text() == "and 1 more"
    band.more.setFocus()
    qtbot.keyClick(band.more, Qt.Key.Key_Space)
    assert band._all.isVisible() and OTHER in band._all.text()


def test_a_list_that_cannot_be_read_does_not_keep_a_document_from_opening(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["alerts"] = OSError("disk")
    with qtbot.waitSignal(window.search.reader.opened):
        window.open_document(library.documents.get(1))
    assert not idle(qtbot, window).isVisible()


def test_a_new_line_of_the_list_is_seen_in_the_open_document(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.open_document(library.documents.get(1))
    line = idle(qtbot, window)
    library.law.said = {1: (GRAVE,)}
    window.authority_controller.list_changed.emit()
    qtbot.waitUntil(lambda: line.alerts.alerts() == (GRAVE,))


def test_selected_text_is_copied_with_what_speaks_against_its_passage(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.said = {1: (GRAVE,), 2: (OTHER,)}
    search(qtbot, window)
    page = window.search_page
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(page.results.model.row_of(1))
    canvas, result = window.search.reader.view.canvas, library.documents.passages(1)[0]
    where = result.first_page
    canvas.selector.want(where)
    qtbot.waitUntil(lambda: canvas.selector._text(where) is not None)
    text = canvas.selector._text(where)
    assert text is not None
    box = text.boxes(result.spans[0].start, result.spans[0].start + 3)[0]
    canvas.selector.select_word(PagePoint(where, box.x0 + 1, (box.y0 + box.y1) / 2))
    window.search.reader.copy_selected()
    idle(qtbot, window)
    qtbot.waitUntil(lambda: "Note:" in QGuiApplication.clipboard().text())
    copied = QGuiApplication.clipboard().text()
    assert copied.endswith(f"\nNote: {GRAVE}") and OTHER not in copied


# --- authorities that a search names ---

NOTES = (
    AuthorityNote(MARLOW, 62, 31, date(2021, 3, 3), (GRAVE,), "Cited in 31 documents.", 2),
    AuthorityNote(HOLLIS, 4, 3, date(2020, 1, 1), (), "Not on your office’s list. Cited in 3 documents."),
    AuthorityNote(replace(HOLLIS, id=7), 4, 3, None, (), "Cited in 3 documents."),
)


def test_a_named_authority_is_noted_above_the_results_and_leads_to_its_page(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.forced = {"authorities": NOTES}
    search(qtbot, window)
    notes = window.search_page.results.authorities
    assert [frame.name.whole() for frame in notes.shown] == [str(MARLOW), str(HOLLIS)]
    first, second = notes.shown
    assert first.alerts.alerts() == (GRAVE,) and not second.alerts.isVisible()
    assert first.proposals.text() == "Proposals (2)" and not second.proposals.isVisible()
    assert GRAVE in window.search_page.results.count.accessibleName()
    first.open.setFocus()
    qtbot.keyClick(first.open, Qt.Key.Key_Space)
    assert window.pages.currentIndex() == AUTHORITIES
    qtbot.waitUntil(lambda: window.authorities.page.authority == MARLOW)


def test_more_notes_than_fit_are_counted_and_shown_on_request(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.forced = {"authorities": NOTES}
    search(qtbot, window)
    notes = window.search_page.results.authorities
    assert notes.more.text() == "and 1 more"
    qtbot.mouseClick(notes.more, Qt.MouseButton.LeftButton)
    assert len(notes.shown) == 3 and not notes.more.isVisible()


def test_notes_go_with_the_search_that_they_belong_to(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.forced = {"authorities": NOTES}
    search(qtbot, window)
    library.forced = {}
    search(qtbot, window, "nervousness")
    assert not window.search_page.results.authorities.isVisible()
    library.forced = {"authorities": NOTES}
    search(qtbot, window)
    window.search_page.bar.field.empty()
    assert not window.search_page.results.authorities.isVisible()
