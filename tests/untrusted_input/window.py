"""The real window on an untrusted library: ``python -m tests.untrusted_input.window PLACE LIBRARY``.

A person at the keyboard is played from a timer: every page is looked at, the library is searched, a brief and
its summary are opened, and the window is closed. A library that is refused is told of, and that is the end.
What should not have happened is printed as a JSON list.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.event_loop import wait_until

if TYPE_CHECKING:
    from ui.program import Program

LONG_S = 20.0
FOUND: list[str] = []


def main() -> int:
    from tests.support.cached_readers import CachedReaders
    from tests.untrusted_input import closing
    from tests.untrusted_input.factory import Workspace

    workspace, library = Workspace(Path(sys.argv[1])), Path(sys.argv[2])
    watch = closing.close_and_watch(workspace)
    os.chdir(library)
    from ui.kit import garbage

    garbage.turn_off()
    from ui import program

    _play_a_person()
    logging.getLogger().addHandler(closing.Faults(FOUND.append))
    watch.begin()
    status = program.run(["--library", str(library)])
    FOUND.extend(watch.end())
    CachedReaders.stop_all()
    print(json.dumps(FOUND))
    return status


def _play_a_person() -> None:
    from PySide6.QtCore import QTimer

    from ui.program import Program

    begin = Program.begin

    def begun(self: Program, *, try_sample: bool) -> None:
        begin(self, try_sample=try_sample)
        QTimer.singleShot(0, self, lambda: _session(self))

    Program.begin = begun  # type: ignore[method-assign]


def _session(program: Program) -> None:
    from PySide6.QtWidgets import QApplication

    try:
        _use(program)
    finally:
        QApplication.closeAllWindows()


def _use(program: Program) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from ui.main_window import MainWindow
    from ui.shared.pages import RAIL, SEARCH
    from ui.window.opening import FailureWindow

    _wait("window or refusal", lambda: isinstance(program.window, MainWindow | FailureWindow))
    window = program.window
    if not isinstance(window, MainWindow):
        return
    for number in range(len(RAIL)):
        window.show_page(number)
        _wait(f"page {number}", lambda: not window.jobs.busy("documents"))
    window.show_page(SEARCH)
    page = window.search_page
    QTest.keyClicks(page.bar.field, "motor vehicle stop")
    QTest.keyClick(page.bar.field, Qt.Key.Key_Return)
    _wait("search", lambda: window.search_page.question is None)
    if page.results.model.rowCount():
        window.search_page.open_row(0)
        _wait("brief", lambda: not any(map(window.jobs.busy, ("pages", "document"))))
        window.search_page.reader.toggle_summary()
        _wait("summary", lambda: not window.jobs.busy("summary"))


def _wait(step: str, until: Callable[[], bool]) -> None:
    if not wait_until(until, LONG_S):
        FOUND.append(f"{step} did not come about")


if __name__ == "__main__":
    sys.exit(main())
