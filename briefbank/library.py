"""The one façade that the window and the command line use.

Methods may be called from any thread unless their docstring says otherwise; long calls block and talk to the
:class:`~briefbank.jobs.Reporter` that they are given. ``assembly`` builds the parts behind it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from briefbank import files, setting_up, settings
from briefbank import paths as places
from briefbank.acts import Act
from briefbank.assembly import Assembly, chosen_encoder
from briefbank.at_hand import at_hand
from briefbank.authority import citations
from briefbank.care import known_backups, removal
from briefbank.care.restore import set_damaged_aside
from briefbank.catalogue import feedback_file, schema
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.validity import Validity
from briefbank.closed.address import understood
from briefbank.closed.audit import Audit
from briefbank.concerns import Concern
from briefbank.encryption import DiskEncryption
from briefbank.errors import BriefBankError, NotInLibrary, OutsideRefused, QueryError
from briefbank.found import Findable
from briefbank.hashes import passage_key, text_hash
from briefbank.index.cross_encoder import CrossEncoder
from briefbank.index.embedding import (
    Encoder,
    default_model,
    encoder_choice,
    load_encoder,
    prepared_files,
)
from briefbank.jobs import QuietReporter, Reporter
from briefbank.limits import WRITING_BYTES, refuse_small_address_space
from briefbank.links import PageLink
from briefbank.model_files import ModelNotes
from briefbank.models import (
    BackupReport,
    Box,
    Breakdown,
    CaptionEntry,
    CaptionField,
    CheckResult,
    Document,
    EncoderChoice,
    FileOutcome,
    FileProgress,
    HealthReport,
    Hit,
    KnownBackup,
    LibrarySizes,
    Mark,
    OcrSetting,
    Order,
    OutlineEntry,
    Page,
    PageHighlight,
    PageImage,
    Passage,
    Related,
    RestoreReport,
    Role,
    SearchAnswer,
    SearchRequest,
    Span,
    ThesaurusState,
    Unconfirmed,
    Verdict,
    WatchedFolder,
)
from briefbank.ocr.engine import OcrEngine
from briefbank.paths import LibraryPaths
from briefbank.personal.personal import Personal
from briefbank.presence import reached
from briefbank.reading import guide
from briefbank.reading.find_text import FindableText
from briefbank.reading.highlight import highlights
from briefbank.sample import ensure_sample
from briefbank.search.reference import reference
from briefbank.search.switches import Switches
from briefbank.setting_up import Equipment, Place
from briefbank.storage.access import changing
from briefbank.viewers import page_command, refuse_unfit
from briefbank.when_asked import make_all
from briefbank.whole_pages import with_last_pages

if TYPE_CHECKING:
    from briefbank.aids.aids import Aids
    from briefbank.citator.authorities import Authorities
    from briefbank.citator.finder import Finder
    from briefbank.drafts.check import Drafts
    from briefbank.exports.exports import Exports
    from briefbank.gathered import Gathering
    from briefbank.generating import Generating
    from briefbank.summaries import Summaries

log = logging.getLogger(__name__)

HISTORY_FILES = 500
"""Of one search that is asked again to be measured."""


class PageView(Protocol):
    """The pages of one PDF, rendered in a child process. Calls block: use a worker thread."""

    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of each page in points, as displayed."""

    def render(self, page: int, scale: float) -> PageImage:
        """One page at ``scale`` pixels per point."""

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Where ranges of the page's raw text stand: one box for each piece of a line."""

    def characters(self, page: int) -> list[Box | None]:
        """The box of each character of the page's raw text; None for one that is not seen."""

    def links(self, page: int) -> list[PageLink]:
        """What can be clicked on a page, and where it leads; nothing follows it."""

    def attached(self) -> int:
        """How many files are embedded in this one."""

    def acts(self) -> bool:
        """Whether it holds scripts, attached files or the like, which another program might run or open."""

    def close(self) -> None:
        """End the child process."""


class Library:
    """One library folder, open for searching and changing."""

    def __init__(self, assembly: Assembly) -> None:
        """Use ``open``."""
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
        """Open the library in ``folder`` (default: the user's own), making it when there is none.

        One of an older release is brought up to date, after a copy of its catalogue. A word index that is
        damaged, older or behind the catalogue is mended at once: it costs seconds, and words must be
        searchable from the start. The ``reporter`` is told of both. Raises StoreError, Cancelled.
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
        """Open the library of made-up briefs, which stands apart from the user's own.

        Where they are not in it yet they are added: half a minute. Raises StoreError, Cancelled.
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
        """Put a library that does not open (StoreDamaged) into a folder inside it, which is returned, so that
        it opens empty and ``backup`` can be restored. Raises StoreError, also for what is no backup."""
        paths = LibraryPaths(folder or places.default_library())
        with changing(paths.root):
            return set_damaged_aside(paths, backup)

    def close(self) -> None:
        """Close everything; calls after it fail. Not while another call runs."""
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
        """Why nothing in this library can be changed here, in sentences; empty where it can. At once."""
        return self._parts.access.why_not()

    # --- intake ----------------------------------------------------------------------------------

    def add(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> list[FileOutcome]:
        """``enqueue`` and ``run_intake`` in one: how these files ended, and any that waited from before."""
        self.enqueue(dropped, reporter, sample=sample, passwords=passwords)
        return self.run_intake(reporter)

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> int:
        """Let files, all files in folders and all members of ZIP archives wait to be added; how many are new.

        They wait until they have ended, whatever stops the program. ``passwords`` are used once and not kept.
        Raises Cancelled and StoreError.
        """
        with reached(self._parts.paths):
            return self._parts.intake.enqueue(dropped, reporter, sample=sample, passwords=passwords)

    def run_intake(self, reporter: Reporter) -> list[FileOutcome]:
        """Add what waits, also from earlier starts; words are searchable as each file ends.

        One call at a time. Raises Cancelled (a pause: the rest waits on), StoreBusy when another program is
        adding files, and StoreError.
        """
        refuse_small_address_space(WRITING_BYTES)  # before files are refused for which there is no memory
        with reached(self._parts.paths):
            self._parts.bring_up(reporter)
            outcomes = self._parts.intake.run(reporter)
            self._parts.bring_up(reporter)
            self._parts.health.sweep(reporter)  # the words of documents that were read again
        return outcomes

    def read_authorities(self, reporter: Reporter) -> int:
        """Read what documents cite that were added by an older release, or before a stop; how many.

        Milliseconds when there are none, minutes for a large old library; none in one that is only read.
        Raises Cancelled and StoreError.
        """
        if self.read_only():
            return 0
        return self._parts.graph.catch_up(self._parts.lock, reporter.check)

    def read_older_again(self) -> int:
        """Let all documents that an older release read be read anew by the next ``run_intake``; how many.

        Marks and corrections stay. After a stop in the middle it can be asked for again. Raises StoreError.
        """
        older = sorted(self._parts.catalogue.read_by_older())
        for document_id in older:
            self._parts.intake.read_again(document_id, [], OcrSetting.STANDARD, "")
        self._parts.catalogue.set_state(schema.LAST_OLDER, "")
        return len(older)

    def waiting_files(self) -> list[FileProgress]:
        """The files that wait to be added here, in the order in which they came."""
        if self.read_only():
            return []
        return self._parts.intake.waiting()

    def cancel_intake(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        """Do not add these files, or (None) any that waits; how each ended. What was added before stays."""
        return self._parts.intake.cancel(paths)

    @property
    def intake_paused(self) -> bool:
        """Whether a person let the intake rest; kept over restarts."""
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
        """Let pages (0-based) of a document, or (None) all its scanned ones, be recognised anew by the next
        ``run_intake``; until then it stays as it is. Raises NotInLibrary."""
        self._parts.intake.read_again(document_id, pages, setting, engine)

    def embed_pending(self, reporter: Reporter) -> int:
        """Make new passages searchable by meaning; the number of passages done. One call at a time."""
        if self.read_only():
            return 0
        return self._parts.meaning.embed_pending(reporter)

    def intake_history(self) -> list[FileOutcome]:
        """How files of earlier intakes ended, newest first."""
        return self._parts.catalogue.intake.history(HISTORY_FILES)

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        """Remove a document, its copies and all that was made of it, from the disk too. Raises NotInLibrary.

        Seconds for a large library, since what holds its words is written anew.
        """
        document = self.document(document_id)
        try:
            removal.remove(self._parts.parts, self._parts.health, [document_id], reporter or QuietReporter())
        finally:  # it may have failed half-way, with the document gone
            if not self._parts.catalogue.documents_by_id([document_id]):
                kind, pages = document.kind.value, document.pages
                self.audit.note(Act.REMOVED, document=document_id, kind=kind, pages=pages)

    def ocr_engines(self) -> list[str]:
        """The engines that scanned pages can be read with now, the usual one first."""
        return [] if self._parts.ocr.problem() else list(self._parts.ocr.names)

    def ocr_address_problem(self, address: str) -> str:
        """What is wrong with the address of a text recognition server, a sentence; empty when nothing is."""
        try:
            understood(address)
        except BriefBankError as error:
            return str(error)
        return ""

    def encoder_choice(self) -> EncoderChoice:
        """The model that meaning is searched with on this computer, and why in this form."""
        return encoder_choice(settings.load().encoder)

    def try_encoder(self, folder: Path) -> None:
        """Load the model for meaning in a folder, to learn whether it can be used: seconds, half a minute for
        one that is new here. Raises BriefBankError when it cannot."""
        load_encoder(folder)
        ModelNotes().forget(folder)

    def encoder_changed(self) -> None:
        """Another model for meaning stands in the settings. Searches go on with the former one until
        ``embed_pending`` has prepared all passages with it."""
        self._parts.meaning.choose_again()

    def encoder_note(self) -> str:
        """What to know while a change of model is under way; empty otherwise. Any thread, at once."""
        return self._parts.meaning.under_way()

    def try_reranker(self, folder: Path) -> float:
        """Load the model in a folder that compares results; what it adds to a search, in milliseconds.

        Raises BriefBankError when it cannot be used.
        """
        took = CrossEncoder(folder).milliseconds()
        ModelNotes().forget(folder)
        return took

    def reranker_changed(self) -> None:
        """Use the model that compares results as it stands in the settings now. Takes seconds."""
        self._parts.reranking.warm()

    def reranker_note(self) -> str:
        """Why the model that compares results does not help; empty otherwise. Any thread, at once."""
        return self._parts.reranking.trouble()

    # --- watched folders -------------------------------------------------------------------------

    def watched_folders(self) -> list[WatchedFolder]:
        """The folders whose new files are added by themselves, with the trouble of the last look at them."""
        return self._parts.watching.folders()

    def watch(self, folder: Path) -> None:
        """Add what is in a folder and what comes into it. Raises BriefBankError for one that cannot be."""
        self._parts.watching.watch(folder)

    def unwatch(self, folder: Path) -> None:
        """Leave a folder alone; what was added from it stays."""
        self._parts.watching.unwatch(folder)

    def look_at_watched(self, reporter: Reporter) -> int:
        """Let new files of watched folders wait to be added, once they are written to the end; how many."""
        if self.read_only():
            return 0
        found = self._parts.watching.poll(time.monotonic())
        self.enqueue(found, reporter)
        self._parts.watching.accepted(found)
        return len(found)

    # --- what somebody else asked for ------------------------------------------------------------

    def unconfirmed(self) -> Unconfirmed:
        """The folders and files that this library asks to be read without this user's having said so. None
        of them is read before ``confirm``. Raises StoreError."""
        if self.read_only():
            return Unconfirmed((), ())
        folders = tuple(each.path for each in self._parts.watching.folders() if not each.confirmed)
        return Unconfirmed(folders, tuple(self._parts.intake.unconfirmed()))

    def confirm(self) -> None:
        """Watch the ``unconfirmed`` folders and let the files be added. Raises StoreError."""
        self._parts.watching.confirm()
        self._parts.intake.confirm()

    def decline(self) -> None:
        """Do not watch the ``unconfirmed`` folders, and do not add the files. Raises StoreError."""
        found = self.unconfirmed()
        for folder in found.folders:
            self._parts.watching.unwatch(folder)
        if found.files:
            self._parts.intake.cancel(found.files)

    # --- search ----------------------------------------------------------------------------------

    def warm(self) -> None:
        """Load the encoder and the dense index, so that searches use meaning. Takes seconds.

        What opening left for later is made first, so that no call after this waits for it.
        """
        citations.find("1 U.S. 1")  # loads the tables of reporters, so that no search waits for them
        self._parts.searcher.warm()
        make_all(self._parts)
        self._parts.meaning.warm()
        self._parts.reranking.warm()

    def search(self, request: SearchRequest) -> SearchAnswer:
        """The passages that help, by words, and by meaning once ``warm`` has ended. Raises QueryError."""
        with reached(self._parts.paths):
            answer = self._parts.searcher.search(request)
            return replace(answer, hits=with_last_pages(answer.hits, self._parts.catalogue))

    def breakdown(self, request: SearchRequest) -> Breakdown:
        """What the results of a search consist of, and what would be left with one value more.

        Quick after the search itself, whose relevant set it counts. Raises as ``search``.
        """
        with reached(self._parts.paths):
            return self._parts.searcher.breakdown(request)

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        """What names the passages of a search's relevant set, copies too, the newest filed first: the same
        after a rebuild, a restore, or removing and adding a file (``hashes.passage_key``).

        By the keys that were there before it is known what is new. Raises as ``search``.
        """
        with reached(self._parts.paths):
            found = self._parts.searcher.relevant_ids(request)
            keys = self._parts.catalogue.passage_keys(found)
            return tuple(dict.fromkeys(keys[each] for each in found if each in keys))

    def key_of(self, hit: Hit) -> str:
        """What ``relevant_keys`` names a result's passage by."""
        return passage_key(hit.document.sha256, text_hash(hit.passage.text))

    def ranked(self, query: str, *, learn: bool = True, ignoring: Collection[str] = ()) -> list[int]:
        """The relevant set of a search by passage id, best first; empty for text that is no search.

        ``learn``: marks play a part, except those of the searches ``ignoring``. Raises IndexFault and
        StoreError.
        """
        request, switches = SearchRequest(query, order=Order.BEST), Switches(feedback=learn)
        try:
            return self._parts.searcher.relevant(request, switches, ignoring)
        except QueryError:
            return []

    def give_feedback(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Keep, change or (None) clear a thumb. Raises NotInLibrary."""
        self._parts.catalogue.set_feedback(passage_id, query, verdict)

    def marks(self) -> list[Mark]:
        """All thumbs, the newest first, also those on passages that are not in the library now."""
        return self._parts.catalogue.marks()

    def forget_marks(self, keys: Collection[str] | None) -> int:
        """Take back these thumbs (``Mark.key``), or (None) all of them; how many there were.

        Takes seconds in a large library, whose catalogue is written anew without the words of their queries.
        """
        forgotten = self._parts.catalogue.forget_marks(keys)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        return forgotten

    def export_feedback(self, path: Path) -> int:
        """Write all thumbs to a file, in place of what is there; how many. Raises BriefBankError."""
        given = self._parts.catalogue.given_feedback()
        feedback_file.write(path, given)
        self.audit.note(Act.EXPORTED, what="marks", format="json", lines=len(given))
        return len(given)

    def import_feedback(self, path: Path) -> tuple[int, int]:
        """Merge the thumbs of a file in, the newer of two wins; how many were taken, and how many of these
        are on passages that are not here and count once their file is added. Raises BriefBankError."""
        return self._parts.catalogue.take_feedback(feedback_file.read(path))

    # --- authorities and drafts ------------------------------------------------------------------

    @property
    def authorities(self) -> Authorities:
        """What is cited, by whom, for what."""
        return self._parts.authorities

    @property
    def good_law(self) -> GoodLaw:
        """The office's list of what still holds."""
        return self._parts.good_law

    @property
    def validity(self) -> Validity:
        """What was in force when."""
        return self._parts.validity

    @property
    def summaries(self) -> Summaries:
        """What a document is about, in its own words and in those of a local model."""
        return self._parts.summaries

    @property
    def local_model(self) -> Generating:
        """The model that writes summaries on this computer, where the office has chosen one."""
        return self._parts.generating

    @property
    def aids(self) -> Aids:
        """What else the local model may do."""
        return self._parts.aids

    @property
    def finder(self) -> Finder:
        """The provision that governs a statement."""
        return self._parts.finder

    @property
    def drafts(self) -> Drafts:
        """Checks of drafts."""
        return self._parts.drafts

    # --- what one person keeps -------------------------------------------------------------------

    @property
    def personal(self) -> Personal:
        """Searches and opened documents that are remembered for this user, and what the user saved; beside
        the library, in none of its backups."""
        return self._parts.personal

    @property
    def gathering(self) -> Gathering:
        """Puts passages into the user's collections, and says what stands in them now."""
        return self._parts.gathering

    @property
    def exports(self) -> Exports:
        """Results of searches and collections as files for other programs."""
        from briefbank.exports.exports import Exports

        parts = self._parts
        collections, note = parts.personal.collections, self.audit.note
        return Exports(self.search, parts.catalogue, parts.gathering, collections, note)

    # --- thesaurus -------------------------------------------------------------------------------

    def thesaurus_path(self) -> Path:
        """The office's own file of words to search beside others, made with an explanation in it when there
        is none; what is changed in it counts at the next search. Raises StoreError and OutsideRefused."""
        if not self._parts.paths.thesaurus.exists():
            self._parts.access.require()
        path = self._parts.thesaurus.make()
        refuse_unfit(path)
        return path

    def thesaurus_problems(self) -> list[str]:
        """A sentence for each line of the office's file that cannot be used, or for the file itself."""
        return list(self._parts.thesaurus.state().problems)

    def thesaurus(self) -> ThesaurusState:
        """How many groups of words there are, and what cannot be used."""
        return self._parts.thesaurus.state()

    def related(self, text: str) -> tuple[Related, ...]:
        """What the thesaurus adds to a word or a phrase, in the order typed."""
        return self._parts.thesaurus.related(text.split(), text)

    # --- documents -------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents, newest filed first, those without a date last."""
        return sorted(self._parts.catalogue.documents(), key=lambda d: d.filed or date.min, reverse=True)

    def revision(self) -> int:
        """Another number after each change to the catalogue, by this or any other program. A millisecond."""
        return self._parts.catalogue.version()

    def document(self, document_id: int) -> Document:
        """Raises NotInLibrary."""
        return self._parts.catalogue.document(document_id)

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        """What is known of a document, an entry for each CaptionField in their order: a person's correction,
        or else what was read, or else nothing. Raises NotInLibrary."""
        return self._parts.catalogue.caption(document_id)

    def correct(self, document_id: int, field: CaptionField, value: str) -> Document:
        """Let what a person typed win over what was read, for good; empty: the document says nothing.

        Takes seconds in a large library where it replaces an older correction, whose words are overwritten.
        Raises CorrectionRefused for a date or a kind that cannot be understood, NotInLibrary and StoreError.
        """
        corrected = self._parts.corrections.correct(document_id, field, value)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        self.audit.note(Act.CORRECTED, document=document_id, field=field.value)
        return corrected

    def uncorrect(self, document_id: int, field: CaptionField) -> Document:
        """Go back to what was read, and overwrite the correction: seconds in a large library.

        Raises NotInLibrary and StoreError.
        """
        as_read = self._parts.corrections.uncorrect(document_id, field)
        removal.finish(self._parts.parts, self._parts.health, QuietReporter())
        self.audit.note(Act.UNCORRECTED, document=document_id, field=field.value)
        return as_read

    def passages(self, document_id: int) -> list[Passage]:
        return self._parts.catalogue.passages_of(document_id)

    def surroundings(self, passage_id: int) -> list[Passage]:
        """The whole section that a passage stands in, in document order: what was searched is part of it.

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
        """The PDF whose characters the passages' spans count: the reading copy, or else the original."""
        document = self.document(document_id)
        if document.has_reading_copy:
            return self._parts.paths.reading_copy(document.sha256)
        return self._parts.paths.original(document.sha256, document.suffix)

    def open_pages(self, document_id: int) -> PageView:
        """A renderer for a document's pages; the caller closes it. Raises as ``file_at_hand``."""
        return self._parts.pages.open(self.file_at_hand(document_id))

    def prepare_pages(self) -> None:
        """Keep a process at hand from now on, so that documents open at once. Milliseconds."""
        self._parts.pages.prepare()

    def file_at_hand(self, document_id: int) -> Path:
        """``pdf_path``, once it is sure that it can be read. Raises NotInLibrary, StoreAway and FileAway."""
        return at_hand(self.pdf_path(document_id), self._parts.paths)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        """The PDF for the system's own viewer, and the command that opens it at a page (0-based), empty
        where no such command is known. Raises OutsideRefused, and as ``file_at_hand``."""
        path = self.file_at_hand(document_id)
        if path.suffix != ".pdf" or path.parent not in (self._parts.paths.files, self._parts.paths.reading):
            raise OutsideRefused(detail="not of this library")
        refuse_unfit(path)
        return path, page_command(path, page, os.environ)

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        """What to mark, page by page, for a result."""
        return highlights(hit.passage, hit.marks)

    def findable(self, document_id: int) -> Findable:
        """The document's text to find words in; making it takes up to a second. Raises NotInLibrary."""
        self.document(document_id)
        return FindableText([page.raw for page in self.pages(document_id)], self.passages(document_id))

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        """The document's headings in its order; empty where none was detected."""
        return guide.outline(self.passages(document_id))

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        """How to cite a page (0-based) of a document, or pages up to ``last``. Raises NotInLibrary."""
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
        """Compare both indexes and the files with the catalogue; with ``repair`` mend what disagrees.

        ``thorough`` reads every original: minutes for a large library.
        """
        if repair:
            self._parts.access.require()
        report = self._parts.health.check(reporter or QuietReporter(), repair=repair, thorough=thorough)
        if repair:
            self.audit.note(Act.MENDED, mended=len(report.repaired), problems=len(report.problems))
        return report

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Make both indexes anew from the catalogue; embeddings that still fit are used again."""
        report = self._parts.health.rebuild(reporter)
        self.audit.note(Act.REBUILT, passages=report.passages)
        return report

    def concerns(self) -> tuple[Concern, ...]:
        """What deserves a person's look, the gravest first. A third of a second at 10,000 documents. Raises
        StoreError."""
        with reached(self._parts.paths):
            return self._parts.overview.concerns()

    def sizes(self) -> LibrarySizes:
        """How large the library is, and when it was last checked and backed up."""
        return self._parts.health.sizes()

    def backup(self, folder: Path, reporter: Reporter) -> BackupReport:
        """Back the library up into a new folder, or bring the backup there up to date. Raises StoreError."""
        report = self._parts.backup.make(folder, reporter)
        known_backups.note(self.folder, folder)
        self.audit.note(Act.BACKED_UP, documents=report.documents)
        return report

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        """Make the library what it was at a backup; what it is now is kept as a backup. Raises StoreError."""
        self._parts.access.require()
        report = self._parts.restore.restore(folder, reporter)
        known_backups.note(self.folder, folder, self.sizes().last_backup)
        if report.kept_before is not None:
            known_backups.note(self.folder, report.kept_before)
        return report

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        """The backups that hold a document as far as BriefBank knows, the newest first. Microseconds; no disk
        but the library's is asked. Raises NotInLibrary."""
        return known_backups.holding(self.folder, self.document(document_id))

    @property
    def audit(self) -> Audit:
        """The record of what was done with this library. Parts write into it themselves what only they know:
        files that were taken in, exports, the list of what still holds, summaries, a restore, settings."""
        return self._parts.audit

    def place(self) -> Place:
        """Where the library stands, and what is to be said of that. Asks the disk; never raises."""
        return setting_up.look_at(self.folder)

    def place_for(self, chosen: Path) -> Place:
        """Where a library would stand in a folder that a person chose. Asks the disk; never raises."""
        return setting_up.place_for(chosen)

    def equipment(self) -> Equipment:
        """Whether text recognition and the model of meaning are there. Loads no model; under a second."""
        return setting_up.equipment(self._parts.ocr.problem, self.encoder_choice)

    def save_self_test(self, results: Sequence[CheckResult], target: Path) -> None:
        """Write what ``self_test`` found as a PDF of one page, for the ethics file. Raises ExportRefused."""
        from briefbank.closed import report
        from briefbank.exports.errors import put

        head = self.audit.head()
        record = f"number {head.number}, {head.hash}" if head else ""
        said = self.disk_encryption().sentences
        put(target, report.page(results, report.Circumstances(datetime.now().astimezone(), said, record)))

    def _models_in_use(self) -> list[Path]:
        """Folders and files of models that are chosen, and of those that were made ready here."""
        chosen = settings.load()
        named = (chosen.encoder, chosen.reranker, chosen.local_model)
        return [*(model for model in named if model is not None), *prepared_files(chosen.encoder)]

    def disk_encryption(self) -> DiskEncryption:
        """Whether the system encrypts the disk with the library: milliseconds, on Windows seconds."""
        from briefbank.closed import disk

        return disk.encryption_of(self.folder)

    def self_test(self) -> list[CheckResult]:
        """Try every part for real, the refusal of the network included. Takes some seconds."""
        from briefbank import selftest

        model = self.local_model if settings.load().local_model else None
        models = selftest.ModelPlaces(default_model, self._models_in_use)
        results = selftest.run(self, self._parts.ocr, self._parts.meaning.encoder, model, models)
        passed = sum(result.passed for result in results)
        self.audit.note(Act.SELF_TEST, passed=passed, failed=len(results) - passed)
        return results
