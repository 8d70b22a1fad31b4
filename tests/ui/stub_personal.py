"""What a person keeps beside the stand-in library: the real store, on a file of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext

from briefbank import settings
from briefbank.law import Authority
from briefbank.models import Document
from briefbank.paths import data_folder
from briefbank.personal.personal import FILE, Personal


class StubNames:
    """No authority has a name here."""

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        return {}

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        return {}


class StubCatalogue:
    """As much of a catalogue as the store asks for: small facts, and documents by their hash."""

    def __init__(self, documents: Callable[[], Sequence[Document]]) -> None:
        self.authorities = StubNames()
        self._documents = documents
        self._facts: dict[str, str] = {}

    def state(self, key: str) -> str:
        return self._facts.get(key, "")

    def set_state(self, key: str, value: str) -> None:
        self._facts[key] = value

    def find_by_hash(self, sha256: str) -> Document | None:
        return next((found for found in self._documents() if found.sha256 == sha256), None)


def personal(documents: Callable[[], Sequence[Document]]) -> Personal:
    catalogue = StubCatalogue(documents)
    return Personal(data_folder() / FILE, catalogue, nullcontext, _remembers)  # type: ignore[arg-type]


def _remembers() -> bool:
    return settings.load().remember
