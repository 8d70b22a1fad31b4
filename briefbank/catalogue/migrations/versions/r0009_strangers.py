"""What a user agreed to is marked, and what becomes part of a path is held to its form by the tables.

SQLite cannot add a constraint to a table. Making ``document`` anew would carry away by cascade all that hangs
on it, so the constraint is written into the table's definition, in the way that SQLite's documentation gives
for constraints that the rows are known to meet (https://www.sqlite.org/lang_altertable.html, section 7).
"""

import sqlalchemy as sa
from alembic import op

from briefbank.errors import StoreDamaged

revision = "0009"
down_revision = "0008"

_HASH = "typeof(sha256) = 'text' AND length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'"
_SUFFIX = "typeof(suffix) = 'text' AND suffix GLOB '.[a-z0-9]*' AND substr(suffix, 2) NOT GLOB '*[^a-z0-9]*'"
_CHECKS = (
    ("document", "sha256", _HASH),
    ("document", "suffix", _SUFFIX),
    ("intake", "sha256", f"sha256 = '' OR {_HASH}"),
    ("intake", "suffix", f"suffix = '' OR {_SUFFIX}"),
    ("ocr_order", "sha256", _HASH),
    ("recognised", "sha256", _HASH),
)


def upgrade() -> None:
    for table in ("intake", "watched"):
        op.add_column(table, sa.Column("agreed", sa.String(), nullable=False, server_default=""))
    connection = op.get_bind()
    for table, _, rule in _CHECKS:
        wrong = connection.exec_driver_sql(f"SELECT 1 FROM {table} WHERE NOT coalesce({rule}, 0) LIMIT 1")
        if wrong.first() is not None:
            raise StoreDamaged(detail=f"upgrade: {table}")
    version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    for table, column, rule in _CHECKS:
        added = f", CONSTRAINT ck_{table}_{column} CHECK ({rule}))"
        statement = (
            "UPDATE sqlite_schema SET sql = substr(rtrim(sql), 1, length(rtrim(sql)) - 1) || ? "
            "WHERE type = 'table' AND name = ?"
        )
        connection.exec_driver_sql(statement, (added, table))
    connection.exec_driver_sql(f"PRAGMA schema_version = {version + 1}")
    connection.exec_driver_sql("PRAGMA writable_schema = RESET")
