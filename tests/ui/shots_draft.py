"""The draft check and the finder of the governing provision in their states, for tests.ui.screenshots."""

from __future__ import annotations

import threading
from pathlib import Path

from briefbank.errors import NoText
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle
from ui.shared.pages import DRAFT

DRAFT_FILE = Path("/made-up/Brief of State v. Person (draft 3).docx")


def draft(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.show_page(DRAFT)
    camera.shoot(window, f"draft-{tag}")
    gate = library.gates["check_draft"] = threading.Event()
    window.draft_controller.check_file(DRAFT_FILE)
    camera.shoot(window, f"draft-running-{tag}")
    gate.set()
    settle(camera.app)
    report = window.draft.report
    for part in range(6):
        report.parts.choose(part)
        camera.shoot(window, f"draft-report-{part}-{tag}")
    report.parts.choose(6)
    camera.shoot(window, f"draft-nothing-{tag}")
    library.faults["check_draft"] = NoText("The draft has no text.", "Print it as PDF, or paste its text.")
    window.draft_controller.check_file(DRAFT_FILE)
    camera.shoot(window, f"draft-failed-{tag}")
    window.drop.overlay.cover()
    camera.shoot(window, f"draft-drop-{tag}")
    window.close()


def governing(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    window.governing.show_dialog()
    dialog = window.governing.dialog
    camera.shoot(dialog, f"governing-{tag}")
    dialog.statement.show_value("The testator signed the will, and one neighbour signed it after her.")
    dialog.condition.show_value("Is a will valid that only one witness signed?")
    dialog.ask.click()
    camera.shoot(dialog, f"governing-found-{tag}")
    dialog.close()
    window.close()
