"""Runs PyTorch in a child that reads one model's folder and writes to one of its own, without a network.

A model's weights and configuration come from somebody else, and a million lines of code load them. Everything
that needs PyTorch (the export to ONNX, an encoder that cannot be exported, a cross-encoder) is therefore done
here, and only numbers come back, which are checked. This module imports nothing slow, since the child imports
it before it is confined.
"""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.model_folder import LoadingError
from briefbank.errors import ChildMistake, IndexFault, NeedsPyTorch
from briefbank.sandbox import confinement
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.confinement import Permissions
from briefbank.sandbox.guard import limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.characters import encodable

LIMIT_S = 600.0  # The limit for loading, exporting, and one answer
QUERIES_KEPT = 64
BATCH_TEXTS = 16
_ROOM = 24 << 30
"""Bytes of addresses beside eight times the weights': PyTorch reserves many more than it uses."""

Figures = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Texts for a model. An encoder encodes each as a passage, or as a query; a cross-encoder compares each
    with ``query``."""

    texts: tuple[str, ...]
    are_queries: bool = False
    query: str = ""


@dataclass(frozen=True, slots=True)
class EncoderAnswer:
    """An array of 32-bit floats."""

    shape: tuple[int, ...]
    content: bytes


Make = Callable[[Path], Callable[[ModelRequest], Figures]]
"""A function that loads the model in a folder and returns a function that answers requests. Picklable: a
function of a module."""


class TorchChild:
    """A model in a child. Any thread; one request at a time. A dead child is restarted at the next
    request."""

    def __init__(self, make: Make, folder: Path) -> None:
        """Start the child, which takes seconds. Raises LoadingError when the model does not load, and
        NeedsPyTorch."""
        _require_pytorch()
        self._make, self._folder = make, folder.resolve()
        self._work = Path(tempfile.mkdtemp(prefix="briefbank-"))  # PyTorch does not load without one
        weakref.finalize(self, shutil.rmtree, self._work, ignore_errors=True)
        self._lock = threading.Lock()
        self._child = self._start_child()

    def ask(self, request: ModelRequest) -> Figures:
        """Return the model's answer, an array of one or two dimensions. Raises IndexFault without an
        answer."""
        with self._lock:
            try:
                if self._child.gone:
                    self._child = self._start_child()
                return _array(self._child.ask(request, EncoderAnswer, LIMIT_S))
            except (LoadingError, ChildEndedError, ChildSilentError) as error:
                self._child.stop()
                raise IndexFault(detail=f"model: {type(error).__name__}") from error

    def _start_child(self) -> Child:
        allowed = Permissions((self._folder,), (self._work,))
        child = Child(_serve, self._make, self._folder, confine=partial(confinement.confine, allowed))
        weakref.finalize(self, child.stop)
        _wait_until_ready(child)
        return child


def export(source: Path, work: Path, name: str) -> Path:
    """Export the model in ``source`` into ``work``, as a folder of this name, which is returned.

    Nothing else is written to. Raises LoadingError and NeedsPyTorch.
    """
    _require_pytorch()
    source = source.resolve()
    confine = partial(confinement.confine, Permissions((source,), (work,)))
    child = Child(_export, source, work / name, confine=confine)
    try:
        _wait_until_ready(child)
    finally:
        child.stop()
    return work / name


def _require_pytorch() -> None:
    """Raise NeedsPyTorch where it, or sentence-transformers, is not installed. Imports neither."""
    if not all(importlib.util.find_spec(name) for name in ("torch", "sentence_transformers")):
        raise NeedsPyTorch(detail="PyTorch is not installed")


def _wait_until_ready(child: Child) -> None:
    """Wait until the child has done what it was started for. Raises LoadingError."""
    try:
        child.receive(type(None), LIMIT_S, errors=(ChildMistake,))
    except ChildMistake as mistake:
        child.stop()
        raise LoadingError(mistake.detail if mistake.detail.isidentifier() else "error") from mistake
    except (ChildEndedError, ChildSilentError) as error:
        raise LoadingError(type(error).__name__) from error


def _array(untrusted: EncoderAnswer) -> Figures:
    """Return the array of an answer. Raises ChildEndedError for one of another size or more dimensions."""
    try:
        if len(untrusted.shape) not in (1, 2):
            raise ValueError("dimensions")
        return np.frombuffer(untrusted.content, np.float32).reshape(untrusted.shape)
    except (ValueError, OverflowError) as error:
        raise ChildEndedError(None) from error


class TorchEncoder:
    """Implements ``Encoder`` for folders that sentence-transformers can load; six seconds to import. Its
    methods raise IndexFault when the child does not answer."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises LoadingError for a folder that is no model, IndexFault for one that encodes nothing."""
        self.name = name
        self._model = TorchChild(_loaded, folder)
        self.dimensions = int(self._model.ask(ModelRequest(("a",))).shape[-1])
        self._query = lru_cache(maxsize=QUERIES_KEPT)(self._encode_query)

    def encode_passages(self, texts: Sequence[str]) -> Figures:
        return self._encode(texts, query=False) if texts else np.empty((0, self.dimensions), np.float32)

    def encode_query(self, text: str) -> Figures:
        return self._query(text)

    def _encode_query(self, text: str) -> Figures:
        vector: Figures = self._encode([text], query=True)[0]
        vector.setflags(write=False)
        return vector

    def _encode(self, texts: Sequence[str], *, query: bool) -> Figures:
        vectors = self._model.ask(ModelRequest(tuple(encodable(texts)), are_queries=query))
        if vectors.shape != (len(texts), self.dimensions) or not np.isfinite(vectors).all():
            raise IndexFault(detail="model: vectors of another shape")
        return vectors


def _serve(pipe: ParentPipe, tell: Tell, make: Make, folder: Path) -> None:
    """Load the model, report why where it does not load, and answer until the pipe is closed."""
    _confine_self(folder)
    try:
        compute = make(folder)
    except _loading_errors() as error:
        return pipe.send_failure(ChildMistake(type(error).__name__))
    pipe.send(None)

    def answer(request: ModelRequest) -> EncoderAnswer:
        array = np.ascontiguousarray(compute(request), np.float32)
        return EncoderAnswer(array.shape, array.tobytes())

    return pipe.answer_all(ModelRequest, answer)


def _export(pipe: ParentPipe, tell: Tell, source: Path, target: Path) -> None:
    _confine_self(source)
    try:
        from briefbank.embedding.encoders import export as exported

        # optimum copies files with their modes, and a confined process may not change modes.
        shutil.copymode = lambda *_files, **_options: None
        exported(source, target)
    except _loading_errors() as error:
        return pipe.send_failure(ChildMistake(type(error).__name__))
    return pipe.send(None)


def _confine_self(folder: Path) -> None:
    confinement.begin()
    lower_priority()
    weights = sum(path.stat().st_size for path in folder.rglob("*.safetensors"))
    limit_memory(_ROOM + 8 * weights)


def _loading_errors() -> tuple[type[Exception], ...]:
    """Return what sentence-transformers and the libraries below it raise for a damaged model."""
    from safetensors import SafetensorError

    own = (OSError, ValueError, RuntimeError, LookupError, TypeError, AttributeError, ImportError)
    return (*own, MemoryError, ArithmeticError, SafetensorError)


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
