"""Pictures of the window in its states: ``python -m tests.ui.screenshots DIR [STATE-THEME-WIDTH …]``."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from briefbank.errors import StoreDamaged
from briefbank.jobs import Reporter
from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage, Verdict
from tests.ui.stub import SOURCES, StubLibrary, document
from ui import theme
from ui.app import build_window
from ui.main_window import INTAKE, LIBRARY, MainWindow
from ui.program import make_application
from ui.views.failure import FailureWindow
from ui.views.opening import OpeningWindow

SIZES = ((1024, 700), (1440, 900))
LONG_READING = (
    "Searched for the words prison, contractor, lose, removal, officer, immunity, sovereign; and for "
    "passages close in meaning. "
    "Not searched for: “Find me briefs about”."
)
QUERY = "officer extended traffic stop without reasonable suspicion"


def settle(app: QApplication, seconds: float = 0.5) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Camera:
    """Takes one window through one state and saves what it looks like."""

    def __init__(self, app: QApplication, out: Path) -> None:
        self.app = app
        self.out = out

    def shoot(self, widget: QWidget, name: str) -> None:
        settle(self.app)
        widget.grab().save(str(self.out / f"{name}.png"))

    def window(self, library: StubLibrary, size: tuple[int, int]) -> MainWindow:
        window = build_window(library)
        window.resize(*size)
        window.show()
        settle(self.app)
        return window


def search(window: MainWindow, text: str = QUERY) -> None:
    window.search_page.bar.field.setText(text)
    window.search_page.bar.ask()
    settle(QApplication.instance())


def mixed_intake(paths: Sequence[Path], reporter: Reporter) -> list[FileOutcome]:
    """Files in every state; blocks on the last until it is cancelled."""
    made = document(1, SOURCES[0])
    ends = [
        FileOutcome(paths[0], FileStatus.ADDED, made),
        FileOutcome(
            paths[1],
            FileStatus.ADDED_WITH_GAPS,
            made,
            "Pages 4, 9 and 10 of the file have no text that can be searched. Look at them in the reader.",
        ),
        FileOutcome(paths[2], FileStatus.ALREADY_HERE, made, "The same file is already in the library."),
        FileOutcome(
            paths[3],
            FileStatus.REFUSED,
            None,
            "The file is protected by a password. Open it with the password, save a copy without "
            "one, and add the copy.",
        ),
    ]
    for path in paths:
        reporter.file(FileProgress(path, Stage.WAITING))
    for end in ends:
        reporter.file(FileProgress(end.path, Stage.DONE, outcome=end))
    reporter.file(FileProgress(paths[4], Stage.OCR, 17, 48, 130.0))
    while True:
        time.sleep(0.02)
        reporter.check()


def results(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.meaning = False
    library.gaps = {0: "This page is a scan and could not be read. Look at the page itself."}
    window = camera.window(library, size)
    camera.shoot(window, f"begin-{tag}")
    search(window)
    window.search_page.focus_results()
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    window.search_page.thumb(0, Verdict.UP)
    camera.shoot(window, f"results-{tag}")
    window.search_page.results.list.expand(0, True)
    window.search_page.reader.toggle_summary()
    camera.shoot(window, f"summary-{tag}")
    window.search_page.reader.toggle_summary()
    window.search_page.bar.date_from.setText("yesterday-ish")
    window.search_page.bar.date_from.editingFinished.emit()
    window.search_page.bar.kind.setCurrentIndex(1)
    window.search_page.open_row(2)
    camera.shoot(window, f"third-{tag}")
    window.search_page.reader.canvas.jump(0)
    window.search_page.bar.say(LONG_READING)
    camera.shoot(window, f"gap-{tag}")
    search(window, "zebra crossing")
    camera.shoot(window, f"zero-{tag}")
    window.show_page(LIBRARY)
    window.documents.table.selectRow(1)
    camera.shoot(window, f"documents-{tag}")
    window.overlay.cover()
    camera.shoot(window, f"drop-{tag}")
    window.overlay.hide()
    window.care.self_test()
    settle(camera.app)
    camera.shoot(window.care.dialog, f"selftest-{tag}")
    window.care.dialog.close()
    window.care.shortcuts()
    camera.shoot(window.care.dialog, f"shortcuts-{tag}")
    window.care.dialog.close()
    window.close()


def intake(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.script = mixed_intake
    library.history = [
        FileOutcome(
            Path(__file__),
            FileStatus.REFUSED,
            None,
            "BriefBank stopped before this file was added. Add it again.",
        ),
        FileOutcome(Path("/x/Letter to the clerk.docx"), FileStatus.ADDED, document(2, SOURCES[1])),
        FileOutcome(
            Path("/x/Exhibit photographs.heic"),
            FileStatus.REFUSED,
            None,
            "This is not a PDF, Word or text file. Save or print it as PDF and add that.",
        ),
    ]
    window = camera.window(library, size)
    names = [
        "Quill opening brief.pdf",
        "State v. Brandt (scan 1987).pdf",
        "Pell reply.pdf",
        "Sealed appendix.pdf",
        "Transcript of motion hearing, volume 3 of 7, 12 November 2019, certified.pdf",
        "Moyer sentencing memo.docx",
    ]
    window.add([Path("/x") / name for name in names])
    camera.shoot(window, f"intake-{tag}")
    window.show_page(INTAKE)
    window.work.stop()
    settle(camera.app)
    window.close()


def first_use(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(empty=True), size)
    camera.shoot(window, f"first-{tag}")
    window.close()


def failure(camera: Camera, size: tuple[int, int], tag: str) -> None:
    opening = OpeningWindow()
    opening.show()
    camera.shoot(opening, f"opening-{tag}")
    opening.close()
    window = FailureWindow(StoreDamaged(), Path("/home/user/.local/share/BriefBank/library"))
    window.show()
    camera.shoot(window, f"failure-{tag}")
    window.close()


def main() -> None:
    out = Path(sys.argv[1])
    only = sys.argv[2:]
    out.mkdir(parents=True, exist_ok=True)
    app = make_application()
    camera = Camera(app, out)
    states: tuple[Callable[[Camera, tuple[int, int], str], None], ...] = (first_use, results, intake, failure)
    for dark in (False, True):
        theme.apply(app, dark)
        for size in SIZES:
            tag = f"{'dark' if dark else 'light'}-{size[0]}"
            for state in states:
                if not only or f"{state.__name__}-{tag}" in only:
                    state(camera, size, tag)


if __name__ == "__main__":
    import os

    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
