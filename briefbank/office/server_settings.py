"""The settings of the office server on this computer, in a file of the user that runs it.

This module is light, and so holds the settings of the directory, too: the program reads them before it closes
the network, to know where it listens.
"""

from __future__ import annotations

import argparse
import getpass
import ipaddress
import json
import logging
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import msgspec

from briefbank.errors import BriefBankError, OfflineStays, OnlyServerOpens, StoreError
from briefbank.files import write_atomically
from briefbank.paths import data_folder
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.office.directory import DirectoryClient
    from briefbank.office.postgres_database import PostgresPlace

log = logging.getLogger(__name__)

COMMAND = "serve"
OFFICE, BROKER = "office", "broker"
WORKER = "worker"  # The command, beside ``office broker``, that runs a program of the cluster
PORT = 8443  # The port where none is chosen
SOCKET_FOLDER = Path("/var/run/postgresql")  # The folder of PostgreSQL's socket, by Debian's custom
MOST_PROCESSES = 256  # The limit of the processes that answer searches
SERVICE_USER = "briefbank"  # The user that runs the units of the Debian package

_HIDDEN_FROM_SERVICE = ("/home", "/root", "/run/user")
"""The folders in which those units see nothing (ProtectHome)."""
_PORTS = {"ldaps": 636, "ldap": 389}
_FILE, _PASSWORD, _AUTHORITY = "server.json", "directory-password", "directory-authority.pem"
_Port = Annotated[int, msgspec.Meta(ge=0, lt=65_536)]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    office: str  # The name of the office, for people
    host: str  # The name or number by which clients find this computer
    listen: str  # The IP address of this computer at which it listens
    port: Annotated[int, msgspec.Meta(gt=0, lt=65_536)] = PORT
    directory: DirectoryAccess | None = None
    """Where persons are looked up who are not on the server's own list."""
    cluster: _Port = 0
    """The port of the broker that hands out work on files; 0 where this computer does all of it."""
    processes: Annotated[int, msgspec.Meta(ge=0, le=MOST_PROCESSES)] = 0
    """How many processes answer searches; 0 for as many as there are processors, at least two."""
    figures: _Port = 0
    """The port of this computer itself at which there are figures for Prometheus; 0 for none."""
    offline_on_any_disk: bool = False  # Whether documents may be taken along on disks without encryption
    library: str = ""  # The absolute path of the folder of the library that is served
    database: str = ""
    """The name of the database with the catalogue of that library; empty where the catalogue is a file."""
    socket_folder: str = ""  # The folder of the socket at which this computer's PostgreSQL answers

    @property
    def address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}:{self.port}"


def folder(inside: str = "") -> Path:
    return data_folder() / "office-server" / inside


certificate, key = partial(folder, "certificate.pem"), partial(folder, "key.pem")
accounts, walls = partial(folder, "accounts.sqlite"), partial(folder, "walls.sqlite")
grants, uploads = partial(folder, "offline.sqlite"), partial(folder, "uploads")
cluster_folder = partial(folder, "cluster")


def library_link() -> Path:
    """Return the symbolic link to the library that is served. The units of the Debian package name it as
    writable, since they cannot read these settings."""
    return data_folder() / "served-library"


def save(settings: ServerSettings) -> None:
    """Write the settings, and have the link lead to their library. Raises StoreError."""
    write_atomically(folder() / _FILE, json.dumps(asdict(settings), indent=2).encode())
    if settings.library:
        with suppress(OSError):  # a system that lets no program make links has no such units
            library_link().unlink(missing_ok=True)
            library_link().symlink_to(settings.library)


def require_undamaged() -> None:
    """Raise BriefBankError where a server was prepared and its settings cannot be understood: without
    them a server would serve, and commands be on, another library."""
    if (folder() / _FILE).exists() and load() is None:
        raise BriefBankError(
            Message("The settings of the office server on this computer are damaged."),
            Message(
                "Prepare the server again with all that was chosen before, beginning with the folder of its "
                "library: briefbank --library DIR office prepare."
            ),
        )


def served_library() -> Path | None:
    settings = load()
    return Path(settings.library) if settings is not None and settings.library else None


def is_served(library: Path) -> bool:
    served = served_library()
    return served is not None and served.resolve() == library.resolve()


def load() -> ServerSettings | None:
    """Return the settings; None where no server was prepared here, or its file cannot be understood."""
    try:
        settings = msgspec.json.decode((folder() / _FILE).read_bytes(), type=ServerSettings)
        ipaddress.ip_address(settings.listen)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, msgspec.DecodeError) as error:
        log.warning("server settings damaged: %s", type(error).__name__)
        return None
    return settings


def set_directory(access: DirectoryAccess | None, password: str = "", authority: str = "") -> None:
    """Write how the directory is asked, from the server's next start on; None: not at all. ``password`` and
    ``authority``: see DirectoryStart. Raises StoreError."""
    settings = load()
    assert settings is not None
    for path, content in ((folder() / _PASSWORD, password), (folder() / _AUTHORITY, authority)):
        if access is None:
            path.unlink(missing_ok=True)
        else:
            write_atomically(path, content.encode())
    save(replace(settings, directory=access))


def start_directory(settings: ServerSettings) -> DirectoryClient | None:
    """Start what asks the directory, before the network is closed; None where there is none, or it cannot be
    started: persons of the server's own list can still sign in."""
    if settings.directory is None:
        return None
    from briefbank.office.directory import DirectoryClient

    try:
        password = (folder() / _PASSWORD).read_text(encoding="utf-8")
        authority = (folder() / _AUTHORITY).read_text(encoding="ascii")
        return DirectoryClient(settings.directory, password, authority)
    except (BriefBankError, OSError, ValueError) as error:
        log.warning("no directory worker: %s", type(error).__name__)
        return None


def database_of(library: Path) -> PostgresPlace | None:
    """Return the database that holds the catalogue of the library in this folder; None where it is a file."""
    settings = load()
    if settings is None or not settings.database or not is_served(library):
        return None
    from briefbank.office.postgres_database import PostgresPlace

    return PostgresPlace(Path(settings.socket_folder), settings.database)


def starting(arguments: Sequence[str]) -> ServerSettings | None:
    """Return the settings with which the command that was typed starts the server; None for any other."""
    return load() if _command(arguments) == [COMMAND] else None


def is_of_cluster(arguments: Sequence[str]) -> bool:
    """Tell whether the command that was typed runs the broker, or a worker."""
    command = _command(arguments)
    return command == [OFFICE, BROKER] or command[:1] == [WORKER]


def _command(arguments: Sequence[str]) -> list[str]:
    """Return what was typed without the options that every command has, wherever they stand."""
    common = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    common.add_argument("--json", action="store_true")
    common.add_argument("--library")
    try:
        return common.parse_known_args(arguments)[1]
    except argparse.ArgumentError:  # the command line's own parser says what is wrong
        return []


class BadDirectory(BriefBankError):
    default_title = Message("The settings of the office’s directory cannot be used.")
    default_remedy = Message("Correct them, and give the command again.")


@dataclass(frozen=True, slots=True)
class DirectoryAccess:
    """The settings of a directory. Passwords travel encrypted or not at all."""

    address: str
    """'ldaps://host:port', or 'ldap://host:port', where encryption begins before anything is asked
    (StartTLS)."""
    persons: str  # The DN below which persons are looked for
    groups: str  # The DN below which the groups are that count
    name_attribute: str = "uid"
    """The attribute with the name that a person types; Active Directory has sAMAccountName."""
    reader: str = ""  # The DN of the account that looks for persons

    @property
    def is_encrypted_from_the_start(self) -> bool:
        return self.address.startswith("ldaps:")

    def place(self) -> tuple[str, int]:
        """Return host and port. Raises BadDirectory."""
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError as error:
            raise BadDirectory(detail="not an address") from error
        extras = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password
        if parts.scheme not in _PORTS or not parts.hostname or extras or port == 0:
            raise BadDirectory(
                Message("The address of the office’s directory cannot be used."),
                Message(
                    "Write it like ldaps://directory.office.lan, or ldap:// for one that encrypts by "
                    "StartTLS."
                ),
            )
        return parts.hostname, port or _PORTS[parts.scheme]

    def check(self) -> None:
        """Raise BadDirectory, which says what is wrong, where the settings do not fit together."""
        self.place()
        if not self.persons or not self.groups:
            raise BadDirectory(
                Message("BriefBank needs to know where the directory keeps persons and groups."),
                Message("Add --persons and --groups, such as --persons ou=people,dc=office,dc=org."),
            )
        if not self.reader:
            raise BadDirectory(
                Message("BriefBank cannot look for persons without an account that may read the directory."),
                Message("Add --reader with its DN."),
            )
        if not self.name_attribute.replace("-", "").isalnum():
            raise BadDirectory(Message("--name-attribute must be the name of an attribute, such as uid."))


class NotPrepared(BriefBankError):
    default_title = Message("No office server was prepared on this computer.")
    default_remedy = Message("Prepare one with “briefbank office prepare --host NAME”, and start it again.")


def require_prepared_library(named: Path | None) -> bool:
    """Return True. Raises BriefBankError where no server is prepared, or one for another library."""
    settings = prepared()
    if named and not is_served(named):
        raise BriefBankError(
            Message(
                "This computer serves the library in {library}, and not the one that was named.",
                library=settings.library,
            ),
            Message(
                "Leave --library out. To serve the other library instead, prepare the server for it: "
                "briefbank --library {folder} office prepare.",
                folder=str(named.absolute()),
            ),
        )
    return True


def with_library(
    settings: ServerSettings, options: argparse.Namespace, *, is_first: bool
) -> tuple[ServerSettings, bool]:
    """Return the settings with the library and database that are to be served, and whether the library was
    created.

    Where neither is named, those of before stay, and the library is not looked at. Raises StoreError where
    the library cannot be opened, or the database does not answer.
    """
    from briefbank import settings as personal
    from briefbank.catalogue import document_rows
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
    is_hidden = any(map(paths.root.resolve().is_relative_to, _HIDDEN_FROM_SERVICE))
    if is_hidden and getpass.getuser() == SERVICE_USER:
        raise StoreError(
            Message("The service would not see a library in {root}.", root=str(paths.root)),
            Message("Choose a folder elsewhere, such as /srv/briefbank, that belongs to the user briefbank."),
        )
    if settings.database and not options.database and not is_served(paths.root):
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


def prepared() -> ServerSettings:
    """Return the settings of the server. Raises NotPrepared, and as ``require_undamaged``."""
    require_undamaged()
    settings = load()
    if settings is None:
        raise NotPrepared
    return settings
