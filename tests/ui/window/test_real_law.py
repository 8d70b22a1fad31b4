"""Alerts, versions and the law of a day in the window on a real library, driven as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing, Window
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.ui.conftest import note_link, real_window, search, shown
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
WAIT_MS = 60_000
HEAD = "TITLE 30. ESTATES\n\nCHAPTER 1. WILLS\n\nTenn. Code Ann. § 30-1-104. Execution of a will."
OLD = f"{HEAD}\n\nA will is valid where three witnesses sign it in the presence of the testator.\n"
NEW = f"{HEAD}\n\nA will is valid where two witnesses sign it in the presence of the testator.\n"
ARGUED = (
    "The will of the giraffe keeper is not valid, because the witnesses did not sign it before him. Tenn. "
    "Code Ann. § 30-1-104; State v. Zander, 170 N.J. 632 (2002). The judgment should be reversed."
)
BRIEF = f"LEGAL ARGUMENT\n\nPOINT I\n\nTHE WILL WAS NOT SIGNED BEFORE THE TESTATOR.\n\n{ARGUED}\n"
OTHER = BRIEF.replace("giraffe", "zebra").replace("The judgment", "The order of the court below")


@pytest.fixture
def library(tmp_path: Path, encoder: Encoder) -> Iterator[Library]:
    """Two briefs that cite a section and a listed case, and two versions of the section."""
    texts = {"brief": BRIEF, "other": OTHER, "old": OLD, "new": NEW}
    with Library.open(tmp_path / "library", encoder=encoder) as made:
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text)
            made.ingest.add([tmp_path / f"{name}.txt"], QuietReporter())
        briefs = [
            document for document in made.documents.each() if document.file_name in ("brief.txt", "other.txt")
        ]
        for brief in briefs:
            made.documents.correct(brief.id, CaptionField.FILED, "3 March 2015")
            made.documents.correct(brief.id, CaptionField.KIND, Kind.BRIEF.value)
        made.good_law.enter("170 N.J. 632", Standing.OVERRULED, by="State v. Quell, 180 N.J. 10")
        yield made


@pytest.fixture
def window(qtbot: QtBot, library: Library) -> Iterator[MainWindow]:
    with real_window(qtbot, library, size=None) as made:
        yield made


def quiet(qtbot: QtBot, window: MainWindow) -> None:
    topics = "versions", "differences", "same", "opened"
    reader = window.search_page.reader
    qtbot.waitUntil(lambda: not window.jobs.busy("search"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not any(map(window.jobs.busy, topics)), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic, reader) for topic in ("open", "law")))


def open_first(qtbot: QtBot, window: MainWindow, *names: str) -> None:
    hit = next(hit for hit in shown(window) if hit.document.file_name in names)
    row = window.search_page.results.model.row_of(hit.passage.id)
    with qtbot.waitSignal(window.search_page.reader.opened, timeout=WAIT_MS):
        window.search_page.open_row(row)
    quiet(qtbot, window)


@pytest.mark.timeout(300)
def test_dates_that_are_set_in_the_window_decide_what_is_set_apart_and_what_the_reader_says_of_the_law(
    qtbot: QtBot, window: MainWindow, library: Library
) -> None:
    search(qtbot, window, "will valid where witnesses sign in the presence of the testator")
    open_first(qtbot, window, "old.txt", "new.txt")
    note_link(window.search_page.reader, "Versions…").click()
    dialog = window.authorities_page.versions
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.row_model.rowCount() == 2, timeout=WAIT_MS)
    quiet(qtbot, window)
    assert "[t" in dialog.text.toPlainText()
    windows = {"old.txt": ("1990", "2015"), "new.txt": ("2016", "")}
    for name, (first, last) in windows.items():
        holder = next(document.id for document in library.documents.each() if document.file_name == name)
        dialog.list.choose(dialog.list.row_model.place_of(lambda item, id_=holder: item.document_id == id_))
        quiet(qtbot, window)
        dialog.dates.click()
        form = window.authorities_page.window_form
        assert form is not None
        form.first.setText(first)
        form.last.setText(last)
        qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.authorities_page.window_form is None, timeout=WAIT_MS)
        quiet(qtbot, window)
    assert Window(date(2016, 1, 1)) in [version.window for version in library.validity.versions("§ 30-1-104")]
    window.search_page.ask_as_of(date(2011, 5, 5))

    def apart() -> list[str]:
        return [hit.document.file_name for hit in window.search_page.results.outside.model.hits()]

    qtbot.waitUntil(lambda: "new.txt" in apart(), timeout=WAIT_MS)
    quiet(qtbot, window)
    names = [hit.document.file_name for hit in shown(window)]
    assert "old.txt" in names and "new.txt" in apart() and "new.txt" not in names
    dialog.close()
    qtbot.waitUntil(lambda: window.authorities_page.versions is None)
    window.search_page.open_row(names.index("old.txt"))
    in_force, notices = (
        "In force from January 1, 1990 to December 31, 2015.",
        window.search_page.reader.notices,
    )
    qtbot.waitUntil(lambda: in_force in notices.texts(), timeout=WAIT_MS)
    brief = next(document for document in library.documents.each() if document.file_name == "brief.txt")
    window.open_document(brief)
    since = "Law as of March 3, 2015. Since then: 1 authority it cites was changed."
    qtbot.waitUntil(lambda: since in window.search_page.reader.notices.texts(), timeout=WAIT_MS)
    note_link(window.search_page.reader, "What changed…").click()
    changes = window.authorities_page.changes
    assert changes is not None and len(changes.list.row_model.rows()) == 1
    changes.list.choose(0)
    changes.read.click()
    qtbot.waitUntil(lambda: window.authorities_page.versions is not None)
