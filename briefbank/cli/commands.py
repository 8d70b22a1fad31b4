"""The commands of the command line and their exit statuses."""

from __future__ import annotations

import argparse
import gc
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import logs, settings
from briefbank.api.library import LibraryApi
from briefbank.catalogue.feedback_file import FeedbackFileError
from briefbank.cli import json_schema, layouts, terminal
from briefbank.cli.command_modules import AUDIT, OFFLINE, ON_AUTHORITIES, SERVE, WORKER
from briefbank.cli.exit_status import DONE, FAULT, NOTHING, WRONG_USE
from briefbank.cli.local_library import folder_of_command, local, require_served_library
from briefbank.cli.options import WrongUse, parser
from briefbank.cli.reading_commands import READING_COMMANDS
from briefbank.domain.caption_fields import DAY, CaptionField
from briefbank.domain.document_lists import DocumentList
from briefbank.domain.documents import Document
from briefbank.domain.feedback import Verdict
from briefbank.domain.ingest import Enqueued, FileOutcome, FileStatus, PassedOver
from briefbank.domain.kinds import Kind
from briefbank.domain.pages import OcrSetting
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    CorrectionRefused,
    EntryRefused,
    ListFileError,
    NothingOffline,
    NotInLibrary,
    OfflineChoiceRefused,
    QueryError,
    ShortOfMemory,
    StoreDamaged,
    StoreError,
    SummaryError,
)
from briefbank.exports.errors import ExportRefused, require_writable
from briefbank.library import Library
from briefbank.paths import data_folder, offline_folder
from briefbank.server import server_settings
from briefbank.storage import offline_lease
from briefbank.storage.memory import lacks_memory
from briefbank.text.folders import has_words
from briefbank.text.leave_out import LeaveOut

if TYPE_CHECKING:
    from briefbank.ingest.work_spread import WorkSpread

log = logging.getLogger(__name__)

WRONGLY_USED = (
    OfflineChoiceRefused,
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    FeedbackFileError,
    ListFileError,
    QueryError,
)
"""Errors in what a person asked for."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        options = parser().parse_args(arguments)
    except WrongUse as wrong:
        wrong.show()
        raise
    logs.start()
    output = terminal.Output(as_json=options.json)
    with ExitStack() as stack:
        return run_on(lambda: stack.enter_context(_opened(options, output)), options, output)


def run_on(opened: Callable[[], LibraryApi], options: argparse.Namespace, output: terminal.Output) -> int:
    """Run a command on the library that ``opened`` returns, show what became of it, and return the exit
    status. Any thread. Never raises because of the library or the command."""
    try:
        if options.command == "evaluate" and not _measures_library(options):
            return _evaluate(None, options, output)
        if options.command == "drill":
            return _drill(None, options, output)
        if options.command == WORKER.name:
            return WORKER.run(None, options, output)
        if options.command == SERVE.name:
            from briefbank.cli import serve

            if not serve.is_run(options):
                return serve.keep(options, output)
            serve.require_prepared_library(options.library)
        if options.command == OFFLINE.name:
            from briefbank.cli import offline

            offline.require_fitting_choice(options)
            if not offline.asks_office(options):
                return offline.keep(options, output)
        library = opened()
        if options.command in ON_READ_AUTHORITIES and library.has_unread_authorities():
            _read_authorities(library, output)
        status = COMMANDS[options.command](library, options, output)
        if status != FAULT and (why := library.read_only()):
            output.say(why)
        return status
    except (Cancelled, NotInLibrary, SummaryError) as error:
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


def _opened(options: argparse.Namespace, output: terminal.Output) -> AbstractContextManager[LibraryApi]:
    """Open the library: on a computer of an office the office's, unless another is named, or it is to be
    served from here. For ``restore``, move a library aside that is too damaged to open."""
    chosen = settings.load()
    if chosen.office_address and not options.library and options.command != server_settings.COMMAND:
        from briefbank.remote.library import RemoteLibrary

        return closing(RemoteLibrary.open())
    folder = folder_of_command(options.library)
    if not (options.command == "restore" and options.library):  # which begins a lost library anew
        require_served_library(folder)
    if folder == offline_folder() and offline_lease.kept(folder) is None:
        raise NothingOffline
    tidy = options.command not in READING_COMMANDS
    if tidy:
        gc.enable()
    database = server_settings.database_of(folder)
    try:
        spread = _spread() if options.command == SERVE.name else None
        return closing(Library.open(folder, tidy=tidy, database=database, spread=spread))
    except StoreDamaged as damaged:
        if options.command != "restore" or database is not None:
            raise
        aside = Library.make_room_for(options.folder, folder)
        output.say(f"{damaged.title} What is left of it was put into {aside}.")
        return closing(Library.open(folder))


def _spread() -> WorkSpread | None:
    """Return where an office server has work on files done."""
    from briefbank.server import own_cluster

    return own_cluster.spread()


def _read_authorities(library: LibraryApi, output: terminal.Output) -> None:
    """Read the authorities of documents of which they were not read yet, or by other rules."""
    with output.progress() as reporter:
        library.maintenance.read_authorities(reporter)


# --- commands ------------------------------------------------------------------------------------


def _add(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Add files, and report what was added even after a stop, a full disk or a missing model."""
    if options.dismiss or options.take_back:
        return _dismiss(library, options.paths, output, wanted=options.dismiss)

    def queue(reporter: terminal.CollectingReporter) -> Enqueued:
        return library.ingest.enqueue(
            options.paths, reporter, thorough=options.repair, patterns=options.leave_out
        )

    return _run_jobs(library, output, queue, scans_now=options.scans_now)


def _dismiss(library: LibraryApi, paths: Sequence[Path], output: terminal.Output, *, wanted: bool) -> int:
    """Leave refused files out, or take them back; report how each stands."""
    absolute = [path.absolute() for path in paths]
    library.ingest.leave_out(absolute, wanted=wanted)
    known: dict[Path, FileOutcome] = {}
    for outcome in library.ingest.history():
        known.setdefault(outcome.path, outcome)
    found = [known[path] for path in absolute if path in known]
    output.show(json_schema.added_json(found, PassedOver(), 0.0, 0, None), layouts.ADDED)
    return DONE if any(each.left_out is wanted for each in found) else NOTHING


def _survey(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Look at what would be added. It ends with 1 where nothing of it is of use or the disk is too small."""
    with output.progress() as reporter:
        began = time.monotonic()
        found = library.ingest.survey(options.paths, reporter)
    if found is None:
        return NOTHING
    patterns = LeaveOut([*settings.load().leave_out, *options.leave_out])
    totals = found.totals(patterns)
    output.show(json_schema.survey_json(found, totals, time.monotonic() - began), layouts.SURVEY)
    return DONE if totals.taken.files and totals.needed_bytes <= found.free_bytes else NOTHING


def _report(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Show what became of the files. Without any there is nothing to report."""
    report = library.ingest.report()
    if options.csv is not None:
        library.exports.ingest_report(library.ingest.reported_files(), options.csv)
    output.show(json_schema.report_json(report, library.ingest.searchable(), options.csv), layouts.REPORT)
    return DONE if report.files else NOTHING


def _read_again(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    pages = {number - 1 for number in options.pages} if options.pages else None
    setting = OcrSetting(options.setting)
    return _run_jobs(
        library,
        output,
        lambda _reporter: library.ingest.read_again(
            options.document_id, pages, setting=setting, engine=options.engine
        ),
    )


def _add_attached(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Add the files that are attached inside a PDF."""
    return _run_jobs(
        library, output, lambda reporter: library.ingest.enqueue_attached(options.document_id, reporter)
    )


def _run_jobs(
    library: LibraryApi,
    output: terminal.Output,
    prepare: Callable[[terminal.CollectingReporter], Enqueued | None],
    *,
    scans_now: bool = False,
) -> int:
    """Run the jobs that ``prepare`` puts into the ledger, and those left there from before."""
    started = time.monotonic()
    passed_over = PassedOver()
    trouble: BriefBankError | None = None
    with output.progress() as reporter:
        try:
            if queued := prepare(reporter):
                passed_over = queued.passed_over
            library.ingest.run(reporter, scans_now=scans_now)
            while passwords := output.ask_passwords(reporter.without_password()):
                library.ingest.add(list(passwords), reporter, passwords=passwords)
            library.embedding.embed_pending(reporter)
        except BriefBankError as error:
            log.warning("adding ended early: %s %s", type(error).__name__, error.detail)
            trouble = error
    if library.watched.unconfirmed():
        output.say(
            "This library asks for folders or files that you did not name, and they were not read. "
            "“briefbank confirm” shows them."
        )
    waiting = len({file.path for file in library.ingest.waiting()})
    seconds = time.monotonic() - started
    outcomes = reporter.outcomes
    if trouble is None:  # titles that were unique when their files were added may not be so any more
        known = library.documents.some(end.document.id for end in outcomes if end.document)
        outcomes = [
            replace(end, document=known.get(end.document.id)) if end.document else end for end in outcomes
        ]
    added = json_schema.added_json(outcomes, passed_over, seconds, waiting, trouble)
    output.show(added, layouts.ADDED)
    if waiting and trouble is None and (hours := settings.load().scan_hours):
        span = f"from {hours.begin:%H:%M} to {hours.end:%H:%M}"
        output.say(f"Text on scans of large folders is recognised {span}, or now with --scans-now.")
    if trouble is not None:
        output.explain(trouble)
    if isinstance(trouble, StoreError):
        return FAULT
    refused = any(outcome.status is FileStatus.REFUSED for outcome in outcomes)
    return NOTHING if trouble or refused or not outcomes else DONE


def _search(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    terminal.warm(library, output)
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
    output.show(json_schema.answer_json(answer), layouts.ANSWER)
    return DONE if answer.hits or answer.authorities else NOTHING


def _summary(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    output.show(json_schema.summary_json(library.summaries.extractive(options.document_id)), layouts.SUMMARY)
    return DONE


def _feedback(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    verdict = None if options.verdict == "clear" else Verdict(options.verdict)
    library.feedback.give(options.passage_id, options.query, verdict)
    output.show({"passage_id": options.passage_id, "verdict": options.verdict}, layouts.FEEDBACK)
    return DONE


def _marks(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """List the feedback, delete some of it, or export and import it."""
    if options.export is not None:
        written = library.feedback.export(options.export)
        output.show({"exported": written, "file": str(options.export)}, layouts.MARKS_EXPORTED)
        return DONE
    if options.import_from is not None:
        imported, unknown = library.feedback.import_from(options.import_from)
        output.show({"taken": imported, "unknown": unknown}, layouts.MARKS_IMPORTED)
        return DONE
    if options.forget_all or options.forget:
        forgotten = library.feedback.forget(None if options.forget_all else options.forget)
        output.show({"forgotten": forgotten}, layouts.MARKS_FORGOTTEN)
        return DONE if forgotten else NOTHING
    output.show(json_schema.marks_json(library.feedback.all()), layouts.MARKS)
    return DONE


def _thesaurus(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """With words, show their related terms. Without, show the path of the thesaurus file and its problems."""
    if text := " ".join(options.words):
        related = library.thesaurus.added_to(text)
        output.show(json_schema.related_json(text, related), layouts.RELATED)
        return DONE if related else NOTHING
    library.thesaurus.path()  # creates the file if there is none
    state = library.thesaurus.state()
    output.show(json_schema.thesaurus_json(state), layouts.THESAURUS)
    return NOTHING if state.problems else DONE


def _list(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    missing = frozenset(CaptionField(name) for name in options.without)
    found = (
        json_schema.document_json(each)
        for each in library.documents.each(DocumentList(lacking=missing))
        if not options.path or has_words(each.folder, options.path)
    )
    narrowed = bool(missing or options.path)
    shown = output.show_list("documents", found, layouts.NARROWED if narrowed else layouts.DOCUMENTS)
    return DONE if shown or not narrowed else NOTHING


def _show(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.documents.get(options.document_id)
    output.show(_shown(library, document), layouts.SHOWN)
    return DONE


def _around(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    section = library.documents.surroundings(options.passage_id)
    output.show(json_schema.section_json(options.passage_id, section), layouts.SECTION)
    return DONE


def _shown(library: LibraryApi, document: Document) -> json_schema.Json:
    caption, pages = library.documents.caption(document.id), library.documents.pages(document.id)
    passages = library.documents.passages(document.id)
    attachments = library.documents.attachments(document.id)
    return json_schema.shown_json(document, caption, pages, passages, attachments)


def _correct(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Correct a caption, beginning with dates: if one is invalid, nothing else is changed."""
    fields = sorted(CaptionField, key=lambda field: field.definition.value_type is not DAY)
    typed = {field: value for field in fields if (value := getattr(options, field.value)) is not None}
    undone = [CaptionField(name) for name in options.undo]
    if not typed and not undone:
        raise CorrectionRefused("Nothing was said to be corrected.", "See: briefbank correct --help")
    document = library.documents.get(options.document_id)
    for field, value in typed.items():
        document = library.documents.correct(document.id, field, value)
    for field in undone:
        document = library.documents.correct(document.id, field, None)
    output.show(_shown(library, document), layouts.CORRECTED)
    return DONE


def _remove(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    document = library.documents.get(options.document_id)
    library.documents.remove(document.id)
    output.show({"removed": document.id, **json_schema.title_json(document)}, layouts.REMOVED)
    return DONE


def _check(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.check(options.repair, reporter, thorough=options.thorough)
    output.show(json_schema.health_json(report), layouts.HEALTH)
    return DONE if report.healthy else NOTHING


def _backup(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.backup(options.folder, reporter, keep_days=options.keep_days)
    output.show(json_schema.backup_json(report), layouts.BACKED_UP)
    return NOTHING if report.problems else DONE


def _backups(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    backups = library.maintenance.backups()
    output.show(json_schema.backups_json(backups), layouts.BACKUPS)
    return DONE if backups else NOTHING


def _restore(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.restore(options.folder, reporter)
    output.show(json_schema.restore_json(report), layouts.RESTORED)
    return DONE


def _drill(_library: LibraryApi | None, options: argparse.Namespace, output: terminal.Output) -> int:
    """Prove that a backup can be restored. No library need be on this computer, and none is opened."""
    with output.progress() as reporter:
        report = Library.drill(options.folder, options.place or data_folder(), reporter)
    output.show(json_schema.drill_json(report), layouts.DRILLED)
    return NOTHING if report.problems else DONE


def _move_to_office(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = local(library).bring_in(options.folder, reporter)
    output.show(json_schema.move_json(report), layouts.MOVED)
    return NOTHING if report.problems else DONE


def _watch(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Watch folders or stop; without a folder, list them. Only the window looks into watched folders."""
    for folder in options.folders:
        (library.watched.unwatch if options.stop else library.watched.watch)(folder.absolute())
    output.show(json_schema.watched_json(library.watched.folders()), layouts.WATCHED)
    return DONE


def _confirm(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    """Confirm or decline additions; without a decision nothing changes."""
    found = library.watched.unconfirmed()
    if options.yes:
        library.watched.confirm()
    elif options.no:
        library.watched.decline()
    answer = "confirmed" if options.yes else "declined" if options.no else ""
    output.show(json_schema.unconfirmed_json(found, answer), layouts.UNCONFIRMED)
    return DONE


def _sizes(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    output.show(json_schema.sizes_json(library.maintenance.sizes()), layouts.SIZES)
    return DONE


def _rebuild(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.rebuild(reporter)
    output.show(json_schema.health_json(report), layouts.HEALTH)
    return DONE if report.healthy else NOTHING


def _self_test(library: LibraryApi, options: argparse.Namespace, output: terminal.Output) -> int:
    if options.save is not None:
        require_writable(options.save)  # before the checks, which take some seconds
    results = library.installation.self_test()
    if options.save is not None:
        library.installation.save_self_test(library.installation.self_test_report(results), options.save)
    output.show(json_schema.checks_json(results), layouts.CHECKS)
    return DONE if all(result.passed for result in results) else NOTHING


def _measures_library(options: argparse.Namespace) -> bool:
    """Tell whether ``evaluate`` needs the library itself, for its feedback or for its briefs."""
    return bool(options.from_feedback or (options.summaries and options.dataset is None))


def _evaluate(library: LibraryApi | None, options: argparse.Namespace, output: terminal.Output) -> int:
    from briefbank.cli import evaluate

    try:
        return evaluate.run(local(library) if library else None, options, output)
    except evaluate.WRONG_USE as error:
        output.error(error)
        return WRONG_USE


ON_READ_AUTHORITIES = {each.name: each.run for each in ON_AUTHORITIES}
COMMANDS: dict[str, Callable[[LibraryApi, argparse.Namespace, terminal.Output], int]] = {
    "add": _add,
    "survey": _survey,
    "report": _report,
    "again": _read_again,
    "search": _search,
    "summary": _summary,
    "feedback": _feedback,
    "marks": _marks,
    "thesaurus": _thesaurus,
    "list": _list,
    "show": _show,
    "add-attached": _add_attached,
    "around": _around,
    "correct": _correct,
    "remove": _remove,
    "check": _check,
    "rebuild": _rebuild,
    "backup": _backup,
    "backups": _backups,
    "restore": _restore,
    "drill": _drill,
    "move-to-office": _move_to_office,
    "watch": _watch,
    "confirm": _confirm,
    "sizes": _sizes,
    AUDIT.name: AUDIT.run,
    SERVE.name: SERVE.run,
    OFFLINE.name: OFFLINE.run,
    WORKER.name: WORKER.run,
    "self-test": _self_test,
    "evaluate": _evaluate,
    **ON_READ_AUTHORITIES,
}
"""The commands. ``drill`` and ``worker`` are on no library; ``evaluate`` is only if it measures by its
feedback or briefs."""
