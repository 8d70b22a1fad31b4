"""The main loop of the model's process: load it, report that, answer until the pipe is closed."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.local_models import Message
from briefbank.errors import ModelRefused
from briefbank.llm.engine import Engine, GenerationEnd, has_room
from briefbank.llm.inspection_process import NOT_INSTALLED, SET_UP_AGAIN
from briefbank.llm.refusals import ModelShortOfMemory, Unloadable
from briefbank.llm.token_sampler import BadGrammarError
from briefbank.sandbox.child import Halt, Tell
from briefbank.sandbox.limits import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe

LIBRARY, ROOM, WEIGHTS, TEMPLATE = 1, 2, 3, 4
"""The steps of loading; the last that is done is reported. llama.cpp itself is loaded; as much memory as the
model is to take can be had, a step that is left out where it cannot; the weights are loaded; the chat
template is read."""
DOES_NOT_START = "What runs local models does not start on this computer."
BUILD_AGAIN = "Set BriefBank up again on this computer: that builds it anew. Everything else works without."
_ENVIRONMENT = {
    "GGML_NO_BACKTRACE": "1",  # an assertion that fails would start a debugger
    "OPENBLAS_NUM_THREADS": "1",  # numpy's own threads reserve addresses and are never used here
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """The message that a model is loaded, sent once and unasked."""

    load_s: float


@dataclass(frozen=True, slots=True)
class Load:
    """The parameters that a model's process is started with. ``memory_bytes``: the estimated memory of the
    model; ``address_bytes``: its limit, 0 for none."""

    path: Path
    context: int
    memory_bytes: int
    address_bytes: int


def serve(pipe: ParentPipe, tell: Tell, load: Load, halt: Halt, initializer: Callable[[], None]) -> None:
    """Run in the child. An unforeseen error ends the process, and the parent is told."""
    initializer()
    be_quiet()
    lower_priority()
    os.environ.update(_ENVIRONMENT)
    try:
        began = time.monotonic()
        engine = _engine(load, tell, halt)
    except ModelRefused as refused:
        return pipe.send_failure(refused)
    gc.freeze()
    pipe.send(Loaded(time.monotonic() - began))
    return pipe.answer_all(Message, lambda message: _answer(pipe, engine, message))


def _engine(load: Load, tell: Tell, halt: Halt) -> Engine:
    """Load the engine. Raises ModelRefused."""
    _load_library()
    tell(LIBRARY, TEMPLATE)
    limit_memory(load.address_bytes)
    room = has_room(load.memory_bytes)
    if room:
        tell(ROOM, TEMPLATE)
    try:
        engine = Engine(load.path, load.context, halt.is_wished)
    except Unloadable as refused:
        if room:
            raise
        raise ModelShortOfMemory(detail=refused.detail) from refused
    tell(WEIGHTS, TEMPLATE)
    engine.take_template()
    return engine


def _load_library() -> None:
    """Import llama.cpp, which may be installed and yet not load: for want of another library, or because it
    was built elsewhere."""
    try:
        import llama_cpp  # noqa: F401
    except ModuleNotFoundError as error:
        raise ModelRefused(NOT_INSTALLED, SET_UP_AGAIN, detail="engine: not installed") from error
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelRefused(DOES_NOT_START, BUILD_AGAIN, detail=f"engine: {type(error).__name__}") from error


def _answer(pipe: ParentPipe, engine: Engine, message: Message) -> GenerationEnd | None:
    """Send the text in parts, and return its end; None for a grammar that cannot be read."""
    try:
        return engine.answer(message, pipe.send_part)
    except BadGrammarError:
        return None
