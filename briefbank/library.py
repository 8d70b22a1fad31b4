"""The single façade for the window and the command line.

Methods may be called from any thread unless their docstring says otherwise. Long calls block and report to
the :class:`~briefbank.jobs.Reporter` that they are given. ``assembly`` builds the parts behind it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from briefbank import files, settings
from briefbank import paths as places
from briefbank.assembly import Assembly, chosen_encoder
from briefbank.audit.audit import AuditLog
from briefbank.catalogue import feedback_file, schema
from briefbank.citations import citations
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.validity import Validity
from briefbank.domain.alerts import LibraryAlert
from briefbank.domain.audit_events import AuditEvent
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.citations import Span
from briefbank.domain.documents import CaptionEntry, Document
from briefbank.domain.encryption import DiskEncryption
from briefbank.domain.feedback import Feedback, Verdict
from briefbank.domain.find_in_document import Findable
from briefbank.domain.ingest import FileOutcome, FileProgress, UnconfirmedPaths, WatchedFolder
from briefbank.domain.links import PageLink
from briefbank.domain.maintenance import (
    BackupReport,
    CheckResult,
    EncoderChoice,
    HealthReport,
    KnownBackup,
    LibrarySizes,
    RestoreReport,
)
from briefbank.domain.new_library import Equipment, LibraryPlace
from briefbank.domain.pages import Box, OcrSetting, OutlineEntry, Page, PageHighlight, PageImage
from briefbank.domain.passages import Passage, Role
from briefbank.domain.searches import (
    Hit,
    Order,
    Related,
    ResultFacets,
    SearchAnswer,
    SearchRequest,
    ThesaurusState,
)
from briefbank.embedding.cross_encoder import CrossEncoder
from briefbank.embedding.encoders import Encoder, default_model, encoder_choice, load_encoder, prepared_files
from briefbank.errors import BriefBankError, NotInLibrary, OutsideRefused, QueryError
from briefbank.exports.viewers import page_command, refuse_unfit
from briefbank.extraction import navigation_outline
from briefbank.extraction.find_text import FindableText
from briefbank.extraction.highlight import highlights
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import known_backups, removal
from briefbank.maintenance.restore import set_damaged_aside
from briefbank.network.address import parse_address
from briefbank.ocr.engine import OcrEngine
from briefbank.paths import LibraryPaths
from briefbank.sample import ensure_sample
from briefbank.search.reference import reference
from briefbank.search.switches import ALL_ON, SearchPart, Switches
from briefbank.storage import new_library
from briefbank.storage.access import hold_lease
from briefbank.storage.availability import require_reachable, require_readable
from briefbank.storage.lazy import make_all
from briefbank.storage.memory import WRITING_BYTES, refuse_small_address_space
from briefbank.storage.model_files import ModelNotes
from briefbank.userdata.userdata import UserData

if TYPE_CHECKING:
    from briefbank.citator.authorities import AuthorityDirectory
    from briefbank.citator.provision_finder import ProvisionFinder
    from briefbank.drafts.check import DraftChecker
    from briefbank.exports.collection_resolver import CollectionResolver
    from briefbank.exports.exports import Exports
    from briefbank.query_expansion.expansion import Aids
    from briefbank.summary.generator import LocalModelManager
    from briefbank.summary.summaries import Summaries

log = logging.getLogger(__name__)


class PageView(Protocol):
    """The pages of one PDF, rendered in a child process. Calls block: use a worker thread."""

    def sizes(self) -> list[tuple[float, float]]:
        """Return width and height of each page in points, as displayed."""

    def render(self, page: int, scale: float) -> PageImage:
        """Render one page at ``scale`` pixels per point."""

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Return the boxes of ranges of the page's raw text: one for each piece of a line."""

    def characters(self, page: int) -> list[Box | None]:
        """Return the box of each character of the page's raw text; None for an invisible one."""

    def links(self, page: int) -> list[PageLink]:
        """Return the links on a page with their targets, which are not followed."""

    def attached(self) -> int:
        """Return the number of files embedded in this one."""

    def has_active_content(self) -> bool:
        """Tell whether it holds scripts, attached files or the like, which another program might run or
        open."""

    def close(self) -> None:
        """End the child process."""


class Library:
    """One library folder, open for searching and changing."""

    def __init__(self, assembly: Assembly) -> None:
        """Wrap an assembly. Use ``open`` instead."""
        self._parts = assembly

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
        """Return sentences that say why this library cannot be changed here; empty where it can.
        Immediate."""
        return self._parts.access.why_not()

    # --- ingest ----------------------------------------------------------------------------------

    def add(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> list[FileOutcome]:
        """Call ``enqueue`` and ``run_ingest``; return the outcomes of these files, and of any that waited
        before."""
        self.enqueue(dropped, reporter, sample=sample, passwords=passwords)
        return self.run_ingest(reporter)

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> int:
        """Queue files, all files in folders and all members of ZIP archives to be added; return how many are
        new.

        They stay queued until they are finished, even when the program stops. ``passwords`` are used once and
        not stored. Raises Cancelled and StoreError.
        """
        with require_reachable(self._parts.paths):
            return self._parts.intake.enqueue(dropped, reporter, sample=sample, passwords=passwords)

    def run_ingest(self, reporter: Reporter) -> list[FileOutcome]:
        """Add the queued files, also from earlier starts; words are searchable as each file ends.

        One call at a time. Raises Cancelled (a pause: the rest stays queued), StoreBusy when another program
        is adding files, and StoreError.
        """
        refuse_small_address_space(WRITING_BYTES)  # otherwise every file would be refused
        with require_reachable(self._parts.paths):
            self._parts.bring_up(reporter)
            outcomes = self._parts.intake.run(reporter)
            self._parts.bring_up(reporter)
            self._parts.health.sweep(reporter)  # deletes the old words of documents that were read again
        return outcomes

    def read_authorities(self, reporter: Reporter) -> int:
        """Read the citations of documents that an older release added, or an interruption left unread; return
        how many.

        Milliseconds when there are none, minutes for a large old library; none in a read-only one. Raises
        Cancelled and StoreError.
        """
        if self.read_only():
            return 0
        return self._parts.graph.catch_up(self._parts.lock, reporter.check)

    def read_older_again(self) -> int:
        """Have the next ``run_ingest`` read all documents again that an older release read; return how many.

        Marks and corrections stay. After an interruption it can be called again. Raises StoreError.
        """
        older = sorted(self._parts.catalogue.read_by_older())
        for document_id in older:
            self._parts.intake.read_again(document_id, [], OcrSetting.STANDARD, "")
        self._parts.catalogue.set_state(schema.LAST_OLDER, "")
        return len(older)

    def waiting_files(self) -> list[FileProgress]:
        """Return the files that wait to be added here, in the order in which they were queued."""
        if self.read_only():
            return []
        return self._parts.intake.waiting()

    def cancel_ingest(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        """Remove these files, or (None) all waiting ones, from the queue; return their outcomes. Documents
        that were added stay."""
        return self._parts.intake.cancel(paths)

    @property
    def intake_paused(self) -> bool:
        """Tell whether a person paused the ingest; kept across restarts."""
        return self._parts.intake.paused

    @intake_paused.setter
    def intake_paused(self, wanted: bool) -> None:
        self._parts.intake.paused = wanted

    def read_again(
        self,
        document_id: int,
        pages: Collection[int] | None = None,
        *,
        setting: OcrSetting = OcrSetting.STANDARD,
        engine: str = "",
    ) -> None:
        """Have the next ``run_ingest`` recognise pages (0-based) of a document, or (None) all its scanned
        ones, again; until then it stays as it is. Raises NotInLibrary."""
        self._parts.intake.read_again(document_id, pages, setting, engine)

    def embed_pending(self, reporter: Reporter) -> int:
        """Embed new passages for semantic search; return the number of passages done. One call at a time."""
        if self.read_only():
            return 0
        return self._parts.meaning.embed_pending(reporter)

    def intake_history(self) -> list[FileOutcome]:
        """Return the outcomes of earlier files, newest first."""
        return self._parts.catalogue.intake.history()

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        """Remove a document, its copies and everything made from it, from the disk too. Raises NotInLibrary.

        Seconds for a large library, since the files that hold its words are rewritten.
        """
        document = self.document(document_id)
        try:
            removal.remove(self._parts.parts, self._parts.health, [document_id], reporter or QuietReporter())
        finally:  # it may have failed after the document was deleted
            if not self._parts.catalogue.documents_by_id([document_id]):
                kind, pages = document.kind.value, document.pages
                self.audit.note(AuditEvent.REMOVED, document=document_id, kind=kind, pages=pages)

    def ocr_engines(self) -> list[str]:
        """Return the engines that can recognise scanned pages now, the default one first."""
        return [] if self._parts.ocr.problem() else list(self._parts.ocr.names)

    def ocr_address_problem(self, address: str) -> str:
        """Return a sentence on what is wrong with the address of a text recognition server; empty when it is
        fine."""
        try:
            parse_address(address)
        except BriefBankError as error:
            return str(error)
        return ""

    def encoder_choice(self) -> EncoderChoice:
        """Return the embedding model in use on this computer, and the reason for its precision."""
        return encoder_choice(settings.load().encoder)

    def try_encoder(self, folder: Path) -> None:
        """Load the embedding model in a folder to learn whether it can be used: seconds, half a minute for
        one that is new here. Raises BriefBankError when it cannot."""
        load_encoder(folder)
        ModelNotes().forget(folder)

    def encoder_changed(self) -> None:
        """Use the embedding model in the settings. Searches use the former one until ``embed_pending`` has
        embedded all passages with the new one."""
        self._parts.meaning.choose_again()

    def encoder_note(self) -> str:
        """Return a note on a change of model that is under way; empty otherwise. Any thread, immediate."""
        return self._parts.meaning.under_way()

    def try_reranker(self, folder: Path) -> float:
        """Load the reranker in a folder; return the milliseconds that it adds to a search.

        Raises BriefBankError when it cannot be used.
        """
        took = CrossEncoder(folder).milliseconds()
        ModelNotes().forget(folder)
        return took

    def reranker_changed(self) -> None:
        """Use the reranker in the settings. Takes seconds."""
        self._parts.reranking.warm()

    def reranker_note(self) -> str:
        """Return why the reranker does not help; empty otherwise. Any thread, immediate."""
        return self._parts.reranking.trouble()

    # --- watched folders -------------------------------------------------------------------------

    def watched_folders(self) -> list[WatchedFolder]:
        """Return the folders whose new files are added automatically, with the problem of the last poll."""
        return self._parts.folder_watcher.folders()

    def watch(self, folder: Path) -> None:
        """Add the files in a folder and those that appear in it later. Raises BriefBankError for an
        unsuitable folder."""
        self._parts.folder_watcher.watch(folder)

    def unwatch(self, folder: Path) -> None:
        """Stop watching a folder; documents added from it stay."""
        self._parts.folder_watcher.unwatch(folder)

    def poll_watched(self, reporter: Reporter) -> int:
        """Queue new files of watched folders, once they are completely written; return how many."""
        if self.read_only():
            return 0
        found = self._parts.folder_watcher.poll(time.monotonic())
        self.enqueue(found, reporter)
        self._parts.folder_watcher.accepted(found)
        return len(found)

    # --- unconfirmed paths -----------------------------------------------------------------------

    def unconfirmed(self) -> UnconfirmedPaths:
        """Return the folders and files that this library asks to be read and this user did not confirm. None
        of them is read before ``confirm``. Raises StoreError."""
        if self.read_only():
            return UnconfirmedPaths((), ())
        folders = tuple(each.path for each in self._parts.folder_watcher.folders() if not each.confirmed)
        return UnconfirmedPaths(folders, tuple(self._parts.intake.unconfirmed()))

    def confirm(self) -> None:
        """Watch the ``unconfirmed`` folders and let the files be added. Raises StoreError."""
        self._parts.folder_watcher.confirm()
        self._parts.intake.confirm()

    def decline(self) -> None:
        """Stop watching the ``unconfirmed`` folders, and remove the files from the queue. Raises
        StoreError."""
        found = self.unconfirmed()
        for folder in found.folders:
            self._parts.folder_watcher.unwatch(folder)
        if found.files:
            self._parts.intake.cancel(found.files)

    # --- search ----------------------------------------------------------------------------------

    def warm(self) -> None:
        """Load the encoder and the dense index, so that searches use embeddings. Takes seconds.

        The parts that opening postponed are created first, so that no later call waits for them.
        """
        citations.find("1 U.S. 1")  # loads the tables of reporters, so that no search waits for them
        self._parts.searcher.warm()
        make_all(self._parts)
        self._parts.meaning.warm()
        self._parts.reranking.warm()

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the relevant passages, by words, and by embeddings once ``warm`` has ended. Raises
        QueryError."""
        with require_reachable(self._parts.paths):
            return self._parts.searcher.search(request)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facets of a search's results, with the counts that one more value would leave.

        Quick after the search itself, whose relevant set it counts. Raises the exceptions of ``search``.
        """
        with require_reachable(self._parts.paths):
            return self._parts.searcher.breakdown(request)

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        """Return the keys of a search's relevant passages, copies included, the newest filed first.

        Keys stay the same after a rebuild, a restore, or removing and adding a file (``hashes.passage_key``).
        Comparing them with earlier keys tells which results are new. Raises the exceptions of ``search``.
        """
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

    def give_feedback(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Store, change or (None) withdraw a verdict on a result. Raises NotInLibrary."""
        self._parts.catalogue.set_feedback(passage_id, query, verdict)

    def marks(self) -> list[Feedback]:
        """Return all feedback, newest first, including that on passages that are not in the library now."""
        return self._parts.catalogue.all_feedback()

    def forget_marks(self, keys: Collection[str] | None) -> int:
        """Withdraw the feedback with these keys (``Feedback.key``), or (None) all; return their number.

        Takes seconds in a large library, whose catalogue is rewritten without the words of their queries.
        """
        forgotten = self._parts.catalogue.withdraw_feedback(keys)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        return forgotten

    def export_feedback(self, path: Path) -> int:
        """Write all feedback to a file, replacing an existing one; return how many. Raises BriefBankError."""
        given = self._parts.catalogue.given_feedback()
        feedback_file.write(path, given)
        self.audit.note(AuditEvent.EXPORTED, what="marks", format="json", lines=len(given))
        return len(given)

    def import_feedback(self, path: Path) -> tuple[int, int]:
        """Merge the feedback of a file in; the newer of two verdicts wins. Return how many were merged, and
        how many of these are on passages that are not here and count once their file is added. Raises
        BriefBankError."""
        return self._parts.catalogue.take_feedback(feedback_file.read(path))

    # --- authorities and drafts ------------------------------------------------------------------

    @property
    def authorities(self) -> AuthorityDirectory:
        """Return the queries on citations: what is cited, by whom, for what."""
        return self._parts.authorities

    @property
    def good_law(self) -> GoodLaw:
        """Return the office's list of what still holds."""
        return self._parts.good_law

    @property
    def validity(self) -> Validity:
        """Return the periods in which provisions are in force."""
        return self._parts.validity

    @property
    def summaries(self) -> Summaries:
        """Return the summaries of documents, extractive ones and those by a local model."""
        return self._parts.summaries

    @property
    def local_model(self) -> LocalModelManager:
        """Return the model that writes summaries on this computer, where the office has chosen one."""
        return self._parts.generating

    @property
    def aids(self) -> Aids:
        """Return the other aids of the local model."""
        return self._parts.aids

    @property
    def finder(self) -> ProvisionFinder:
        """Return the finder of the provision that governs a statement."""
        return self._parts.finder

    @property
    def drafts(self) -> DraftChecker:
        """Return the checks of drafts."""
        return self._parts.drafts

    # --- user data -------------------------------------------------------------------------------

    @property
    def personal(self) -> UserData:
        """Return this user's remembered searches and opened documents, and saved items. They are stored
        outside the library and in none of its backups."""
        return self._parts.personal

    @property
    def gathering(self) -> CollectionResolver:
        """Return the resolver that adds passages to the user's collections and finds them in the library."""
        return self._parts.collection_resolver

    @property
    def exports(self) -> Exports:
        """Return the exports of results of searches and collections as files for other programs."""
        from briefbank.exports.exports import Exports

        parts = self._parts
        collections, note = parts.personal.collections, self.audit.note
        return Exports(self.search, parts.catalogue, parts.collection_resolver, collections, note)

    # --- thesaurus -------------------------------------------------------------------------------

    def thesaurus_path(self) -> Path:
        """Return the office's own thesaurus file, creating it with an explanation when there is none. Changes
        in it apply from the next search. Raises StoreError and OutsideRefused."""
        if not self._parts.paths.thesaurus.exists():
            self._parts.access.require()
        path = self._parts.thesaurus.make()
        refuse_unfit(path)
        return path

    def thesaurus_problems(self) -> list[str]:
        """Return a sentence for each unusable line of the office's file, or for the file itself."""
        return list(self._parts.thesaurus.state().problems)

    def thesaurus(self) -> ThesaurusState:
        """Return the numbers of groups of words, and the problems."""
        return self._parts.thesaurus.state()

    def related(self, text: str) -> tuple[Related, ...]:
        """Return what the thesaurus adds to a word or a phrase, in the order typed."""
        return self._parts.thesaurus.related(text.split(), text)

    # --- documents -------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """Return all documents, newest filed first, those without a date last."""
        return sorted(self._parts.catalogue.documents(), key=lambda d: d.filed or date.min, reverse=True)

    def revision(self) -> int:
        """Return a number that differs after each change of the catalogue, by this or any other program. A
        millisecond."""
        return self._parts.catalogue.version()

    def document(self, document_id: int) -> Document:
        """Return a document. Raises NotInLibrary."""
        return self._parts.catalogue.document(document_id)

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        """Return an entry for each CaptionField in order: a person's correction, else the value read, else an
        empty one. Raises NotInLibrary."""
        return self._parts.catalogue.caption(document_id)

    def correct(self, document_id: int, field: CaptionField, value: str) -> Document:
        """Store a person's correction permanently; empty means that the document has no such value.

        Takes seconds in a large library where it replaces an older correction, whose words are overwritten.
        Raises CorrectionRefused for a date or a kind that cannot be understood, NotInLibrary and StoreError.
        """
        corrected = self._parts.corrections.correct(document_id, field, value)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        self.audit.note(AuditEvent.CORRECTED, document=document_id, field=field.value)
        return corrected

    def uncorrect(self, document_id: int, field: CaptionField) -> Document:
        """Withdraw and overwrite a correction, so that the value read applies: seconds in a large library.

        Raises NotInLibrary and StoreError.
        """
        as_read = self._parts.corrections.uncorrect(document_id, field)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        self.audit.note(AuditEvent.UNCORRECTED, document=document_id, field=field.value)
        return as_read

    def passages(self, document_id: int) -> list[Passage]:
        return self._parts.catalogue.passages_of(document_id)

    def surroundings(self, passage_id: int) -> list[Passage]:
        """Return the whole section in which a passage stands, in document order.

        Raises NotInLibrary when the passage is no longer there.
        """
        found = self._parts.catalogue.section_of(passage_id)
        if not found:
            raise NotInLibrary
        return found

    def pages(self, document_id: int) -> list[Page]:
        return self._parts.catalogue.pages_of(document_id)

    # --- reader ----------------------------------------------------------------------------------

    def pdf_path(self, document_id: int) -> Path:
        """Return the PDF to which the passages' spans refer: the reading copy, or else the original."""
        document = self.document(document_id)
        if document.has_reading_copy:
            return self._parts.paths.reading_copy(document.sha256)
        return self._parts.paths.original(document.sha256, document.suffix)

    def open_pages(self, document_id: int) -> PageView:
        """Return a renderer for a document's pages; the caller closes it. Raises the exceptions of
        ``readable_pdf_path``."""
        return self._parts.pages.open(self.readable_pdf_path(document_id))

    def prepare_pages(self) -> None:
        """Keep a spare process from now on, so that documents open at once. Milliseconds."""
        self._parts.pages.prepare()

    def readable_pdf_path(self, document_id: int) -> Path:
        """Return ``pdf_path`` after checking that it can be read. Raises NotInLibrary, StoreAway and
        FileAway."""
        return require_readable(self.pdf_path(document_id), self._parts.paths)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        """Return the PDF for the system's own viewer, and the command that opens it at a page (0-based),
        empty where no such command is known. Raises OutsideRefused, and the exceptions of
        ``readable_pdf_path``."""
        path = self.readable_pdf_path(document_id)
        if path.suffix != ".pdf" or path.parent not in (self._parts.paths.files, self._parts.paths.reading):
            raise OutsideRefused(detail="not of this library")
        refuse_unfit(path)
        return path, page_command(path, page, os.environ)

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        """Return the ranges to highlight for a result, page by page."""
        return highlights(hit.passage, hit.marks)

    def findable(self, document_id: int) -> Findable:
        """Prepare the document's text for finding words in it; up to a second. Raises NotInLibrary."""
        self.document(document_id)
        return FindableText([page.raw for page in self.pages(document_id)], self.passages(document_id))

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        """Return the document's headings in order; empty where none was detected."""
        return navigation_outline.outline(self.passages(document_id))

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        """Return the citation of a page (0-based) of a document, or of pages up to ``last``. Raises
        NotInLibrary."""
        ends = page, page if last is None else last
        places = self._parts.catalogue.page_places((document_id, end) for end in ends)
        first_label, last_label = (
            places[document_id, end].label if (document_id, end) in places else "" for end in ends
        )
        there = Passage(0, "", Role.BODY, (), tuple(Span(end, 0, 0, 0, 0) for end in ends), first_label)
        return reference(self.document(document_id), there, last_label)

    # --- health ----------------------------------------------------------------------------------

    def check(
        self, repair: bool = False, reporter: Reporter | None = None, *, thorough: bool = False
    ) -> HealthReport:
        """Compare both indexes and the files with the catalogue; with ``repair`` correct what disagrees.

        ``thorough`` reads every original: minutes for a large library.
        """
        if repair:
            self._parts.access.require()
        report = self._parts.health.check(reporter or QuietReporter(), repair=repair, thorough=thorough)
        if repair:
            self.audit.note(AuditEvent.MENDED, mended=len(report.repaired), problems=len(report.problems))
        return report

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Rebuild both indexes from the catalogue; embeddings that still fit are reused."""
        report = self._parts.health.rebuild(reporter)
        self.audit.note(AuditEvent.REBUILT, passages=report.passages)
        return report

    def concerns(self) -> tuple[LibraryAlert, ...]:
        """Return the matters that deserve a person's attention, gravest first. A third of a second at 10,000
        documents. Raises StoreError."""
        with require_reachable(self._parts.paths):
            return self._parts.alerts.collect()

    def sizes(self) -> LibrarySizes:
        """Return the sizes of the library, and the times of its last check and backup."""
        return self._parts.health.sizes()

    def backup(self, folder: Path, reporter: Reporter) -> BackupReport:
        """Back the library up into a new folder, or update the backup there. Raises StoreError."""
        report = self._parts.backup.make(folder, reporter)
        known_backups.note(self.folder, folder)
        self.audit.note(AuditEvent.BACKED_UP, documents=report.documents)
        return report

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        """Restore the library from a backup; its present state is kept as a backup. Raises StoreError."""
        self._parts.access.require()
        report = self._parts.restore.restore(folder, reporter)
        known_backups.note(self.folder, folder, self.sizes().last_backup)
        if report.kept_before is not None:
            known_backups.note(self.folder, report.kept_before)
        return report

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        """Return the known backups that hold a document, newest first. Microseconds; no disk but the
        library's is accessed. Raises NotInLibrary."""
        return known_backups.containing(self.folder, self.document(document_id))

    @property
    def audit(self) -> AuditLog:
        """Return the audit record of this library. Parts write to it what only they know: added files,
        exports, the list of what still holds, summaries, a restore, settings."""
        return self._parts.audit

    def place(self) -> LibraryPlace:
        """Describe the place of the library. Asks the disk; never raises."""
        return new_library.describe_folder(self.folder)

    def place_for(self, chosen: Path) -> LibraryPlace:
        """Return the candidate folder for a library where a person chose ``chosen``. Asks the disk; never
        raises."""
        return new_library.place_for(chosen)

    def equipment(self) -> Equipment:
        """Check whether text recognition and the embedding model are available. Loads no model; under a
        second."""
        return new_library.check_equipment(self._parts.ocr.problem, self.encoder_choice)

    def save_self_test(self, results: Sequence[CheckResult], target: Path) -> None:
        """Write the results of ``self_test`` as a PDF of one page, for the ethics file. Raises
        ExportRefused."""
        from briefbank.exports.errors import write_file
        from briefbank.maintenance import self_test_report

        head = self.audit.head()
        record = f"number {head.number}, {head.hash}" if head else ""
        said = self.disk_encryption().sentences
        write_file(
            target,
            self_test_report.page(
                results, self_test_report.Circumstances(datetime.now().astimezone(), said, record)
            ),
        )

    def _models_in_use(self) -> list[Path]:
        """Return the folders and files of the chosen models, and of those that were prepared here."""
        chosen = settings.load()
        named = (chosen.encoder, chosen.reranker, chosen.local_model)
        return [*(model for model in named if model is not None), *prepared_files(chosen.encoder)]

    def disk_encryption(self) -> DiskEncryption:
        """Tell whether the system encrypts the disk with the library: milliseconds, on Windows seconds."""
        from briefbank.maintenance import disk_encryption

        return disk_encryption.encryption_of(self.folder)

    def self_test(self) -> list[CheckResult]:
        """Test every part for real, including the refusal of network connections. Takes some seconds."""
        from briefbank.maintenance import self_test

        model = self.local_model if settings.load().local_model else None
        models = self_test.ModelPlaces(default_model, self._models_in_use)
        results = self_test.run(self, self._parts.ocr, self._parts.meaning.encoder, model, models)
        passed = sum(result.passed for result in results)
        self.audit.note(AuditEvent.SELF_TEST, passed=passed, failed=len(results) - passed)
        return results
