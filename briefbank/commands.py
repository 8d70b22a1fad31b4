"""The commands of the command line: what they do, and their exit status."""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable, Sequence

from briefbank import audit_command, contract, logs, plain_words, settings, terminal
from briefbank.catalogue.feedback_file import FeedbackFileError
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    CorrectionRefused,
    EntryRefused,
    ListFileError,
    NotInLibrary,
    QueryError,
    ShortOfMemory,
    StoreDamaged,
    StoreError,
    SummaryError,
)
from briefbank.exit_status import DONE, FAULT, NOTHING, WRONG_USE
from briefbank.exports.errors import ExportRefused, refuse_unfit
from briefbank.law_commands import EVERY
from briefbank.library import Library
from briefbank.limits import lacks_memory
from briefbank.models import (
    CaptionField,
    Document,
    FileStatus,
    Filters,
    Kind,
    OcrSetting,
    Order,
    SearchRequest,
    Verdict,
)
from briefbank.options import parser

log = logging.getLogger(__name__)

WRONGLY_USED = (
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    FeedbackFileError,
    ListFileError,
    QueryError,
)
"""What somebody asked for that cannot be done so."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = parser().parse_args(arguments)
    logs.start()
    output = terminal.Output(as_json=options.json)
    try:
        if options.command == "evaluate" and not _measures_library(options):
            return _evaluate(options, output)
        with _opened(options, output) as library:
            if options.command in ON_AUTHORITIES:
                _read_authorities(library, output)
            status = COMMANDS[options.command](library, options, output)
            if status != FAULT and (why := library.read_only()):
                output.say(why)
            return status
    except Cancelled as stopped:
        output.error(stopped)
        return NOTHING
    except (NotInLibrary, SummaryError) as error:
        output.error(error)
        return NOTHING
    except WRONGLY_USED as error:
        output.error(error)
        return WRONG_USE
    except BriefBankError as error:
        log.warning("command ended: %s %s", type(error).__name__, error.detail)
        output.error(error)
        return FAULT
    except KeyboardInterrupt:
        output.error(Cancelled())
        return NOTHING
    except Exception as error:
        log.exception("fault")
        mistake = BriefBankError("BriefBank made a mistake and stopped.", "The log has the details.")
        output.error(ShortOfMemory() if lacks_memory(error) else mistake)
        return FAULT


def _opened(options: argparse.Namespace, output: terminal.Output) -> Library:
    """The library; one that is too damaged to open makes room for the backup that is to be restored."""
    folder = options.library or settings.load().library
    try:
        return Library.open(folder)
    except StoreDamaged as damaged:
        if options.command != "restore":
            raise
        aside = Library.make_room_for(options.folder, folder)
        output.say(f"{damaged.title} What is left of it was put into {aside}.")
        return Library.open(folder)


def _read_authorities(library: Library, output: terminal.Output) -> None:
    """Documents that an older release added were not read for them."""
    with output.progress() as reporter:
        library.read_authorities(reporter)


# --- commands ------------------------------------------------------------------------------------


def _add(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """What was added is reported whatever happens afterwards: a stop, a full disk, a missing model."""
    return _work(library, output, lambda reporter: library.enqueue(options.paths, reporter))


def _again(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    pages = {number - 1 for number in options.pages} if options.pages else None
    setting = OcrSetting(options.setting)
    return _work(
        library,
        output,
        lambda _reporter: library.read_again(
            options.document_id, pages, setting=setting, engine=options.engine
        ),
    )


def _work(
    library: Library, output: terminal.Output, prepare: Callable[[terminal.CollectingReporter], object]
) -> int:
    """Do what ``prepare`` puts into the ledger, and what waits there from before."""
    started = time.monotonic()
    trouble: BriefBankError | None = None
    with output.progress() as reporter:
        try:
            prepare(reporter)
            library.run_intake(reporter)
            while passwords := output.ask_passwords(reporter.without_password()):
                library.add(list(passwords), reporter, passwords=passwords)
            library.embed_pending(reporter)
        except BriefBankError as error:
            log.warning("adding ended early: %s %s", type(error).__name__, error.detail)
            trouble = error
    if library.unconfirmed():
        output.say(
            "This library asks for folders or files that you did not name, and they were not read. "
            "“briefbank confirm” shows them."
        )
    waiting = len(library.waiting_files())
    seconds = time.monotonic() - started
    output.show(contract.added_json(reporter.outcomes, seconds, waiting, trouble), plain_words.added)
    if trouble is not None:
        output.explain(trouble)
    if isinstance(trouble, StoreError):
        return FAULT
    refused = any(outcome.status is FileStatus.REFUSED for outcome in reporter.outcomes)
    return NOTHING if trouble or refused or not reporter.outcomes else DONE


def _search(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    terminal.warm(library, output)
    filters = Filters(
        filed_from=options.filed_from,
        filed_to=options.filed_to,
        kinds=frozenset([Kind(options.kind)]) if options.kind else frozenset(),
        court=options.court,
        authors=frozenset([options.office]) if options.office else frozenset(),
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
    output.show(contract.answer_json(answer), plain_words.answer)
    return DONE if answer.hits or answer.authorities else NOTHING


def _summary(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    output.show(contract.summary_json(library.summaries.extractive(options.document_id)), plain_words.summary)
    return DONE


def _feedback(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    verdict = None if options.verdict == "clear" else Verdict(options.verdict)
    library.give_feedback(options.passage_id, options.query, verdict)
    output.show({"passage_id": options.passage_id, "verdict": options.verdict}, plain_words.feedback)
    return DONE


def _marks(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """List them, or take some back, or carry them from one library to another."""
    if options.export is not None:
        written = library.export_feedback(options.export)
        output.show({"exported": written, "file": str(options.export)}, plain_words.marks_exported)
        return DONE
    if options.import_from is not None:
        taken, unknown = library.import_feedback(options.import_from)
        output.show({"taken": taken, "unknown": unknown}, plain_words.marks_imported)
        return DONE
    if options.forget_all or options.forget:
        forgotten = library.forget_marks(None if options.forget_all else options.forget)
        output.show({"forgotten": forgotten}, plain_words.marks_forgotten)
        return DONE if forgotten else NOTHING
    output.show(contract.marks_json(library.marks()), plain_words.marks)
    return DONE


def _thesaurus(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """With words: what is searched beside them. Without: where the file is, and what is wrong with it."""
    if text := " ".join(options.words):
        related = library.related(text)
        output.show(contract.related_json(text, related), plain_words.related)
        return DONE if related else NOTHING
    library.thesaurus_path()  # so that there is a file to open
    state = library.thesaurus()
    output.show(contract.thesaurus_json(state), plain_words.thesaurus)
    return NOTHING if state.problems else DONE


def _list(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    documents = [contract.document_json(document) for document in library.documents()]
    output.show({"documents": documents}, plain_words.documents)
    return DONE


def _show(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.document(options.document_id)
    output.show(_shown(library, document), plain_words.shown)
    return DONE


def _around(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    section = library.surroundings(options.passage_id)
    output.show(contract.section_json(options.passage_id, section), plain_words.section)
    return DONE


def _shown(library: Library, document: Document) -> contract.Json:
    caption, pages = library.caption(document.id), library.pages(document.id)
    return contract.shown_json(document, caption, pages, library.passages(document.id))


def _correct(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """The date first: where it is no date, nothing else is changed either."""
    fields = sorted(CaptionField, key=lambda field: field is not CaptionField.FILED)
    typed = {field: value for field in fields if (value := getattr(options, field.value)) is not None}
    undone = [CaptionField(name) for name in options.undo]
    if not typed and not undone:
        raise CorrectionRefused("Nothing was said to be corrected.", "See: briefbank correct --help")
    document = library.document(options.document_id)
    for field, value in typed.items():
        document = library.correct(document.id, field, value)
    for field in undone:
        document = library.uncorrect(document.id, field)
    output.show(_shown(library, document), plain_words.corrected)
    return DONE


def _remove(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.document(options.document_id)
    library.remove(document.id)
    output.show({"removed": document.id, "title": document.title}, plain_words.removed)
    return DONE


def _check(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.check(options.repair, reporter, thorough=options.thorough)
    output.show(contract.health_json(report), plain_words.health)
    return DONE if report.healthy else NOTHING


def _backup(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.backup(options.folder, reporter)
    output.show(contract.backup_json(report), plain_words.backed_up)
    return NOTHING if report.problems else DONE


def _restore(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.restore(options.folder, reporter)
    output.show(contract.restore_json(report), plain_words.restored)
    return DONE


def _watch(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """Without a folder: which are watched. The window looks at them; this command never does."""
    for folder in options.folders:
        (library.unwatch if options.stop else library.watch)(folder.absolute())
    output.show(contract.watched_json(library.watched_folders()), plain_words.watched)
    return DONE


def _confirm(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """Without a decision nothing changes."""
    found = library.unconfirmed()
    if options.yes:
        library.confirm()
    elif options.no:
        library.decline()
    answer = "confirmed" if options.yes else "declined" if options.no else ""
    output.show(contract.unconfirmed_json(found, answer), plain_words.unconfirmed)
    return DONE


def _sizes(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    output.show(contract.sizes_json(library.sizes()), plain_words.sizes)
    return DONE


def _rebuild(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.rebuild(reporter)
    output.show(contract.health_json(report), plain_words.health)
    return DONE if report.healthy else NOTHING


def _self_test(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    if options.pdf is not None:
        refuse_unfit(options.pdf)  # before the checks, which take some seconds
    results = library.self_test()
    if options.pdf is not None:
        library.save_self_test(results, options.pdf)
    output.show(contract.checks_json(results), plain_words.checks)
    return DONE if all(result.passed for result in results) else NOTHING


def _measures_library(options: argparse.Namespace) -> bool:
    """Whether ``evaluate`` needs the library itself: its marks, or its briefs where no others are named."""
    return bool(options.from_feedback or (options.summaries and options.dataset is None))


def _evaluate(options: argparse.Namespace, output: terminal.Output) -> int:
    if options.summaries or options.model:
        return _evaluate_summaries(None, options, output)
    from briefbank.evaluate import command

    try:
        command.run(options, output)
    except command.WRONG_USE as error:
        output.error(error)
        return WRONG_USE
    return DONE


def _evaluate_library(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """The office's own marks, or its own briefs."""
    evaluate = _evaluate_summaries if options.summaries or options.model else _evaluate_feedback
    return evaluate(library, options, output)


def _evaluate_summaries(library: Library | None, options: argparse.Namespace, output: terminal.Output) -> int:
    """What the checks of summaries catch and withhold."""
    from briefbank.evaluate.summaries import command

    try:
        command.run(library, options, output)
    except command.WRONG_USE as error:
        output.error(error)
        return WRONG_USE
    return DONE


def _evaluate_feedback(library: Library, options: argparse.Namespace, output: terminal.Output) -> int:
    """What the office's own marks say about its searches."""
    from briefbank.evaluate.feedback import evaluate

    terminal.warm(library, output)
    with output.progress() as reporter:
        figures = evaluate(library.marks(), library.ranked, reporter)
    output.show(figures, plain_words.evaluated_feedback)
    return DONE if figures["enough"] else NOTHING


ON_AUTHORITIES = {module.NAME: module.run for module in EVERY}
COMMANDS: dict[str, Callable[[Library, argparse.Namespace, terminal.Output], int]] = {
    "add": _add,
    "again": _again,
    "search": _search,
    "summary": _summary,
    "feedback": _feedback,
    "marks": _marks,
    "thesaurus": _thesaurus,
    "list": _list,
    "show": _show,
    "around": _around,
    "correct": _correct,
    "remove": _remove,
    "check": _check,
    "rebuild": _rebuild,
    "backup": _backup,
    "restore": _restore,
    "watch": _watch,
    "confirm": _confirm,
    "sizes": _sizes,
    audit_command.NAME: audit_command.run,
    "self-test": _self_test,
    "evaluate": _evaluate_library,
    **ON_AUTHORITIES,
}
"""All that work on a library; evaluate makes its own, unless it measures by the library's marks or briefs."""
