"""Links on a page: their targets, and a way to show an address that deceives nobody.

This module only computes values and follows no link.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from briefbank.domain.pages import Box
from briefbank.text.hidden_characters import escape_hidden, is_hidden

_COPIED_SCHEMES = frozenset({"http", "https", "mailto"})
_PUNYCODE_PREFIX = "xn--"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page: to ``page`` (0-based) of the same document, or to ``address`` outside it.

    Both are unset for a link that would run a script or do something that a page has no address for.
    """

    box: Box
    page: int | None = None
    address: str = ""


def host_name(address: str) -> str:
    """Return the host name of a web address, whatever stands before it; empty for other addresses.

    A name with letters of other alphabets, which can look like Latin ones, is returned in Punycode (RFC
    3492). A name that is in Punycode already stays so.
    """
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    if host.isascii():
        return escape_hidden(host)
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return escape_hidden(host)


def is_disguised(address: str) -> bool:
    """Tell whether the host has letters of another alphabet, or the address has hidden characters or a
    password."""
    try:
        parts = urlsplit(address)
        host, user = parts.hostname or "", parts.username
    except ValueError:
        return True
    return _PUNYCODE_PREFIX in host or not host.isascii() or user is not None or any(map(is_hidden, address))


def clipboard_text(address: str) -> str:
    """Return the form of an address for the clipboard, without hidden characters; empty for all but web and
    mail addresses."""
    scheme = address.partition(":")[0].strip().lower()
    if scheme not in _COPIED_SCHEMES:
        return ""
    return "".join(quote(each) if is_hidden(each) or each.isspace() else each for each in address)
