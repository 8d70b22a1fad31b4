"""An optional model that reads a query and a passage together and says how well they fit.

Such cross-encoders order the first results better than vectors can, at the price of a run of the model for
each passage, so they are for the first fifty. No model of this kind comes with BriefBank; an office may name
a folder with one that it already has. Loaded by sentence-transformers, which takes seconds, and never from a
network.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.closed.guard import OFFLINE
from briefbank.errors import BriefBankError
from briefbank.index.precision import SAMPLE
from briefbank.index.torch_encoder import loading_errors

BATCH = 10
"""Passages between two looks at the clock."""
SHOWN = 50
"""The passages that a search has compared, and that ``milliseconds`` measures."""
LONGEST = 512
"""Word pieces of query and passage together, unless the model takes fewer: as long as passages get."""
NOT_ONE = "This folder does not hold a model that compares a question with a passage."
CANNOT_LOAD = "The model for comparing results could not be loaded."
WHAT_TO_DO = "Choose the folder of a cross-encoder for sentence-transformers that gives one score."


class CrossEncoder:
    """A model that was loaded. Any thread; one scoring at a time."""

    def __init__(self, folder: Path) -> None:
        """Seconds. Raises BriefBankError for a folder that holds no such model."""
        os.environ.update(OFFLINE)  # read by the libraries when they are imported
        longest = min(LONGEST, _refuse_others(folder))
        try:
            from sentence_transformers import CrossEncoder as Model

            self._model = Model(str(folder), device="cpu", local_files_only=True, max_length=longest)
            self.name = folder.name
            self._lock = threading.Lock()
            self.score("a", ["b"])
        except loading_errors() as error:
            raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail=f"model: {type(error).__name__}") from error

    def score(
        self, query: str, texts: Sequence[str], *, limit_s: float = float("inf")
    ) -> NDArray[np.float32]:
        """How well each text answers the query, 0 to 1, shape (len(texts),); NaN where time ran out.

        Texts are taken in their order, a few at a time, and no more are begun after ``limit_s`` seconds; the
        first few are always scored. Query and text together are looked at up to the model's longest input.
        """
        found = np.full(len(texts), np.nan, np.float32)
        end = time.monotonic() + limit_s
        with self._lock:
            for first in range(0, len(texts), BATCH):
                if first and time.monotonic() >= end:
                    break
                found[first : first + BATCH] = self._scores(query, texts[first : first + BATCH])
        return found

    def milliseconds(self) -> float:
        """What comparing the first fifty results costs on this computer; about as long as it takes."""
        texts = [SAMPLE[at % len(SAMPLE)] for at in range(SHOWN)]
        started = time.perf_counter()
        self.score("search of a car by smell alone", texts)
        return 1000 * (time.perf_counter() - started)

    def _scores(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """A model whose own last step leaves its figures as they are gives log-odds."""
        pairs = [(_encodable(query), _encodable(text)) for text in texts]
        figures = np.asarray(self._model.predict(pairs, show_progress_bar=False), np.float64)
        if type(self._model.activation_fn).__name__ == "Identity":
            figures = 1 / (1 + np.exp(-np.clip(figures, -60, 60)))
        return np.asarray(np.clip(figures, 0, 1), np.float32)


def _refuse_others(folder: Path) -> int:
    """The model's longest input. Raises BriefBankError for a folder whose model gives no single score.

    The library would load any model and make up what it lacks out of random numbers.
    """
    try:
        config = json.loads((folder / "config.json").read_text("utf-8"))
        kinds, labels = config["architectures"], config.get("id2label", {"0": ""})
        if any(str(kind).endswith("ForSequenceClassification") for kind in kinds) and len(labels) == 1:
            return int(config.get("max_position_embeddings", LONGEST))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BriefBankError(NOT_ONE, WHAT_TO_DO, detail=f"model: {type(error).__name__}") from error
    raise BriefBankError(NOT_ONE, WHAT_TO_DO, detail="model: another kind")


def _encodable(text: str) -> str:
    """Half a surrogate pair, as damaged PDFs give, cannot be handed to the tokenizer."""
    return text.encode("utf-8", "replace").decode("utf-8")
