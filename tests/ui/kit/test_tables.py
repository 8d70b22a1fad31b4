"""Tables of rows that are read again while one of them is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QIcon
from pytestqt.qtbot import QtBot

from ui.kit.tables import FilteredTableModel, RowTable


class Words(FilteredTableModel[str]):
    COLUMNS = ("Word",)

    def cells(self, thing: str) -> tuple[str]:
        return (thing,)

    def icon(self, _thing: str) -> QIcon:
        return QIcon()

    def key(self, thing: str) -> str:
        return thing


@pytest.mark.parametrize(
    ("then", "current"),
    [("xabc", "b"), ("ca", "a"), ("a", "a"), ("cba", "b")],
    ids=["more before it", "gone", "gone at the end", "other order"],
)
def test_the_chosen_row_stays_chosen_when_the_table_is_read_again(
    qtbot: QtBot, then: str, current: str
) -> None:
    model = Words()
    table = RowTable(model, "Words", {}, (0,))
    qtbot.addWidget(table)
    model.show("abc")
    table.selectRow(1)
    model.show(then)
    assert [model.at(row) for row in table.chosen_rows()] == [current]
