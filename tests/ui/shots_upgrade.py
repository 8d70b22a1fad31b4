"""A library of another release, what is said of encryption, and removing, for tests.ui.screenshots."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea

from briefbank.catalogue.before_upgrade import COPYING
from briefbank.catalogue.schema import UPGRADING
from briefbank.domain.encryption import DiskEncryption, EncryptionState
from briefbank.errors import BriefBankError, StoreBusy, StoreFull, StoreReadOnly, StoreTooNew
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle
from ui.i18n.translate import translate_error
from ui.shared.pages import CARE, LIBRARY
from ui.window.failure import FailureWindow
from ui.window.opening import OpeningWindow

FOLDER = Path("/home/user/.local/share/BriefBank/library")
REFUSALS: dict[str, BriefBankError] = {
    "too-new": StoreTooNew(),
    "no-room": StoreFull(
        "There is not enough room to bring this library up to date.",
        "Free 1,240 MB on its disk and open it again. Nothing in it was changed.",
    ),
    "read-only": StoreReadOnly(
        "This library was made by an older version of BriefBank and must be brought up to date, but it "
        "cannot be written to.",
        "Check that you may change its folder, or ask whoever looks after it to open it once.",
    ),
    "busy": StoreBusy(),
}
DISKS = {
    "none": DiskEncryption(EncryptionState.NO, EncryptionState.NO),
    "unknown": DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN),
}


def upgrade(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = OpeningWindow()
    window.resize(*size)
    window.show()
    for name, stage in {"copying": COPYING, "under-way": UPGRADING}.items():
        window.show_progress(stage, 0, 0)
        camera.shoot(window, f"upgrade-{name}-{tag}")
    window.close()
    for name, error in REFUSALS.items():
        failed = FailureWindow(translate_error(error), FOLDER)
        failed.show()
        camera.shoot(failed, f"upgrade-{name}-{tag}")
        failed.close()


def encryption(camera: Camera, size: tuple[int, int], tag: str) -> None:
    for name, disk in DISKS.items():
        library = StubLibrary()
        library.installation.encryption = disk
        window = camera.window(library, size)
        window.show_page(CARE)
        settle(camera.app)
        area = window.maintenance.findChild(QScrollArea)
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        camera.shoot(window, f"encryption-{name}-{tag}")
        window.close()


def removal(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    window.show_page(LIBRARY)
    settle(camera.app)
    window.documents.table.selectRow(1)
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
    window.documents.remove.click()
    settle(camera.app, 1.0)
    timer.stop()
    window.close()


STATES = upgrade, encryption, removal
