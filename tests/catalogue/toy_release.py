"""A toy release with one more migration than this one: it adds a column and changes every title."""

from __future__ import annotations

import shutil
from pathlib import Path

from briefbank.catalogue import schema
from briefbank.catalogue.sqlite_database import SqliteDatabase

REVISION = "0002"
MARK = " (migrated)"
_MIGRATION = f'''
import sqlalchemy as sa
from alembic import op

revision = "{REVISION}"
down_revision = "{schema.head()}"


def upgrade() -> None:
    op.add_column("watched", sa.Column("toy", sa.String(), nullable=False, server_default=""))
    op.create_index("ix_watched_toy", "watched", ["toy"])
    op.execute("UPDATE document SET title = title || '{MARK}'")
'''


def migrations(folder: Path) -> Path:
    """Write the migrations of the toy release into a new folder and return it."""
    copy = shutil.copytree(schema.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "r0002_toy.py").write_text(_MIGRATION)
    return copy


def shape(folder: Path) -> str:
    """Return the fingerprint of the tables that these migrations make; uses a new file beside them."""
    database = SqliteDatabase(folder.with_name("shape.sqlite"))
    with database.writing() as connection:
        schema.upgrade(connection)
        fingerprint = schema.fingerprint(connection)
    database.close()
    return fingerprint


def install(folder: Path) -> None:
    """Make this process the toy release, whose migrations are in ``folder``."""
    schema.MIGRATIONS = folder
    schema.SHAPES[REVISION] = shape(folder)
