"""The single façade for the window and the command line.

Methods may be called from any thread unless their docstring says otherwise. Long calls block and report to
the :class:`~briefbank.jobs.Reporter` that they are given. ``assembly`` builds the parts behind it.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Self

from briefbank import files
from briefbank import paths as places
from briefbank.assembly import Assembly
from briefbank.catalogue import passage_rows
from briefbank.domain.searches import Order, ResultFacets, SearchAnswer, SearchRequest
from briefbank.errors import OfflineStays, QueryError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.paths import LibraryPaths
from briefbank.storage import library_folder
from briefbank.storage.lazy import LazyAttribute, make_all
from briefbank.storage.library_folder import require_reachable
from briefbank.storage.write_access import hold_lease
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.domain.maintenance import DrillReport
    from briefbank.domain.office import OfflineLease
    from briefbank.embedding.encoders import Encoder
    from briefbank.exports.exports import Exports
    from briefbank.ocr.engines import OcrEngine


class Library(Assembly):
    """One library folder, open for searching and changing: a :class:`~briefbank.api.library.LibraryApi`,
    where each service is described; the services are parts of the assembly."""

    @classmethod
    def open(
        cls,
        folder: Path | None = None,
        *,
        encoder: Encoder | None = None,
        ocr: OcrEngine | None = None,
        reporter: Reporter | None = None,
        tidy: bool = True,
    ) -> Self:
        """Open the library in ``folder`` (default: the user's own), creating it when there is none.

        A word index that is damaged, of another release or behind the catalogue is repaired at once: it takes
        seconds, and words must be searchable from the start. The ``reporter`` receives the progress. Without
        ``tidy``, for a program that reads once and ends, only what an interruption left half done is
        completed, and each part is made when it is first needed. Raises StoreError and Cancelled.
        """
        reporter = reporter or QuietReporter()
        load = (lambda: encoder) if encoder else None
        paths = LibraryPaths(folder or places.default_library())
        library = cls(paths, load, ocr, reporter)
        library.put_in_order(tidy=tidy)
        return library

    @classmethod
    def open_sample(cls, reporter: Reporter) -> Self:
        """Open the library of made-up briefs, which is separate from the user's own.

        Missing briefs are added first: half a minute. Raises StoreError and Cancelled.
        """
        from briefbank.sample import ensure_sample

        library = cls.open(places.sample_library())
        try:
            ensure_sample(library, reporter)
        except OSError as error:
            library.close()
            raise files.store_error(error) from error
        except BaseException:
            library.close()
            raise
        return library

    @staticmethod
    def make_room_for(backup: Path, folder: Path | None = None) -> Path:
        """Move a library that cannot be opened (StoreDamaged) into a folder inside its own, and return that
        folder. The library then opens empty, and ``backup`` can be restored. Raises StoreError, also for a
        folder that is no backup."""
        from briefbank.maintenance.restore import set_damaged_aside

        paths = LibraryPaths(folder or places.default_library())
        if library_folder.offline_lease(paths.root) is not None:
            raise OfflineStays(detail="to set aside")
        with hold_lease(paths.root):
            return set_damaged_aside(paths, backup)

    @staticmethod
    def drill(
        backup: Path, place: Path, reporter: Reporter, *, encoder: Encoder | None = None
    ) -> DrillReport:
        """Restore a backup into a new library in the folder ``place``, compare that with all that the backup
        holds, and delete it again. No other library is touched.

        What a drill that was killed left in ``place`` is deleted first. Takes the room of the library, and as
        long as a restore and a thorough check. Raises StoreError, StoreDamaged for the backup, and Cancelled.
        """
        from briefbank.maintenance.restore import Drill, drill_folder

        with (
            drill_folder(place) as folder,
            Library.open(folder / "library", encoder=encoder, reporter=reporter) as library,
        ):
            library.maintenance.restore(backup, reporter)
            return Drill(backup, library, library.parts, folder / "compared").compare(reporter)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        return self.paths.root

    def read_only(self) -> Message:
        return self.access.why_not()

    def taken_along(self) -> OfflineLease | None:
        return library_folder.offline_lease(self.folder)

    @staticmethod
    def offline_lease() -> OfflineLease | None:
        """Return for how long this user's offline copy is given; None where there is none, or it is over."""
        try:
            lease = library_folder.offline_lease(places.offline_folder())
        except OSError:
            return None
        return None if lease is None or lease.is_over() else lease

    def revision(self) -> int:
        return self.catalogue.version()

    def has_unread_authorities(self) -> bool:
        return bool(self.graph.unread())

    def warm(self) -> None:
        from briefbank.citations import citations

        citations.find("5 U.S. (1 Cranch) 137")  # imports eyecite, so that no search waits for it
        self.searcher.warm()
        make_all(self)
        self.embedding.warm()
        self.reranker.warm()

    def warm_search(self) -> None:
        """Do as ``LibraryApi`` says: native code loads the encoder while this thread imports the rest, which
        is loaded without a model, too."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1, thread_name_prefix="encoder") as background:
            loading = background.submit(self.embedding.warm)
            _ = self.searcher
            self.thesaurus.state()
        loading.result()
        self.reranker.warm()

    def search(self, request: SearchRequest) -> SearchAnswer:
        with require_reachable(self.paths):
            return self.searcher.search(request)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        with require_reachable(self.paths):
            return self.searcher.breakdown(request)

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        with require_reachable(self.paths):
            ids = self.searcher.relevant_ids(request)
            keys = passage_rows.keys(self.catalogue, ids)
            return tuple(dict.fromkeys(keys[id_] for id_ in ids if id_ in keys))

    def ranked(self, query: str, *, learn: bool = True, ignoring: Collection[str] = ()) -> list[int]:
        """Return the close passages of a search by id, best first; empty for text that is no search.

        ``learn`` lets feedback play a part, except that of the searches ``ignoring``. Raises IndexFault and
        StoreError.
        """
        from briefbank.search.channels import SearchPart

        request = SearchRequest(query, order=Order.BEST)
        without = () if learn else (SearchPart.FEEDBACK,)
        try:
            return self.searcher.relevant(request, without, ignoring)
        except QueryError:
            return []

    @LazyAttribute
    def exports(self) -> Exports:
        from briefbank.exports.exports import Exports

        collections = self.userdata.collections
        return Exports(self.search, self.records, self.collection_resolver, collections, note=self.audit.note)

    @property
    def office(self) -> None:
        return None
