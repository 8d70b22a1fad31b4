"""The settings of the office server on this computer, in a file of the user that runs it.

This module is light: the program reads it before it closes the network, to know where it listens.
"""

from __future__ import annotations

import ipaddress
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.files import write_atomically
from briefbank.paths import data_folder

if TYPE_CHECKING:
    from briefbank.catalogue.postgres_database import PostgresPlace

log = logging.getLogger(__name__)

COMMAND = "serve"
PORT = 8443
"""The port where none is chosen."""
SOCKET_FOLDER = Path("/var/run/postgresql")
"""The folder of PostgreSQL's socket where none is chosen: that of Debian."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server that was prepared."""

    office: str
    """The name of the office, for people."""
    host: str
    """The name or number by which desks find this computer."""
    listen: str
    """The IP address of this computer at which it listens."""
    port: int = PORT
    library: str = ""
    """The folder of the library whose catalogue is in a database; empty where it is a file."""
    database: str = ""
    """The name of that database."""
    socket_folder: str = ""
    """The folder of the socket at which this computer's PostgreSQL answers."""

    @property
    def address(self) -> str:
        """The address that desks are given."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}:{self.port}"


def folder() -> Path:
    """Return the folder of the server's own files."""
    return data_folder() / "office-server"


def certificate() -> Path:
    return folder() / "certificate.pem"


def key() -> Path:
    return folder() / "key.pem"


def accounts() -> Path:
    return folder() / "accounts.sqlite"


def uploads() -> Path:
    return folder() / "uploads"


def save(settings: ServerSettings) -> None:
    """Write the settings. Raises StoreError."""
    write_atomically(_file(), json.dumps(asdict(settings), indent=2).encode())


def load() -> ServerSettings | None:
    """Return the settings; None where no server was prepared here, or its file cannot be understood."""
    try:
        untrusted = json.loads(_file().read_text(encoding="utf-8"))
        found = ServerSettings(**untrusted)
        ipaddress.ip_address(found.listen)
        if not all(isinstance(each, str) for each in (found.library, found.database, found.socket_folder)):
            raise TypeError("database")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        log.warning("server settings damaged: %s", type(error).__name__)
        return None
    return found if 0 < found.port < 65_536 else None


def database_of(library: Path) -> PostgresPlace | None:
    """Return the database that holds the catalogue of the library in this folder; None where it is a file."""
    found = load()
    if found is None or not found.database or Path(found.library) != library.absolute():
        return None
    from briefbank.catalogue.postgres_database import PostgresPlace

    return PostgresPlace(Path(found.socket_folder), found.database)


def listening_address(arguments: Sequence[str]) -> tuple[str, int] | None:
    """Return where the command that was typed is to listen; None for one that does not."""
    rest, library = [each for each in arguments if each != "--json"], "--library"
    if rest[:1] == [library]:
        rest = rest[2:]
    elif rest and rest[0].startswith(f"{library}="):
        rest = rest[1:]
    found = load() if rest == [COMMAND] else None
    return (found.listen, found.port) if found else None


def _file() -> Path:
    return folder() / "server.json"
