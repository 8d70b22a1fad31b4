"""Holds the optional model that compares results, as the settings name it, once it is loaded.

Loading takes seconds and happens beside everything else; until then, and without such a model, searches do
without. A model that cannot be loaded costs nothing but its own help; the reason is kept for the settings.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from briefbank.errors import BriefBankError
from briefbank.index.cross_encoder import CrossEncoder

log = logging.getLogger(__name__)


class Reranking:
    """Any thread; ``if_ready`` never waits."""

    def __init__(
        self, folder: Callable[[], Path | None], load: Callable[[Path], CrossEncoder] = CrossEncoder
    ) -> None:
        """``folder`` says which model is chosen; None: none."""
        self._folder = folder
        self._load = load
        self._loading = threading.Lock()
        self._held: tuple[Path, CrossEncoder] | None = None
        self._trouble = ""

    def warm(self) -> None:
        """Load the chosen model where that was not done; let go of one that is no longer chosen. Seconds."""
        with self._loading:
            folder = self._folder()
            if self._held is not None and self._held[0] == folder:
                return
            self._held, self._trouble = None, ""
            if folder is None:
                return
            try:
                self._held = folder, self._load(folder)
            except BriefBankError as error:
                self._trouble = str(error)
                log.warning("results are not compared by a model: %s", error.detail)

    def if_ready(self) -> CrossEncoder | None:
        """The model to compare results with; None where none is chosen or loaded yet."""
        held = self._held
        return held[1] if held else None

    def trouble(self) -> str:
        """Why the chosen model does not help; empty when it does, and while it was not tried."""
        return self._trouble
