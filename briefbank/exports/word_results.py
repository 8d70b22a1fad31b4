"""The results of a search as a Word file: one passage after the other, with the search terms highlighted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from briefbank.domain.document_names import full_title
from briefbank.domain.searches import Hit, Tier
from briefbank.exports.quotations import of_hit
from briefbank.exports.word import WordFile
from briefbank.jobs import Reporter
from briefbank.text.dates import format_date

if TYPE_CHECKING:
    from briefbank.exports.results import ExportedResults

STAGE = "Writing"
SHORT = 90
"""The most characters of the search in the line above each page."""


def written(results: ExportedResults, reporter: Reporter) -> bytes:
    """Return the whole file. Raises Cancelled."""
    day = format_date(results.day)
    made = WordFile("Results of a search", f"BriefBank: {results.asked[:SHORT]}, {day}")
    made.paragraph(f"Searched for: {' '.join(results.asked.split())}")
    if results.read_as:
        made.paragraph(results.read_as, small=True)
    made.paragraph(f"{_extent(results)} On {day}.", small=True)
    tier = Tier.CLOSE
    for hit in results.hits:
        reporter.check()
        if hit.tier is not tier:
            tier = hit.tier
            made.heading("Less close", level=1)
        _put(made, hit)
        reporter.progress(STAGE, hit.rank, len(results.hits))
    return made.content()


def _extent(results: ExportedResults) -> str:
    shown, listed = len(results.hits), results.total + results.less_close
    extent = f"The first {shown:,} of {listed:,} passages." if shown < listed else f"{_passages(shown)}."
    if results.less_close:
        extent += f" Close: {_passages(results.total)}. Less close: {_passages(results.less_close)}."
    return extent


def _passages(number: int) -> str:
    return "1 passage" if number == 1 else f"{number:,} passages"


def _put(made: WordFile, hit: Hit) -> None:
    document, passage = hit.document, hit.passage
    made.heading(f"{hit.rank}. {full_title(document)}")
    facts = (format_date(document.filed) if document.filed else "", document.court, document.docket)
    if line := " · ".join(fact for fact in facts if fact):
        made.paragraph(line, small=True)
    if passage.heading_path:
        made.paragraph(" › ".join(passage.heading_path), italic=True, small=True)
    made.quotation(of_hit(hit), passage.text, hit.marks)
