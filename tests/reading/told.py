"""A child that does what it is told, as one would that a document took over."""

from __future__ import annotations

from multiprocessing.connection import Connection

from briefbank.child import Tell


def trying(pipe: Connection, _tell: Tell) -> None:
    """Its main loop: what it is told to call."""
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        pipe.send(function(*arguments))
