"""Tests that the first steps and the settings say who encrypts the library, from one source."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui.features.settings.library_panel import LibraryPanel
from ui.shared.pages import SETTINGS

NOT = DiskEncryption(EncryptionState.NO, EncryptionState.NO)


def test_the_second_of_the_first_steps_says_who_encrypts_the_library(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    library = StubLibrary(empty=True)
    library.installation.encryption = NOT
    work = open_window(library).search_page.first_use.work
    qtbot.waitUntil(lambda: work.encryption.text() == NOT.sentences[0])
    assert "Neither the system nor BriefBank" in NOT.sentences[0]


def test_the_settings_say_it_where_they_show_the_librarys_folder(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    library = StubLibrary()
    library.installation.encryption = NOT
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings.panel(LibraryPanel)
    qtbot.waitUntil(lambda: panel.encryption.text() == NOT.sentences[0])
    assert panel.folder.text() == str(library.folder)


@pytest.mark.parametrize("state", [EncryptionState.YES, EncryptionState.NO, EncryptionState.UNKNOWN])
def test_each_answer_is_one_sentence_that_never_promises_encryption_by_briefbank(
    qtbot: QtBot, state: EncryptionState
) -> None:
    said = DiskEncryption(state, EncryptionState.NOTHING).sentences[0]
    assert said.count(".") == 1 and "BriefBank" in said and ("not encrypt" in said or "Neither" in said)
    panel = LibraryPanel()
    qtbot.addWidget(panel)
    panel.show_folder(Path("/made-up"))
    panel.show_encryption(DiskEncryption(state, EncryptionState.NOTHING))
    assert panel.encryption.text() == said
