"""A child that does what it is told, as one would that a document took over."""

from __future__ import annotations

from multiprocessing.connection import Connection

from briefbank.sandbox.child import Tell


def call_received(pipe: Connection, _tell: Tell) -> None:
    """Call the functions received through the pipe and send back their results, until the pipe closes."""
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        pipe.send(function(*arguments))
