"""Where the office's cluster is, and what shows that a program belongs to it."""

from __future__ import annotations

import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from briefbank.errors import BriefBankError

if TYPE_CHECKING:
    from distributed.security import Security

PORT = 8786
"""The scheduler's port where none is chosen: Dask's own."""
SCHEME = "tls"
AUTHORITY, CERTIFICATE, KEY = "authority.pem", "certificate.pem", "key.pem"
"""The files in the folder of whoever belongs to the cluster."""


class BadCluster(BriefBankError):
    """Raised where the address of the scheduler, or the files that go with it, cannot be used."""

    default_title = "The address of the cluster’s scheduler cannot be used."
    default_remedy = "Write it like tls://briefbank.office.lan:8786; unencrypted ones are not used."


@dataclass(frozen=True, slots=True)
class ClusterAccess:
    """A scheduler, and the folder with the certificates that it asks for and is known by."""

    scheduler: str
    """'tls://host:port'."""
    folder: str

    def check(self) -> None:
        """Raise BadCluster unless scheduler and folder can be used."""
        place_of(self.scheduler)
        if not all((Path(self.folder) / name).is_file() for name in (AUTHORITY, CERTIFICATE, KEY)):
            raise BadCluster(
                "The files that show the cluster who belongs to it are missing.",
                f"Put {AUTHORITY}, {CERTIFICATE} and {KEY} into one folder, and name that.",
            )


def place_of(untrusted: str) -> tuple[str, int]:
    """Return host and port of a scheduler's address. Raises BadCluster."""
    try:
        parts = urlsplit(untrusted)
        host, port = parts.hostname, parts.port or PORT
    except ValueError as error:
        raise BadCluster(detail="not an address") from error
    if parts.scheme != SCHEME or not host or parts.path or parts.query or not untrusted.isascii():
        raise BadCluster
    return host, port


def address_of(host: str, port: int) -> str:
    """Return the address of a scheduler at a host, which may be an IP address, and port."""
    try:
        is_v6 = ipaddress.ip_address(host).version == 6
    except ValueError:
        is_v6 = False
    return f"{SCHEME}://[{host}]:{port}" if is_v6 else f"{SCHEME}://{host}:{port}"


def security(folder: Path) -> Security:
    """Return Dask's rules for connections: encrypted, and both sides show a certificate of the authority."""
    from distributed.security import Security

    shown: dict[str, Any] = {
        f"tls_{role}_{what}": str(folder / name)
        for role in ("scheduler", "worker", "client")
        for what, name in (("cert", CERTIFICATE), ("key", KEY))
    }
    return Security(
        tls_ca_file=str(folder / AUTHORITY),
        require_encryption=True,
        tls_min_version=ssl.TLSVersion.TLSv1_3,
        **shown,
    )
