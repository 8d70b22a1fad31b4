"""A child that runs any function sent to it, as one would that a malicious document took over."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from briefbank.sandbox.child import Child, Tell
from briefbank.sandbox.messages import ParentPipe

T = TypeVar("T")


def call_received(pipe: ParentPipe, _tell: Tell) -> None:
    """Call the functions received through the pipe and send back their results, until the pipe closes."""
    pipe.answer_all(bytes, _called)


def send_frame(pipe: ParentPipe, _tell: Tell, frame: bytes) -> None:
    """Send these bytes in place of an answer."""
    pipe.connection.send_bytes(frame)
    pipe.receive(str)


def _called(request: bytes) -> bytes:
    function, arguments = pickle.loads(request)
    return pickle.dumps(function(*arguments))


def call_in(child: Child, function: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a child that runs ``call_received``, and return its result."""
    result: T = pickle.loads(child.ask(pickle.dumps((function, arguments)), bytes, 30.0))
    return result
