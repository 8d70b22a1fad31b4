"""The summary panel in its states, for tests.ui.screenshots."""

from __future__ import annotations

import threading
from collections.abc import Callable

from briefbank.errors import ModelFault
from briefbank.settings import Settings, save
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.summaries import WHOLE, WITHHELD, choose_model
from tests.ui.camera import Camera, search, settle
from ui.main_window import MainWindow


def _opened(camera: Camera, library: StubLibrary, size: tuple[int, int], tag: str, name: str) -> MainWindow:
    """A window with the panel open, scrolled to its end; a picture is taken."""
    window = camera.window(library, size)
    search(window)
    window.search_page.open_row(0)
    settle(camera.app, 0.8)
    window.search_page.reader.toggle_summary()
    settle(camera.app)
    _to_the_model(window)
    camera.shoot(window, f"{name}-{tag}")
    return window


def _to_the_model(window: MainWindow) -> None:
    bar = window.search_page.reader.summary.body.verticalScrollBar()
    bar.setValue(bar.maximum())


def _with(change: Callable[[StubLibrary], None]) -> StubLibrary:
    library = StubLibrary()
    change(library)
    return library


def summaries(camera: Camera, size: tuple[int, int], tag: str) -> None:
    save(Settings())
    _opened(camera, StubLibrary(), size, tag, "summary-no-model").close()
    choose_model()
    window = _opened(camera, StubLibrary(), size, tag, "summary-gate")
    panel = window.search_page.reader.summary
    panel.body.verticalScrollBar().setValue(0)
    camera.shoot(window, f"summary-top-{tag}")
    panel.generated.button.click()
    camera.shoot(window, f"summary-shown-{tag}")
    _to_the_model(window)
    camera.shoot(window, f"summary-shown-end-{tag}")
    window.close()
    _partial(camera, size, tag)
    _writing(camera, size, tag)
    _opened(
        camera,
        _with(lambda library: setattr(library.summaries, "whole", WHOLE)),
        size,
        tag,
        "summary-withheld",
    ).close()
    failing = _with(lambda library: library.faults.update(write_summary=ModelFault()))
    _opened(camera, failing, size, tag, "summary-failed").close()
    save(Settings())


def _partial(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.summaries.claims = (*library.summaries.claims, WITHHELD)
    window = _opened(camera, library, size, tag, "summary-partial-gate")
    window.search_page.reader.summary.generated.button.click()
    settle(camera.app)
    _to_the_model(window)
    camera.shoot(window, f"summary-partial-{tag}")
    window.close()


def _writing(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    gate = library.gates["write_summary"] = threading.Event()
    library.summaries.progress = (("Writing", 80, 400),)
    window = _opened(camera, library, size, tag, "summary-writing")
    window.search_page.reader.summary.generated.button.click()
    camera.shoot(window, f"summary-stopped-{tag}")
    gate.set()
    window.close()
