"""The reader's pages, for tests.ui.screenshots: outline, pictures, a typed page, turned, away, removed."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from briefbank.errors import FileAway
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.reader.side_panel import OUTLINE, PAGES
from ui.main_window import MainWindow


def _opened(camera: Camera, size: tuple[int, int]) -> tuple[StubLibrary, MainWindow]:
    library = StubLibrary()
    window = camera.window(library, size)
    search(window)
    window.search.results.open_row(0)
    settle(camera.app, 1.0)
    return library, window


def reader(camera: Camera, size: tuple[int, int], tag: str) -> None:
    _library, window = _opened(camera, size)
    shown = window.search.reader
    shown.navigation.state = OUTLINE
    shown.view.side.take_focus()
    camera.shoot(window, f"reader-outline-{tag}")
    shown.navigation.state = PAGES
    settle(camera.app, 1.0)
    camera.shoot(window, f"reader-pages-{tag}")
    shown.view.canvas.fit_page()
    shown.navigation.type_page()
    settle(camera.app)
    shown.view.head.place.field.setText("Da99")
    shown.view.head.place.refuse()
    camera.shoot(window, f"reader-typed-{tag}")
    shown.navigation.state = ""
    shown.view.canvas.turn(1)
    shown.view.canvas.fit_width()
    shown.view.canvas.setFocus()
    camera.shoot(window, f"reader-turned-{tag}")
    window.close()


def reader_away(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library, window = _opened(camera, size)
    shown = window.search.reader
    library.reader.views[-1]._broken = frozenset(range(16, 24))
    library.faults["readable_pdf_path"] = FileAway()
    shown.view.canvas.jump(18)
    settle(camera.app, 1.0)
    camera.shoot(window, f"reader-away-{tag}")
    library.faults["open_pages"] = FileAway()
    shown.open_document(library.documents.get(2))
    settle(camera.app)
    QApplication.processEvents()
    camera.shoot(window, f"reader-not-opened-{tag}")
    del library.faults["open_pages"]
    shown.open_document(library.documents.get(2))
    settle(camera.app)
    library.documents.remove(2)
    window.library_list.refresh()
    settle(camera.app)
    camera.shoot(window, f"reader-removed-{tag}")
    window.close()
