"""The commands that look after a library: check, backups, watched folders, sizes, activity log, self-test."""

from __future__ import annotations

import argparse
from datetime import datetime
from itertools import groupby
from pathlib import Path

from briefbank.api.library import LibraryApi
from briefbank.cli.commands import Command, Parser, day, option, positive
from briefbank.cli.json_values import record, records
from briefbank.cli.output import JsonObject, Output, TerminalPage, counted, day_words, megabytes, phrase
from briefbank.domain.maintenance import HealthReport
from briefbank.files import require_export_path
from briefbank.library import Library
from briefbank.paths import data_folder

MOST_ENTRIES = 1000  # The number of entries of the activity log shown by default


def _check_options(command: Parser) -> None:
    command.add_argument("--repair", action="store_true", help="mend what disagrees")
    command.add_argument("--thorough", action="store_true", help="read every stored file and text too")


def _check(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.check(options.repair, reporter, thorough=options.thorough)
    return _show_health(report, output)


def _rebuild(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.rebuild(reporter)
    return _show_health(report, output)


def _show_health(report: HealthReport, output: Output) -> int:
    fields = (
        "healthy documents passages lexical_passages dense_passages waiting_for_meaning problems repaired "
        "annotation_gaps future_dates"
    )
    return output.show(record(report, fields), _view_health, success=report.healthy)


def _view_health(page: TerminalPage, report: JsonObject) -> None:
    page.line(f"{counted(report.documents, 'document')}, {counted(report.passages, 'passage')}.")
    page.lines(report.problems)
    page.lines(report.repaired)
    if report.waiting_for_meaning:
        page.line(f"{report.waiting_for_meaning} passages are waiting to be searchable by meaning.")
    if report.annotation_gaps:
        page.line(
            f"{counted(report.annotation_gaps, 'document')} with a gap in caption, headings or citations. A "
            "later version can read them again."
        )
    if report.future_dates:
        page.line(
            f"{counted(report.future_dates, 'document')} with a filing date that lies in the future. Correct "
            "it with: briefbank correct ID --filed DATE"
        )
    page.line(report.healthy and "Both indexes agree with the catalogue.")


def _backup_options(command: Parser) -> None:
    _FOLDER(command)
    command.add_argument(
        "--keep-days",
        type=positive,
        default=0,
        metavar="N",
        help="keep the backups of N days beside each other in DIR, and delete older ones",
    )


def _backup(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.backup(options.folder, reporter, keep_days=options.keep_days)
    shown = record(report, "folder documents files_copied bytes_copied seconds problems")

    def view(page: TerminalPage, report: JsonObject) -> None:
        page.line(f"Backed up {counted(report.documents, 'document')} into {report.folder}.")
        page.lines(report.problems)

    return output.show(shown, view, success=not report.problems)


def _backups(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    backups = records(library.maintenance.backups(), "folder made until")

    def view(page: TerminalPage, shown: JsonObject) -> None:
        for backup in page.listed(shown.backups, empty="BriefBank knows of no backup of this library."):
            until = day_words(backup.until, "somebody deletes it")
            page.line(f"{day_words(backup.made)}, in {backup.folder}  kept until {until}")
        page.line(
            shown.backups
            and "What was removed after a backup was made is still in it, unless the backup was deleted."
        )

    return output.show({"backups": backups}, view, success=backups)


def _restore(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    with output.progress() as reporter:
        report = library.maintenance.restore(options.folder, reporter)

    def view(page: TerminalPage, report: JsonObject) -> None:
        page.line(f"The library holds the {report.documents} documents of the backup again.")
        page.line(phrase("What it held before is kept as a backup in {}.", report.kept_before))

    return output.show(record(report, "documents kept_before"), view)


def _drill_options(command: Parser) -> None:
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder of the backup")
    command.add_argument(
        "--place", type=Path, metavar="DIR", help="where to restore it; it needs the room of the library"
    )


def _drill(_library: None, options: argparse.Namespace, output: Output) -> int:
    """Prove that a backup can be restored. No library need be on this computer, and none is opened."""
    with output.progress() as reporter:
        report = Library.drill(options.folder, options.place or data_folder(), reporter)

    def view(page: TerminalPage, report: JsonObject) -> None:
        made = day_words(report.made)
        if report.equal:
            page.line(
                f"The backup of {made} can be restored: {counted(report.documents, 'document')} with "
                f"{counted(report.files, 'file')} and {counted(report.passages, 'passage')} are as they were."
            )
        else:
            page.line(f"The backup of {made} cannot be restored as it was.")
        page.lines(report.problems)

    equal = not report.problems
    fields = "made documents passages files rows vectors searches seconds problems equal"
    return output.show(record(report, fields, equal=equal), view, success=equal)


def _watch_options(command: Parser) -> None:
    command.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    command.add_argument("--stop", action="store_true", help="leave the folders alone")


def _watch(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Watch folders or stop; without a folder, list them. Only the window looks into watched folders."""
    for folder in options.folders:
        (library.watched.unwatch if options.stop else library.watched.watch)(folder.absolute())
    folders = records(library.watched.folders(), "path trouble confirmed")

    def view(page: TerminalPage, shown: JsonObject) -> None:
        for folder in page.listed(shown.folders, empty="No folder is watched."):
            page.line(f"{folder.path}{phrase('  {}', folder.trouble)}")

    return output.show({"folders": folders}, view)


def _confirm_options(command: Parser) -> None:
    decision = command.add_mutually_exclusive_group()
    decision.add_argument("--yes", action="store_true", help="watch these folders and add these files")
    decision.add_argument("--no", action="store_true", help="neither watch nor add them")


def _confirm(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Confirm or decline additions; without a decision nothing changes, and ``answer`` is empty."""
    unconfirmed = library.watched.unconfirmed()
    if options.yes:
        library.watched.confirm()
    elif options.no:
        library.watched.decline()
    answer = "confirmed" if options.yes else "declined" if options.no else ""
    return output.show(record(unconfirmed, "folders files answer", answer=answer), _view_unconfirmed)


def _view_unconfirmed(page: TerminalPage, shown: JsonObject) -> None:
    decisions = {
        "": "Add --yes to let them be read, or --no to leave them.",
        "confirmed": "The folders are watched from now on, and the files are added by the next "
        "“briefbank add”.",
        "declined": "Nothing of it is read.",
    }
    page.lines([f"To be watched: {folder}" for folder in shown.folders])
    page.lines([f"To be added: {file}" for file in shown.files])
    nothing = not shown.folders and not shown.files
    page.line("This library asks for nothing that you did not name." if nothing else decisions[shown.answer])


def _sizes(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Show the sizes in bytes, two counts, and two times in UTC."""

    def view(page: TerminalPage, sizes: JsonObject) -> None:
        page.line(f"{counted(sizes.documents, 'document')}, {counted(sizes.passages, 'passage')}")
        words = "Originals", "Searchable copies", "Catalogue", "Index of words", "Index of meaning"
        for name, size in zip((*words, "Free on the disk"), list(sizes.values())[:6], strict=True):
            page.line(f"{name}: {megabytes(size)}")
        page.line(f"Last check: {day_words(sizes.last_check, 'never')}")
        page.line(f"Last backup: {day_words(sizes.last_backup, 'never')}")

    fields = "originals reading_copies catalogue word_index meaning_index free documents passages"
    return output.show(record(library.maintenance.sizes(), f"{fields} last_check last_backup"), view)


def _audit_options(command: Parser) -> None:
    command.add_argument("--verify", action="store_true", help="say whether the log is whole, instead")
    command.add_argument("--from", dest="first", type=day, metavar="DATE", help="not before this day")
    command.add_argument("--to", dest="last", type=day, metavar="DATE", help="not after this day")
    command.add_argument(
        "--limit", type=positive, default=MOST_ENTRIES, metavar="N", help="the newest N entries"
    )


def _audit(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    if options.verify:
        problems, head = library.audit.verify(), library.audit.head()
        last = record(head, "number hash") if head else None
        verified = {"whole": not problems, "problems": problems, "last": last}
        return output.show(verified, _view_verified, success=not problems)
    fields = "number at act text who details version hash from_backup=earlier"
    entries = [
        record(entry, fields, details=dict(entry.details))
        for entry in library.audit.entries(first=options.first, last=options.last, limit=options.limit)
    ]

    def view(page: TerminalPage, shown: JsonObject) -> None:
        """Draw the entries by day in local time."""
        moments = [
            (datetime.fromisoformat(entry.at).astimezone(), f"{entry.text} {entry.who}".strip())
            for entry in page.listed(shown.entries, empty="The activity log has nothing in these days.")
        ]
        for of_day, lines in groupby(moments, key=lambda moment: moment[0].date()):
            page.line(day_words(of_day.isoformat()), "bold")
            page.lines([f"{at:%H:%M}  {text}" for at, text in lines], indent=3)

    return output.show({"entries": entries}, view, success=entries)


def _view_verified(page: TerminalPage, shown: JsonObject) -> None:
    page.line(shown.whole and "The activity log is whole: every entry is as it was written.")
    page.lines(shown.problems)
    if last := shown.last:
        page.line(f"Its last entry is {last.number}, with the hash")
        page.line(last.hash, indent=3)
        page.line(
            "Keep a copy of this elsewhere, and compare: nothing else shows that the whole log was rewritten."
        )


def _self_test(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    if options.save is not None:
        require_export_path(options.save)  # before the checks, which take some seconds
    results = library.installation.self_test()
    if options.save is not None:
        library.installation.save_self_test(library.installation.self_test_report(results), options.save)
    passed = all(result.passed for result in results)
    checks = records(results, "name passed detail remark")

    def view(page: TerminalPage, shown: JsonObject) -> None:
        rows = [
            (
                "FAILED" if not check.passed else "noted" if check.remark else "passed",
                check.name,
                check.detail,
            )
            for check in shown.checks
        ]
        page.table(("Result", "Check", "Detail"), rows, header=False)

    return output.show({"passed": passed, "checks": checks}, view, success=passed)


_FOLDER = option("folder", type=Path, metavar="DIR")
_SAVE = option("--save", type=Path, metavar="FILE", help="write the result as a text, too")

COMMANDS = {
    "check": Command(_check_options, _check),
    "rebuild": Command(lambda command: None, _rebuild),
    "backup": Command(_backup_options, _backup),
    "backups": Command(lambda command: None, _backups),
    "restore": Command(_FOLDER, _restore),
    "drill": Command(_drill_options, _drill, needs_library=lambda options: False),
    "watch": Command(_watch_options, _watch),
    "confirm": Command(_confirm_options, _confirm),
    "sizes": Command(lambda command: None, _sizes),
    "audit": Command(_audit_options, _audit),
    "self-test": Command(_SAVE, _self_test),
}
