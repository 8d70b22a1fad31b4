"""The one network address that an office may let BriefBank use: its own text recognition server's."""

from __future__ import annotations

import ipaddress
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from briefbank import settings
from briefbank.errors import BriefBankError, WrongInvitation
from briefbank.storage import secrets

# --- address ---------------------------------------------------------------------------------------------

_PORTS = {"http": 80, "https": 443}
_EXAMPLE = "Write it like http://192.168.1.20:8000/v1 and try again."


class BadAddress(BriefBankError):
    """Raised when the address cannot be used."""

    default_title = "The address of the text recognition server cannot be used."
    default_remedy = _EXAMPLE


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address: ``scheme`` is 'http' or 'https', ``host`` a name or number, ``path`` empty or like
    '/v1'."""

    scheme: str
    host: str
    port: int
    path: str


def parse_address(untrusted: str) -> Address:
    """Parse an address without asking the network. Raises BadAddress, which says what is wrong with it."""
    parts, port = _split(untrusted.strip())
    if parts.scheme not in _PORTS:
        raise BadAddress("The address of the text recognition server must begin with http:// or https://.")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("The address of the text recognition server must not hold a name or password.")
    if parts.query or parts.fragment:
        raise BadAddress("The address of the text recognition server must not hold “?” or “#”.")
    if not parts.hostname:
        raise BadAddress("The address of the text recognition server names no computer.")
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], parts.path.rstrip("/"))


def _split(text: str) -> tuple[SplitResult, int | None]:
    if not text.isascii() or not text.isprintable() or " " in text:
        raise BadAddress("The address of the text recognition server holds a letter that no address has.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadAddress(detail="not an address") from error
    if port == 0:
        raise BadAddress("The port of the text recognition server must be between 1 and 65535.")
    return parts, port


def permit(address: Address, number: str) -> None:
    """Raise BadAddress when pages must not go to the computer with this IP address.

    Within the office (loopback and private addresses) either scheme will do; beyond it pages of a client's
    file travel encrypted or not at all.
    """
    if address.scheme != "https" and not ipaddress.ip_address(number).is_private:
        raise BadAddress(
            "The text recognition server is not in this office’s own network, and pages would travel to it "
            "unencrypted.",
            "Use an address that begins with https://, or a server in the office.",
        )


# --- membership ------------------------------------------------------------------------------------------
# Which office this computer belongs to, and how it joins and leaves one.

DEVICE, INVITATION, SESSION = "device", "invitation", "session"
"""The names of the secrets: of this computer, of an invitation that was not used yet, of who is signed in."""
LARGEST = 16_384
_MARK = "BriefBank invitation"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What an office's invitation file says."""

    address: str
    """Where the server is: 'https://host:port'."""
    pin: str
    """The SHA-256 of its certificate, in hexadecimals."""
    code: str
    """Enrols one computer, once."""
    office: str
    """The name of the office, for people."""


def write_invitation(invitation: Invitation) -> bytes:
    """Return the content of an invitation file."""
    fields = {name: getattr(invitation, name) for name in Invitation.__slots__}
    return json.dumps({"file": _MARK, **fields}, indent=2, ensure_ascii=False).encode()


def read_invitation(path: Path) -> Invitation:
    """Return what a file says. Raises WrongInvitation."""
    try:
        with path.open("rb") as file:
            untrusted = json.loads(file.read(LARGEST))
        if not isinstance(untrusted, dict) or untrusted.get("file") != _MARK:
            raise WrongInvitation
        invitation = Invitation(*(str(untrusted[name]) for name in Invitation.__slots__))
        address = parse_address(invitation.address)
    except (OSError, ValueError, KeyError, RecursionError, BadAddress) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    whole = re.fullmatch(r"[0-9a-f]{64}", invitation.pin) and re.fullmatch(r"[\w-]{20,100}", invitation.code)
    if address.scheme != "https" or not whole or not invitation.office.isprintable():
        raise WrongInvitation
    return invitation


def join_with(path: Path) -> str:
    """Join by an invitation file, and return the office's name. Raises WrongInvitation and StoreError."""
    invitation = read_invitation(path)
    join(invitation)
    return invitation.office


def join(invitation: Invitation) -> None:
    """Have this computer belong to an office from the next start on, when it is enrolled. Raises
    StoreError."""
    secrets.forget(DEVICE)
    secrets.keep(INVITATION, invitation.code)
    _change(invitation.address, invitation.pin)


def leave() -> None:
    """Have this computer work alone from the next start on. Raises StoreError."""
    for name in (DEVICE, INVITATION, SESSION):
        secrets.forget(name)
    _change("", "")


def _change(address: str, pin: str) -> None:
    settings.save(replace(settings.load(), office_address=address, office_pin=pin))
