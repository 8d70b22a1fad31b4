"""All that one person keeps beside one library, behind one object; ``Library.personal`` is it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.personal.collections import Collections
from briefbank.personal.database import PersonalDatabase
from briefbank.personal.history import AskedSearches
from briefbank.personal.recent import RecentDocuments
from briefbank.personal.saved import SavedSearches
from briefbank.personal.values import Forgotten

FILE = "personal.sqlite"
"""In the user's data folder."""
_NAME = "library_id"
Alone = Callable[[], AbstractContextManager[None]]


class Personal:
    """Any thread. Nothing is opened before it is needed."""

    def __init__(self, file: Path, catalogue: Catalogue, alone: Alone, remembers: Callable[[], bool]) -> None:
        """``alone``: the library's lock for short changes. ``remembers``: whether searches and opened
        documents are to be remembered; asked each time."""
        self.database = PersonalDatabase(file)
        library, names = LibraryId(catalogue, alone), catalogue.authorities
        self.history = AskedSearches(self.database, library, names, remembers)
        """Searches that were asked."""
        self.saved = SavedSearches(self.database, library, names)
        """Searches with a name."""
        self.recent = RecentDocuments(self.database, library, catalogue, remembers)
        """Documents that were opened."""
        self.collections = Collections(self.database, library)
        """Passages that were gathered."""

    def forget(self) -> Forgotten:
        """Forget all searches and opened documents, of all libraries, and overwrite them; saved searches and
        collections stay. A damaged file that was put aside goes too. Raises StoreError."""
        if self.database.is_missing:
            return Forgotten(0, 0)
        forgotten = Forgotten(self.history.forget_all(), self.recent.forget_all())
        self.database.overwrite_deleted()
        return forgotten

    def close(self) -> None:
        """Not while a call runs."""
        self.database.close()


class LibraryId:
    """By which name a library's searches are kept: one that the catalogue holds, so that a library that is
    moved, or restored from its backup elsewhere, keeps them. Any thread."""

    def __init__(self, catalogue: Catalogue, alone: Alone) -> None:
        self._catalogue, self._alone = catalogue, alone
        self._last = secrets.token_hex(8)

    def __call__(self) -> str:
        """Named when first asked. A backup from before may be restored while the library is open: the name
        that it had until then is given to it again."""
        self._last = self._catalogue.state(_NAME) or self._named()
        return self._last

    def _named(self) -> str:
        """By one window alone: two that did it at once would keep their searches apart."""
        with self._alone():
            if name := self._catalogue.state(_NAME):
                return name
            self._catalogue.set_state(_NAME, self._last)
            return self._last
