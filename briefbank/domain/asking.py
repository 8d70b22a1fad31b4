"""Who asks for what is done now, where an office server does it for a person at another computer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from briefbank.domain.office import Person

_ASKING: ContextVar[Person | None] = ContextVar("asking", default=None)


@contextmanager
def asked_by(person: Person) -> Iterator[None]:
    """Have what is done meanwhile, in this thread or task, be done for a person."""
    token = _ASKING.set(person)
    try:
        yield
    finally:
        _ASKING.reset(token)


def person() -> Person | None:
    """Return who asks; None where it is the user of this computer."""
    return _ASKING.get()


def name() -> str:
    """Return the name of who asks; empty where it is the user of this computer."""
    person = _ASKING.get()
    return person.name if person else ""
