"""A window that is made without the style sheet has it as soon as it is made."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.style import appearance
from ui.style.appearance import ThemeFollower


def test_what_is_made_within_is_styled_afterwards_like_everything_else(
    qtbot: QtBot, qapp: QApplication, follower: ThemeFollower
) -> None:
    qapp.setStyleSheet("QLabel { min-width: 321px }")
    with appearance.styled_at_once(qapp):
        window = QWidget()
        inside = QLabel("Brief", window)
        qtbot.addWidget(window)
        assert inside.minimumSizeHint().width() < 321
    inside.ensurePolished()
    assert inside.minimumSizeHint().width() >= 321


def test_the_sheet_comes_back_when_the_window_could_not_be_made(
    qapp: QApplication, follower: ThemeFollower
) -> None:
    qapp.setStyleSheet("QLabel { min-width: 321px }")
    with pytest.raises(ValueError), appearance.styled_at_once(qapp):
        raise ValueError
    assert qapp.styleSheet() == "QLabel { min-width: 321px }"
