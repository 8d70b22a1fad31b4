"""The window, started as it always is: how soon it is there, and how long it does not answer.

``starting``: seconds from the start of the process to a visible window, to the first answer by words, and by
meaning. Bare: a Python process that shows an empty Qt widget. Both find their bytecode ready, as an installed
program does from its second start on. ``pauses``: the longest pause of the event loop while files are added.
A timer that should fire every few milliseconds notes how late it comes, and how long the window's own thread
computed in between: that is what the program itself costs; the rest it waited, for its interpreter or for a
processor. The same is done in an idle window with processes beside it that keep every processor busy.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.sandbox import guard
from tests.benchmarks.processes import busy_processes, child

if TYPE_CHECKING:
    from ui.main_window import MainWindow
    from ui.program import Program

LIMIT_MS, TICK_MS = 50.0, 5
IDLE_S, LOADING_S, LAST_S = 20.0, 5.0, 2.0
BARE = """
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
widget = QWidget()
widget.show()
app.processEvents()
print("opening window", flush=True)
"""


def starting(rounds: int) -> dict[str, Any]:
    """Return medians of some starts on the sample library, the files in the system's cache."""
    from briefbank.jobs import QuietReporter
    from briefbank.library import Library
    from briefbank.sample import write_sample

    with tempfile.TemporaryDirectory() as folder:
        with Library.open(Path(folder) / "library") as library:
            library.ingest.add(write_sample(Path(folder) / "sample"), QuietReporter(), sample=True)
            library.embedding.embed_pending(QuietReporter())
        bytecode = Path(folder) / "bytecode"
        ours = [sys.executable, "-m", "tests.benchmarks.window", "starting", str(Path(folder) / "library")]
        starts = [_arrivals(ours, bytecode) for _ in range(rounds + 1)][1:]
        bares = [_arrivals([sys.executable, "-c", BARE], bytecode) for _ in range(rounds + 1)][1:]
    medians = {name: round(statistics.median(start[name] for start in starts), 2) for name in starts[0]}
    bare_s = statistics.median(bare["opening window"] for bare in bares)
    return {
        "seconds_to": medians,
        "bare_widget_s": round(bare_s, 2),
        "ratio_visible_to_bare": round(medians["opening window"] / bare_s, 2),
    }


def _arrivals(command: Sequence[str], bytecode: Path) -> dict[str, float]:
    """Return when each line that a process prints arrived, in seconds from its start."""
    started = time.perf_counter()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        return {line.strip(): time.perf_counter() - started for line in process.stdout}


def pauses(files: int) -> dict[str, Any]:
    """Return the pauses of the window in milliseconds; a screen shows a new picture every 16."""
    from tests.benchmarks.libraries import write_files

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_files(folder / "files", files, pages=3)
        with busy_processes():
            idle = child("window", "pauses", folder / "idle", BRIEFBANK_HOME=str(folder / "idle-home"))
        home = str(folder / "home")
        adding = child("window", "pauses", folder / "library", folder / "files", BRIEFBANK_HOME=home)
    return {
        "files": files,
        "adding": adding,
        "idle_beside_busy_processes": idle,
        "ratio": round(adding["longest_pause_ms"] / idle["longest_pause_ms"], 2),
    }


def main(what: str, folder: Path, files: Sequence[Path]) -> None:
    """Be the application that is watched."""
    guard.engage()
    from ui.kit.garbage import Collector, turn_off

    turn_off()
    from PySide6.QtCore import Qt, QTimer

    from ui.program import Program, make_application

    app = make_application()
    collector, program = Collector(app), Program(folder, [])
    program.loaded.connect(collector.freeze)
    program.open()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    if what == "starting":
        timer.timeout.connect(_start_probe(program, app.quit))
        timer.start(2)
    else:
        timer.timeout.connect(_pause_probe(program, files, app.quit))
        timer.start(TICK_MS)
    app.exec()
    collector.stop()
    program.close()


def _window_of(program: Program) -> MainWindow | None:
    from ui.window.opening import OpeningWindow

    if program.window is None or isinstance(program.window, OpeningWindow):
        return None  # its module is not loaded here, ahead of the program's own turn
    from ui.main_window import MainWindow

    return program.window if isinstance(program.window, MainWindow) else None


def _start_probe(program: Program, quit_: Callable[[], None]) -> Callable[[], None]:
    """Return a function that prints how far the window has come, and goes on with the next step."""
    from PySide6.QtCore import QCoreApplication, QEvent, Qt
    from PySide6.QtGui import QKeyEvent

    from ui.window.opening import OpeningWindow

    def type_letter() -> None:
        if isinstance(program.window, OpeningWindow):
            pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_I, Qt.KeyboardModifier.NoModifier, "i")
            QCoreApplication.postEvent(program.window.field, pressed)

    def is_typed() -> bool:
        first = program.window
        return not isinstance(first, OpeningWindow) or bool(first.field.text())

    def ask(query: str) -> None:
        if window := _window_of(program):
            window.search_page.bar.field.setText(query)
            window.search_page.bar.ask()

    def is_idle(topic: str) -> bool:
        window = _window_of(program)
        return window is not None and not window.jobs.busy(topic)

    def is_answered() -> bool:
        window = _window_of(program)
        return is_idle("search") and window is not None and window.search_page.results.model.rowCount() > 0

    steps: list[tuple[str, Callable[[], bool], Callable[[], None]]] = [
        ("opening window", lambda: program.window is not None and program.window.isVisible(), type_letter),
        ("letter typed", is_typed, lambda: None),
        ("main window", lambda: _window_of(program) is not None, lambda: ask("inevitable discovery")),
        ("answer by words", is_answered, lambda: None),
        ("meaning ready", lambda: is_idle("warm"), lambda: ask("police took the gun unlawfully")),
        ("answer by meaning", is_answered, quit_),
    ]

    def look() -> None:
        while steps and steps[0][1]():
            name, _, go_on = steps.pop(0)
            print(name, flush=True)
            go_on()

    return look


def _pause_probe(program: Program, files: Sequence[Path], quit_: Callable[[], None]) -> Callable[[], None]:
    """Return a function that is to be called every few milliseconds. It adds the files once the window has
    loaded all that it loads at its start, and prints how late it was called until they are added."""
    late, works = list[float](), list[float]()
    first = last = time.perf_counter()
    started, worked, has_begun = 0.0, time.thread_time(), not files

    def tick() -> None:
        nonlocal last, started, worked, has_begun
        now, computed, window = time.perf_counter(), time.thread_time(), _window_of(program)
        if started:
            late.append(max(0.0, 1000.0 * (now - last) - TICK_MS))
            works.append(1000.0 * (computed - worked))
        elif window is not None and not window.jobs.busy("warm") and now > first + LOADING_S:
            started = now
            if files:
                window.add(list(files))
        last, worked = now, computed
        if not started or window is None:
            return
        is_adding = bool(window.library_page.adding.busy or window.library_page.adding.waiting)
        has_begun = has_begun or is_adding
        if has_begun and not is_adding and now - started > (LAST_S if files else IDLE_S):
            figures = {
                "seconds": round(now - started, 1),
                "longest_pause_ms": round(max(late), 1),
                "longest_own_work_ms": round(max(works), 1),
                "pauses_over_50_ms": sum(pause > LIMIT_MS for pause in late),
            }
            print(json.dumps(figures), flush=True)
            quit_()

    return tick


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]])
