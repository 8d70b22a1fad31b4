"""The one network address that an office may let BriefBank use: its own text recognition server's."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from briefbank.errors import BriefBankError
from briefbank.text.messages import Message

_PORTS = {"http": 80, "https": 443}


class BadAddress(BriefBankError):
    default_title = Message("The address of the text recognition server cannot be used.")
    default_remedy = Message("Write it like http://192.168.1.20:8000/v1 and try again.")


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address: ``scheme`` is 'http' or 'https', ``host`` a name or number, ``path`` empty or like
    '/v1'."""

    scheme: str
    host: str
    port: int
    path: str


def parse_address(untrusted: str) -> Address:
    """Parse an address without asking the network. Raises BadAddress for one with a name, a password, a query
    or a fragment, and for what is no address."""
    text = untrusted.strip()
    try:
        parts = urlsplit(text)
        port = _PORTS.get(parts.scheme) if parts.port is None else parts.port
    except ValueError as error:
        raise BadAddress(detail="not an address") from error
    if not text.isascii() or not text.isprintable() or " " in text:
        raise BadAddress(detail="a letter that no address has")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise BadAddress(detail="more than an address")
    if parts.scheme not in _PORTS or not parts.hostname or not port:
        raise BadAddress(detail="scheme, host or port")
    return Address(parts.scheme, parts.hostname, port, parts.path.rstrip("/"))


def permit(address: Address, number: str) -> None:
    """Raise BadAddress when pages must not go to the computer with this IP address: beyond the office
    (loopback and private addresses) pages of a client's file travel encrypted or not at all."""
    if address.scheme != "https" and not ipaddress.ip_address(number).is_private:
        raise BadAddress(
            Message(
                "The text recognition server is not in this office’s own network, and pages would "
                "travel to it "
                "unencrypted."
            ),
            Message("Use an address that begins with https://, or a server in the office."),
        )
