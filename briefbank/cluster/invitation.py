"""The file by which one computer becomes a worker of an office."""

from __future__ import annotations

import json
import re
import ssl
from dataclasses import asdict, dataclass
from pathlib import Path

from briefbank.files import write_atomically
from briefbank.network.address import BadAddress, parse_address
from briefbank.network.certificates import Certified, check
from briefbank.paths import data_folder
from briefbank.wire.errors import WrongInvitation

LARGEST = 65_536
BROKER, CERTIFICATE, KEY = "broker.pem", "certificate.pem", "key.pem"
"""The files with the certificate that the broker must show, and with the one that this worker shows."""
_MARK = "BriefBank worker invitation"
_PLACE = "worker.json"


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """The office that a worker belongs to, and how it is known there."""

    server: str
    """The office server: 'https://host:port'. The broker is on the same computer."""
    pin: str
    """The SHA-256 of the server's certificate, in hexadecimal digits."""
    broker_port: int
    office: str
    """The name of the office, for people."""
    secret: str
    """The worker's own secret, which begins with its number and a dot."""

    @property
    def number(self) -> str:
        """Return the worker's number, its name at the broker."""
        return self.secret.partition(".")[0]

    @property
    def host(self) -> str:
        """Return the name or IP address of the office server's computer."""
        return parse_address(self.server).host


def folder() -> Path:
    """Return the folder of this computer's own files as a worker."""
    return data_folder() / "worker"


def write(place: WorkerPlace, own: Certified, broker: bytes) -> bytes:
    """Return the content of an invitation. ``broker`` is the broker's certificate."""
    pems = {"certificate": own.certificate, "key": own.key, "broker": broker}
    shown = {name: pem.decode("ascii") for name, pem in pems.items()}
    return json.dumps({"file": _MARK, **asdict(place), **shown}, indent=2, ensure_ascii=False).encode()


def accept(path: Path) -> WorkerPlace:
    """Accept an invitation: from now on this computer is a worker of that office. Raises WrongInvitation and
    StoreError."""
    try:
        with path.open("rb") as file:
            untrusted = json.loads(file.read(LARGEST))
        if not isinstance(untrusted, dict) or untrusted.get("file") != _MARK:
            raise WrongInvitation
        place = _checked({name: untrusted[name] for name in WorkerPlace.__slots__})
        own = Certified(str(untrusted["certificate"]).encode("ascii"), str(untrusted["key"]).encode("ascii"))
        check(own)
        broker = str(untrusted["broker"])
        ssl.create_default_context(cadata=broker)
    except (OSError, ValueError, KeyError, RecursionError, BadAddress) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, content in ((KEY, own.key), (CERTIFICATE, own.certificate), (BROKER, broker.encode("ascii"))):
        write_atomically(folder() / name, content)
    write_atomically(folder() / _PLACE, json.dumps(asdict(place)).encode())
    return place


def accepted() -> WorkerPlace | None:
    """Return the office that this computer works for; None where it accepted no invitation."""
    try:
        untrusted = json.loads((folder() / _PLACE).read_bytes())
        return _checked({name: untrusted[name] for name in WorkerPlace.__slots__})
    except (OSError, ValueError, KeyError, TypeError, BadAddress):
        return None


def _checked(untrusted: dict[str, object]) -> WorkerPlace:
    """Raises BadAddress and ValueError."""
    port = untrusted.pop("broker_port")
    if type(port) is not int or not 0 < port < 65_536:
        raise ValueError("no port")
    place = WorkerPlace(broker_port=port, **{name: str(value) for name, value in untrusted.items()})
    if parse_address(place.server).scheme != "https" or not re.fullmatch(r"[0-9a-f]{64}", place.pin):
        raise ValueError("no server")
    if not place.office.isprintable() or not re.fullmatch(
        r"[0-9a-f]{16}\.[\w-]{20,100}", place.secret, re.ASCII
    ):
        raise ValueError("no name or secret")
    return place
