"""The record of what was done, for tests.ui.screenshots."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from briefbank.domain.maintenance import AuditEvent
from briefbank.errors import StoreError
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.audit import made_up
from tests.ui.camera import Camera, settle
from ui.features.settings.activity_log import RecordPanel
from ui.features.settings.care import CarePanel


def record(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.show_settings(CarePanel)
    settle(camera.app)
    window.settings_page.panel(RecordPanel).open.setFocus(Qt.FocusReason.TabFocusReason)
    area = window.settings_page.findChild(QScrollArea)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    camera.shoot(window, f"record-care-{tag}")
    window.settings_page.panel(RecordPanel).show_dialog()
    settle(camera.app)
    assert window.settings_page.panel(RecordPanel).dialog is not None
    camera.shoot(window.settings_page.panel(RecordPanel).dialog, f"record-{tag}")
    library.audit.problems = [
        "Entries 3 to 4 are missing.",
        "Entry 9, or the one before it, is not as it was written.",
    ]
    library.audit.done = [made_up(n, AuditEvent.REBUILT, {"passages": 812 * n}) for n in range(1, 400)]
    window.settings_page.panel(RecordPanel).show_dialog()
    settle(camera.app)
    camera.shoot(window.settings_page.panel(RecordPanel).dialog, f"record-broken-{tag}")
    window.settings_page.panel(RecordPanel).dialog.choice.setCurrentIndex(2)
    settle(camera.app)
    camera.shoot(window.settings_page.panel(RecordPanel).dialog, f"record-none-{tag}")
    library.faults["entries"] = StoreError()
    window.settings_page.panel(RecordPanel).show_dialog()
    settle(camera.app)
    camera.shoot(window.settings_page.panel(RecordPanel).dialog, f"record-unread-{tag}")
    window.close()
