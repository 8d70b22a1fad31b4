"""The application, started as it always is, that adds files and tells how late its event loop came meanwhile.

Prints JSON: ``pauses`` and ``works`` in milliseconds, one for each tick of the probe (how late it came, and
how long the window's thread itself computed since the last), and ``seconds`` in all. Without files it stays
idle for a while.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from briefbank.sandbox import guard
from tests.benchmarks.window import IDLE_S

TICK_MS = 5


def main() -> None:
    guard.engage()
    from PySide6.QtCore import Qt, QTimer

    from ui.kit.garbage import Collector
    from ui.main_window import MainWindow
    from ui.program import Program, make_application

    app = make_application()
    collector = Collector(app)
    program = Program(Path(sys.argv[1]), [])
    program.loaded.connect(collector.freeze)
    program.open()
    files = [Path(name) for name in sys.argv[2:]]
    late: list[float] = []
    works: list[float] = []
    last = started = worked = 0.0

    def ready() -> MainWindow | None:
        window = program.window
        return window if isinstance(window, MainWindow) and not window.jobs.busy("warm") else None

    def tick() -> None:
        """The probe begins once the window has loaded all that it loads at its start."""
        nonlocal last, started, worked
        now, computed = time.perf_counter(), time.thread_time()
        if not started:
            window = ready()
            if window is not None and now > first + 5.0:
                started = now
                if files:
                    window.add(files)
        else:
            late.append(max(0.0, 1000.0 * (now - last) - TICK_MS))
            works.append(1000.0 * (computed - worked))
            window = ready()
            done = (
                window is not None
                and not window.library_page.adding.busy
                and not window.library_page.adding.waiting
            )
            if now - started > (2.0 if files else IDLE_S) and done:
                app.quit()
        last, worked = now, computed

    first = time.perf_counter()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start(TICK_MS)
    app.exec()
    print(json.dumps({"pauses": late, "works": works, "seconds": last - started}))
    collector.stop()
    program.close()


if __name__ == "__main__":
    main()
