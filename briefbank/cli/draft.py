"""The command ``draft``, which checks a draft against the library."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.cli import json_schema
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Differences, Each, Paragraph, rows_where, text_of
from briefbank.cli.layouts import TITLE, alerts, listed, named, place
from briefbank.cli.terminal import Output, warm
from briefbank.domain.authority_reports import DraftPlace, DraftReport, QuotationCheck
from briefbank.errors import FileRefused

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


_PASTED = Path("-")
_SHORT = 300
"""The most characters of a passage or quotation shown at a terminal."""
_NO_AUTHORITY: Json = {"authority_id": None, "authority": "", "sort": "", "name": ""}


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument(
        "draft",
        type=Path,
        metavar="FILE",
        help="any document that “add” takes; - reads text from standard input",
    )


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Without the encoder only words are compared. Raises BriefBankError."""
    draft = _from_standard_input() if options.draft == _PASTED else options.draft
    warm(library, output)
    try:
        with output.progress() as reporter:
            report = library.drafts.check(draft, reporter)
    except FileRefused as refused:
        output.error(refused)
        return NOTHING
    output.show(report_json(report), _REPORT)
    return DONE


def _from_standard_input() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace")


# --- JSON -----------------------------------------------------------------------------------------


def report_json(report: DraftReport) -> Json:
    """Return the report as JSON, with pages counted from 1."""
    return {
        "title": report.title,
        "pages": report.pages,
        "words": report.words,
        "sections": [
            {
                "headings": list(each.heading_path),
                **_place_json(report, each.place),
                "words": each.words,
                "results": [json_schema.hit_json(hit) for hit in each.hits],
            }
            for each in report.sections
        ],
        "forgotten": [
            {
                **json_schema.authority_json(each.authority),
                "passages": each.passages,
                "headings": list(each.heading_path),
                "result": json_schema.hit_json(each.hit),
            }
            for each in report.forgotten
        ],
        "relied_on": [
            {
                **json_schema.authority_json(each.authority),
                "status": each.standing.value,
                "alert": each.alert,
                "places": [{**_place_json(report, place), "text": place.text} for place in each.places],
            }
            for each in report.relied_on
        ],
        "quotations": [_quotation_json(report, each) for each in report.quotations],
        "malformed": [
            {**_place_json(report, each.place), "written": each.written, "text": each.text}
            for each in report.malformed
        ],
        "miscited": [
            {
                **_place_json(report, miscited.place),
                "written": miscited.written,
                "text": miscited.text,
                **json_schema.authority_json(miscited.authority),
                "documents": [
                    {**json_schema.document_json(citing.document), "passage_id": citing.passage_id}
                    for citing in miscited.documents
                ],
            }
            for miscited in report.miscited
        ],
        "cited": [json_schema.authority_json(each) for each in report.cited],
        "coverage": asdict(report.coverage),
        "notes": list(report.notes),
    }


def _place_json(report: DraftReport, place: DraftPlace) -> Json:
    """Return a place as JSON; pasted text has no pages."""
    return {"page": place.page + 1 if report.pages else None, "page_label": place.label}


def _quotation_json(report: DraftReport, each: QuotationCheck) -> Json:
    return {
        **_place_json(report, each.place),
        "quoted": each.quoted,
        **(json_schema.authority_json(each.authority) if each.authority else _NO_AUTHORITY),
        "verdict": each.verdict,
        "at_first_hand": each.at_first_hand,
        "by_words": each.by_words,
        "differences": json_schema.runs_json(each.differences),
        "passage_id": each.passage_id or None,
        "document": json_schema.document_json(each.document) if each.document else None,
    }


# --- layout ---------------------------------------------------------------------------------------


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHORT else f"{plain[:_SHORT].rsplit(' ', 1)[0]} …"


def _cited_on(item: Json) -> str:
    return f"Cited on {', '.join(dict.fromkeys(map(place, item['places'])))}"


def _source(item: Json) -> str:
    return named(item) if item["authority"] else "source not named"


def _compared_with(item: Json) -> str:
    title = text_of(TITLE, item["document"]) if item["document"] else "another document"
    if item["by_words"]:
        return f"Found by its words in “{title}”; the library has no text under this citation."
    return f"Compared with what “{title}” quotes, not with the source."


def _not_compared(item: Json) -> str:
    if item["document"]:
        why = f"These words were not found in the library’s text of it, “{text_of(TITLE, item['document'])}”."
    elif item["authority"]:
        why = "The library has no text of this source."
    else:
        why = "The draft names no source that BriefBank knows by its form."
    return f"{why} “{_shortened(item['quoted'])}”"


def _coverage(report: Json) -> str:
    """Return how many quotations were compared: first what was not, where there is any."""
    verdicts = [each["verdict"] for each in report["quotations"]]
    same, differing, left_out = verdicts.count("same"), verdicts.count("differs"), report["coverage"]
    absent = verdicts.count("not here") + left_out["quotations_left_out"]
    counts = f"{same} as in the library’s text, {differing} that differ."
    if left_out["record_quotations"]:
        counts += f" Not among them, and not compared: {left_out['record_quotations']} of the record."
    if absent:
        return f"Quotations: {absent} of {absent + same + differing} were NOT compared; {counts}"
    return f"Quotations: {counts}"


def _has_quotations(report: Json) -> bool:
    return bool(report["quotations"] or report["coverage"]["record_quotations"])


def _size(report: Json) -> str:
    pages = f"{report['pages']} pages, " if report["pages"] else ""
    return f"{report['title']} ({pages}{report['words']} words)"


def _under(item: Json) -> str:
    return f"  (under “{item['headings'][-1]}”)" if item["headings"] else ""


_DIFFERING = (
    Paragraph((place, ", ", _source), indent=2),
    Differences("differences", ("[not quoted: ", "]"), ("[not in the source: ", "]"), between=" ", indent=4),
    Paragraph(_compared_with, style="dim", indent=4, when=lambda item: not item["at_first_hand"]),
)
_SECTION = (
    Paragraph(("{headings: >  else Without a heading} (", place, ")"), style="italic", indent=2, gap=True),
    Each(
        "results",
        (
            Paragraph("{rank}. {citation}  [passage {passage_id}]", indent=4),
            Paragraph(lambda hit: _shortened(hit["text"]), style="dim", indent=7),
            alerts(indent=7),
        ),
        empty="    Nothing like it in the library.",
    ),
)
_REPORT = (
    Paragraph(_size, style="bold"),
    listed("notes"),
    Each(
        "relied_on",
        (Paragraph("{alert}", indent=2), Paragraph(_cited_on, style="dim", indent=4)),
        title="Your office’s list speaks against these, and the draft cites them:",
    ),
    Each(
        "forgotten",
        (
            Paragraph((named, _under), indent=2),
            Paragraph("{passages:count passage}, as in: {result[citation]}", style="dim", indent=4),
        ),
        title="Cited by your office on the same points, and not by the draft:",
    ),
    Paragraph(_coverage, style="bold", gap=True, when=_has_quotations),
    Each(rows_where("quotations", "verdict", "differs"), _DIFFERING, title="Quotations that differ:"),
    Each(
        rows_where("quotations", "verdict", "not here"),
        (Paragraph((place, ", ", _source), indent=2), Paragraph(_not_compared, style="dim", indent=4)),
        title="Quotations that were not compared; compare them with their source yourself:",
    ),
    Each(
        "malformed",
        Paragraph((place, ": “{written}”. {text}"), indent=2),
        title="Citations that cannot be right as written:",
    ),
    Each(
        "miscited",
        Paragraph((place, ": “{written}”. {text}"), indent=2),
        title="Cases that the library knows under another citation:",
    ),
    Each("sections", _SECTION, title="What your office argued on the same:"),
    Paragraph("Nothing of the draft was kept.", style="dim", gap=True),
)
