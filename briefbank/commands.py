"""The commands of the command line: their options, what they do, and their exit status."""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from briefbank import __version__, contract, logs, settings, terminal
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary, QueryError, StoreError, SummaryError
from briefbank.library import Library
from briefbank.models import FileStatus, Filters, Kind, Order, SearchRequest, Verdict

log = logging.getLogger(__name__)

DONE, NOTHING, WRONG_USE, FAULT = 0, 1, 2, 3

Command = Callable[[Library, argparse.Namespace, terminal.Output], int]


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    logs.start()
    output = terminal.Output(as_json=options.json)
    try:
        if options.command == "evaluate":
            return _evaluate(options, output)
        with Library.open(options.library or settings.load().library) as library:
            return int(options.run(library, options, output))
    except Cancelled as stopped:
        output.error(stopped)
        return NOTHING
    except (NotInLibrary, SummaryError) as error:
        output.error(error)
        return NOTHING
    except QueryError as error:
        output.error(error)
        return WRONG_USE
    except BriefBankError as error:
        log.warning("command ended: %s %s", type(error).__name__, error.detail)
        output.error(error)
        return FAULT
    except KeyboardInterrupt:
        output.error(Cancelled())
        return NOTHING
    except Exception:
        log.exception("fault")
        output.error(BriefBankError("BriefBank made a mistake and stopped.", "The log has the details."))
        return FAULT


# --- commands ------------------------------------------------------------------------------------


def _add(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """What was added is reported whatever happens afterwards: a stop, a full disk, a missing model."""
    started = time.monotonic()
    trouble: BriefBankError | None = None
    with output.progress() as reporter:
        try:
            library.add(options.paths, reporter)
            library.embed_pending(reporter)
        except BriefBankError as error:
            log.warning("adding ended early: %s %s", type(error).__name__, error.detail)
            trouble = error
    output.show(contract.added_json(reporter.outcomes, time.monotonic() - started, trouble), terminal.added)
    if trouble is not None:
        output.explain(trouble)
    if isinstance(trouble, StoreError):
        return FAULT
    refused = any(outcome.status is FileStatus.REFUSED for outcome in reporter.outcomes)
    return NOTHING if trouble or refused or not reporter.outcomes else DONE


def _search(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    try:
        library.warm()
    except BriefBankError as error:
        output.explain(error)  # words can be searched without the model
    filters = Filters(
        filed_from=options.filed_from,
        filed_to=options.filed_to,
        kinds=frozenset([Kind(options.kind)]) if options.kind else frozenset(),
        court=options.court,
    )
    order = Order(options.order)
    answer = library.search(SearchRequest(options.query, options.limit, order, filters, options.as_of))
    output.show(contract.answer_json(answer), terminal.answer)
    return DONE if answer.hits else NOTHING


def _summary(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    output.show(contract.summary_json(library.summary(options.document_id)), terminal.summary)
    return DONE


def _feedback(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    verdict = None if options.verdict == "clear" else Verdict(options.verdict)
    library.give_feedback(options.passage_id, options.query, verdict)
    output.show({"passage_id": options.passage_id, "verdict": options.verdict}, terminal.feedback)
    return DONE


def _list(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    documents = [contract.document_json(document) for document in library.documents()]
    output.show({"documents": documents}, terminal.documents)
    return DONE


def _show(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.document(options.document_id)
    shown = contract.shown_json(document, library.pages(document.id), library.passages(document.id))
    output.show(shown, terminal.shown)
    return DONE


def _remove(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.document(options.document_id)
    library.remove(document.id)
    output.show({"removed": document.id, "title": document.title}, terminal.removed)
    return DONE


def _check(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    report = library.check(repair=options.repair)
    output.show(contract.health_json(report), terminal.health)
    return DONE if report.healthy else NOTHING


def _rebuild(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.rebuild(reporter)
    output.show(contract.health_json(report), terminal.health)
    return DONE if report.healthy else NOTHING


def _self_test(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    results = library.self_test()
    output.show(contract.checks_json(results), terminal.checks)
    return DONE if all(result.passed for result in results) else NOTHING


def _evaluate(options: argparse.Namespace, output: terminal.Output) -> int:
    from briefbank.evaluate.beir import DataSetError
    from briefbank.evaluate.run import evaluate

    try:
        with output.progress() as reporter:
            figures = evaluate(
                options.dataset, channels=options.channels, limit=options.limit, reporter=reporter
            )
    except DataSetError as error:
        output.error(error)
        return WRONG_USE
    output.show(figures, terminal.evaluation)
    return DONE


# --- options -------------------------------------------------------------------------------------


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 2015-03-01.") from None


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of 1 or more.")
    return number


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document"
    )
    common.add_argument(
        "--library", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="the library's folder"
    )
    parser = argparse.ArgumentParser("briefbank", description="Find what your office has already argued.")
    parser.add_argument("--version", action="version", version=f"BriefBank {__version__}")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the library's folder")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Command | None, words: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, parents=[common], help=words, description=words)
        added.set_defaults(run=run)
        return added

    add = command("add", _add, "add files, or all files in folders")
    add.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    _search_options(command("search", _search, "find passages"))
    for name, run, words in (
        ("summary", _summary, "show the extracts that tell what a document is about"),
        ("show", _show, "show one document with its passages"),
        ("remove", _remove, "remove one document and all that was made of it"),
    ):
        command(name, run, words).add_argument("document_id", type=_positive, metavar="ID")
    feedback = command("feedback", _feedback, "mark a passage as helpful for a query or not")
    feedback.add_argument("passage_id", type=_positive, metavar="PASSAGE_ID")
    feedback.add_argument("verdict", choices=["up", "down", "clear"])
    feedback.add_argument("--query", required=True)
    command("list", _list, "list all documents")
    check = command("check", _check, "compare both indexes with the catalogue")
    check.add_argument("--repair", action="store_true", help="mend what disagrees")
    command("rebuild", _rebuild, "make both indexes anew from the catalogue")
    command("self-test", _self_test, "test every part, and that the network is refused")
    evaluate = command("evaluate", None, "measure search over a data set in BEIR's layout")
    evaluate.add_argument("dataset", type=Path, metavar="DATASET_DIR")
    evaluate.add_argument("--channels", nargs="+", choices=["fused", "words", "meaning"], default=["fused"])
    evaluate.add_argument("--limit", type=_positive, help="the first so many queries only")
    return parser


def _search_options(search: argparse.ArgumentParser) -> None:
    search.add_argument("query")
    search.add_argument("--limit", type=_positive, default=10)
    search.add_argument("--order", choices=[order.value for order in Order], default=Order.NEWEST.value)
    search.add_argument("--from", dest="filed_from", type=_day, metavar="DATE")
    search.add_argument("--to", dest="filed_to", type=_day, metavar="DATE")
    search.add_argument("--as-of", type=_day, metavar="DATE", help="only what was filed by this day")
    search.add_argument("--kind", choices=[kind.value for kind in Kind])
    search.add_argument("--court", default="", help="part of the court's name")
