"""The citation of text that is selected in the reader, and what speaks against it: both go with a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from briefbank.models import Passage
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.library import Library

Ranges = Sequence[tuple[int, int, int]]
"""Page, and a half-open range of its raw text."""


def citation_of(
    library: Library, document_id: int, ranges: Ranges, _reporter: JobReporter
) -> tuple[str, tuple[str, ...]]:
    """The citation, by the first page; and the alerts of the passages that the ranges touch. A job's work."""
    touched = [each for each in library.passages(document_id) if _touches(each, ranges)]
    said = library.good_law.alerts(touched)
    alerts = dict.fromkeys(alert for each in touched for alert in said.get(each.id, ()))
    return library.citation(document_id, ranges[0][0]), tuple(alerts)


def _touches(passage: Passage, ranges: Ranges) -> bool:
    return any(
        span.page == page and span.start < end and start < span.end
        for span in passage.spans
        for page, start, end in ranges
    )
