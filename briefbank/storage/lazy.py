"""Attributes of a library that are created on first use, so that its window can open before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, Self, TypeVar, overload

Part = TypeVar("Part")


class LazyAttribute(Generic[Part]):
    """A lazy attribute: the first access imports its modules and creates it, and later ones reuse it. Any
    thread.

    The method that creates it does its own imports. Its owner has a lock, ``making``: with
    ``functools.cached_property`` two threads can create the value twice from Python 3.12 on.
    """

    def __init__(self, make: Callable[[Any], Part]) -> None:
        self._make = make
        self.__doc__ = make.__doc__
        self._name = ""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, _kind: type) -> Self: ...

    @overload
    def __get__(self, owner: object, _kind: type) -> Part: ...

    def __get__(self, owner: Any, _kind: type) -> Self | Part:
        if owner is None:
            return self
        with owner.making:
            if not self.is_made(owner):
                vars(owner)[self._name] = self._make(owner)  # later accesses find it there
            part: Part = vars(owner)[self._name]
            return part

    def is_made(self, owner: object) -> bool:
        return self._name in vars(owner)


def make_all(owner: object) -> None:
    """Create every attribute that is still missing. A few tenths of a second."""
    for name, _ in lazy_attributes(type(owner)):
        getattr(owner, name)


def lazy_attributes(kind: type) -> Iterator[tuple[str, LazyAttribute[Any]]]:
    """Return the lazy attributes of a class and of those it is derived from, by name."""
    for base in kind.__mro__:
        yield from ((name, part) for name, part in vars(base).items() if isinstance(part, LazyAttribute))
