"""What people put right in captions: their words understood, catalogue, word index and graph changed.

The catalogue comes first and notes that the others must follow, so that a stop between them is mended when
the library is next opened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date

from briefbank.catalogue.store import Catalogue
from briefbank.citator.graph import Graph
from briefbank.dates import whole_date
from briefbank.errors import CorrectionRefused, IndexFault, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.locks import ProcessLock
from briefbank.models import CaptionField, Document, Kind

log = logging.getLogger(__name__)

LONGEST = 2_000
"""Characters of a value; a caption with a hundred parties is shorter."""


class Corrections:
    """The corrections of one library. Any thread."""

    def __init__(self, catalogue: Catalogue, lexical: LexicalIndex, graph: Graph, lock: ProcessLock) -> None:
        self._catalogue, self._lexical, self._graph, self._lock = catalogue, lexical, graph, lock

    def correct(self, document_id: int, field: CaptionField, typed: str) -> Document:
        """Raises CorrectionRefused, NotInLibrary and StoreError."""
        value = understood(field, typed)
        return self._change(lambda: self._catalogue.correct(document_id, field, value))

    def uncorrect(self, document_id: int, field: CaptionField) -> Document:
        """Raises NotInLibrary and StoreError."""
        return self._change(lambda: self._catalogue.uncorrect(document_id, field))

    def _change(self, change: Callable[[], Document]) -> Document:
        """The correction is kept whatever happens to index and graph."""
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


def understood(field: CaptionField, typed: str) -> str:
    """The value that is kept for what a person typed; empty: the document says nothing.

    Raises CorrectionRefused.
    """
    value = " ".join(typed.split())
    if len(value) > LONGEST:
        raise CorrectionRefused(f"This is longer than {LONGEST} characters.", "Type what is to be shown.")
    if field is CaptionField.FILED:
        return _day(value).isoformat() if value else ""
    return _kind(value).value if field is CaptionField.KIND else value


def _day(typed: str) -> date:
    day = whole_date(typed)
    if day is None:
        raise CorrectionRefused(f"“{typed}” is not a date.", "Write it as March 5, 2021 or 2021-03-05.")
    return day


def _kind(typed: str) -> Kind:
    try:
        return Kind(typed.casefold() or Kind.OTHER)
    except ValueError:
        kinds = ", ".join(kind.value for kind in Kind)
        raise CorrectionRefused(
            f"“{typed}” is not a kind of document that BriefBank knows.", f"It is one of: {kinds}."
        ) from None
