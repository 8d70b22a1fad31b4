"""Brings the library of one computer into that of an office.

Nothing is read, recognised or embedded again: files and rows are copied as they are, and vectors are found by
the hashes of their words. Each portion of documents is stored whole or not at all, so that a move that was
stopped continues where it was. What stands in both libraries stays as the office has it. The library that is
brought in is not changed, and each of its documents is compared with its checksum first: what was altered
there is left out and named.
"""

from __future__ import annotations

import hashlib
import logging
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from briefbank import files
from briefbank.audit.audit import AuditLog, whole_lines
from briefbank.catalogue import checksums, document_rows, feedback_rows, law_rows, library_facts, passage_rows
from briefbank.catalogue.database import upsert
from briefbank.catalogue.law_rows import ListChange
from briefbank.catalogue.schema import BY_NAME
from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, Cancelled, FileAway, StoreDamaged, StoreError
from briefbank.jobs import Reporter
from briefbank.maintenance.health import LibraryParts
from briefbank.office.offline_feed import DOCUMENT, LARGEST_THESAURUS, TABLES, portions
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

STAGE = Message("Bringing in documents")
_DOCUMENT, _RECOGNISED, _ATTACHMENT = (BY_NAME[name] for name in (DOCUMENT, "recognised", "attachment"))
_ATTACHED = select(_DOCUMENT.c.sha256, _ATTACHMENT.c.container).join(
    _ATTACHMENT, _ATTACHMENT.c.document_id == _DOCUMENT.c.id
)
_SAME = select(_DOCUMENT.c.id).where(_DOCUMENT.c.sha256 == bindparam("contents"))
_ADD_DOCUMENT = insert(_DOCUMENT).returning(_DOCUMENT.c.id)


@dataclass(frozen=True, slots=True)
class MoveReport:
    documents: int
    already_here: int
    marks: int  # The feedback that is new or newer than the office's
    lines: int  # The lines of the good-law list that the office did not have
    seconds: float
    problems: tuple[Message, ...] = ()  # Sentences on what was left out


class MoveToOffice:
    """The move of one library into another one. One thread."""

    def __init__(self, office: LibraryParts, adding: ProcessLock, audit: AuditLog) -> None:
        """Take ``adding``, the lock that is held while files are added to the office's library."""
        self._office, self._adding, self._audit = office, adding, audit

    def carry_out(self, incoming: LibraryParts, reporter: Reporter) -> MoveReport:
        """Bring in what the office's library lacks of ``incoming``, which is open.

        The graph of authorities and the families of versions follow when the library is brought up to date.
        Raises StoreBusy while files are added, StoreFull, StoreReadOnly, StoreError and Cancelled; what was
        brought in until then stays.
        """
        started, problems = time.monotonic(), list[Message]()
        office = self._office.catalogue
        with self._adding():
            # Both with the checks of each column's type, before anything is taken.
            given = feedback_rows.everything(incoming.catalogue)
            theirs = law_rows.list_entries(incoming.catalogue)
            known = document_rows.hashes(office)
            there = document_rows.iterate(incoming.catalogue)
            new = [document for document in there if document.sha256 not in known]
            sound = self._with_files(incoming, new, problems, reporter)
            moved = sum(self._store(incoming, portion) for portion in sound)
            marks, _ = feedback_rows.merge(office, given)
            lines = self._take_good_law(theirs, law_rows.decided_proposals(incoming.catalogue))
            self._take_attachments(incoming)
            self._take_thesaurus(incoming, problems)
            self._take_vectors(incoming, problems, reporter)
            self._take_record(incoming, moved, problems)
        return MoveReport(
            documents=moved,
            already_here=document_rows.totals(incoming.catalogue)[0] - len(new),
            marks=marks,
            lines=lines,
            seconds=time.monotonic() - started,
            problems=tuple(problems),
        )

    def _with_files(
        self,
        incoming: LibraryParts,
        documents: Sequence[Document],
        problems: list[Message],
        reporter: Reporter,
    ) -> Iterator[list[Document]]:
        """Yield the documents that are sound, in portions whose files are here."""
        done = 0
        for portion in portions(documents):
            sound = list[Document]()
            for document in portion:
                reporter.check()
                reporter.progress(STAGE, done, len(documents))
                done += 1
                if self._copy_files(incoming, document, reporter.check):
                    sound.append(document)
                else:
                    problems.append(
                        Message(
                            "“{title}” was left out: it is damaged there, or its file is missing.",
                            title=document.title,
                        )
                    )
            yield sound

    def _copy_files(self, incoming: LibraryParts, document: Document, check: Callable[[], None]) -> bool:
        """Copy original and reading copy of a document; False for one that does not fit its checksum, that
        has values which BriefBank does not write, or whose files are others or missing. Raises StoreFull,
        StoreReadOnly and StoreError."""
        theirs, ours = incoming.paths, self._office.paths
        sha256, suffix = document.sha256, document.suffix
        try:
            fit = checksums.fit(incoming.catalogue, document.id)
            if not fit.intact:
                raise StoreDamaged(detail="move: checksum")
            # Both with the checks of each column's type.
            document_rows.pages_of(incoming.catalogue, document.id)
            passage_rows.of_document(incoming.catalogue, document.id)
            self._copy(theirs.original(sha256, suffix), ours.original(sha256, suffix), sha256, check)
            if document.has_reading_copy:
                self._copy(theirs.reading_copy(sha256), ours.reading_copy(sha256), fit.copy, check)
        except (StoreDamaged, FileAway) as error:
            log.warning("not moved: %s", error.detail)
            return False
        return True

    def _copy(self, source: Path, target: Path, sha256: str, check: Callable[[], None]) -> None:
        """Copy a file and compare it with its hash, if that is known. One that a move before this one copied
        is kept."""
        try:
            original = files.open_regular(source)
        except OSError as error:
            raise FileAway(detail=f"move: errno {error.errno}") from error
        # An original and its reading copy have the same name in different folders.
        draft = self._office.paths.work / f"moved-{target.parent.name}-{target.name}"
        try:
            with original:
                if files.is_intact_copy(target, sha256, os.fstat(original.fileno()).st_size):
                    return
                with draft.open("wb") as copy:
                    copied = files.hash_blocks(partial(original.read, 1 << 20), copy.write, check=check)
            if copied != (sha256 or copied):
                raise StoreDamaged(detail="move: file")
            files.publish_file(draft, target)
        except OSError as error:
            raise files.store_error(error) from error
        finally:
            draft.unlink(missing_ok=True)

    def _store(self, incoming: LibraryParts, portion: list[Document]) -> int:
        """Store the rows of some documents, then their words; the next opening adds words that an
        interruption left out. Return how many there were."""
        with self._office.lock():
            office = self._office.catalogue
            with incoming.catalogue.reading() as source, office.writing() as target:
                copied = (_copy_document(source, target, document.id) for document in portion)
                ids = [id_ for id_ in copied if id_ is not None]
            with self._office.lexical.batch():
                for document, passages in document_rows.iterate_with_passages(office, ids):
                    self._office.lexical.add(document, passages)
        return len(ids)

    def _take_good_law(self, theirs: Sequence[GoodLawEntry], decided: Collection[str]) -> int:
        """Add the lines of the list that the office's does not have, and the proposals that were decided on;
        return how many lines."""
        added = 0

        def change(own: list[GoodLawEntry]) -> ListChange:
            nonlocal added
            known = {replace(line, id=0) for line in own}
            new = tuple(entry for line in theirs if (entry := replace(line, id=0)) not in known)
            added = len(new)
            return ListChange(put=new, decided=tuple(sorted(decided)))

        law_rows.change_list(self._office.catalogue, change)
        return added

    def _take_attachments(self, incoming: LibraryParts) -> None:
        """Note of documents that were here already to which mails and PDFs they are attached: who may not see
        these may not see them. What was altered there is left out."""
        with incoming.catalogue.reading() as source, self._office.catalogue.reading() as target:
            known = {(contents, container) for contents, container in target.execute(_ATTACHED)}
            hashes = {contents for (contents,) in target.execute(select(_DOCUMENT.c.sha256))}
            lacking = [
                (id_, contents, container)
                for contents, container, id_ in source.execute(_ATTACHED.add_columns(_DOCUMENT.c.id))
                if contents in hashes and (contents, container) not in known
            ]
        for id_, sha256, container in lacking:
            try:
                if checksums.fit(incoming.catalogue, id_).intact:
                    with self._office.lock():
                        document_rows.attach(self._office.catalogue, sha256, container)
            except StoreDamaged as error:
                log.warning("attachment not moved: %s", error.detail)

    def _take_record(self, incoming: LibraryParts, moved: int, problems: list[Message]) -> None:
        """Note the move, and keep the activity log of the library that was brought in whole, once."""
        try:
            record = whole_lines(incoming.paths.audit)
        except StoreError as error:
            log.warning("moved without the activity log: %s", error.detail)
            problems.append(Message("Its activity log was not taken: it cannot be read."))
            record = b""
        noted = f"record moved in {hashlib.blake2b(record, digest_size=16).hexdigest()}"
        if moved or not library_facts.get(self._office.catalogue, noted):
            self._audit.restored(moved, record, moved=True)
            library_facts.put(self._office.catalogue, noted, "1")

    def _take_thesaurus(self, incoming: LibraryParts, problems: list[Message]) -> None:
        """Take the thesaurus where the office has none of its own."""
        theirs, ours = incoming.paths.thesaurus, self._office.paths.thesaurus
        if not theirs.is_file():
            return
        try:
            untrusted = files.read_small(theirs, LARGEST_THESAURUS)
        except (OSError, ValueError):
            problems.append(Message("Its list of related words was not taken: it cannot be read."))
            return
        if not ours.exists():
            files.write_atomically(ours, untrusted)
        elif ours.read_bytes() != untrusted:
            refusal = Message("Its list of related words was not taken: the office has one of its own.")
            problems.append(refusal)

    def _take_vectors(self, incoming: LibraryParts, problems: list[Message], reporter: Reporter) -> None:
        """Take the vectors of the same model; others are made in the background."""
        try:
            model = incoming.meaning.active()
            if model is None or not self._office.meaning.waiting():
                return
            if model.name != self._office.meaning.encoder().name:
                problems.append(
                    Message("Search by meaning is prepared anew: its model is another one than the office’s.")
                )
                return
            self._office.meaning.add_known(model.dense, reporter)
        except Cancelled:
            raise
        except BriefBankError as error:
            log.warning("moved without vectors: %s", error.detail)
            problems.append(Message("Search by meaning has to be prepared again."))


def _copy_document(source: Connection, target: Connection, document_id: int) -> int | None:
    """Copy a document with its rows in TABLES, and what was recognised in it; return its id in the target.
    Return None for one that is there, or that the source no longer has."""
    document = source.execute(select(_DOCUMENT).where(_DOCUMENT.c.id == document_id)).mappings().first()
    if document is None or target.execute(_SAME, {"contents": document["sha256"]}).first() is not None:
        return None
    values = _without_id(document) | {"family": 0}
    new_id = int(target.execute(_ADD_DOCUMENT, values).scalar_one())
    for table in (table for name, table in TABLES.items() if name != DOCUMENT):
        rows = source.execute(select(table).where(table.c.document_id == document_id)).mappings()
        if new := [_without_id(row) | {"document_id": new_id} for row in rows]:
            target.execute(insert(table), new)
    recognised = select(_RECOGNISED).where(_RECOGNISED.c.sha256 == document["sha256"])
    if kept := [dict(row) for row in source.execute(recognised).mappings()]:
        target.execute(upsert(_RECOGNISED).on_conflict_do_nothing(), kept)
    return new_id


def _without_id(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"}
