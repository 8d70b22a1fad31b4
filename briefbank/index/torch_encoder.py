"""An encoder on sentence-transformers and torch, for models that the short path does not cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

QUERIES_KEPT = 64
BATCH_TEXTS = 16


class TorchEncoder:
    """Implements ``Encoder`` for any folder that sentence-transformers can load; six seconds to import."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises what sentence-transformers raises for a folder that is no model."""
        from sentence_transformers import SentenceTransformer

        self._name = name
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        self._dimensions = int(self.encode_passages(["a"]).shape[1])
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._encode_query)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See ``Encoder``."""
        if not texts:
            return np.empty((0, self._dimensions), np.float32)
        found = self._model.encode_document(
            [_encodable(text) for text in texts],
            batch_size=BATCH_TEXTS,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(found, np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """See ``Encoder``."""
        return self._query(text)

    def _encode_query(self, text: str) -> NDArray[np.float32]:
        found = self._model.encode_query(_encodable(text), normalize_embeddings=True, show_progress_bar=False)
        vector = np.array(found, np.float32)
        vector.setflags(write=False)
        return vector


def loading_errors() -> tuple[type[Exception], ...]:
    """What sentence-transformers and the libraries below it raise for a folder whose model is damaged."""
    from pickle import UnpicklingError

    from safetensors import SafetensorError

    own = (OSError, ValueError, RuntimeError, LookupError, TypeError, AttributeError, ImportError)
    return (*own, UnpicklingError, SafetensorError)


def _encodable(text: str) -> str:
    """Half a surrogate pair, as damaged PDFs give, cannot be handed to the tokenizer."""
    return text.encode("utf-8", "replace").decode("utf-8")
