"""Measures how smoothly many results scroll: ``python -m tests.ui.scrolling [RESULTS]``.

Made-up results of a stand-in library are shown in an offscreen window. For turns of the event loop during
scrolling by wheel, by dragging the scroll bar and by keys, the longest times are printed: on the clock, which
includes waiting for other threads, and on the processor in the window's thread.
"""

from __future__ import annotations

import os
import sys
import tempfile

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.stand_ins.library import StubLibrary
from tests.ui.smoothness import Probe, window_on
from ui.features.search.result_list import ResultList
from ui.main_window import MainWindow
from ui.program import make_application

RESULTS = 10_000
QUERY = "traffic stop suspicion"


def wheel(view: ResultList, by: int) -> None:
    """One notch of a wheel is 120."""
    place = view.viewport().rect().center()
    none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        QPointF(place), QPointF(view.viewport().mapToGlobal(place)), QPoint(), QPoint(0, by), none,
        Qt.KeyboardModifier.NoModifier, phase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def scroll(window: MainWindow, probe: Probe) -> None:
    view, bar = window.search_page.results.list, window.search_page.results.list.verticalScrollBar()

    def turns(number: int) -> None:
        left = [number]

        def done() -> bool:
            left[0] -= 1
            return left[0] < 0

        probe.until(done)

    for name, step in (("wheel down", -120), ("wheel up", 120)):
        for _ in range(300):
            wheel(view, step)
            turns(1)
        turns(40)
        probe.tell(name)
    for part in range(1, 41):
        bar.setValue(bar.maximum() * part // 41)
        turns(4)
    turns(60)
    probe.tell("dragging")
    view.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home, *[Qt.Key.Key_PageDown] * 60):
        QTest.keyClick(view, key)
        turns(3)
    turns(60)
    probe.tell("keys")


def main() -> None:
    app, library = make_application(), StubLibrary()
    library.many = int(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    probe = Probe(app)
    with window_on(library) as window:
        page = window.search_page
        page.results.grouping.setChecked(False)
        probe.until(lambda: not window.jobs.busy("documents"))
        page.bar.ask_for(QUERY)
        probe.until(lambda: page.results.model.rowCount() == library.many)
        probe.tell("first answer")
        scroll(window, probe)
        page.results.grouping.click()
        probe.until(lambda: not window.jobs.busy("further results", window.search_page))
        probe.tell("grouping")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
