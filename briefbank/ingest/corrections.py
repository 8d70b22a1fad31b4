"""Corrections of captions by people: parses their input and updates catalogue, word index and graph.

The catalogue comes first and records that the others must follow, so that a stop between them is repaired
when the library is next opened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext

from briefbank.catalogue.store import Catalogue
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.errors import CorrectionRefused, IndexFault, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.storage.locks import ProcessLock

log = logging.getLogger(__name__)

LONGEST = 2_000
"""The maximum characters of a value; a caption with a hundred parties is shorter."""


class Corrections:
    """The corrections of one library. Any thread."""

    def __init__(self, catalogue: Catalogue, lexical: LexicalIndex, graph: Graph, lock: ProcessLock) -> None:
        self._catalogue, self._lexical, self._graph, self._lock = catalogue, lexical, graph, lock

    def correct(self, document_id: int, field: CaptionField, typed: str) -> Document:
        """Correct a field of a caption. Raises CorrectionRefused, NotInLibrary and StoreError."""
        value = parse_correction(field, typed)
        return self._change(lambda: self._catalogue.correct(document_id, field, value))

    def uncorrect(self, document_id: int, field: CaptionField) -> Document:
        """Undo the correction of a field. Raises NotInLibrary and StoreError."""
        return self._change(lambda: self._catalogue.uncorrect(document_id, field))

    def _change(self, change: Callable[[], Document]) -> Document:
        """Make a change, which is kept even if index and graph fail."""
        with self._lock():
            document = change()
            try:
                self._index()
                self._graph.catch_up(nullcontext, lambda: None)
            except (StoreError, IndexFault) as error:
                log.warning("corrected, but not indexed yet: %s %s", type(error).__name__, error.detail)
        return document

    def _index(self) -> None:
        waiting = self._catalogue.documents_by_id(self._catalogue.recaptioned())
        if not waiting:
            return
        with self._lexical.batch():
            for document in waiting.values():
                self._lexical.add(document, self._catalogue.passages_of(document.id))
        self._catalogue.words_follow()


def parse_correction(field: CaptionField, typed: str) -> str:
    """Return the value to store for a person's input; empty: the document does not state it.

    Raises CorrectionRefused.
    """
    value = " ".join(typed.split())
    if len(value) > LONGEST:
        raise CorrectionRefused(f"This is longer than {LONGEST} characters.", "Type what is to be shown.")
    return field.definition.value_type.parse(value)
