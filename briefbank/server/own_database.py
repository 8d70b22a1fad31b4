"""Opens the files in which the server keeps what belongs to no library."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Engine, MetaData, create_engine, event

from briefbank.files import create_private


def opened(file: Path, tables: MetaData) -> Engine:
    """Open a file, or create it for this user alone, with all these tables. Deleted values are
    overwritten."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    create_private(file)
    engine = create_engine(f"sqlite:///{file}")
    event.listen(engine, "connect", _prepare)
    tables.create_all(engine)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("foreign_keys = ON", "journal_mode = WAL", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")
