"""Asks the office's directory of persons (LDAP).

The directory is asked by a process of its own, the only one of the office server that may connect, and only
to the directory. Started as ``python -m briefbank.office.directory``, it reads the settings from its standard
input, resolves the directory's name, which a network that begins later than the server may not know yet, is
held to that address as the egress worker is, and then answers requests until its input ends. It keeps and
writes no password of a person. The directory must show a certificate for its name; nothing is asked before
the connection is encrypted, and no referral is followed. It imports little, to start at once.
"""

from __future__ import annotations

import logging
import select
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import ldap3
from ldap3.core.exceptions import LDAPCommunicationError, LDAPInvalidDnError
from ldap3.utils.conv import escape_filter_chars
from ldap3.utils.dn import parse_dn

from briefbank.errors import BriefBankError
from briefbank.network import egress_worker
from briefbank.network.egress_client import NoAnswer, NotThere, WorkerClient
from briefbank.office.server_settings import DirectoryAccess
from briefbank.sandbox import guard, messages
from briefbank.text.messages import NO_MESSAGE, Message, as_message

AWAY, READER_REFUSED, OTHER_DIRECTORY = "away", "reader refused", "other certificate"
"""Failures of the directory worker; others are names for the log."""


@dataclass(frozen=True, slots=True)
class DirectoryStart:
    access: DirectoryAccess
    password: str  # The password of the account that looks for persons
    authority: str
    """The certificate in PEM of whoever vouches for the directory's; empty for the system's own list."""


@dataclass(frozen=True, slots=True)
class DirectoryRequest:
    """A request to the directory worker for the person with a name, with their password where they sign
    in."""

    seconds: float  # The time limit
    name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class DirectoryPerson:
    name: str  # The name as it stands in the directory, however it was typed
    groups: tuple[str, ...]  # The DNs of their groups


@dataclass(frozen=True, slots=True)
class DirectoryReply:
    """The person; None for a wrong password, an unknown or disabled name, and where there is a failure."""

    person: DirectoryPerson | None = None
    failure: str = ""


log = logging.getLogger(__name__)

_WORKER = "briefbank.office.directory"
WITHIN_S = 15.0  # The time within which the directory must have answered
RESOLVED_AGAIN_S = 5.0  # The time after which a name that the network does not know is resolved again
CONNECT_WITHIN_S = 5.0
LONGEST_NAME, LONGEST_PASSWORD = 256, 1_000  # The characters beyond which the directory is not asked


class ReaderRefused(NoAnswer):
    """Raised when the directory refuses the account that looks for persons."""


class OtherDirectory(NoAnswer):
    """Raised when what answers cannot show that it is the office's directory."""


class NotUnderstood(NoAnswer):
    """Raised when the directory does not answer one question as it should; its text is for the log."""


_FAILURES = {AWAY: NotThere, READER_REFUSED: ReaderRefused, OTHER_DIRECTORY: OtherDirectory}


class DirectoryClient(WorkerClient[DirectoryRequest, DirectoryReply]):
    """The client of the directory worker. Any thread, several at once."""

    NOT_YET = Message("The office’s directory has not been found yet.")
    STOPPED = GONE = Message("The part of BriefBank that asks the office’s directory has stopped.")
    START_AGAIN = Message("Start the server again.")

    def __init__(self, access: DirectoryAccess, password: str, authority: str) -> None:
        """Start the worker, before ``guard.engage``; values as in DirectoryStart. Raises BriefBankError."""
        access.check()
        self.where = access.address
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


def normal_dn(dn: str) -> str:
    """Return a DN in the form in which DNs are compared; what is no DN, in small letters."""
    try:
        parts = parse_dn(dn, strip=True)
    except LDAPInvalidDnError:
        return dn.casefold()
    return "".join(f"{name.lower()}={value.casefold()}{separator}" for name, value, separator in parts)


_START_TLS = "1.3.6.1.4.1.1466.20037"
_SUCCESS, _TOO_MANY = 0, 4
_BIND_REFUSALS = frozenset({19, 34, 48, 49, 50, 53})
"""The result codes for wrong passwords, for names that cannot be, and for accounts that are locked or have no
password (RFC 4511, A.1)."""
_WITHIN_GROUPS = "1.2.840.113556.1.4.1941"
"""The rule by which Active Directory also finds groups of groups; others know it not and pass over it."""
MOST_GROUPS = 500  # The groups of a person from which on no further ones are looked for
_AD_FLAGS, _AD_DISABLED = "userAccountControl", 2
_OTHER_LOCK = "nsAccountLock"  # of 389 Directory Server and FreeIPA


class _Failure(Exception):
    """Raised where the directory cannot answer. Its text is READER_REFUSED, or the name of the result of a
    directory in trouble, or of one that is set otherwise than was said."""


def main() -> None:
    """Serve until the program that started this one is gone."""
    guard.keep_private()
    try:
        start: DirectoryStart = messages.read(sys.stdin.buffer, DirectoryStart)
        directory = DirectoryConnection(start, _number(start.access))
    except EOFError:
        return None
    except (BriefBankError, OSError, ValueError) as error:
        return egress_worker.report(as_message(type(error).__name__))
    egress_worker.report(NO_MESSAGE)
    return egress_worker.answer_requests(DirectoryRequest, directory.answer)


def _number(access: DirectoryAccess) -> str:
    """Return the IP address of the directory, however long that takes. Raises EOFError when the program that
    started this one is gone, and BadDirectory."""
    while True:
        try:
            return egress_worker.number_of(*access.place())
        except OSError as error:
            if select.select([sys.stdin], [], [], RESOLVED_AGAIN_S)[0]:
                raise EOFError from error


class DirectoryConnection:
    """One directory; made once, before any thread is started."""

    def __init__(self, start: DirectoryStart, number: str) -> None:
        self._access, self._password = start.access, start.password
        self._host, port = self._access.place()
        self._place = number, port
        self._tls = ssl.create_default_context(cadata=start.authority or None)
        egress_worker.close_other_ways(*self._place)
        egress_worker.hold_native_code(port)

    def answer(self, request: DirectoryRequest) -> DirectoryReply:
        """Return what the directory says of a person, within the request's time whatever it does."""
        sockets = list[socket.socket]()
        alarm = threading.Timer(request.seconds, egress_worker.hang_up, [sockets])
        alarm.start()
        ends = time.monotonic() + request.seconds
        connect = partial(self._connected, sockets, ends)
        try:
            return DirectoryReply(_Asking(self._access, self._password, connect).person(request))
        except _Failure as error:
            return DirectoryReply(failure=str(error))
        except ssl.SSLCertVerificationError:
            return DirectoryReply(failure=OTHER_DIRECTORY)
        except (OSError, LDAPCommunicationError):
            return DirectoryReply(failure=AWAY)
        except Exception as error:  # noqa: BLE001 - ldap3 raises anything for a malformed answer
            return DirectoryReply(failure=type(error).__name__)
        finally:
            alarm.cancel()
            for listener in sockets:
                listener.close()

    def _connected(
        self, sockets: list[socket.socket], ends: float, user: str, password: str
    ) -> ldap3.Connection:
        """Return an encrypted connection that is not bound yet. The sockets are noted for the alarm."""
        if time.monotonic() >= ends:
            raise TimeoutError
        number, port = self._place
        server = _Server(number, port, get_info=ldap3.NONE)
        connection = ldap3.Connection(
            server, user, password, auto_referrals=False, read_only=True, check_names=False
        )

        def open_socket(*_: object, **__: object) -> None:
            plain = socket.socket(_family(number), socket.SOCK_STREAM)
            sockets.append(plain)
            plain.settimeout(CONNECT_WITHIN_S)
            plain.connect(self._place)
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.socket, connection.closed = plain, False
            if self._access.is_encrypted_from_the_start:
                encrypt()

        def encrypt() -> None:
            encrypted = self._tls.wrap_socket(
                connection.socket, server_hostname=self._host, do_handshake_on_connect=False
            )
            sockets.append(encrypted)
            connection.socket = encrypted
            encrypted.do_handshake()

        # ldap3's own would bind the socket first, which this process may not.
        connection.strategy._open_socket = open_socket
        connection.open(read_server_info=False)
        if not self._access.is_encrypted_from_the_start:
            if not connection.extended(_START_TLS):
                raise ssl.SSLError("the directory does not encrypt")
            encrypt()
        return connection


class _Server(ldap3.Server):  # type: ignore[misc]
    """A server whose address is known, so that no name is resolved."""

    @property
    def address_info(self) -> list[list[Any]]:
        return [[_family(self.host), socket.SOCK_STREAM, 0, "", (self.host, self.port), None, None]]


class _Asking:
    """One question to the directory, on connections of its own."""

    def __init__(
        self, access: DirectoryAccess, password: str, connect: Callable[[str, str], ldap3.Connection]
    ) -> None:
        self._access, self._password, self._connect = access, password, connect

    def person(self, request: DirectoryRequest) -> DirectoryPerson | None:
        """Return the person with a name, and with their password where they sign in; None where the directory
        refuses them, or has none of that name, or no longer. Raises _Failure."""
        name, password = request.name, request.password
        # A bind without a password succeeds for anybody (RFC 4513, 5.1.2).
        if password is not None and not (
            0 < len(password) <= LONGEST_PASSWORD
            and "\0" not in password
            and name.isprintable()
            and 0 < len(name) <= LONGEST_NAME
        ):
            return None
        with self._bound(self._access.reader, self._password) as connection:
            if not connection.bound:
                raise _Failure(READER_REFUSED)
            dn, person = self._person(connection, name)
        if password is None or person is None:
            return person
        with self._bound(dn, password) as connection:
            return person if connection.bound else None

    @contextmanager
    def _bound(self, user: str, password: str) -> Iterator[ldap3.Connection]:
        connection = self._connect(user, password)
        try:
            if not connection.bind(read_server_info=False):
                _expect(connection, _BIND_REFUSALS)
            yield connection
        finally:
            connection.unbind()

    def _person(self, connection: ldap3.Connection, name: str) -> tuple[str, DirectoryPerson | None]:
        """Return the DN and the person of a name; "" and None where there is none, or no longer."""
        attribute = self._access.name_attribute
        which = f"({attribute}={escape_filter_chars(name)})"
        attributes = [attribute, _AD_FLAGS, _OTHER_LOCK]
        connection.search(self._access.persons, which, ldap3.SUBTREE, attributes=attributes, size_limit=2)
        _expect(connection, {_SUCCESS, _TOO_MANY})
        entries = _entries(connection)
        # One person has one name here, whichever of several was typed, and however it was spelled.
        names = sorted(_values(entries[0], attribute)) if len(entries) == 1 else []
        if not names or "TRUE" in _values(entries[0], _OTHER_LOCK):
            return "", None
        if any(int(flags) & _AD_DISABLED for flags in _values(entries[0], _AD_FLAGS)):
            return "", None
        dn: str = entries[0]["dn"]
        return dn, DirectoryPerson(names[0], self._groups(connection, dn, names[0]))

    def _groups(self, connection: ldap3.Connection, dn: str, name: str) -> tuple[str, ...]:
        """Return the DNs of a person's groups, and of the groups in which these lie, however deep."""
        person, short = escape_filter_chars(dn), escape_filter_chars(name)
        members = f"(member={person})(uniqueMember={person})(member:{_WITHIN_GROUPS}:={person})"
        which, groups = f"{members}(memberUid={short})", set[str]()
        while which:
            connection.search(
                self._access.groups, f"(|{which})", ldap3.SUBTREE, attributes=[ldap3.NO_ATTRIBUTES]
            )
            _expect(connection, {_SUCCESS})
            new = {entry["dn"] for entry in _entries(connection)} - groups
            groups |= new
            escaped = map(escape_filter_chars, sorted(new) if len(groups) <= MOST_GROUPS else ())
            which = "".join(f"(member={group})(uniqueMember={group})" for group in escaped)
        return tuple(sorted(groups))


def _family(number: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in number else socket.AF_INET


def _expect(connection: ldap3.Connection, results: Collection[int]) -> None:
    """Raise _Failure unless the last request ended with one of these results."""
    if connection.result["result"] not in results:
        raise _Failure(connection.result["description"])


def _entries(connection: ldap3.Connection) -> list[dict[str, Any]]:
    """Return the entries that were found, without references to other directories."""
    return [entry for entry in connection.response or () if entry["type"] == "searchResEntry"]


def _values(entry: dict[str, Any], attribute: str) -> list[str]:
    """Return the values of an attribute, whose name counts without regard to capitals."""
    return [
        value.decode("utf-8")
        for name, values in entry["raw_attributes"].items()
        if name.lower() == attribute.lower()
        for value in values
    ]


if __name__ == "__main__":
    main()
