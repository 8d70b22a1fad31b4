"""Persons who may sign in, computers that are enrolled, and sessions, in a file of the server's own; and what
the server makes of the office's directory of persons.

Passwords are kept as Argon2id hashes, secrets and tokens as SHA-256 of random bits. The file belongs to the
server's user and is part of no library, so that no backup of a library holds it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import logging
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Column, DateTime, Row, Select, String, bindparam, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from briefbank import errors
from briefbank.catalogue.sqlite_database import translate_errors
from briefbank.domain.office import OfficeRole, Person
from briefbank.files import create_private, is_database, read_small
from briefbank.network.egress_client import NoAnswer
from briefbank.office.directory import (
    DirectoryClient,
    DirectoryPerson,
    NotUnderstood,
    OtherDirectory,
    ReaderRefused,
    normal_dn,
)
from briefbank.office.wire import SignedIn
from briefbank.text.characters import without_accents
from briefbank.text.messages import NO_MESSAGE, Message

log = logging.getLogger(__name__)


def opened(file: Path, tables: sqlalchemy.MetaData) -> sqlalchemy.Engine:
    """Open a file, or create it for this user alone, with all these tables. Deleted values are
    overwritten. Statements raise StoreError where the disk is full or another program has the file."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    create_private(file)
    engine = sqlalchemy.create_engine(f"sqlite:///{file}")
    sqlalchemy.event.listen(engine, "connect", _prepare)
    sqlalchemy.event.listen(engine, "handle_error", _translate)
    tables.create_all(engine)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("foreign_keys = ON", "journal_mode = WAL", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _translate(context: sqlalchemy.ExceptionContext) -> None:
    if isinstance(context.original_exception, sqlite3.OperationalError):
        with translate_errors():
            raise context.original_exception


TABLES = sqlalchemy.MetaData()


def _table(table: str, key: str, /, *columns: Column[Any], **values: Any) -> sqlalchemy.Table:
    """Return a table with a text as its key, and with values by name of a type that must not be missing."""
    required = (Column(column, kind, nullable=False) for column, kind in values.items())
    return sqlalchemy.Table(table, TABLES, Column(key, String, primary_key=True), *required, *columns)


PERSON = _table(
    "person",
    "name",
    Column("password", String),
    Column("groups", String, nullable=False, default="[]"),
    Column("looked_up", DateTime),
    Column("look_up_from", DateTime),
    role=String,
)
"""Persons of the server's own list, and those of the directory who signed in, who have no password here."""
ON_OWN_LIST = PERSON.c.password.is_not(None)
REMOVED = _table("removed_person", "name")
"""Names of removed persons whose own marks are still in the library."""
TRY = _table("sign_in_try", "who", count=sqlalchemy.Integer, until=DateTime)
"""Tries to sign in with a name at a computer since the last one that succeeded; those at all computers at
which nobody signed in with the name before are counted together, too."""
KNOWN_AT = _table("known_at", "who")
"""The names and computers with which somebody signed in."""
GROUP = sqlalchemy.Table(
    "group_role",
    TABLES,
    Column("place", sqlalchemy.Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("role", String, nullable=False),
)
INVITED = _table("invitation", "code", until=DateTime)
DEVICE = _table("device", "secret", name=String, enrolled=DateTime)
REVOKED = _table("revoked", "secret")
"""The hashes of the secrets of computers that were let go. One that is in no table may belong to the office
all the same: an older file of accounts was put back."""
WORKER = _table("worker", "number", secret=String, name=String, invited=DateTime)
"""The computers that work on files."""
SIGNED_IN = _table(
    "session",
    "token",
    Column("device", sqlalchemy.ForeignKey("device.secret", ondelete="CASCADE"), nullable=False),
    Column("person", sqlalchemy.ForeignKey("person.name", ondelete="CASCADE"), nullable=False),
    until=DateTime,
)

INVITATION = timedelta(days=7)  # The time for which an invitation is good
SESSION = timedelta(hours=12)  # The time for which a person stays signed in
MOST_SESSIONS = 32  # The earlier ones of one person at one computer that stay good
FAILURES, FAILURES_ELSEWHERE, LOCKED = 5, 20, timedelta(minutes=15)
"""The wrong passwords in a row after which a name cannot sign in for a while: at this computer, and at all
computers at which nobody signed in with it before. After that many at those, each other computer has one try
left. So nobody locks a person out, at the person's own desk or at a first one."""
UNKNOWN = "unknown"  # What the activity log calls a person whose name nobody has
STILL_LOCKED = "locked before"  # The detail of the refusal of a name that was locked before the try
SHORTEST_PASSWORD, LONGEST_NAME = 12, 100
_SHORT_PASSWORD = (
    Message("A person needs a name of at most 100 characters, and a password of at least 12."),
    Message("Choose a longer password; several words are easy to remember."),
)
NOTHING_CHANGED = Message("Nothing was changed.")
LARGEST_LIST = 1 << 20  # The bytes of a list of persons
NUMBER_DIGITS = 8  # The digits of a computer's number
LOOK_UP_EVERY = timedelta(minutes=10)
"""The time after which a person of the directory who is signed in is looked up again."""
TRY_AGAIN_AFTER = timedelta(minutes=1)  # The time after which a directory that did not answer is asked again
UNKNOWN_FOR_AT_MOST = timedelta(hours=1)
"""The time for which such a person stays signed in while the directory cannot be asked."""


@dataclass(frozen=True, slots=True)
class Device:
    id: str  # The first digits of the hash of its secret, which name it in lists
    name: str
    enrolled: datetime


@dataclass(frozen=True, slots=True)
class Worker:
    number: str
    name: str  # The name that it gave itself; empty before it came for the first time
    invited: datetime


_TROUBLE = {
    ReaderRefused: Message(
        "The office’s directory refuses the account with which the server looks for persons."
    ),
    OtherDirectory: Message(
        "What answers at the address of the office’s directory could not prove that it is the directory."
    ),
}
LEFT_ALONE_S = 10.0  # The time for which a directory that gave no answer is not asked


@dataclass(frozen=True, slots=True)
class GroupRole:
    group: str
    role: OfficeRole


class Directory:
    """The office's directory, for the accounts. Any thread."""

    def __init__(self, finder: DirectoryClient) -> None:
        self._finder = finder
        self._asked_again_at, self._trouble = 0.0, NoAnswer

    def sign_in(self, untrusted_name: str, password: str, roles: Sequence[GroupRole]) -> Person:
        """Return the person with a name and password. Blocks for seconds where the directory is slow. Raises
        SignInRefused, InNoGroup and DirectoryAway."""
        person = self._answer(lambda: self._finder.sign_in(untrusted_name, password))
        if person is None:
            raise errors.SignInRefused
        if (member := _member(person, roles)) is None:
            raise errors.InNoGroup
        return member

    def look_up(self, name: str, roles: Sequence[GroupRole]) -> Person | None:
        """Return a person as they are now; None where they may not use the library any more. Blocks. Raises
        DirectoryAway."""
        person = self._answer(lambda: self._finder.look_up(name))
        return _member(person, roles) if person is not None and person.name == name else None

    def _answer(self, ask: Callable[[], DirectoryPerson | None]) -> DirectoryPerson | None:
        """Return the answer of the directory. Raises DirectoryAway.

        One that gave none is left alone for a while, so that not everybody waits for it.
        """
        if time.monotonic() < self._asked_again_at:
            raise errors.DirectoryAway(_TROUBLE.get(self._trouble, NO_MESSAGE))
        try:
            return ask()
        except NotUnderstood as error:
            log.warning("the directory answered otherwise than it should: %s", error)
            raise errors.DirectoryAway from error
        except NoAnswer as error:
            log.warning("the directory gave no answer: %s", error)
            self._asked_again_at = time.monotonic() + LEFT_ALONE_S
            self._trouble = type(error)
            raise errors.DirectoryAway(_TROUBLE.get(self._trouble, NO_MESSAGE)) from error


def _member(person: DirectoryPerson, roles: Sequence[GroupRole]) -> Person | None:
    """Return a person with the role of the first group in the office's order that they belong to; None where
    there is none."""
    groups = tuple(sorted(normal_dn(group) for group in person.groups))
    role = next((group_role.role for group_role in roles if group_role.group in groups), None)
    return Person(person.name, role, groups=groups) if role is not None else None


@dataclass(frozen=True, slots=True)
class NewPerson:
    name: str
    role: OfficeRole | None  # None where it stays as it is
    password: str | None  # None where it stays as it is
    is_new_password: bool = False  # Whether it was made here, and is to be told to the person


def csv_rows(file: Path, most_bytes: int) -> list[list[str]]:
    """Return the rows of a CSV file that a person chose. Raises ListFileError."""
    try:
        if is_database(file):
            raise OSError
        text = read_small(file, most_bytes).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise errors.ListFileError(
            Message("This file cannot be read as a list."),
            Message("Nothing was changed. Save it as “CSV UTF-8”, and import that."),
        ) from error
    separator = ";" if ";" in text.partition("\n")[0] else ","
    try:
        return list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
    except csv.Error as error:
        raise errors.ListFileError(Message("This file is no CSV file."), NOTHING_CHANGED) from error


def read_persons(file: Path, known: Collection[str] = ()) -> list[NewPerson]:
    """Return the persons of a CSV file: name, role and password, the last two of which may be empty. Who is
    among the ``known`` names keeps the password where the file has none; others get one. Raises
    ListFileError, which names the row."""
    roles = {role.value: role for role in OfficeRole} | {"": None}
    persons = dict[str, NewPerson]()
    for number, row in enumerate(csv_rows(file, LARGEST_LIST), start=1):
        name, role, password = (*map(str.strip, row[:3]), "", "", "")[:3]
        if not any(row) or (number == 1 and name.casefold() == "name"):
            continue
        if not name or role.casefold() not in roles:
            raise errors.ListFileError(
                Message(
                    "Row {number} does not say what it should: a name, one of {roles}, and a password.",
                    number=number,
                    roles=", ".join(filter(None, roles)),
                ),
                NOTHING_CHANGED,
            )
        name = line_of(name)
        if name in persons:
            raise errors.ListFileError(
                Message("Row {number} names a person who is in the list already.", number=number),
                NOTHING_CHANGED,
            )
        is_new = not password and name not in known
        chosen = password or (secrets.token_urlsafe(SHORTEST_PASSWORD) if is_new else None)
        persons[name] = NewPerson(name, roles[role.casefold()], chosen, is_new_password=is_new)
    return list(persons.values())


class Accounts:
    """The accounts in one file. Any thread."""

    def __init__(
        self, file: Path, directory: Directory | None = None, hasher: PasswordHasher | None = None
    ) -> None:
        """Open the file, or create it for this user alone. ``directory`` is the office's, if it has one;
        ``hasher`` makes passwords harder or, for tests, easier to guess than usual."""
        self._engine, self._directory = opened(file, TABLES), directory
        self._hasher = hasher or PasswordHasher()
        self._checking = threading.BoundedSemaphore(2)
        """Argon2 takes 64 MiB and a core: as many at once as do no harm."""

    def close(self) -> None:
        self._engine.dispose()

    @cached_property
    def _nobodys(self) -> str:
        """What the password of an unknown name is compared with, so that its refusal takes as long."""
        return self._hasher.hash(secrets.token_urlsafe())

    def _rows(self, query: Select[Any], values: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        with self._engine.connect() as connection:
            return connection.execute(query, values).all()

    def _change(self, *statements: sqlalchemy.UpdateBase) -> int:
        """Run statements in one transaction; return how many rows the first one changed."""
        with self._engine.begin() as connection:
            changed = [connection.execute(statement).rowcount for statement in statements]
        return changed[0]

    def invite(self) -> str:
        """Return the code of a new invitation, good once and for a week."""
        code = secrets.token_urlsafe(32)
        self._change(insert(INVITED).values(code=_hash(code), until=_now() + INVITATION))
        return code

    def enrol(self, untrusted_code: str, name: str) -> str:
        """Return the secret of a computer that shows an invitation. One with the name of another gets a
        number behind it. Raises NotEnrolled."""
        mine = INVITED.c.code == _hash(untrusted_code)
        secret = secrets.token_urlsafe(32)
        with self._engine.begin() as connection:
            used = connection.execute(delete(INVITED).where(mine).returning(INVITED.c.until)).scalar()
            if used is not None and used >= _now():
                known = set(connection.scalars(select(DEVICE.c.name)))
                line = line_of(name)
                named = (line, *(f"{line} ({number})" for number in range(2, len(known) + 3)))
                free = next(value for value in named if value not in known)
                values = {"secret": _hash(secret), "name": free, "enrolled": _now()}
                connection.execute(insert(DEVICE).values(values))
                return secret
        raise errors.NotEnrolled(
            Message("This invitation was used already, or is too old."),
            Message("Ask whoever looks after the server for another."),
        )

    def devices(self) -> list[Device]:
        return [
            Device(row.secret[:NUMBER_DIGITS], row.name, row.enrolled.replace(tzinfo=UTC))
            for row in self._rows(select(DEVICE).order_by(DEVICE.c.enrolled))
        ]

    def revoke(self, number: str) -> None:
        """Forget a computer and all who are signed in at it, or a worker, from its next request on. Raises
        NotInLibrary."""
        mine = sqlalchemy.func.substr(DEVICE.c.secret, 1, NUMBER_DIGITS) == number
        with self._engine.begin() as connection:
            hashes = connection.scalars(delete(DEVICE).where(mine).returning(DEVICE.c.secret)).all()
            for secret in hashes:
                connection.execute(insert(REVOKED).values(secret=secret))
        if not (hashes or self._change(delete(WORKER).where(WORKER.c.number == number))):
            title = Message("No computer has this number.")
            raise errors.NotInLibrary(title, Message("Look at the list of computers."))

    def invite_worker(self) -> str:
        """Return the secret of a new worker, which begins with its number and a dot."""
        number = secrets.token_hex(8)
        secret = f"{number}.{secrets.token_urlsafe(32)}"
        self._change(insert(WORKER).values(number=number, secret=_hash(secret), name="", invited=_now()))
        return secret

    def worker(self, untrusted_secret: str) -> str | None:
        rows = self._rows(select(WORKER.c.number).where(WORKER.c.secret == _hash(untrusted_secret)))
        return rows[0].number if rows else None

    def name_worker(self, number: str, untrusted_name: str) -> None:
        self._change(update(WORKER).where(WORKER.c.number == number).values(name=line_of(untrusted_name)))

    def workers(self) -> list[Worker]:
        rows = self._rows(select(WORKER).order_by(WORKER.c.invited))
        return [Worker(row.number, row.name, row.invited.replace(tzinfo=UTC)) for row in rows]

    def worker_hashes(self) -> dict[str, str]:
        return {row.number: row.secret for row in self._rows(select(WORKER))}

    def set_person(self, name: str, role: OfficeRole | None, password: str) -> None:
        """Add a person, or change role and password of one, who is signed out everywhere. Without ``role``
        that of the person stays; a new one is a reader. Raises AccountRefused."""
        self.set_persons([NewPerson(name, role, password)])

    def set_persons(self, persons: Sequence[NewPerson]) -> None:
        """Do as ``set_person`` with several persons: all or none. Who keeps the password stays signed in.
        Raises AccountRefused."""
        known = {person.name: person.role for person in self.persons()}
        statements = list[sqlalchemy.UpdateBase]()
        for person in persons:
            name = line_of(person.name)
            role = person.role or known.get(name, OfficeRole.READER)
            if person.password is None and name in known:
                statements.append(update(PERSON).where(PERSON.c.name == name).values(role=role.value))
                continue
            if not name or len(person.password or "") < SHORTEST_PASSWORD or len(person.name) > LONGEST_NAME:
                raise errors.AccountRefused(*_SHORT_PASSWORD)
            password = self._hasher.hash(person.password or "")
            statements += [
                delete(PERSON).where(PERSON.c.name == name),
                delete(TRY).where(_with_name(TRY, name)),
                insert(PERSON).values(name=name, role=role.value, password=password),
            ]
        if statements:
            self._change(*statements)

    def change_password(
        self, untrusted_secret: str, untrusted_token: str, untrusted_old: str, untrusted_new: str
    ) -> None:
        """Change the password of the person who asks, who stays signed in here alone. Raises NotEnrolled,
        NotSignedIn, SignInRefused, SignInLocked and AccountRefused."""
        person = self.asking(untrusted_secret, untrusted_token)
        if not self._rows(select(PERSON.c.name).where(PERSON.c.name == person.name, ON_OWN_LIST)):
            raise errors.AccountRefused(
                Message("Your password is that of the office’s directory."),
                Message("Change it where you change that one."),
            )
        if len(untrusted_new) < SHORTEST_PASSWORD:
            raise errors.AccountRefused(*_SHORT_PASSWORD)
        with self._counted_try(person.name, untrusted_secret):
            self._checked(person.name, untrusted_old)
        others = SIGNED_IN.c.person == person.name, SIGNED_IN.c.token != _hash(untrusted_token)
        password = self._hasher.hash(untrusted_new)
        self._change(
            update(PERSON).where(PERSON.c.name == person.name).values(password=password),
            delete(SIGNED_IN).where(*others),
        )

    def remove_person(self, name: str) -> None:
        """Remove a person, who is signed out everywhere. Raises NotInLibrary."""
        with self._engine.begin() as connection:
            if not connection.execute(delete(PERSON).where(PERSON.c.name == name, ON_OWN_LIST)).rowcount:
                title = Message("Nobody has this name here.")
                raise errors.NotInLibrary(title, Message("Look at the list of persons."))
            connection.execute(delete(KNOWN_AT).where(_with_name(KNOWN_AT, name)))
            connection.execute(sqlite_insert(REMOVED).values(name=name).on_conflict_do_nothing())

    def removed_persons(self) -> list[str]:
        """Return the names of removed persons whose marks are still to be forgotten."""
        return [row.name for row in self._rows(select(REMOVED))]

    def has_forgotten(self, name: str) -> None:
        self._change(delete(REMOVED).where(REMOVED.c.name == name))

    def persons(self) -> list[Person]:
        rows = self._rows(select(PERSON).where(ON_OWN_LIST).order_by(PERSON.c.name))
        return [Person(row.name, OfficeRole(row.role)) for row in rows]

    def known_name(self, untrusted_name: str) -> str:
        """Return the name of a person who is known here, or UNKNOWN: what was typed for a name may be a
        password."""
        known = {compared_name(name): name for name in self.names()}
        return known.get(compared_name(untrusted_name), UNKNOWN)

    def names(self) -> list[str]:
        """Return the names of all persons who are on the server's list or ever signed in, and of groups."""
        persons, groups = self._rows(select(PERSON.c.name)), self.group_roles()
        return [*(row.name for row in persons), *(group.group for group in groups)]

    def set_group(self, group: str, role: OfficeRole | None) -> None:
        """Give the members of a group of the directory a role, from their next request on. Without ``role``
        that of the group stays; a new one may read.

        Groups count in the order in which they were set. Raises AccountRefused.
        """
        name = normal_dn(group)
        if "=" not in name:
            raise errors.AccountRefused(
                Message("A group is named by its DN."),
                Message("Write it like cn=defenders,ou=groups,dc=office,dc=org."),
            )
        known = {member.group: member.role for member in self.group_roles()}
        role = role or known.get(name, OfficeRole.READER)
        self._change(
            delete(GROUP).where(GROUP.c.name == name),
            insert(GROUP).values(name=name, role=role.value),
            _LOOK_UP_ALL,
        )

    def remove_group(self, group: str) -> None:
        with self._engine.begin() as connection:
            if not connection.execute(delete(GROUP).where(GROUP.c.name == normal_dn(group))).rowcount:
                title = Message("No such group may sign in.")
                raise errors.NotInLibrary(title, Message("Look at the list of groups."))
            connection.execute(_LOOK_UP_ALL)

    def group_roles(self) -> list[GroupRole]:
        rows = self._rows(select(GROUP).order_by(GROUP.c.place))
        return [GroupRole(row.name, OfficeRole(row.role)) for row in rows]

    def device_named(self, untrusted_secret: str) -> str:
        """Return the name of the computer with a secret. Raises NotEnrolled, and Revoked where it was let
        go."""
        mine = _hash(untrusted_secret)
        rows = self._rows(select(DEVICE.c.name).where(DEVICE.c.secret == mine))
        if not rows:
            was_let_go = self._rows(select(REVOKED).where(REVOKED.c.secret == mine))
            raise errors.Revoked if was_let_go else errors.NotEnrolled
        return str(rows[0].name)

    def secret_hash(self, name: str) -> str:
        """Return the hash of the secret of the computer with a name. Raises NotEnrolled."""
        rows = self._rows(select(DEVICE.c.secret).where(DEVICE.c.name == name))
        if not rows:
            raise errors.NotEnrolled
        return str(rows[0].secret)

    def sign_in(self, untrusted_secret: str, untrusted_name: str, untrusted_password: str) -> SignedIn:
        """Sign a person in at a computer: one of the server's own list, else one of the office's directory.

        Takes a tenth of a second, whether the name is known or not, or as long as the directory does. Raises
        NotEnrolled, SignInLocked, SignInRefused, InNoGroup and DirectoryAway.
        """
        self.device_named(untrusted_secret)
        name = line_of(untrusted_name)
        with self._counted_try(name, untrusted_secret):
            person, role = self._checked(name, untrusted_password)
        token, until = secrets.token_urlsafe(32), _now() + SESSION
        device = _hash(untrusted_secret)
        here = SIGNED_IN.c.device == device, SIGNED_IN.c.person == person
        kept = select(SIGNED_IN.c.token).where(*here).order_by(SIGNED_IN.c.until.desc()).limit(MOST_SESSIONS)
        self._change(
            delete(SIGNED_IN).where(SIGNED_IN.c.until < _now()),
            delete(SIGNED_IN).where(*here, SIGNED_IN.c.token.not_in(kept)),
            insert(SIGNED_IN).values(token=_hash(token), device=device, person=person, until=until),
        )
        return SignedIn(token, person, role, until.replace(tzinfo=UTC))

    @contextmanager
    def _counted_try(self, name: str, untrusted_secret: str) -> Iterator[None]:
        """Count a try with a name at a computer, before its password is looked at, so that many at once are
        no way around. Raises SignInLocked."""
        mine, anywhere = (f"{compared_name(name)}\n{at}" for at in (_hash(untrusted_secret), ""))
        limits = {mine: FAILURES}
        if not self._rows(select(KNOWN_AT).where(KNOWN_AT.c.who == mine)):
            limits[anywhere] = FAILURES_ELSEWHERE
        tries = dict[str, int]()
        with self._engine.begin() as connection:
            connection.execute(delete(TRY).where(TRY.c.until < _now()))
            for who in limits:
                first = sqlite_insert(TRY).values(who=who, count=1, until=_now() + LOCKED)
                values = {"count": TRY.c.count + 1, "until": _now() + LOCKED}
                counted = first.on_conflict_do_update(index_elements=["who"], set_=values)
                tries[who] = connection.execute(counted.returning(TRY.c.count)).scalar_one()
            if tries.get(anywhere, 0) > FAILURES_ELSEWHERE:
                limits = {mine: 1}
            if tries[mine] > limits[mine]:  # which is not kept
                raise errors.SignInLocked(detail=STILL_LOCKED)
        not_counted = update(TRY).where(TRY.c.who.in_(tries)).values(count=TRY.c.count - 1)
        no_longer = delete(TRY).where(TRY.c.who == mine)
        try:
            yield
        except errors.DirectoryAway:
            self._change(not_counted)
            raise
        except errors.InNoGroup:
            self._change(not_counted, no_longer)
            raise
        except errors.SignInRefused as error:
            if any(tries[who] >= most for who, most in limits.items()):
                raise errors.SignInLocked from error
            raise
        known = sqlite_insert(KNOWN_AT).values(who=mine).on_conflict_do_nothing()
        self._change(not_counted, no_longer, known)

    def _checked(self, name: str, untrusted_password: str) -> tuple[str, OfficeRole]:
        """Return name and role of the person with a name and password. Raises SignInRefused, also for a
        person of the directory whose name somebody on the server's own list has, and DirectoryAway."""
        own = next(iter(self._rows(select(PERSON).where(PERSON.c.name == name, ON_OWN_LIST))), None)
        if own is None and self._directory is not None:
            member = self._directory.sign_in(name, untrusted_password, self.group_roles())
            values = _values_of(member)
            kept = sqlite_insert(PERSON).values(name=member.name, **values)
            kept = kept.on_conflict_do_update(index_elements=["name"], set_=values, where=~ON_OWN_LIST)
            if not self._change(kept):
                raise errors.SignInRefused
            return member.name, member.role
        with self._checking:
            try:
                self._hasher.verify(own.password if own else self._nobodys, untrusted_password)
            except VerificationError as error:
                raise errors.SignInRefused from error
        if own is None:
            raise errors.SignInRefused
        return own.name, OfficeRole(own.role)

    def signed_in(self) -> int:
        return len(self._rows(select(SIGNED_IN.c.token).where(SIGNED_IN.c.until >= _now())))

    def sign_out(self, untrusted_token: str) -> None:
        self._change(delete(SIGNED_IN).where(SIGNED_IN.c.token == _hash(untrusted_token)))

    def asking(self, untrusted_secret: str, untrusted_token: str) -> Person:
        """Return the person who asks: signed in, at this very computer. Raises NotEnrolled and NotSignedIn.

        Takes under a millisecond, but for a person of the directory who is to be looked up again.
        """
        given = {"token": _hash(untrusted_token), "secret": _hash(untrusted_secret), "now": _now()}
        rows = self._rows(_ASKING, given)
        if not rows:
            self.device_named(untrusted_secret)
            raise errors.NotSignedIn
        row = rows[0]
        if row.password is not None:
            return Person(row.name, OfficeRole(row.role), row.device)
        role, groups = self._now_in_directory(row)
        return Person(row.name, role, row.device, groups)

    def _now_in_directory(self, row: Row[Any]) -> tuple[OfficeRole, tuple[str, ...]]:
        """Return role and groups of a person of the directory, who is looked up again from time to time.

        While that goes on, other requests have what was known. Raises NotSignedIn.
        """
        if self._directory is None:
            raise errors.NotSignedIn
        mine, now = update(PERSON).where(PERSON.c.name == row.name), _now()
        if row.look_up_from <= now:
            due = mine.where(PERSON.c.look_up_from == row.look_up_from)
            if self._change(due.values(look_up_from=now + LOOK_UP_EVERY)):
                try:
                    member = self._directory.look_up(row.name, self.group_roles())
                except errors.DirectoryAway:
                    self._change(mine.values(look_up_from=_now() + TRY_AGAIN_AFTER))
                else:
                    if member is None:
                        self._change(delete(PERSON).where(PERSON.c.name == row.name, ~ON_OWN_LIST))
                        raise errors.NotSignedIn
                    self._change(mine.where(~ON_OWN_LIST).values(_values_of(member)))
                    return member.role, member.groups
        if row.looked_up + UNKNOWN_FOR_AT_MOST <= _now():
            raise errors.NotSignedIn
        return OfficeRole(row.role), tuple(json.loads(row.groups))


_ASKING = (
    select(PERSON, DEVICE.c.name.label("device"))
    .join(SIGNED_IN, SIGNED_IN.c.person == PERSON.c.name)
    .join(DEVICE, DEVICE.c.secret == SIGNED_IN.c.device)
    .where(SIGNED_IN.c.token == bindparam("token"), SIGNED_IN.c.device == bindparam("secret"))
    .where(SIGNED_IN.c.until > bindparam("now"))
)
"""Every request runs this statement, so it is built once."""
_AT_ONCE = datetime.min  # The time from which those are looked up for whom the groups of the office changed
_LOOK_UP_ALL = update(PERSON).where(~ON_OWN_LIST).values(look_up_from=_AT_ONCE)


def _values_of(member: Person) -> dict[str, Any]:
    now = _now()
    return {
        "role": member.role.value,
        "groups": json.dumps(member.groups),
        "looked_up": now,
        "look_up_from": now + LOOK_UP_EVERY,
    }


def _hash(secret: str) -> str:
    """Return what is kept of a secret of 256 random bits, which needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def line_of(untrusted: str) -> str:
    """Return a name in one line of printable characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in untrusted).split())[
        :LONGEST_NAME
    ]


def compared_name(untrusted: str) -> str:
    """Return a name as the directories compare names that tell the fewest apart, so that no other spelling
    has tries of its own."""
    return without_accents(line_of(untrusted))


def _with_name(table: sqlalchemy.Table, name: str) -> sqlalchemy.ColumnElement[bool]:
    return table.c.who.startswith(f"{compared_name(name)}\n", autoescape=True)


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
