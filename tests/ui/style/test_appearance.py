"""The size of the text that a person chooses, the frame of the focus, and windows styled in one go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QStandardItemModel
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

from briefbank.settings import Appearance
from tests.ui.conftest import made_up_brief
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.tools import PlaceField, ReaderTools
from ui.features.search.filters import DateField
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


def test_a_hidden_column_follows_the_size_of_text_too(qapp: QApplication, page: QWidget) -> None:
    table = page.findChild(RowTable)
    before = table.columnWidth(0)
    table.hideColumn(0)
    theme.resize_text(150)
    qapp.processEvents()
    assert table.isColumnHidden(0)
    table.showColumn(0)
    assert table.columnWidth(0) == pytest.approx(1.5 * before, rel=0.1)


def test_the_title_above_the_pages_has_room_at_a_larger_size_of_text(
    qtbot: QtBot, qapp: QApplication, follower: ThemeFollower
) -> None:
    tools = ReaderTools(PageCanvas())
    qtbot.addWidget(tools)
    tools.resize(1800, 40)
    tools.show()
    tools.show_document(made_up_brief())
    theme.resize_text(150)
    qapp.processEvents()
    qtbot.waitUntil(lambda: tools.title.text() == tools.title.whole())


@pytest.mark.parametrize(
    "make", [lambda: DateField("From", "Any date", "", first=True), PlaceField], ids=["date", "page"]
)
def test_a_field_of_fixed_width_has_room_for_its_words_at_another_size_of_text(
    qtbot: QtBot, qapp: QApplication, follower: ThemeFollower, make: Callable[[], QLineEdit]
) -> None:
    field = make()
    qtbot.addWidget(field)
    field.show()
    before = field.width()
    theme.resize_text(150)
    qapp.processEvents()
    assert field.width() > 1.3 * before


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
