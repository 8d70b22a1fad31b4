"""The commands on searches: search, feedback on results, and the thesaurus."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.cli import json_values
from briefbank.cli.documents import PATH_HELP
from briefbank.cli.options import Command, Parser, day, positive
from briefbank.cli.output import (
    DONE,
    NOTHING,
    JsonObject,
    Output,
    counted,
    day_words,
    filed,
    named,
    page_of,
    phrase,
    titled,
    warm,
    were,
)
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest, Verdict

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.page import TerminalPage


def _search_options(command: Parser) -> None:
    query = command.add_mutually_exclusive_group(required=True)
    query.add_argument("query", nargs="?")
    query.add_argument("--like", type=positive, metavar="PASSAGE_ID", help="passages like this one instead")
    command.add_argument(
        "--literal", action="store_true", help="the words stand so in a document: read no operators in them"
    )
    command.add_argument("--limit", type=positive, default=10)
    command.add_argument(
        "--export", type=Path, metavar="FILE", help="also write up to 1,000 results, as .csv, .docx or .ris"
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
    output.show(json_values.answer_json(answer), _view_answer)
    return DONE if answer.hits or answer.authorities else NOTHING


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
    output.show({"passage_id": options.passage_id, "verdict": options.verdict}, _view_feedback)
    return DONE


def _view_feedback(page: TerminalPage, given: JsonObject) -> None:
    words = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
    page.line(f"Passage {given.passage_id} is {words[given.verdict]} for this query.")


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
        exported = library.feedback.export(options.export)
        output.show({"exported": exported, "file": options.export}, _view_exported)
        return DONE
    if options.import_from is not None:
        taken, unknown = library.feedback.import_from(options.import_from)
        output.show({"taken": taken, "unknown": unknown}, _view_imported)
        return DONE
    if options.forget_all or options.forget:
        forgotten = library.feedback.forget(None if options.forget_all else options.forget)
        output.show({"forgotten": forgotten}, _view_forgotten)
        return DONE if forgotten else NOTHING
    output.show(json_values.marks_json(library.feedback.all()), _view_marks)
    return DONE


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


def _view_forgotten(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{were(shown.forgotten, 'mark')} taken back.")


def _view_exported(page: TerminalPage, shown: JsonObject) -> None:
    page.line(
        f"{were(shown.exported, 'mark')} written to {shown.file}. The file holds what was searched for."
    )


def _view_imported(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{were(shown.taken, 'mark')} taken; what was here already, or newer here, stayed.")
    if shown.unknown:
        page.line(f"{shown.unknown} of them are on documents that are not here. They count once added.")


def _thesaurus_options(command: Parser) -> None:
    command.add_argument("words", nargs="*", metavar="WORD")


def _thesaurus(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """With words, show their related terms. Without, show the path of the thesaurus file and its problems."""
    if text := " ".join(options.words):
        related = library.thesaurus.added_to(text)
        rows = [json_values.record(term, "text of weight") for term in related]
        output.show({"text": text, "related": rows}, _view_related)
        return DONE if related else NOTHING
    library.thesaurus.path()  # creates the file if there is none
    state = library.thesaurus.state()
    output.show(json_values.record(state, "file built_in own problems"), _view_thesaurus)
    return NOTHING if state.problems else DONE


def _view_related(page: TerminalPage, shown: JsonObject) -> None:
    empty = f"Nothing is searched beside “{shown.text}”. An abbreviation may need its capitals."
    for term in page.listed(shown.related, empty=empty):
        page.line(f"{term.text}  (beside “{term.of}”)")


def _view_thesaurus(page: TerminalPage, state: JsonObject) -> None:
    page.line(
        f"Groups of words that are searched beside each other: {state.built_in} that come with BriefBank, "
        f"{state.own} of your office."
    )
    page.line(f"Your office's own are kept in {state.file}. Open it to change them.")
    page.lines(state.problems)


COMMANDS = {
    "search": Command(_search_options, _search),
    "feedback": Command(_feedback_options, _feedback),
    "marks": Command(_marks_options, _marks),
    "thesaurus": Command(_thesaurus_options, _thesaurus),
}
