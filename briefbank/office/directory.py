"""Signs persons in by the office's directory (LDAP), and gives them the role of their groups.

The directory is asked by a process of its own (``directory_worker``).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ldap3.core.exceptions import LDAPInvalidDnError
from ldap3.utils.dn import parse_dn

from briefbank.domain.office import OfficeRole
from briefbank.errors import DirectoryAway, InNoGroup, SignInRefused
from briefbank.network.egress_client import NoAnswer, NotThere, WorkerClient
from briefbank.office.directory_access import (
    AWAY,
    OTHER_DIRECTORY,
    READER_REFUSED,
    DirectoryAccess,
    DirectoryPerson,
    DirectoryReply,
    DirectoryRequest,
    DirectoryStart,
)
from briefbank.text.messages import Message

log = logging.getLogger(__name__)


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

    NOT_YET = Message("The office’s directory has not been found yet.")
    STOPPED = GONE = Message("The part of BriefBank that asks the office’s directory has stopped.")
    START_AGAIN = Message("Start the server again.")

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
    role: OfficeRole


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A person of the directory who may use the library."""

    name: str
    role: OfficeRole
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

    def sign_in(self, untrusted_name: str, password: str, roles: Sequence[GroupRole]) -> LibraryMember:
        """Return the person with a name and password. Blocks for seconds where the directory is slow. Raises
        SignInRefused, InNoGroup and DirectoryAway."""
        person = self._answer(lambda: self._finder.sign_in(untrusted_name, password))
        if person is None:
            raise SignInRefused
        member = _member(person, roles)
        if member is None:
            raise InNoGroup
        return member

    def look_up(self, name: str, roles: Sequence[GroupRole]) -> LibraryMember | None:
        """Return a person as they are now; None where they may not use the library any more. Blocks. Raises
        DirectoryAway."""
        person = self._answer(lambda: self._finder.look_up(name))
        return _member(person, roles) if person is not None and person.name == name else None

    def _answer(self, ask: Callable[[], DirectoryPerson | None]) -> DirectoryPerson | None:
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


def _member(person: DirectoryPerson, roles: Sequence[GroupRole]) -> LibraryMember | None:
    """Return a person with the role of the first group in the office's order that they belong to; None where
    there is none."""
    groups = tuple(sorted(normal_dn(group) for group in person.groups))
    role = next((group_role.role for group_role in roles if group_role.group in groups), None)
    return LibraryMember(person.name, role, groups) if role is not None else None


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
            Message("The office’s directory refuses the account with which the server looks for persons.")
        )
    if trouble is OtherDirectory:
        return DirectoryAway(
            Message(
                "What answers at the address of the office’s directory could not prove that it is "
                "the directory."
            )
        )
    return DirectoryAway()
