"""An optional model that reads a query and a passage together and scores how well they fit.

Such cross-encoders order the first results better than vectors can, at the price of a run of the model for
each passage, so they are used for the first fifty. No model of this kind comes with BriefBank; an office may
name a folder with one that it already has. It runs in sentence-transformers in a confined child process
(``torch_child``), and only if it is data alone (``model_folder``).

Loading takes seconds and happens in the background; until then, and without such a model, searches are not
reranked. A model that cannot be loaded costs nothing but its own help; the reason is kept for the settings.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from briefbank.api.library import RerankerApi
from briefbank.embedding.model_folder import LoadingError, require_data
from briefbank.errors import BriefBankError, IndexFault
from briefbank.text.characters import encodable
from briefbank.text.messages import NO_MESSAGE, Message

if TYPE_CHECKING:
    from briefbank.embedding.torch_child import ModelRequest

log = logging.getLogger(__name__)

BATCH = 10  # Passages scored between two checks of the time
LONGEST = 512
"""The most word pieces of query plus passage, unless the model takes fewer: as long as passages get."""
NOT_ONE = Message("This folder does not hold a model that compares a question with a passage.")
CANNOT_LOAD = Message("The model for comparing results could not be loaded.")
WHAT_TO_DO = Message("Choose the folder of a cross-encoder for sentence-transformers that gives one score.")


class CrossEncoder:
    """A loaded model. Any thread; one scoring at a time."""

    def __init__(self, folder: Path) -> None:
        """Load the model: seconds. Raises BriefBankError for a folder that holds no such model."""
        # A search without such a model does not load what starts children.
        from briefbank.embedding.torch_child import TorchChild

        require_data(folder, modules=False)
        longest = min(LONGEST, _longest_input(folder))
        self.name = folder.name
        try:
            self._model = TorchChild(partial(_loaded, longest), folder)
            self._scores("a", ["b"])
        except (LoadingError, IndexFault) as error:
            raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail=f"model: {type(error).__name__}") from error

    def score(
        self, query: str, texts: Sequence[str], *, limit_s: float = float("inf")
    ) -> NDArray[np.float32]:
        """Return how well each text answers the query, 0 to 1, shape (len(texts),); NaN where time ran out.

        Texts are taken in their order, a few at a time, and no more are begun after ``limit_s`` seconds; the
        first few are always scored. Query and text together are read up to the model's longest input. A model
        that stops answering leaves NaN as well.
        """
        scores = np.full(len(texts), np.nan, np.float32)
        end = time.monotonic() + limit_s
        for first in range(0, len(texts), BATCH):
            if first and time.monotonic() >= end:
                break
            try:
                scores[first : first + BATCH] = self._scores(query, texts[first : first + BATCH])
            except IndexFault as fault:
                log.warning("results are not compared: %s", fault.detail)
                break
        return scores

    def _scores(self, query: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the scores, 0 to 1, whatever the child says. Raises IndexFault."""
        from briefbank.embedding.torch_child import ModelRequest

        untrusted = self._model.ask(ModelRequest(encodable([query])[0], tuple(encodable(texts))))
        return np.clip(untrusted, 0, 1)


def _longest_input(folder: Path) -> int:
    """Return the model's longest input. Raises BriefBankError for a folder whose model gives no single score.

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


def _loaded(longest: int, folder: Path) -> Callable[[ModelRequest], list[float]]:
    """Load the model, in the child."""
    from sentence_transformers import CrossEncoder as Model

    model = Model(
        str(folder),
        device="cpu",
        local_files_only=True,
        trust_remote_code=False,
        max_length=longest,
        model_kwargs={"use_safetensors": True},
    )

    def scores(request: ModelRequest) -> list[float]:
        """Return probabilities. A model whose own last step is the identity gives log-odds."""
        pairs = [(request.query, text) for text in request.texts]
        figures = np.asarray(model.predict(pairs, show_progress_bar=False), np.float64)
        if type(model.activation_fn).__name__ == "Identity":
            figures = 1 / (1 + np.exp(-np.clip(figures, -60, 60)))
        return list(np.clip(figures, 0, 1).tolist())

    return scores


class RerankerLoader(RerankerApi):
    """The chosen cross-encoder. Any thread; ``if_ready`` never waits."""

    def __init__(self, folder: Callable[[], Path | None]) -> None:
        """``folder`` returns the folder of the chosen model; None: no model."""
        self._folder = folder
        self._loading = threading.Lock()
        self._loaded: tuple[Path, CrossEncoder] | None = None
        self._trouble = NO_MESSAGE

    def try_out(self, folder: Path) -> None:
        CrossEncoder(folder)

    def warm(self) -> None:
        with self._loading:
            folder = self._folder()
            if self._loaded is not None and self._loaded[0] == folder:
                return
            self._loaded, self._trouble = None, NO_MESSAGE
            if folder is None:
                return
            try:
                self._loaded = folder, CrossEncoder(folder)
            except BriefBankError as error:
                self._trouble = error.message
                log.warning("results are not compared by a model: %s", error.detail)

    def if_ready(self) -> CrossEncoder | None:
        """Return the model to compare results with; None where none is chosen or loaded yet."""
        loaded = self._loaded
        return loaded[1] if loaded else None

    def trouble(self) -> Message:
        return self._trouble
