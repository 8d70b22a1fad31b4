"""The command ``serve``: prepares and runs the office server, and keeps its persons and computers."""

from __future__ import annotations

import argparse
import getpass
import ipaddress
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.cli.exit_status import DONE
from briefbank.cli.layout import Each, Paragraph
from briefbank.cli.option_values import positive
from briefbank.domain.rights import Role
from briefbank.errors import BriefBankError, StoreError
from briefbank.exports.errors import write_file
from briefbank.server import server_settings
from briefbank.server.server_settings import PORT, SOCKET_FOLDER, ServerSettings
from briefbank.wire.errors import AccountRefused

if TYPE_CHECKING:
    from briefbank.cli.terminal import Output
    from briefbank.library import Library
    from briefbank.server.accounts import Accounts


def add_options(command: argparse.ArgumentParser) -> None:
    what = command.add_mutually_exclusive_group()
    what.add_argument("--prepare", action="store_true", help="choose the address, and make a certificate")
    what.add_argument("--invite", type=Path, metavar="FILE", help="write an invitation for one computer")
    what.add_argument("--person", metavar="NAME", help="let a person sign in, or change role and password")
    what.add_argument("--remove-person", metavar="NAME", help="let a person sign in no more")
    what.add_argument("--accounts", action="store_true", help="list persons and computers")
    what.add_argument("--revoke", metavar="NUMBER", help="let a computer in no more")
    command.add_argument(
        "--host", metavar="NAME", help="the name or number by which desks find this computer"
    )
    command.add_argument(
        "--listen", metavar="IP", help="this computer’s address; needed where NAME is no number"
    )
    command.add_argument("--port", type=positive, default=PORT, metavar="N")
    command.add_argument(
        "--database", metavar="NAME", help="keep the catalogue in this empty database of PostgreSQL"
    )
    command.add_argument(
        "--database-socket", type=Path, default=SOCKET_FOLDER, metavar="DIR", help="the folder of its socket"
    )
    command.add_argument("--office", default="Our office", metavar="NAME", help="the name of the office")
    command.add_argument("--role", choices=[each.value for each in Role], default=Role.READER.value)


def is_run(options: argparse.Namespace) -> bool:
    """Tell whether the server is to run, which needs the library."""
    return not (
        options.prepare
        or options.accounts
        or any((options.invite, options.person, options.remove_person, options.revoke))
    )


def run(library: Library, options: argparse.Namespace, output: Output) -> int:
    """Answer desks until the program is told to end. Raises BriefBankError."""
    from briefbank.network import close_network
    from briefbank.server import running

    settings, listener = _settings(), close_network.listener()
    if listener is None:
        raise running.CannotListen
    running.serve(library, settings, listener, lambda: output.say(f"Answering desks at {settings.address}"))
    return DONE


def keep(options: argparse.Namespace, output: Output) -> int:
    """Prepare the server, or change who may use it; a server that runs knows it at once. Raises
    BriefBankError."""
    if options.prepare:
        return _prepare(options, output)
    from briefbank.server.accounts import Accounts

    _settings()
    accounts = Accounts(server_settings.accounts())
    try:
        if options.invite:
            return _invite(accounts, options.invite, output)
        if options.person:
            accounts.set_person(options.person, Role(options.role), _password())
        elif options.remove_person:
            accounts.remove_person(options.remove_person)
        elif options.revoke:
            accounts.revoke(options.revoke)
        return _list(accounts, output)
    finally:
        accounts.close()


def _prepare(options: argparse.Namespace, output: Output) -> int:
    from briefbank.server import certificate

    host = options.host or "127.0.0.1"
    listen = options.listen or host
    try:
        ipaddress.ip_address(listen)
    except ValueError as error:
        raise BriefBankError(
            "The server needs a number of this computer’s network at which to listen.",
            "Add --listen with it, such as --listen 192.168.1.20.",
        ) from error
    settings = ServerSettings(options.office, host, listen, options.port)
    if options.database:
        settings = _with_database(settings, options)
    server_settings.save(settings)
    if not server_settings.certificate().exists():
        certificate.make(server_settings.certificate(), server_settings.key(), host)
    pin = certificate.fingerprint(server_settings.certificate())
    output.show({"address": settings.address, "certificate": pin}, _PREPARED)
    return DONE


def _with_database(settings: ServerSettings, options: argparse.Namespace) -> ServerSettings:
    """Return the settings for a library whose catalogue is in a database. Raises StoreError where it does not
    answer, and for a library that has its catalogue in a file."""
    from briefbank import settings as personal
    from briefbank.catalogue.postgres_database import PostgresPlace
    from briefbank.catalogue.store import Catalogue
    from briefbank.paths import LibraryPaths, default_library

    paths = LibraryPaths(options.library or personal.load().library or default_library())
    if paths.catalogue.exists():
        raise StoreError(
            "This library has its catalogue in a file.",
            "Name another folder to the server with --library, and bring this library in afterwards.",
            detail="catalogue is a file",
        )
    place = PostgresPlace(options.database_socket.absolute(), options.database)
    Catalogue.open(place).close()
    return replace(settings, library=str(paths.root), database=place.name, socket_folder=str(place.folder))


def _invite(accounts: Accounts, path: Path, output: Output) -> int:
    from briefbank.network.membership import Invitation, write_invitation
    from briefbank.server import certificate

    settings, pin = _settings(), certificate.fingerprint(server_settings.certificate())
    invitation = Invitation(settings.address, pin, accounts.invite(), settings.office)
    write_file(path, write_invitation(invitation))
    output.show({"invitation": str(path), "address": settings.address}, _INVITED)
    return DONE


def _list(accounts: Accounts, output: Output) -> int:
    persons = [{"name": each.name, "role": each.role.value} for each in accounts.persons()]
    computers = [
        {"number": each.id, "name": each.name, "enrolled": each.enrolled.isoformat()}
        for each in accounts.devices()
    ]
    output.show({"persons": persons, "computers": computers}, _ACCOUNTS)
    return DONE


def _settings() -> ServerSettings:
    from briefbank.server.running import NotPrepared

    settings = server_settings.load()
    if settings is None:
        raise NotPrepared
    return settings


def _password() -> str:
    """Ask for a password twice, or read one line where nobody sits at a terminal. Raises AccountRefused."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass("Password: ")
    if first != getpass.getpass("The same again: "):
        raise AccountRefused("The two passwords differ.", "Type both again.")
    return first


_PREPARED = (
    Paragraph("The server is prepared. Desks will find it at {address}."),
    Paragraph("Let a person sign in:      briefbank serve --person NAME --role editor", gap=True),
    Paragraph("Invite a computer:         briefbank serve --invite FILE"),
    Paragraph("Start the server:          briefbank serve"),
)
_INVITED = (
    Paragraph("{invitation} lets one computer join within a week."),
    Paragraph(
        "Give it to nobody else. On that computer: Settings, Join your office, and start BriefBank again."
    ),
)
_ACCOUNTS = (
    Each("persons", (Paragraph("{name}: {role}"),), title="Persons", empty="No person can sign in yet."),
    Each(
        "computers", (Paragraph("{number}  {name}"),), title="Computers", empty="No computer is enrolled yet."
    ),
)
