"""``python -m tests.benchmarks.walkthrough_window LIBRARY FILES``: uses the window as a person would.

Every key and click is a real event. Of each turn of the event loop, and of each event that a step sends, is
noted how long it took on the clock and how long the window's thread itself computed. Prints one JSON object:
the longest of both by step, in milliseconds, and where the time was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from briefbank.library import Library
from briefbank.sandbox import guard
from tests.benchmarks.search_queries import PLAIN
from tests.benchmarks.searched_library import percentiles
from tests.benchmarks.turns import TimedEventLoop
from tests.benchmarks.walkthrough_library import LONG
from tests.stand_ins.encoders import Buckets
from ui.features.search.history import Question
from ui.features.search.page import FIRST_RESULTS
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.program import make_application, make_window
from ui.shared.pages import COLLECTIONS, LIBRARY, RAIL

WORDS = "the officer had no reasonable suspicion to extend the traffic stop"
TYPED = "consent to search the car"
WIDE = '"court"'  # Stands in more passages than a search looks through, so that thousands are listed
QUERIES = 15
KEY_S = 0.08  # The time between two keys of a quick typist
REST_S = 1.0  # The pause before the last letter of a timed query, and after its answer
QUICK_LETTERS = 6  # The number of letters typed quickly before a clock is started at the last of them
PAUSE_S = 0.3  # The pause in which a person looks at the results
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def wheel(view: QAbstractItemView, by: int) -> None:
    """Turn the wheel over a list; one notch is 120."""
    place, none = view.viewport().rect().center(), Qt.MouseButton.NoButton
    event = QWheelEvent(
        QPointF(place), QPointF(view.viewport().mapToGlobal(place)), QPoint(), QPoint(0, by), none,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


class PaintCounter(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.number = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.number += event.type() == QEvent.Type.Paint
        return False


class Walkthrough:
    """A window on a large library, and the steps of its use."""

    def __init__(self, window: MainWindow, turns: TimedEventLoop, library: Library, files: Path) -> None:
        self.window, self.turns, self.library, self.files = window, turns, library, files
        self.page, self.results = window.search_page, window.search_page.results
        self.painted_ms: dict[float, list[float]] = {REST_S: [], KEY_S: []}
        """Times from a query's last letter to its painted word results, by the pause before that letter."""
        self.nothing_ms: list[float] = []
        """The same of queries for which words find nothing, to the whole answer, which waits for a pause."""
        self.bare_ms: list[float] = []
        """The same searches without a window."""
        self.paints = PaintCounter(self.results.list.viewport())
        self.shown: tuple[str, bool, int] = ("", False, 0)
        """The last answer: its query, whether it was by words alone, how often was painted before it."""
        self.window.search_page.answered.connect(self._note_answer)

    def whole(self) -> None:
        for name, do in (
            ("begin", self.begin),
            ("type a query", self.type_query),
            ("results while typing", self.type_queries),
            ("narrow", self.narrow),
            ("drag over years", self.drag_years),
            ("group", self.group),
            ("open results", self.open_results),
            ("scroll the results", self.scroll_results),
            ("read a long brief", self.read_long),
            ("find in it", self.find),
            ("outline and pages", self.outline),
            ("second brief", self.second_brief),
            ("collect and copy", self.collect),
            ("other pages", self.other_pages),
            ("drop files and go on", self.drop_files),
            ("back to the beginning", self.back_to_the_beginning),
        ):
            self.turns.begin(name)
            do()

    # --- steps ---

    def begin(self) -> None:
        self.turns.until(lambda: not self.window.jobs.busy("documents"))
        self.window.warm_up()
        self.turns.until(lambda: not self.window.jobs.busy("warm"))
        self.look()

    def type_query(self) -> None:
        self.ask(WORDS)

    def type_queries(self) -> None:
        """Plain ones, whose last letter is waited for with a clock: after a rest, and in quick typing.

        Searched without a window afterwards, so that what the computer then remembers serves none of them.
        """
        for query in PLAIN[:QUERIES]:
            for rest_s in (REST_S, KEY_S):
                self._type_ending(query, rest_s)
            request = replace(self.page.bar.request(), text=query, limit=FIRST_RESULTS, words_only=True)
            started = time.perf_counter()
            self.library.search(request)
            self.bare_ms.append(1000 * (time.perf_counter() - started))

    def _type_ending(self, query: str, rest_s: float) -> None:
        """The last letters of a query, each after so long."""
        letters = 1 if rest_s == REST_S else QUICK_LETTERS
        self.key(Qt.Key.Key_L, CONTROL)
        self.turns.act(lambda: self.page.bar.field.setText(query[:-letters]))
        self.shown = "", False, 0
        for letter in query[-letters:]:
            self.look(rest_s)
            started = time.perf_counter()
            self.turns.act(lambda letter=letter: QTest.keyClicks(self.page.bar.field, letter))
        self.turns.until(lambda: self._painted(query))
        took = 1000 * (time.perf_counter() - started)
        (self.painted_ms[rest_s] if self.shown[1] else self.nothing_ms).append(took)
        self.look(REST_S)
        self.turns.until(self._answered)

    def narrow(self) -> None:
        self.key(Qt.Key.Key_F, CONTROL | SHIFT)
        self.turns.until(self._counted)
        self.look()
        self.came(len(self.page.filters.years.bars()) > 3)

    def drag_years(self) -> None:
        chart = self.page.filters.years
        left, right = (chart.place(at).center().toPoint() for at in (1, len(chart.bars()) - 2))
        self.turns.act(lambda: QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=left))
        for part in range(1, 21):
            x = left + (right - left) * part / 20
            self.turns.act(lambda x=x: QTest.mouseMove(chart, QPoint(x)))
            self.turns.for_s(0.02)
        self.turns.act(lambda: QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=right))
        self.turns.until(self._answered)
        self.turns.until(self._counted)
        self.came(self.page.bar.request().filters.filed_from is not None)
        self.look()
        self.turns.act(self.page.filters.clear_all.click)
        self.turns.until(self._answered)
        self.turns.until(self._counted)
        self.key(Qt.Key.Key_F, CONTROL | SHIFT)

    def group(self) -> None:
        for _ in range(2):
            self.key(Qt.Key.Key_G, CONTROL | SHIFT)
            self.turns.until(lambda: not self.window.jobs.busy("further results", self.page))
            self.look()

    def open_results(self) -> None:
        self.ask(WIDE)
        self.turns.act(self.page.focus_results)
        self.key(Qt.Key.Key_Return)
        self._read()
        for _ in range(12):
            before = self.window.search_page.reader.hit
            self.key(Qt.Key.Key_F4)
            self._read()
            self.came(self.window.search_page.reader.hit != before)
        for _ in range(3):
            self.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
            self._read()

    def scroll_results(self) -> None:
        self.turns.act(self.page.focus_results)
        for _ in range(60):
            self.turns.act(lambda: wheel(self.results.list, -120))
            self.turns.for_s(0.016)
        bar = self.results.list.verticalScrollBar()
        for part in range(1, 31):
            self.turns.act(lambda part=part: bar.setValue(bar.maximum() * part // 31))
            self.turns.for_s(0.03)
        for key in (Qt.Key.Key_End, Qt.Key.Key_Home, *[Qt.Key.Key_PageDown] * 30):
            self.key(key)
        self.turns.until(lambda: not self.window.jobs.busy("further results", self.page))
        self.key(Qt.Key.Key_Home)

    def read_long(self) -> None:
        """A brief of many pages, from the middle to the end and back."""
        long = next(
            document for document in self.library.documents.each() if document.file_name == f"{LONG}.pdf"
        )
        self.turns.act(lambda: self.window.open_document(long))
        self._read()
        canvas = self.window.search_page.reader.canvas
        self.turns.act(lambda: canvas.jump(700))
        self._read()
        for key in (*[Qt.Key.Key_PageDown] * 20, Qt.Key.Key_End, Qt.Key.Key_Home):
            self.key(key, on=canvas)
            self.turns.for_s(0.1)
        for key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_9, Qt.Key.Key_0, Qt.Key.Key_BracketRight):
            self.key(key, CONTROL)
            self._read()
        self.key(Qt.Key.Key_BracketLeft, CONTROL)

    def find(self) -> None:
        self.key(Qt.Key.Key_F, CONTROL)
        self.type("driver at the roadside")
        self.turns.until(lambda: not self.window.search_page.reader.canvas.busy)
        self.look()
        self.came(self.window.search_page.reader.find_bar.is_open)
        for _ in range(10):
            self.key(Qt.Key.Key_F3)
            self.look(0.15)
        self.key(Qt.Key.Key_Escape)

    def outline(self) -> None:
        self.key(Qt.Key.Key_F9)
        self.look(1.0)
        self.turns.act(lambda: self.window.search_page.reader.canvas.jump(300))
        self._read()
        self.key(Qt.Key.Key_F9)

    def second_brief(self) -> None:
        self.key(Qt.Key.Key_F8)
        self.look()
        self.turns.act(self.page.focus_results)
        self.key(Qt.Key.Key_Return, CONTROL)
        self._read()
        self.look(0.6)
        self.came(self.window.search_page.readers.are_two)
        self.key(Qt.Key.Key_F8)
        self.look()

    def collect(self) -> None:
        self.key(Qt.Key.Key_Home, on=self.results.list)
        self.key(Qt.Key.Key_Return, on=self.results.list)
        self._read()
        self.key(Qt.Key.Key_C, CONTROL | SHIFT)
        self.key(Qt.Key.Key_D, CONTROL)
        self.look()
        chooser = QApplication.activePopupWidget()
        if chooser is not None:
            self.turns.act(lambda: QTest.keyClicks(QApplication.focusWidget() or chooser, "Friday"))
            self.key(Qt.Key.Key_Return)
        self.look()
        self.window.show_page(COLLECTIONS)
        self.look()

    def other_pages(self) -> None:
        """Each from the rail, twice: the second time it is there already."""
        for number in [*range(len(RAIL)), *range(len(RAIL))]:
            self.turns.act(lambda number=number: self.window.show_page(number))
            self.look(0.6)

    def drop_files(self) -> None:
        """Search and read while files are added."""
        self.turns.act(lambda: self.window.add([self.files]))
        self.turns.until(lambda: self.window.library_page.adding.waiting > 0)
        self.turns.act(lambda: self.window.show_page(LIBRARY))
        self.look(2.0)
        self.ask(TYPED)
        self.turns.act(self.page.focus_results)
        self.key(Qt.Key.Key_Return)
        for _ in range(5):
            self.key(Qt.Key.Key_F4)
            self.look()
        self.turns.act(lambda: self.window.show_page(LIBRARY))
        self.turns.until(
            lambda: self.window.library_page.adding.waiting == 0 and not self.window.library_page.adding.busy
        )
        self.look(2.0)

    def back_to_the_beginning(self) -> None:
        self.key(Qt.Key.Key_L, CONTROL)
        self.turns.act(self.page.bar.field.empty)
        self.look(1.0)
        for size in ((1024, 700), (1600, 1000), (1280, 820)):
            self.turns.act(lambda size=size: self.window.resize(*size))
            self.look()

    # --- parts of steps ---

    def came(self, is_so: bool) -> None:
        """Raises AssertionError where a step did nothing: a walk that goes nowhere never stalls."""
        assert is_so, self.turns.step

    def key(
        self,
        key: Qt.Key,
        with_: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        *,
        on: QWidget | None = None,
    ) -> None:
        target = on or QApplication.focusWidget() or self.window
        self.turns.act(lambda: QTest.keyClick(target, key, with_))
        self.turns.for_s(KEY_S)

    def type(self, text: str) -> None:
        for letter in text:
            target = QApplication.focusWidget() or self.window
            self.turns.act(lambda letter=letter, target=target: QTest.keyClicks(target, letter))
            self.turns.for_s(KEY_S)

    def ask(self, text: str) -> None:
        self.key(Qt.Key.Key_L, CONTROL)
        self.type(text)
        self.key(Qt.Key.Key_Return)
        self.turns.until(self._answered)
        self.came(self.results.model.rowCount() > 0)
        self.look()

    def look(self, seconds: float = PAUSE_S) -> None:
        self.turns.for_s(seconds)

    def _read(self) -> None:
        """Wait until the page is on the screen."""
        self.look(0.1)
        self.turns.until(lambda: not self.window.jobs.busy("open", self.window.search_page.reader))
        self.turns.until(lambda: not self.window.search_page.reader.canvas.busy)
        self.look(0.1)

    def _note_answer(self, question: Question | None) -> None:
        """Note an answer and the paints so far; -1 stands for an answer without results, which paints no
        list.
        """
        if question is not None and question.request.text != self.shown[0]:
            painted = self.paints.number if self.results.model.rowCount() else -1
            self.shown = question.request.text, self.page.searched_state is None, painted

    def _painted(self, query: str) -> bool:
        """Tell whether the first answer to a query is on the screen."""
        return self.shown[0] == query and self.paints.number > self.shown[2]

    def _answered(self) -> bool:
        return self.window.search_page.question is None

    def _counted(self) -> bool:
        return not self.window.jobs.busy("facets", self.page)


@contextmanager
def window_on(library: Library) -> Iterator[MainWindow]:
    window = make_window(library)
    window.resize(1440, 900)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    yield window
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def main(folder: Path, files: Path) -> None:
    guard.engage()
    app = make_application()
    collector, turns = Collector(app), TimedEventLoop(app)
    with Library.open(folder, encoder=Buckets()) as library, window_on(library) as window:
        window.warmed.connect(collector.freeze)
        started = time.perf_counter()
        walk = Walkthrough(window, turns, library, files)
        walk.whole()
        seconds = time.perf_counter() - started
    collector.stop()
    app.clipboard().clear()  # without a screen Qt frees what is copied after Python has ended, and crashes
    painted = {
        "key_to_results_ms": percentiles(walk.painted_ms[REST_S]),
        "quick_key_to_results_ms": percentiles(walk.painted_ms[KEY_S]),
        "key_to_answer_where_words_find_nothing_ms": percentiles(walk.nothing_ms),
        "search_alone_ms": percentiles(walk.bare_ms),
    }
    print(json.dumps({"seconds": round(seconds), **painted, "steps": turns.longest()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
