"""The commands that search: search, draft, feedback on results, and the thesaurus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from briefbank.api.library import LibraryApi
from briefbank.cli import json_values
from briefbank.cli.commands import Command, Parser, day, option, positive
from briefbank.cli.documents import PATH_HELP
from briefbank.cli.json_values import Json, authority_json, document_json, hit_json, record
from briefbank.cli.output import (
    NOTHING,
    JsonObject,
    Output,
    TerminalPage,
    counted,
    day_words,
    filed,
    named,
    page_of,
    phrase,
    sentence_view,
    titled,
    warm,
)
from briefbank.domain.authority_reports import DraftPlace, DraftReport, QuotationCheck
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest, Verdict
from briefbank.errors import FileRefused


def _search_options(command: Parser) -> None:
    query = command.add_mutually_exclusive_group(required=True)
    query.add_argument("query", nargs="?")
    query.add_argument("--like", type=positive, metavar="PASSAGE_ID", help="passages like this one instead")
    command.add_argument(
        "--literal", action="store_true", help="the words stand so in a document: read no operators in them"
    )
    command.add_argument("--limit", type=positive, default=10)
    command.add_argument(
        "--export", type=Path, metavar="FILE", help="also write up to 1,000 results, as .csv or .docx"
    )
    command.add_argument(
        "--skip", type=positive, default=0, metavar="N", help="leave out the first N results"
    )
    command.add_argument("--order", choices=[order.value for order in Order], default=Order.NEWEST.value)
    # Scripts may still ask for what is listed in any case now.
    command.add_argument("--weaker", action="store_true", help=argparse.SUPPRESS)
    command.add_argument("--from", dest="filed_from", type=day, metavar="DATE")
    command.add_argument("--to", dest="filed_to", type=day, metavar="DATE")
    law_of = command.add_mutually_exclusive_group()
    law_of.add_argument("--as-of", type=day, metavar="DATE", help="the law of this day")
    law_of.add_argument(
        "--as-of-brief", type=positive, metavar="ID", help="the law of the day on which this was filed"
    )
    command.add_argument("--kind", choices=[kind.value for kind in Kind])
    command.add_argument("--path", default="", metavar="FOLDER", help=PATH_HELP)
    command.add_argument("--court", default="", help="part of the court's name")
    command.add_argument("--office", default="", help="the whole name of the office that wrote it")


def _search(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    warm(library, output)
    filters = Filters(
        filed_from=options.filed_from,
        filed_to=options.filed_to,
        kinds=frozenset([Kind(options.kind)]) if options.kind else frozenset(),
        court=options.court,
        authors=frozenset([options.office]) if options.office else frozenset(),
        paths=frozenset([options.path]) if options.path else frozenset(),
    )
    request = SearchRequest(
        text=options.query or "",
        limit=options.limit,
        start=options.skip,
        order=Order(options.order),
        filters=filters,
        as_of=options.as_of,
        as_of_document=options.as_of_brief or 0,
        like=options.like or 0,
        literal=options.literal,
    )
    answer = library.search(request)
    if options.export is not None:
        with output.progress() as reporter:
            library.exports.results(request, options.export, reporter)
    shown = json_values.answer_json(answer)
    return output.show(shown, _view_answer, success=answer.hits or answer.authorities)


def _view_answer(page: TerminalPage, answer: JsonObject) -> None:
    page.line(answer.interpretation, "dim")
    for authority in answer.authorities:
        page.line(named(authority), "bold", gap=True)
        page.line(authority.text, indent=3)
        view_alerts(page, authority, indent=3)
    for hit in answer.results:
        if hit.tier == "close":
            _view_hit(page, hit)
    for hit in page.listed([hit for hit in answer.results if hit.tier == "less_close"], "Less close:"):
        _view_hit(page, hit)
    if answer.total_is_least or answer.total + answer.less_close > len(answer.results):
        least = "at least " if answer.total_is_least else ""
        less_close = answer.less_close and f"; less close: {counted(answer.less_close, 'passage')}"
        page.line(f"Found: {least}{counted(answer.total, 'passage')}{less_close or ''}", "dim", gap=True)
    title = f"Not the law {'then' if answer.law_from else 'now'}, so set apart:"
    for hit in page.listed(answer.outside, title):
        heading = "".join(f", {last}" for last in hit.headings[-1:])
        page.line(f"{titled(hit)}{heading}  [passage {hit.passage_id}]", indent=3)
        page.line(hit.why, "dim", indent=6)
    if more := answer.outside_total - len(answer.outside):
        page.line(f"and {counted(more, 'passage')} more", "dim", indent=3)
    page.line(answer.advice, gap=True)
    for wider in answer.loosenings:
        page.line(f"Wider: {wider.text}: {counted(wider.total, 'passage')}")
        page.line(wider.query, "dim", indent=2)


def _view_hit(page: TerminalPage, hit: JsonObject) -> None:
    page.line(f"{hit.rank}. {titled(hit)}", "bold", gap=True)
    page.line(f"{filed(hit)}, {page_of(hit)}  [passage {hit.passage_id}]", "dim", indent=3)
    page.line(f"{hit.kind}{phrase(', {}', hit.court)}{phrase(', {}', hit.docket)}", "dim", indent=3)
    page.line(" > ".join(hit.headings), "italic", indent=3)
    page.line(hit.text, indent=3, marks=hit.marks)
    page.line(phrase("Why: {}", "; ".join(hit.reasons)), "dim", indent=3)
    page.line(phrase("Cite: {}", hit.citation), "dim", indent=3)
    view_alerts(page, hit, indent=3)


def view_alerts(page: TerminalPage, row: JsonObject, indent: int) -> None:
    page.lines([f"Note: {alert}" for alert in row.alerts], "bold", indent)


def _feedback_options(command: Parser) -> None:
    command.add_argument("passage_id", type=positive, metavar="PASSAGE_ID")
    command.add_argument("verdict", choices=["up", "down", "clear"])
    command.add_argument("--query", required=True)


def _feedback(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    verdict = None if options.verdict == "clear" else Verdict(options.verdict)
    library.feedback.give(options.passage_id, options.query, verdict)

    def view(page: TerminalPage, given: JsonObject) -> None:
        words = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
        page.line(f"Passage {given.passage_id} is {words[given.verdict]} for this query.")

    return output.show({"passage_id": options.passage_id, "verdict": options.verdict}, view)


def _marks_options(command: Parser) -> None:
    """Add the options on feedback, of which one may be used; without any, the feedback is listed."""
    one = command.add_mutually_exclusive_group()
    one.add_argument("--forget", nargs="+", metavar="KEY", help="take back these marks")
    one.add_argument("--forget-all", action="store_true", help="take back all marks")
    one.add_argument("--export", type=Path, metavar="FILE", help="write all marks to a file")
    one.add_argument(
        "--import", dest="import_from", type=Path, metavar="FILE", help="take the marks of such a file"
    )


def _marks(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """List the feedback, delete some of it, or export and import it."""
    if options.export is not None:
        exported = {"exported": library.feedback.export(options.export), "file": options.export}
        words = "Marks written to {file}: {exported}. The file holds what was searched for."
        return output.show(exported, sentence_view(words))
    if options.import_from is not None:
        taken, unknown = library.feedback.import_from(options.import_from)
        words = (
            "Marks taken: {taken}; what was here already, or newer here, stayed. On documents that are not "
            "here: {unknown}; they count once added."
        )
        return output.show({"taken": taken, "unknown": unknown}, sentence_view(words))
    if options.forget_all or options.forget:
        forgotten = library.feedback.forget(None if options.forget_all else options.forget)
        view = sentence_view("Marks taken back: {forgotten}.")
        return output.show({"forgotten": forgotten}, view, success=forgotten)
    fields = "key query verdict given_at passage_id=passage_id? title distinction=distinctions text"
    return output.show({"marks": json_values.records(library.feedback.all(), fields)}, _view_marks)


def _view_marks(page: TerminalPage, shown: JsonObject) -> None:
    words = {"up": "helpful", "down": "not helpful"}
    empty = "Nothing is marked. Mark results with a thumb while you search."
    for mark in page.listed(shown.marks, empty=empty):
        page.line(f"{mark.key}  {words[mark.verdict]} for “{mark.query}”", "bold")
        where = "on a passage that is not in the library now"
        if mark.passage_id is not None:
            where = f"{titled(mark)} [passage {mark.passage_id}]"
        page.line(f"{day_words(mark.given_at)}, {where}", "dim", indent=2)
        page.line(mark.text, indent=2)


def _thesaurus(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """With words, show their related terms. Without, show the path of the thesaurus file and its problems."""
    if text := " ".join(options.words):
        related = library.thesaurus.added_to(text)

        def view_related(page: TerminalPage, shown: JsonObject) -> None:
            empty = f"Nothing is searched beside “{shown.text}”. An abbreviation may need its capitals."
            for term in page.listed(shown.related, empty=empty):
                page.line(f"{term.text}  (beside “{term.of}”)")

        rows = json_values.records(related, "text of weight")
        return output.show({"text": text, "related": rows}, view_related, success=related)
    library.thesaurus.path()  # creates the file if there is none
    state = library.thesaurus.state()

    def view(page: TerminalPage, state: JsonObject) -> None:
        page.line(
            "Groups of words that are searched beside each other: "
            f"{state.built_in} that come with BriefBank, {state.own} of your office."
        )
        page.line(f"Your office's own are kept in {state.file}. Open it to change them.")
        page.lines(state.problems)

    shown = json_values.record(state, "file built_in own problems")
    return output.show(shown, view, success=not state.problems)


_PASTED = Path("-")
_SHORT = 300  # The most characters of a passage or quotation shown at a terminal


def _draft(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
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
    return output.show(_report_json(report), _view_report)


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
    title = "Your good-law list speaks against these, and the draft cites them:"
    for relied in page.listed(report.relied_on, title):
        page.line(relied.alert, indent=2)
        pages = ", ".join(dict.fromkeys(map(page_of, relied.places)))
        page.line(f"Cited on {pages}", "dim", indent=4)
    title = "Cited by your office on the same points, and not by the draft:"
    for item in page.listed(report.forgotten, title):
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


_DRAFT = option(
    "draft", type=Path, metavar="FILE", help="any document that “add” takes; - reads text from standard input"
)

COMMANDS = {
    "search": Command(_search_options, _search),
    "feedback": Command(_feedback_options, _feedback),
    "marks": Command(_marks_options, _marks),
    "thesaurus": Command(option("words", nargs="*", metavar="WORD"), _thesaurus),
    "draft": Command(_DRAFT, _draft, reads_authorities=True),
}
