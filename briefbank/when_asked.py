"""Parts of a library that are made when they are first asked for, and not before its window is there."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Generic, Protocol, Self, TypeVar, overload


class Maker(Protocol):
    """What has such parts."""

    making: RLock
    """Held while one is made, so that two threads never make two of it."""


Owner = TypeVar("Owner", bound=Maker)
Part = TypeVar("Part")


class WhenAsked(Generic[Owner, Part]):
    """A part whose modules are imported, and which is made, by the first call for it; it stays. Any thread.

    The method that makes it imports what it needs itself. ``functools.cached_property`` would do, but from
    Python 3.12 on it lets two threads make two.
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
                vars(owner)[self._name] = self._make(owner)  # found there from now on, without this method
            part: Part = vars(owner)[self._name]
            return part

    def is_made(self, owner: Owner) -> bool:
        """Whether anything has asked for it yet; asking here does not make it."""
        return self._name in vars(owner)


def make_all(owner: Maker) -> None:
    """Make what nothing has asked for yet, so that no later call waits for it. A few tenths of a second."""
    for name, part in vars(type(owner)).items():
        if isinstance(part, WhenAsked):
            getattr(owner, name)
