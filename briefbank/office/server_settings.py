"""Makes X.509 certificates: of a server by itself, of an authority, and what that authority issues."""

from __future__ import annotations

import argparse
import hashlib
import ipaddress
import json
import logging
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.errors import BriefBankError
from briefbank.files import write_atomically
from briefbank.office.directory_access import DirectoryAccess
from briefbank.paths import data_folder
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.office.directory import DirectoryClient
    from briefbank.office.postgres_database import PostgresPlace


YEARS = 10
"""The time for which a certificate is good: nobody checks it but programs of the office, which know it, or
its authority."""

MOST_LETTERS = 64
"""The limit of a common name (RFC 5280, ub-common-name)."""


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate and its key, in PEM."""

    certificate: bytes
    key: bytes


def make(name: str, issuer: Certified | None = None, *, is_authority: bool = False) -> Certified:
    """Return a new certificate for a name, signed by an issuer, or by itself. Raises ValueError where the
    issuer's cannot be read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        load_pem_private_key,
    )
    from cryptography.x509.oid import NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = issued_by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:MOST_LETTERS])])
    signing = secret
    if issuer is not None:
        issued_by = x509.load_pem_x509_certificate(issuer.certificate).subject
        loaded = load_pem_private_key(issuer.key, None)
        if not isinstance(loaded, ec.EllipticCurvePrivateKey):
            raise ValueError("another kind of key")
        signing = loaded
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issued_by)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
    )
    if is_authority:
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    return Certified(
        builder.sign(signing, hashes.SHA256()).public_bytes(Encoding.PEM),
        secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )


def check(untrusted: Certified) -> None:
    """Raise ValueError unless the certificate can be read and the key is its own."""
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        certificate = x509.load_pem_x509_certificate(untrusted.certificate)
        key = load_pem_private_key(untrusted.key, None)
        is_own = key.public_key() == certificate.public_key()
    except (TypeError, UnsupportedAlgorithm) as error:
        raise ValueError("another kind of key") from error
    if not is_own:
        raise ValueError("the key of another")


# The certificate of an office server that has none of the office's own. Clients pin its fingerprint.


def make_self_signed(certificate: Path, key: Path, host: str) -> None:
    """Write a new self-signed certificate and its key, for the server's user alone. Raises StoreError."""
    made = make(host)
    write_atomically(key, made.key)
    write_atomically(certificate, made.certificate)


class CertificateUnusable(BriefBankError):
    """Raised for files that are no certificate and key, or do not belong together."""

    default_title = Message("The certificate of this office server, or its key, cannot be used.")
    default_remedy = Message(
        "Put those of your office in their place again, in the form PEM and without a password. Or delete "
        "both and prepare the server again, which makes new ones; then invite all computers again."
    )


def is_good(certificate: Path, key: Path) -> bool:
    """Tell whether the first certificate in a PEM file is good today. Raises CertificateUnusable where it is
    none, or good without its key."""
    from cryptography import x509

    try:
        loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
        if not loaded.not_valid_before_utc <= datetime.now(UTC) <= loaded.not_valid_after_utc:
            return False
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        raise CertificateUnusable(detail=type(error).__name__) from error
    return True


def names(certificate: Path) -> list[str]:
    """Return the names and numbers of the computer that the first certificate in a PEM file is made for.
    Raises OSError and ValueError."""
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    read = x509.load_pem_x509_certificate(certificate.read_bytes())
    common = read.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    listed = [str(attribute.value) for attribute in common]
    try:
        other = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return listed
    listed += other.get_values_for_type(x509.DNSName)
    listed += map(str, other.get_values_for_type(x509.IPAddress))
    return list(dict.fromkeys(listed))


def is_for(certificate: Path, host: str) -> bool:
    """Tell whether a certificate is made for a computer, by its name or by that of its domain. Raises OSError
    and ValueError."""
    name = host.lower()
    fitting = {name[:MOST_LETTERS], name, f"*.{name.partition('.')[2]}"}
    return not fitting.isdisjoint(listed.lower() for listed in names(certificate))


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate in a PEM file, as 64 hexadecimals. Raises OSError and
    ValueError."""
    pem = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    first = pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)]
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()


# The settings of the office server on this computer, in a file of the user that runs it.
#
# This module is light: the program reads it before it closes the network, to know where it listens.

log = logging.getLogger(__name__)

COMMAND = "serve"
BROKER = "broker"
WORKER = "worker"
"""The command, beside ``serve broker``, that runs a program of the cluster."""
PORT = 8443
"""The port where none is chosen."""
SOCKET_FOLDER = Path("/var/run/postgresql")
"""The folder of PostgreSQL's socket where none is chosen: that of Debian."""
MOST_PROCESSES = 256
"""The limit of the processes that answer searches."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server that was prepared."""

    office: str
    """The name of the office, for people."""
    host: str
    """The name or number by which clients find this computer."""
    listen: str
    """The IP address of this computer at which it listens."""
    port: int = PORT
    directory: DirectoryAccess | None = None
    """Where persons are looked up who are not on the server's own list."""
    cluster: int = 0
    """The port of the broker that hands out work on files; 0 where this computer does all of it."""
    processes: int = 0
    """How many processes answer searches; 0 for as many as there are processors, at least two."""
    record_copy: str = ""
    """The file, at another place, with a copy of the newest entry of the record; empty for none."""
    figures: int = 0
    """The port of this computer itself at which there are figures for Prometheus; 0 for none."""
    offline_on_any_disk: bool = False
    """Whether documents may be taken along on disks without encryption."""
    library: str = ""
    """The absolute path of the folder of the library that is served; empty in settings of an early
    version."""
    database: str = ""
    """The name of the database with the catalogue of that library; empty where the catalogue is a file."""
    socket_folder: str = ""
    """The folder of the socket at which this computer's PostgreSQL answers."""

    @property
    def address(self) -> str:
        """The address that clients are given."""
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


def walls() -> Path:
    return folder() / "walls.sqlite"


def grants() -> Path:
    return folder() / "offline.sqlite"


def uploads() -> Path:
    return folder() / "uploads"


def library_link() -> Path:
    """Return the symbolic link to the library that is served. The units of the Debian package name it as
    writable, since they cannot read these settings."""
    return data_folder() / "served-library"


def cluster_folder() -> Path:
    """Return the folder of the broker, with its password and certificates."""
    return folder() / "cluster"


def save(settings: ServerSettings) -> None:
    """Write the settings, and have the link lead to their library. Raises StoreError."""
    write_atomically(_file(), json.dumps(asdict(settings), indent=2).encode())
    if settings.library:
        with suppress(OSError):  # a system that lets no program make links has no such units
            library_link().unlink(missing_ok=True)
            library_link().symlink_to(settings.library)


def require_undamaged() -> None:
    """Raise BriefBankError where a server was prepared and its settings cannot be understood: without
    them a server would serve, and commands be on, another library."""
    if _file().exists() and load() is None:
        raise BriefBankError(
            Message("The settings of the office server on this computer are damaged."),
            Message(
                "Prepare the server again with all that was chosen before, beginning with the folder of its "
                "library: briefbank --library DIR serve prepare."
            ),
        )


def served_library() -> Path | None:
    """Return the folder of the library that is served from this computer; None for none."""
    settings = load()
    return Path(settings.library) if settings is not None and settings.library else None


def is_served(library: Path) -> bool:
    """Tell whether the library in this folder is served from this computer."""
    served = served_library()
    return served is not None and served.resolve() == library.resolve()


def load() -> ServerSettings | None:
    """Return the settings; None where no server was prepared here, or its file cannot be understood."""
    try:
        untrusted = json.loads(_file().read_text(encoding="utf-8"))
        directory = untrusted.pop("directory", None)
        settings = ServerSettings(
            **untrusted,
            directory=DirectoryAccess(**directory) if directory else None,
        )
        ipaddress.ip_address(settings.listen)
        texts = settings.office, settings.host, settings.library, settings.database, settings.socket_folder
        if not all(isinstance(text, str) for text in (*texts, settings.record_copy)):
            raise TypeError("settings")
        if not isinstance(settings.offline_on_any_disk, bool) or not isinstance(settings.figures, int):
            raise TypeError("settings")
        is_sound = 0 < settings.port < 65_536 and 0 <= settings.processes <= MOST_PROCESSES
        is_sound &= 0 <= settings.figures < 65_536 and 0 <= settings.cluster < 65_536
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        log.warning("server settings damaged: %s", type(error).__name__)
        return None
    return settings if is_sound else None


def set_directory(access: DirectoryAccess | None, password: str = "", authority: str = "") -> None:
    """Write how the directory is asked, from the server's next start on; None: not at all. ``password`` and
    ``authority``: see DirectoryClient. Raises StoreError."""
    settings = load()
    assert settings is not None
    for path, content in ((_reading_password(), password), (_authority(), authority)):
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
        password = _reading_password().read_text(encoding="utf-8")
        return DirectoryClient(settings.directory, password, _authority().read_text(encoding="ascii"))
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
    return command == [COMMAND, BROKER] or command[:1] == [WORKER]


def _command(arguments: Sequence[str]) -> list[str]:
    """Return what was typed without the options that every command has, wherever they stand."""
    common = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    common.add_argument("--json", action="store_true")
    common.add_argument("--library")
    try:
        return common.parse_known_args(arguments)[1]
    except argparse.ArgumentError:  # the command line's own parser says what is wrong
        return []


def _reading_password() -> Path:
    return folder() / "directory-password"


def _authority() -> Path:
    return folder() / "directory-authority.pem"


def _file() -> Path:
    return folder() / "server.json"
