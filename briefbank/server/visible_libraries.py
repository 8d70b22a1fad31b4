"""The library as each person may see it: whole, or without the matters that are kept from them."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from briefbank.catalogue.hiding import HidingRules
from briefbank.domain.rights import Person
from briefbank.server.walls import Walls

if TYPE_CHECKING:
    from briefbank.library import Library

MOST_KEPT, MOST_BYTES = 16, 256 << 20
"""The libraries without some matters that stay open in a process, and the memory that they may take together:
each has a connection and caches of its own. To open one again takes some tenths of a second."""


@dataclass
class _Open:
    """A library without some matters, and how many requests use it now."""

    library: Library
    links: TemporaryDirectory[str]
    users: int = 0

    def close(self) -> None:
        self.library.close()
        self.links.cleanup()


class VisibleLibraries:
    """The libraries that persons see, by what is kept from them. Any thread."""

    def __init__(self, whole: Library, walls: Walls, most: int = MOST_KEPT) -> None:
        """``most``: how many stay open."""
        self._whole, self._walls, self._most = whole, walls, most
        self._changing = threading.Lock()
        self._open: dict[HidingRules, _Open] = {}
        """The one that was used last stands last."""

    @contextmanager
    def of(self, person: Person) -> Iterator[Library]:
        """Yield the library as a person sees it at this moment; the whole one where nothing is kept from
        them."""
        rules = self._walls.rules_for(person)
        if not rules:
            yield self._whole
            return
        with self._changing:
            found = self._open.pop(rules, None) or self._opened(rules)
            self._open[rules] = found
            found.users += 1
        try:
            yield found.library
        finally:
            with self._changing:
                found.users -= 1
                self._close_idle()

    def close(self) -> None:
        """Close all. Call it while no request is under way."""
        with self._changing:
            for each in self._open.values():
                each.close()
            self._open.clear()

    def _opened(self, rules: HidingRules) -> _Open:
        links = tempfile.TemporaryDirectory(prefix="briefbank-", ignore_cleanup_errors=True)
        return _Open(self._whole.without(rules, Path(links.name)), links)

    def _close_idle(self) -> None:
        """Close the libraries that were not used for longest, while there are too many or they hold too much.
        The last one stays in any case."""
        held = sum(each.library.held_bytes() for each in self._open.values())
        for rules, each in list(self._open.items())[:-1]:
            if len(self._open) <= self._most and held <= MOST_BYTES:
                return
            if not each.users:
                held -= each.library.held_bytes()
                del self._open[rules]
                each.close()
