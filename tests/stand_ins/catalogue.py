"""Small parts of a catalogue, kept in memory."""

from __future__ import annotations

from collections.abc import Iterable

from briefbank.domain.authorities import Authority, CitationKind


class MemoryState:
    """The key-value state of a catalogue, kept in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def state(self, key: str) -> str:
        return self.values.get(key, "")

    def set_state(self, key: str, value: str) -> None:
        self.values[key] = value


class NumberedAuthorities:
    """Authorities under these numbers: others than before, where the catalogue was made anew."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        known = {number: Authority(number, name, CitationKind.CASE) for name, number in self._numbers.items()}
        return {number: known[number] for number in ids if number in known}

    def ids_of(self, canonicals: Iterable[str]) -> dict[str, int]:
        return {name: self._numbers[name] for name in canonicals if name in self._numbers}
