"""An encoder on ONNX Runtime and tokenizers alone: starts in a second, and gives the model's own vectors.

Each batch runs on one thread, several at once: threads that share each operation of one batch wait for each
other, which took a quarter more of two processors. Texts are sorted by length and batched by tokens, so that
little is spent on padding and a batch fits the processor's cache (512 to 1,024 tokens; 4,096 took half as
long again). In the compact form each text is a batch of its own: 8-bit products are scaled by the largest
number of the whole batch, so that a vector would depend on its neighbours, and two computers would differ.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding import graphics_card
from briefbank.embedding.exported_model import TOKENIZER
from briefbank.embedding.model_config import NotCoveredError, Recipe
from briefbank.embedding.precision import COMPACT_GRAPH, GRAPH, SAMPLE
from briefbank.sandbox.limits import processors
from briefbank.text.surrogates import encodable

log = logging.getLogger(__name__)

BATCH_TOKENS = 768
QUERIES_KEPT = 64
_KNOWN_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}

Vectors = NDArray[np.float32]


class OnnxEncoder:
    """Implements ``Encoder``. Passages of all callers share as many threads as it is given."""

    def __init__(
        self,
        folder: Path,
        name: str,
        recipe: Recipe,
        graph: str = GRAPH,
        *,
        on_card: bool = False,
        threads: int | None = None,
    ) -> None:
        """``folder`` holds the prepared model. With ``on_card`` passages are embedded on a graphics card, if
        that works; else by ``threads``, one for each processor by default. Raises NotCoveredError when the
        graph is of another kind."""
        self._name = name
        self._recipe = recipe
        self._graph, self._on_card = folder / graph, on_card
        self._session = _session(self._graph)
        self._inputs = [each.name for each in self._session.get_inputs()]
        if not _KNOWN_INPUTS.issuperset(self._inputs):
            raise NotCoveredError(f"graph inputs {self._inputs}")
        self._batch_tokens = 0 if graph == COMPACT_GRAPH else BATCH_TOKENS
        self._threads = ThreadPoolExecutor(threads or processors(), thread_name_prefix="embedding")
        self._tokenizer = _tokenizer(folder / TOKENIZER, recipe.longest)
        self._dimensions = int(self._encode(["a"]).shape[1])
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._encode_query)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Encoder``."""
        prompted = [self._recipe.passage_prompt + text for text in texts]
        if (card := self._card) is not None:
            try:
                return self._encode_on_card(card, prompted)
            except graphics_card.faults() as error:
                log.warning("graphics card is used no more: %s", type(error).__name__)
                self._card = None
        return self._encode(prompted)

    @cached_property
    def _card(self) -> Any | None:
        """The session on the graphics card; None where the processor does the work. It takes seconds to make,
        which a single search does not need."""
        if not self._on_card:
            return None
        return graphics_card.agreeing_session(
            self._graph, _options(), self._session, self._encode_on_card, SAMPLE[::6]
        )

    def _encode_on_card(self, session: Any, texts: Sequence[str]) -> Vectors:
        """Encode texts in large batches, one after the other."""
        return self._encode(texts, session, graphics_card.BATCH_TOKENS)

    def encode_query(self, text: str) -> Vectors:
        """See ``Encoder``."""
        return self._query(text)

    def _encode_query(self, text: str) -> Vectors:
        vector: Vectors = self._encode([self._recipe.query_prompt + text])[0]
        vector.setflags(write=False)
        return vector

    def _encode(
        self, texts: Sequence[str], session: Any | None = None, batch_tokens: int | None = None
    ) -> Vectors:
        """Encode texts with a given ``session``, batch after batch, or else by threads of the processor; a
        single batch by the thread that asks."""
        if not texts:
            return np.empty((0, self._dimensions), np.float32)
        tokens = self._tokenizer.encode_batch(encodable(texts))
        batches = list(_batches([len(each.ids) for each in tokens], batch_tokens or self._batch_tokens))
        run = partial(self._run, session or self._session, tokens)
        in_turn = session is not None or len(batches) == 1
        found = list((map if in_turn else self._threads.map)(run, batches))
        vectors = np.empty((len(texts), found[0].shape[1]), np.float32)
        for batch, rows in zip(batches, found, strict=True):
            vectors[batch] = rows
        return vectors

    def _run(self, session: Any, tokens: Sequence[Any], rows: Sequence[int]) -> Vectors:
        """Return the vectors of some of the tokenized texts."""
        batch = [tokens[row] for row in rows]
        shape = (len(batch), max(len(each.ids) for each in batch))
        feed = {name: np.zeros(shape, np.int64) for name in _KNOWN_INPUTS}
        for row, each in enumerate(batch):
            length = len(each.ids)
            feed["input_ids"][row, :length] = each.ids
            feed["attention_mask"][row, :length] = 1
            feed["token_type_ids"][row, :length] = each.type_ids
        words = session.run(None, {name: feed[name] for name in self._inputs})[0]
        return _pooled(words, feed["attention_mask"], self._recipe.pooling)


def _batches(lengths: Sequence[int], batch_tokens: int) -> Iterator[list[int]]:
    """Yield indexes of texts in batches of up to ``batch_tokens``, padding included, longest first; a longer
    text is alone."""
    batch: list[int] = []
    widest = 0
    for at in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        if batch and widest * (len(batch) + 1) > batch_tokens:
            yield batch
            batch = []
        widest = lengths[at] if not batch else widest
        batch.append(at)
    if batch:
        yield batch


def _pooled(words: Vectors, mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Pool token vectors (n, tokens, d) with their mask (n, tokens) to L2-normalised vectors (n, d)."""
    if pooling == "cls":
        vectors = words[:, 0]
    else:
        weights = mask[:, :, None].astype(np.float32)
        vectors = (words * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12), np.float32)


def _tokenizer(path: Path, longest: int) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest)
    return tokenizer


def _session(path: Path) -> Any:
    """Open a session on the processor."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime.InferenceSession(str(path), _options(), providers=["CPUExecutionProvider"])


def _options() -> Any:
    """Return options for a session that works in the thread that calls it."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options
