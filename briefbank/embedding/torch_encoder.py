"""An encoder on sentence-transformers and torch, in a child process, for models that cannot be exported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.torch_child import Figures, ModelRequest, TorchChild
from briefbank.errors import IndexFault
from briefbank.text.surrogates import encodable

QUERIES_KEPT = 64
BATCH_TEXTS = 16


class TorchEncoder:
    """Implements ``Encoder`` for folders that sentence-transformers can load; six seconds to import."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises LoadingError for a folder that is no model, IndexFault for one that encodes nothing."""
        self._name = name
        self._model = TorchChild(_loaded, folder)
        self._dimensions = int(self._model.ask(ModelRequest(("a",))).shape[-1])
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._encode_query)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See ``Encoder``. Raises IndexFault when the child does not answer."""
        return self._encode(texts, query=False) if texts else np.empty((0, self._dimensions), np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """See ``Encoder``. Raises IndexFault when the child does not answer."""
        return self._query(text)

    def _encode_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._encode([text], query=True)[0]
        vector.setflags(write=False)
        return vector

    def _encode(self, texts: Sequence[str], *, query: bool) -> Figures:
        found = self._model.ask(ModelRequest(tuple(encodable(texts)), are_queries=query))
        if found.shape != (len(texts), self._dimensions) or not np.isfinite(found).all():
            raise IndexFault(detail="model: vectors of another shape")
        return found


def _loaded(folder: Path) -> Callable[[ModelRequest], Figures]:
    """Load the model, in the child."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(
        str(folder),
        device="cpu",
        local_files_only=True,
        trust_remote_code=False,
        model_kwargs={"use_safetensors": True},
    )

    def encoded(request: ModelRequest) -> Figures:
        encode = model.encode_query if request.are_queries else model.encode_document
        texts = list(request.texts)
        vectors = encode(texts, batch_size=BATCH_TEXTS, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    return encoded
