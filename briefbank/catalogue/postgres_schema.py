"""Makes and migrates the tables of a catalogue in PostgreSQL, or says why that is impossible.

A new database gets the tables of the newest revision at once, from ``tables``. Later revisions come by the
same migrations as a file's, from the one that the database states, in one transaction.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, inspect, select, text
from sqlalchemy.schema import Column, MetaData
from sqlalchemy.types import String

from briefbank.catalogue import schema
from briefbank.catalogue.postgres_database import PostgresDatabase
from briefbank.catalogue.tables import Base
from briefbank.errors import StoreDamaged, StoreError
from briefbank.jobs import Reporter

_ENCODING = "UTF8"
_LONG = frozenset({"ix_intake_path", "ix_document_folder", "ix_seen_folder"})
"""Indexes of single texts of any length, which are only asked for equality: an index in order has a limit."""
_LONG_QUERIES = (
    "ALTER TABLE feedback DROP CONSTRAINT pk_feedback",
    "CREATE UNIQUE INDEX pk_feedback ON feedback (person, md5(query), document_sha256, text_hash)",
    "CREATE INDEX ix_feedback_query ON feedback USING hash (query)",
)
"""The key of feedback for queries of any length, such as a pasted page: a key of PostgreSQL has a limit."""
_REVISION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The table in which Alembic keeps the revision, as it would make it."""


def bring_up_to_date(database: PostgresDatabase, reporter: Reporter) -> None:
    """Make or migrate the tables. Raises StoreTooNew, StoreDamaged (tables that are no catalogue), and
    StoreError."""
    with database.reading() as connection:
        if revision_of(connection) == schema.head():
            return
    with database.writing_uncounted() as connection:
        # Asked again under the writers' lock: another program may have done it meanwhile.
        found = revision_of(connection)
        if not found:
            _make(connection)
        elif found != schema.head():
            reporter.progress(schema.PREPARING, 0, 0)
            schema.upgrade(connection)


def revision_of(connection: Connection) -> str:
    """Return the database's revision, empty for one without tables. Raises StoreTooNew and StoreDamaged."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if _REVISION.name not in tables:
        raise StoreDamaged(
            "The office’s database holds something else than a BriefBank library.",
            "Name an empty database to the server. Nothing in this one was changed.",
            detail="not a catalogue",
        )
    return schema.known_revision(connection.execute(select(_REVISION)).scalar())


def _make(connection: Connection) -> None:
    """Create the tables of the newest revision. Raises StoreError for a database of another encoding."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != _ENCODING:
        raise StoreError(
            "The office’s database cannot hold every character.",
            "Make it anew with the encoding UTF8, and start the server again.",
            detail=f"encoding {encoding}",
        )
    _suit_indexes()
    Base.metadata.create_all(connection)
    for statement in _LONG_QUERIES:
        connection.execute(text(statement))
    _REVISION.create(connection)
    connection.execute(_REVISION.insert().values(version_num=schema.head()))


def _suit_indexes() -> None:
    """Give the indexes what they have in a file: some hold only a part of the rows."""
    for table in Base.metadata.sorted_tables:
        for index in table.indexes:
            options = index.dialect_options["postgresql"]
            options["where"] = index.dialect_options["sqlite"]["where"]
            if index.name in _LONG:
                options["using"] = "hash"
