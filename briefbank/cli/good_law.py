"""The command ``good-law``, which keeps the office's list of good law."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.cli.commands import Command, Parser, action_adder
from briefbank.cli.json_values import (
    Json,
    authority_json,
    document_json,
    entry_json,
    proposal_json,
    record,
)
from briefbank.cli.output import (
    DONE,
    NOTHING,
    JsonObject,
    Output,
    day_words,
    filed,
    named,
    phrase,
    titled,
    were,
)
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.authority_reports import Reliance
from briefbank.search.passage_citation import reference
from briefbank.text.dates import typed_days

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.output import TerminalPage


_STATUS: dict[str, Any] = {
    "choices": [standing.value for standing in Standing],
    "metavar": "STATUS",
    "help": f"{', '.join(standing for standing in Standing if not standing.extent)}; "
    "“in part” or “on other grounds” may follow, as in “reversed in part”",
}


def _options(command: Parser) -> None:
    """Add the actions. Without one the list is shown."""
    action = action_adder(command)
    add = action("add", "put an authority on the list")
    add.add_argument("authority", metavar="AUTHORITY", help="as in “State v. Doe, 200 N.J. 1”")
    add.add_argument("--status", required=True, **_STATUS)
    _field_options(add)
    change = action("change", "change a line; what is not named stays")
    change.add_argument("entry_id", type=int, metavar="ID")
    change.add_argument("--status", default=argparse.SUPPRESS, **_STATUS)
    _field_options(change)
    remove = action("remove", "take lines off the list")
    remove.add_argument("entry_ids", type=int, nargs="+", metavar="ID")
    take = action("import", "take in a CSV file, all of it or nothing")
    take.add_argument("file", type=Path, metavar="FILE")
    take.add_argument("--who", default="", help="who entered the lines that do not say it")
    give = action("export", "write the list as a CSV file for any spreadsheet")
    give.add_argument("file", type=Path, metavar="FILE")
    proposals = action("proposals", "show what sentences of the library say against authorities")
    proposals.add_argument("--dismissed", action="store_true", help="show those that are not proposed again")
    confirm = action("confirm", "make a proposal a line of the list")
    confirm.add_argument("key", metavar="KEY")
    confirm.add_argument("--status", default=argparse.SUPPRESS, **_STATUS)
    _field_options(confirm)
    action("dismiss", "do not propose it again").add_argument("key", metavar="KEY")
    action("restore", "propose it again after all").add_argument("key", metavar="KEY")
    report = action("report", "show which documents rely on an authority")
    report.add_argument("authority", metavar="AUTHORITY")
    report.add_argument("--save", type=Path, metavar="FILE", help="write it as a CSV file as well")


def _field_options(command: Parser) -> None:
    """Add options for fields. A field that is not named is left unset; empty text clears it."""
    nothing = argparse.SUPPRESS
    command.add_argument("--by", default=nothing, metavar="WHAT", help="what did it, as it is cited")
    command.add_argument(
        "--since", type=_day, default=nothing, metavar="DATE", help="as in 2015-03-01, March 2015 or 2015"
    )
    command.add_argument("--note", default=nothing)
    command.add_argument("--who", default=nothing, metavar="NAME", help="who enters it; you, if left out")


def _day(text: str) -> date | None:
    """Return the first day of a month or year; None for empty text."""
    days = typed_days(text)
    if days is None and text.strip():
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 2015-03-01.")
    return days[0] if days else None


def _run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    return _ACTIONS[options.action or "list"](library, options, output)


def _list(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    output.show({"entries": list(map(entry_json, library.good_law.entries()))}, _view_list)
    return DONE


def _add(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    entry = library.good_law.enter(
        options.authority,
        Standing(options.status),
        by=getattr(options, "by", ""),
        since=getattr(options, "since", None),
        note=getattr(options, "note", ""),
        entered_by=getattr(options, "who", ""),
    )
    return _show_entry(entry, output)


def _show_entry(entry: GoodLawEntry, output: Output) -> int:
    output.show({"entry": entry_json(entry)}, _view_entry)
    return DONE


def _change(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    before = library.good_law.entry(options.entry_id)
    entry = library.good_law.change(
        before.id,
        Standing(getattr(options, "status", before.standing)),
        by=getattr(options, "by", before.by),
        since=getattr(options, "since", before.since),
        note=getattr(options, "note", before.note),
        entered_by=getattr(options, "who", ""),
    )
    return _show_entry(entry, output)


def _remove(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    removed = library.good_law.remove(options.entry_ids)
    output.show({"removed": removed}, _view_removed)
    return DONE if removed else NOTHING


def _import(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    report = library.good_law.import_from(options.file, options.who)
    output.show(record(report, "added changed unchanged unread"), _view_imported)
    return NOTHING if report.unread else DONE


def _export(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    exported = library.good_law.export(options.file)
    output.show({"exported": exported, "file": options.file}, _view_exported)
    return DONE


def _proposals(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    if options.dismissed:
        name, proposals = "dismissed", library.good_law.dismissed()
        empty = "No sentence of the library was dismissed."
    else:
        name, proposals = "proposals", library.good_law.proposals()
        empty = "No sentence of the library waits for a decision."
    view = partial(_view_proposals, name=name, empty=empty)
    output.show({name: list(map(proposal_json, proposals))}, view)
    return DONE


def _confirm(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    status = getattr(options, "status", None)
    entry = library.good_law.confirm(
        options.key,
        entered_by=getattr(options, "who", ""),
        standing=Standing(status) if status else None,
        by=getattr(options, "by", None),
        since=getattr(options, "since", None),
        note=getattr(options, "note", ""),
    )
    return _show_entry(entry, output)


def _dismiss(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.dismiss(options.key)
    output.show({"dismissed": options.key}, _view_dismissed)
    return DONE


def _restore(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.undismiss(options.key)
    output.show({"restored": options.key}, _view_restored)
    return DONE


def _report(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    good_law = library.good_law
    note = good_law.notes([good_law.understood(options.authority).canonical])[0]
    relying = good_law.relying(options.authority)
    if options.save is not None:
        good_law.export_relying(options.authority, options.save)
    shown = {
        **authority_json(note.authority),
        **record(note, "note=text alerts"),
        "documents": list(map(_reliance_json, relying)),
    }
    output.show(shown, _view_report)
    return DONE if relying else NOTHING


_ACTIONS: dict[str, Callable[[LibraryApi, argparse.Namespace, Output], int]] = {
    "list": _list,
    "add": _add,
    "change": _change,
    "remove": _remove,
    "import": _import,
    "export": _export,
    "proposals": _proposals,
    "confirm": _confirm,
    "dismiss": _dismiss,
    "restore": _restore,
    "report": _report,
}


def _reliance_json(reliance: Reliance) -> Json:
    document = reliance.document
    passages = [
        record(
            passage,
            "passage_id=id page page_label citation text",
            page=passage.first_page + 1,
            citation=reference(document, passage),
        )
        for passage in reliance.passages
    ]
    return {**document_json(document), "relying": passages}


def _view_line(page: TerminalPage, entry: JsonObject) -> None:
    """Draw a line of the list by the name that was typed first."""
    also = phrase("  (also {})", ", ".join(entry.also))
    name = f"{entry.name}, {entry.authority}" if entry.name else entry.authority
    page.line(f"{entry.id}. {name}{also}", "bold")
    since = phrase(", since {}", day_words(entry.since))
    page.line(f"{entry.status}{phrase(' by {}', entry.by)}{since}", indent=3)
    page.line(entry.note, indent=3)
    page.line(f"entered by {entry.entered_by} on {day_words(entry.entered_at)}", "dim", indent=3)


def _view_list(page: TerminalPage, shown: JsonObject) -> None:
    empty = "Your office’s list is empty. Put an authority on it with “briefbank good-law add”."
    for entry in page.listed(shown.entries, empty=empty):
        _view_line(page, entry)


def _view_entry(page: TerminalPage, shown: JsonObject) -> None:
    page.line("On your office’s list:")
    _view_line(page, shown.entry)


def _view_removed(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{were(shown.removed, 'line')} taken off the list.")


def _view_imported(page: TerminalPage, counts: JsonObject) -> None:
    page.line(f"Lines added: {counts.added}. Changed: {counts.changed}. As they were: {counts.unchanged}.")
    for number in counts.unread:
        page.line(f"BriefBank made a mistake: row {number} could not be read and was left out.")


def _view_exported(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"Lines written to {shown.file}: {shown.exported}.")


def _view_proposals(page: TerminalPage, shown: JsonObject, name: str, empty: str) -> None:
    for proposal in page.listed(shown[name], empty=empty):
        by = phrase(" by {}", proposal.by)
        page.line(f"{proposal.key}  {named(proposal)}: {proposal.status}{by}?", "bold")
        page.line(f"“{proposal.sentence}”", indent=3)
        source = f"{proposal.kind}, {titled(proposal)}, {filed(proposal)}"
        page.line(f"{source}  [passage {proposal.passage_id}]", "dim", indent=3)


def _view_dismissed(page: TerminalPage, shown: JsonObject) -> None:
    key = shown.dismissed
    page.line(f"It will not be proposed again. “briefbank good-law restore {key}” brings it back.")


def _view_restored(page: TerminalPage, _shown: JsonObject) -> None:
    page.line("It is proposed again.")


def _view_report(page: TerminalPage, report: JsonObject) -> None:
    page.line(named(report), "bold")
    page.lines(report.alerts)
    page.line(report.note)
    for document in report.documents:
        page.line(f"{titled(document)}  [document {document.document_id}]", "bold", gap=True)
        page.line(f"{document.kind}, {filed(document)}", "dim", indent=3)
        page.lines([f"{row.citation}  [passage {row.passage_id}]" for row in document.relying], indent=3)


COMMANDS = {"good-law": Command(_options, _run, reads_authorities=True)}
