"""Holds the optional cross-encoder that the settings name, once it is loaded.

Loading takes seconds and happens in the background; until then, and without such a model, searches are not
reranked. A model that cannot be loaded costs nothing but its own help; the reason is kept for the settings.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.api.models import RerankerApi
from briefbank.errors import BriefBankError
from briefbank.storage.model_files import ModelNotes

if TYPE_CHECKING:
    from briefbank.embedding.cross_encoder import CrossEncoder

log = logging.getLogger(__name__)


class RerankerLoader(RerankerApi):
    """The chosen cross-encoder. Any thread; ``if_ready`` never waits."""

    def __init__(
        self, folder: Callable[[], Path | None], load: Callable[[Path], CrossEncoder] | None = None
    ) -> None:
        """``folder`` returns the folder of the chosen model; None: no model."""
        self._folder = folder
        self._load = load or _load
        self._loading = threading.Lock()
        self._held: tuple[Path, CrossEncoder] | None = None
        self._trouble = ""

    def try_out(self, folder: Path) -> float:
        took = self._load(folder).milliseconds()
        ModelNotes().forget(folder)
        return took

    def warm(self) -> None:
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
        """Return the model to compare results with; None where none is chosen or loaded yet."""
        held = self._held
        return held[1] if held else None

    def trouble(self) -> str:
        return self._trouble


def _load(folder: Path) -> CrossEncoder:
    from briefbank.embedding.cross_encoder import CrossEncoder

    return CrossEncoder(folder)
