"""The draft check and the finder of the governing provision in their states, for tests.ui.screenshots."""

from __future__ import annotations

from briefbank.domain.authorities import Standing
from briefbank.errors import NoText
from tests.ui.camera import Camera, real_library, settle
from tests.ui.features.draft.conftest import DRAFT as DRAFT_TEXT
from tests.ui.features.draft.test_governing import CODE
from ui.shared.pages import DRAFT


def draft(camera: Camera, size: tuple[int, int], tag: str) -> None:
    file = camera.out / "Brief of State v. Person (draft 3).txt"
    file.write_text(DRAFT_TEXT)
    with real_library() as library:
        library.good_law.enter("170 N.J. 632", Standing.OVERRULED, by="State v. Quell, 180 N.J. 10")
        window = camera.window(library, size)
        page = window.draft_page
        window.show_page(DRAFT)
        camera.shoot(window, f"draft-{tag}")
        gate = library.hold("drafts.check")
        page.check_file(file)
        camera.shoot(window, f"draft-running-{tag}")
        gate.set()
        while window.jobs.busy("draft", page):
            settle(camera.app)
        report = page.report
        for part in range(report.parts.row_model.rowCount()):
            report.parts.choose(part)
            settle(camera.app)
            camera.shoot(window, f"draft-report-{part}-{tag}")
        library.fail("drafts.check", NoText("The draft has no text.", "Print it as PDF, or paste its text."))
        page.check_file(file)
        settle(camera.app)
        camera.shoot(window, f"draft-failed-{tag}")
        window.drop.overlay.cover()
        camera.shoot(window, f"draft-drop-{tag}")
        window.close()
    file.unlink()


def governing(camera: Camera, size: tuple[int, int], tag: str) -> None:
    with real_library({"code.txt": CODE}) as library:
        window = camera.window(library, size)
        window.draft_page.show_governing()
        dialog = window.draft_page.governing
        assert dialog is not None
        camera.shoot(dialog, f"governing-{tag}")
        dialog.statement.show_value("The testator signed the will, and one neighbour signed it after her.")
        dialog.condition.show_value("Is a will valid that only one witness signed?")
        dialog.ask.click()
        while window.jobs.busy("governing", dialog):
            settle(camera.app)
        camera.shoot(dialog, f"governing-found-{tag}")
        dialog.close()
        window.close()
