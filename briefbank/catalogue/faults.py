"""Translates errors of SQLite and the system into errors that a lawyer can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from briefbank.domain.documents import Document
from briefbank.errors import (
    FileRefused,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

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
_PRIMARY_CODE_MASK = 0xFF
"""The mask of a result code's lowest byte, its primary code (https://sqlite.org/rescode.html)."""


class Withdrawn(Exception):
    """Raised when the ledger row that is being worked on was closed, or deleted with its document."""


class AlreadyInLibrary(FileRefused):
    """Raised when a ``document`` with the same contents is in the catalogue."""

    default_title = "The same file is already in the library."
    default_remedy = "It was not added a second time."

    def __init__(
        self, title: str = "", remedy: str = "", *, detail: str = "", document: Document | None = None
    ) -> None:
        super().__init__(title, remedy, detail=detail)
        self.document = document


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate exceptions from SQLite into StoreError and its subclasses.

    A violated constraint counts as damage: BriefBank violates none where the earlier rows are as it wrote
    them. Wrong SQL is a fault of BriefBank and passes unchanged.
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
    if code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_CONSTRAINT:
        return StoreDamaged(
            "Some entries of the library’s catalogue do not fit together.",
            "Check the library and let it be repaired, or rebuild its indexes, then try again.",
            detail=f"sqlite {name}",
        )
    if code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_IOERR:
        return StoreError(detail=f"sqlite {name}")
    kind = _BY_CODE.get(code & _PRIMARY_CODE_MASK)
    return kind(detail=f"sqlite {name}") if kind else otherwise
