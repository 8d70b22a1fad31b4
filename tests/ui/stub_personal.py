"""The real store of a user's own data for the stand-in library, on a file of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext

from briefbank import settings
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.paths import data_folder
from briefbank.userdata.userdata import FILE, Personal


class StubNames:
    """A stand-in for authorities, in which none has a name."""

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        return {}

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        return {}


class StubCatalogue:
    """The part of a catalogue that the store uses: small facts, and documents by their hash."""

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
