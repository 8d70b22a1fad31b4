"""The picture in the README: ``python -m tests.ui.picture``. The real window on the real sample library."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import resources_folder
from briefbank.sample import write_sample
from ui.main_window import MainWindow
from ui.program import make_application

QUERY = "can the prosecutor rely on inevitable discovery after an unlawful car search"
TARGET = resources_folder() / "pictures" / "window.png"


def main() -> None:
    app = make_application()
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        library.ingest.add(write_sample(Path(folder) / "sample"), QuietReporter(), sample=True)
        library.embedding.embed_pending(QuietReporter())
        library.warm()
        window = MainWindow(library)
        window.resize(1440, 900)
        window.show()
        settle(app, 1)
        window.search_page.bar.field.setText(QUERY)
        window.search_page.bar.ask()
        settle(app, 2)
        window.search_page.open_row(0)
        settle(app, 8)
        TARGET.parent.mkdir(exist_ok=True)
        window.grab().save(str(TARGET))
        window.close()


def settle(app: QApplication, seconds: float) -> None:
    """Let the window draw itself; a picture may wait by the clock, unlike a test."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


if __name__ == "__main__":
    main()
