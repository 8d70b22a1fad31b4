"""The days whose law a search asks for: a day that was set, a brief's own, one that the text names, or today.

A day that was set, or a brief's, asks for the whole library as it was: what was filed later is set apart too.
A day in the text is weaker, because it was read out of plain words: it chooses among the versions of
provisions and directives, and leaves briefs alone. Today does the same where nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from briefbank.errors import NotInLibrary, QueryError
from briefbank.models import SearchRequest
from briefbank.search.channels import Store
from briefbank.search.query import ParsedQuery


class Said(Enum):
    """Where the days come from."""

    NOWHERE = "nowhere"
    IN_TEXT = "in the text"
    BESIDE = "beside the text"


@dataclass(frozen=True, slots=True)
class Days:
    """Both inclusive."""

    first: date
    last: date
    said: Said

    @property
    def asked(self) -> bool:
        """Whether anybody named them."""
        return self.said is not Said.NOWHERE

    @property
    def sets_apart_later(self) -> bool:
        """Whether what was filed after them is set apart."""
        return self.said is Said.BESIDE


def days_of(request: SearchRequest, parsed: ParsedQuery, store: Store, today: date) -> Days:
    """Raises NotInLibrary and QueryError for a brief that is gone or has no filing date."""
    if request.as_of is not None:
        return Days(request.as_of, request.as_of, Said.BESIDE)
    if request.as_of_document:
        filed = _filed(request.as_of_document, store)
        return Days(filed, filed, Said.BESIDE)
    if parsed.law_day is not None:
        return Days(parsed.law_day.first, parsed.law_day.last, Said.IN_TEXT)
    return Days(today, today, Said.NOWHERE)


def _filed(document_id: int, store: Store) -> date:
    document = store.documents_by_id([document_id]).get(document_id)
    if document is None:
        raise NotInLibrary(detail=f"document {document_id}")
    if document.filed is None:
        raise QueryError(
            "No filing date is known for this brief, so the law of its day cannot be asked for.",
            "Put its filing date right, or name the day yourself.",
        )
    return document.filed
