"""Runs PyTorch in a child that reads one model's folder and writes to one of its own, without a network.

A model's weights and configuration come from somebody else, and a million lines of code load them. What
needs PyTorch (the export of an encoder to ONNX, a cross-encoder) is therefore done here, and only numbers
come back. This module imports nothing slow, since the child imports it before it is confined.
"""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from briefbank.embedding.model_folder import LoadingError
from briefbank.errors import ChildMistake, IndexFault, NeedsPyTorch
from briefbank.sandbox import confinement
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.guard import limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe

LIMIT_S = 600.0  # The limit for loading, exporting, and one answer
_ROOM = 24 << 30
"""Bytes of addresses beside eight times the weights': PyTorch reserves many more than it uses."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Texts that a cross-encoder compares with a query."""

    query: str
    texts: tuple[str, ...]


Make = Callable[[Path], Callable[[ModelRequest], list[float]]]
"""A function that loads the model in a folder and returns a function that scores the texts of a request.
Picklable: a function of a module."""


class TorchChild:
    """A model in a child. Any thread; one request at a time. The next request restarts a dead child."""

    def __init__(self, make: Make, folder: Path) -> None:
        """Start the child, in seconds. Raises NeedsPyTorch, and LoadingError when the model does not load."""
        _require_pytorch()
        self._make, self._folder = make, folder.resolve()
        self._work = Path(tempfile.mkdtemp(prefix="briefbank-"))  # PyTorch does not load without one
        weakref.finalize(self, shutil.rmtree, self._work, ignore_errors=True)
        self._lock = threading.Lock()
        self._child = self._start_child()

    def ask(self, request: ModelRequest) -> list[float]:
        """Return the score of each text. Raises IndexFault without an answer."""
        with self._lock:
            try:
                if self._child.gone:
                    self._child = self._start_child()
                scores: list[float] = self._child.ask(request, list[float], LIMIT_S)
                if len(scores) != len(request.texts):
                    raise ChildEndedError(None)
                return scores
            except (LoadingError, ChildEndedError, ChildSilentError) as error:
                self._child.stop()
                raise IndexFault(detail=f"model: {type(error).__name__}") from error

    def _start_child(self) -> Child:
        confine = partial(confinement.confine, (self._folder,), (self._work,))
        child = Child(_serve, self._make, self._folder, confine=confine)
        weakref.finalize(self, child.stop)
        _wait_until_ready(child)
        return child


def export(source: Path, work: Path, name: str) -> Path:
    """Export the model in ``source`` into ``work``, as a folder of this name, which is returned.

    Nothing else is written to. Raises LoadingError and NeedsPyTorch.
    """
    _require_pytorch()
    source = source.resolve()
    confine = partial(confinement.confine, (source,), (work,))
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


def _serve(pipe: ParentPipe, tell: Tell, make: Make, folder: Path) -> None:
    """Load the model, report why where it does not load, and answer until the pipe is closed."""
    _confine_self(folder)
    try:
        score = make(folder)
    except _loading_errors() as error:
        return pipe.send_failure(ChildMistake(type(error).__name__))
    pipe.send(None)
    return pipe.answer_all(ModelRequest, score)


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
