"""Proves that a backup can be restored: compares a library that was restored from it with all that it holds.

The library is a new one that nobody uses, so that nothing of the office's own is touched. Rows and vectors
are compared value by value; files, and the index of words, which a restore makes anew, by a thorough check.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

import numpy as np

from briefbank import files
from briefbank.api.library import LibraryApi
from briefbank.catalogue import document_rows, passage_rows, transfer
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.maintenance import DrillReport
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.dense import marked_as
from briefbank.errors import BriefBankError
from briefbank.jobs import Reporter
from briefbank.maintenance import backup_sets
from briefbank.maintenance.backup_sets import Manifest
from briefbank.maintenance.health import LibraryParts
from briefbank.maintenance.restore import Staging
from briefbank.maintenance.saved_vectors import SavedVectors, encoder_of
from briefbank.storage.lease import clear_left, private_folder
from briefbank.text.messages import Message

COMPARING = Message("Comparing with the backup")
SEARCHES = 20
"""The searches that are made, for documents spread over the library."""
WORDS = 8
"""The words of each, in a row."""
_FOLDER = "briefbank-drill-"
_OWN = frozenset({"state", "embedded", "recaptioned"})
"""Tables that a restore writes itself: small facts, and marks of vectors and words, which are compared
themselves."""


@contextmanager
def drill_folder(parent: Path) -> Iterator[Path]:
    """Make a new folder in ``parent``, and delete it afterwards; those of drills that were killed go first.
    Raises StoreError."""
    try:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise files.store_error(error) from error
    clear_left(parent, _FOLDER)
    with private_folder(parent, _FOLDER) as folder:
        yield folder


class Drill:
    """The comparison of one restored library with the backup. One thread."""

    def __init__(self, backup: Path, library: LibraryApi, parts: LibraryParts, scratch: Path) -> None:
        """``library`` was restored from ``backup`` and has these ``parts``; ``scratch`` is an empty folder
        for a copy of the backup's catalogue."""
        self._backup, self._library, self._parts = backup, library, parts
        self._scratch, self._staging = scratch, Staging(scratch)

    def compare(self, reporter: Reporter) -> DrillReport:
        """Return how much was compared, and a sentence on each difference. Raises StoreError and
        Cancelled."""
        started, whole = time.monotonic(), backup_sets.read(self._backup)
        reporter.progress(COMPARING, 0, 0)
        self._staging.take_catalogue(self._backup, whole.catalogue, reporter.check)
        with closing(open_catalogue(self._staging.catalogue, create=False)) as backed_up:
            rows, problems = self._rows(backed_up, reporter)
            vectors, wrong = self._vectors(whole, backed_up, reporter)
        self._staging.clear()
        problems += wrong
        searches, wrong = self._searches(reporter)
        problems += wrong
        # A backup that was made just after a crash has documents that the next start would have finished.
        self._parts.families.catch_up(self._parts.lock, reporter.check)
        self._parts.graph.catch_up(self._parts.lock, reporter.check)
        health = self._library.maintenance.check(False, reporter, thorough=True)
        problems += [*health.problems, *self._library.audit.verify()]
        return DrillReport(
            made=datetime.fromisoformat(whole.made),
            documents=health.documents,
            passages=health.passages,
            files=len(whole.originals) + len(whole.reading),
            rows=rows,
            vectors=vectors,
            searches=searches,
            seconds=time.monotonic() - started,
            problems=tuple(problems),
        )

    def _rows(self, backed_up: Database, reporter: Reporter) -> tuple[int, list[Message]]:
        """Compare each table with the backup's; return the number of rows, and what differs."""
        expected = transfer.digests(backed_up, _OWN, reporter.check)
        restored = transfer.digests(self._parts.catalogue, _OWN, reporter.check)
        differing = [name for name, rows in expected.items() if restored[name] != rows]
        said = [Message("The rows of “{name}” are not those of the backup.", name=name) for name in differing]
        return sum(rows for rows, _ in expected.values()), said

    def _vectors(self, whole: Manifest, backed_up: Database, reporter: Reporter) -> tuple[int, list[Message]]:
        """Compare each vector with the backup's; return their number, and what differs. No more passages may
        lack theirs than when the backup was made."""
        if not whole.vectors:
            return 0, []
        paths = [self._backup / item.name for item in whole.vectors]
        try:
            made_by, model = encoder_of(paths[0]), self._parts.meaning.active()
        except (BriefBankError, OSError, ValueError):
            return 0, [
                Message("Search by meaning has to be prepared again after a restore on this computer.")
            ]
        if model is None or model.name != made_by:
            return 0, [
                Message("Search by meaning was prepared with a model that this computer does not use.")
            ]
        lacking, lacked = (
            passage_rows.count_without_vector(catalogue, marked_as(made_by))
            for catalogue in (self._parts.catalogue, backed_up)
        )
        compared, same = 0, lacking <= lacked
        saved = SavedVectors(paths, made_by, model.encoder.dimensions, self._scratch / "places")
        with closing(saved):
            for hashes, matrix in model.dense.contents():
                reporter.check()
                expected = saved.vectors_by_hash(hashes)
                compared += len(hashes)
                same &= all(
                    key in expected and np.array_equal(expected[key], vector)
                    for key, vector in zip(hashes, matrix, strict=True)
                )
        return compared, [] if same else [Message("The vectors are not those of the backup.")]

    def _searches(self, reporter: Reporter) -> tuple[int, list[Message]]:
        """Search for words of documents, and return how often, and what was not found."""
        missed = made = 0
        for passage in self._searched(reporter):
            words = " ".join(passage.text.split()[:WORDS]).replace('"', " ")
            answer = self._library.search(SearchRequest(f'"{words}"', words_only=True, limit=50))
            made += 1
            missed += not answer.hits
        return made, [
            Message("{missed} of {made} searches found nothing.", missed=missed, made=made)
        ] if missed else []

    def _searched(self, reporter: Reporter) -> Iterator[Passage]:
        """Yield a passage of each of some documents."""
        ids = sorted(document.id for document in document_rows.iterate(self._parts.catalogue))
        for id_ in ids[:: max(1, len(ids) // SEARCHES)][:SEARCHES]:
            reporter.check()
            passages = passage_rows.of_document(self._parts.catalogue, id_)
            searched = (passage for passage in passages if passage.role not in UNSEARCHED_ROLES)
            yield from islice((passage for passage in searched if len(passage.text.split()) >= WORDS), 1)
