"""The command ``draft``, which checks a draft against the library."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.cli.json_values import Json, authority_json, document_json, hit_json, record
from briefbank.cli.options import Command, Parser
from briefbank.cli.output import DONE, NOTHING, JsonObject, Output, counted, named, page_of, titled, warm
from briefbank.cli.searching import view_alerts
from briefbank.domain.authority_reports import DraftPlace, DraftReport, QuotationCheck
from briefbank.errors import FileRefused

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.page import TerminalPage


_PASTED = Path("-")
_SHORT = 300
"""The most characters of a passage or quotation shown at a terminal."""


def _options(command: Parser) -> None:
    command.add_argument(
        "draft",
        type=Path,
        metavar="FILE",
        help="any document that “add” takes; - reads text from standard input",
    )


def _run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Check the draft. Without the encoder only words are compared."""
    pasted = options.draft == _PASTED
    draft = sys.stdin.buffer.read().decode("utf-8", "replace") if pasted else options.draft
    warm(library, output)
    try:
        with output.progress() as reporter:
            report = library.drafts.check(draft, reporter)
    except FileRefused as refused:
        output.error(refused)
        return NOTHING
    output.show(_report_json(report), _view_report)
    return DONE


_NO_AUTHORITY: Json = {"authority_id": None, "authority": "", "sort": "", "name": ""}


def _report_json(report: DraftReport) -> Json:
    """Return the report as JSON, with pages counted from 1."""

    def on_page(place: DraftPlace) -> Json:
        """Return where something is; pasted text has no pages."""
        return {"page": place.page + 1 if report.pages else None, "page_label": place.label}

    def as_written(item: Any) -> Json:
        return {**on_page(item.place), **record(item, "written text")}

    def quotation(check: QuotationCheck) -> Json:
        return {
            **on_page(check.place),
            "quoted": check.quoted,
            **(authority_json(check.authority) if check.authority else _NO_AUTHORITY),
            **record(check, "verdict at_first_hand by_words differences"),
            "passage_id": check.passage_id or None,
            "document": document_json(check.document) if check.document else None,
        }

    return {
        **record(report, "title pages words"),
        "sections": [
            {
                "headings": section.heading_path,
                **on_page(section.place),
                "words": section.words,
                "results": list(map(hit_json, section.hits)),
            }
            for section in report.sections
        ],
        "forgotten": [
            {
                **authority_json(forgotten.authority),
                **record(forgotten, "passages headings=heading_path"),
                "result": hit_json(forgotten.hit),
            }
            for forgotten in report.forgotten
        ],
        "relied_on": [
            {
                **authority_json(relied.authority),
                **record(relied, "status=standing alert"),
                "places": [{**on_page(place), "text": place.text} for place in relied.places],
            }
            for relied in report.relied_on
        ],
        "quotations": list(map(quotation, report.quotations)),
        "malformed": list(map(as_written, report.malformed)),
        "miscited": [
            {
                **as_written(miscited),
                **authority_json(miscited.authority),
                "documents": [
                    {**document_json(citing.document), "passage_id": citing.passage_id}
                    for citing in miscited.documents
                ],
            }
            for miscited in report.miscited
        ],
        "cited": list(map(authority_json, report.cited)),
        **record(report, "coverage notes"),
    }


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHORT else f"{plain[:_SHORT].rsplit(' ', 1)[0]} …"


def _source(quotation: JsonObject) -> str:
    where = page_of(quotation)
    return f"{where}, {named(quotation) if quotation.authority else 'source not named'}"


def _compared_with(quotation: JsonObject) -> str:
    title = titled(quotation.document) if quotation.document else "another document"
    if quotation.by_words:
        return f"Found by its words in “{title}”; the library has no text under this citation."
    return f"Compared with what “{title}” quotes, not with the source."


def _not_compared(quotation: JsonObject) -> str:
    if quotation.document:
        title = titled(quotation.document)
        why = f"These words were not found in the library’s text of it, “{title}”."
    elif quotation.authority:
        why = "The library has no text of this source."
    else:
        why = "The draft names no source that BriefBank knows by its form."
    return f"{why} “{_shortened(quotation.quoted)}”"


def _coverage(report: JsonObject) -> str:
    """Return how many quotations were compared: first what was not, where there is any."""
    verdicts = [quotation.verdict for quotation in report.quotations]
    same, differing, left_out = verdicts.count("same"), verdicts.count("differs"), report.coverage
    absent = verdicts.count("not here") + left_out.quotations_left_out
    counts = f"{same} as in the library’s text, {differing} that differ."
    if left_out.record_quotations:
        counts += f" Not among them, and not compared: {left_out.record_quotations} of the record."
    if absent:
        return f"Quotations: {absent} of {absent + same + differing} were NOT compared; {counts}"
    return f"Quotations: {counts}"


def _view_report(page: TerminalPage, report: JsonObject) -> None:
    pages = f"{report.pages} pages, " if report.pages else ""
    page.line(f"{report.title} ({pages}{report.words} words)", "bold")
    page.lines(report.notes)
    relied_on = page.listed(
        report.relied_on, "Your office’s list speaks against these, and the draft cites them:"
    )
    for relied in relied_on:
        page.line(relied.alert, indent=2)
        pages = ", ".join(dict.fromkeys(map(page_of, relied.places)))
        page.line(f"Cited on {pages}", "dim", indent=4)
    forgotten = page.listed(
        report.forgotten, "Cited by your office on the same points, and not by the draft:"
    )
    for item in forgotten:
        under = f"  (under “{item.headings[-1]}”)" if item.headings else ""
        page.line(f"{named(item)}{under}", indent=2)
        example = f"{counted(item.passages, 'passage')}, as in: {item.result.citation}"
        page.line(example, "dim", indent=4)
    if report.quotations or report.coverage.record_quotations:
        page.line(_coverage(report), "bold", gap=True)
    differing = [quotation for quotation in report.quotations if quotation.verdict == "differs"]
    for quotation in page.listed(differing, "Quotations that differ:"):
        page.line(_source(quotation), indent=2)
        signs = ("[not quoted: ", "]"), ("[not in the source: ", "]")
        page.differences(quotation.differences, *signs, between=" ", indent=4)
        page.line(not quotation.at_first_hand and _compared_with(quotation), "dim", indent=4)
    absent = [quotation for quotation in report.quotations if quotation.verdict == "not here"]
    title = "Quotations that were not compared; compare them with their source yourself:"
    for quotation in page.listed(absent, title):
        page.line(_source(quotation), indent=2)
        page.line(_not_compared(quotation), "dim", indent=4)
    for rows, title in (
        (report.malformed, "Citations that cannot be right as written:"),
        (report.miscited, "Cases that the library knows under another citation:"),
    ):
        for row in page.listed(rows, title):
            page.line(f"{page_of(row)}: “{row.written}”. {row.text}", indent=2)
    for section in page.listed(report.sections, "What your office argued on the same:"):
        heading = " > ".join(section.headings) or "Without a heading"
        page.line(f"{heading} ({page_of(section)})", "italic", indent=2, gap=True)
        for hit in page.listed(section.results, empty="    Nothing like it in the library."):
            page.line(f"{hit.rank}. {hit.citation}  [passage {hit.passage_id}]", indent=4)
            page.line(_shortened(hit.text), "dim", indent=7)
            view_alerts(page, hit, indent=7)
    page.line("Nothing of the draft was kept.", "dim", gap=True)


COMMANDS = {"draft": Command(_options, _run, reads_authorities=True)}
