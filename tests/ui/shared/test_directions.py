"""Very long titles and names that run from right to left, in the reader's head and in the library's table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import DocumentList
from tests.stand_ins.library import StubLibrary
from tests.ui.shots_find import ARABIC, HEBREW, LONG
from ui.features.documents.model import TITLE, DocumentModel
from ui.features.documents.narrowing import typed_words
from ui.features.reader.head import ReaderHead
from ui.kit.directions import isolated, tip
from ui.shared import wording


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
    library, head = StubLibrary(), ReaderHead()
    qtbot.addWidget(head)
    plain = head.minimumSizeHint().width()
    head.show_document(library.documents.change(1, title=title, court=ARABIC, docket=ARABIC))
    head.resize(420, head.sizeHint().height())
    head.show()
    assert head.minimumSizeHint().width() == plain
    assert head.title.accessibleName() == title
    metrics, lines = head.title.fontMetrics(), head.title.text().splitlines()
    assert len(lines) <= 2
    assert max(map(metrics.horizontalAdvance, lines)) <= head.title.width()


def test_court_and_docket_keep_their_order_when_both_run_from_right_to_left() -> None:
    document = StubLibrary().documents.change(2, court="محكمة", docket="م-٨٧١")
    assert wording.origin(document) == "\u2068محكمة\u2069  ·  \u2068م-٨٧١\u2069"


def test_the_table_shows_a_long_title_in_a_tip_of_several_lines_and_finds_it_by_its_words() -> None:
    library = StubLibrary()
    library.documents.change(1, title=LONG)
    library.documents.change(2, title=ARABIC)
    model = DocumentModel()
    model.show([1])
    model.show_rows([1], library.documents.listed([1]))
    index = model.index(0, TITLE)
    assert "\n" in index.data(Qt.ItemDataRole.ToolTipRole)
    text = " ".join(index.data(Qt.ItemDataRole.ToolTipRole).split())
    assert text == f"{LONG} {library.documents.get(1).file_name}"
    for typed, result in (("index judgments", 1), ("سليمان", 2)):
        assert library.documents.ids(DocumentList(words=typed_words(typed))) == [result]
