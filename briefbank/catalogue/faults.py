"""The one place where SQLite's and the system's complaints become errors that a lawyer can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from briefbank.errors import (
    FileRefused,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from briefbank.models import Document

_BY_CODE: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
}
_PRIMARY = 0xFF
"""Extended result codes keep the primary one in their lowest byte (https://sqlite.org/rescode.html)."""


class Withdrawn(Exception):
    """The row of the ledger that is being worked on was closed, or went with its document."""


class AlreadyInLibrary(FileRefused):
    """A document with the same contents is in the catalogue; ``document`` is that one."""

    default_title = "The same file is already in the library."
    default_remedy = "It was not added a second time."

    def __init__(
        self, title: str = "", remedy: str = "", *, detail: str = "", document: Document | None = None
    ) -> None:
        super().__init__(title, remedy, detail=detail)
        self.document = document


@contextmanager
def translated() -> Iterator[None]:
    """Raise StoreError and its kinds in place of what SQLite raises.

    A broken rule of the schema is damage: BriefBank breaks none where the rows before it are as it wrote
    them. Wrong SQL is a fault of BriefBank and passes.
    """
    try:
        yield
    except DBAPIError as error:
        raise _store_error(error.orig, error) from error
    except sqlite3.Error as error:
        raise _store_error(error, error) from error


def _store_error(cause: BaseException | None, otherwise: Exception) -> Exception:
    code = getattr(cause, "sqlite_errorcode", None)
    name = getattr(cause, "sqlite_errorname", "")
    if code is None:
        undecodable = isinstance(cause, sqlite3.OperationalError) and "decode" in str(cause)
        return StoreDamaged(detail="catalogue: no text") if undecodable else otherwise
    if code & _PRIMARY == sqlite3.SQLITE_CONSTRAINT:
        return StoreDamaged(
            "Some entries of the library’s catalogue do not fit together.",
            "Check the library and let it be repaired, or rebuild its indexes, then try again.",
            detail=f"sqlite {name}",
        )
    if code & _PRIMARY == sqlite3.SQLITE_IOERR:
        return StoreError(detail=f"sqlite {name}")
    kind = _BY_CODE.get(code & _PRIMARY)
    return kind(detail=f"sqlite {name}") if kind else otherwise
