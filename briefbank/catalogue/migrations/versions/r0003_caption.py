"""Captions with their sources, and what people put right in them.

Written out instead of taken from ``tables``: a migration must do the same for ever, whatever those become.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_CONFIDENCE = 0.5
"""Of what older versions read: they kept none."""


def upgrade() -> None:
    for name in ("parties", "side", "office"):
        op.add_column("document", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.add_column("document", sa.Column("corrected", sa.String(), nullable=False, server_default=""))
    _tables()
    _what_was_read()


def _tables() -> None:
    op.create_table(
        "caption",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("confidence", sa.REAL(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        _of_document("caption"),
        sa.PrimaryKeyConstraint("document_id", "field", name="pk_caption"),
    )
    op.create_table(
        "correction",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("corrected_at", sa.Text(), nullable=False),
        _of_document("correction"),
        sa.PrimaryKeyConstraint("document_id", "field", name="pk_correction"),
    )
    op.create_table(
        "recaptioned",
        sa.Column("document_id", sa.Integer(), nullable=False),
        _of_document("recaptioned"),
        sa.PrimaryKeyConstraint("document_id", name="pk_recaptioned"),
    )


def _of_document(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["document_id"], ["document.id"], name=f"fk_{table}_document_id", ondelete="CASCADE"
    )


def _what_was_read() -> None:
    """A title that is the file's name was taken from it, as a document without a title always is."""
    named = "CASE WHEN substr(file_name, 1, length(title) + 1) = title || '.' THEN 'file' ELSE 'caption' END"
    for field, source in (
        ("title", named),
        ("court", "'caption'"),
        ("docket", "'caption'"),
        ("kind", "'caption'"),
        ("filed", "filed_source"),
    ):
        op.execute(
            "INSERT INTO caption (document_id, field, value, source, confidence) "
            f"SELECT id, '{field}', {field}, {source}, {_CONFIDENCE} FROM document "
            f"WHERE {field} IS NOT NULL AND {field} <> ''"
        )
