"""A whole session of the real window: ``python -m tests.network.session LIBRARY FILE [MODEL]``, to be
watched.

It is started as its user's command starts it. A person at the keyboard is played from a timer: the file is
added, read and searched by words and by meaning, its brief and the summary are opened, a local model writes
another where there is one, and the window is closed. What was seen of it inside is printed as one
JSON document.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from briefbank import settings
from briefbank.network import close_network
from briefbank.sandbox import guard
from tests.support.event_loop import wait_until

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow
    from ui.program import Program

LONG_S = 60.0
SEEN: dict[str, Any] = {}
LIBRARIES: list[LibraryApi] = []


def main() -> int:
    """Close the universe first, as the window does; only then may anything of the window be imported."""
    close = close_network.close_network

    def closed() -> None:
        close()
        _play_a_person()

    close_network.close_network = closed
    if len(sys.argv) > 3:
        settings.save(replace(settings.load(), local_model=Path(sys.argv[3])))
    from ui import app

    status = app.main(["--library", sys.argv[1], sys.argv[2]])
    SEEN["level"] = guard.level()
    print(json.dumps(SEEN))
    return status


def _play_a_person() -> None:
    from PySide6.QtCore import QTimer

    from ui import program

    begin, make_window = program.Program.begin, program.make_window

    def window_of(library: LibraryApi) -> MainWindow:
        LIBRARIES.append(library)
        return make_window(library)

    def begun(self: Program, *, try_sample: bool) -> None:
        begin(self, try_sample=try_sample)
        QTimer.singleShot(0, self, lambda: _session(self))

    program.make_window = window_of
    program.Program.begin = begun  # type: ignore[method-assign]


def _session(program: Program) -> None:
    """A step that does not come about ends the program with what was seen until then."""
    from PySide6.QtWidgets import QApplication

    try:
        _use(program)
    except BaseException:
        QApplication.exit(1)
        raise
    QApplication.closeAllWindows()


def _use(program: Program) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from ui.main_window import MainWindow

    _wait("window", lambda: isinstance(program.window, MainWindow))
    (library,), window = LIBRARIES, program.window
    assert isinstance(window, MainWindow)
    _wait("added", lambda: "1 document" in window.status.extent.text())
    _wait("prepared", lambda: library.maintenance.check().dense_passages > 0)
    from ui.features.reader.summary import GateAction
    from ui.shared.pages import SEARCH

    window.show_page(SEARCH)
    page = window.search_page
    for query in ("giraffe", "was it lawful to take the animal"):
        page.bar.field.clear()
        QTest.keyClicks(page.bar.field, query)
        QTest.keyClick(page.bar.field, Qt.Key.Key_Return)
        _wait(query, lambda: page.question is None and page.results.model.rowCount() > 0)
    model = page.results.model
    row = next(row for row in range(model.rowCount()) if model.hit_at(row) is not None)
    document = model.hit(row).document
    SEEN["recognised"] = document.ocr_pages
    window.search_page.open_row(row)
    _wait(
        "read",
        lambda: (
            window.search_page.reader.document is not None and bool(window.search_page.reader.canvas.marks())
        ),
    )
    window.search_page.reader.toggle_summary()
    _wait("summary", lambda: bool(window.search_page.reader.summary.painted.accessibleDescription()))
    if settings.load().local_model is not None:
        _wait("generated", lambda: window.search_page.reader.summary.generated.act is GateAction.AGAIN)
    SEEN["children"] = {process.pid: _filters(process.pid) for process in psutil.Process().children(True)}
    SEEN["networking"] = [name for name in ("QtNetwork", "QtWebEngine") if name in _mapped()]


def _wait(step: str, until: Callable[[], bool]) -> None:
    if not wait_until(until, LONG_S):
        raise TimeoutError(step)
    SEEN.setdefault("steps", []).append(step)


def _filters(pid: int) -> int:
    """Count the system call filters of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Seccomp_filters:"))


def _mapped() -> str:
    """The libraries of this process, with Qt's names as Python has them."""
    return Path("/proc/self/maps").read_text().replace("libQt6", "Qt")


if __name__ == "__main__":
    sys.exit(main())
