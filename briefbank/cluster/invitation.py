"""The file by which a computer becomes a worker of an office's cluster."""

from __future__ import annotations

import json
import re
import ssl
from dataclasses import asdict, dataclass
from pathlib import Path

from briefbank.cluster import access, certificates
from briefbank.cluster.access import BadCluster
from briefbank.files import write_atomically
from briefbank.network.address import BadAddress, parse_address
from briefbank.network.certificates import Certified, check
from briefbank.paths import data_folder
from briefbank.wire.errors import WrongInvitation

LARGEST = 65_536
_MARK = "BriefBank worker invitation"
_PLACE = "worker.json"


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """Where a worker belongs."""

    scheduler: str
    """'tls://host:port'."""
    server: str
    """The office server: 'https://host:port'."""
    pin: str
    """The SHA-256 of its certificate, in hexadecimals."""
    office: str
    """The name of the office, for people."""


def folder() -> Path:
    """Return the folder of this computer's own files as a worker."""
    return data_folder() / "worker"


def write(place: WorkerPlace, own: Certified, authority: bytes) -> bytes:
    """Return the content of an invitation."""
    keys = {"certificate": own.certificate, "key": own.key, "authority": authority}
    shown = {name: pem.decode("ascii") for name, pem in keys.items()}
    return json.dumps({"file": _MARK, **asdict(place), **shown}, indent=2, ensure_ascii=False).encode()


def accept(path: Path) -> WorkerPlace:
    """Take an invitation: from now on this computer is a worker of that office. Raises WrongInvitation and
    StoreError."""
    try:
        with path.open("rb") as file:
            untrusted = json.loads(file.read(LARGEST))
        if not isinstance(untrusted, dict) or untrusted.get("file") != _MARK:
            raise WrongInvitation
        place = _checked(WorkerPlace(*(str(untrusted[name]) for name in WorkerPlace.__slots__)))
        own = Certified(str(untrusted["certificate"]).encode("ascii"), str(untrusted["key"]).encode("ascii"))
        check(own)
        authority = str(untrusted["authority"])
        ssl.create_default_context(cadata=authority)
    except (OSError, ValueError, KeyError, RecursionError, BadAddress, BadCluster) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    certificates.write(folder(), own, authority.encode("ascii"))
    write_atomically(folder() / _PLACE, json.dumps(asdict(place)).encode())
    return place


def accepted() -> WorkerPlace | None:
    """Return where this computer belongs; None where it accepted no invitation."""
    try:
        untrusted = json.loads((folder() / _PLACE).read_bytes())
        return _checked(WorkerPlace(**{name: str(untrusted[name]) for name in WorkerPlace.__slots__}))
    except (OSError, ValueError, KeyError, TypeError, BadAddress, BadCluster):
        return None


def _checked(place: WorkerPlace) -> WorkerPlace:
    """Raises BadAddress, BadCluster and ValueError."""
    access.place_of(place.scheduler)
    if parse_address(place.server).scheme != "https" or not re.fullmatch(r"[0-9a-f]{64}", place.pin):
        raise ValueError("no server")
    if not place.office.isprintable():
        raise ValueError("no name")
    return place
