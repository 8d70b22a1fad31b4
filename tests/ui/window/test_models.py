"""Qt's own model tester watches every model of the window while its rows come, change and go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt, QUrl
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Order
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import drop, search
from ui.features.authorities import good_law_model
from ui.features.collections import model as collections_model
from ui.features.documents.model import DocumentModel
from ui.features.intake.model import IntakeModel
from ui.features.reader.outline_list import OutlineModel
from ui.features.reader.page_list import PagesModel
from ui.features.search.feedback_model import FeedbackModel
from ui.features.search.model import HitModel
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, COLLECTIONS, DRAFT, INTAKE, LIBRARY, SEARCH
from ui.shared.row_model import RowModel

IN_THE_WINDOW = {
    good_law_model.GoodLawModel,
    collections_model.CollectionEntryModel,
    DocumentModel,
    HitModel,
    IntakeModel,
    OutlineModel,
    PagesModel,
    RowModel,
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


def test_every_kind_of_model_in_the_window_is_watched(watched: MainWindow) -> None:
    assert {type(model) for model in models(watched)} >= IN_THE_WINDOW


def test_results_keep_the_rules_of_models_while_they_are_ordered_opened_and_marked(
    qtbot: QtBot, watched: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, watched)
    results = watched.search_page.results
    assert results.model.rowCount() > 1
    results.list.setCurrentIndex(results.model.index(0, 0))
    qtbot.keyClick(results.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("open_pages")))
    watched.search_page.bar.order.choose(Order.BEST)
    search(qtbot, watched, "another search")


def test_every_page_keeps_the_rules_of_models_when_it_is_shown(qtbot: QtBot, watched: MainWindow) -> None:
    for page in (ALERTS, AUTHORITIES, CARE, COLLECTIONS, DRAFT, INTAKE, LIBRARY, SEARCH):
        watched.show_page(page)
        qtbot.waitUntil(lambda: not any(map(watched.jobs.engaged, Lane)))


def test_files_keep_the_rules_of_models_while_they_come_and_end(
    qtbot: QtBot, watched: MainWindow, tmp_path: Path
) -> None:
    drop(watched, [QUrl.fromLocalFile(str(tmp_path / f"{number}.pdf")) for number in range(5)])
    qtbot.waitUntil(lambda: watched.intake_model.rowCount() >= 5)
    qtbot.waitUntil(lambda: not watched.jobs.engaged(Lane.INTAKE))


def test_marks_keep_the_rules_of_models_while_they_are_narrowed(qtmodeltester: ModelTester) -> None:
    model = FeedbackModel(None, office=True)
    qtmodeltester.check(model)
    model.show(StubLibrary().feedback.all())
    model.narrow("no such words")
    model.narrow("")
