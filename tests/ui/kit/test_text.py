"""Very long titles and names that run from right to left, in the reader's head and in the library's table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import made_up_brief
from ui.features.library.table import TITLE, DocumentModel
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.tools import ReaderTools
from ui.features.search import result_texts
from ui.kit.text import isolated, tip

LONG = "State v. Quill and Other Defendants on Consolidated Appeals, " * 7
ARABIC = "الدولة ضد سليمان بن عبد الرحمن — مذكرة الاستئناف (A-1234-22)"
HEBREW = "המדינה נ׳ אברהם בן־דוד, Reply Brief for Defendant"


@given(st.text())
def test_isolating_changes_nothing_but_the_two_marks_around(text: str) -> None:
    assert isolated(text).removeprefix("\u2068").removesuffix("\u2069") == text or text[:1] in "\u2068\u2069"


def test_only_what_runs_from_right_to_left_is_isolated() -> None:
    assert isolated("State v. Peña, A-12-34") == "State v. Peña, A-12-34"
    assert isolated(HEBREW) == f"\u2068{HEBREW}\u2069"


@given(st.text("ab ", max_size=400))
def test_a_tip_has_every_word_in_lines_that_fit(text: str) -> None:
    assert tip(text).split() == text.split() or max(map(len, text.split())) > 80
    assert all(len(line) <= 80 for line in tip(text).splitlines())


@pytest.mark.qt_log_ignore("propagateSizeHints")
@pytest.mark.parametrize("title", [LONG, ARABIC, HEBREW], ids=["long", "Arabic", "Hebrew"])
def test_the_head_of_the_reader_is_no_wider_for_a_long_title_and_says_all_of_it(
    qtbot: QtBot, title: str
) -> None:
    canvas = PageCanvas()
    qtbot.addWidget(canvas)
    head = ReaderTools(canvas)
    qtbot.addWidget(head)
    plain = head.minimumSizeHint().width()
    head.show_document(made_up_brief(title=title, court=ARABIC, docket=ARABIC))
    head.resize(420, head.sizeHint().height())
    head.show()
    assert head.minimumSizeHint().width() == plain
    assert head.title.accessibleName() == title
    metrics, lines = head.title.fontMetrics(), head.title.text().splitlines()
    assert len(lines) <= 2
    assert max(map(metrics.horizontalAdvance, lines)) <= head.title.width()


def test_court_and_docket_keep_their_order_when_both_run_from_right_to_left() -> None:
    named = made_up_brief(court="محكمة", docket="م-٨٧١")
    assert result_texts.origin(named) == "\u2068محكمة\u2069  ·  \u2068م-٨٧١\u2069"


def test_the_table_shows_a_long_title_in_a_tip_of_several_lines(sample_library: HookedLibrary) -> None:
    listed = sample_library.documents.listed([1])[1]
    long = replace(listed, document=replace(listed.document, title=LONG))
    model = DocumentModel(lambda _ids: None)
    model.show([1])
    model.show_rows([1], {1: long})
    tip_shown = model.index(0, TITLE).data(Qt.ItemDataRole.ToolTipRole)
    assert "\n" in tip_shown and " ".join(tip_shown.split()).startswith(LONG)
