"""The database of a person's data in the user's data folder, which is in no library, backup or export.

It is opened like the catalogue (``catalogue.sqlite_database``: private, WAL, deleted data overwritten), but a
person must be able to search without it. The first call that needs the file opens it. A damaged file is moved
aside and replaced by a new one. A file that a newer BriefBank wrote is left unchanged and not used. Each
module of this package adds its tables to :class:`UserTable`.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

from sqlalchemy import Connection, MetaData, delete, func, select

from briefbank.catalogue.columns import TypedTable
from briefbank.catalogue.database import BUSY_SECONDS
from briefbank.catalogue.sqlite_database import SqliteDatabase, translate_errors
from briefbank.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreTooNew
from briefbank.files import store_error
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

_VERSION = 1
_SIDE_FILES = ("-wal", "-shm")
_WORDS: dict[type[StoreError], tuple[Message, Message]] = {
    StoreBusy: (
        Message("Another BriefBank is using what is remembered on this computer."),
        Message("Wait a moment, or close the other window, and try again."),
    ),
    StoreFull: (
        Message("The disk is full, so nothing more can be remembered on this computer."),
        Message("Free some space. Searches work all the same."),
    ),
    StoreReadOnly: (
        Message("BriefBank may not write into your data folder, so nothing is remembered."),
        Message("Ask whoever looks after this computer to let you write there. Searches work all the same."),
    ),
    StoreDamaged: (
        Message("What was remembered on this computer is damaged."),
        Message("Close BriefBank and open it again: it then begins anew. The library is not affected."),
    ),
    StoreTooNew: (
        Message("What is remembered on this computer was kept by a newer version of BriefBank."),
        Message(
            "Install that version to use it. Searches work all the same; nothing is remembered until then."
        ),
    ),
}
_OTHER_WORDS = (
    Message("What is remembered on this computer could not be used."),
    Message("Check the disk with your data folder. Searches work all the same."),
)


class UserTable(TypedTable):
    """The base of all tables of a person's data, which are created with a new file."""

    metadata: ClassVar[MetaData] = MetaData()


def delete_all(connection: Connection, table: type[UserTable]) -> int:
    """Delete all rows of a table, and return their number.

    Call ``UserDatabase.overwrite_deleted`` after the transaction.
    """
    count = connection.execute(select(func.count()).select_from(table)).scalar_one()
    connection.execute(delete(table))
    return count


class UserDatabase:
    """The database of a person's data. Any thread; each transaction is its own.

    Raises StoreError and its kinds in plain words.
    """

    def __init__(self, path: Path) -> None:
        """Keep the path; no file is opened or created yet."""
        self.path = path
        self._opening = threading.Lock()
        self._opened: SqliteDatabase | None = None

    @property
    def damaged(self) -> Path:
        """The path to which a damaged file is moved."""
        return self.path.with_name("personal.damaged.sqlite")

    @property
    def is_missing(self) -> bool:
        """Return whether nothing was ever kept, so that there is nothing to read and no file is created."""
        return self._opened is None and not self.path.exists()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with _as_userdata_errors(), self._database().reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction, waiting for another window's; raises StoreBusy after ten seconds."""
        with _as_userdata_errors(), self._database().writing() as connection:
            yield connection

    def empty_log(self) -> None:
        """Empty the file's log after a removal, unless a reader still needs an older state."""
        with _as_userdata_errors():
            self._database().empty_log()

    def overwrite_deleted(self) -> None:
        """Overwrite all deleted data in the file, its log and a damaged file put aside.

        Raises StoreBusy if another window kept the log from being emptied; then traces may be left in it.
        """
        with _as_userdata_errors():
            self._database()
            with translate_errors(), closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS)) as connection:
                connection.isolation_level = None
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("VACUUM")
                busy, _frames, _moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise StoreBusy(detail="log not emptied")
            _delete(self.damaged)

    def close(self) -> None:
        """Close the database, if it was opened. Call this last."""
        with self._opening:
            if self._opened is not None:
                self._opened.close()

    def _database(self) -> SqliteDatabase:
        with self._opening:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> SqliteDatabase:
        """Open the database under a lock, so that two windows do not put each other's new file aside."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise store_error(error) from error
        lock = ProcessLock(self.path.with_suffix(".lock"), wait_s=BUSY_SECONDS)
        with lock():
            try:
                return _opened(self.path)
            except StoreDamaged as damage:
                log.warning("user database damaged, put aside: %s", damage.detail)
                _move_aside(self.path, self.damaged)
                return _opened(self.path)


def _opened(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    try:
        with database.writing() as connection:
            _create_tables(connection)
    except BaseException:
        database.close()
        raise
    return database


def _create_tables(connection: Connection) -> None:
    """Create the tables in a new file.

    Raises StoreTooNew, and StoreDamaged for a file that is no database or another program's.
    """
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise StoreDamaged(detail="quick_check")
    version = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    if version > _VERSION:
        raise StoreTooNew(detail=f"user data version {version}")
    if version == 0:
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar():
            raise StoreDamaged(detail="tables without a version")
        UserTable.metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {_VERSION}")


def _move_aside(path: Path, damaged: Path) -> None:
    try:
        path.replace(damaged)
        for side in _SIDE_FILES:
            _delete(path.with_name(path.name + side))
    except OSError as error:
        raise store_error(error) from error


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise store_error(error) from error


@contextmanager
def _as_userdata_errors() -> Iterator[None]:
    """Raise errors of the same kind with messages on a person's data instead of the library."""
    try:
        yield
    except StoreError as error:
        title, remedy = _WORDS.get(type(error), _OTHER_WORDS)
        raise type(error)(title, remedy, detail=error.detail) from error
