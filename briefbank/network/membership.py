"""Which office this computer belongs to, and how it joins and leaves one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from briefbank import settings
from briefbank.errors import WrongInvitation
from briefbank.network.address import BadAddress, parse_address
from briefbank.storage import secrets
from briefbank.storage.secrets import DEVICE

INVITATION, SESSION = "invitation", "session"
"""The names of the secrets of an invitation that was not used yet, and of who is signed in."""
LARGEST = 16_384


class Invitation(msgspec.Struct, frozen=True, tag_field="file", tag="BriefBank invitation"):
    address: str  # Where the server is: 'https://host:port'
    pin: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    """The SHA-256 of its certificate, in hexadecimals."""
    code: Annotated[str, msgspec.Meta(pattern=r"^[\w-]{20,100}\Z")]  # Enrols one computer, once
    office: str  # The name of the office, for people


def write_invitation(invitation: Invitation) -> bytes:
    return msgspec.json.format(msgspec.json.encode(invitation))


def read_invitation(path: Path) -> Invitation:
    """Return what a file says. Raises WrongInvitation."""
    try:
        with path.open("rb") as file:
            invitation = msgspec.json.decode(file.read(LARGEST), type=Invitation)
        address = parse_address(invitation.address)
    except (OSError, ValueError, RecursionError, BadAddress) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    if address.scheme != "https" or not invitation.office.isprintable():
        raise WrongInvitation
    return invitation


def join_with(path: Path) -> str:
    """Join by an invitation file, and return the office's name. Raises WrongInvitation and StoreError."""
    invitation = read_invitation(path)
    join(invitation)
    return invitation.office


def join(invitation: Invitation) -> None:
    """Make this computer belong to an office from the next start, when it is enrolled. Raises StoreError."""
    for name in (DEVICE, SESSION):  # another office's server must not see them
        secrets.forget(name)
    secrets.keep(INVITATION, invitation.code)
    _change(invitation.address, invitation.pin)


def leave() -> None:
    """Have this computer work alone from the next start on. Raises StoreError."""
    for name in (DEVICE, INVITATION, SESSION):
        secrets.forget(name)
    _change("", "")


def _change(address: str, pin: str) -> None:
    settings.save(replace(settings.load(), office_address=address, office_pin=pin))
