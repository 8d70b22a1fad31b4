"""The chart of passages by year: its bars, by pointer and by key, and in words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from ui.shared.year_chart import YearChart

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def chart(qtbot: QtBot) -> YearChart:
    made = YearChart()
    qtbot.addWidget(made)
    made.resize(400, 132)
    made.show_years(((2010, 4), (2013, 9), (2015, 1)), 2)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_every_year_between_the_first_and_the_last_has_its_place(chart: YearChart) -> None:
    assert chart.bars() == [(y, y, {2010: 4, 2013: 9, 2015: 1}.get(y, 0)) for y in range(2010, 2016)]


def test_keys_go_from_bar_to_bar_and_assistive_technology_hears_a_slider_over_the_years(
    qtbot: QtBot, chart: YearChart
) -> None:
    seen = QAccessible.queryAccessibleInterface(chart)
    value = seen.valueInterface()
    assert seen.role() == QAccessible.Role.Slider
    assert (value.minimumValue(), value.maximumValue()) == (2010, 2015)
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert chart.chosen() == "2010: 4 passages"
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.chosen() == "2011: 0 passages" and value.currentValue() == 2011
    value.setCurrentValue(2013)
    assert chart.chosen() == "2013: 9 passages"
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert chart.chosen() == "2015: 1 passage"


def test_a_century_is_put_together_by_some_years_and_no_passage_is_lost(chart: YearChart) -> None:
    years = tuple((year, 1 + year % 3) for year in range(1890, 2025))
    chart.show_years(years, 0)
    bars = chart.bars()
    assert len(bars) <= 400 / 8
    assert sum(count for _, _, count in bars) == sum(count for _, count in years)
    assert all(first % 5 == 0 and last == first + 4 for first, last, _ in bars)
    chart.resize(1400, 132)
    assert len(chart.bars()) == len(years)
