"""The real store of a user's own data for the stand-in library, on a file of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from briefbank import settings
from briefbank.domain.documents import Document
from briefbank.paths import data_folder
from briefbank.userdata.userdata import FILE, UserData
from tests.stand_ins.catalogue import MemoryState, NumberedAuthorities


class StubCatalogue(MemoryState):
    """The part of a catalogue that the store uses: small facts, and documents by their hash."""

    def __init__(self, documents: Callable[[], Sequence[Document]]) -> None:
        super().__init__()
        self.authorities = NumberedAuthorities({})
        self._documents = documents

    def find_by_hash(self, sha256: str) -> Document | None:
        return next((found for found in self._documents() if found.sha256 == sha256), None)


def userdata(documents: Callable[[], Sequence[Document]]) -> UserData:
    catalogue = StubCatalogue(documents)
    return UserData(data_folder() / FILE, catalogue, nullcontext, _remembers)


def _remembers() -> bool:
    return settings.load().remember
