"""Makes services whose methods are answered by the office server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from briefbank.remote.link import Link
from briefbank.wire.errors import NotFromHere
from briefbank.wire.operations import OPERATIONS, Operation


def service(protocol: type, name: str, link: Link, own: object = None) -> Any:
    """Return a service of the office's library: what ``own`` has, else an operation of the server, else a
    refusal (NotFromHere)."""
    members: dict[str, Callable[..., Any]] = {}
    for method in vars(protocol):
        operation = OPERATIONS.get(f"{name}.{method}")
        if not method.startswith("_") and not hasattr(own, method):
            members[method] = _asking(operation, link) if operation else _refusing
    base = type(own) if own is not None else object
    made: Any = object.__new__(type(f"Remote{protocol.__name__.removesuffix('Api')}", (base,), members))
    vars(made).update(vars(own) if own is not None else {})
    return made


def call(link: Link, name: str, *values: Any) -> Any:
    """Return the result of an operation."""
    operation = OPERATIONS[name]
    return link.perform(operation, operation.named(*values))


def _asking(operation: Operation, link: Link) -> Callable[..., Any]:
    def asking(_self: object, *values: Any, **named: Any) -> Any:
        return link.perform(operation, operation.named(*values, **named))

    return asking


def _refusing(*_values: Any, **_named: Any) -> Any:
    raise NotFromHere
