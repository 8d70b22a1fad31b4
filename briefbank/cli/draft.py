"""The command ``draft``, which checks a draft against the library."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from briefbank.cli import json_schema
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.renderer import counted, named
from briefbank.cli.runs import differences_text, runs_json
from briefbank.domain.authorities import Authority
from briefbank.domain.authority_reports import DraftPlace, DraftReport, QuotationCheck
from briefbank.errors import BriefBankError, FileRefused

if TYPE_CHECKING:
    from briefbank.cli.terminal import Output
    from briefbank.library import Library

NAME = "draft"
WORDS = "check a draft against the library; nothing of it is kept"

_PASTED = Path("-")
_SHORT = 300
"""The most characters of a passage or quotation shown at a terminal."""
_SIGNS = {"removed": ("[not quoted: ", "]"), "added": ("[not in the source: ", "]")}
"""The signs around words in which a quotation differs from its source."""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument(
        "draft", type=Path, metavar="FILE", help="PDF, Word, text or HTML; - reads text from standard input"
    )


def run(library: Library, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Without the encoder only words are compared. Raises BriefBankError."""
    draft = _from_standard_input() if options.draft == _PASTED else options.draft
    try:
        library.warm()
    except BriefBankError as error:
        output.explain(error)
    try:
        with output.progress() as reporter:
            report = library.drafts.check(draft, reporter)
    except FileRefused as refused:
        output.error(refused)
        return NOTHING
    output.show(report_json(report), words)
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
        "cited": [json_schema.authority_json(each) for each in report.cited],
        "notes": list(report.notes),
    }


def _place_json(report: DraftReport, place: DraftPlace) -> Json:
    """Return a place as JSON; pasted text has no pages."""
    return {"page": place.page + 1 if report.pages else None, "page_label": place.label}


def _quotation_json(report: DraftReport, each: QuotationCheck) -> Json:
    return {
        **_place_json(report, each.place),
        "quoted": each.quoted,
        **json_schema.authority_json(each.authority or Authority(0, "", "")),
        "verdict": each.verdict,
        "at_first_hand": each.at_first_hand,
        "differences": runs_json(each.differences),
        "passage_id": each.passage_id or None,
        "document": json_schema.document_json(each.document) if each.document else None,
    }


# --- text output ----------------------------------------------------------------------------------


def words(console: Console, report: Json) -> None:
    """Print the report for a person at a terminal."""
    size = f"{report['words']} words"
    pages = f"{report['pages']} pages, " if report["pages"] else ""
    console.print(Text(f"{report['title']} ({pages}{size})", style="bold"))
    for note in report["notes"]:
        console.print(Text(note))
    _say_list(
        console,
        "Your office’s list speaks against these, and the draft cites them",
        report["relied_on"],
        _say_relied_on,
    )
    _say_list(
        console,
        "Cited by your office on the same points, and not by the draft",
        report["forgotten"],
        _say_forgotten,
    )
    _say_list(console, "Quotations that differ", _with_verdict(report, "differs"), _say_differing)
    _say_list(console, "Citations that cannot be right as written", report["malformed"], _say_malformed)
    _say_quoted(console, report)
    _say_list(console, "What your office argued on the same", report["sections"], _say_section)
    console.print()
    console.print(Text("Nothing of the draft was kept.", style="dim"))


def _with_verdict(report: Json, verdict: str) -> list[Json]:
    return [each for each in report["quotations"] if each["verdict"] == verdict]


def _say_list(console: Console, title: str, items: list[Json], show: Any) -> None:
    if not items:
        return
    console.print()
    console.print(Text(f"{title}:", style="bold"))
    for item in items:
        show(console, item)


def _at(item: Json) -> str:
    if item["page"] is None:
        return "pasted text"
    return f"page {item['page_label']}" if item["page_label"] else f"file page {item['page']}"


def _say_relied_on(console: Console, item: Json) -> None:
    console.print(Text(f"  {item['alert']}"))
    console.print(Text(f"    Cited on {', '.join(dict.fromkeys(map(_at, item['places'])))}", style="dim"))


def _say_forgotten(console: Console, item: Json) -> None:
    where = f"  (under “{item['headings'][-1]}”)" if item["headings"] else ""
    console.print(Text(f"  {named(item)}{where}"))
    passages = counted(item["passages"], "passage")
    console.print(Text(f"    {passages}, as in: {item['result']['citation']}", style="dim"))


def _say_differing(console: Console, item: Json) -> None:
    console.print(Text(f"  {_at(item)}, {named(item)}"))
    line = Text("    ").append_text(differences_text(item["differences"], _SIGNS, between=" "))
    console.print(line)
    if not item["at_first_hand"]:
        title = item["document"]["title"] if item["document"] else "another document"
        console.print(Text(f"    Compared with what “{title}” quotes, not with the source.", style="dim"))


def _say_malformed(console: Console, item: Json) -> None:
    console.print(Text(f"  {_at(item)}: “{item['written']}”. {item['text']}"))


def _say_quoted(console: Console, report: Json) -> None:
    same, absent = len(_with_verdict(report, "same")), len(_with_verdict(report, "not here"))
    if not report["quotations"]:
        return
    console.print()
    console.print(Text(f"Quotations: {same} as in the library’s text, {absent} that could not be compared."))
    for each in _with_verdict(report, "not here"):
        if each["document"]:
            said = f"  {_at(each)}: these words were not found in the library’s text of {named(each)}: "
            console.print(Text(f"{said}“{_shortened(each['quoted'])}”"))


def _say_section(console: Console, item: Json) -> None:
    console.print()
    heading = " > ".join(item["headings"]) or "Without a heading"
    console.print(Text(f"  {heading} ({_at(item)})", style="italic"))
    for hit in item["results"]:
        console.print(Text(f"    {hit['rank']}. {hit['citation']}  [passage {hit['passage_id']}]"))
        console.print(Text(f"       {_shortened(hit['text'])}", style="dim"))
        for alert in hit["alerts"]:
            console.print(Text(f"       Note: {alert}", style="bold"))
    if not item["results"]:
        console.print(Text("    Nothing like it in the library."))


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHORT else f"{plain[:_SHORT].rsplit(' ', 1)[0]} …"
