"""A real library whose calls a test can watch, hold, answer otherwise, or make fail.

A call has the name by which the window makes it: ``search``, ``documents.remove``, ``reader.open_pages``, and
``page_view.render`` for an open file.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from briefbank.library import Library

HOOKS = "calls", "hold", "let_go", "fail", "change", "instead", "called", "ended"
VALUES = "briefbank.domain.", "briefbank.paths", "briefbank.text."
"""The modules of what a library hands out, which is no service."""
HOLD_S = 20.0
"""A call is let go after this time, so that a test that forgot it fails and does not hang."""


class Hooks:
    """What a test wants of the calls of one library. May be used from any thread."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        """Each call: its name, and its argument where there is one, or else all of them as a tuple."""
        self._gates: dict[str, threading.Event] = {}
        self._faults: dict[str, Exception] = {}
        self._changes: dict[str, Callable[[Any], Any]] = {}
        self._substitutes: dict[str, Callable[..., Any]] = {}
        self._ended: Counter[str] = Counter()
        self._lock = threading.Lock()

    def hold(self, name: str) -> threading.Event:
        """Let the calls of this name wait until the event is set, and return the event."""
        gate = self._gates[name] = threading.Event()
        return gate

    def let_go(self) -> None:
        """Hold no call any more."""
        for gate in self._gates.values():
            gate.set()

    def fail(self, name: str, error: Exception | None) -> None:
        """Let the calls of this name raise an error; None: no longer."""
        if error is None:
            self._faults.pop(name, None)
        else:
            self._faults[name] = error

    def change(self, name: str, change: Callable[[Any], Any]) -> None:
        """Give the window another answer, made of the real one, for the calls of this name."""
        self._changes[name] = change

    def instead(self, name: str, substitute: Callable[..., Any]) -> None:
        """Let the calls of this name go to another function, as for what this computer
        lacks."""
        self._substitutes[name] = substitute

    def called(self, name: str) -> list[Any]:
        """Return the arguments of the calls of this name so far."""
        with self._lock:
            return [arguments for called, arguments in self.calls if called == name]

    def ended(self, name: str) -> int:
        """Return how many calls of this name have ended."""
        return self._ended[name]

    def run(self, name: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Make a call of the window, as the test wants it."""
        with self._lock:
            self.calls.append((name, arguments[0] if len(arguments) == 1 else arguments))
        if (gate := self._gates.get(name)) is not None:
            gate.wait(HOLD_S)
        try:
            if (fault := self._faults.get(name)) is not None:
                raise fault
            answer = self._substitutes.get(name, call)(*arguments, **options)
        finally:
            with self._lock:
                self._ended[name] += 1
        if name == "reader.open_pages":
            answer = HookedPart("page_view", answer, self)
        return self._changes[name](answer) if name in self._changes else answer


class HookedPart:
    """A service of the library: its methods go by the hooks, its own parts are such services again."""

    def __init__(self, name: str, part: Any, hooks: Hooks) -> None:
        self.__dict__.update(_name=name, _part=part, _hooks=hooks)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._part, name)
        path = f"{self._name}.{name}" if self._name else name
        if name.startswith("_") or isinstance(value, type):
            return value
        if callable(value):
            return lambda *arguments, **options: self._hooks.run(path, value, *arguments, **options)
        module = type(value).__module__
        is_part = module.startswith("briefbank.") and not module.startswith(VALUES)
        return HookedPart(path, value, self._hooks) if is_part else value

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._part, name, value)


if TYPE_CHECKING:

    class HookedLibrary(Library, Hooks):
        def __init__(self, library: Library) -> None: ...

else:

    class HookedLibrary(HookedPart):
        """A library with hooks: it has the services of the library and the methods of ``Hooks``."""

        def __init__(self, library: Library) -> None:
            super().__init__("", library, Hooks())

        def __getattr__(self, name: str) -> Any:
            if name in HOOKS:
                return getattr(self._hooks, name)
            return super().__getattr__(name)


@contextmanager
def hooked(library: Library) -> Iterator[HookedLibrary]:
    """A library with hooks, none of whose calls is held when it is left."""
    with_hooks = HookedLibrary(library)
    yield with_hooks
    with_hooks.let_go()
