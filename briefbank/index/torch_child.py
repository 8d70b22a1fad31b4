"""Runs PyTorch in a child that reads one model's folder and writes to one of its own, without a network.

A model's weights and configuration come from somebody else, and what loads them is a million lines of code.
So whatever needs PyTorch (the export to ONNX, an encoder that cannot be exported, a cross-encoder) is done
here, and only figures come back, which are checked. This module imports nothing slow, since the child imports
it before it is confined.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.closed import confinement
from briefbank.closed.confinement import Allowed
from briefbank.errors import IndexFault
from briefbank.limits import limit_memory, stand_back

LIMIT_S = 600.0
"""For loading, exporting, and one answer."""
_ROOM = 24 << 30
"""Bytes of addresses beside eight times the weights': PyTorch reserves many more than it uses."""
_TIMES_WEIGHTS = 8

Figures = NDArray[np.float32]
Make = Callable[[Path], Callable[[Any], Figures]]
"""Loads the model in a folder; what is returned answers requests. Picklable: a function of a module."""


class LoadingError(Exception):
    """A model could not be loaded or exported in the child; the message is the kind of error."""


class TorchChild:
    """A model in a child. Any thread; one request at a time. A child that died is started for the next."""

    def __init__(self, make: Make, folder: Path) -> None:
        """Seconds. Raises LoadingError when the model does not load."""
        self._make, self._folder = make, folder.resolve()
        self._work = Path(tempfile.mkdtemp(prefix="briefbank-"))  # PyTorch does not load without one
        weakref.finalize(self, shutil.rmtree, self._work, ignore_errors=True)
        self._lock = threading.Lock()
        self._child = self._started()

    def ask(self, request: Any) -> Figures:
        """What the model answers, an array of one or two dimensions. Raises IndexFault where it does not."""
        with self._lock:
            try:
                if self._child.gone:
                    self._child = self._started()
                return _figures(self._child.ask(request, LIMIT_S))
            except (LoadingError, ChildEndedError, ChildSilentError) as error:
                self._child.stop()
                raise IndexFault(detail=f"model: {type(error).__name__}") from error

    def _started(self) -> Child:
        allowed = Allowed((self._folder,), (self._work,))
        child = Child(_serve, self._make, self._folder, confine=partial(confinement.confine, allowed))
        weakref.finalize(self, child.stop)
        _heard(child)
        return child


def export(source: Path, work: Path, name: str) -> Path:
    """Have the model in ``source`` exported into ``work``, as a folder of this name, which is returned.

    Nothing else is written to. Raises LoadingError.
    """
    source = source.resolve()
    child = Child(
        _export, source, work / name, confine=partial(confinement.confine, Allowed((source,), (work,)))
    )
    try:
        _heard(child)
    finally:
        child.stop()
    return work / name


def _heard(child: Child) -> None:
    """Wait until it has done what it was started for. Raises LoadingError."""
    try:
        trouble = child.hear(LIMIT_S)
    except (ChildEndedError, ChildSilentError) as error:
        raise LoadingError(type(error).__name__) from error
    if trouble:
        child.stop()
        raise LoadingError(trouble if isinstance(trouble, str) and trouble.isidentifier() else "error")


def _figures(untrusted: Any) -> Figures:
    """Raises ChildEndedError for what is no array of figures."""
    try:
        shape, content = untrusted
        if not isinstance(content, bytes) or len(shape) not in (1, 2):
            raise TypeError("figures")
        found = np.frombuffer(content, np.float32).reshape(shape)
    except (TypeError, ValueError) as error:
        raise ChildEndedError(None) from error
    return found


def encodable(texts: Sequence[str]) -> list[str]:
    """Half a surrogate pair, as damaged PDFs give, cannot be handed to the tokenizer."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]


# --- in the child --------------------------------------------------------------------------------


def _serve(pipe: Connection, tell: Tell, make: Make, folder: Path) -> None:
    """Load the model, say why not where it does not load, and answer until the pipe is closed."""
    _begin(folder)
    try:
        answer = make(folder)
    except _loading_errors() as error:
        return pipe.send(type(error).__name__)
    pipe.send("")
    while True:
        try:
            found = np.ascontiguousarray(answer(pipe.recv()), np.float32)
            pipe.send((found.shape, found.tobytes()))
        except (EOFError, OSError):
            return None


def _export(pipe: Connection, tell: Tell, source: Path, target: Path) -> None:
    _begin(source)
    try:
        from briefbank.index.onnx_export import export as exported

        # optimum copies files with their modes, and a confined process may not change modes.
        shutil.copymode = lambda *_files, **_options: None
        exported(source, target)
    except _loading_errors() as error:
        return pipe.send(type(error).__name__)
    return pipe.send("")


def _begin(folder: Path) -> None:
    confinement.begin()
    stand_back()
    weights = sum(path.stat().st_size for path in folder.rglob("*.safetensors"))
    limit_memory(_ROOM + _TIMES_WEIGHTS * weights)


def _loading_errors() -> tuple[type[Exception], ...]:
    """What sentence-transformers and the libraries below it raise for a folder whose model is damaged."""
    from safetensors import SafetensorError

    own = (OSError, ValueError, RuntimeError, LookupError, TypeError, AttributeError, ImportError)
    return (*own, MemoryError, ArithmeticError, SafetensorError)
