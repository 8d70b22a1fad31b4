"""Tests that the first steps and the settings say who encrypts the library, from one source."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.settings.folders import LibraryPanel
from ui.shared.pages import SETTINGS

NOT = DiskEncryption(EncryptionState.NO, EncryptionState.NO)


def test_the_first_steps_and_the_settings_say_who_encrypts_the_library(
    qtbot: QtBot, empty_library: HookedLibrary
) -> None:
    empty_library.change("installation.disk_encryption", lambda _own: NOT)
    with real_window(qtbot, empty_library) as window:
        steps = window.search_page.first_use
        qtbot.waitUntil(lambda: steps.checks[-1].text() == NOT.sentences[0])
        assert "Neither the system nor BriefBank" in NOT.sentences[0]
        window.show_page(SETTINGS)
        panel = window.settings_page.panel(LibraryPanel)
        qtbot.waitUntil(lambda: panel.encryption.text().startswith(str(NOT.sentences[0])))
        assert panel.folder.text() == str(empty_library.folder)


@pytest.mark.parametrize("state", [EncryptionState.YES, EncryptionState.NO, EncryptionState.UNKNOWN])
def test_each_answer_is_one_sentence_that_never_promises_encryption_by_briefbank(
    state: EncryptionState,
) -> None:
    said = str(DiskEncryption(state, EncryptionState.NOTHING).sentences[0])
    assert said.count(".") == 1 and "BriefBank" in said and ("not encrypt" in said or "Neither" in said)
