"""The days whose law a search asks for: a day that was set, a brief's own, one named in the text, or today.

A day that was set, or a brief's, asks for the whole library as it was: documents filed later are listed apart
too. A day in the text is weaker, because it was read out of plain words: it chooses among the versions of
provisions and directives, and leaves briefs alone. Today does the same where no day is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary, QueryError
from briefbank.search.dependencies import Store
from briefbank.search.query import ParsedQuery


class DaySource(Enum):
    """The source of the days."""

    NOWHERE = "nowhere"
    IN_TEXT = "in the text"
    BESIDE = "beside the text"


@dataclass(frozen=True, slots=True)
class Days:
    """The first and last of the days, both inclusive."""

    first: date
    last: date
    source: DaySource

    @property
    def asked(self) -> bool:
        """Tell whether the days were named."""
        return self.source is not DaySource.NOWHERE

    @property
    def sets_apart_later(self) -> bool:
        """Tell whether documents filed after them are listed apart."""
        return self.source is DaySource.BESIDE


def days_of(request: SearchRequest, parsed: ParsedQuery, store: Store, today: date) -> Days:
    """Return the days of a request. Raises NotInLibrary and QueryError for a brief that is gone or has no
    filing date."""
    if request.as_of is not None:
        return Days(request.as_of, request.as_of, DaySource.BESIDE)
    if request.as_of_document:
        filed = _filed(request.as_of_document, store)
        return Days(filed, filed, DaySource.BESIDE)
    if parsed.law_day is not None:
        return Days(parsed.law_day.first, parsed.law_day.last, DaySource.IN_TEXT)
    return Days(today, today, DaySource.NOWHERE)


def _filed(document_id: int, store: Store) -> date:
    document = store.documents_by_id([document_id], named=False).get(document_id)
    if document is None:
        raise NotInLibrary(detail=f"document {document_id}")
    if document.filed is None:
        raise QueryError(
            "No filing date is known for this brief, so the law of its day cannot be asked for.",
            "Put its filing date right, or name the day yourself.",
        )
    return document.filed
