"""The commands of an office: ``serve`` prepares and runs its server, ``worker`` works on files for it,
``offline`` takes documents of it along, and ``move-to-office`` brings a library in.
"""

from __future__ import annotations

import argparse
import getpass
import ipaddress
import ssl
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.catalogue import document_rows
from briefbank.cli.commands import (
    Command,
    Parser,
    action_adder,
    hours,
    local,
    port,
    port_or_none,
    positive,
    positive_or_none,
)
from briefbank.cli.json_values import offline_grant_json, record
from briefbank.cli.output import DONE, NOTHING, JsonObject, Output, counted, phrase
from briefbank.domain.office import OfficeRole
from briefbank.errors import AccountRefused, BriefBankError, OfflineStays, OnlyServerOpens, StoreError
from briefbank.files import write_export
from briefbank.network.address import BadAddress, parse_address
from briefbank.office import certificates, server_settings
from briefbank.office.server_settings import (
    PORT,
    SOCKET_FOLDER,
    BadDirectory,
    DirectoryAccess,
    ServerSettings,
)
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.output import TerminalPage
    from briefbank.office.accounts import Accounts
    from briefbank.office.library import OfficeLibrary
from contextlib import suppress
from typing import TYPE_CHECKING

from briefbank.cli.json_values import offline_json, offline_report_json
from briefbank.domain.office import OfflineChoice
from briefbank.errors import NothingOffline, OfflineChoiceRefused

if TYPE_CHECKING:
    from briefbank.api.documents import OfflineMattersApi
    from briefbank.api.library import LibraryApi


OFFICE = "Our office"
"""The name of the office where none is chosen."""
SERVICE_USER = "briefbank"
"""The user that runs the units of the Debian package."""
_HIDDEN_FROM_SERVICE = ("/home", "/root", "/run/user")
"""The folders in which those units see nothing (ProtectHome)."""


def _serve_options(command: Parser) -> None:
    """Add the actions. Without one the server runs."""
    action = action_adder(command)
    _prepare_options(
        action(
            "prepare",
            "choose the library and the address, and make a certificate; given again, it changes only what "
            "is named",
        )
    )
    action("invite", "write an invitation for one computer").add_argument("file", type=Path, metavar="FILE")
    person = action("person", "let a person sign in, or change role and password")
    person.add_argument("name", metavar="NAME")
    action("remove-person", "let a person sign in no more").add_argument("name", metavar="NAME")
    directory = action("directory", "let persons of the office’s LDAP directory sign in")
    directory.add_argument("address", metavar="ADDRESS", help="as in ldaps://directory.office.lan")
    directory.add_argument("--persons", default="", metavar="DN", help="where the directory keeps persons")
    directory.add_argument("--groups", default="", metavar="DN", help="where the directory keeps groups")
    directory.add_argument("--reader", default="", metavar="DN", help="the account that may look for persons")
    directory.add_argument("--name-attribute", default="uid", metavar="NAME", help="what persons type; uid")
    directory.add_argument(
        "--authority", type=Path, metavar="FILE", help="who vouches for the directory (PEM)"
    )
    action("remove-directory", "ask the directory no more")
    group = action("group", "let a group of the directory sign in, or change its role")
    group.add_argument("group", metavar="DN")
    action("remove-group", "let a group sign in no more").add_argument("group", metavar="DN")
    for member in (person, group):
        member.add_argument(
            "--role", choices=[role.value for role in OfficeRole], default=OfficeRole.READER.value
        )
    action("accounts", "list persons and computers")
    action("revoke", "let a computer in no more").add_argument("number", metavar="NUMBER")
    action("broker", "run the broker, which hands out work to other computers")
    action("invite-worker", "write an invitation for one computer that works on files").add_argument(
        "file", type=Path, metavar="FILE"
    )


def _prepare_options(command: Parser) -> None:
    command.add_argument(
        "--host", metavar="NAME", help="the name or number by which desks find this computer"
    )
    command.add_argument(
        "--listen", metavar="IP", help="this computer’s address; needed where NAME is no number"
    )
    command.add_argument("--port", type=port, metavar="N", help=f"the port of that address; {PORT}")
    command.add_argument(
        "--database", metavar="NAME", help="keep the catalogue in this empty database of PostgreSQL"
    )
    command.add_argument(
        "--database-socket", type=Path, metavar="DIR", help=f"the folder of its socket; {SOCKET_FOLDER}"
    )
    command.add_argument(
        "--record-copy",
        metavar="FILE",
        help="keep the record’s newest entry in this file, too; an empty name for none",
    )
    command.add_argument(
        "--processes",
        type=positive_or_none,
        metavar="N",
        help="processes that search; 0 for one per processor",
    )
    command.add_argument(
        "--figures",
        type=port_or_none,
        metavar="PORT",
        help="figures for Prometheus, for this computer alone; 0 for none",
    )
    command.add_argument(
        "--offline-on-any-disk",
        action=argparse.BooleanOptionalAction,
        help="let laptops without encryption take documents along",
    )
    command.add_argument(
        "--cluster",
        type=port,
        metavar="PORT",
        help="have other computers work on files, by a broker at this port of the server",
    )
    command.add_argument("--no-cluster", action="store_true", help="have this computer work on files again")
    command.add_argument("--office", metavar="NAME", help=f"the name of the office; {OFFICE}")


def _needs_library(options: argparse.Namespace) -> bool:
    """Tell whether the server is to run. Raises BriefBankError where it is prepared for another library."""
    if options.action:
        return False
    require_prepared_library(options.library)
    return True


def _serve(library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    """Run the server, prepare it, or change who may use it; a server that runs knows it at once."""
    _require_office_packages()
    if library is not None:
        return _run_server(library, output)
    if options.action == "prepare":
        return _prepare(options, output)
    require_prepared_library(options.library)
    action = _ACTIONS.get(options.action)
    return action(options, output) if action else _change_accounts(options, output)


class NoOfficePackages(BriefBankError):
    """Raised where the packages that only an office needs are not installed."""

    default_title = Message("What an office server needs is not installed on this computer.")
    default_remedy = Message(
        "Install it with: pip install “briefbank[office]”. Searching and adding work without it."
    )


def _require_office_packages() -> None:
    """Raises NoOfficePackages."""
    lacking = [name for name in ("starlette", "uvicorn", "argon2", "celery") if find_spec(name) is None]
    if lacking:
        raise NoOfficePackages(detail=f"missing: {', '.join(lacking)}")


def _run_server(library: LibraryApi, output: Output) -> int:
    """Answer clients until the program is told to end."""
    from briefbank.network import close_network, self_test
    from briefbank.office import serving

    if library.taken_along() is not None:
        raise OfflineStays(detail="serve")
    settings, listener = _settings(), close_network.listener()
    if listener is None:
        raise serving.CannotListen
    let_through = self_test.let_through().detail

    def ready() -> None:
        output.say(f"Answering desks at {settings.address}")
        output.say(let_through)
        if why := library.read_only():
            output.say(why)
        if settings.figures and figures is None:
            output.say(f"There are no figures, because another program has port {settings.figures}.")

    figures = close_network.figures()
    serving.serve(_of_office(library), settings, listener, ready, figures)
    return DONE


def _change_accounts(options: argparse.Namespace, output: Output) -> int:
    """Do an action on who may use the server, and list all who may."""
    from briefbank.office.accounts import Accounts

    _settings()
    with closing(Accounts(server_settings.accounts())) as accounts:
        match options.action:
            case "invite":
                return _invite(accounts, options.file, output)
            case "person":
                accounts.set_person(options.name, OfficeRole(options.role), _password())
            case "remove-person":
                accounts.remove_person(options.name)
            case "group":
                accounts.set_group(options.group, OfficeRole(options.role))
            case "remove-group":
                accounts.remove_group(options.group)
            case "revoke":
                accounts.revoke(options.number)
        return _list(accounts, output)


def require_prepared_library(named: Path | None) -> None:
    """Raise BriefBankError where no server is prepared, or one for another library than was named."""
    settings = _settings()
    if named and not server_settings.is_served(named):
        raise BriefBankError(
            Message(
                "This computer serves the library in {library}, and not the one that was named.",
                library=settings.library,
            ),
            Message(
                "Leave --library out. To serve the other library instead, prepare the server for it: "
                "briefbank --library {folder} serve prepare.",
                folder=str(named.absolute()),
            ),
        )


def _prepare(options: argparse.Namespace, output: Output) -> int:
    """Prepare the server, or change what is named of one that was prepared before."""
    from briefbank.office.accounts import line_of

    if not options.library:
        server_settings.require_undamaged()
    before = server_settings.load()
    host = options.host or (before.host if before else "127.0.0.1")
    listen = options.listen or _listen(before, host)
    try:
        ipaddress.ip_address(listen)
    except ValueError as error:
        raise BriefBankError(
            Message("The server needs a number of this computer’s network at which to listen."),
            Message("Add --listen with it, such as --listen 192.168.1.20."),
        ) from error
    settings = before or ServerSettings(OFFICE, host, listen)
    named = {
        "office": options.office and line_of(options.office),
        "port": options.port,
        "processes": options.processes and min(options.processes, server_settings.MOST_PROCESSES),
        "record_copy": options.record_copy and str(Path(options.record_copy).absolute()),
        "figures": options.figures,
        "offline_on_any_disk": options.offline_on_any_disk,
    }
    changes = {name: value for name, value in named.items() if value is not None}
    settings = replace(settings, host=host, listen=listen, **changes)
    _check_host(settings)
    if options.no_cluster:
        settings = replace(settings, cluster=0)
    elif options.cluster:
        settings = replace(settings, cluster=options.cluster)
    if settings.cluster:
        _prepare_broker(settings)
    settings, is_new = _with_library(settings, options, is_first=before is None)
    server_settings.save(settings)
    shown, key = server_settings.certificate(), server_settings.key()
    is_made = not shown.exists() or not certificates.is_good(shown, key)
    if is_made:
        certificates.make_self_signed(shown, key, host)
    is_service = getpass.getuser() == SERVICE_USER
    again = "sudo systemctl restart briefbank" if before else "sudo systemctl enable --now briefbank"
    prepared = {
        "address": settings.address,
        "certificate": certificates.fingerprint(shown),
        "library": settings.library,
        "database": settings.database or None,
        "is_new": is_new,
        "host": host,
        "other_names": None if certificates.is_for(shown, host) else certificates.names(shown),
        "former_address": before.address if before and before.address != settings.address else None,
        "is_certificate_renewed": is_made and before is not None,
        "command": f"sudo -Hu {SERVICE_USER} briefbank serve" if is_service else "briefbank serve",
        "start": again if is_service else "briefbank serve",
    }
    output.show(prepared, _view_prepared)
    return DONE


def _listen(before: ServerSettings | None, host: str) -> str:
    """Return the IP address to listen at where none is named: the one of before, or the host, where it is a
    number, and was listened at before, too."""
    if before is None:
        return host
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return before.listen
    return host if before.listen == before.host else before.listen


def _check_host(settings: ServerSettings) -> None:
    """Raise BriefBankError where clients would take the address for none."""
    try:
        is_found = parse_address(settings.address).host == settings.host.lower()
    except BadAddress:
        is_found = False
    if not is_found:
        raise BriefBankError(
            Message("No computer finds a server by this name."),
            Message("Give --host a name or number of the network, such as --host briefbank.office.lan."),
        )


def _prepare_broker(settings: ServerSettings) -> None:
    """Raise BriefBankError where no broker can run, or it would listen at all addresses; StoreError."""
    from briefbank.office import broker

    if sys.platform != "linux":
        raise BriefBankError(
            "Other computers can work on files only for a server that runs on Linux.",
            "Prepare the server without --cluster: it then does this work itself.",
        )
    if ipaddress.ip_address(settings.listen).is_unspecified:
        raise BriefBankError(
            Message("The broker, which hands out work, needs one number of this computer’s network."),
            Message("Add --listen with it, such as --listen 192.168.1.20."),
        )
    broker.prepare(server_settings.cluster_folder())


def _with_broker() -> ServerSettings:
    """Return the settings of a server with a broker. Raises BriefBankError."""
    settings = _settings()
    if not settings.cluster:
        raise BriefBankError(
            Message("This server does all work on files itself."),
            Message("Prepare it with “briefbank serve prepare --cluster 6380”, and start it again."),
        )
    return settings


def _run_broker(_options: argparse.Namespace, output: Output) -> int:
    """Become the broker, until the program is told to end."""
    from briefbank.office import broker
    from briefbank.office.accounts import Accounts

    settings = _with_broker()
    with closing(Accounts(server_settings.accounts())) as accounts:
        workers = accounts.worker_hashes()
    broker.run(
        server_settings.cluster_folder(),
        settings.listen,
        settings.cluster,
        workers,
        lambda: output.say(f"Handing out work at {settings.host}:{settings.cluster}"),
    )


def _invite_worker(options: argparse.Namespace, output: Output) -> int:
    from briefbank.office import broker, units
    from briefbank.office.accounts import Accounts

    settings, folder = _with_broker(), server_settings.cluster_folder()
    pin = certificates.fingerprint(server_settings.certificate())
    own, shown = broker.issue(folder), (folder / f"{broker.BROKER}.pem").read_bytes()
    with closing(Accounts(server_settings.accounts())) as accounts:
        secret = accounts.invite_worker()
    membership = units.WorkerMembership(settings.address, pin, settings.cluster, settings.office, secret)
    write_export(options.file, units.write_invitation(membership, own, shown))
    output.show({"invitation": options.file, "number": membership.number}, _view_worker_invited)
    return DONE


def _set_directory(options: argparse.Namespace, output: Output) -> int:
    """Note how the office's directory is asked, from the next start of the server on."""
    _settings()
    address, persons, groups = options.address, options.persons, options.groups
    access = DirectoryAccess(address, persons, groups, options.name_attribute, options.reader)
    access.check()
    password = _typed_password() if access.reader else ""
    server_settings.set_directory(access, password, _certificate(options.authority))
    output.show({"directory": address}, _view_directory)
    return DONE


def _remove_directory(_options: argparse.Namespace, output: Output) -> int:
    _settings()
    server_settings.set_directory(None)
    output.show({"directory": None}, _view_directory)
    return DONE


def _certificate(path: Path | None) -> str:
    """Return the certificate in a file, or an empty text for none. Raises BadDirectory."""
    if path is None:
        return ""
    try:
        pem = path.read_text(encoding="ascii")
        ssl.create_default_context(cadata=pem)
    except (OSError, ValueError) as error:
        raise BadDirectory(
            Message("The file with the certificate of the directory’s authority cannot be used."),
            Message("Choose one in the form PEM, which begins with “-----BEGIN CERTIFICATE-----”."),
        ) from error
    return pem


def _with_library(
    settings: ServerSettings, options: argparse.Namespace, *, is_first: bool
) -> tuple[ServerSettings, bool]:
    """Return the settings with the library and database that are to be served, and whether the library was
    created.

    Where neither is named, those of before stay, and the library is not looked at. Raises StoreError where
    the library cannot be opened, or the database does not answer.
    """
    from briefbank import settings as personal
    from briefbank.office.library import OfficeLibrary
    from briefbank.office.postgres_database import PostgresPlace
    from briefbank.paths import LibraryPaths, default_library, offline_folder
    from briefbank.storage.library_folder import is_library

    if not is_first and not options.library:
        require_prepared_library(None)
        if not (options.database or options.database_socket):
            return settings, False
    own = None if settings.library else personal.load().library or default_library()
    paths = LibraryPaths(options.library or own or Path(settings.library))
    if paths.root == offline_folder():
        raise OfflineStays(detail="serve")
    if getpass.getuser() == SERVICE_USER and any(
        map(paths.root.resolve().is_relative_to, _HIDDEN_FROM_SERVICE)
    ):
        raise StoreError(
            Message("The service would not see a library in {root}.", root=str(paths.root)),
            Message("Choose a folder elsewhere, such as /srv/briefbank, that belongs to the user briefbank."),
        )
    if settings.database and not options.database and not server_settings.is_served(paths.root):
        raise StoreError(
            Message(
                "The database “{database}” holds the catalogue of the library in {library}.",
                database=settings.database,
                library=settings.library,
            ),
            Message("Name a database for the other library, too: --database NAME."),
        )
    database = options.database or settings.database
    socket_folder = (options.database_socket or Path(settings.socket_folder or SOCKET_FOLDER)).absolute()
    postgres = PostgresPlace(socket_folder, database) if database else None
    if postgres and paths.catalogue.exists():
        raise StoreError(
            Message("This library has its catalogue in a file."),
            Message(
                "Name another folder to the server with --library, and bring this library in afterwards."
            ),
            detail="catalogue is a file",
        )
    is_new = not is_library(paths)
    if postgres:  # before a folder is created for a database that does not answer, or is another library's
        with closing(postgres.open()) as catalogue:
            is_of_another = is_new and document_rows.totals(catalogue) != (0, 0)
        if is_of_another:
            raise StoreError(
                Message("The database “{name}” holds the catalogue of another library.", name=postgres.name),
                Message(
                    "Name an empty database, or the folder of that library in place of {root}.",
                    root=str(paths.root),
                ),
                detail="database is not empty",
            )
    try:
        OfficeLibrary.open(paths.root, tidy=False, database=postgres).close()
    except OnlyServerOpens as error:
        raise StoreError(
            Message("The catalogue of this library is in a database."),
            Message("Name it, too: --database NAME."),
        ) from error
    settings = replace(settings, library=str(paths.root))
    if postgres:
        settings = replace(settings, database=postgres.name, socket_folder=str(postgres.folder))
    return settings, is_new


def _invite(accounts: Accounts, path: Path, output: Output) -> int:
    from briefbank.network.membership import Invitation, write_invitation

    settings, pin = _settings(), certificates.fingerprint(server_settings.certificate())
    invitation = Invitation(settings.address, pin, accounts.invite(), settings.office)
    write_export(path, write_invitation(invitation))
    output.show({"invitation": path, "address": settings.address}, _view_invited)
    return DONE


def _list(accounts: Accounts, output: Output) -> int:
    from briefbank.office.offline_feed import OfflineGrants

    with closing(OfflineGrants(server_settings.grants(), _settings().office)) as grants:
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


def _settings() -> ServerSettings:
    from briefbank.office.serving import NotPrepared

    server_settings.require_undamaged()
    settings = server_settings.load()
    if settings is None:
        raise NotPrepared
    return settings


def _password() -> str:
    """Ask for a new password twice, where somebody sits at a terminal. Raises AccountRefused."""
    first = _typed_password()
    if sys.stdin.isatty() and first != getpass.getpass("The same again: "):
        raise AccountRefused(Message("The two passwords differ."), Message("Type both again."))
    return first


def _typed_password() -> str:
    """Ask for a password, or read one line where nobody sits at a terminal."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


_ACTIONS: dict[str, Callable[[argparse.Namespace, Output], int]] = {
    "directory": _set_directory,
    "remove-directory": _remove_directory,
    "broker": _run_broker,
    "invite-worker": _invite_worker,
}
"""The actions that do not list the accounts."""


def _move_options(command: Parser) -> None:
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder of that library; it stays as it is"
    )


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

    opened = local(library)
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
    if server.other_names:
        page.line(
            f"The certificate is made for {', '.join(server.other_names)}, and not for {server.host}. It "
            "stays good, since computers that joined know it by its fingerprint."
        )
    if server.is_certificate_renewed:
        page.line("The former certificate was over, and there is a new one. Invite all computers again.")
    page.line(f"Let a person sign in:      {server.command} person NAME --role editor", gap=True)
    page.line(f"Invite a computer:         {server.command} invite FILE")
    page.line(f"Start the server:          {server.start}")


def _view_directory(page: TerminalPage, shown: JsonObject) -> None:
    if not shown.directory:
        page.line("From the server’s next start on, no directory is asked.")
        return
    page.line(f"From the server’s next start on, persons sign in by {shown.directory}.")
    page.line("Let a group sign in:       briefbank serve group DN --role reader", gap=True)


def _view_invited(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{shown.invitation} lets one computer join within a week.")
    page.line(
        "Give it to nobody else. On that computer: Settings, Join your office, and start BriefBank again."
    )


def _view_worker_invited(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{shown.invitation} lets one computer work on files for this office. Give it to nobody else.")
    page.line("On that computer:          briefbank worker --invitation FILE", gap=True)
    page.line(f"To let it in no more:      briefbank serve revoke {shown.number}")


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
        who = f"{offline.person} ({offline.computer})"
        matters = ", ".join(offline.matters)
        page.line(f"{who}: {offline.documents} documents until {offline.until[:10]}  {matters}")


class NotInvited(BriefBankError):
    """Raised where this computer accepted no invitation."""

    default_title = Message("This computer was not invited to work for an office.")
    default_remedy = Message(
        "On the office’s server write an invitation with “briefbank serve invite-worker FILE”, bring it "
        "here, and start the worker with --invitation FILE."
    )


def _worker_options(command: Parser) -> None:
    command.add_argument(
        "--invitation", type=Path, metavar="FILE", help="the office’s invitation, the first time"
    )
    command.add_argument(
        "--cores",
        type=positive,
        metavar="N",
        help="how many files are worked on at once; one processor is left free",
    )
    command.add_argument(
        "--hours", type=hours, metavar="H:MM-H:MM", help="take work in these hours of the day alone"
    )
    command.add_argument(
        "--no-yield", action="store_true", help="work on while other programs need the processors"
    )


def _worker(_library: None, options: argparse.Namespace, output: Output) -> int:
    """Work until the program is told to end."""
    _require_office_packages()
    from briefbank.office import units, worker

    membership = (
        units.accept_invitation(options.invitation) if options.invitation else units.worker_membership()
    )
    if membership is None:
        raise NotInvited
    choices = worker.WorkerChoices(
        options.cores or worker.usual_cores(), options.hours, yields=not options.no_yield
    )
    worker.run(membership, units.worker_folder(), choices, output.say)
    return DONE


TAKE, SYNC, LIST, LEAVE = "take", "sync", "list", "leave"


def _offline_options(command: Parser) -> None:
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


def _keep_offline(options: argparse.Namespace, output: Output) -> int:
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


def _offline(library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    """Take documents along, or exchange with the office what is new; the rest needs no server."""
    if library is None:
        return _keep_offline(options, output)
    offline = _offline_copy(library)
    choice = OfflineChoice(
        tuple(options.matters),
        tuple(library.documents.get(document_id).sha256 for document_id in options.document),
    )
    with output.progress() as reporter:
        report = offline.take(choice, reporter) if options.what == TAKE else offline.sync(reporter)
    output.show(offline_report_json(report), _view_exchanged)
    return NOTHING if report.problems or not report.documents else DONE


def _offline_copy(library: LibraryApi) -> OfflineMattersApi:
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


COMMANDS = {
    "serve": Command(_serve_options, _serve, _needs_library),
    "move-to-office": Command(_move_options, _move_to_office),
    "offline": Command(_offline_options, _offline, _asks_office),
    "worker": Command(_worker_options, _worker, needs_library=lambda options: False),
}
