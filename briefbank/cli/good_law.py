"""The command ``good-law``, which keeps the office's list of good law."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from briefbank.api.library import LibraryApi
from briefbank.cli.commands import Command, Parser, action_adder
from briefbank.cli.json_values import authority_json, document_json, entry_json, proposal_json, record
from briefbank.cli.output import (
    JsonObject,
    Output,
    TerminalPage,
    day_words,
    filed,
    named,
    phrase,
    sentence_view,
    titled,
)
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.search.passage_citation import reference
from briefbank.text.dates import typed_days

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

    def day(text: str) -> date | None:
        """Return the first day of a month or year; None for empty text."""
        days = typed_days(text)
        if days is None and text.strip():
            raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 2015-03-01.")
        return days[0] if days else None

    nothing = argparse.SUPPRESS
    command.add_argument("--by", default=nothing, metavar="WHAT", help="what did it, as it is cited")
    command.add_argument(
        "--since", type=day, default=nothing, metavar="DATE", help="as in 2015-03-01, March 2015 or 2015"
    )
    command.add_argument("--note", default=nothing)
    command.add_argument("--who", default=nothing, metavar="NAME", help="who enters it; you, if left out")


def _typed(options: argparse.Namespace, **fields: Any) -> dict[str, Any]:
    """Return the fields of a line as they were typed, or else as they are given here."""
    typed = {name: getattr(options, name, value) for name, value in fields.items()}
    return {**typed, "entered_by": getattr(options, "who", "")}


def _run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    return _ACTIONS[options.action or "list"](library, options, output)


def _list(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    def view(page: TerminalPage, shown: JsonObject) -> None:
        empty = "Your good-law list is empty. Put an authority on it with “briefbank good-law add”."
        for entry in page.listed(shown.entries, empty=empty):
            _view_line(page, entry)

    return output.show({"entries": list(map(entry_json, library.good_law.entries()))}, view)


def _show_entry(entry: GoodLawEntry, output: Output) -> int:
    def view(page: TerminalPage, shown: JsonObject) -> None:
        page.line("On your good-law list:")
        _view_line(page, shown.entry)

    return output.show({"entry": entry_json(entry)}, view)


def _view_line(page: TerminalPage, entry: JsonObject) -> None:
    also = phrase("  (also {})", ", ".join(entry.also))
    name = f"{entry.name}, {entry.authority}" if entry.name else entry.authority
    page.line(f"{entry.id}. {name}{also}", "bold")
    since = phrase(", since {}", day_words(entry.since))
    page.line(f"{entry.status}{phrase(' by {}', entry.by)}{since}", indent=3)
    page.line(entry.note, indent=3)
    page.line(f"entered by {entry.entered_by} on {day_words(entry.entered_at)}", "dim", indent=3)


def _add(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    fields = _typed(options, by="", since=None, note="")
    entry = library.good_law.enter(options.authority, Standing(options.status), **fields)
    return _show_entry(entry, output)


def _change(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    before = library.good_law.entry(options.entry_id)
    status = Standing(getattr(options, "status", before.standing))
    fields = _typed(options, by=before.by, since=before.since, note=before.note)
    return _show_entry(library.good_law.change(before.id, status, **fields), output)


def _remove(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    removed = library.good_law.remove(options.entry_ids)
    view = sentence_view("Lines taken off the list: {removed}.")
    return output.show({"removed": removed}, view, success=removed)


def _import(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    report = library.good_law.import_from(options.file, options.who)

    def view(page: TerminalPage, counts: JsonObject) -> None:
        page.line(
            f"Lines added: {counts.added}. Changed: {counts.changed}. As they were: {counts.unchanged}."
        )
        for number in counts.unread:
            page.line(f"BriefBank made a mistake: row {number} could not be read and was left out.")

    return output.show(record(report, "added changed unchanged unread"), view, success=not report.unread)


def _export(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    exported = library.good_law.export(options.file)
    view = sentence_view("Lines written to {file}: {exported}.")
    return output.show({"exported": exported, "file": options.file}, view)


def _proposals(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    if options.dismissed:
        name, proposals = "dismissed", library.good_law.dismissed()
        empty = "No sentence of the library was dismissed."
    else:
        name, proposals = "proposals", library.good_law.proposals()
        empty = "No sentence of the library waits for a decision."

    def view(page: TerminalPage, shown: JsonObject) -> None:
        for proposal in page.listed(shown[name], empty=empty):
            by = phrase(" by {}", proposal.by)
            page.line(f"{proposal.key}  {named(proposal)}: {proposal.status}{by}?", "bold")
            page.line(f"“{proposal.sentence}”", indent=3)
            source = f"{proposal.kind}, {titled(proposal)}, {filed(proposal)}"
            page.line(f"{source}  [passage {proposal.passage_id}]", "dim", indent=3)

    return output.show({name: list(map(proposal_json, proposals))}, view)


def _confirm(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    status = getattr(options, "status", None)
    fields = _typed(options, by=None, since=None, note="")
    standing = Standing(status) if status else None
    return _show_entry(library.good_law.confirm(options.key, standing=standing, **fields), output)


def _dismiss(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.dismiss(options.key)
    words = "It will not be proposed again. “briefbank good-law restore {dismissed}” brings it back."
    return output.show({"dismissed": options.key}, sentence_view(words))


def _restore(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.undismiss(options.key)
    return output.show({"restored": options.key}, sentence_view("It is proposed again."))


def _report(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    good_law = library.good_law
    note = good_law.notes([good_law.understood(options.authority).canonical])[0]
    relying = good_law.relying(options.authority)
    if options.save is not None:
        good_law.export_relying(options.authority, options.save)
    fields = "passage_id=id page=first_page+1 page_label citation text"
    documents = [
        {
            **document_json(reliance.document),
            "relying": [
                record(passage, fields, citation=reference(reliance.document, passage))
                for passage in reliance.passages
            ],
        }
        for reliance in relying
    ]

    def view(page: TerminalPage, report: JsonObject) -> None:
        page.line(named(report), "bold")
        page.lines(report.alerts)
        page.line(report.note)
        for document in report.documents:
            page.line(f"{titled(document)}  [document {document.document_id}]", "bold", gap=True)
            page.line(f"{document.kind}, {filed(document)}", "dim", indent=3)
            page.lines([f"{row.citation}  [passage {row.passage_id}]" for row in document.relying], indent=3)

    head = {**authority_json(note.authority), **record(note, "note=text alerts")}
    return output.show({**head, "documents": documents}, view, success=relying)


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

COMMANDS = {"good-law": Command(_options, _run, reads_authorities=True)}
