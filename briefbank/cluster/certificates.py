"""The certificates by which the programs of an office's cluster know each other, from its own authority."""

from __future__ import annotations

from pathlib import Path

from briefbank.cluster.access import AUTHORITY, CERTIFICATE, KEY
from briefbank.files import write_atomically
from briefbank.network import certificates
from briefbank.network.certificates import Certified

AUTHORITY_KEY = "authority-key.pem"
_OFFICE, _WORKER = "BriefBank cluster", "BriefBank worker"


def make_authority(folder: Path) -> None:
    """Make an authority, and the certificate of scheduler and server, unless they are there. Raises
    StoreError."""
    if (folder / AUTHORITY_KEY).is_file():
        return
    authority = certificates.make(_OFFICE, is_authority=True)
    write(folder, issue(authority), authority.certificate)
    write_atomically(folder / AUTHORITY_KEY, authority.key)


def issue(authority: Certified) -> Certified:
    """Return a new certificate of the authority. Raises ValueError."""
    return certificates.make(_WORKER, authority)


def issue_from(folder: Path) -> Certified:
    """Return a new certificate of the authority in a folder. Raises OSError and ValueError."""
    return issue(Certified((folder / AUTHORITY).read_bytes(), (folder / AUTHORITY_KEY).read_bytes()))


def write(folder: Path, own: Certified, authority: bytes) -> None:
    """Write what a program shows and asks for. Raises StoreError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(folder / KEY, own.key)
    write_atomically(folder / CERTIFICATE, own.certificate)
    write_atomically(folder / AUTHORITY, authority)
