"""Qt's own model tester watches every model of the window while its rows come, change and go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileGroup
from briefbank.domain.searches import Order, Verdict
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import drop, search
from ui.features.authorities import good_law as good_law_model
from ui.features.collections import parts as collections_model
from ui.features.library.files import FileModel
from ui.features.library.table import DocumentModel
from ui.features.reader.side import TextModel
from ui.features.search.menu import FeedbackModel
from ui.features.search.model import HitModel
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, COLLECTIONS, DRAFT, LIBRARY, SEARCH
from ui.shared.row_list import RowModel

IN_THE_WINDOW = {
    good_law_model.GoodLawModel,
    collections_model.CollectionModel,
    DocumentModel,
    HitModel,
    FileModel,
    RowModel,
    TextModel,
}


def models(window: MainWindow) -> list[QAbstractItemModel]:
    results = window.findChildren(QAbstractItemModel)
    return [model for model in results if type(model).__module__.startswith("ui.")]


@pytest.fixture
def watched(window: MainWindow, qtmodeltester: ModelTester) -> MainWindow:
    """A window each of whose models is watched from its beginning."""
    for model in models(window):
        qtmodeltester.check(model)
    return window


@pytest.mark.nightly
def test_every_model_keeps_the_rules_while_results_are_ordered_pages_shown_and_files_added(
    qtbot: QtBot, watched: MainWindow, library: HookedLibrary, tmp_path: Path
) -> None:
    assert {type(model) for model in models(watched)} >= IN_THE_WINDOW
    search(qtbot, watched)
    results = watched.search_page.results
    assert results.model.rowCount() > 1
    results.list.setCurrentIndex(results.model.index(0, 0))
    qtbot.keyClick(results.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("reader.open_pages")))
    watched.search_page.bar.order.choose(Order.BEST)
    search(qtbot, watched, "another search")
    for page in (AUTHORITIES, COLLECTIONS, DRAFT, LIBRARY, SEARCH):
        watched.show_page(page)
        qtbot.waitUntil(lambda: not any(map(watched.jobs.engaged, Lane)))
    briefs = [tmp_path / f"{number}.txt" for number in range(3)]
    for number, brief in enumerate(briefs):
        brief.write_text(f"The police seized giraffe {number} without a warrant.\n" * 20)
    drop(watched, [QUrl.fromLocalFile(str(brief)) for brief in briefs])
    watched.library_page.show_files(FileGroup.OPEN)
    qtbot.waitUntil(lambda: watched.library_page.model.rowCount() == 11, timeout=60_000)
    watched.library_page.show_files(FileGroup.ADDED)
    qtbot.waitUntil(lambda: watched.library_page.files.model.rowCount() >= 3)


def test_marks_keep_the_rules_of_models_while_they_are_narrowed(
    qapp: QApplication, qtmodeltester: ModelTester, library: HookedLibrary
) -> None:
    model = FeedbackModel(None, office=True)
    qtmodeltester.check(model)
    for passage_id in (1, 2):
        library.feedback.give(passage_id, "stop", Verdict.UP)
    model.show(library.feedback.all())
    assert model.rowCount() == 2
    model.narrow("no such words")
    model.narrow("")
