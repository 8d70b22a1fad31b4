"""The one network address that an office may let BriefBank use: its own text recognition server's."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from briefbank.errors import BriefBankError
from briefbank.text.messages import Message

_PORTS = {"http": 80, "https": 443}
_EXAMPLE = Message("Write it like http://192.168.1.20:8000/v1 and try again.")


class BadAddress(BriefBankError):
    """Raised when the address cannot be used."""

    default_title = Message("The address of the text recognition server cannot be used.")
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
        raise BadAddress(
            Message("The address of the text recognition server must begin with http:// or https://.")
        )
    if parts.username is not None or parts.password is not None:
        raise BadAddress(
            Message("The address of the text recognition server must not hold a name or password.")
        )
    if parts.query or parts.fragment:
        raise BadAddress(Message("The address of the text recognition server must not hold “?” or “#”."))
    if not parts.hostname:
        raise BadAddress(Message("The address of the text recognition server names no computer."))
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], parts.path.rstrip("/"))


def _split(text: str) -> tuple[SplitResult, int | None]:
    if not text.isascii() or not text.isprintable() or " " in text:
        raise BadAddress(
            Message("The address of the text recognition server holds a letter that no address has.")
        )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadAddress(detail="not an address") from error
    if port == 0:
        raise BadAddress(Message("The port of the text recognition server must be between 1 and 65535."))
    return parts, port


def permit(address: Address, number: str) -> None:
    """Raise BadAddress when pages must not go to the computer with this IP address.

    Within the office (loopback and private addresses) either scheme will do; beyond it pages of a client's
    file travel encrypted or not at all.
    """
    if address.scheme != "https" and not ipaddress.ip_address(number).is_private:
        raise BadAddress(
            Message(
                "The text recognition server is not in this office’s own network, and pages would "
                "travel to it "
                "unencrypted."
            ),
            Message("Use an address that begins with https://, or a server in the office."),
        )
