"""The commands of an office: ``office`` prepares its server, keeps who may use it, and lets this computer
join or leave; ``serve`` runs the server, ``worker`` works on files for it, ``offline`` takes documents of it
along, and ``move-to-office`` brings a library in.
"""

from __future__ import annotations

import argparse
import getpass
import ipaddress
import ssl
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import errors
from briefbank.cli import commands
from briefbank.cli.commands import Command, Parser, port, port_or_none, positive
from briefbank.cli.json_values import offline_grant_json, offline_json, offline_report_json, record
from briefbank.cli.output import DONE, NOTHING, JsonObject, Output, counted, phrase
from briefbank.domain.office import OfficeRole, OfflineChoice
from briefbank.errors import AccountRefused, BriefBankError
from briefbank.files import write_export
from briefbank.network import close_network
from briefbank.network.address import BadAddress, parse_address
from briefbank.office import certificates, server_settings
from briefbank.office.server_settings import SERVICE_USER, ServerSettings, prepared
from briefbank.storage.lease import unserved
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.output import TerminalPage
    from briefbank.office.accounts import Accounts
    from briefbank.office.library import OfficeLibrary
OFFICE = "Our office"  # The name of the office where none is chosen

_PREPARED = (
    ("--host", "NAME", str, "the name or number by which desks find this computer"),
    ("--listen", "IP", str, "this computer’s address; needed where NAME is no number"),
    ("--port", "N", port, f"the port of that address; {server_settings.PORT}"),
    ("--database", "NAME", str, "keep the catalogue in this empty database of PostgreSQL"),
    ("--database-socket", "DIR", Path, f"the folder of its socket; {server_settings.SOCKET_FOLDER}"),
    ("--processes", "N", commands.positive_or_none, "processes that search; 0 for one per processor"),
    ("--figures", "PORT", port_or_none, "figures for Prometheus, for this computer alone; 0 for none"),
    ("--cluster", "PORT", port, "have other computers work on files, by a broker at this port of the server"),
    ("--office", "NAME", str, f"the name of the office; {OFFICE}"),
)
"""The options of ``office prepare`` that take a value: option, name of the value, type and help."""


def _office_options(command: Parser) -> None:
    action = commands.action_adder(command)
    prepare = action(
        "prepare",
        "choose the library and the address, and make a certificate; given again, it changes only what "
        "is named",
    )
    for option, metavar, kind, text in _PREPARED:
        prepare.add_argument(option, metavar=metavar, type=kind, help=text)
    text = "let laptops without encryption take documents along"
    prepare.add_argument("--offline-on-any-disk", action=argparse.BooleanOptionalAction, help=text)
    prepare.add_argument("--no-cluster", action="store_true", help="have this computer work on files again")
    directory = action("directory", "let persons of the office’s LDAP directory sign in")
    directory.add_argument("address", metavar="ADDRESS", help="as in ldaps://directory.office.lan")
    directory.add_argument("--persons", default="", metavar="DN", help="where the directory keeps persons")
    directory.add_argument("--groups", default="", metavar="DN", help="where the directory keeps groups")
    directory.add_argument("--reader", default="", metavar="DN", help="the account that may look for persons")
    directory.add_argument("--name-attribute", default="uid", metavar="NAME", help="what persons type; uid")
    text = "who vouches for the directory (PEM)"
    directory.add_argument("--authority", type=Path, metavar="FILE", help=text)
    action("remove-directory", "ask the directory no more")
    roles, reader = [role.value for role in OfficeRole], OfficeRole.READER.value
    for name, metavar, text in (
        ("person", "NAME", "let a person sign in, or change role and password"),
        ("group", "DN", "let a group of the directory sign in, or change its role"),
    ):
        member = action(name, text)
        member.add_argument("name", metavar=metavar)
        text = f"{reader} for a new one; without it the role stays as it is"
        member.add_argument("--role", choices=roles, help=text)
        action(f"remove-{name}", f"let a {name} sign in no more").add_argument("name", metavar=metavar)
    text = "let the persons of a CSV file sign in (name, role, password); a new one without password gets one"
    action("import-persons", text).add_argument("file", type=Path, metavar="FILE")
    action("accounts", "list persons and computers")
    action("revoke", "let a computer in no more").add_argument("number", metavar="NUMBER")
    action("renew-certificate", "make a new certificate, which computers that joined know by the present one")
    action("broker", "run the broker, which hands out work to other computers")
    invite = action("invite", "write an invitation for one computer, or for each of several")
    invite.add_argument("file", type=Path, metavar="FILE")
    text = "write so many, each with its number in its name"
    invite.add_argument("--computers", type=positive, default=1, metavar="N", help=text)
    for name, text in (
        ("invite-worker", "write an invitation for one computer that works on files"),
        ("join", "let this computer join an office by its invitation"),
    ):
        action(name, text).add_argument("file", type=Path, metavar="FILE")
    leave = action("leave", "let this computer work alone, and delete from it what the office gave")
    text = "delete what the office does not have yet, too"
    leave.add_argument("--unsent-too", action="store_true", help=text)


def _office(_library: None, options: argparse.Namespace, output: Output) -> int:
    """Prepare the server, or change who may use it, which a server that runs knows at once; or have this
    computer join or leave."""
    if options.action not in ("join", "leave"):
        _require_office_packages()
        if options.action != "prepare":
            server_settings.require_prepared_library(options.library)
    return _ACTIONS.get(options.action, _change_accounts)(options, output)


class NoOfficePackages(BriefBankError):
    default_title = Message("What an office server needs is not installed on this computer.")
    default_remedy = Message(
        "Install it with: pip install “briefbank[office]”. Searching and adding work without it."
    )


def _require_office_packages() -> None:
    lacking = [name for name in ("starlette", "uvicorn", "argon2", "celery") if find_spec(name) is None]
    if lacking:
        raise NoOfficePackages(detail=f"missing: {', '.join(lacking)}")


def _serve(library: LibraryApi, _options: argparse.Namespace, output: Output) -> int:
    _require_office_packages()
    from briefbank.network import self_test
    from briefbank.office import serving

    if library.taken_along() is not None:
        raise errors.OfflineStays(detail="serve")
    settings, listener = prepared(), close_network.opened.listener
    if listener is None:
        raise serving.CannotListen
    let_through = self_test.let_through().detail

    def ready() -> None:
        output.say(f"Answering desks at {settings.address}")
        output.say(let_through)
        if why := library.read_only():
            output.say(why)
        if (days := certificates.days_left(server_settings.certificate())) <= certificates.WARNING_DAYS:
            output.say(
                f"The certificate ends in {counted(days, 'day')}. Renew it with: briefbank office "
                "renew-certificate"
            )
        if settings.figures and figures is None:
            output.say(f"There are no figures, because another program has port {settings.figures}.")

    figures = close_network.opened.figures
    office = _of_office(library)
    with unserved(office.paths.serving_lock):  # one server, and nothing that replaces the library meanwhile
        serving.serve(office, settings, listener, ready, figures)
    return DONE


def _change_accounts(options: argparse.Namespace, output: Output) -> int:
    from briefbank.office.accounts import Accounts

    prepared()
    with closing(Accounts(server_settings.accounts())) as accounts:
        match options.action:
            case "invite":
                return _invite(accounts, options, output)
            case "import-persons":
                return _import_persons(accounts, options.file, output)
            case "person":
                password = _typed_password()
                if sys.stdin.isatty() and password != getpass.getpass("The same again: "):
                    raise AccountRefused(Message("The two passwords differ."), Message("Type both again."))
                accounts.set_person(options.name, options.role and OfficeRole(options.role), password)
            case "remove-person":
                accounts.remove_person(options.name)
            case "group":
                accounts.set_group(options.name, options.role and OfficeRole(options.role))
            case "remove-group":
                accounts.remove_group(options.name)
            case "revoke":
                accounts.revoke(options.number)
        return _list(accounts, output)


def _prepare(options: argparse.Namespace, output: Output) -> int:
    from briefbank.office.accounts import line_of

    if not options.library:
        server_settings.require_undamaged()
    before = server_settings.load()
    host = options.host or (before.host if before else "127.0.0.1")
    # Where no address to listen at is named, it is the one of before, or the host, where that is a number and
    # was listened at before, too.
    stays = before is not None and not (close_network.is_number(host) and before.listen == before.host)
    listen = options.listen or (before.listen if before and stays else host)
    if not close_network.is_number(listen):
        raise BriefBankError(
            Message("The server needs a number of this computer’s network at which to listen."),
            Message("Add --listen with it, such as --listen 192.168.1.20."),
        )
    settings = before or ServerSettings(OFFICE, host, listen)
    named = {
        "office": options.office and line_of(options.office),
        "port": options.port,
        "processes": options.processes and min(options.processes, server_settings.MOST_PROCESSES),
        "figures": options.figures,
        "offline_on_any_disk": options.offline_on_any_disk,
        "cluster": 0 if options.no_cluster else options.cluster,
    }
    changes = {name: value for name, value in named.items() if value is not None}
    settings = replace(settings, host=host, listen=listen, **changes)
    try:
        is_found = parse_address(settings.address).host == host.lower()
    except BadAddress:  # clients would take the address for none
        is_found = False
    if not is_found:
        raise BriefBankError(
            Message("No computer finds a server by this name."),
            Message("Give --host a name or number of the network, such as --host briefbank.office.lan."),
        )
    if settings.cluster:
        _prepare_broker(settings)
    settings, is_new = server_settings.with_library(settings, options, is_first=before is None)
    server_settings.save(settings)
    shown, key = server_settings.certificate(), server_settings.key()
    is_made = not shown.exists() or not certificates.is_good(shown, key)
    is_vouched = is_made and certificates.renew(shown, key, host)
    is_service = getpass.getuser() == SERVICE_USER
    again = "sudo systemctl restart briefbank" if before else "sudo systemctl enable --now briefbank"
    prepared = {
        "address": settings.address,
        "certificate": certificates.fingerprint(shown),
        "library": settings.library,
        "database": settings.database or None,
        "is_new": is_new,
        "former_address": before.address if before and before.address != settings.address else None,
        "is_certificate_renewed": is_made and before is not None,
        "must_invite_again": is_made and before is not None and not is_vouched,
        "command": f"sudo -Hu {SERVICE_USER} briefbank office" if is_service else "briefbank office",
        "start": again if is_service else "briefbank serve",
    }
    output.show(prepared, _view_prepared)
    return DONE


def _prepare_broker(settings: ServerSettings) -> None:
    from briefbank.office import broker

    if ipaddress.ip_address(settings.listen).is_unspecified:
        raise BriefBankError(
            Message("The broker, which hands out work, needs one number of this computer’s network."),
            Message("Add --listen with it, such as --listen 192.168.1.20."),
        )
    broker.prepare(server_settings.cluster_folder())


def _with_broker() -> ServerSettings:
    settings = prepared()
    if not settings.cluster:
        raise BriefBankError(
            Message("This server does all work on files itself."),
            Message("Prepare it with “briefbank office prepare --cluster 6380”, and start it again."),
        )
    return settings


def _run_broker(_options: argparse.Namespace, output: Output) -> int:
    from briefbank.office import broker
    from briefbank.office.accounts import Accounts

    settings = _with_broker()
    with closing(Accounts(server_settings.accounts())) as accounts:
        workers = accounts.worker_hashes()
    folder, port_number = server_settings.cluster_folder(), settings.cluster
    announce = partial(output.say, f"Handing out work at {settings.host}:{port_number}")
    broker.run(folder, settings.listen, port_number, workers, announce)


def _invite_worker(options: argparse.Namespace, output: Output) -> int:
    from briefbank.office import broker, units
    from briefbank.office.accounts import Accounts

    settings, folder = _with_broker(), server_settings.cluster_folder()
    pin = certificates.fingerprint(server_settings.certificate())
    own, shown = broker.issue(folder), (folder / f"{broker.BROKER}.pem").read_bytes()
    with closing(Accounts(server_settings.accounts())) as accounts:
        secret = accounts.invite_worker()
    membership = units.WorkerMembership(
        file="BriefBank worker invitation",
        server=settings.address,
        pin=pin,
        broker_port=settings.cluster,
        office=settings.office,
        secret=secret,
        certificate=own.certificate.decode("ascii"),
        key=own.key.decode("ascii"),
        broker=shown.decode("ascii"),
    )
    write_export(options.file, units.write_invitation(membership))
    output.show({"invitation": options.file, "number": membership.number}, _view_worker_invited)
    return DONE


def _set_directory(options: argparse.Namespace, output: Output) -> int:
    prepared()
    if options.action == "remove-directory":
        server_settings.set_directory(None)
        output.show({"directory": None}, _view_directory)
        return DONE
    address, persons, groups = options.address, options.persons, options.groups
    access = server_settings.DirectoryAccess(address, persons, groups, options.name_attribute, options.reader)
    access.check()
    password = _typed_password() if access.reader else ""
    try:
        authority = options.authority.read_text(encoding="ascii") if options.authority else ""
        if authority:
            ssl.create_default_context(cadata=authority)
    except (OSError, ValueError) as error:
        raise server_settings.BadDirectory(
            Message("The file with the certificate of the directory’s authority cannot be used."),
            Message("Choose one in the form PEM, which begins with “-----BEGIN CERTIFICATE-----”."),
        ) from error
    server_settings.set_directory(access, password, authority)
    output.show({"directory": address}, _view_directory)
    return DONE


def _renew_certificate(_options: argparse.Namespace, output: Output) -> int:
    settings, shown = prepared(), server_settings.certificate()
    is_vouched = certificates.renew(shown, server_settings.key(), settings.host)
    renewed = {"certificate": certificates.fingerprint(shown), "must_invite_again": not is_vouched}
    output.show(renewed, _view_renewed)
    return DONE


def _view_renewed(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"There is a new certificate, good for {certificates.YEARS} years. Start the server again.")
    if shown.must_invite_again:
        page.line("BriefBank had not made the former one, so computers do not know it: invite them again.")
    else:
        page.line("Computers that joined know it by the former one, and need no new invitation.")


def _invite(accounts: Accounts, options: argparse.Namespace, output: Output) -> int:
    from briefbank.network.membership import Invitation, write_invitation

    settings, pin = prepared(), certificates.fingerprint(server_settings.certificate())
    path, count = options.file, options.computers
    digits = len(str(count))
    numbered = [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, count + 1)]
    files = [path] if count == 1 else numbered
    for file in files:
        invitation = Invitation(settings.address, pin, accounts.invite(), settings.office)
        write_export(file, write_invitation(invitation))
    shown = {"invitation": files[0], "invitations": files, "address": settings.address}
    output.show(shown, _view_invited)
    return DONE


def _import_persons(accounts: Accounts, file: Path, output: Output) -> int:
    """Add or change the persons of a CSV file, all or none, and show the passwords that were made."""
    from briefbank.office.accounts import read_persons

    persons = read_persons(file, {person.name for person in accounts.persons()})
    accounts.set_persons(persons)
    shown = {
        "persons": [{"name": row.name, "role": row.role.value if row.role else None} for row in persons],
        "new_passwords": [record(row, "name password") for row in persons if row.is_new_password],
    }
    output.show(shown, _view_imported)
    return DONE


def _join(options: argparse.Namespace, output: Output) -> int:
    from briefbank.network import membership

    output.show({"office": membership.join_with(options.file)}, _view_joined)
    return DONE


def _leave(options: argparse.Namespace, output: Output) -> int:
    from briefbank.office import remote_library

    remote_library.leave_office(unsent_too=options.unsent_too)
    output.show({"office": None}, _view_joined)
    return DONE


def _list(accounts: Accounts, output: Output) -> int:
    from briefbank.office.offline_feed import OfflineGrants

    office = prepared().office
    with closing(OfflineGrants(server_settings.grants(), office, accounts.secret_hash)) as grants:
        taken = list(map(offline_grant_json, grants.given()))
    shown = {
        "persons": [record(person, "name role") for person in accounts.persons()],
        "groups": [record(group, "name=group role") for group in accounts.group_roles()],
        "computers": [record(device, "number=id name enrolled") for device in accounts.devices()],
        "workers": [record(worker, "number name invited") for worker in accounts.workers()],
        "offline": taken,
    }
    output.show(shown, _view_accounts)
    return DONE


def _typed_password() -> str:
    """Ask for a password, or read one line where nobody sits at a terminal."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


_ACTIONS: dict[str, Callable[[argparse.Namespace, Output], int]] = {
    "prepare": _prepare,
    "join": _join,
    "leave": _leave,
    "directory": _set_directory,
    "remove-directory": _set_directory,
    "broker": _run_broker,
    "invite-worker": _invite_worker,
    "renew-certificate": _renew_certificate,
}
"""The actions that do not list the accounts."""


def _move_to_office(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    with output.progress() as reporter:
        report = _of_office(library).bring_in(options.folder, reporter)
    output.show(record(report, "documents already_here marks lines seconds problems"), _view_moved)
    return NOTHING if report.problems else DONE


def _view_moved(page: TerminalPage, report: JsonObject) -> None:
    page.line(f"Brought in {counted(report.documents, 'document')}; {report.already_here} were here already.")
    page.line(f"{report.marks} marks and {report.lines} lines of the list of what still holds came along.")
    page.lines(report.problems)


def _of_office(library: LibraryApi) -> OfficeLibrary:
    """Return a library of this computer. Raises StoreError for that of an office elsewhere."""
    from briefbank.office.library import OfficeLibrary

    opened = commands.local(library)
    assert isinstance(opened, OfficeLibrary)  # so ``cli.commands`` opens it for these commands
    return opened


def _view_prepared(page: TerminalPage, server: JsonObject) -> None:
    page.line(f"The server is prepared. Desks will find it at {server.address}.")
    page.line(f"It serves the library in {server.library}.")
    page.line(phrase("The library’s catalogue is in the database “{}”.", server.database))
    page.line(server.is_new and "This library is new and empty.")
    page.line(
        phrase(
            "Computers that joined look for the server at {}. Where that does not lead here any more, invite "
            "them again.",
            server.former_address,
        )
    )
    if server.is_certificate_renewed:
        page.line("The former certificate was over, and there is a new one.")
        page.line(server.must_invite_again and "Invite all computers again.")
    page.line(f"Let a person sign in:      {server.command} person NAME --role editor", gap=True)
    page.line(f"Invite a computer:         {server.command} invite FILE")
    page.line(f"Start the server:          {server.start}")


def _view_directory(page: TerminalPage, shown: JsonObject) -> None:
    if not shown.directory:
        page.line("From the server’s next start on, no directory is asked.")
        return
    page.line(f"From the server’s next start on, persons sign in by {shown.directory}.")
    page.line("Let a group sign in:       briefbank office group DN --role reader", gap=True)


def _view_invited(page: TerminalPage, shown: JsonObject) -> None:
    first, last = shown.invitations[0], shown.invitations[-1]
    files = f"Each of the files from {first} to {last}" if first != last else first
    page.line(f"{files} lets one computer join within a week.")
    page.line(
        "Give it to nobody else. On that computer: Settings, Join your office, or “briefbank office join "
        "FILE”, and start BriefBank again."
    )


def _view_imported(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{counted(len(shown.persons), 'person')} can sign in.")
    for person in page.listed(shown.new_passwords, "New passwords, shown this once"):
        page.line(f"{person.name}: {person.password}")


def _view_joined(page: TerminalPage, shown: JsonObject) -> None:
    if shown.office:
        page.line(f"From its next start on, BriefBank works with the library of {shown.office}.")
    else:
        page.line("From its next start on, BriefBank works alone. What the office gave was deleted.")


def _view_worker_invited(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{shown.invitation} lets one computer work on files for this office. Give it to nobody else.")
    page.line("On that computer:          briefbank worker --invitation FILE", gap=True)
    page.line(f"To let it in no more:      briefbank office revoke {shown.number}")


def _view_accounts(page: TerminalPage, shown: JsonObject) -> None:
    for person in page.listed(shown.persons, "Persons", "No person can sign in yet."):
        page.line(f"{person.name}: {person.role}")
    for group in page.listed(shown.groups, "Groups of the directory"):
        page.line(f"{group.name}: {group.role}")
    for computer in page.listed(shown.computers, "Computers", "No computer is enrolled yet."):
        page.line(f"{computer.number}  {computer.name}")
    for worker in page.listed(shown.workers, "Computers that work on files"):
        page.line(f"{worker.number}  {worker.name} (invited {worker.invited[:10]})")
    for offline in page.listed(shown.offline, "Documents taken along"):
        who, matters = f"{offline.person} ({offline.computer})", ", ".join(offline.matters)
        page.line(f"{who}: {offline.documents} documents until {offline.until[:10]}  {matters}")


class NotInvited(BriefBankError):
    default_title = Message("This computer was not invited to work for an office.")
    default_remedy = Message(
        "On the office’s server write an invitation with “briefbank office invite-worker FILE”, bring it "
        "here, and start the worker with --invitation FILE."
    )


def _worker_options(command: Parser) -> None:
    text = "the office’s invitation, the first time"
    command.add_argument("--invitation", type=Path, metavar="FILE", help=text)
    text = "how many pages are recognised at once; one processor is left free"
    command.add_argument("--cores", type=positive, metavar="N", help=text)


def _worker(_library: None, options: argparse.Namespace, output: Output) -> int:
    _require_office_packages()
    from briefbank.office import units, worker

    invitation = options.invitation
    membership = units.accept_invitation(invitation) if invitation else units.worker_membership()
    if membership is None:
        raise NotInvited
    worker.run(membership, units.worker_folder(), options.cores or worker.usual_cores(), output.say)
    return DONE


TAKE, SYNC, LIST, LEAVE = "take", "sync", "list", "leave"


def _offline_options(command: Parser) -> None:
    text = "take along; send and fetch what is new, for another month; show what is taken along; delete it"
    command.add_argument("what", choices=(TAKE, SYNC, LIST, LEAVE), help=text)
    command.add_argument("matters", nargs="*", metavar="DOCKET", help="docket numbers to take along")
    text = "take single documents along"
    command.add_argument("--document", type=positive, nargs="+", default=[], metavar="ID", help=text)
    text = "with leave: delete what the office does not have yet, too"
    command.add_argument("--unsent-too", action="store_true", help=text)


def _asks_office(options: argparse.Namespace) -> bool:
    """Tell whether it is done with the office's server. Raises OfflineChoiceRefused for docket numbers where
    all that was taken along is meant, or for none."""
    chosen = bool(options.matters or options.document)
    if options.what == TAKE and not chosen:
        raise errors.OfflineChoiceRefused(
            Message("Nothing was chosen to be taken along."),
            Message("Name docket numbers, or documents with --document."),
        )
    if options.what != TAKE and chosen:
        raise errors.OfflineChoiceRefused(
            Message("“briefbank offline {what}” concerns all that was taken along.", what=options.what),
            Message("Give no docket numbers and no documents with it. Nothing was changed."),
        )
    return options.what in (TAKE, SYNC)


def _keep_offline(options: argparse.Namespace, output: Output) -> int:
    """Show or delete what was taken along, whether the server can be reached or not. Raises
    BriefBankError."""
    from briefbank.office import offline_matters
    from briefbank.paths import offline_folder as folder

    if options.what == LEAVE:
        from briefbank.office.link import call
        from briefbank.office.remote_library import RemoteLibrary

        offline_matters.delete(folder(), unsent_too=options.unsent_too)
        with suppress(BriefBankError), closing(RemoteLibrary.open()) as library:  # where the server answers
            call(library.link, "offline.returned")
        output.show(
            {"left": folder()}, lambda page, shown: page.line(f"Deleted from this computer: {shown.left}")
        )
        return DONE
    state = offline_matters.state(folder())
    if state is None:
        raise errors.NothingOffline
    output.show(offline_json(state), _view_listed)
    return NOTHING if state.lease.is_over() else DONE


def _offline(library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    if library is None:
        return _keep_offline(options, output)
    if library.office is None:
        raise BriefBankError(
            Message(
                "Documents are taken along from the library of an office, and this is one of this computer."
            ),
            Message("Join the office first, in the settings of the window."),
        )
    offline = library.office.offline
    choice = OfflineChoice(
        tuple(options.matters),
        tuple(library.documents.get(document_id).sha256 for document_id in options.document),
    )
    with output.progress() as reporter:
        report = offline.take(choice, reporter) if options.what == TAKE else offline.sync(reporter)
    output.show(offline_report_json(report), _view_exchanged)
    return NOTHING if report.problems or not report.documents else DONE


def _view_exchanged(page: TerminalPage, report: JsonObject) -> None:
    page.line(f"{counted(report.documents, 'document')} taken along until {report.until[:10]}.")
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


COMMANDS = {
    "office": Command(_office_options, _office, needs_library=lambda options: False),
    "serve": Command(
        lambda command: None,
        _serve,
        lambda options: server_settings.require_prepared_library(options.library),
    ),
    "move-to-office": Command(
        lambda command: command.add_argument(
            "folder", type=Path, metavar="DIR", help="the folder of that library; it stays as it is"
        ),
        _move_to_office,
    ),
    "offline": Command(_offline_options, _offline, _asks_office),
    "worker": Command(_worker_options, _worker, needs_library=lambda options: False),
}
