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
from briefbank.llm.engine import (
    ENVIRONMENT,
    BadGrammarError,
    Engine,
    GenerationEnd,
    has_room,
    load_library,
)
from briefbank.llm.refusals import ModelShortOfMemory, Unloadable
from briefbank.sandbox.child import Halt, Tell
from briefbank.sandbox.limits import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe

LIBRARY, ROOM, WEIGHTS, TEMPLATE = 1, 2, 3, 4
"""The steps of loading; the last that is done is reported. llama.cpp itself is loaded; as much memory as the
model is to take can be had, a step that is left out where it cannot; the weights are loaded; the chat
template is read."""


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
    os.environ.update(ENVIRONMENT)
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
    load_library()
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


def _answer(pipe: ParentPipe, engine: Engine, message: Message) -> GenerationEnd | None:
    """Send the text in parts, and return its end; None for a grammar that cannot be read."""
    try:
        return engine.answer(message, pipe.send_part)
    except BadGrammarError:
        return None
