"""The size of the text that a person chooses, the frame of the focus, and windows styled in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.settings import Appearance, Settings
from ui.kit.controls import label
from ui.kit.layout import column
from ui.kit.tables import RowTable
from ui.style import theme
from ui.style.theme import ThemeFollower

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def page(qtbot: QtBot, follower: ThemeFollower) -> QWidget:
    widget = QWidget()
    table = RowTable(QStandardItemModel(3, 2), "Documents", {0: 10}, {1})
    column(label("Documents", scale=1.4, bold=True), label("3 documents"), table, on=widget)
    qtbot.addWidget(widget)
    widget.resize(2800, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def measures(page: QWidget) -> list[float]:
    """Sizes of a title, a line and a table's cells, the height of its rows and the width of a column."""
    title, count = page.findChildren(QLabel)
    table = page.findChild(RowTable)
    sizes = [widget.font().pointSizeF() for widget in (title, count, table)]
    return [*sizes, table.verticalHeader().defaultSectionSize(), table.columnWidth(0)]


@pytest.mark.parametrize("percent", [90, 150])
def test_words_and_rows_follow_the_chosen_size_at_once_and_go_back(
    qapp: QApplication, page: QWidget, percent: int
) -> None:
    before = measures(page)
    theme.resize_text(percent)
    qapp.processEvents()
    assert [new / old for new, old in zip(measures(page), before, strict=True)] == pytest.approx(
        [percent / 100] * 5, abs=0.12
    )
    theme.resize_text(100)
    qapp.processEvents()
    assert measures(page) == before


def test_the_size_stays_relative_to_the_system_when_that_changes(
    qapp: QApplication, follower: ThemeFollower
) -> None:
    before = qapp.font()
    try:
        follower.resize_text(150)
        system = QFont(before)
        system.setPointSizeF(12)
        qapp.setFont(system)
        qapp.processEvents()
        assert qapp.font().pointSizeF() == 18
        follower.resize_text(100)
        assert qapp.font().pointSizeF() == 12
    finally:
        qapp.setFont(before)


def test_the_size_is_kept_and_one_out_of_range_is_not_taken(home: Path) -> None:
    settings.save(Settings(text_size=130))
    assert settings.load().text_size == 130
    settings.settings_file().write_text('{"text_size": 500}', encoding="utf-8")
    assert settings.load().text_size == 100


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


def test_what_is_made_within_is_styled_afterwards_like_everything_else(
    qtbot: QtBot, qapp: QApplication, follower: ThemeFollower
) -> None:
    qapp.setStyleSheet("QLabel { min-width: 321px }")
    with theme.styled_at_once(qapp):
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
    with pytest.raises(ValueError), theme.styled_at_once(qapp):
        raise ValueError
    assert qapp.styleSheet() == "QLabel { min-width: 321px }"
