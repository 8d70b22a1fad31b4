"""Attributes of a library that are created on first use, so that its window can open before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import RLock
from typing import Any, Generic, Protocol, Self, TypeVar, overload


class LazyOwner(Protocol):
    making: RLock  # The lock held while an attribute is created, so that two threads never create it twice


Owner = TypeVar("Owner", bound=LazyOwner)
Part = TypeVar("Part")


class LazyAttribute(Generic[Owner, Part]):
    """A lazy attribute: the first access imports its modules and creates it, and later ones reuse it. Any
    thread.

    The method that creates it does its own imports. ``functools.cached_property`` does not suffice: from
    Python 3.12 on, two threads can create the value twice.
    """

    def __init__(self, make: Callable[[Owner], Part]) -> None:
        self._make = make
        self.__doc__ = make.__doc__
        self._name = ""

    def __set_name__(self, _owner: type[Owner], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, _kind: type[Owner]) -> Self: ...

    @overload
    def __get__(self, owner: Owner, _kind: type[Owner]) -> Part: ...

    def __get__(self, owner: Owner | None, _kind: type[Owner]) -> Self | Part:
        if owner is None:
            return self
        with owner.making:
            if not self.is_made(owner):
                vars(owner)[self._name] = self._make(owner)  # later accesses find it there
            part: Part = vars(owner)[self._name]
            return part

    def is_made(self, owner: Owner) -> bool:
        return self._name in vars(owner)


def make_all(owner: LazyOwner) -> None:
    """Create every attribute that is still missing. A few tenths of a second."""
    for name, _ in lazy_attributes(type(owner)):
        getattr(owner, name)


def lazy_attributes(kind: type) -> Iterator[tuple[str, LazyAttribute[Any, Any]]]:
    """Return the lazy attributes of a class and of those it is derived from, by name."""
    for base in kind.__mro__:
        yield from ((name, part) for name, part in vars(base).items() if isinstance(part, LazyAttribute))
