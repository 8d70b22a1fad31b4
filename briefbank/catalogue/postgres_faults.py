"""Translates errors of PostgreSQL into errors that a lawyer can act on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, TimeoutError

from briefbank.errors import (
    ShortOfMemory,
    StoreAway,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)


class DatabaseAway(StoreAway):
    """Raised when the office's database cannot be asked."""

    default_title = "The office’s database does not answer just now."
    default_remedy = (
        "Ask whoever looks after the office’s server to see to PostgreSQL. Nothing that was added is lost."
    )


class TooLong(StoreError):
    """Raised for a name that is longer than PostgreSQL keeps in an index: some thousand characters."""

    default_title = "A name is too long for the office’s database."
    default_remedy = "Give the file or folder a shorter name and try again. Nothing was changed."


_BY_CODE: dict[str, type[StoreError]] = {
    "55P03": StoreBusy,  # lock_not_available
    "25006": StoreReadOnly,  # read_only_sql_transaction
    "42501": StoreReadOnly,  # insufficient_privilege
    "53100": StoreFull,  # disk_full
    "53300": StoreBusy,  # too_many_connections
    "54000": TooLong,  # program_limit_exceeded
}
_BY_CLASS: dict[str, type[StoreError]] = {
    "08": DatabaseAway,  # connection exceptions
    "28": DatabaseAway,  # invalid authorization
    "3D": DatabaseAway,  # invalid catalog name: no such database
    "57": DatabaseAway,  # operator intervention: shut down, or not started yet
    "53": ShortOfMemory,  # insufficient resources
    "58": StoreError,  # system error: the disk
    "XX": StoreDamaged,  # internal error: data corrupted
}
"""The errors by their code and by its first two characters
(https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
_CONSTRAINT = "23"


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate exceptions from PostgreSQL into StoreError and its subclasses.

    A violated constraint counts as damage, as in a file. Wrong SQL is a fault of BriefBank and passes
    unchanged.
    """
    try:
        yield
    except TimeoutError as error:
        raise StoreBusy(detail="postgresql connections") from error
    except DBAPIError as error:
        raise _store_error(error) from error


def _store_error(error: DBAPIError) -> Exception:
    code: str = getattr(error.orig, "sqlstate", None) or ""
    detail = f"postgresql {code or type(error.orig).__name__}"
    if error.connection_invalidated or (not code and _is_of_connection(error)):
        return DatabaseAway(detail=detail)
    if code.startswith(_CONSTRAINT):
        return StoreDamaged(
            "Some entries of the library’s catalogue do not fit together.",
            "Check the library and let it be repaired, or rebuild its indexes, then try again.",
            detail=detail,
        )
    kind = _BY_CODE.get(code) or _BY_CLASS.get(code[:2])
    return kind(detail=detail) if kind else error


def _is_of_connection(error: DBAPIError) -> bool:
    """Tell whether an error without a code is of the connection: the server did not answer at all."""
    return type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
