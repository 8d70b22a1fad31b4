"""The single façade for the window and the command line.

Methods may be called from any thread unless their docstring says otherwise. Long calls block and report to
the :class:`~briefbank.jobs.Reporter` that they are given. ``assembly`` builds the parts behind it.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from briefbank import files
from briefbank import paths as places
from briefbank.assembly import Assembly, chosen_encoder
from briefbank.citations import citations
from briefbank.domain.searches import Order, ResultFacets, SearchAnswer, SearchRequest
from briefbank.embedding.encoders import Encoder
from briefbank.errors import QueryError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance.restore import set_damaged_aside
from briefbank.ocr.engine import OcrEngine
from briefbank.paths import LibraryPaths
from briefbank.sample import ensure_sample
from briefbank.search.switches import ALL_ON, SearchPart, Switches
from briefbank.storage.availability import require_reachable
from briefbank.storage.lazy import make_all
from briefbank.storage.write_access import hold_lease

if TYPE_CHECKING:
    from briefbank.citator.authorities import AuthorityDirectory
    from briefbank.citator.provision_finder import ProvisionFinder
    from briefbank.drafts.check import DraftChecker
    from briefbank.exports.collection_resolver import CollectionResolver
    from briefbank.exports.exports import Exports
    from briefbank.query_expansion.expansion import Aids
    from briefbank.summary.local_model_manager import LocalModelManager
    from briefbank.summary.summaries import Summaries


class Library:
    """One library folder, open for searching and changing. It fulfils
    :class:`~briefbank.api.library.LibraryApi`, where each service is described."""

    def __init__(self, assembly: Assembly) -> None:
        """Expose the services of an assembly. Use ``open`` instead."""
        self._parts = parts = assembly
        self.documents, self.reader = parts.documents, parts.reader
        self.ingest, self.watched = parts.ingest, parts.watched
        self.embedding, self.reranker = parts.embedding, parts.reranker
        self.feedback, self.thesaurus = parts.feedback, parts.thesaurus
        self.good_law, self.validity = parts.good_law, parts.validity
        self.maintenance, self.installation = parts.maintenance, parts.installation
        self.userdata, self.audit = parts.userdata, parts.audit

    # --- opening and closing ---------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        folder: Path | None = None,
        *,
        encoder: Encoder | None = None,
        ocr: OcrEngine | None = None,
        reporter: Reporter | None = None,
    ) -> Self:
        """Open the library in ``folder`` (default: the user's own), creating it when there is none.

        A library of an older release is upgraded, after a copy of its catalogue. A word index that is
        damaged, older or behind the catalogue is repaired at once: it takes seconds, and words must be
        searchable from the start. The ``reporter`` receives the progress of both. Raises StoreError and
        Cancelled.
        """
        reporter = reporter or QuietReporter()
        load = (lambda: encoder) if encoder else chosen_encoder
        paths = LibraryPaths(folder or places.default_library())
        library = cls(Assembly(paths, load, ocr, reporter))
        try:
            library._parts.put_in_order(reporter)
        except BaseException:
            library.close()
            raise
        return library

    @classmethod
    def open_sample(cls, reporter: Reporter) -> Self:
        """Open the library of made-up briefs, which is separate from the user's own.

        Missing briefs are added first: half a minute. Raises StoreError and Cancelled.
        """
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
        paths = LibraryPaths(folder or places.default_library())
        with hold_lease(paths.root):
            return set_damaged_aside(paths, backup)

    def close(self) -> None:
        """Close everything; later calls fail. Call it while no other call runs."""
        self._parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        return self._parts.paths.root

    def read_only(self) -> str:
        return self._parts.access.why_not()

    def revision(self) -> int:
        return self._parts.catalogue.version()

    # --- search ----------------------------------------------------------------------------------

    def warm(self) -> None:
        citations.find("1 U.S. 1")  # loads the tables of reporters, so that no search waits for them
        self._parts.searcher.warm()
        make_all(self._parts)
        self._parts.embedding.warm()
        self._parts.reranker.warm()

    def search(self, request: SearchRequest) -> SearchAnswer:
        with require_reachable(self._parts.paths):
            return self._parts.searcher.search(request)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        with require_reachable(self._parts.paths):
            return self._parts.searcher.breakdown(request)

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        with require_reachable(self._parts.paths):
            found = self._parts.searcher.relevant_ids(request)
            keys = self._parts.catalogue.passage_keys(found)
            return tuple(dict.fromkeys(keys[each] for each in found if each in keys))

    def ranked(self, query: str, *, learn: bool = True, ignoring: Collection[str] = ()) -> list[int]:
        """Return the relevant set of a search by passage id, best first; empty for text that is no search.

        ``learn`` lets feedback play a part, except that of the searches ``ignoring``. Raises IndexFault and
        StoreError.
        """
        request = SearchRequest(query, order=Order.BEST)
        switches = ALL_ON if learn else Switches.without([SearchPart.FEEDBACK])
        try:
            return self._parts.searcher.relevant(request, switches, ignoring)
        except QueryError:
            return []

    # --- services that are made when they are first needed ------------------------------------------

    @property
    def authorities(self) -> AuthorityDirectory:
        return self._parts.authorities

    @property
    def provision_finder(self) -> ProvisionFinder:
        return self._parts.provision_finder

    @property
    def drafts(self) -> DraftChecker:
        return self._parts.drafts

    @property
    def summaries(self) -> Summaries:
        return self._parts.summaries

    @property
    def local_model(self) -> LocalModelManager:
        return self._parts.local_model

    @property
    def query_expansion(self) -> Aids:
        return self._parts.query_expansion

    @property
    def collection_resolver(self) -> CollectionResolver:
        return self._parts.collection_resolver

    @property
    def exports(self) -> Exports:
        return self._parts.exports(self.search)
