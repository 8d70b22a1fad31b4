"""A walk through the window on a large library, step by step: does any turn of its event loop stall?

Every key and click is a real event. Of each turn of the event loop, and of each event that a step sends, is
noted how long it took on the clock, which is what a person waits, and how long the window's thread itself
computed, whatever else the computer does. Judged is the latter, and, where the computer was quiet before and
after, also the former. Beside the bare search is measured how long it takes from a letter to the results by
words on the screen.

The library has briefs on real pages among its paragraphs. It takes some minutes to make and is made once, in
the user's cache folder; each walk uses a copy. Its vectors come from counts of words: they are searched like
others, and preparing them takes seconds.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs
import psutil
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sandbox import guard
from tests.benchmarks.libraries import build, write_files, write_long_file
from tests.benchmarks.processes import child
from tests.benchmarks.searching import PLAIN
from tests.stand_ins.encoders import Buckets
from tests.support.measuring import percentiles
from ui.features.search.history import Question
from ui.features.search.page import FIRST_RESULTS
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.program import make_application, make_window
from ui.shared.pages import COLLECTIONS, LIBRARY, RAIL

VERSION = 2  # The version of the library that is made here; raising it makes the library anew
BRIEFS, BRIEF_PAGES, LONG, LONG_PAGES = 40, 12, "long", 900
FILES, PAGES = 25, 4  # The files that are dropped during the walk
QUIET_PERCENT = 15.0  # The share of all processors that other programs may take on a quiet computer
STALL_MS = 50.0
END_S = 120.0  # The longest wait for anything
WORDS = "the officer had no reasonable suspicion to extend the traffic stop"
TYPED = "consent to search the car"
WIDE = '"court"'  # Stands in more passages than a search looks through, so that thousands are listed
QUERIES = 15
KEY_S = 0.08  # The time between two keys of a quick typist
REST_S = 1.0  # The pause before the last letter of a timed query, and after its answer
QUICK_LETTERS = 6  # The number of letters typed quickly before a clock is started at the last of them
PAUSE_S = 0.3  # The pause in which a person looks at the results
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def walkthrough(passages: int) -> dict[str, Any]:
    """Return the times of a walk in milliseconds; ``stalls`` names the steps that failed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        library = shutil.copytree(_kept_library(passages), folder / "library")
        write_files(folder / "files", FILES, PAGES)
        before = float(psutil.cpu_percent(interval=2.0))
        home = str(folder / "home")
        walked = child("walkthrough", library, folder / "files", BRIEFBANK_HOME=home)
        quiet = max(before, float(psutil.cpu_percent(interval=2.0))) < QUIET_PERCENT
    judged = ("longest_own_work_ms", "longest_ms") if quiet else ("longest_own_work_ms",)
    stalls = [step for step, took in walked["steps"].items() if any(took[name] > STALL_MS for name in judged)]
    return {"passages": passages, **walked, "quiet": quiet, "stalls": stalls}


def _kept_library(passages: int) -> Path:
    """Return the library of a walk, which is made where it is not there yet."""
    kept = Path(platformdirs.user_cache_dir("briefbank-tests")) / f"walkthrough-library-{VERSION}-{passages}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as temporary:
            folder, files = Path(temporary) / "library", Path(temporary) / "briefs"
            build(folder, passages, Buckets())
            write_files(files, BRIEFS, BRIEF_PAGES)
            write_long_file(files / f"{LONG}.pdf", LONG_PAGES)
            with Library.open(folder, encoder=Buckets()) as library:
                library.ingest.add([files], QuietReporter())
                briefs = [document for document in library.documents.each() if document.suffix == ".pdf"]
                for number, brief in enumerate(briefs):  # the newest, so that they are found first
                    filed = date(2030, 1, 7) + timedelta(weeks=number)
                    library.documents.correct(brief.id, CaptionField.FILED, filed.isoformat())
                library.embedding.embed_pending(QuietReporter())
            folder.rename(kept)
    return kept


class StepTimeout(Exception):
    """Raised when the condition that a step waits for was not met in time."""


class TimedEventLoop:
    """Runs and times the event loop, in the thread of the window."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._steps: dict[str, list[tuple[float, float]]] = {}
        self._now: list[tuple[float, float]] = []
        self.step = ""

    def begin(self, step: str) -> None:
        """Begin a step, to which all following turns belong."""
        self.step, self._now = step, self._steps.setdefault(step, [])

    def act(self, do: Callable[[], object]) -> None:
        """Run an action that is an event by itself, such as a key press."""
        with self._noted():
            do()

    def turn(self) -> None:
        with self._noted():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
            self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        time.sleep(0.001)

    def for_s(self, seconds: float) -> None:
        """Turn for so long."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.turn()

    def until(self, done: Callable[[], bool]) -> None:
        """Turn until something is so. Raises StepTimeout."""
        end = time.perf_counter() + END_S
        while not done():
            if time.perf_counter() > end:
                raise StepTimeout(self.step)
            self.turn()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        clock, processor = time.perf_counter(), time.thread_time()
        yield
        took = 1000 * (time.perf_counter() - clock), 1000 * (time.thread_time() - processor)
        self._now.append(took)

    def longest(self) -> dict[str, dict[str, float]]:
        """Return the longest turns of each step, in milliseconds."""
        return {
            step: {
                "longest_ms": round(max(clock for clock, _ in turns), 1),
                "longest_own_work_ms": round(max(own for _, own in turns), 1),
                "turns_over_50_ms": sum(clock > STALL_MS for clock, _ in turns),
                "turns": len(turns),
            }
            for step, turns in self._steps.items()
        }


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
            self.turns.act(partial(QTest.keyClicks, self.page.bar.field, letter))
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
            self.turns.act(partial(QTest.mouseMove, chart, QPoint(x)))
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
            self.turns.act(self.wheel)
            self.turns.for_s(0.016)
        bar = self.results.list.verticalScrollBar()
        for part in range(1, 31):
            self.turns.act(partial(bar.setValue, bar.maximum() * part // 31))
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
            self.turns.act(partial(self.window.show_page, number))
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
            self.turns.act(partial(self.window.resize, *size))
            self.look()

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
            self.turns.act(partial(QTest.keyClicks, target, letter))
            self.turns.for_s(KEY_S)

    def wheel(self) -> None:
        """Turn the wheel over the results by one notch."""
        view = self.results.list.viewport()
        place, step = QPointF(view.rect().center()), QPoint(0, -120)
        none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        plain = Qt.KeyboardModifier.NoModifier
        at = view.mapToGlobal(place)
        event = QWheelEvent(place, at, QPoint(), step, none, plain, phase, False)
        QApplication.sendEvent(view, event)

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
    """Be the window that is walked through."""
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
