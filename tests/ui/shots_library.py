"""Library care, settings, doubtful pages and versions, for tests.ui.screenshots."""

from __future__ import annotations

import threading
from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QMenu, QScrollArea

from briefbank import settings as kept
from briefbank.domain.documents import Version
from briefbank.domain.ingest import WatchedFolder
from briefbank.domain.pages import Page, PageSource
from briefbank.errors import StoreFull
from briefbank.text.messages import Message
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import SOURCES, page_lines
from tests.ui.camera import Camera, search, settle
from ui.features.settings.care import CarePanel
from ui.features.settings.models import OcrServerPanel
from ui.shared.pages import LIBRARY, SETTINGS


def care(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.show_settings(CarePanel)
    camera.shoot(window, f"care-{tag}")
    window.settings_page.panel(CarePanel).check.click()
    settle(camera.app)
    camera.shoot(window, f"care-problems-{tag}")
    gate = library.gates["backup"] = threading.Event()
    window.settings_page.panel(CarePanel).begin_backup(Path("/media/backup/BriefBank"))
    camera.shoot(window, f"care-working-{tag}")
    gate.set()
    camera.shoot(window, f"care-done-{tag}")
    library.faults["backup"] = StoreFull()
    window.settings_page.panel(CarePanel).begin_backup(Path("/media/backup/BriefBank"))
    camera.shoot(window, f"care-failed-{tag}")
    window.close()


def read_only(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.why_read_only = Message(
        "This library is open on another computer, LAW-PC-12, so it can only be read here. To add to it, "
        "close BriefBank there and open the library again here. A computer that was switched off gives it "
        "up after two minutes."
    )
    window = camera.window(library, size)
    search(window)
    camera.shoot(window, f"read-only-{tag}")
    window.show_settings(CarePanel)
    window.settings_page.panel(CarePanel).thorough.setChecked(True)
    window.settings_page.panel(CarePanel).check.click()
    camera.shoot(window, f"read-only-care-{tag}")
    window.close()


def settings(camera: Camera, size: tuple[int, int], tag: str) -> None:
    kept.save(kept.Settings())
    window = camera.window(StubLibrary(), size)
    window.show_page(SETTINGS)
    camera.shoot(window, f"settings-empty-{tag}")
    window.close()
    kept.save(kept.Settings(ocr_address="http://10.0.0.5:8000/v1"))
    library = StubLibrary()
    library.watched.kept = [
        WatchedFolder(Path("/srv/scans/incoming")),
        WatchedFolder(Path("/mnt/share/appeals"), "The folder cannot be reached. Is the share connected?"),
    ]
    window = camera.window(library, size)
    window.warm_up()
    window.show_page(SETTINGS)
    camera.shoot(window, f"settings-{tag}")
    area = window.settings_page.findChild(QScrollArea)
    for number in range(1, 5):
        area.verticalScrollBar().setValue(number * (area.viewport().height() - 60))
        camera.shoot(window, f"settings-{number}-{tag}")
    server = window.settings_page.panel(OcrServerPanel)
    server.address.setText("10.0.0.5")
    server.use.click()
    camera.shoot(window, f"settings-wrong-{tag}")
    window.close()
    kept.save(kept.Settings())


def versions(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    raw = "\n".join(page_lines(SOURCES[0], 14))
    library.documents.noted = {
        14: Page(14, "12", raw, PageSource.OCR, "", "Tesseract", 0.61, 25),
        20: Page(20, "18", "", PageSource.OCR, "", "Tesseract", 0.7),
    }
    library.documents.change(1, ocr_pages=24, doubtful_pages=2, hidden_pages=1, family=7)
    library.documents.change(2, family=7)
    library.documents.change(4, doubtful_pages=14, hidden_pages=3, family=7)
    library.other_versions = {
        1: (Version(2, 3, "State v. Imogen Pell, Reply Brief", date(2014, 1, 12)),),
        2: tuple(Version(2, 3, "State v. Imogen Pell, Reply Brief", date(2014, n, 12)) for n in (9, 6, 1)),
    }
    window = camera.window(library, size)
    search(window)
    window.search_page.focus_results()
    window.search_page.open_row(0)
    camera.shoot(window, f"doubtful-{tag}")
    window.search_page.reader.canvas.jump(3)
    camera.shoot(window, f"doubtful-elsewhere-{tag}")
    menu = window.reading_again.menu(window, library.documents.get(1), 14)
    _picture_of(camera, menu, f"read-again-{tag}")
    window.show_page(LIBRARY)
    camera.shoot(window, f"documents-marks-{tag}")
    menu = window.library_page.menu(library.documents.get(1))
    _picture_of(camera, menu, f"documents-menu-{tag}")
    window.close()


def _picture_of(camera: Camera, menu: QMenu, name: str) -> None:
    menu.ensurePolished()
    menu.resize(menu.sizeHint())
    menu.grab().save(str(camera.out / f"{name}.png"))
    menu.deleteLater()
