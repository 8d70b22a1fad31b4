"""The Library page of a window on 200,000 and 500,000 documents: opened, scrolled, ordered and narrowed.

The documents are rows without pages and passages, which the page does not read. Each time is until the rows
in view are there. Beside them stands what bare SQLite takes for the ids in order, and how late a timer of the
window that should fire every few milliseconds came at worst meanwhile.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psutil

from briefbank.paths import LibraryPaths
from tests.benchmarks.listed_documents import fill

SIZES = (200_000, 500_000)
IDS = "SELECT id FROM document ORDER BY filed DESC, id"
RARE = "A-000777-20"
TICK_MS, LONGEST_S = 5, 120
PLACES = 30
PROGRAM = (
    "from pathlib import Path; import sys; from tests.benchmarks.library_page import watch; "
    "watch(Path(sys.argv[1]))"
)


def measure() -> dict[str, object]:
    """Create each library, and measure a window on it in a separate process."""
    return {f"of_{size}": _measured(size) for size in SIZES}


def _measured(documents: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as temporary:
        paths = LibraryPaths(Path(temporary) / "library")
        paths.create()
        fill(paths.catalogue, documents)
        with closing(sqlite3.connect(paths.catalogue)) as bare:
            started = time.perf_counter()
            bare.execute(IDS).fetchall()
            ids_ms = 1000 * (time.perf_counter() - started)
        home = str(Path(temporary) / "home")
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "BRIEFBANK_HOME": home}
        command = [sys.executable, "-c", PROGRAM, str(paths.root)]
        completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        result: dict[str, float] = json.loads(completed.stdout)
        ratio = round(ids_ms / result["opened_ms"], 3)
        return {**result, "bare_ids_ms": round(ids_ms, 1), "ratio_of_opening_to_bare": ratio}


def watch(folder: Path) -> None:
    """The program that is measured: print the milliseconds of each step, and the memory, as JSON."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    from briefbank.library import Library
    from ui.app import build_window
    from ui.features.library import table as columns
    from ui.program import make_application
    from ui.shared.pages import LIBRARY

    app = make_application()
    late: list[float] = []
    with Library.open(folder) as library:
        window = build_window(library)
        window.resize(1440, 900)
        window.show()
        page, jobs = window.library_page, window.jobs
        table = page.table
        topics = "size", "list", "rows", "folders"
        last = 0.0

        def tick() -> None:
            nonlocal last
            now = time.perf_counter()
            late.append(1000 * (now - last) - TICK_MS)
            last = now

        def wait() -> None:
            """Wait for the next event, as a window does; asking all the time keeps Python from others."""
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

        def seen() -> bool:
            """Tell whether each row in view is there."""
            wait()
            first, end = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
            rows = range(max(0, first), (end if end >= 0 else page.model.rowCount() - 1) + 1)
            return not any(jobs.busy(topic, page) for topic in topics[1:3]) and all(
                map(page.model.document, rows)
            )

        def until(come: Callable[[], bool]) -> float:
            started = time.perf_counter()
            while not come():
                if time.perf_counter() > started + LONGEST_S:
                    raise TimeoutError
            return 1000 * (time.perf_counter() - started)

        def took(do: Callable[[], object]) -> float:
            started = time.perf_counter()
            do()
            until(seen)
            return round(1000 * (time.perf_counter() - started), 1)

        def idle() -> bool:
            wait()
            return not any(jobs.busy(topic, page) for topic in topics)

        timer = QTimer(timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(tick)
        timer.start(TICK_MS)
        until(idle)
        rss = psutil.Process().memory_info().rss
        late.clear()
        last = time.perf_counter()
        result = {"opened_ms": took(lambda: window.show_page(LIBRARY))}
        until(idle)
        opened = psutil.Process().memory_info().rss
        rows, bar = page.model.rowCount(), table.verticalScrollBar()
        steps = sorted(took(lambda n=n: bar.setValue(n * rows // PLACES)) for n in range(1, PLACES))
        result |= {"scrolled_far_ms": steps[len(steps) // 2], "scrolled_far_worst_ms": steps[-1]}
        ascending = Qt.SortOrder.AscendingOrder
        for name, column in {
            "title": columns.TITLE,
            "kind": columns.KIND,
            "to_check": columns.REMARKS,
        }.items():
            result[f"ordered_by_{name}_ms"] = took(
                lambda column=column: table.sortByColumn(column, ascending)
            )
        result["narrowed_to_one_ms"] = took(lambda: page.field.setText(RARE))
        assert page.model.rowCount() == 1
        result["all_again_ms"] = took(page.field.clear)
        result["all_chosen_ms"] = took(table.selectAll)
        until(idle)
        result |= {
            "longest_pause_ms": round(max(late), 1),
            "opening_mib": round((opened - rss) / 2**20, 1),
            "scrolling_mib": round((psutil.Process().memory_info().rss - opened) / 2**20, 1),
        }
        window.close()
    print(json.dumps(result))
