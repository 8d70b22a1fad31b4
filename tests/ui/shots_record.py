"""The record of what was done, for tests.ui.screenshots."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from briefbank.domain.maintenance import AuditEvent
from briefbank.errors import StoreError
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.audit import made_up
from tests.ui.camera import Camera, settle
from ui.shared.pages import CARE


def record(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.show_page(CARE)
    settle(camera.app)
    window.maintenance.record.setFocus(Qt.FocusReason.TabFocusReason)
    area = window.maintenance.findChild(QScrollArea)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    camera.shoot(window, f"record-care-{tag}")
    window.record.show_dialog()
    settle(camera.app)
    assert window.record.dialog is not None
    camera.shoot(window.record.dialog, f"record-{tag}")
    library.audit.problems = [
        "Entries 3 to 4 are missing.",
        "Entry 9, or the one before it, is not as it was written.",
    ]
    library.audit.done = [made_up(n, AuditEvent.REBUILT, {"passages": 812 * n}) for n in range(1, 400)]
    window.record.show_dialog()
    settle(camera.app)
    camera.shoot(window.record.dialog, f"record-broken-{tag}")
    window.record.dialog.choice.setCurrentIndex(2)
    settle(camera.app)
    camera.shoot(window.record.dialog, f"record-none-{tag}")
    library.faults["entries"] = StoreError()
    window.record.show_dialog()
    settle(camera.app)
    camera.shoot(window.record.dialog, f"record-unread-{tag}")
    window.close()
