"""The encoder on ONNX Runtime: how a model is exported for it, checked, kept and run.

The export needs torch and takes several seconds and a gigabyte of memory, so it runs in a child process that
can write only to a folder of its own (``torch_child``). Its output is checked before it is moved in one step
to where all libraries of this user share it, under the model's content hash. A package brings the default
model prepared.

The graph of the default model multiplies 8-bit integers: a third of the size, and up to four times as fast.
Weights are quantised per channel, to 7 bits, because processors without VNNI overflow on 8 (ONNX Runtime's
documentation, "Quantize ONNX models") and vectors must not depend on the processor; the matrices that narrow
a layer's output again are left out. Recall@10 by ``evaluate``, floats → integers: wills-tn 0.625 → 0.622
fused,
0.455 → 0.449 by embeddings alone; annotations-ak-nd 0.554 → 0.554, 0.381 → 0.379. What it loses depends on
the model, so all other models keep their 32-bit floats.

Each batch runs on one thread, several at once: threads that share each operation of one batch wait for each
other, which took a quarter more of two processors. Texts are sorted by length and batched by tokens, so that
a batch fits the processor's cache. With 8-bit integers each text is a batch of its own: products are scaled
by the largest number of the whole batch, so that a vector would depend on its neighbours, and two computers
would differ.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from briefbank import paths
from briefbank.embedding.model_folder import LoadingError, NotCoveredError, Recipe
from briefbank.errors import StoreError
from briefbank.sandbox.guard import processors
from briefbank.storage.model_files import ModelNotes
from briefbank.text.characters import encodable

log = logging.getLogger(__name__)

QUANTISED_MODELS = frozenset({"1b80567da4d420a4ee234913983a4a9d"})
"""Content hashes of the models that lose at most half a point of fused recall@10: all-MiniLM-L6-v2."""
FULL_GRAPH, QUANTISED_GRAPH, TOKENIZER = "model.onnx", "model-int8.onnx", "tokenizer.json"
BATCH_TOKENS = 768
QUERIES_KEPT = 64

_DRAFT = ".draft"
_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
"""The domains of operations that are built into ONNX Runtime."""
_KNOWN_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}

Vectors = NDArray[np.float32]


def graph_name(digest: str) -> str:
    """Return the file name of the graph of the model with this content hash."""
    return QUANTISED_GRAPH if digest in QUANTISED_MODELS else FULL_GRAPH


def files_of(prepared: Path) -> list[Path]:
    """Return the files of a prepared model: the graph and the tokenizer. Its folder is named by its hash."""
    return [prepared / graph_name(prepared.name), prepared / TOKENIZER]


def is_complete(prepared: Path) -> bool:
    """Return whether all files of a prepared model exist."""
    return all(path.is_file() for path in files_of(prepared))


def ready_model(target: Path) -> Path | None:
    """Return the folder of the prepared model: in the package, else ``target``; None when it must be made."""
    folders = (paths.shipped_models_folder() / target.name, target)
    return next((folder for folder in folders if is_complete(folder)), None)


def prepared_model(source: Path, target: Path) -> Path:
    """Return the folder of the prepared model of a sentence-transformers folder, made where it is missing.

    ``target`` is where it is made, and is named by the model's content hash. Raises NotCoveredError when it
    cannot be made, and NeedsPyTorch where nothing can be.
    """
    if (ready := ready_model(target)) is not None:
        return ready
    from briefbank.embedding import torch_child

    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(str(target.with_name(f"{target.name}.lock")), timeout=torch_child.LIMIT_S):
            if not is_complete(target):
                _export_in_child(source, target)
                ModelNotes().forget(*files_of(target))
    except (OSError, StoreError, Timeout, LoadingError) as error:
        raise NotCoveredError(f"export: {type(error).__name__}") from error
    if not is_complete(target):
        raise NotCoveredError("export left nothing")
    return target


def _export_in_child(source: Path, target: Path) -> None:
    """Export the model. Raises NotCoveredError, LoadingError and OSError; then nothing is left behind."""
    from briefbank.embedding import torch_child

    log.info("preparing model %s for this computer", target.name)
    for leftover in target.parent.glob(f"{target.name}.*{_DRAFT}"):
        shutil.rmtree(leftover)  # left by an export that was killed; the caller holds the lock
    with tempfile.TemporaryDirectory(
        prefix=f"{target.name}.", suffix=_DRAFT, dir=target.parent.resolve()
    ) as draft:
        exported = torch_child.export(source, Path(draft), target.name)
        for path in exported.iterdir():
            check_graph(path)
        if target.exists():
            shutil.rmtree(target)  # an incomplete one
        exported.replace(target)


def export(source: Path, target: Path) -> None:
    """Export the model in a sentence-transformers folder to ``target``, which is named by the content hash.

    Imports PyTorch, which never gives back its memory: for the child, and for building a package. A confined
    process may not move files between folders, so they are copied. Raises what sentence-transformers, optimum
    and ONNX Runtime raise; then ``target`` may be incomplete.
    """
    from sentence_transformers import SentenceTransformer

    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        model = SentenceTransformer(
            str(source),
            device="cpu",
            backend="onnx",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"export": True},
        )
        model.save_pretrained(work)
        target.mkdir(mode=0o700, exist_ok=True)
        for path in (*sorted(Path(work, "onnx").glob("*")), Path(work, TOKENIZER)):
            shutil.copyfile(path, target / path.name)
    if target.name in QUANTISED_MODELS:
        _quantise(target / FULL_GRAPH, target / QUANTISED_GRAPH)
        (target / FULL_GRAPH).unlink()
    if not is_complete(target):
        raise FileNotFoundError(target.name)


def _quantise(full: Path, quantised: Path) -> None:
    """Write a graph with 8-bit integers. Some seconds and a few hundred megabytes of memory."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(full),
        str(quantised),
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=_narrowing(onnx.load(str(full), load_external_data=False).graph),
    )


def _narrowing(graph: Any) -> list[str]:
    """Return the names of the multiplications by a constant matrix with more rows than columns."""
    shapes = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMul"]
    sizes = [(node.name, shapes.get(node.input[1], (0, 0))) for node in products]
    return [name for name, shape in sizes if len(shape) == 2 and shape[0] > shape[1]]


def check_graph(path: Path) -> None:
    """Raise NotCoveredError for an exported file that is no regular one, or a graph that refers to anything
    outside its file. Reads a graph whole: a second for a gigabyte.

    ONNX Runtime reads weights from other files by the names that a graph gives, and a graph may ask for
    operations of a custom library. No graph that BriefBank makes does either.
    """
    if path.is_symlink() or not path.is_file():
        raise NotCoveredError("export made something that is no file")
    if path.suffix != ".onnx":
        return
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path), load_external_data=False)
    except (DecodeError, ValueError, OSError) as error:
        raise NotCoveredError(f"export: {type(error).__name__}") from error
    if model.functions or any(imported.domain not in _DOMAINS for imported in model.opset_import):
        raise NotCoveredError("graph with operations of its own")
    if any(tensor.external_data or tensor.data_location for tensor in _tensors(model.graph)):
        raise NotCoveredError("graph with weights in other files")


def _tensors(graph: Any) -> Iterator[Any]:
    """Yield the tensors of a graph and of the graphs inside it."""
    yield from graph.initializer
    for sparse in graph.sparse_initializer:
        yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            yield from (attribute.t, *attribute.tensors)
            for sparse in (attribute.sparse_tensor, *attribute.sparse_tensors):
                yield from (sparse.values, sparse.indices)
            for inner in (attribute.g, *attribute.graphs):
                yield from _tensors(inner) if inner.ByteSize() else ()


class OnnxEncoder:
    """Implements ``Encoder``. Passages of all callers share as many threads as it is given."""

    def __init__(self, prepared: Path, name: str, recipe: Recipe, *, threads: int | None = None) -> None:
        """Open a prepared model. ``name`` is what the vectors go by; those of 8-bit integers are others, and
        get a mark. ``threads``: by default one for each processor. Raises NotCoveredError when the
        graph is of another kind."""
        is_quantised = prepared.name in QUANTISED_MODELS
        self._name = f"{name}-int8" if is_quantised else name
        self._recipe = recipe
        self._session = _session(prepared / graph_name(prepared.name))
        self._inputs = [node.name for node in self._session.get_inputs()]
        if not _KNOWN_INPUTS.issuperset(self._inputs):
            raise NotCoveredError(f"graph inputs {self._inputs}")
        self._batch_tokens = 0 if is_quantised else BATCH_TOKENS
        self._threads = ThreadPoolExecutor(threads or processors(), thread_name_prefix="embedding")
        self._tokenizer = _tokenizer(prepared / TOKENIZER, recipe.longest)
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
        return self._encode([self._recipe.passage_prompt + text for text in texts])

    def encode_query(self, text: str) -> Vectors:
        """See ``Encoder``."""
        return self._query(text)

    def _encode_query(self, text: str) -> Vectors:
        vector: Vectors = self._encode([self._recipe.query_prompt + text])[0]
        vector.setflags(write=False)
        return vector

    def _encode(self, texts: Sequence[str]) -> Vectors:
        """Encode texts by the threads of all callers; a single batch by the thread that asks."""
        if not texts:
            return np.empty((0, self._dimensions), np.float32)
        tokens = self._tokenizer.encode_batch(encodable(texts))
        batches = list(_batches([len(encoding.ids) for encoding in tokens], self._batch_tokens))
        run = partial(self._run, tokens)
        results = list((map if len(batches) == 1 else self._threads.map)(run, batches))
        vectors = np.empty((len(texts), results[0].shape[1]), np.float32)
        for batch, rows in zip(batches, results, strict=True):
            vectors[batch] = rows
        return vectors

    def _run(self, tokens: Sequence[Any], rows: Sequence[int]) -> Vectors:
        """Return the vectors of some of the tokenized texts."""
        batch = [tokens[row] for row in rows]
        shape = (len(batch), max(len(encoding.ids) for encoding in batch))
        feed = {name: np.zeros(shape, np.int64) for name in _KNOWN_INPUTS}
        for row, encoding in enumerate(batch):
            length = len(encoding.ids)
            feed["input_ids"][row, :length] = encoding.ids
            feed["attention_mask"][row, :length] = 1
            feed["token_type_ids"][row, :length] = encoding.type_ids
        words = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
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
    """Open a session on the processor that works in the thread that calls it."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
