"""The first steps, the sample's band, the guide and the list of shortcuts, for screenshots."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.maintenance import Caution, Equipment, LibraryPlace
from briefbank.paths import sample_library
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.search.first_use import BRIEFS, PLACE, WORK

SYNCHRONISED = Path("/home/ann/OneDrive - County Defender/Briefs")
TESSERACT = "Tesseract was not found. Install it, then look again; until then scans are kept without text."


def steps(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(empty=True), size)
    first = window.search_page.first_use
    first.show_step(PLACE)
    settle(camera.app)
    camera.shoot(window, f"first-steps-{tag}")
    first.place.show_chosen(LibraryPlace(SYNCHRONISED, 9 * 10**8, Caution.SYNCHRONISED, "OneDrive"))
    camera.shoot(window, f"first-steps-synchronised-{tag}")
    first.show_step(WORK)
    camera.shoot(window, f"first-steps-work-{tag}")
    first.work.show_equipment(Equipment(TESSERACT, ""))
    camera.shoot(window, f"first-steps-missing-{tag}")
    first.show_step(BRIEFS)
    camera.shoot(window, f"first-steps-briefs-{tag}")
    first.show_step(PLACE)
    window.close()


def sample(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.folder = sample_library()
    window = camera.window(library, size)
    search(window)
    camera.shoot(window, f"sample-{tag}")
    window.first_run.show_steps()
    camera.shoot(window, f"first-steps-again-{tag}")
    window.close()


def guide(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    for page in ("search", "keyboard", "ten-tasks"):
        window.help.open_guide(page)
        camera.shoot(window.help.guide, f"guide-{page}-{tag}")
    window.help.show_shortcuts()
    camera.shoot(window.help.dialog, f"shortcuts-{tag}")
    window.close()


STATES = steps, sample, guide
