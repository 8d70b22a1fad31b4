"""The command ``good-law``, which keeps the office's list of good law."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.cli import json_schema
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Paragraph
from briefbank.cli.layouts import FILED, TITLE, listed, named
from briefbank.domain.authorities import AuthorityNote, GoodLawEntry, Standing
from briefbank.domain.authority_reports import Proposal, Reliance
from briefbank.search.passage_citation import reference
from briefbank.text.dates import typed_days

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output


_STATUS: dict[str, Any] = {
    "choices": [each.value for each in Standing],
    "metavar": "STATUS",
    "help": f"{', '.join(each for each in Standing if not each.extent)}; "
    "“in part” or “on other grounds” may follow, as in “reversed in part”",
}


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options. Without an action the list is shown."""
    # Shared options may also follow the action. ``command`` is their parent before it gets its actions.
    shared = argparse.ArgumentParser(add_help=False, parents=[command])
    actions = command.add_subparsers(dest="action", metavar="ACTION")

    def action(name: str, words: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, parents=[shared], add_help=False, help=words, description=words)

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


def _field_options(command: argparse.ArgumentParser) -> None:
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


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Raises BriefBankError."""
    return _ACTIONS[options.action or "list"](library, options, output)


# --- actions -------------------------------------------------------------------------------------


def _list(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    entries = library.good_law.entries()
    output.show({"entries": [entry_json(each) for each in entries]}, _LIST)
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
    output.show({"entry": entry_json(entry)}, _ENTRY)
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
    output.show({"entry": entry_json(entry)}, _ENTRY)
    return DONE


def _remove(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    removed = library.good_law.remove(options.entry_ids)
    output.show({"removed": removed}, _REMOVED)
    return DONE if removed else NOTHING


def _import(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    report = library.good_law.import_from(options.file, options.who)
    output.show(asdict(report), _IMPORTED)
    return NOTHING if report.unread else DONE


def _export(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    exported = library.good_law.export(options.file)
    output.show({"exported": exported, "file": str(options.file)}, _EXPORTED)
    return DONE


def _proposals(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    good_law = library.good_law
    if options.dismissed:
        dismissed = [proposal_json(each) for each in good_law.dismissed()]
        output.show({"dismissed": dismissed}, _DISMISSED_PROPOSALS)
    else:
        output.show({"proposals": [proposal_json(each) for each in good_law.proposals()]}, _PROPOSALS)
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
    output.show({"entry": entry_json(entry)}, _ENTRY)
    return DONE


def _dismiss(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.dismiss(options.key)
    output.show({"dismissed": options.key}, _DISMISSED)
    return DONE


def _restore(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    library.good_law.undismiss(options.key)
    output.show({"restored": options.key}, _RESTORED)
    return DONE


def _report(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    good_law = library.good_law
    note = good_law.notes([good_law.understood(options.authority).canonical])[0]
    relying = good_law.relying(options.authority)
    if options.save is not None:
        good_law.export_relying(options.authority, options.save)
    output.show({**_note_json(note), "documents": [_reliance_json(each) for each in relying]}, _REPORT)
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


# --- JSON ----------------------------------------------------------------------------------------


def entry_json(entry: GoodLawEntry) -> Json:
    """Return a line of the list."""
    return {
        "id": entry.id,
        "authority": entry.canonical,
        "also": list(entry.also),
        "name": entry.name,
        "status": entry.standing.value,
        "by": entry.by,
        "since": json_schema.day_json(entry.since),
        "note": entry.note,
        "entered_by": entry.entered_by,
        "entered_at": entry.entered_at.astimezone().isoformat(),
    }


def proposal_json(proposal: Proposal) -> Json:
    """Return a proposal with the document that it comes from."""
    return {
        "key": proposal.key,
        **json_schema.authority_json(proposal.authority),
        "status": proposal.standing.value,
        "by": proposal.by,
        "sentence": proposal.sentence,
        "words": proposal.words,
        "passage_id": proposal.passage_id,
        **json_schema.document_json(proposal.document),
    }


def _note_json(note: AuthorityNote) -> Json:
    return {
        **json_schema.authority_json(note.authority),
        "note": note.text,
        "alerts": list(note.alerts),
    }


def _reliance_json(reliance: Reliance) -> Json:
    passages = [
        {
            "passage_id": each.id,
            "page": each.first_page + 1,
            "page_label": each.page_label,
            "citation": reference(reliance.document, each),
            "text": each.text,
        }
        for each in reliance.passages
    ]
    return {**json_schema.document_json(reliance.document), "relying": passages}


# --- layouts -------------------------------------------------------------------------------------


def _line_name(entry: Json) -> str:
    """Return the name as the list has it: the one that was typed first."""
    return named({**entry, "sort": "case"})


_EMPTY = "Your office’s list is empty. Put an authority on it with “briefbank good-law add”."
_LINE = (
    Paragraph(("{id}. ", _line_name, "  (also {also:, })"), style="bold"),
    Paragraph(("{status}", " by {by}", ", since {since:day}"), indent=3),
    Paragraph("{note}", indent=3),
    Paragraph("entered by {entered_by} on {entered_at:day}", style="dim", indent=3),
)
_PROPOSAL = (
    Paragraph(("{key}  ", named, ": {status}", " by {by}", "?"), style="bold"),
    Paragraph("“{sentence}”", indent=3),
    Paragraph(("{kind}, ", TITLE, f", {FILED}  [passage {{passage_id}}]"), style="dim", indent=3),
)
_LIST = Each("entries", _LINE, empty=_EMPTY)
_ENTRY = (Paragraph("On your office’s list:"), Each(lambda document: [document["entry"]], _LINE))
_REMOVED = Paragraph("{removed:were line} taken off the list.")
_IMPORTED = (
    Paragraph("Lines added: {added}. Changed: {changed}. As they were: {unchanged}."),
    Each(
        lambda counts: [{"row": number} for number in counts["unread"]],
        Paragraph("BriefBank made a mistake: row {row} could not be read and was left out."),
    ),
)
_EXPORTED = Paragraph("Lines written to {file}: {exported}.")
_PROPOSALS = Each("proposals", _PROPOSAL, empty="No sentence of the library waits for a decision.")
_DISMISSED_PROPOSALS = Each("dismissed", _PROPOSAL, empty="No sentence of the library was dismissed.")
_DISMISSED = Paragraph(
    "It will not be proposed again. “briefbank good-law restore {dismissed}” brings it back."
)
_RESTORED = Paragraph("It is proposed again.")
_REPORT = (
    Paragraph(named, style="bold"),
    listed("alerts"),
    Paragraph("{note}"),
    Each(
        "documents",
        (
            Paragraph((TITLE, "  [document {document_id}]"), style="bold", gap=True),
            Paragraph(f"{{kind}}, {FILED}", style="dim", indent=3),
            Each("relying", Paragraph("{citation}  [passage {passage_id}]", indent=3)),
        ),
    ),
)
