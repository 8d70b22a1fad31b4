"""The library of an office: at its server, or as an offline copy on a laptop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Self

from briefbank.catalogue import document_rows
from briefbank.domain.searches import Filters
from briefbank.errors import NotALibrary, OfflineStays, StoreBusy
from briefbank.jobs import QuietReporter, Reporter
from briefbank.library import Library
from briefbank.office import walled_library
from briefbank.office.walled_library import Dockets, HidingRules
from briefbank.paths import LibraryPaths, default_library
from briefbank.storage import library_folder
from briefbank.storage.lazy import LazyAttribute
from briefbank.storage.lease import hold, unserved
from briefbank.storage.library_folder import is_library
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder
    from briefbank.ingest.progress import WorkSpread
    from briefbank.ocr.engines import OcrEngine
    from briefbank.office.move_to_office import MoveReport, MoveToOffice
    from briefbank.office.offline_feed import DocumentFeed
    from briefbank.office.offline_library import OfflineLibrary
    from briefbank.office.postgres_database import PostgresPlace
    from briefbank.office.shared_collections import SharedCollections

DIGEST_S = 15.0  # The time for which a number for what somebody behind a wall sees is not made anew
_SHARED_PARTS = (
    *("reranker", "thesaurus", "pages", "ocr", "processes", "converters", "audit", "local_model", "userdata"),
)
"""The parts that depend on no document, or are not asked for documents."""


class OfficeLibrary(Library):
    """A library with what only an office does: it may be in a database, is shared by many persons, and has
    offline copies."""

    @classmethod
    def open(
        cls,
        folder: Path | None = None,
        *,
        encoder: Encoder | None = None,
        ocr: OcrEngine | None = None,
        reporter: Reporter | None = None,
        tidy: bool = True,
        database: PostgresPlace | None = None,
        spread: WorkSpread | None = None,
    ) -> Self:
        """Open or create a library as ``Library.open`` does, with its catalogue in ``database``, if one is
        given. ``spread`` has other computers do work on files."""
        reporter = reporter or QuietReporter()
        load = (lambda: encoder) if encoder else None
        paths = LibraryPaths(folder or default_library())
        open_database = database.open if database else None
        library = cls(paths, load, ocr, reporter, open_database, spread)
        library.put_in_order(tidy=tidy)
        return library

    @LazyAttribute
    def shared_collections(self) -> SharedCollections:
        from briefbank.office.shared_collections import SharedCollections

        return SharedCollections(self.catalogue, self.audit.note)

    @LazyAttribute
    def feed(self) -> DocumentFeed:
        from briefbank.office.offline_feed import DocumentFeed

        return DocumentFeed(self.catalogue, self.embedding, self.reader.pdf_path, self.paths.thesaurus)

    @LazyAttribute
    def offline(self) -> OfflineLibrary:
        """This library as an offline copy: what comes from the office, and goes back."""
        from briefbank.office.offline_library import OfflineLibrary

        return OfflineLibrary(self.parts, self.health, self.adding)

    @LazyAttribute
    def move_to_office(self) -> MoveToOffice:
        from briefbank.office.move_to_office import MoveToOffice

        return MoveToOffice(self.parts, self.adding, self.audit)

    def separate(self) -> None:
        """Separate documents of different groups that share segments of the lexical index. Raises StoreError
        and IndexFault."""
        rows = partial(document_rows.iterate_with_passages, self.catalogue)
        with self.lock():
            self.lexical.separate(rows)

    def hidden_by(self, rules: HidingRules, dockets: Dockets | None = None) -> set[int]:
        return set(walled_library.documents(self.catalogue, rules, dockets))

    def dockets(self) -> Dockets:
        return walled_library.all_dockets(self.catalogue)

    def keep_apart(self, groups: Callable[[], Mapping[int, str]]) -> None:
        """Have the lexical index keep documents of different groups apart, so that libraries ``without`` some
        groups need no rewriting, and learn from none of them which citations are one case. ``groups`` returns
        the group of each document that is in one. Seconds where many are moved. Raises StoreError and
        IndexFault."""
        self.lexical.groups = groups
        self.separate()
        self.graph.keep_apart(groups, self.lock)

    def bring_in(self, folder: Path, reporter: Reporter) -> MoveReport:
        """Bring the library in another folder, of one computer, into this one of an office. Nobody can change
        it meanwhile, and it stays as it is. Raises NotALibrary, StoreBusy, StoreError and Cancelled."""
        if folder.absolute() == self.folder or not is_library(LibraryPaths(folder)):
            raise NotALibrary(
                Message("There is no BriefBank library in this folder, or it is the office’s own."),
                Message("Name the folder of another library."),
            )
        if library_folder.offline_lease(folder) is not None:
            raise OfflineStays(detail="move")
        busy = StoreBusy(
            Message("The library that is to be brought in is being changed just now."),
            Message("Close BriefBank where that library is open, and bring it in again."),
        )
        incoming = Library(LibraryPaths(folder), self.load, None, reporter)
        incoming.put_in_order(tidy=False)
        with incoming, unserved(self.paths.serving_lock), hold(incoming.unchanged(), busy):
            report = self.move_to_office.carry_out(incoming.parts, reporter)
        self.bring_up(reporter)
        return report


class VisibleLibrary(OfficeLibrary):
    """A library for somebody from whom documents are hidden: a catalogue, words and vectors without these,
    whatever is made of them, and all else as the library has it. It is only read, and closed before that."""

    def __init__(self, whole: OfficeLibrary, rules: HidingRules, folder: Path) -> None:
        """``folder`` is an empty folder for its use alone."""
        from briefbank.office.walled_library import VisibleEmbedding, VisibleLexicalIndex, without_hidden

        self.making = RLock()
        self._revision = (-1, 0)  # A version of the catalogue, and the number for it
        self._counting, self._counted_at = Lock(), -math.inf
        self.paths, self.access, self.given_spread = whole.paths, whole.access, whole.given_spread
        self.lock, self.adding = whole.lock, whole.adding
        visible = without_hidden(whole.catalogue, rules)
        self.catalogue = visible
        self._words = VisibleLexicalIndex(whole.lexical, folder, visible.hidden, whole.separate)
        everything = partial(document_rows.ids_matching, self.catalogue, Filters())
        vars(self).update(
            {name: getattr(whole, name) for name in _SHARED_PARTS},
            lexical=self._words,
            embedding=VisibleEmbedding(whole.embedding, visible, everything),
        )

    def revision(self) -> int:
        """Return a number that differs soon after a change of what is seen, and tells nothing of the rest. It
        is made from the whole catalogue, so at most once every DIGEST_S."""
        with self._counting:
            version, now = self.catalogue.version(), time.monotonic()
            if self._revision[0] != version and now - self._counted_at >= DIGEST_S:
                self._revision, self._counted_at = (version, walled_library.digest(self.catalogue)), now
            return self._revision[1]

    def close(self) -> None:
        """Close what is not shared. Call it while no other call runs."""
        self._words.close()
        self.catalogue.close()
