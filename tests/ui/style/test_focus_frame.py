"""The keyboard is shown in one place by one frame."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.style.appearance import Appearance, ThemeFollower

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
BORDER = 4  # The pixels at the edge in which the border stands


def inside(button: QAbstractButton) -> QImage:
    return button.grab(button.rect().adjusted(BORDER, BORDER, -BORDER, -BORDER)).toImage()


@pytest.mark.parametrize("kind", [QPushButton, QCheckBox])
@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_a_button_with_the_keyboard_has_its_border_and_no_second_frame_inside(
    qtbot: QtBot, follower: ThemeFollower, kind: type[QAbstractButton], appearance: Appearance
) -> None:
    follower.choose(appearance)
    window = QWidget()
    qtbot.addWidget(window)
    before, button = QLineEdit(), kind()
    button.setText("Decide")
    rows = QVBoxLayout(window)
    rows.addWidget(before)
    rows.addWidget(button)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    before.setFocus()
    plain, whole = inside(button), button.grab().toImage()
    qtbot.keyClick(before, Qt.Key.Key_Tab)
    assert button.hasFocus() and window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    assert inside(button) == plain
    assert button.grab().toImage() != whole
