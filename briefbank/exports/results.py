"""The results of a search as a file, fetched from the library and written in the chosen format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest
from briefbank.exports import tables, word
from briefbank.exports.errors import ExportRefused, write_file
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

MOST = 1000
"""The most results of one export; nobody reads more, and searching for the rest would take minutes."""
STEP = 100
"""The number of results fetched at once; the export can be stopped between such steps."""
STAGE = "Exporting"

Ask = Callable[[SearchRequest], SearchAnswer]


@dataclass(frozen=True, slots=True)
class ExportedResults:
    """The results to write."""

    asked: str
    """The search in words for a person."""
    read_as: str
    """The interpretation of the search."""
    hits: tuple[Hit, ...]
    """In both tiers, the close ones first."""
    total: int
    """The number of close results, which may be more than ``hits`` has."""
    day: date
    """The day of the search."""
    less_close: int = 0
    """The number of less close results."""


Write = Callable[[ExportedResults, Reporter], bytes]
FORMS: dict[str, Write] = {
    ".csv": lambda results, _reporter: tables.results_table(results.hits),
    ".docx": lambda results, reporter: word.results_document(results, reporter),
    ".ris": lambda results, _reporter: tables.ris_records(results.hits),
}
"""The writers by file suffix."""


def export(ask: Ask, request: SearchRequest, asked: str, path: Path, reporter: Reporter) -> int:
    """Write the first ``MOST`` results of a search, and return their number.

    ``asked`` is the search in words; if empty, its text is used. Raises ExportRefused, Cancelled (nothing was
    written then), and what a search raises.
    """
    write = form_of(path)
    results = gathered(ask, request, asked, reporter)
    content = write(results, reporter)
    reporter.check()
    write_file(path, content)
    return len(results.hits)


def form_of(path: Path) -> Write:
    """Return the writer for a file of this name. Raises ExportRefused."""
    if path.suffix.lower() not in FORMS:
        raise ExportRefused(
            Message("BriefBank writes tables (.csv), Word files (.docx) and reference records (.ris)."),
            Message("Choose a name that ends in one of these."),
        )
    return FORMS[path.suffix.lower()]


def gathered(ask: Ask, request: SearchRequest, asked: str, reporter: Reporter) -> ExportedResults:
    """Fetch all results up to ``MOST``, each passage once even if the library changes meanwhile."""
    hits_by_passage: dict[int, Hit] = {}
    start, answer = 0, None
    while answer is None or start < min(answer.listed, MOST):
        reporter.check()
        answer = ask(replace(request, start=start, limit=min(STEP, MOST - start), words_only=False))
        new = {hit.passage.id: hit for hit in answer.hits if hit.passage.id not in hits_by_passage}
        if not new:
            break
        hits_by_passage |= new
        start += STEP
        reporter.progress(STAGE, len(hits_by_passage), min(answer.listed, MOST))
    hits = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits_by_passage.values(), start=1))
    assert answer is not None
    return ExportedResults(
        asked or request.text, answer.interpretation, hits, answer.total, date.today(), answer.less_close
    )
