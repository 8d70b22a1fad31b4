"""The main loop of the process in which a model runs: load it, say so, answer until the pipe is closed."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from briefbank.child import Halt, Partial, Tell
from briefbank.errors import ModelRefused
from briefbank.limits import be_quiet, limit_memory, stand_back
from briefbank.local_model.choosing import BadGrammarError
from briefbank.local_model.engine import Engine
from briefbank.local_model.inspecting import NOT_INSTALLED, SET_UP_AGAIN
from briefbank.local_models import Message

WEIGHTS, TEMPLATE = 1, 2
"""What is told of loading: how many of these two steps are done."""
_ENVIRONMENT = {
    "GGML_NO_BACKTRACE": "1",  # an assertion that fails would start a debugger
    "OPENBLAS_NUM_THREADS": "1",  # numpy's own threads reserve addresses and are never used here
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """Said once, unasked."""

    load_s: float


@dataclass(frozen=True, slots=True)
class Load:
    """What a model's process is started with. ``address_bytes``: its limit, 0 for none."""

    path: Path
    context: int
    address_bytes: int


def serve(pipe: Connection, tell: Tell, load: Load, halt: Halt, initializer: Callable[[], None]) -> None:
    """In the child. What is not foreseen ends the process, and whoever asked is told that."""
    initializer()
    be_quiet()
    stand_back()
    os.environ.update(_ENVIRONMENT)
    limit_memory(load.address_bytes)
    try:
        began = time.monotonic()
        engine = Engine(load.path, load.context, halt.is_wished)
        tell(WEIGHTS, TEMPLATE)
        engine.take_template()
    except ModelRefused as refused:
        return pipe.send(refused)
    except ImportError as error:
        return pipe.send(ModelRefused(NOT_INSTALLED, SET_UP_AGAIN, detail=f"engine: {type(error).__name__}"))
    gc.freeze()
    pipe.send(Loaded(time.monotonic() - began))
    while True:
        try:
            message: Message = pipe.recv()
            _answer(pipe, engine, message)
        except (EOFError, OSError):
            return None


def _answer(pipe: Connection, engine: Engine, message: Message) -> None:
    try:
        pipe.send(engine.answer(message, lambda text: pipe.send(Partial(text))))
    except (ModelRefused, BadGrammarError) as error:
        pipe.send(error)
