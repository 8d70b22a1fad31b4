"""The draft check and the provision finder in the window on a real library, driven as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from briefbank.embedding.encoders import Encoder
from briefbank.library import Library
from tests.library_factory import library_of
from tests.ui.conftest import drop, real_window
from ui.features.draft.view import DraftView
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, DRAFT, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
WAIT_MS = 60_000
ARGUED = (
    "The police seized a giraffe without a warrant, and the giraffe gave no consent. A warrantless seizure "
    "of an animal is presumed unreasonable. State v. Zander, 170 N.J. 632 (2002). The order that denied the "
    "motion to suppress the giraffe should be reversed. See State v. Quell, 180 N.J. 10 (2004)."
)
BRIEF = f"LEGAL ARGUMENT\n\nPOINT I\n\nTHE SEIZURE OF THE GIRAFFE WAS UNREASONABLE.\n\n{ARGUED}\n"
DRAFT_TEXT = (
    "LEGAL ARGUMENT\n\nPOINT I\n\nTHE GIRAFFE WAS SEIZED WITHOUT A WARRANT.\n\nThe officers seized the "
    "giraffe without a warrant and without consent, which is presumed unreasonable. State v. Zander, "
    "170 N.J. 632 (2002). The motion to suppress the giraffe should have been granted.\n"
)
CODE = (
    "TITLE 30. ADMINISTRATION OF ESTATES\n\nCHAPTER 1. WILLS\n\nTenn. Code Ann. § 30-1-104. Execution of a "
    "will.\n\nA will is valid where two witnesses sign it in the presence of the testator.\n"
)


def check_draft(qtbot: QtBot, window: MainWindow, path: Path) -> DraftView:
    window.show_page(DRAFT)
    drop(window, [QUrl.fromLocalFile(str(path))])
    qtbot.waitUntil(lambda: not window.jobs.busy("draft"), timeout=WAIT_MS)
    assert window.draft.report.isVisible(), window.draft.notice.text()
    return window.draft


def test_a_dropped_draft_is_compared_with_the_library_and_leaves_nothing_in_it(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text(DRAFT_TEXT)
    with library_of(tmp_path, {"giraffe.txt": BRIEF}, encoder) as library:
        library.good_law.enter("170 N.J. 632", Standing.OVERRULED, by="State v. Quell, 180 N.J. 10")
        files = sorted(path for path in (tmp_path / "library" / "files").rglob("*"))
        with real_window(qtbot, library, size=None) as window:
            view = check_draft(qtbot, window, draft)
            counts = {row.title: row.side for row in view.report.parts.row_model.rows() if row.side}
            assert counts["On your office’s list"] == "1" and counts["Not cited by the draft"] == "1"
            rows = view.report.list.row_model.rows()
            assert "overruled" in rows[0].warning.lower() and "170 N.J. 632" in rows[1].text
            view.report.parts.choose(1)
            assert "180 N.J. 10" in view.report.list.row_model.rows()[0].spoken
            view.report.list.setFocus()
            with qtbot.waitSignal(window.search.reader.opened, timeout=WAIT_MS):
                qtbot.keyClick(view.report.list, Qt.Key.Key_Return)
            assert window.pages.currentIndex() == SEARCH
            window.show_page(DRAFT)
            view.report.parts.choose(0)
            view.report.list.setFocus()
            qtbot.keyClick(view.report.list, Qt.Key.Key_Return)
            qtbot.waitUntil(lambda: window.authorities.page.authority is not None, timeout=WAIT_MS)
            assert window.pages.currentIndex() == AUTHORITIES
            assert library.documents.totals()[0] == 1 and library.ingest.waiting() == []
            assert sorted(path for path in (tmp_path / "library" / "files").rglob("*")) == files


def test_a_draft_that_is_no_text_says_why_it_was_not_checked(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.pdf"
    draft.write_bytes(bytes(range(256)) * 40)
    with (
        Library.open(tmp_path / "library", encoder=encoder) as library,
        real_window(qtbot, library, size=None) as window,
    ):
        window.show_page(DRAFT)
        drop(window, [QUrl.fromLocalFile(str(draft))])
        qtbot.waitUntil(lambda: bool(window.draft.notice.text()), timeout=WAIT_MS)
        assert window.draft.start.isVisible() and list(library.documents.each()) == []
        assert "add" not in window.draft.notice.text().split()


def test_the_governing_provision_is_found_in_a_code_of_the_library(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    with (
        library_of(tmp_path, {"code.txt": CODE}, encoder) as library,
        real_window(qtbot, library, size=None) as window,
    ):
        window.governing.show_dialog()
        dialog = window.governing.dialog
        assert dialog is not None
        qtbot.keyClicks(dialog.statement, "Only one witness signed the will")
        qtbot.keyClick(dialog.statement, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: dialog.shown is not None, timeout=WAIT_MS)
        assert "two witnesses sign it" in dialog.text.toPlainText(), dialog.message.words()
        assert dialog.why.text().startswith("Put first by a rule among 1 provision. ")
