"""Tests that opening a library and its window loads nothing that only later work needs."""

import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import pytest

from briefbank.embedding.encoders import Encoder
from briefbank.ingest import file_reading
from briefbank.library import Library
from briefbank.storage.lazy import LazyAttribute, lazy_attributes, make_all

LATER = (
    "briefbank.query_expansion",
    "briefbank.citations.treatment_text",
    "briefbank.citations.treatments",
    "briefbank.citator.authorities",
    "briefbank.drafts",
    "briefbank.exports.exports",
    "briefbank.exports.collection_resolver",
    "briefbank.summary.local_model_manager",
    "briefbank.llm",
    "briefbank.extraction.document",
    "briefbank.maintenance.self_test",
    "briefbank.summary.summaries",
    "briefbank.summary.checks",
    "briefbank.summary.extractive",
    "docx",
    "eyecite",
    "lancedb",
    "onnxruntime",
)
"""Packages that opening and a first search by words do without, with all modules in them."""
SHOWN = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QMainWindow
from ui.program import Program, make_application

class Look(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QMainWindow):
            print(*sys.modules, flush=True)
            os._exit(0)
        return False

app = make_application()
look = Look()
app.installEventFilter(look)
program = Program(Path(sys.argv[1]), [])
program.open()
app.exec()
"""


class Twofold:
    """Makes a part of itself, and tells how often."""

    def __init__(self) -> None:
        self.making = threading.RLock()
        self.created: list[str] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    @LazyAttribute
    def slow(self) -> object:
        self.begun.set()
        assert self.go_on.wait(10)
        self.created.append("slow")
        return object()

    @LazyAttribute
    def with_another(self) -> tuple[object, str]:
        self.created.append("with another")
        return self.slow, "and more"


def loaded_when_shown(library: Path) -> set[str]:
    """The modules of the running application when its main window is first shown."""
    command = [sys.executable, "-c", SHOWN, str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_every_name_that_may_not_load_early_exists() -> None:
    assert [name for name in LATER if find_spec(name) is None] == []


def too_early(loaded: set[str]) -> list[str]:
    return sorted(name for name in loaded if any(f"{name}.".startswith(f"{later}.") for later in LATER))


def left(library: Library) -> set[str]:
    """The parts of a library that were not used yet."""
    return {name for name, part in lazy_attributes(Library) if not part.is_made(library)}


def test_the_window_is_shown_before_anything_loads_what_only_later_work_needs(tmp_path: Path) -> None:
    loaded = loaded_when_shown(tmp_path / "library")
    assert {"ui.main_window", "briefbank.assembly"} <= loaded
    assert too_early(loaded) == []


def test_a_process_that_reads_files_loads_no_catalogue() -> None:
    """There are several at once, and a new one after each file that ended the last."""
    command = [sys.executable, "-c", f"import sys, {file_reading.__name__}; print(*sys.modules)"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert file_reading.__name__ in loaded
    assert {"sqlalchemy", "briefbank.catalogue.tables"}.isdisjoint(loaded)


def test_warming_makes_every_part_so_that_no_click_waits_for_one(tmp_path: Path, encoder: Encoder) -> None:
    with Library.open(tmp_path / "library", encoder=encoder) as library:
        assert {"authorities", "drafts", "query_expansion", "summaries"} <= left(library)
        library.warm()
        assert left(library) == set()
        assert library.drafts is library.drafts


def test_creating_all_parts_creates_each_once_with_its_dependencies() -> None:
    owner = Twofold()
    owner.go_on.set()
    assert owner.with_another[0] is owner.slow
    make_all(owner)
    make_all(owner)
    assert sorted(owner.created) == ["slow", "with another"]


def test_a_part_that_could_not_be_made_is_made_by_the_next_call() -> None:
    class Failing(Twofold):
        @LazyAttribute
        def part(self) -> str:
            self.created.append("tried")
            if len(self.created) == 1:
                raise OSError
            return "made"

    owner = Failing()
    with pytest.raises(OSError):
        _ = owner.part
    assert not Failing.part.is_made(owner)
    assert owner.part == "made"
    assert owner.created == ["tried", "tried"]
