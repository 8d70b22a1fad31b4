"""The first steps, the sample's band, the guide and the list of shortcuts, for screenshots."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.maintenance import Caution, DiskEncryption, EncryptionState, Equipment, LibraryPlace
from briefbank.paths import sample_library
from briefbank.text.messages import NO_MESSAGE, as_message
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.help.first_steps import BRIEFS, PLACE, WORK

SYNCHRONISED = Path("/home/ann/OneDrive - County Defender/Briefs")
TESSERACT = "Tesseract was not found. Install it, then look again; until then scans are kept without text."
ENCRYPTED = DiskEncryption(EncryptionState.YES, EncryptionState.NOTHING)


def steps(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(empty=True), size)
    first = window.search_page.first_use
    first.show_step(PLACE)
    settle(camera.app)
    camera.shoot(window, f"first-steps-{tag}")
    first.show_place(LibraryPlace(SYNCHRONISED, 9 * 10**8, Caution.SYNCHRONISED, "OneDrive"))
    camera.shoot(window, f"first-steps-synchronised-{tag}")
    first.show_step(WORK)
    camera.shoot(window, f"first-steps-work-{tag}")
    first.show_computer(Equipment(as_message(TESSERACT), NO_MESSAGE), ENCRYPTED)
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
    window.show_first_steps()
    camera.shoot(window, f"first-steps-again-{tag}")
    window.close()


def guide(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    for page in ("search", "operators", "keyboard", "ten-tasks"):
        window.help.open_guide(page)
        camera.shoot(window.help.guide, f"guide-{page}-{tag}")
    window.close()


STATES = steps, sample, guide
