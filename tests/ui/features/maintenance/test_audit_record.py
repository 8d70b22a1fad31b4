"""The record of what was done, as it is read in the window: by day, by sort, whole or not, and as a file."""

from __future__ import annotations

import csv
import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from briefbank.audit import chain
from briefbank.audit.chain import sentence
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import Refusal
from briefbank.domain.maintenance import AuditEvent, AuditHead
from briefbank.errors import StoreError
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.audit import DONE, NOON, made_up
from tests.ui.conftest import OpenWindow
from ui.app import build_window
from ui.features.maintenance import audit_record_controller, record_texts
from ui.features.maintenance.audit_record_view import RecordDialog
from ui.i18n.translate import Language
from ui.main_window import MainWindow
from ui.shared.pages import CARE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def opened(qtbot: QtBot, window: MainWindow) -> RecordDialog:
    """Open the record by the button of the maintenance page."""
    window.show_page(CARE)
    qtbot.mouseClick(window.maintenance.record, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: window.record.dialog is not None and not window.jobs.busy(audit_record_controller.LIST)
    )
    assert window.record.dialog is not None
    return window.record.dialog


def row_texts(dialog: RecordDialog) -> list[str]:
    """Return the texts of the rows, including days."""
    return [row.title or row.text for row in dialog.list.row_model.rows()]


def state(dialog: RecordDialog) -> str:
    return dialog.state._words.text()


def test_the_record_is_read_by_day_the_newest_first(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: bool(row_texts(dialog)))
    assert row_texts(dialog)[:3] == [
        "March 7, 2026",
        "The library was backed up: 1 document.",
        "March 6, 2026",
    ]
    rows = dialog.list.row_model.rows()
    here = (NOON + timedelta(days=4, minutes=84)).astimezone()
    assert rows[1].side == f"{here:%H:%M}" and rows[1].spoken.startswith(rows[1].side)
    assert len(rows) == len(DONE) + 5 and dialog.extent.text() == "12 entries"
    qtbot.waitUntil(lambda: state(dialog) == record_texts.WHOLE)


def test_what_is_wrong_with_the_record_is_said_with_what_to_do(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.audit.problems = [f"Entry {number} is missing." for number in range(1, 6)]
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: "not whole" in state(dialog))
    assert "Entry 3 is missing. And 2 more. Tell whoever" in state(dialog)
    assert dialog.state.property("bad") is True


def test_the_list_is_narrowed_by_key_and_the_keyboard_stays_there(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: bool(row_texts(dialog)))
    dialog.choice.setFocus()
    for _ in range(4):
        qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: dialog.extent.text() == "1 entry")
    assert row_texts(dialog)[1:] == ["Imported into the list of what still holds: 12 entries."]
    assert library.called("entries")[-1] == frozenset({AuditEvent.GOOD_LAW})
    assert dialog.focusWidget() is dialog.choice


def test_a_sort_of_which_nothing_was_done_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.audit.done = library.audit.done[:1]
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: bool(row_texts(dialog)))
    dialog.choice.setCurrentIndex(2)
    qtbot.waitUntil(lambda: dialog.message.isVisible())
    assert not dialog.export.isEnabled() and not dialog.older.isEnabled()


def test_older_entries_come_when_they_are_asked_for_and_reading_goes_on_where_it_was(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_record_controller, "STEP", 10)
    library.audit.done = [made_up(n, AuditEvent.REBUILT, {"passages": n}) for n in range(1, 26)]
    window.record._limit = 10
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: dialog.extent.text() == "The newest 10 entries")
    before = len(row_texts(dialog))
    qtbot.mouseClick(dialog.older, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.extent.text() == "The newest 20 entries")
    assert dialog.list.currentIndex().row() == before
    qtbot.mouseClick(dialog.older, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.extent.text() == "25 entries")
    assert not dialog.older.isEnabled()


def test_a_record_that_cannot_be_read_says_so_and_offers_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["entries"] = StoreError()
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: "could not be used" in dialog.message.words())
    assert not dialog.export.isEnabled()


def test_a_dialog_that_was_closed_is_not_shown_what_comes_later(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["verify"] = threading.Event()
    dialog = opened(qtbot, window)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.record.dialog is None
    gate.set()
    again = opened(qtbot, window)
    qtbot.waitUntil(lambda: state(again) == record_texts.WHOLE)


def test_asking_twice_shows_one_dialog_brought_up_to_date(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: dialog.extent.text() == "12 entries")
    library.audit.done.append(made_up(13, AuditEvent.REBUILT, {"passages": 1}))
    window.record.show_dialog()
    qtbot.waitUntil(lambda: dialog.extent.text() == "13 entries")
    assert window.record.dialog is dialog


def test_every_control_of_the_dialog_is_reached_by_tab_and_has_a_name(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = opened(qtbot, window)
    qtbot.waitUntil(lambda: dialog.export.isEnabled())
    dialog.choice.setFocus()
    seen = []
    for _ in range(4):
        seen.append(dialog.focusWidget())
        QTest.keyClick(dialog, Qt.Key.Key_Tab)
    assert seen[:2] == [dialog.choice, dialog.list] and dialog.export in seen and dialog.closing in seen
    assert dialog.choice.accessibleName() and dialog.list.accessibleName()


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as made:
        yield made


def test_a_real_record_is_shown_and_written_whole_into_a_table(
    qtbot: QtBot, real: Library, open_window: OpenWindow, tmp_path: Path
) -> None:
    real.maintenance.rebuild(QuietReporter())
    window = build_window(real)
    try:
        dialog = opened(qtbot, window)
        qtbot.waitUntil(lambda: state(dialog) == record_texts.WHOLE)
        assert row_texts(dialog)[1:] == [
            "The search indexes were made anew: 0 passages.",
            "The record begins, with 0 documents in the library and BriefBank 0.1.0.",
        ]
        window.record.write(tmp_path / "record.csv")
        qtbot.waitUntil(lambda: state(dialog) == "2 entries were written to record.csv.")
        rows = list(csv.reader((tmp_path / "record.csv").read_text("utf-8-sig").splitlines()))
        assert [row[2] for row in rows] == ["Act", "rebuilt", "begun"]
        assert real.audit.entries()[0].act is AuditEvent.EXPORTED
        window.record.write(tmp_path / "nowhere" / "record.csv")
        qtbot.waitUntil(lambda: "could not be written there" in state(dialog))
    finally:
        window.close()
        window.deleteLater()


def test_opening_the_gate_of_a_summary_is_written_down(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.search.reader.view.summary.generated.opened.emit()
    qtbot.waitUntil(lambda: bool(library.called("summary_opened")))


def test_every_sentence_of_the_record_is_told_in_spanish() -> None:
    spanish = Language("es")
    said = [made_up(9, act, details).text for act, details in DONE]
    said += [sentence(act, {}, "0.1.0") for act in AuditEvent]
    said += [
        sentence(act, {"document": 1, "matter": "A-1-20"}, "") for act in (AuditEvent.OPENED, AuditEvent.SENT)
    ]
    said += [sentence(AuditEvent.RESTORED, {"documents": 3, "entries": 1200, "earlier": "0" * 64}, "0.1.0")]
    said += [sentence(AuditEvent.SETTING, {"setting": name}, "") for name in chain.WORDS["setting"]]
    said += [sentence(AuditEvent.CORRECTED, {"document": 1, "field": name}, "") for name in CaptionField]
    said += [sentence(AuditEvent.REFUSED, {"files": 2, "reason": name}, "") for name in Refusal]
    said += [
        sentence(AuditEvent.EXPORTED, {"what": name, "format": "csv", "lines": 1}, "")
        for name in chain.WORDS["what"]
    ]
    content, known = broken_example()
    said += chain.problems(content, known)
    english = re.compile(r"\b(the|of|was|were|is|and|entry)\b", re.IGNORECASE)
    assert [text for text in map(spanish.translate_core, said) if english.search(text)] == []


def broken_example() -> tuple[bytes, AuditHead]:
    """A record with several things wrong."""
    lines, before = [], chain.START
    for number in range(1, 9):
        line, before = chain.line(number, NOON, AuditEvent.BROKEN, {"known": 1}, "0.1.0", before)
        lines.append(line)
    wrong = [
        lines[0],
        lines[3],
        b"no entry\n",
        lines[4].replace(b'"known":1', b'"known":2'),
        b"|x\n",
        lines[0],
    ]
    return b"".join(wrong), AuditHead(9, "0" * 64)
