"""A model in the window on a real library: real llama.cpp writes garbage, and none of it is ever shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.embedding.encoders import Encoder
from briefbank.settings import Settings, save
from tests.llm import tiny
from tests.support.library_factory import library_of
from tests.ui.conftest import real_window
from ui.features.reader.summary import GateAction

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints", "support raise"), tiny.needs_llama]
WAIT_MS = 60_000
BRIEF = (
    "STATEMENT OF FACTS\n\nThe police stopped a giraffe on 4 May 2019. They seized the giraffe without a "
    "warrant. Its keeper gave no consent. The trial court denied the motion to suppress.\n\n"
    "LEGAL ARGUMENT\n\nPOINT I\n\nTHE SEIZURE OF THE GIRAFFE WAS UNREASONABLE.\n\nA warrantless seizure is "
    "presumed unreasonable. The order that denied the motion should be reversed.\n"
)


@pytest.mark.nightly
def test_the_garbage_of_a_real_model_is_never_shown_and_the_documents_own_words_stand_alone(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path
) -> None:
    save(Settings(local_model=tiny.write(tmp_path / "tiny.gguf")))
    QGuiApplication.clipboard().setText("what was there before")
    with (
        library_of(tmp_path, {"giraffe.txt": BRIEF}, encoder) as library,
        real_window(qtbot, library, size=None) as window,
    ):
        with qtbot.waitSignal(window.search_page.reader.opened, timeout=WAIT_MS):
            window.open_document(next(library.documents.each()))
        panel = window.search_page.reader.summary
        window.search_page.reader.toggle_summary()
        said = panel.generated.text.accessibleDescription
        qtbot.waitUntil(lambda: panel.generated.act is GateAction.AGAIN, timeout=WAIT_MS)
        assert not panel.generated.is_revealed
        assert "own sentences are above" in said()
        assert not any(word in said() for word in ("word1", "word2", "word3", *tiny.CONTROL))
        assert "seized the giraffe" in panel.painted.accessibleDescription()
    assert QGuiApplication.clipboard().text() == "what was there before"
