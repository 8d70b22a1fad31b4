"""Labels that are cut where there is no room, and icons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.kit.controls import ElidedLabel, IconLabel

TEXT = "Jennifer Gratz v. Lee Bollinger  ·  Brief of General Motors Corporation as Amicus Curiae"


def test_words_parted_by_two_spaces_are_not_torn(qtbot: QtBot) -> None:
    label = ElidedLabel(TEXT, lines=2)
    qtbot.addWidget(label)
    label.show()
    width = label.fontMetrics().horizontalAdvance(TEXT)
    for share in (0.55, 0.6, 0.7, 0.8):
        label.resize(round(width * share), 60)
        assert len(label.text().split("\n")) == 2 and label.text().split() == TEXT.split()


def test_an_icon_is_drawn_anew_for_a_screen_of_other_resolution(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    icon, drawn = IconLabel(16, "warning", "warn"), list[QPixmap]()
    qtbot.addWidget(icon)
    monkeypatch.setattr(IconLabel, "devicePixelRatioF", lambda _icon: 2.0)
    monkeypatch.setattr(IconLabel, "setPixmap", lambda _icon, pixmap: drawn.append(pixmap))
    QApplication.sendEvent(icon, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert [(pixmap.width(), pixmap.devicePixelRatio()) for pixmap in drawn] == [(32, 2.0)]
