"""The summary stays closed until asked for; the document's own words come first, a model's beside them."""

from __future__ import annotations

import itertools
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimOutcome,
    Summary,
    SummaryPart,
    SummarySentence,
)
from briefbank.errors import ModelFault, StoreDamaged
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.summaries import (
    DISCLAIMER,
    ISSUE,
    MODEL,
    SOURCES,
    WHOLE,
    WITHHELD,
    WRITTEN,
    choose_model,
    written,
)
from tests.ui.conftest import search
from ui.features.summary.controller import WRITTEN as WRITING
from ui.features.summary.generated_part import GateAction, GeneratedPart
from ui.features.summary.view import WAITING
from ui.jobs import Lane
from ui.kit.painted_layout import Piece, PieceStyle, font_of, lay_out
from ui.kit.painted_text import PaintedText
from ui.main_window import MainWindow
from ui.shared import summary_texts
from ui.shared.pages import LIBRARY, SEARCH
from ui.style.theme import colours

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A window with a document open."""
    search(qtbot, window)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(0)
    return window


def unfold(qtbot: QtBot, window: MainWindow) -> PaintedText:
    panel = window.search.reader.view.summary
    qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: PieceStyle.DISCLAIMER in [piece.look for piece in panel.painted.pieces])
    return panel.painted


@pytest.fixture
def model() -> None:
    """The office has chosen a local model."""
    choose_model()


def generated(window: MainWindow) -> GeneratedPart:
    return window.search.reader.view.summary.generated


def wait_for(qtbot: QtBot, window: MainWindow, act: GateAction) -> GeneratedPart:
    """Open the panel and wait until the part of the model offers this."""
    if not window.search.reader.view.summary.is_open:
        unfold(qtbot, window)
    part = generated(window)
    qtbot.waitUntil(lambda: part.act is act and part.isVisible())
    return part


def texts(painted: PaintedText) -> str:
    return " ".join(piece.spoken for piece in painted.pieces)


def held_while_writing(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> threading.Event:
    """The model is at work until the gate that is returned is opened."""
    gate = library.gates["write_summary"] = threading.Event()
    wait_for(qtbot, window, GateAction.STOP)
    qtbot.waitUntil(lambda: bool(library.called("write_summary")))
    return gate


def test_the_summary_is_closed_and_not_even_fetched_at_first(
    opened: MainWindow, library: StubLibrary
) -> None:
    assert not opened.search.reader.view.summary.body.isVisible()
    assert not library.called("summary")


def test_opening_shows_the_disclaimer_first_large_and_bold(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    first = painted.pieces[0]
    assert (first.text, first.look) == (DISCLAIMER, PieceStyle.DISCLAIMER)
    font = font_of(PieceStyle.DISCLAIMER, painted.font())
    assert font.bold() and font.pointSizeF() > painted.font().pointSizeF()
    assert painted.isVisible()


def test_another_document_closes_and_empties_it(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    assert not opened.search.reader.view.summary.is_open
    assert painted.is_empty


def test_a_late_summary_of_another_document_is_not_shown(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["summary"] = threading.Event()
    panel = opened.search.reader.view.summary
    panel.toggle.click()
    qtbot.waitUntil(lambda: bool(library.called("summary")))
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    gate.set()
    qtbot.waitUntil(lambda: not opened.jobs._running)
    assert panel.painted.is_empty


def test_a_sentence_leads_to_its_page_by_click_and_by_key(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    canvas = opened.search.reader.view.canvas
    facts = next(piece.rect for piece in painted.placed(painted.width()) if piece.piece.target == 5)
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=facts.center().toPoint())
    assert canvas.page == 5
    painted.setFocus()
    qtbot.keyClick(painted, Qt.Key.Key_Down)
    qtbot.keyClick(painted, Qt.Key.Key_Return)
    assert canvas.page == 6


def test_where_there_is_no_summary_it_says_so(qtbot: QtBot, opened: MainWindow, library: StubLibrary) -> None:
    opened.open_document(library.documents.get(5))
    qtbot.waitUntil(lambda: opened.search.reader.view.canvas.page >= 0)
    panel = opened.search.reader.view.summary
    panel.toggle.click()
    qtbot.waitUntil(lambda: "no summary" in panel.painted.accessibleDescription())


def test_an_opening_stands_under_its_own_heading_and_not_under_facts(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    sentence = SummarySentence("To all judges of this court.", 0, True, "opening")
    library.summaries.extracts[1] = Summary("extractive", DISCLAIMER, (sentence,))
    painted = unfold(qtbot, opened)
    headings = [piece.text for piece in painted.pieces if piece.look is PieceStyle.HEADING]
    assert headings == ["How the document begins, in its own words"]
    assert sentence.text in [piece.text for piece in painted.pieces]


# --- what a model adds ---


def test_without_a_model_one_quiet_line_says_how_to_get_one(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    unfold(qtbot, opened)
    part = generated(opened)
    qtbot.waitUntil(part.isVisible)
    assert [piece.text for piece in part.text.pieces] == [summary_texts.NO_MODEL]
    assert not part.button.isVisible()
    assert not library.called("kept_summary") and not library.called("write_summary")


def test_a_model_that_was_chosen_meanwhile_is_asked_when_the_page_is_shown_again(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    unfold(qtbot, opened)
    qtbot.waitUntil(generated(opened).isVisible)
    choose_model()
    opened.show_page(6)
    opened.show_page(0)
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1]


def test_what_stands_against_writing_is_said_and_nothing_is_written(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.why_none = "The model’s file is gone. Choose another in Settings."
    unfold(qtbot, opened)
    qtbot.waitUntil(generated(opened).isVisible)
    assert texts(generated(opened).text) == library.summaries.why_none
    assert not library.called("write_summary")


def test_nothing_is_written_for_a_document_whose_panel_is_closed(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    qtbot.waitUntil(lambda: not opened.jobs._running)
    assert not library.called("kept_summary") and not library.called("write_summary")


def test_the_documents_own_words_stand_there_before_the_model_is_asked(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    gate = held_while_writing(qtbot, opened, library)
    painted = opened.search.reader.view.summary.painted
    assert "broken tail light" in texts(painted)
    order = [name for name, _value in library.calls if name in ("summary", "write_summary")]
    assert order == ["summary", "write_summary"]
    gate.set()
    wait_for(qtbot, opened, GateAction.SHOW)
    assert "broken tail light" in texts(painted)


def test_a_summary_that_was_kept_is_there_without_writing(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.store[1] = written(1)
    wait_for(qtbot, opened, GateAction.SHOW)
    assert not library.called("write_summary")


def test_a_summary_of_another_document_is_never_shown(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.store[1] = written(2)
    unfold(qtbot, opened)
    qtbot.waitUntil(lambda: bool(library.called("kept_summary")) and not opened.jobs._running)
    assert generated(opened).act is GateAction.NOTHING and not generated(opened).isVisible()


def test_it_says_how_far_the_model_is(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.progress = (("Writing", 80, 400),)
    gate = held_while_writing(qtbot, opened, library)
    part = generated(opened)
    qtbot.waitUntil(lambda: "about 40 words so far" in texts(part.text))
    part.show_progress("Checking", 2, 5)
    assert "sentence 3 of 5" in texts(part.text)
    gate.set()


def test_stop_ends_the_writing_and_it_can_be_tried_again(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    held_while_writing(qtbot, opened, library)
    part = generated(opened)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    assert part.act is GateAction.AGAIN and summary_texts.NOTHING_KEPT in texts(part.text)
    qtbot.waitUntil(lambda: library.called("write_stopped") == [1])
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, opened, GateAction.SHOW)


def test_a_model_that_fails_costs_its_summary_alone(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.faults["write_summary"] = ModelFault()
    part = wait_for(qtbot, opened, GateAction.AGAIN)
    assert ModelFault.default_title in texts(part.text)
    assert "broken tail light" in texts(opened.search.reader.view.summary.painted)
    del library.faults["write_summary"]
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, opened, GateAction.SHOW)


def test_a_store_that_fails_says_so_beside_the_extract(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.faults["kept_summary"] = StoreDamaged()
    part = wait_for(qtbot, opened, GateAction.AGAIN)
    assert StoreDamaged.default_title in texts(part.text)


def test_opening_another_document_stops_the_writing(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    held_while_writing(qtbot, opened, library)
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    qtbot.waitUntil(lambda: library.called("write_stopped") == [1])
    assert generated(opened).text.is_empty and not generated(opened).isVisible()


def test_a_panel_that_stays_closed_stops_the_writing_and_begins_anew_when_opened(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    reader = opened.search.reader
    reader.summaries.linger.setInterval(0)
    held_while_writing(qtbot, opened, library)
    reader.toggle_summary()
    qtbot.waitUntil(lambda: library.called("write_stopped") == [1])
    reader.toggle_summary()
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1, 1]


def test_a_panel_that_is_closed_for_a_moment_lets_the_model_go_on(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    reader = opened.search.reader
    gate = held_while_writing(qtbot, opened, library)
    reader.toggle_summary()
    assert reader.summaries.linger.isActive()
    reader.toggle_summary()
    assert not reader.summaries.linger.isActive()
    gate.set()
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1] and not library.called("write_stopped")


def test_a_page_that_is_left_with_the_panel_open_stops_the_writing_and_begins_anew_on_return(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    opened.search.reader.summaries.linger.setInterval(0)
    held_while_writing(qtbot, opened, library)
    opened.show_page(LIBRARY)
    qtbot.waitUntil(lambda: library.called("write_stopped") == [1])
    opened.show_page(SEARCH)
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1, 1]


def test_a_page_that_is_left_for_a_moment_lets_the_model_go_on(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    linger = opened.search.reader.summaries.linger
    gate = held_while_writing(qtbot, opened, library)
    opened.show_page(LIBRARY)
    assert linger.isActive()
    opened.show_page(SEARCH)
    assert not linger.isActive()
    gate.set()
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1] and not library.called("write_stopped")


def test_nothing_is_begun_for_a_panel_that_went_out_of_sight_meanwhile(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    gate = library.gates["unavailable"] = threading.Event()
    unfold(qtbot, opened)
    qtbot.waitUntil(lambda: bool(library.called("unavailable")))
    opened.show_page(LIBRARY)
    gate.set()
    qtbot.waitUntil(lambda: not opened.jobs._running)
    assert not library.called("write_summary")
    opened.show_page(SEARCH)
    wait_for(qtbot, opened, GateAction.SHOW)


def test_a_summary_that_waits_for_the_model_says_so_and_then_that_it_is_begun(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    busy, writing = threading.Event(), threading.Event()
    library.gates["write_summary"] = writing
    opened.jobs.start(Lane.MODEL, lambda _reporter: busy.wait(20))
    part = wait_for(qtbot, opened, GateAction.STOP)
    assert WAITING in texts(part.text)
    busy.set()
    qtbot.waitUntil(lambda: summary_texts.READING in texts(part.text))
    writing.set()
    qtbot.waitUntil(lambda: part.act is GateAction.SHOW)


def test_a_summary_that_waits_is_stopped_without_waiting(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    busy = threading.Event()
    opened.jobs.start(Lane.MODEL, lambda _reporter: busy.wait(20))
    part = wait_for(qtbot, opened, GateAction.STOP)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: WRITING not in [job.topic for job, _order in opened.jobs._running.values()])
    assert part.act is GateAction.AGAIN and not busy.is_set()
    busy.set()
    assert not library.called("write_summary")


# --- the gate and what is behind it ---


def test_nothing_a_model_wrote_is_painted_before_the_gate_is_opened(
    qtbot: QtBot, opened: MainWindow, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    looks = [piece.look for piece in part.text.pieces]
    assert looks[:2] == [PieceStyle.HEADING, PieceStyle.DISCLAIMER] and PieceStyle.SENTENCE not in looks
    assert ISSUE not in texts(part.text)


def test_behind_the_gate_the_disclaimer_comes_before_any_sentence(
    qtbot: QtBot, opened: MainWindow, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    looks = [piece.look for piece in part.text.pieces]
    assert looks.index(PieceStyle.DISCLAIMER) < looks.index(PieceStyle.SENTENCE)
    said = texts(part.text)
    for words in ("Do not rely on it", "do not cite it", "Read the brief", "deterrent, not a lock", MODEL):
        assert words in said
    assert [p.text for p in part.text.pieces if p.look is PieceStyle.SENTENCE] == [
        c.claim.text for c in WRITTEN
    ]


def test_opening_the_gate_brings_the_disclaimer_to_the_top_of_the_view(
    qtbot: QtBot, opened: MainWindow, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    bar = opened.search.reader.view.summary.body.verticalScrollBar()
    bar.setValue(0)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.value() == min(part.y(), bar.maximum()) > 0)


def test_the_gate_closes_again_and_is_closed_for_every_other_document(
    qtbot: QtBot, opened: MainWindow, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    assert part.is_revealed
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    assert not part.is_revealed and ISSUE not in texts(part.text)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    wait_for(qtbot, opened, GateAction.SHOW)
    assert not part.is_revealed


def test_a_corrected_sentence_is_marked_and_a_withheld_one_leaves_its_reason(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.claims = (*WRITTEN, WITHHELD)
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    marks = [piece.mark for piece in part.text.pieces if piece.look is PieceStyle.SENTENCE]
    assert [bool(mark) for mark in marks] == [item.outcome is ClaimOutcome.CORRECTED for item in WRITTEN]
    left = [piece.text for piece in part.text.pieces if piece.look is PieceStyle.WITHHELD]
    assert left == ["A sentence was withheld: the document does not say this."]


@pytest.mark.parametrize(("claims", "whole"), [(WRITTEN, WHOLE), ((WITHHELD,), ""), ((), "")])
def test_where_nothing_may_be_shown_the_extract_stands_alone_with_the_reason(
    qtbot: QtBot,
    opened: MainWindow,
    library: StubLibrary,
    model: None,
    claims: tuple[CheckedClaim, ...],
    whole: str,
) -> None:
    library.summaries.claims, library.summaries.whole = claims, whole
    unfold(qtbot, opened)
    part = generated(opened)
    qtbot.waitUntil(lambda: (whole or summary_texts.NOT_BORNE_OUT) in texts(part.text))
    assert part.act is GateAction.AGAIN and ISSUE not in texts(part.text)
    assert "broken tail light" in texts(opened.search.reader.view.summary.painted)


def test_a_summary_that_was_withheld_and_kept_can_be_written_once_more(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.store[1] = written(1, whole=WHOLE)
    part = wait_for(qtbot, opened, GateAction.AGAIN)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, opened, GateAction.SHOW)
    assert library.called("write_summary") == [1]


def test_a_sentence_leads_to_its_sources_and_marks_them_by_click_and_by_key(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    canvas, painted = opened.search.reader.view.canvas, part.text
    facts = next(item for item in painted.placed(painted.width()) if item.piece.target == SOURCES[2:4])
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=facts.origin.toPoint())
    qtbot.waitUntil(lambda: sorted(canvas.marks()) == [5, 6] and canvas.page == 5)
    qtbot.keyClick(painted, Qt.Key.Key_Down)
    qtbot.keyClick(painted, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sorted(canvas.marks()) == [6])
    assert library.called("summary_highlights") == [(3, 4), (5,)]


def test_a_link_leads_to_the_sources_on_its_page_alone(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    painted = part.text
    facts = next(item for item in painted.placed(painted.width()) if item.piece.target == SOURCES[2:4])
    _start, end, _target = facts.links[1]
    line = facts.layout.lineForTextPosition(end - 1)
    x = line.cursorToX(end - 2)
    x = x[0] if isinstance(x, tuple) else x
    place = facts.origin.toPoint()
    place.setX(round(facts.origin.x() + x))
    place.setY(round(facts.origin.y() + line.rect().center().y()))
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: library.called("summary_highlights") == [(4,)])


def test_sources_that_cannot_be_marked_still_lead_to_their_page(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    library.faults["summary_highlights"] = StoreDamaged()
    with qtbot.waitSignal(opened.search.reader.status) as told:
        part.source_chosen.emit(SOURCES[2:4])
    assert told.args == [summary_texts.NOT_MARKED]
    assert opened.search.reader.view.canvas.page == 5


def test_sources_that_are_not_there_any_more_lead_to_their_page_and_it_says_so(
    qtbot: QtBot,
    opened: MainWindow,
    library: StubLibrary,
    model: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = wait_for(qtbot, opened, GateAction.SHOW)
    monkeypatch.setattr(library.summaries, "highlights", lambda _document_id, _sources: [])
    with qtbot.waitSignal(opened.search.reader.status) as told:
        part.source_chosen.emit(SOURCES[2:4])
    assert told.args == [summary_texts.NOT_MARKED]
    assert opened.search.reader.view.canvas.page == 5


def test_a_sentence_without_sources_leads_nowhere(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary, model: None
) -> None:
    library.summaries.claims = (
        CheckedClaim(Claim("It names none.", (), SummaryPart.FACTS), ClaimOutcome.SHOWN),
    )
    part = wait_for(qtbot, opened, GateAction.SHOW)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    assert [piece.target for piece in part.text.pieces if piece.look is PieceStyle.SENTENCE] == [None]


# --- painting ---


def test_a_long_word_is_broken_and_stays_within_the_panel(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    painted.show_pieces([Piece("x" * 4000, PieceStyle.SENTENCE)])
    widest = max(
        placed.layout.lineAt(n).naturalTextWidth()
        for placed in painted.placed(400)
        for n in range(placed.layout.lineCount())
    )
    assert widest <= 400 - 2 * 18


def test_pieces_never_overlap_and_a_narrower_panel_is_higher(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    pieces = [Piece(f"{look} " * 12, look) for look in PieceStyle]
    heights = []
    for width in (700, 300):
        placed = lay_out(pieces, painted.font(), float(width), 18.0)
        assert all(a.rect.bottom() <= b.rect.top() for a, b in itertools.pairwise(placed))
        heights.append(placed[-1].rect.bottom())
    assert heights[0] < heights[1]


def test_a_disclaimer_is_painted_in_the_colours_of_a_warning(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    painted.resize(400, 200)
    painted.show_pieces([Piece("Do not rely on it.", PieceStyle.DISCLAIMER)])
    box = painted.placed(400)[0].rect
    picture = painted.grab().toImage()
    assert picture.pixelColor(round(box.right()) - 6, round(box.center().y())) == QColor(colours().warn_soft)
