"""Compares the catalogue, the files and both indexes: finds every disagreement and repairs what it can.

The catalogue is the truth, and indexes are rebuilt from it. A repair takes the library's lock only for as
long as it changes something, so that searches go on throughout.

An original that is lost or changed cannot be made again: its sentence says what to do. A document whose text
or reading copy is not what was stored is read again from a whole original; what was recognised on its pages
is kept for that. A copy that neither a document nor a waiting file has is deleted, and files that BriefBank
never put there are left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from briefbank import files
from briefbank.catalogue import caption_rows, checksums, document_rows, library_facts, passage_rows, schema
from briefbank.catalogue.checksums import compare_words, passages, sentences
from briefbank.catalogue.database import Database
from briefbank.citator.graph import Graph
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import HealthReport
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.errors import IndexFault, StoreBusy, StoreReadOnly
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.families import Families
from briefbank.jobs import Reporter
from briefbank.maintenance import disks, documents
from briefbank.maintenance.disks import LAST_CHECK, note
from briefbank.paths import OURS, LibraryPaths, data_folder
from briefbank.storage import library_folder
from briefbank.storage.lease import ProcessLock
from briefbank.summary import cache
from briefbank.text.messages import Message, plural

log = logging.getLogger(__name__)

STAGE = Message("Checking the stored files")


@dataclass(frozen=True, slots=True)
class Problem:
    """A disagreement, and its repair if there is one; equal repairs are carried out once."""

    text: Message
    mend: Callable[[Reporter], object] | None = None


@dataclass(frozen=True, slots=True)
class LibraryParts:
    paths: LibraryPaths
    catalogue: Database
    lexical: LexicalIndex
    meaning: EmbeddingIndexer
    families: Families
    graph: Graph
    lock: ProcessLock  # The lock that is held for each change of catalogue and indexes


class Health:
    """The health checks of one library. Any thread; one check at a time."""

    def __init__(
        self,
        parts: LibraryParts,
        adding: ProcessLock,
        keep: Callable[[], set[str]],
        read_again: Callable[[Document, Reporter], object],
        today: Callable[[], date] = date.today,
    ) -> None:
        """``adding`` is held while files are added, and ``keep`` gives the hashes of files that wait.
        ``read_again`` reads a document from its original, reading copy included."""
        self._parts, self._today = parts, today
        self._paths, self._catalogue, self._lock = parts.paths, parts.catalogue, parts.lock
        self._adding, self._keep, self._read_again = adding, keep, read_again
        self._private_folders = parts.paths.root, data_folder()  # with logs and settings

    def check(self, reporter: Reporter, *, repair: bool = False, thorough: bool = False) -> HealthReport:
        """Compare everything with the catalogue; with ``repair`` repair what can be repaired.

        ``thorough`` reads every file, text and vector and compares its hash: minutes for a large library. A
        repair embeds passages whose vectors were lost. Raises Cancelled and StoreError.
        """
        problems = left = list(self._problems(reporter, thorough))
        if repair:
            mends = dict.fromkeys(problem.mend for problem in problems if problem.mend)
            for mend in mends:
                reporter.check()
                mend(reporter)
            disks.close_to_others(self._private_folders)
            self.sweep(reporter)
            if mends:
                left = list(self._problems(reporter, thorough))
        with suppress(StoreReadOnly):  # a read-only library can be checked, too
            note(self._catalogue, LAST_CHECK)
        texts = [problem.text for problem in left]
        mended = [problem.text for problem in problems if problem.text not in texts]
        document_count, passage_count = document_rows.totals(self._catalogue)
        return HealthReport(
            documents=document_count,
            passages=passage_count,
            lexical_passages=self._parts.lexical.id_totals().count,
            dense_passages=len(self._parts.meaning.ids()),
            waiting_for_meaning=self._parts.meaning.waiting(),
            problems=tuple(texts),
            repaired=tuple(Message("Repaired: {text}", text=text) for text in mended),
            annotation_gaps=len(library_facts.annotation_gaps(self._catalogue)),
            future_dates=len(document_rows.with_future_dates(self._catalogue, self._today())),
        )

    def _problems(self, reporter: Reporter, thorough: bool) -> Iterator[Problem]:
        parts, catalogue = self._parts, self._catalogue
        for line in catalogue.faults():
            yield Problem(Message("The catalogue is damaged: {line}.", line=line))
        known = passage_rows.all_ids(catalogue, searchable_only=True)
        # Rows that damage or another program left without what they belong to.
        if orphans := catalogue.count_orphans():
            text = plural(
                orphans,
                "1 entry of the catalogue belongs to no document.",
                "{number} entries of the catalogue belong to no document.",
            )
            yield Problem(text, self._drop_orphans)
        yield from self._document_problems(thorough, reporter)
        yield from self._unknown_file_problems()
        yield from self._word_problems(known, thorough)
        yield from self._vector_problems(known, thorough, reporter)
        if unread := len(parts.graph.unread()):
            text = plural(
                unread,
                "It is not known yet which authorities 1 document cites.",
                "It is not known yet which authorities {number} documents cite.",
            )
            yield Problem(text, lambda reporter: parts.graph.catch_up(self._lock, reporter.check))
        # The catalogue's note alone says that a removal is not finished: the lexical index also marks
        # passages as deleted whose document is there, with another caption.
        if library_facts.deleted(catalogue) is not None:
            text = Message("Words of documents that were removed may still be in the library’s files.")
            yield Problem(text, self.sweep)
        if exposed := len(disks.open_to_others(self._private_folders)):
            text = plural(
                exposed,
                "Other users of this computer can open 1 file or folder.",
                "Other users of this computer can open {number} files and folders.",
            )
            yield Problem(text, lambda _: disks.close_to_others(self._private_folders))

    def _document_problems(self, thorough: bool, reporter: Reporter) -> Iterator[Problem]:
        """Yield what is wrong with the files of documents; ``thorough`` reads every file and all texts."""
        total, _ = document_rows.totals(self._catalogue)
        for done, document in enumerate(document_rows.iterate(self._catalogue)):
            reporter.check()
            reporter.progress(STAGE, done, max(done, total))  # some may be added meanwhile
            named = Message("“{title}” (document {id})", title=document.title, id=document.id)
            if text := self._original_problem(document, named, thorough):
                yield Problem(text)
            copy = self._paths.reading_copy(document.sha256)
            if document.has_reading_copy and not (copy.is_file() and copy.stat().st_size):
                text = Message("The searchable copy of {named} is missing. Add the file again.", named=named)
                yield Problem(text, partial(self._read_again, document))
            if thorough and not self._is_intact(document):
                text = Message(
                    "What is shown of {named} was changed or damaged. Mend it, or restore the library "
                    "from a backup.",
                    named=named,
                )
                yield Problem(text, partial(self._mend, document, named))

    def _original_problem(self, document: Document, named: Message, thorough: bool) -> Message | None:
        path = self._paths.original(document.sha256, document.suffix)
        if not path.is_file():
            if self._stayed_at_office(document):
                return None
            return Message("The stored file of {named} is missing. Add the file again.", named=named)
        is_of_size = path.stat().st_size == document.size
        if is_of_size and not (thorough and files.hash_file(path) != document.sha256):
            return None
        return Message(
            "The stored file of {named} was changed or damaged. Add the file again, or restore "
            "the library from a backup.",
            named=named,
        )

    def _stayed_at_office(self, document: Document) -> bool:
        """Tell whether the original of a document was not taken along, only the PDF that is read."""
        return document.has_reading_copy and library_folder.offline_lease(self._paths.root) is not None

    def _is_intact(self, document: Document) -> bool:
        """Tell whether text and reading copy of a document are what was stored."""
        if self._is_as_stored(document):
            return True
        try:
            with self._lock():  # while it is held, nobody stores the document, or removes it
                return self._is_as_stored(document) or not document_rows.get_many(
                    self._catalogue, [document.id]
                )
        except StoreReadOnly:  # nobody stores anything in a library that is only read
            return False

    def _is_as_stored(self, document: Document) -> bool:
        """Tell whether text and reading copy match the checksum. A missing copy is reported separately."""
        fit = checksums.fit(self._catalogue, document.id)
        return fit.intact and self._hash_of_copy(document) in ("", fit.copy)

    def _hash_of_copy(self, document: Document) -> str:
        path = self._paths.reading_copy(document.sha256)
        return files.hash_file(path) if document.has_reading_copy and path.is_file() else ""

    def _mend(self, document: Document, named: Message, reporter: Reporter) -> None:
        """Repair the entry and read the document again, but never from a damaged original or reading copy.

        The reading copy of a protected file would otherwise be read. A spoiled one comes back where the file
        cannot be read.
        """
        with self._lock():
            checksums.mend_entry(self._catalogue, document.id)
        mended = document_rows.get(self._catalogue, document.id)
        if self._stayed_at_office(mended) or self._original_problem(mended, named, thorough=True):
            return
        copy, aside = self._paths.reading_copy(mended.sha256), self._paths.work / f"{mended.sha256}.pdf"
        fit = checksums.fit(self._catalogue, mended.id)
        spoiled = self._hash_of_copy(mended) not in ("", fit.copy)
        if spoiled:
            files.publish_file(copy, aside)
        try:
            self._read_again(mended, reporter)
        finally:
            if spoiled and not copy.exists():
                files.publish_file(aside, copy)
            aside.unlink(missing_ok=True)

    def _unknown_file_problems(self) -> Iterator[Problem]:
        ours, foreign = self._unknown_files()
        if ours:
            text = plural(
                len(ours),
                "One file of the library belongs to no document.",
                "{number:,} files of the library belong to no document.",
            )
            yield Problem(text, self.delete_unknown_files)
        if foreign:
            text = plural(
                len(foreign),
                "The library holds one file that BriefBank did not put there. "
                "Move what you need to another folder.",
                "The library holds {number:,} files that BriefBank did not put there. "
                "Move what you need to another folder.",
            )
            yield Problem(text)

    def _unknown_files(self) -> tuple[list[Path], list[Path]]:
        """Return files without a document: BriefBank's own, and others.

        The questions are asked in this order, because a file that is added meanwhile goes from the folder to
        the waiting files and from these to the documents.
        """
        present = [*_listing(self._paths.files), *_listing(self._paths.reading)]
        written = _listing(self._paths.summaries)
        needed = self._keep() | checksums.disputed_hashes(self._catalogue)
        known: set[Path] = set()
        for document in document_rows.iterate(self._catalogue):
            known.add(self._paths.original(document.sha256, document.suffix))
            if document.has_reading_copy:
                known.add(self._paths.reading_copy(document.sha256))
        unknown = [path for path in present if path not in known and path.stem not in needed]
        unknown += cache.find_orphans(written, document_rows.hashes(self._catalogue))
        ours = [path for path in unknown if OURS.fullmatch(path.name)]
        return ours, [path for path in unknown if path not in ours]

    def delete_unknown_files(self, _: Reporter) -> bool:
        """Delete copies without a document. Raises StoreError. Does nothing, and returns False, while files
        are added: a copy that is there already may be needed again a moment later."""
        try:
            with self._adding():
                for path in self._unknown_files()[0]:
                    path.unlink(missing_ok=True)
        except StoreBusy:
            return False
        except OSError as error:
            raise files.store_error(error) from error
        return True

    def _drop_orphans(self, reporter: Reporter) -> None:
        with self._lock():
            schema.drop_orphans(self._catalogue)
        self.rebuild_words(reporter)
        self._parts.graph.rebuild(self._lock, reporter.check)

    def _word_problems(self, known: Set[int], thorough: bool) -> list[Problem]:
        try:
            texts = compare_words(known, self._parts.lexical.ids())
            whole = not thorough or self._parts.lexical.intact()
        except IndexFault:
            texts, whole = [], False
        if not whole:
            texts.append(Message("The index of words was changed or damaged."))
        if caption_rows.unindexed(self._catalogue):
            texts.append(
                Message("The word index does not know yet what was corrected in a document’s caption.")
            )
        return [Problem(text, self.rebuild_words) for text in texts]

    def _vector_problems(self, known: Set[int], thorough: bool, reporter: Reporter) -> Sequence[Problem]:
        """Compare the vectors with the catalogue. Without a model nothing can be compared, and nothing is
        lost: then that is the only problem."""
        meaning = self._parts.meaning
        if trouble := meaning.trouble():
            return [Problem(trouble)]
        number = meaning.disagreement(known)
        texts = sentences(number.lost, number.left_over, Message("meaning"))
        if thorough and (altered := 0 if texts else meaning.altered(known, reporter)):
            texts.append(
                Message(
                    "The index of meaning was changed or damaged for {passages}.", passages=passages(altered)
                )
            )
        if number.unmarked:
            texts.append(Message("The index of meaning is ahead of the catalogue."))
        return [Problem(text, meaning.rebuild) for text in texts]

    def close_doors(self) -> None:
        """Close the library and the user's own data to others, at opening."""
        disks.close_doors(self._private_folders)

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Rebuild both indexes and the graph of authorities from the catalogue; embeddings that still fit are
        used again. Raises Cancelled, StoreError, and BriefBankError when there is no model."""
        self.rebuild_words(reporter)
        self._parts.graph.rebuild(self._lock, reporter.check)
        self._parts.meaning.rebuild(reporter)
        return self.check(reporter)

    def rebuild_words(self, reporter: Reporter) -> None:
        """Rebuild the lexical index: seconds for a thousand documents. Raises Cancelled and StoreError."""
        documents.rebuild_words(self._parts.lexical, self._catalogue, self._lock, reporter)

    def sweep(self, reporter: Reporter) -> None:
        """Overwrite the text of removed documents on the disk. Quick when there is none; once after many. The
        note is withdrawn under the lock, so that no removal by another program comes in between."""
        if library_facts.deleted(self._catalogue) is None:
            return
        with self._lock():
            reporter.progress(Message("Overwriting what was removed"), 0, 0)
            self._parts.lexical.purge(partial(document_rows.iterate_with_passages, self._catalogue))
            if self._parts.lexical.holds_deleted():
                self.rebuild_words(reporter)
            if self._parts.lexical.clear_leftovers():  # otherwise the note stays for another day
                library_facts.erase(self._catalogue)


def _listing(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
