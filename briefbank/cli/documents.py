"""The commands on documents: add and survey files, list, show, correct and remove documents."""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from briefbank import settings
from briefbank.api.library import LibraryApi
from briefbank.cli import json_values
from briefbank.cli.commands import Command, Parser, option, positive
from briefbank.cli.output import (
    DONE,
    FAULT,
    NOTHING,
    CollectingReporter,
    JsonObject,
    Output,
    TerminalPage,
    counted,
    day_words,
    filed,
    megabytes,
    phrase,
    spelled,
    titled,
)
from briefbank.domain.caption_fields import DAY, EXPECTED, IN_FUTURE, CaptionField
from briefbank.domain.documents import DocumentList
from briefbank.domain.ingest import Enqueued, FileOutcome, FileStatus, PassedOver
from briefbank.domain.pages import OcrSetting
from briefbank.errors import BriefBankError, CorrectionRefused, StoreError
from briefbank.text.file_names import LeaveOut, has_words
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

PATH_HELP = "words of the folder that was added, as in appeals/2010"


_DOCUMENT = option("document_id", type=positive, metavar="ID")


def _leave_out(words: str) -> Callable[[Parser], object]:
    return option("--leave-out", nargs="+", default=[], metavar="PATTERN", help=words)


def _add_options(command: Parser) -> None:
    command.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    step = command.add_mutually_exclusive_group()
    step.add_argument(
        "--repair",
        action="store_true",
        help="read with repair, longer limits and more careful recognition of scans",
    )
    step.add_argument(
        "--dismiss",
        action="store_true",
        help="pass these refused files over from now on, in folders too; add nothing",
    )
    step.add_argument("--take-back", action="store_true", help="end that these files are left out")
    _leave_out("leave out files in folders, such as '*.wbk' or '*/Billing/*', beside those of the settings")(
        command
    )


def _add(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Add files, and report what was added even after an interruption, a full disk or a missing model."""
    if options.dismiss or options.take_back:
        return _dismiss(library, options, output)
    enqueue = partial(library.ingest.enqueue, thorough=options.repair, patterns=options.leave_out)
    return _run_jobs(library, output, lambda reporter: enqueue(options.paths, reporter))


def _dismiss(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Leave refused files out, or take them back; report how each stands."""
    paths = [path.absolute() for path in options.paths]
    library.ingest.leave_out(paths, skip=options.dismiss)
    known: dict[Path, FileOutcome] = {}
    for outcome in library.ingest.history():
        known.setdefault(outcome.path, outcome)
    outcomes = [known[path] for path in paths if path in known]
    is_done = any(outcome.left_out is options.dismiss for outcome in outcomes)
    shown = json_values.added_json(outcomes, PassedOver(), 0.0, 0, None)
    return output.show(shown, _view_added, success=is_done)


def _read_again_options(command: Parser) -> None:
    command.add_argument("document_id", type=positive, metavar="ID")
    command.add_argument(
        "--pages", type=positive, nargs="+", metavar="N", help="only these pages of the file"
    )
    command.add_argument(
        "--setting", choices=[setting.value for setting in OcrSetting], default=OcrSetting.STANDARD.value
    )
    command.add_argument("--engine", default="", help="Tesseract or olmOCR")


def _read_again(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    pages = {number - 1 for number in options.pages} if options.pages else None
    step = partial(library.ingest.read_again, setting=OcrSetting(options.setting), engine=options.engine)
    return _run_jobs(library, output, lambda _reporter: step(options.document_id, pages))


def _add_attached(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    return _run_jobs(library, output, partial(library.ingest.enqueue_attached, options.document_id))


def _run_jobs(
    library: LibraryApi, output: Output, prepare: Callable[[CollectingReporter], Enqueued | None]
) -> int:
    """Run the jobs that ``prepare`` puts into the ledger, and those left there from before."""
    started = time.monotonic()
    passed_over = PassedOver()
    trouble: BriefBankError | None = None
    with output.progress() as reporter:
        try:
            if queued := prepare(reporter):
                passed_over = queued.passed_over
            library.ingest.run(reporter)
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
    output.show(json_values.added_json(outcomes, passed_over, seconds, waiting, trouble), _view_added)
    if trouble is not None:
        output.say(str(trouble))
    if isinstance(trouble, StoreError):
        return FAULT
    refused = any(outcome.status is FileStatus.REFUSED for outcome in outcomes)
    return NOTHING if trouble or refused or not outcomes else DONE


def _view_added(page: TerminalPage, added: JsonObject) -> None:
    if not added.files and "error" not in added:
        page.line("There was nothing to add.")
    for file in added.files:
        page.line(f"{spelled(file.status)}: {file.path}", "bold")
        if file.document_id:
            page.line(f"{titled(file)}, {filed(file)}, {counted(file.pages, 'page')}", indent=2)
        page.line(file.reason, indent=2)
        page.line(file.left_out and "It is left out, and passed over in folders.", indent=2)
    if len(added.files) > 1:
        ends = [f"{number:,} {spelled(status).lower()}" for status, number in added.counts.items() if number]
        page.line(f"{counted(len(added.files), 'file')}: {', '.join(ends)}.", gap=True)
    for name, noun, words in (
        ("left_behind", "file", "left by systems and programs"),
        ("links", "link", "out of the added folder"),
        ("pictures", "picture", "too small for a page"),
        ("left_out", "file", "left out by you"),
        ("own", "folder", "of BriefBank itself"),
    ):
        if number := added.passed_over[name]:
            page.line(f"Passed over: {counted(number, noun)} {words}.")
    if number := added.passed_over.by_pattern:
        page.line(f"Left out by a pattern: {counted(number, 'file')}.")
    page.line(added.waiting and f"Files that still wait: {added.waiting}. Go on with “briefbank add”.")


def _survey_options(command: Parser) -> None:
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    _leave_out("as in “add”; shows how many each finds")(command)


def _survey(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Look at what would be added. It ends with 1 where nothing of it is of use or the disk is too small."""
    with output.progress() as reporter:
        began = time.monotonic()
        survey = library.ingest.survey(options.paths, reporter)
    if survey is None:
        return NOTHING
    totals = survey.totals(LeaveOut([*settings.load().leave_out, *options.leave_out]))
    shown = json_values.survey_json(survey, totals, time.monotonic() - began)
    fits = totals.needed_bytes <= survey.free_bytes
    return output.show(shown, _view_survey, success=totals.taken.files and fits)


def _duration(seconds: float) -> str:
    """Return a rough time such as '40 minutes', '3 hours' or '12 days'."""
    for size, noun in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size or (noun == "minute" and seconds >= 60):
            return counted(round(seconds / size), noun)
    return "a minute"


def _view_survey(page: TerminalPage, survey: JsonObject) -> None:
    page.line(not survey.files and "There is nothing to add.")
    taken = [
        (row.format[1:].upper(), f"{row.files:,}", megabytes(row.bytes), f"{row.pages:,}", f"{row.scans:,}")
        for row in survey.formats
    ]
    page.table(("Would be added", ">Files", ">Size", ">Pages, about", ">Of them scans"), taken)
    page.table(
        ("Would not be added", ">Files", ">Size"),
        [(spelled(row.reason), f"{row.files:,}", megabytes(row.bytes)) for row in survey.no_use],
    )
    page.table(("Left out", ">Files"), [(row.pattern, f"{row.files:,}") for row in survey.left_out])
    page.table(("Largest folders", ">Size"), [(row.place, megabytes(row.bytes)) for row in survey.folders])
    if survey.copies:
        page.line(
            f"{counted(survey.copies, 'file')} seem to be copies of others, and would be kept once.", gap=True
        )
    page.lines(page.listed(survey.closed_folders, "Folders that cannot be opened:"))
    if survey.files:
        until = {name: _duration(seconds) for name, seconds in survey.seconds_until.items()}
        page.line(
            f"{counted(survey.files, 'file')}, {megabytes(survey.bytes)}. Searchable by words in about "
            f"{until['words']}, by meaning in about {until['meaning']} more; text on scans: about "
            f"{until['scans']}. These are estimates.",
            gap=True,
        )
    disk = survey.disk
    page.line(f"The library needs {megabytes(disk.needed)} on its disk; {megabytes(disk.free)} are free.")
    if not disk.fits:
        page.line("It does not fit. Leave out more, or move the library to a larger disk.", "bold")


def _report(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    report = library.ingest.report()
    if options.csv is not None:
        library.exports.ingest_report(library.ingest.reported_files(), options.csv)
    shown = json_values.report_json(report, library.ingest.searchable(), options.csv)
    return output.show(shown, _view_report, success=report.files)


def _view_report(page: TerminalPage, report: JsonObject) -> None:
    def count(number: int, words: str) -> None:
        page.line(number and f"{counted(number, 'file')} {words}")

    if report.files:
        page.line(f"{counted(report.added, 'file')} added, with {counted(report.pages, 'page')} in all.")
    else:
        page.line("No file was added yet.")
    without_text = counted(report.pages_without_text, "page")
    count(report.added_with_gaps, f"added with gaps; {without_text} have no text.")
    count(report.already_here, "already here.")
    count(report.taken_off, "taken off the list before they were added.")
    count(report.left_out, "left out by you.")
    count(report.refused, "refused:")
    refusals = [(f"{row.files:,}", row.reason) for row in report.refusals]
    page.table((">Files", "Reason"), refusals, header=False)
    count(report.waiting, "wait to be read.")
    count(report.waiting_for_scans, "wait for the text of scans.")
    searchable = report.searchable
    if report.files:
        page.line(
            f"Searchable: {searchable.words:,} of {searchable.files:,} files by words, "
            f"{searchable.meaning:,} by meaning."
        )
    page.line(phrase("Each file is in {}.", report.file))


def _list_options(command: Parser) -> None:
    command.add_argument("--path", default="", metavar="FOLDER", help=PATH_HELP)
    command.add_argument(
        "--without",
        nargs="+",
        choices=[field.value for field in EXPECTED],
        default=[],
        metavar="FIELD",
        help="only documents without one of these: " + ", ".join(field.value for field in EXPECTED),
    )


def _list(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    missing = frozenset(CaptionField(name) for name in options.without)
    rows = [
        json_values.document_json(document)
        for document in library.documents.each(DocumentList(lacking=missing))
        if not options.path or has_words(document.folder, options.path)
    ]
    if not missing and not options.path:
        return output.show({"documents": rows}, view_documents)
    view = partial(view_documents, empty="No document is as asked.")
    return output.show({"documents": rows}, view, success=rows)


def view_documents(
    page: TerminalPage,
    shown: JsonObject,
    empty: str = "The library is empty. Add files with: briefbank add PATH",
) -> None:
    page.table(
        (">No.", "Title", "Kind", "Filed", ">Pages"),
        [
            (str(row.document_id), titled(row), row.kind, filed(row), f"{row.pages:,}")
            for row in page.listed(shown.documents, empty=empty)
        ],
    )


def _show(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    document = library.documents.get(options.document_id)
    return output.show(json_values.shown_json(library.documents, document), _view_shown)


_SOURCES = {"": "", "person": "corrected", IN_FUTURE: "the date it gives lies in the future"}


def _caption_line(entry: JsonObject) -> tuple[str, str, str]:
    definition = CaptionField(entry.field).definition
    is_day = definition.value_type is DAY
    value = day_words(entry.value, "no date found") if is_day else entry.value or "not found"
    source = _SOURCES.get(entry.source, f"from the {entry.source}")
    if entry.source not in _SOURCES:
        source += phrase(", file page {}", entry.page) + f"; {entry.confidence:.0%} sure"
    return definition.label, value, source


def _view_corrected(page: TerminalPage, document: JsonObject) -> None:
    page.line(titled(document), "bold")
    pages = counted(document.pages, "page")
    page.line(f"{document.kind}, {filed(document)}, {pages}  [document {document.document_id}]")
    page.table(("Field", "", "Source"), list(map(_caption_line, document.caption)), header=False)


def _view_passage(page: TerminalPage, passage: JsonObject) -> None:
    heading = phrase(" {}", " > ".join(passage.headings))
    page.line(f"[passage {passage.passage_id}]{heading}", "italic", gap=True)
    page.line(passage.text, indent=3)


def _view_shown(page: TerminalPage, document: JsonObject) -> None:
    _view_corrected(page, document)
    page.line(f"File: {document.file_name}. Passages: {document.passages}.")
    page.line(phrase("Folder: {}", document.folder))
    for words, attached in (("Attached to", document.attached_to), ("Attachment", document.attachments)):
        for other in attached:
            page.line(f"{words}: {titled(other)}  [document {other.document_id}]")
    if document.attached_files:
        page.line(f"{counted(document.attached_files, 'file')} attached inside.")
    for gap in document.gap_pages:
        page.line(f"Page {gap.page} of the file: {gap.reason}")
    for passage in document.passage_list:
        _view_passage(page, passage)


def _around(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    section = library.documents.surroundings(options.passage_id)

    def view(page: TerminalPage, shown: JsonObject) -> None:
        page.line(f"Document {shown.document_id}, the section around passage {shown.passage_id}:")
        for passage in shown.section:
            _view_passage(page, passage)

    shown = {"passage_id": options.passage_id, "document_id": section[0].document_id}
    return output.show({**shown, "section": list(map(json_values.passage_json, section))}, view)


def _summary(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    def view(page: TerminalPage, summary: JsonObject) -> None:
        page.line(summary.disclaimer, "bold")
        titles = {"issue": "Issue", "facts": "Facts", "opening": "How the document begins"}
        for part, title in titles.items():
            sentences = [sentence for sentence in summary.sentences if sentence.part == part]
            for sentence in page.listed(sentences, title):
                page.line(f"{sentence.text} (file page {sentence.page})", indent=2)

    return output.show(json_values.summary_json(library.summaries.extractive(options.document_id)), view)


_LAST_FIELDS = tuple(map(CaptionField, ("filed", "side", "office", "parties", "kind")))
"""The caption fields whose options the help lists last, in this order."""


def _correct_options(command: Parser) -> None:
    """Add an option for each caption field; an empty value states that the document has none."""
    _DOCUMENT(command)
    first = (field for field in CaptionField if field not in _LAST_FIELDS)
    for field in (*first, *_LAST_FIELDS):
        definition, choices = field.definition, field.definition.value_type.choices
        command.add_argument(
            f"--{field.value}", metavar=definition.metavar, help=definition.help, choices=choices or None
        )
    names = [field.value for field in CaptionField]
    command.add_argument(
        "--undo",
        nargs="+",
        choices=names,
        default=[],
        metavar="FIELD",
        help="go back to what was read: " + ", ".join(names),
    )


def _correct(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Correct a caption, beginning with dates: if one is invalid, nothing else is changed."""
    fields = sorted(CaptionField, key=lambda field: field.definition.value_type is not DAY)
    typed = {field: value for field in fields if (value := getattr(options, field.value)) is not None}
    undone = [CaptionField(name) for name in options.undo]
    if not typed and not undone:
        title = Message("Nothing was said to be corrected.")
        raise CorrectionRefused(title, Message("See: briefbank correct --help"))
    document = library.documents.get(options.document_id)
    for field, value in (*typed.items(), *((field, None) for field in undone)):
        document = library.documents.correct(document.id, field, value)
    return output.show(json_values.shown_json(library.documents, document), _view_corrected)


def _remove(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    document = library.documents.get(options.document_id)
    library.documents.remove(document.id)
    removed = json_values.record(document, "removed=id title distinction=distinctions")

    def view(page: TerminalPage, shown: JsonObject) -> None:
        page.line(f"Removed: {titled(shown)}. Your own file outside the library was not touched.")

    return output.show(removed, view)


COMMANDS = {
    "add": Command(_add_options, _add),
    "survey": Command(_survey_options, _survey),
    "report": Command(
        option("--csv", type=Path, metavar="FILE", help="also write each file as a table"), _report
    ),
    "again": Command(_read_again_options, _read_again),
    "add-attached": Command(_DOCUMENT, _add_attached),
    "list": Command(_list_options, _list),
    "show": Command(_DOCUMENT, _show),
    "around": Command(option("passage_id", type=positive, metavar="PASSAGE_ID"), _around),
    "summary": Command(_DOCUMENT, _summary),
    "correct": Command(_correct_options, _correct),
    "remove": Command(_DOCUMENT, _remove),
}
