"""The plugin through which OCRmyPDF tells of each finished page.

Loaded by name by OCRmyPDF inside the OCR child process. OCRmyPDF makes one progress bar per step and moves
the one named 'OCR' by halves: once when a page was recognised and once when it was put into the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pluggy import HookimplMarker

hookimpl = HookimplMarker("ocrmypdf")

_STEP = "OCR"
_listener: Callable[[], None] = lambda: None  # noqa: E731


def listen(on_page: Callable[[], None]) -> None:
    """Call ``on_page`` once per finished page from now on; one listener per process."""
    global _listener
    _listener = on_page


class PageCounter:
    """OCRmyPDF's ProgressBar protocol; ignores every step but the recognition itself."""

    def __init__(self, *, desc: str | None = None, **_: Any) -> None:
        self._counts = desc == _STEP
        self._done = 0.0

    def __enter__(self) -> PageCounter:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def update(self, n: float = 1, *, completed: float | None = None) -> None:
        before = int(self._done)
        self._done = self._done + n if completed is None else completed
        for _ in range(int(self._done) - before if self._counts else 0):
            _listener()


@hookimpl
def get_progressbar_class() -> type[PageCounter]:
    """OCRmyPDF's hook."""
    return PageCounter
