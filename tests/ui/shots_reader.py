"""The reader's pages, for tests.ui.screenshots: outline, pictures, a typed page, turned, away, removed."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from briefbank.domain.pages import Page, PageSource
from briefbank.errors import FileAway
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.reader.painting import Fit
from ui.features.reader.side import OUTLINE, PAGES
from ui.main_window import MainWindow


def _opened(camera: Camera, size: tuple[int, int]) -> tuple[StubLibrary, MainWindow]:
    library = StubLibrary()
    window = camera.window(library, size)
    search(window)
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    return library, window


def reader(camera: Camera, size: tuple[int, int], tag: str) -> None:
    _library, window = _opened(camera, size)
    shown = window.search_page.reader
    shown.side.state = OUTLINE
    shown.side._take_focus()
    camera.shoot(window, f"reader-outline-{tag}")
    shown.side.state = PAGES
    settle(camera.app, 1.0)
    camera.shoot(window, f"reader-pages-{tag}")
    shown.canvas.fit_page()
    shown.type_page()
    settle(camera.app)
    shown.tools.place.setText("Da99")
    shown.tools.place.refuse()
    camera.shoot(window, f"reader-typed-{tag}")
    shown.side.state = ""
    shown.canvas.turn(1)
    shown.canvas.fit(Fit.WIDTH)
    shown.canvas.setFocus()
    camera.shoot(window, f"reader-turned-{tag}")
    window.close()


def reader_away(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library, window = _opened(camera, size)
    shown = window.search_page.reader
    library.reader.views[-1].broken = frozenset(range(16, 24))
    library.faults["readable_pdf_path"] = FileAway()
    shown.canvas.jump(18)
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
    window.library_page.reload()
    settle(camera.app)
    camera.shoot(window, f"reader-removed-{tag}")
    window.close()


def reader_notes(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """Notes above the pages, folded and unfolded, the menu, and the reader alone."""
    library, window = _opened(camera, size)
    library.law.said = {1: ("State v. Marlow, 170 N.J. 640: overruled since March 12, 2015.",)}
    library.documents.noted = {2: Page(2, "", "", PageSource.OCR, "", "Tesseract", 0.61)}
    shown = window.search_page.reader
    shown.open_document(library.documents.get(1))
    settle(camera.app, 1.0)
    camera.shoot(window, f"reader-notes-{tag}")
    shown.notices.more.click()
    camera.shoot(window, f"reader-notes-all-{tag}")
    shown.notices.close_button.click()
    menu = shown.tools.more.menu()
    menu.popup(shown.tools.more.mapToGlobal(shown.tools.more.rect().bottomLeft()))
    camera.shoot(menu, f"reader-menu-{tag}")
    menu.close()
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    camera.shoot(window, f"reader-{tag}")
    window.search_page.readers.toggle_alone()
    camera.shoot(window, f"reader-alone-{tag}")
    window.search_page.readers.leave_alone()
    shown.side.state = PAGES
    shown.set_dark(True)
    shown.find_bar.open_bar()
    shown.find_bar.field.setText("motion judge")
    settle(camera.app, 1.5)
    camera.shoot(window, f"reader-dark-pages-{tag}")
    window.close()
