"""What stands behind a link on a page, and how its address is shown so that it deceives nobody.

Nothing here follows a link. Values alone; usable anywhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from briefbank.models import Box

_COPIED = frozenset({"http", "https", "mailto"})
_HIDING = frozenset({"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"})
"""Unicode's categories of what is not seen, or turns around what is."""
_PUNYCODE = "xn--"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page: to ``page`` (0-based) of the same document, or outside it to ``address``.

    Neither is known where it would run a script or do what a page has no address for.
    """

    box: Box
    page: int | None = None
    address: str = ""


def readable(address: str, plain: str = "") -> str:
    """The address, or another text of strangers, with everything that is not seen, or turns around what is,
    written out: ``⟨U+202E⟩``; but for the characters in ``plain``."""
    return "".join(
        f"⟨U+{ord(each):04X}⟩" if each not in plain and is_hidden(each) else each for each in address
    )


def site(address: str) -> str:
    """The name of the computer that a web address leads to, whatever stands before it; empty for others.

    Letters of other alphabets, which can look like Latin ones, are written as the network writes them
    (RFC 3492); an address that names its site so already is left so.
    """
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    if host.isascii():
        return readable(host)
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return readable(host)


def is_disguised(address: str) -> bool:
    """Whether the site's name has letters of another alphabet, or the address hides signs or a password."""
    try:
        parts = urlsplit(address)
        host, user = parts.hostname or "", parts.username
    except ValueError:
        return True
    return _PUNYCODE in host or not host.isascii() or user is not None or any(map(is_hidden, address))


def copied(address: str) -> str:
    """What is put into the clipboard: nothing that is not seen, and nothing but web and mail addresses;
    empty for all others."""
    scheme = address.partition(":")[0].strip().lower()
    if scheme not in _COPIED:
        return ""
    return "".join(quote(each) if is_hidden(each) or each.isspace() else each for each in address)


def is_hidden(character: str) -> bool:
    """Whether a character is not seen, or turns around those that are."""
    return unicodedata.category(character) in _HIDING
