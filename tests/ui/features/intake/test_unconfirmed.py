"""Tests that files and folders named by a library, not by this user, are read only after a question."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import UnconfirmedPaths
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow

NAMED = UnconfirmedPaths((Path("/home/me/Documents"),), tuple(Path(f"/home/me/{n}.pdf") for n in range(9)))


@pytest.mark.parametrize(("button", "confirmed"), [("Read them", [None]), ("Leave them unread", [])])
def test_foreign_folders_and_files_are_asked_about_at_the_start(
    qtbot: QtBot,
    library: StubLibrary,
    open_window: OpenWindow,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    confirmed: list[None],
) -> None:
    asked: list[str] = []

    def answer(box: QMessageBox) -> int:
        asked.append(box.informativeText())
        next(item for item in box.buttons() if item.text() == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    library.watched.named_by_others = NAMED
    window = open_window(library)
    qtbot.waitUntil(lambda: bool(asked) and not window.jobs.busy("unconfirmed"))
    assert "/home/me/Documents" in asked[0] and "/home/me/5.pdf" in asked[0] and "and 3 more" in asked[0]
    qtbot.waitUntil(lambda: library.called("confirm") == confirmed)


def test_one_s_own_library_asks_nothing(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: pytest.fail("a question was asked"))
    window = open_window(library)
    qtbot.waitUntil(lambda: bool(library.called("unconfirmed")) and not window.jobs.busy("unconfirmed"))
