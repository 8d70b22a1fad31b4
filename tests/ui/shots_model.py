"""Choosing a language model, the page on which suit, and looking deeper, for tests.ui.screenshots."""

from __future__ import annotations

import threading
from dataclasses import replace

from briefbank import settings as kept
from briefbank.domain.searches import Aid
from briefbank.errors import ModelRefused
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.local_model import MODEL
from tests.ui.camera import Camera, search, settle
from ui.features.search.deeper import DeeperStepsDialog
from ui.features.settings.local_model import LocalModelPanel
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS


def local_model(camera: Camera, size: tuple[int, int], tag: str) -> None:
    kept.save(kept.Settings())
    library = StubLibrary()
    library.local_model.file = replace(MODEL, licence="")
    window, panel = _settings(camera, library, size)
    camera.shoot(window, f"model-none-{tag}")
    panel.examine(MODEL.path)
    settle(camera.app)
    _down(window)
    camera.shoot(window, f"model-looked-at-{tag}")
    gate = library.gates["try_out"] = threading.Event()
    panel.use.click()
    camera.shoot(window, f"model-trying-{tag}")
    gate.set()
    settle(camera.app)
    panel.aids[Aid.REWRITING][0].click()
    camera.shoot(window, f"model-used-{tag}")
    panel.guide.click()
    settle(camera.app)
    camera.shoot(window.help.guide, f"model-guide-{tag}")
    window.close()
    kept.save(kept.Settings(local_model=MODEL.path))
    library = StubLibrary()
    library.faults["inspect"] = ModelRefused("The file is not where it was.", "Choose it again.")
    window, _panel = _settings(camera, library, size)
    camera.shoot(window, f"model-gone-{tag}")
    window.close()
    kept.save(kept.Settings())


def deeper(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.query_expansion.why_not = ""
    window = camera.window(library, size)
    search(window)
    camera.shoot(window, f"deeper-offer-{tag}")
    gate = library.gates["look deeper"] = threading.Event()
    window.search_page.results.deeper.look.click()
    camera.shoot(window, f"deeper-working-{tag}")
    gate.set()
    settle(camera.app, 2.0)
    camera.shoot(window, f"deeper-done-{tag}")
    window.search_page.deeper.show_steps()
    settle(camera.app)
    steps = window.findChild(DeeperStepsDialog)
    camera.shoot(steps, f"deeper-steps-{tag}")
    steps.close()
    window.close()


def _settings(
    camera: Camera, library: StubLibrary, size: tuple[int, int]
) -> tuple[MainWindow, LocalModelPanel]:
    window = camera.window(library, size)
    window.show_page(SETTINGS)
    settle(camera.app)
    _down(window)
    return window, window.settings_page.panel(LocalModelPanel)


def _down(window: MainWindow) -> None:
    """Scroll down to the panel, which is the last of its page."""
    panel = window.settings_page.panel(LocalModelPanel)
    area = panel.parentWidget().parentWidget().parentWidget()
    area.ensureWidgetVisible(panel.choose, 0, 400)
