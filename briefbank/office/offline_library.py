"""The library that is an offline copy: takes documents of an office in, and says what was done in it since.

Files come first, then rows, then words, then vectors. Each document is whole or not there after an
interruption; what an interruption left out of the indexes is added by the next opening, and missing vectors
by the next exchange."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank import files
from briefbank.catalogue import document_rows, good_law_rows, library_facts
from briefbank.catalogue.good_law_rows import ListChange
from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.documents import Document
from briefbank.domain.office import OfflineMark
from briefbank.domain.searches import StoredFeedback
from briefbank.errors import StoreBusy, StoreDamaged
from briefbank.jobs import Reporter
from briefbank.maintenance import documents
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.office.document_feed import SIGNATURE
from briefbank.office.feed import FeedDocument, FeedVectors, OfficeLists, OfflineCorrection
from briefbank.office.offline_rows import Arrived, OfflineRows, Stored
from briefbank.storage.lease import ProcessLock, hold
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

BUSY = Message("Another BriefBank is exchanging these documents with the office, or adding files to them.")
BUSY_REMEDY = Message("Wait until it has finished.")
_LINES = "offline_lines"
"""The fact with the lines of the list of good law that the office gave, as hashes."""
_THESAURUS = "offline_thesaurus"
"""The fact with the hash of the office's related words, empty where it gave none."""
_LIBRARY_ID = "library_id"
_BLOCK = 1 << 20
_WORDS_OF_PASSAGES = 5_000
"""The passages after which words come into the index, in one change: each change writes files of its own.
They wait in memory, some thirty megabytes."""
_LONGEST = 1.001
"""The length of a vector: one, and what rounding adds."""


@dataclass(frozen=True, slots=True)
class ArrivedPdf:
    """The PDF of a document on its way."""

    draft: Path
    """Where its bytes are being collected; an interruption leaves them there."""
    target: Path
    expected: str
    """The hash that it must have; empty where the office does not know it."""

    def is_here(self) -> bool:
        """Tell whether the offline copy has it already. Raises StoreError."""
        try:
            return bool(self.expected) and self.target.is_file() and _hash(self.target) == self.expected
        except OSError as error:
            raise files.store_error(error) from error


@dataclass(frozen=True, slots=True)
class _GivenVectors:
    """Vectors that came from the office, by the hash of the embedded text."""

    known: Mapping[str, NDArray[np.float32]]

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        return {key: self.known[key] for key in hashes if key in self.known}


class OfflineLibrary:
    """The offline copy's side of the feed. One thread."""

    def __init__(self, parts: LibraryParts, health: Health, adding: ProcessLock) -> None:
        """``adding`` is the lock that is held while files are added."""
        self._parts, self._health, self._adding = parts, health, adding
        self._rows = OfflineRows(parts.catalogue)
        self._without_words: list[Stored] = []

    @contextmanager
    def exchange(self) -> Iterator[None]:
        """Hold the offline copy for one exchange. Raises StoreBusy while another goes on, or files are
        added."""
        with hold(self._adding(), StoreBusy(BUSY, BUSY_REMEDY)):
            yield

    def stamps(self) -> dict[str, str]:
        """Return the documents of the office by hash, each with the stamp of its state."""
        return self._rows.stamps()

    def own(self) -> list[tuple[Document, Path]]:
        """Return the documents that were added here and that the office lacks, with their files."""
        return [
            (document, self._parts.paths.original(document.sha256, document.suffix))
            for document in self._rows.own()
        ]

    def corrections(self) -> list[OfflineCorrection]:
        return self._rows.corrections()

    def marks(self) -> list[OfflineMark]:
        return self._rows.changed_marks()

    def unsent(self) -> int:
        """Return how many marks, corrections and new files the office lacks."""
        return len(self.own()) + len(self.corrections()) + len(self.marks())

    def note_sent(self, sent: Document | OfflineCorrection | OfflineMark) -> None:
        """Note that the office took something."""
        if isinstance(sent, Document):
            self._rows.note_sent(sent.sha256)
        elif isinstance(sent, OfflineCorrection):
            self._rows.note_corrected(sent)
        else:
            self._rows.note_marked(sent)

    def title_of(self, sha256: str) -> str:
        """Return the title of a document; empty where it is not here."""
        document = document_rows.find_by_hash(self._parts.catalogue, sha256)
        return document.title if document else ""

    def pdf_of(self, untrusted: FeedDocument, sha256: str) -> ArrivedPdf | None:
        """Return where the PDF of a document that was asked for belongs; None for one without. Raises
        StoreDamaged."""
        if untrusted.sha256 != sha256:
            raise StoreDamaged(detail="feed: another document")
        arrived = Arrived(sha256, "", untrusted.rows, "")
        if (expected := arrived.expected_pdf) is None:
            return None
        paths = self._parts.paths
        copy = arrived.has_reading_copy
        target = paths.reading_copy(sha256) if copy else paths.original(sha256, ".pdf")
        return ArrivedPdf(paths.work / sha256, target, expected)

    def keep_pdfs(self, pdfs: Collection[ArrivedPdf]) -> dict[Path, str]:
        """Put PDFs that arrived whole in their places; return the hash of each that is as it should be.
        Others are deleted. Raises StoreError."""
        hashes, sound = dict[Path, str](), dict[Path, Path]()
        try:
            for pdf in pdfs:
                sha256 = _hash(pdf.draft)
                if sha256 == (pdf.expected or sha256):
                    hashes[pdf.target], sound[pdf.draft] = sha256, pdf.target
                else:
                    pdf.draft.unlink()
        except OSError as error:
            raise files.store_error(error) from error
        files.publish_files(sound)
        return hashes

    def store(self, arrived: Sequence[Arrived]) -> list[str]:
        """Store documents whose files are here; return the hashes of those that were not as they should be.
        Their words follow, many at once: the next opening adds those that an interruption left out. Raises
        StoreError."""
        plain = [
            replace(document, rows={n: r for n, r in document.rows.items() if n != SIGNATURE})
            for document in arrived
        ]
        with self._parts.lock():
            stored, refused = self._rows.store(plain)
            for document in stored:
                if document.replaced is not None:
                    self._parts.families.removed(document.replaced)
            signatures = {document.sha256: _signature(document) for document in arrived}
            self._parts.families.sign({document.id: signatures[document.sha256] for document in stored})
        self._without_words += stored
        if sum(len(document.passages) for document in self._without_words) >= _WORDS_OF_PASSAGES:
            self._index_words()
        return refused

    def _index_words(self) -> None:
        """Bring the words of what was stored into the index, in one change, and its authorities into the
        graph."""
        stored, self._without_words = self._without_words, []
        if not stored:
            return
        with self._parts.lock():
            present = document_rows.get_many(self._parts.catalogue, (document.id for document in stored))
            read = [
                (present[document.id], document.passages) for document in stored if document.id in present
            ]
            with self._parts.lexical.batch() as change:
                for new in stored:
                    if new.replaced is not None:
                        change.remove(new.replaced.id)
                for document, passages in read:
                    change.add(document, passages)
            self._parts.graph.update_all(read)

    def remove_all_but(self, given: Collection[str], reporter: Reporter) -> int:
        """Delete the documents of the office but those that it gives now, and all that was done with them
        here; return how many. Raises StoreError."""
        return documents.remove_of_office(self._parts, self._health, given, reporter)

    def lacking_vectors(self) -> list[str]:
        """Return the documents of the office that cannot be searched by meaning yet, by hash. Raises
        BriefBankError where there is no model."""
        pending = dict(self._parts.meaning.pending())
        documents_by_id = document_rows.get_many(self._parts.catalogue, pending)
        stamps = self._rows.stamps()
        return [document.sha256 for document in documents_by_id.values() if document.sha256 in stamps]

    def encoder_name(self) -> str:
        return self._parts.meaning.encoder().name

    def add_vectors(self, untrusted: FeedVectors, hashes: Collection[str], reporter: Reporter) -> None:
        """Store the vectors of documents. Raises StoreDamaged for what no model makes, and as ``add_known``
        does."""
        if not untrusted.hashes:
            return
        size = 4 * self._parts.meaning.encoder().dimensions * len(untrusted.hashes)
        if len(untrusted.matrix) != size:
            raise StoreDamaged(detail="feed: vectors")
        matrix = np.frombuffer(untrusted.matrix, "<f4").reshape(len(untrusted.hashes), -1)
        if not (np.linalg.norm(matrix, axis=1) <= _LONGEST).all():  # nor is a number that is none
            raise StoreDamaged(detail="feed: vectors")
        known = _GivenVectors(dict(zip(untrusted.hashes, matrix, strict=True)))
        ids = {
            document.id for document in document_rows.find_by_hashes(self._parts.catalogue, hashes).values()
        }
        self._parts.meaning.add_known(known, reporter, ids)

    def finish_vectors(self, reporter: Reporter) -> None:
        """Tidy up after the last of ``add_vectors``. Raises BriefBankError."""
        self._parts.meaning.finish_known(reporter)

    def take_marks(self, marks: Sequence[StoredFeedback]) -> None:
        self._rows.take_marks(marks)

    def take_lists(self, lists: OfficeLists, library_id: str) -> None:
        """Put the office's lists in the place of those that it gave before; lines that were entered here
        stay. A person's own lists are those on the office's library. Raises StoreError."""
        catalogue = self._parts.catalogue
        before = set(library_facts.get(catalogue, _LINES).split())
        theirs = [replace(entry, id=0) for entry in lists.good_law]

        def change(here: list[GoodLawEntry]) -> ListChange:
            known = {replace(entry, id=0) for entry in here}
            given = ((entry.id, replace(entry, id=0)) for entry in here)
            gone = (id_ for id_, line in given if _line(line) in before and line not in theirs)
            return ListChange(put=tuple(line for line in theirs if line not in known), remove=tuple(gone))

        good_law_rows.change(catalogue, change)
        library_facts.put(catalogue, _LINES, " ".join(map(_line, theirs)))
        if library_facts.get(catalogue, _LIBRARY_ID) != library_id:
            library_facts.put(catalogue, _LIBRARY_ID, library_id)
        self._take_thesaurus(lists.thesaurus.encode("utf-8", "replace"))

    def _take_thesaurus(self, content: bytes) -> None:
        catalogue, path = self._parts.catalogue, self._parts.paths.thesaurus
        try:
            if content:
                files.write_atomically(path, content)
            elif path.is_file() and _hash(path) == library_facts.get(catalogue, _THESAURUS):
                path.unlink()
            given = _hash(path) if content else ""
        except OSError as error:
            raise files.store_error(error) from error
        library_facts.put(catalogue, _THESAURUS, given)

    def finish(self, reporter: Reporter) -> None:
        """Delete what is left of documents that were replaced or did not come whole, and bring families and
        the graph of authorities up to date. Raises StoreError and Cancelled."""
        self._index_words()
        documents.finish(self._parts, self._health, reporter)
        self._health.delete_unknown_files(reporter)
        documents.note_words_agree(self._parts.lexical, self._parts.catalogue)
        self._parts.families.catch_up(self._parts.lock, reporter.check)
        self._parts.graph.catch_up(self._parts.lock, reporter.check)


def _signature(arrived: Arrived) -> tuple[str, bytes]:
    """Return scheme and minima of a document's signature as they came; empty ones where there is none."""
    scheme, minima = (*arrived.rows.get(SIGNATURE, ()), ("", b""))[0][:2]
    return str(scheme), minima if isinstance(minima, bytes) else b""


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return files.hash_blocks(partial(file.read, _BLOCK))


def _line(entry: GoodLawEntry) -> str:
    return text_hash(repr(entry))
