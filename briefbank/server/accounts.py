"""The persons who may sign in, the computers that are enrolled, and who is signed in where.

Passwords are kept as Argon2id hashes, secrets and tokens as SHA-256 of random bits. They are in a file of the
server's own user, beside no library, so that no backup of a library holds them.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import (
    Column,
    DateTime,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)

from briefbank.domain.rights import Person, Role
from briefbank.errors import NotInLibrary
from briefbank.wire.errors import AccountRefused, NotEnrolled, NotSignedIn, SignInLocked, SignInRefused
from briefbank.wire.messages import SignedIn

INVITATION = timedelta(days=7)
"""The time for which an invitation is good."""
SESSION = timedelta(hours=12)
"""The time for which a person stays signed in."""
FAILURES, LOCKED = 5, timedelta(minutes=15)
"""The wrong passwords in a row after which a person cannot sign in for a while."""
SHORTEST_PASSWORD = 12

_TABLES = MetaData()
_PERSON = Table(
    "person",
    _TABLES,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("password", String, nullable=False),
    Column("failures", Integer, nullable=False, default=0),
    Column("locked_until", DateTime),
)
_INVITATION = Table(
    "invitation",
    _TABLES,
    Column("code", String, primary_key=True),
    Column("until", DateTime, nullable=False),
)
_DEVICE = Table(
    "device",
    _TABLES,
    Column("secret", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("enrolled", DateTime, nullable=False),
)
_SESSION = Table(
    "session",
    _TABLES,
    Column("token", String, primary_key=True),
    Column("device", ForeignKey("device.secret", ondelete="CASCADE"), nullable=False),
    Column("person", ForeignKey("person.name", ondelete="CASCADE"), nullable=False),
    Column("until", DateTime, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A computer that is enrolled."""

    id: str
    """The first digits of the hash of its secret, which name it in lists."""
    name: str
    enrolled: datetime


class Accounts:
    """The accounts in one file. Any thread."""

    def __init__(self, file: Path) -> None:
        """Open the file, or create it for this user alone."""
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        self._engine = _engine(file)
        _TABLES.create_all(self._engine)
        self._hasher = PasswordHasher()
        self._nobodys = self._hasher.hash(secrets.token_urlsafe())
        self._checking = threading.BoundedSemaphore(2)
        """Argon2 takes 64 MiB and a core: as many at once as do no harm."""

    def close(self) -> None:
        self._engine.dispose()

    # --- computers -------------------------------------------------------------------------------

    def invite(self) -> str:
        """Return the code of a new invitation, good once and for a week."""
        code = secrets.token_urlsafe(32)
        with self._engine.begin() as connection:
            connection.execute(insert(_INVITATION).values(code=_hash(code), until=_now() + INVITATION))
        return code

    def enrol(self, untrusted_code: str, name: str) -> str:
        """Return the secret of a computer that shows an invitation. Raises NotEnrolled."""
        mine = _INVITATION.c.code == _hash(untrusted_code)
        secret = secrets.token_urlsafe(32)
        with self._engine.begin() as connection:
            used = connection.execute(delete(_INVITATION).where(mine).returning(_INVITATION.c.until)).scalar()
            if used is not None and used >= _now():
                values = {"secret": _hash(secret), "name": _line(name), "enrolled": _now()}
                connection.execute(insert(_DEVICE).values(values))
                return secret
        raise NotEnrolled(
            "This invitation was used already, or is too old.",
            "Ask whoever looks after the server for another.",
        )

    def devices(self) -> list[Device]:
        """Return the enrolled computers, the oldest first."""
        query = select(_DEVICE).order_by(_DEVICE.c.enrolled)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Device(row.secret[:8], row.name, row.enrolled.replace(tzinfo=UTC)) for row in rows]

    def revoke(self, device_id: str) -> None:
        """Forget a computer and all who are signed in at it, from its next request on. Raises
        NotInLibrary."""
        which = _DEVICE.c.secret.startswith(device_id, autoescape=True)
        with self._engine.begin() as connection:
            if not device_id or not connection.execute(delete(_DEVICE).where(which)).rowcount:
                raise NotInLibrary("No computer has this number.", "Look at the list of computers.")

    # --- persons ---------------------------------------------------------------------------------

    def set_person(self, name: str, role: Role, password: str) -> None:
        """Add a person, or change role and password of one, who is signed out everywhere. Raises
        AccountRefused."""
        name = _line(name)
        if not name or len(password) < SHORTEST_PASSWORD:
            raise AccountRefused(
                "A person needs a name, and a password of at least 12 characters.",
                "Choose a longer password; several words are easy to remember.",
            )
        values = {"role": role.value, "password": self._hasher.hash(password), "failures": 0}
        with self._engine.begin() as connection:
            connection.execute(delete(_PERSON).where(_PERSON.c.name == name))
            connection.execute(insert(_PERSON).values(name=name, **values))

    def remove_person(self, name: str) -> None:
        """Remove a person, who is signed out everywhere. Raises NotInLibrary."""
        with self._engine.begin() as connection:
            if not connection.execute(delete(_PERSON).where(_PERSON.c.name == name)).rowcount:
                raise NotInLibrary("Nobody has this name here.", "Look at the list of persons.")

    def persons(self) -> list[Person]:
        """Return all persons by name."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_PERSON).order_by(_PERSON.c.name)).all()
        return [Person(row.name, Role(row.role)) for row in rows]

    # --- signing in ------------------------------------------------------------------------------

    def device_named(self, untrusted_secret: str) -> str:
        """Return the name of the computer with a secret. Raises NotEnrolled."""
        query = select(_DEVICE.c.name).where(_DEVICE.c.secret == _hash(untrusted_secret))
        with self._engine.connect() as connection:
            name = connection.execute(query).scalar()
        if name is None:
            raise NotEnrolled
        return str(name)

    def sign_in(self, untrusted_secret: str, untrusted_name: str, untrusted_password: str) -> SignedIn:
        """Sign a person in at a computer. A tenth of a second. Raises NotEnrolled, SignInLocked and
        SignInRefused, after the same time whether the name is known or not."""
        self.device_named(untrusted_secret)
        name = _line(untrusted_name)
        mine = _PERSON.c.name == name
        with self._engine.connect() as connection:
            person = connection.execute(select(_PERSON).where(mine)).one_or_none()
        is_right = self._is_password(person.password if person else self._nobodys, untrusted_password)
        if person is None:
            raise SignInRefused
        if person.locked_until is not None and person.locked_until > _now():
            raise SignInLocked
        with self._engine.begin() as connection:
            if not is_right:
                failures = person.failures + 1
                locked = _now() + LOCKED if failures >= FAILURES else None
                kept = 0 if locked else failures
                connection.execute(update(_PERSON).where(mine).values(failures=kept, locked_until=locked))
                raise_after = SignInLocked if locked else SignInRefused
            else:
                connection.execute(update(_PERSON).where(mine).values(failures=0, locked_until=None))
                connection.execute(delete(_SESSION).where(_SESSION.c.until < _now()))
                token, until = secrets.token_urlsafe(32), _now() + SESSION
                values = {"device": _hash(untrusted_secret), "person": name, "until": until}
                connection.execute(insert(_SESSION).values(token=_hash(token), **values))
                return SignedIn(token, name, Role(person.role), until.replace(tzinfo=UTC))
        raise raise_after

    def sign_out(self, untrusted_token: str) -> None:
        """End a session, if there is one."""
        with self._engine.begin() as connection:
            connection.execute(delete(_SESSION).where(_SESSION.c.token == _hash(untrusted_token)))

    def asking(self, untrusted_secret: str, untrusted_token: str) -> Person:
        """Return the person who asks: signed in, at this very computer. Under a millisecond. Raises
        NotEnrolled and NotSignedIn."""
        device = self.device_named(untrusted_secret)
        query = (
            select(_PERSON.c.name, _PERSON.c.role)
            .join(_SESSION, _SESSION.c.person == _PERSON.c.name)
            .where(_SESSION.c.token == _hash(untrusted_token))
            .where(_SESSION.c.device == _hash(untrusted_secret))
            .where(_SESSION.c.until > _now())
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise NotSignedIn
        return Person(row.name, Role(row.role), device)

    def _is_password(self, kept: str, untrusted: str) -> bool:
        with self._checking:
            try:
                return self._hasher.verify(kept, untrusted)
            except VerificationError:
                return False


def _engine(file: Path) -> Engine:
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def _prepare(connection: object, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[attr-defined]
        connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[attr-defined]
        connection.execute("PRAGMA secure_delete = ON")  # type: ignore[attr-defined]

    return engine


def _hash(secret: str) -> str:
    """Return what is kept of a secret of 256 random bits, which needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _line(untrusted: str) -> str:
    """Return a name in one line of printable characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in untrusted).split())[:100]


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
