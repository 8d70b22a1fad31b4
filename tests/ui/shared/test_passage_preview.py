"""The passage beside a list: what is marked in it, and what is done with it before it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from ui.jobs import Jobs
from ui.kit.layout import row
from ui.page import Page
from ui.shared.passages import PassagePreview, PassageTarget, hit_of
from ui.shared.row_list import Row, RowList

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def page(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[Page]:
    jobs = Jobs()
    made = Page(sample_library, jobs)
    qtbot.addWidget(made)
    yield made
    jobs.close()


@pytest.fixture
def rows(page: Page) -> RowList:
    rows = RowList("Passages")
    rows.show_rows([Row(f"Passage {n}", target=PassageTarget(n, sentence="The")) for n in (1, 2)])
    return rows


@pytest.fixture
def preview(page: Page, rows: RowList) -> PassagePreview:
    made = PassagePreview(page)
    made.follow(rows)
    row(rows, made, on=page)
    page.resize(900, 500)
    page.show()
    return made


def marked(preview: PassagePreview) -> list[str]:
    return [selection.cursor.selectedText() for selection in preview.text.extraSelections()]


def test_just_the_words_are_marked_also_after_signs_of_two_units(
    sample_library: HookedLibrary, preview: PassagePreview
) -> None:
    hit = hit_of(sample_library, PassageTarget(1))
    text = "𝔖tate v. 😀 Quill: the stop was over."
    at = text.index("the stop")
    passage = replace(hit.passage, text=text)
    preview.show_target(replace(hit, passage=passage, marks=((at, at + 8),)))
    assert marked(preview) == ["the stop"]


def test_only_the_chosen_passage_is_shown_copied_and_collected(
    qtbot: QtBot, page: Page, rows: RowList, preview: PassagePreview
) -> None:
    rows.show_rows([*rows.row_model.rows(), Row("Not compared")])
    rows.choose(1)
    qtbot.waitUntil(lambda: preview.hit is not None and preview.hit.passage.id == 2)
    preview.hide()
    assert preview.item() is None, "nobody sees what would be collected"
    preview.show()
    assert preview.item() is not None
    rows.choose(2)
    assert preview.hit is None and preview.item() is None and not preview.collect.isEnabled()
    with qtbot.assertNotEmitted(page.status):
        qtbot.keyClick(rows, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
