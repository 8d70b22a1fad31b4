"""Turns text selected in the reader into a quotation with its citation and alerts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from briefbank.domain.pages import Passage
from briefbank.exports.quotations import CitedQuotation, least_certain, quotation
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

Ranges = Sequence[tuple[int, int, int]]  # Page numbers, each with a half-open range of the page's raw text


def quoted_selection(
    library: LibraryApi, document_id: int, ranges: Ranges, text: str, _reporter: JobReporter
) -> CitedQuotation:
    """Return the selected words with the alerts of the passages that they touch. A job's work."""
    touched = [passage for passage in library.documents.passages(document_id) if _touches(passage, ranges)]
    alerts_of = library.good_law.alerts(touched)
    alerts = dict.fromkeys(alert for passage in touched for alert in alerts_of.get(passage.id, ()))
    pages = {page for page, _start, _end in ranges}
    doubt = least_certain(
        page.confidence for page in library.documents.pages(document_id) if page.index in pages
    )
    citation = library.reader.citation(document_id, min(pages), max(pages))
    return quotation(text, citation, library.documents.get(document_id), alerts, doubt)


def _touches(passage: Passage, ranges: Ranges) -> bool:
    return any(
        span.page == page and span.start < end and start < span.end
        for span in passage.spans
        for page, start, end in ranges
    )
