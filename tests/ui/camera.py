"""Takes pictures of the window for tests.ui.screenshots."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sample import write_sample
from tests.stand_ins.hooked_library import HookedLibrary, hooked
from tests.stand_ins.library import StubLibrary
from tests.support.library_factory import library_of
from ui.app import build_window
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

QUERY = "officer extended traffic stop without reasonable suspicion"


PACE = 1.0  # Less than 1 where nobody looks at the pictures (tests.ui.walk)


def settle(app: QApplication, seconds: float = 0.5) -> None:
    end = time.monotonic() + seconds * PACE
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Camera:
    """Takes one window through one state and saves what it looks like."""

    def __init__(self, app: QApplication, out: Path) -> None:
        self.app = app
        self.out = out
        self._collector = Collector(app)
        """The program's collector: a collection in a lane's thread would delete widgets there."""

    def shoot(self, widget: QWidget, name: str) -> None:
        settle(self.app)
        widget.grab().save(str(self.out / f"{name}.png"))

    def window(self, library: StubLibrary | HookedLibrary, size: tuple[int, int]) -> MainWindow:
        window = build_window(library)
        window.resize(*size)
        window.show()
        window.show_page(SEARCH)
        settle(self.app)
        return window


@contextmanager
def real_library(texts: Mapping[str, str] | None = None) -> Iterator[HookedLibrary]:
    """A library of these texts, or of the eight sample briefs, to force faults upon."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if texts is None:
            shutil.copytree(Path(_sample().name) / "library", folder / "library")
        with library_of(folder, texts or {}) as library, hooked(library) as with_hooks:
            yield with_hooks


@cache
def _sample() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory()
    with Library.open(Path(folder.name) / "library") as library:
        library.ingest.add(write_sample(Path(folder.name) / "files"), QuietReporter())
        library.embedding.embed_pending(QuietReporter())
    return folder


def search(window: MainWindow, text: str = QUERY) -> None:
    window.search_page.bar.field.setText(text)
    window.search_page.bar.ask()
    settle(QApplication.instance())
