"""Faster pickling of values that consist of many small parts."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TypeVar

V = TypeVar("V")


def pickled_as_a_call(cls: type[V]) -> type[V]:
    """Make instances pickle as a constructor call with their fields.

    A document has thousands of such values, and the default pickling of dataclasses with slots took most of
    the time of a document's transfer between processes.
    """
    values = attrgetter(*(each.name for each in fields(cls)))  # type: ignore[arg-type]  # a dataclass
    cls.__reduce__ = lambda self: (cls, values(self))  # type: ignore[method-assign]
    return cls
