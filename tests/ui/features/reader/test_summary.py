"""The summary stays closed until asked for; the brief's own words come first, a model's behind a gate."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.summaries import CheckedClaim, ClaimOutcome
from briefbank.errors import BriefBankError, Cancelled, ModelFault, StoreDamaged
from briefbank.settings import Settings, save
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.features.reader.conftest import (
    LEFT_OUT,
    MODEL,
    WRITTEN,
    FakeModel,
    choose_model,
    document,
    open_summary,
    reveal,
)
from ui.features.reader import summary_pieces as pieces
from ui.features.reader.reader import Reader
from ui.features.reader.summary import WAITING, GateAction
from ui.features.settings.local_model import LocalModelPanel
from ui.jobs import Lane
from ui.kit.painted_text import PaintedText, PieceStyle, font_of
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH, SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
DISCLAIMER = "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
FACT, FACT_PAGE = "Mr. Okonjo handed over a license", 3
CLAIMS = [checked.claim.text for checked in WRITTEN]


def texts(painted: PaintedText) -> str:
    return " ".join(piece.spoken for piece in painted.pieces)


def click_button(qtbot: QtBot, reader: Reader) -> None:
    qtbot.mouseClick(reader.summary.generated.button, Qt.MouseButton.LeftButton)


def settled(qtbot: QtBot, reader: Reader) -> None:
    """Wait until nothing of the summary is on its way."""
    topics = "summary", "summary addition", "summary by a model"
    qtbot.waitUntil(lambda: not any(reader.jobs.busy(topic, reader) for topic in topics))


def test_it_is_closed_and_not_fetched_at_first_and_opens_with_a_large_disclaimer(
    qtbot: QtBot, sample_library: HookedLibrary, reader: Reader
) -> None:
    assert not reader.summary.body.isVisible() and not sample_library.called("summaries.extractive")
    painted = open_summary(qtbot, reader).painted
    assert painted.isVisible()
    assert (painted.pieces[0].text, painted.pieces[0].look) == (DISCLAIMER, PieceStyle.DISCLAIMER)
    font = font_of(PieceStyle.DISCLAIMER, painted.font())
    assert font.bold() and font.pointSizeF() > painted.font().pointSizeF()


def test_another_brief_closes_and_empties_it_and_a_late_summary_is_not_shown(
    qtbot: QtBot, sample_library: HookedLibrary, reader: Reader
) -> None:
    panel, gate = reader.summary, sample_library.hold("summaries.extractive")
    panel.toggle.click()
    qtbot.waitUntil(lambda: bool(sample_library.called("summaries.extractive")))
    with qtbot.waitSignal(reader.opened):
        reader.open_document(document(sample_library, "State v. B.H."))
    gate.set()
    settled(qtbot, reader)
    assert not panel.is_open and panel.painted.is_empty


def test_a_sentence_leads_to_its_page_by_click_and_by_key(qtbot: QtBot, reader: Reader) -> None:
    painted = open_summary(qtbot, reader).painted
    placed = next(item for item in painted.placed(painted.width()) if item.piece.text.startswith(FACT))
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=placed.rect.center().toPoint())
    assert reader.canvas.page == FACT_PAGE
    painted.setFocus()
    qtbot.keyClick(painted, Qt.Key.Key_Down)
    qtbot.keyClick(painted, Qt.Key.Key_Return)
    assert reader.canvas.page == FACT_PAGE + 1


def test_without_a_model_one_quiet_line_says_how_to_get_one_and_a_chosen_one_is_asked_on_return(
    qtbot: QtBot, sample_window: MainWindow, model: FakeModel, reader: Reader
) -> None:
    save(Settings())
    panel = open_summary(qtbot, reader)
    qtbot.waitUntil(lambda: panel.painted.pieces[-1].text == pieces.NO_MODEL)
    assert not panel.generated.isVisible() and not model.calls
    choose_model()
    model.why_none = "The model’s file is gone. Choose another in Settings."
    sample_window.show_page(LIBRARY)
    sample_window.show_page(SEARCH)
    qtbot.waitUntil(lambda: panel.painted.pieces[-1].text == model.why_none)
    assert not panel.generated.isVisible() and not model.calls
    model.why_none = ""
    sample_window.show_page(LIBRARY)
    sample_window.show_page(SEARCH)
    open_summary(qtbot, reader, GateAction.SHOW)
    assert model.calls == 1


def test_the_briefs_own_words_stand_there_while_the_model_writes_and_says_how_far_it_is(
    qtbot: QtBot, sample_library: HookedLibrary, model: FakeModel, reader: Reader
) -> None:
    assert not sample_library.called("summaries.kept"), "a closed panel asks for nothing"
    model.progress, gate = ((as_message("Writing"), 80, 400),), model.hold()
    panel = open_summary(qtbot, reader, GateAction.STOP)
    qtbot.waitUntil(lambda: "about 40 words so far" in texts(panel.generated.text))
    assert FACT in texts(panel.painted)
    panel.generated.show_progress(as_message("Checking"), 2, 5)
    assert "sentence 3 of 5" in texts(panel.generated.text)
    gate.set()
    open_summary(qtbot, reader, GateAction.SHOW)
    assert FACT in texts(panel.painted)


def test_stop_ends_the_writing_and_it_can_be_tried_again(
    qtbot: QtBot, model: FakeModel, reader: Reader
) -> None:
    model.hold()
    panel = open_summary(qtbot, reader, GateAction.STOP)
    qtbot.waitUntil(lambda: model.calls == 1)
    click_button(qtbot, reader)
    assert panel.generated.act is GateAction.AGAIN and pieces.NOTHING_KEPT in texts(panel.generated.text)
    qtbot.waitUntil(model.stopped.is_set)
    click_button(qtbot, reader)
    open_summary(qtbot, reader, GateAction.SHOW)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        ("summaries.write", ModelFault(), str(ModelFault.default_title)),
        ("summaries.kept", StoreDamaged(), str(StoreDamaged.default_title)),
        ("summaries.write", Cancelled(), pieces.NOTHING_KEPT),
    ],
    ids=["model", "store", "let go by another part of the program"],
)
def test_what_fails_costs_the_models_summary_alone_and_can_be_tried_again(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    model: FakeModel,
    reader: Reader,
    call: str,
    error: BriefBankError,
    said: str,
) -> None:
    sample_library.fail(call, error)
    panel = open_summary(qtbot, reader, GateAction.AGAIN)
    assert said in texts(panel.generated.text) and FACT in texts(panel.painted)
    sample_library.fail(call, None)
    click_button(qtbot, reader)
    open_summary(qtbot, reader, GateAction.SHOW)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_summary_that_waits_for_the_model_says_so_and_is_begun_after_that_or_stopped_at_once(
    qtbot: QtBot, model: FakeModel, reader: Reader, stopped: bool
) -> None:
    busy, writing = threading.Event(), model.hold()
    reader.jobs.run(reader.jobs, lambda _reporter: busy.wait(20), lane=Lane.MODEL)
    part = open_summary(qtbot, reader, GateAction.STOP).generated
    assert WAITING in texts(part.text)
    if stopped:
        click_button(qtbot, reader)
        assert part.act is GateAction.AGAIN and not model.calls
        busy.set()
    else:
        busy.set()
        qtbot.waitUntil(lambda: pieces.READING in texts(part.text))
        writing.set()
        open_summary(qtbot, reader, GateAction.SHOW)


def test_nothing_a_model_wrote_is_painted_before_the_gate_is_opened_and_then_below_its_disclaimer(
    qtbot: QtBot, model: FakeModel, reader: Reader
) -> None:
    model.claims = (*WRITTEN, LEFT_OUT)
    panel = open_summary(qtbot, reader, GateAction.SHOW)
    part, bar = panel.generated, panel.body.verticalScrollBar()
    looks = [piece.look for piece in part.text.pieces]
    assert looks[:2] == [PieceStyle.HEADING, PieceStyle.DISCLAIMER] and PieceStyle.SENTENCE not in looks
    assert CLAIMS[0] not in texts(part.text) and "cannot be copied" in texts(part.text)
    bar.setValue(0)
    click_button(qtbot, reader)
    looks = [piece.look for piece in part.text.pieces]
    assert looks.index(PieceStyle.DISCLAIMER) < looks.index(PieceStyle.SENTENCE)
    for words in ("Do not rely on it", "do not cite it", "Read the brief", "deterrent, not a lock", MODEL):
        assert words in texts(part.text)
    sentences = [piece for piece in part.text.pieces if piece.look is PieceStyle.SENTENCE]
    assert [piece.text for piece in sentences] == CLAIMS
    corrected = [item.outcome is ClaimOutcome.CORRECTED for item in WRITTEN]
    assert [bool(piece.mark) for piece in sentences] == corrected
    withheld = [piece.text for piece in part.text.pieces if piece.look is PieceStyle.WITHHELD]
    assert withheld == ["A sentence was withheld: the document does not say this."]
    qtbot.waitUntil(lambda: bar.value() == min(part.y(), bar.maximum()) > 0)


def test_the_gate_closes_again_and_is_closed_for_every_other_brief(
    qtbot: QtBot, sample_library: HookedLibrary, model: FakeModel, reader: Reader
) -> None:
    part = reveal(qtbot, reader).generated
    click_button(qtbot, reader)
    assert not part.is_revealed and CLAIMS[0] not in texts(part.text)
    click_button(qtbot, reader)
    with qtbot.waitSignal(reader.opened):
        reader.open_document(document(sample_library, "State v. B.H."))
    open_summary(qtbot, reader, GateAction.SHOW)
    assert not part.is_revealed


@pytest.mark.parametrize(
    ("claims", "whole"), [(WRITTEN, "More than a third failed."), ((LEFT_OUT,), ""), ((), "")]
)
def test_where_nothing_may_be_shown_the_reason_is_and_it_can_be_written_once_more(
    qtbot: QtBot, model: FakeModel, reader: Reader, claims: tuple[CheckedClaim, ...], whole: str
) -> None:
    model.claims, model.whole = claims, whole
    panel = open_summary(qtbot, reader, GateAction.AGAIN)
    assert (whole or pieces.NOT_BORNE_OUT) in texts(panel.generated.text)
    assert CLAIMS[0] not in texts(panel.generated.text) and FACT in texts(panel.painted)
    model.claims, model.whole = WRITTEN, ""
    click_button(qtbot, reader)
    open_summary(qtbot, reader, GateAction.SHOW)


def test_a_sentence_leads_to_its_sources_which_stand_below_it_by_click_and_by_key(
    qtbot: QtBot, model: FakeModel, reader: Reader
) -> None:
    painted, canvas = reveal(qtbot, reader).generated.text, reader.canvas
    placed = painted.placed(painted.width())
    at = next(number for number, item in enumerate(placed) if item.piece.text == CLAIMS[2])
    for item, beginning in zip(placed[at + 1 : at + 3], ("At 9:40 p.m.", "The car belonged"), strict=True):
        assert f"“{beginning}" in item.piece.text and len(item.piece.links) == 1
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=placed[at].origin.toPoint())
    qtbot.waitUntil(lambda: bool(canvas.marks().get(3)) and bool(canvas.marks()[3].words))
    qtbot.waitUntil(lambda: bool(canvas.marks()[4].words) and canvas.page == 3)
    for words_on, none_on in ((3, 4), (4, 3)):
        qtbot.keyClick(painted, Qt.Key.Key_Down)
        qtbot.keyClick(painted, Qt.Key.Key_Return)
        qtbot.waitUntil(
            lambda page=words_on, other=none_on: (
                page in canvas.marks()
                and bool(canvas.marks()[page].words)
                and not (other in canvas.marks() and canvas.marks()[other].words)
            )
        )


def test_reading_aloud_switched_off_holds_for_the_summary_that_is_open(
    qtbot: QtBot, sample_window: MainWindow, model: FakeModel, reader: Reader
) -> None:
    part = reveal(qtbot, reader).generated
    assert CLAIMS[0] in part.text.accessibleDescription()
    sample_window.show_page(SETTINGS)
    with qtbot.waitSignal(sample_window.settings_page.model_changed):
        sample_window.settings_page.panel(LocalModelPanel).spoken.click()
    sample_window.show_page(SEARCH)
    reveal(qtbot, reader)
    assert CLAIMS[0] not in part.text.accessibleDescription()
    assert pieces.NOT_READ_ALOUD in part.text.accessibleDescription()


@pytest.mark.parametrize("closed", [False, True])
def test_a_change_of_the_list_has_the_summary_checked_again_and_closes_its_gate(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    model: FakeModel,
    reader: Reader,
    closed: bool,
) -> None:
    panel, okonjo = reveal(qtbot, reader), document(sample_library).id
    model.claims = (*WRITTEN, LEFT_OUT)
    model.kept[okonjo] = model.summary_of(okonjo)
    if closed:
        reader.toggle_summary()
    sample_window.authorities_page.law_changed.emit()
    assert not panel.generated.is_revealed
    reveal(qtbot, reader)
    assert "A sentence was withheld" in panel.generated.text.accessibleDescription() and model.calls == 1


def test_another_brief_stops_the_writing(
    qtbot: QtBot, sample_library: HookedLibrary, model: FakeModel, reader: Reader
) -> None:
    model.hold()
    panel = open_summary(qtbot, reader, GateAction.STOP)
    qtbot.waitUntil(lambda: model.calls == 1)
    with qtbot.waitSignal(reader.opened):
        reader.open_document(document(sample_library, "State v. B.H."))
    qtbot.waitUntil(model.stopped.is_set)
    assert panel.generated.text.is_empty and not panel.generated.isVisible()
