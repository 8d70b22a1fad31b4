"""Measures how smooth the window stays: ``python -m tests.ui.smoothness [FOLDER]``.

Without a folder 20,000 made-up files wait, end and are taken off the list, in a stand-in library. With one,
its files go into a real, temporary library. For turns of the event loop, the longest times are printed: on
the clock, which includes waiting for other threads, and on the processor in the window's thread.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.jobs import Reporter
from briefbank.library import Library
from tests.stand_ins.library import StubLibrary
from ui.app import build_window
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.program import make_application

FILES = 20_000
END_S = 3600.0


class Probe:
    """Turns the event loop itself and keeps how long each turn took, in milliseconds."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._clock: list[float] = []
        self._processor: list[float] = []

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + END_S
        while not done() and time.monotonic() < end:
            clock, processor = time.perf_counter(), time.thread_time()
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
            self._clock.append(1000 * (time.perf_counter() - clock))
            self._processor.append(1000 * (time.thread_time() - processor))
            time.sleep(0.001)

    def tell(self, what: str) -> None:
        for name, times in (("clock", self._clock), ("processor", self._processor)):
            longest = ", ".join(f"{item:.1f}" for item in sorted(times)[:-6:-1])
            print(f"{what:<12} {name:<10} longest turns: {longest} ms")
        self._clock, self._processor = [], []


@contextmanager
def window_on(library: Any) -> Iterator[MainWindow]:
    window = build_window(library)
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()


def made_up(app: QApplication) -> None:
    """A file ends each millisecond, every seventh refused; after a while the others are taken off."""
    library, probe, seen = StubLibrary(), Probe(app), 0

    def work(path: Path, reporter: Reporter) -> FileOutcome:
        nonlocal seen
        seen += 1
        reporter.file(FileProgress(path, Stage.READING, 3, 12, 40.0))
        threading.Event().wait(0.001)
        refused = seen % 7 == 0
        status = FileStatus.REFUSED if refused else FileStatus.ADDED
        return FileOutcome(path, status, reason="It is damaged." if refused else "")

    library.ingest.script = work
    with window_on(library) as window:
        probe.until(lambda: not window.jobs.busy("documents"))
        probe.tell("opening")
        window.add([Path(f"/made-up/brief {number:05}.pdf") for number in range(FILES)])
        probe.until(lambda: window.library_page.adding.waiting > FILES * 0.9)
        probe.tell("dropping")
        probe.until(lambda: window.library_page.adding.waiting < FILES * 0.7)
        probe.tell("adding")
        window.library_page.adding.cancel()
        probe.until(lambda: window.library_page.adding.waiting == 0)
        probe.tell("taking off")


def real(app: QApplication, collector: Collector, files: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        probe = Probe(app)
        with window_on(library) as window:
            window.warmed.connect(collector.freeze)
            window.warm_up()
            probe.until(lambda: not window.jobs.busy("warm"))
            probe.tell("opening")
            window.add([files])
            probe.until(lambda: window.library_page.adding.waiting > 0)
            probe.until(
                lambda: window.library_page.adding.waiting == 0 and not window.library_page.adding.busy
            )
            probe.tell("adding")
            print(window.status.text.whole())


def main() -> None:
    app = make_application()
    collector = Collector(app)
    if len(sys.argv) > 1:
        real(app, collector, Path(sys.argv[1]))
    else:
        made_up(app)
    collector.stop()


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
