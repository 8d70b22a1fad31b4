"""Opening a library, what is said of encryption, and removing, for tests.ui.screenshots."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea

from briefbank.catalogue.schema import PREPARING
from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.errors import BriefBankError, StoreBusy, StoreReadOnly, StoreTooNew
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle
from ui.features.settings.care import CarePanel
from ui.i18n.translate import translate_error
from ui.shared.pages import LIBRARY
from ui.window.opening import FailureWindow, OpeningWindow

FOLDER = Path("/home/user/.local/share/BriefBank/library")
REFUSALS: dict[str, BriefBankError] = {
    "too-new": StoreTooNew(),
    "read-only": StoreReadOnly(),
    "busy": StoreBusy(),
}
DISKS = {
    "none": DiskEncryption(EncryptionState.NO, EncryptionState.NO),
    "unknown": DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN),
}


def opening(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = OpeningWindow()
    window.resize(*size)
    window.show()
    window.show_progress(PREPARING, 0, 0)
    camera.shoot(window, f"opening-{tag}")
    window.close()
    for name, error in REFUSALS.items():
        failed = FailureWindow(translate_error(error), FOLDER)
        failed.show()
        camera.shoot(failed, f"opening-{name}-{tag}")
        failed.close()


def encryption(camera: Camera, size: tuple[int, int], tag: str) -> None:
    for name, disk in DISKS.items():
        library = StubLibrary()
        library.installation.encryption = disk
        window = camera.window(library, size)
        window.show_settings(CarePanel)
        settle(camera.app)
        area = window.settings_page.findChild(QScrollArea)
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        camera.shoot(window, f"encryption-{name}-{tag}")
        window.close()


def removal(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    window.show_page(LIBRARY)
    settle(camera.app)
    window.library_page.table.selectRow(1)
    settle(camera.app)

    seen: list[QDialog] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and not seen:
            seen.append(dialog)
            camera.shoot(dialog, f"removal-{tag}")
            dialog.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(100)
    window.library_page.remove.click()
    settle(camera.app, 1.0)
    timer.stop()
    window.close()


STATES = opening, encryption, removal
