"""How the office's directory of persons (LDAP) is reached and asked."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from ldap3.core.exceptions import LDAPInvalidDnError
from ldap3.utils.dn import parse_dn

from briefbank.domain.office import Role
from briefbank.errors import BriefBankError, DirectoryAway, InNoGroup, SignInRefused
from briefbank.network.egress_client import NoAnswer, NotThere, WorkerClient

# --- directory access ------------------------------------------------------------------------------------

NAME = "{name}"
"""The place of a person's name in the template of a DN."""
AWAY, READER_REFUSED, OTHER_DIRECTORY = "away", "reader refused", "other certificate"
"""Failures of the directory worker; others are names for the log."""
_PORTS = {"ldaps": 636, "ldap": 389}


class BadDirectory(BriefBankError):
    """Raised when the settings of the directory cannot be used."""

    default_title = "The settings of the office’s directory cannot be used."
    default_remedy = "Correct them, and give the command again."


@dataclass(frozen=True, slots=True)
class DirectoryAccess:
    """The settings of a directory. Passwords travel encrypted or not at all."""

    address: str
    """'ldaps://host:port', or 'ldap://host:port', where encryption begins before anything is asked
    (StartTLS)."""
    persons: str
    """The DN below which persons are looked for, or the template of a person's DN, which holds NAME."""
    groups: str
    """The DN below which the groups are that count."""
    name_attribute: str = "uid"
    """The attribute with the name that a person types; Active Directory has sAMAccountName."""
    reader: str = ""
    """The DN of the account that looks for persons; may be empty where ``persons`` is a template."""

    @property
    def is_encrypted_from_the_start(self) -> bool:
        return self.address.startswith("ldaps:")

    @property
    def has_template(self) -> bool:
        return NAME in self.persons

    def place(self) -> tuple[str, int]:
        """Return host and port. Raises BadDirectory."""
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError as error:
            raise BadDirectory(detail="not an address") from error
        extras = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password
        if parts.scheme not in _PORTS or not parts.hostname or extras or port == 0:
            raise BadDirectory(
                "The address of the office’s directory cannot be used.",
                "Write it like ldaps://directory.office.lan, or ldap:// for one that encrypts by StartTLS.",
            )
        return parts.hostname, port or _PORTS[parts.scheme]

    def check(self) -> None:
        """Raise BadDirectory, which says what is wrong, where the settings do not fit together."""
        self.place()
        if not self.persons or not self.groups:
            raise BadDirectory(
                "BriefBank needs to know where the directory keeps persons and groups.",
                "Add --persons and --groups, such as --persons ou=people,dc=office,dc=org.",
            )
        if not self.reader and not self.has_template:
            raise BadDirectory(
                "BriefBank cannot look for persons without an account that may read the directory.",
                "Add --reader with its DN, or write --persons like uid={name},ou=people,dc=office,dc=org.",
            )
        if not self.name_attribute.replace("-", "").isalnum():
            raise BadDirectory("--name-attribute must be the name of an attribute, such as uid.")


@dataclass(frozen=True, slots=True)
class DirectoryStart:
    """The first message to the directory worker."""

    access: DirectoryAccess
    password: str
    """The password of the account that looks for persons."""
    authority: str
    """The certificate in PEM of whoever vouches for the directory's; empty for the system's own list."""


@dataclass(frozen=True, slots=True)
class DirectoryRequest:
    """A request to the directory worker for the person with a name, with their password where they sign
    in."""

    seconds: float
    """The time limit."""
    name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class DirectoryPerson:
    """A person as the directory has them."""

    name: str
    """The name as it stands in the directory, however it was typed."""
    groups: tuple[str, ...]
    """The DNs of their groups."""


@dataclass(frozen=True, slots=True)
class DirectoryReply:
    """The person; None for a wrong password, an unknown or disabled name, and where there is a failure."""

    person: DirectoryPerson | None = None
    failure: str = ""


# --- directory client ------------------------------------------------------------------------------------
# Asks the office's directory of persons, through the directory worker.

_WORKER = "briefbank.office.directory_worker"
WITHIN_S = 15.0
"""The time within which the directory must have answered."""


class ReaderRefused(NoAnswer):
    """Raised when the directory refuses the account that looks for persons."""


class OtherDirectory(NoAnswer):
    """Raised when what answers cannot show that it is the office's directory."""


class NotUnderstood(NoAnswer):
    """Raised when the directory does not answer one question as it should; its text is for the log."""


_FAILURES: Mapping[str, type[NoAnswer]] = {
    AWAY: NotThere,
    READER_REFUSED: ReaderRefused,
    OTHER_DIRECTORY: OtherDirectory,
}


class DirectoryClient(WorkerClient[DirectoryRequest, DirectoryReply]):
    """The client of the directory worker. Any thread, several at once."""

    NOT_YET = "The office’s directory has not been found yet."
    STOPPED = GONE = "The part of BriefBank that asks the office’s directory has stopped."
    START_AGAIN = "Start the server again."

    def __init__(self, access: DirectoryAccess, password: str, authority: str) -> None:
        """Start the worker. ``password`` is the reading account's, ``authority`` the certificate in PEM of
        whoever vouches for the directory's, or empty for the system's own list. Call before
        ``guard.engage``. Raises BriefBankError."""
        access.check()
        self.where, self.can_look_up = access.address, bool(access.reader)
        super().__init__(DirectoryReply, _WORKER, start=DirectoryStart(access, password, authority))

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None:
        """Return the person with a name and password; None where the directory refuses them. Blocks. Raises
        NoAnswer."""
        return self._person(DirectoryRequest(WITHIN_S, untrusted_name, password))

    def look_up(self, name: str) -> DirectoryPerson | None:
        """Return the person with a name; None where there is none any more. Blocks. Raises NoAnswer."""
        return self._person(DirectoryRequest(WITHIN_S, name))

    def _person(self, request: DirectoryRequest) -> DirectoryPerson | None:
        reply = self.ask(request, request.seconds)
        if reply.failure:
            raise _FAILURES.get(reply.failure, NotUnderstood)(reply.failure)
        return reply.person


# --- directory -------------------------------------------------------------------------------------------
# Signs persons in by the office's directory, and gives them the role of their groups.

log = logging.getLogger(__name__)

LEFT_ALONE_S = 10.0
"""The time for which a directory that gave no answer is not asked."""


class PersonFinder(Protocol):
    """A directory of persons."""

    can_look_up: bool

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None: ...

    def look_up(self, name: str) -> DirectoryPerson | None: ...


@dataclass(frozen=True, slots=True)
class GroupRole:
    """A group of the directory, and the role of its members."""

    group: str
    role: Role


@dataclass(frozen=True, slots=True)
class Member:
    """A person of the directory who may use the library."""

    name: str
    role: Role
    groups: tuple[str, ...]
    """The DNs of all their groups, as ``normal_dn`` writes them."""


class Directory:
    """The office's directory, for the accounts. Any thread."""

    def __init__(self, finder: PersonFinder) -> None:
        self._finder = finder
        self._asked_again_at, self._trouble = 0.0, NoAnswer

    @property
    def can_look_up(self) -> bool:
        """Tell whether it can be asked for a person without their password."""
        return self._finder.can_look_up

    def sign_in(self, untrusted_name: str, password: str, roles: Sequence[GroupRole]) -> Member:
        """Return the person with a name and password. Blocks for seconds where the directory is slow. Raises
        SignInRefused, InNoGroup and DirectoryAway."""
        found = self._asked(lambda: self._finder.sign_in(untrusted_name, password))
        if found is None:
            raise SignInRefused
        member = _member(found, roles)
        if member is None:
            raise InNoGroup
        return member

    def look_up(self, name: str, roles: Sequence[GroupRole]) -> Member | None:
        """Return a person as they are now; None where they may not use the library any more. Blocks. Raises
        DirectoryAway."""
        found = self._asked(lambda: self._finder.look_up(name))
        return _member(found, roles) if found is not None and found.name == name else None

    def _asked(self, ask: Callable[[], DirectoryPerson | None]) -> DirectoryPerson | None:
        """Return the answer of the directory. Raises DirectoryAway.

        One that gave none is left alone for a while, so that not everybody waits for it.
        """
        if time.monotonic() < self._asked_again_at:
            raise _away(self._trouble)
        try:
            return ask()
        except NotUnderstood as error:
            log.warning("the directory answered otherwise than it should: %s", error)
            raise DirectoryAway from error
        except NoAnswer as error:
            log.warning("the directory gave no answer: %s", error)
            self._asked_again_at = time.monotonic() + LEFT_ALONE_S
            self._trouble = type(error)
            raise _away(self._trouble) from error


def _member(found: DirectoryPerson, roles: Sequence[GroupRole]) -> Member | None:
    """Return a person with the role of the first group in the office's order that they belong to; None where
    there is none."""
    groups = tuple(sorted(normal_dn(each) for each in found.groups))
    role = next((each.role for each in roles if each.group in groups), None)
    return Member(found.name, role, groups) if role is not None else None


def normal_dn(dn: str) -> str:
    """Return a DN in the form in which DNs are compared; what is no DN, in small letters."""
    try:
        parts = parse_dn(dn, strip=True)
    except LDAPInvalidDnError:
        return dn.casefold()
    return "".join(f"{name.lower()}={value.casefold()}{separator}" for name, value, separator in parts)


def _away(trouble: type[NoAnswer]) -> DirectoryAway:
    """Return the error for a kind of trouble with the directory."""
    if trouble is ReaderRefused:
        return DirectoryAway(
            "The office’s directory refuses the account with which the server looks for persons."
        )
    if trouble is OtherDirectory:
        return DirectoryAway(
            "What answers at the address of the office’s directory could not prove that it is the directory."
        )
    return DirectoryAway()
