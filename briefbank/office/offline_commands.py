"""The command ``offline``: takes documents of the office along, brings back what was done, lists and
deletes."""

from __future__ import annotations

import argparse
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from briefbank.cli.commands import Command, Parser, positive
from briefbank.cli.json_values import offline_json, offline_report_json
from briefbank.cli.output import DONE, NOTHING, JsonObject, Output, counted
from briefbank.domain.office import OfflineChoice
from briefbank.errors import BriefBankError, NothingOffline, OfflineChoiceRefused
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.api.documents import OfflineMattersApi
    from briefbank.api.library import LibraryApi
    from briefbank.cli.output import TerminalPage

TAKE, SYNC, LIST, LEAVE = "take", "sync", "list", "leave"


def _options(command: Parser) -> None:
    command.add_argument(
        "what",
        choices=(TAKE, SYNC, LIST, LEAVE),
        help="take matters along; send and fetch what is new, for another month; show what is taken along; "
        "delete it",
    )
    command.add_argument("matters", nargs="*", metavar="DOCKET", help="docket numbers to take along")
    command.add_argument(
        "--document", type=positive, nargs="+", default=[], metavar="ID", help="take single documents along"
    )
    command.add_argument(
        "--unsent-too", action="store_true", help="with leave: delete what the office does not have yet, too"
    )


def _asks_office(options: argparse.Namespace) -> bool:
    """Tell whether it is done with the office's server. Raises OfflineChoiceRefused for docket numbers where
    all that was taken along is meant, or for none."""
    chosen = bool(options.matters or options.document)
    if options.what == TAKE and not chosen:
        raise OfflineChoiceRefused(
            Message("Nothing was chosen to be taken along."),
            Message("Name docket numbers, or documents with --document."),
        )
    if options.what != TAKE and chosen:
        raise OfflineChoiceRefused(
            Message("“briefbank offline {what}” concerns all that was taken along.", what=options.what),
            Message("Give no docket numbers and no documents with it. Nothing was changed."),
        )
    return options.what in (TAKE, SYNC)


def _keep(options: argparse.Namespace, output: Output) -> int:
    """Show or delete what was taken along, whether the server can be reached or not. Raises
    BriefBankError."""
    from briefbank.office import offline_matters
    from briefbank.paths import offline_folder as folder

    if options.what == LEAVE:
        offline_matters.delete(folder(), unsent_too=options.unsent_too)
        _tell_office()
        output.show({"left": folder()}, _view_left)
        return DONE
    state = offline_matters.state(folder())
    if state is None:
        raise NothingOffline
    output.show(offline_json(state), _view_listed)
    return NOTHING if state.lease.is_over() else DONE


def _run(library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    """Take documents along, or exchange with the office what is new; the rest needs no server."""
    if library is None:
        return _keep(options, output)
    offline = _offline(library)
    choice = OfflineChoice(
        tuple(options.matters),
        tuple(library.documents.get(document_id).sha256 for document_id in options.document),
    )
    with output.progress() as reporter:
        report = offline.take(choice, reporter) if options.what == TAKE else offline.sync(reporter)
    output.show(offline_report_json(report), _view_exchanged)
    return NOTHING if report.problems or not report.documents else DONE


def _offline(library: LibraryApi) -> OfflineMattersApi:
    if library.office is None:
        raise BriefBankError(
            Message(
                "Documents are taken along from the library of an office, and this is one of this computer."
            ),
            Message("Join the office first, in the settings of the window."),
        )
    return library.office.offline


def _tell_office() -> None:
    """Let the office know that nothing is left here, where its server answers."""
    from briefbank.office.link import call
    from briefbank.office.remote_library import RemoteLibrary

    with suppress(BriefBankError), closing(RemoteLibrary.open()) as library:
        call(library.link, "offline.returned")


def _view_exchanged(page: TerminalPage, report: JsonObject) -> None:
    documents = counted(report.documents, "document")
    page.line(f"{documents} taken along until {report.until[:10]}.")
    page.line(
        f"{report.brought} brought or changed, {report.removed} taken away, {report.sent} sent to the office."
    )
    if report.documents:
        page.line("Search them with “briefbank --offline search”, without the server, too.")
    else:
        page.line("The office has nothing that you may see with these docket numbers.")
    page.lines(report.problems)


def _view_listed(page: TerminalPage, offline: JsonObject) -> None:
    documents = counted(offline.documents, "document")
    page.line(f"{documents} of {offline.office} taken along until {offline.until[:10]}.")
    page.line(offline.over and "The time is over: “briefbank offline sync” renews it.")
    if offline.unsent:
        page.line(f"{offline.unsent} things were done here that the office does not have yet.")
    page.lines(page.listed(offline.matters, "Docket numbers"))


def _view_left(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"Deleted from this computer: {shown.left}")


COMMANDS = {"offline": Command(_options, _run, _asks_office)}
