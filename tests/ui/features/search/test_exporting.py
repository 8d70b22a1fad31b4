"""Exporting from the window: results and collections, progress that can be stopped, refusals in sentences."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchRequest
from briefbank.errors import QueryError
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import QUERY, search, shown
from ui.features.search import export_controller
from ui.features.search.export_controller import ExportController
from ui.features.search.navigation_history import Question
from ui.jobs import Jobs
from ui.kit import save_dialog
from ui.kit.save_dialog import file_name
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a person chooses in the dialog."""
    path = tmp_path / "out.csv"
    monkeypatch.setattr(export_controller, "chosen_file", lambda *_arguments: path)
    return path


@dataclass
class Bench:
    """The exporter after a search, without a window around it."""

    exporting: ExportController
    said: list[str]

    def has_said(self, words: str) -> bool:
        return any(words in item for item in self.said)


@pytest.fixture
def bench(qtbot: QtBot, library: StubLibrary) -> Iterator[Bench]:
    window, jobs = QWidget(), Jobs()
    qtbot.addWidget(window)
    made = Bench(ExportController(library, jobs, window), [])
    made.exporting.status.connect(made.said.append)
    made.exporting.follow(Question(SearchRequest(QUERY)))
    yield made
    for gate in library.gates.values():
        gate.set()
    jobs.close()


def test_ctrl_shift_x_writes_all_results_and_says_how_many(
    qtbot: QtBot, window: MainWindow, chosen: Path
) -> None:
    search(qtbot, window)
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_X, BOTH)
    qtbot.waitUntil(lambda: "written to out.csv" in window.status.text.whole())
    assert chosen.read_text("utf-8-sig").count("State v.") >= 1
    assert window.status.text.whole().startswith(f"{len(shown(window))} passages were written")


def test_without_a_search_nothing_is_asked_and_it_says_what_to_do(bench: Bench, chosen: Path) -> None:
    bench.exporting.follow(None)
    bench.exporting.export_results()
    assert bench.has_said("search first")
    assert not chosen.exists()


def test_a_dialog_that_is_left_writes_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, library: StubLibrary
) -> None:
    monkeypatch.setattr(export_controller, "chosen_file", lambda *_arguments: None)
    bench.exporting.export_results()
    assert bench.exporting.progress is None
    assert not library.called("search")


def test_an_export_can_be_stopped_and_leaves_no_file(
    qtbot: QtBot, bench: Bench, library: StubLibrary, chosen: Path
) -> None:
    gate = library.gates["search"] = threading.Event()
    bench.exporting.export_results()
    progress = bench.exporting.progress
    assert progress is not None
    qtbot.waitUntil(lambda: bool(library.called("search")))
    progress.show()
    qtbot.mouseClick(progress.findChild(QPushButton), Qt.MouseButton.LeftButton)
    gate.set()
    qtbot.waitUntil(lambda: bench.has_said("was stopped"))
    assert not chosen.exists()
    assert bench.exporting.progress is None


def test_a_second_export_waits_for_the_first(
    qtbot: QtBot, bench: Bench, library: StubLibrary, chosen: Path
) -> None:
    gate = library.gates["search"] = threading.Event()
    bench.exporting.export_results()
    bench.exporting.export_results()
    assert bench.has_said("still being written")
    gate.set()
    qtbot.waitUntil(lambda: bench.has_said("written to"))


def test_a_folder_that_is_not_there_is_told_with_something_to_do(
    qtbot: QtBot, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_controller, "chosen_file", lambda *_arguments: tmp_path / "gone" / "out.docx")
    bench.exporting.export_results()
    qtbot.waitUntil(lambda: bench.has_said("Choose another folder"))


def test_a_search_that_fails_meanwhile_is_told(
    qtbot: QtBot, bench: Bench, library: StubLibrary, chosen: Path
) -> None:
    library.faults["search"] = QueryError("This cannot be understood.", "Type it otherwise.")
    bench.exporting.export_results()
    qtbot.waitUntil(lambda: bench.has_said("Type it otherwise."))
    assert not chosen.exists()


def test_a_collection_is_written_as_a_word_file(
    qtbot: QtBot, bench: Bench, library: StubLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "friday.docx"
    monkeypatch.setattr(export_controller, "chosen_file", lambda *_arguments: path)
    made = library.userdata.collections.make("Friday")
    library.collection_resolver.add_passages(made.id, [1])
    bench.exporting.export_collection(made)
    qtbot.waitUntil(lambda: bench.has_said("1 passage was written to friday.docx."))
    assert path.read_bytes().startswith(b"PK")


def test_the_dialog_adds_the_ending_of_the_chosen_form_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dialog then asks before it replaces the very file that is written."""

    def choose(dialog: QFileDialog) -> int:
        dialog.setDirectory(str(tmp_path))
        dialog.filterSelected.emit(dialog.nameFilters()[1])
        dialog.selectFile("results")
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    parent = QWidget()
    qtbot.addWidget(parent)
    path = save_dialog.chosen_file(parent, "Export", "results", export_controller.FORMS)
    assert path is not None
    assert path.name == "results.csv"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("traffic stop", "traffic stop"),
        ('a/b\\c:d*e?"f<g>|h', "a b c d e f g h"),
        ("...", "Results"),
        ("", "Results"),
        ("x" * 400, "x" * 60),
        ("שימוע ביום", "שימוע ביום"),
    ],
)
def test_words_become_the_name_of_a_file_that_every_system_takes(text: str, name: str) -> None:
    assert file_name(text, "Results") == name
