"""Corrections of captions by people: parses their input and updates catalogue, word index and graph.

The catalogue comes first and records that the others must follow, so that a stop between them is repaired
when the library is next opened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import date

from briefbank.catalogue import caption_rows, document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.errors import CorrectionRefused, IndexFault, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter, Reporter
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

LONGEST = 2_000
"""The maximum characters of a value; a caption with a hundred parties is shorter."""


class Corrections:
    """The corrections of one library. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        lexical: LexicalIndex,
        graph: Graph,
        lock: ProcessLock,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._catalogue, self._lexical, self._graph, self._lock = catalogue, lexical, graph, lock
        self._today = today

    def correct(self, document_id: int, field: CaptionField, typed: str | None) -> Document:
        """Correct a field of a caption, or undo its correction for None. Raises CorrectionRefused,
        NotInLibrary and StoreError."""
        value = parse_correction(field, typed, self._today())
        with self._lock():
            document = document_rows.correct(self._catalogue, document_id, field, value)
            self._follow(QuietReporter())
        return document

    def correct_many(
        self, ids: Sequence[int], field: CaptionField, typed: str | None, reporter: Reporter
    ) -> list[int]:
        """Do the same to documents, all or none of them; return those that are not in the library.

        Raises Cancelled, CorrectionRefused and StoreError. What is indexed afterwards is not cancelled.
        """
        value = parse_correction(field, typed, self._today())

        def at(done: int) -> None:
            reporter.check()
            reporter.progress(Message("Correcting"), done, len(ids))

        with self._lock():
            missing = document_rows.correct_many(self._catalogue, ids, field, value, at)
            self._follow(reporter)
        return missing

    def _follow(self, reporter: Reporter) -> None:
        """Update index and graph; the catalogue keeps its change even if they fail."""
        try:
            index_recaptioned(self._catalogue, self._lexical, reporter)
            reporter.progress(Message("Reading citations"), 0, 0)
            self._graph.catch_up(nullcontext, lambda: None)
        except (StoreError, IndexFault) as error:
            log.warning("corrected, but not indexed yet: %s %s", type(error).__name__, error.detail)


def index_recaptioned(catalogue: Database, lexical: LexicalIndex, reporter: Reporter) -> None:
    """Index the words of all documents whose caption or folder changed, in one commit. Under the library's
    lock. Raises StoreError and IndexFault."""
    waiting = document_rows.get_many(catalogue, caption_rows.unindexed(catalogue))
    if not waiting:
        return
    with lexical.batch():
        for done, document in enumerate(waiting.values()):
            reporter.progress(Message("Making it searchable"), done, len(waiting))
            lexical.add(document, passage_rows.of_document(catalogue, document.id))
    caption_rows.mark_all_indexed(catalogue)


def parse_correction(field: CaptionField, typed: str | None, today: date) -> str | None:
    """Return the value to store for a person's input; empty: the document does not state it; None for None.

    Raises CorrectionRefused.
    """
    if typed is None:
        return None
    value = " ".join(typed.split())
    if len(value) > LONGEST:
        raise CorrectionRefused(
            Message("This is longer than {longest} characters.", longest=LONGEST),
            Message("Type what is to be shown."),
        )
    return field.definition.value_type.parse(value, today)
