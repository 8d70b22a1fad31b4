"""The line at the foot of the window: what goes first where there is not room for all of it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from ui.features.alerts.bell import Bell
from ui.features.library.adding import State
from ui.window.status_line import StatusLine

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ADDING = "Adding: 12 of 10,000 files, about 3 hours left"


@pytest.mark.parametrize(
    ("width", "seen"),
    [
        (1900, {"pause", "server", "office", "embedding", "embedding_bar"}),
        (1300, {"pause", "server", "embedding", "embedding_bar"}),
        (760, {"pause", "server", "embedding_bar"}),
    ],
)
def test_the_words_on_adding_keep_their_room_and_the_server_is_always_named(
    qtbot: QtBot, width: int, seen: set[str]
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    bell = Bell()
    line = StatusLine(window, bell, "http://10.0.0.5:8000/v1")
    window.show()
    line.show_extent("120 documents, 4,000 passages")
    line.show_office("Legal Aid Society of Springfield and Its Counties: Ada Lovelace, editor")
    line.show_state(State.RUNNING)
    line.show_intake_progress(ADDING)
    line.show_embedding_progress("Meaning: 1,200 of 45,000 passages, about 2 hours left", 0.3)
    window.resize(width, 300)
    qtbot.waitUntil(lambda: window.width() == width)
    names = ("pause", "server", "office", "embedding", "embedding_bar", "extent")
    assert {name for name in names if getattr(line, name).isVisible()} == seen
    assert bell.isVisible() and line.rect().contains(bell.geometry())
    assert "10.0.0.5" in line.server.text() and "8000" in line.server.toolTip()
    assert line.text.text() == ADDING
