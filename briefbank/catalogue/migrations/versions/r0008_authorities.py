"""Authorities: who cites what, what is in force when, and what the office says still holds.

Documents of older libraries have no row in ``graphed`` and are read for it when the library is next opened.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _authorities()
    _citations()
    _provisions()
    _what_the_office_says()


def _authorities() -> None:
    op.create_table(
        "authority",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("sort", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_authority"),
        sa.UniqueConstraint("canonical", name="uq_authority_canonical"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "authority_name",
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("authority_id", sa.Integer(), nullable=False),
        _of("authority_name", "authority", cascade=True),
        sa.PrimaryKeyConstraint("canonical", name="pk_authority_name"),
    )
    _index("authority_name", "key")
    _index("authority_name", "authority_id")
    op.create_table(
        "form",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("sort", sa.String(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("beside", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        _of("form", "document", cascade=True),
        sa.PrimaryKeyConstraint("document_id", "canonical", name="pk_form"),
        sqlite_with_rowid=False,
    )
    _index("form", "canonical", "rank", "beside", "name")
    _index("form", "beside")


def _citations() -> None:
    op.create_table(
        "cited",
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("authority_id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("treatment", sa.Text(), nullable=False),
        _of("cited", "passage", cascade=True),
        _of("cited", "authority"),
        _of("cited", "document", cascade=True),
        sa.PrimaryKeyConstraint("passage_id", "at", name="pk_cited"),
        sqlite_with_rowid=False,
    )
    _index("cited", "authority_id", "document_id")
    _index("cited", "document_id")
    op.create_table(
        "relation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=True),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        _of("relation", "authority", column="source_id"),
        _of("relation", "authority", column="target_id"),
        _of("relation", "passage", cascade=True),
        _of("relation", "document", cascade=True),
        sa.PrimaryKeyConstraint("id", name="pk_relation"),
    )
    for column in ("source_id", "target_id", "passage_id", "document_id"):
        _index("relation", column)
    op.create_table(
        "identity",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("authority_id", sa.Integer(), nullable=False),
        _of("identity", "document", cascade=True),
        _of("identity", "authority"),
        sa.PrimaryKeyConstraint("document_id", "authority_id", name="pk_identity"),
        sqlite_with_rowid=False,
    )
    _index("identity", "authority_id")
    op.create_table(
        "graphed",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("scheme", sa.String(), nullable=False),
        _of("graphed", "document", cascade=True),
        sa.PrimaryKeyConstraint("document_id", name="pk_graphed"),
    )


def _provisions() -> None:
    op.create_table(
        "provision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("authority_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("catchline", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("valid_to", sa.Date(), nullable=True),
        _of("provision", "document", cascade=True),
        _of("provision", "authority"),
        sa.PrimaryKeyConstraint("id", name="pk_provision"),
        sa.UniqueConstraint("document_id", "first", name="uq_provision_document_id_first"),
    )
    _index("provision", "authority_id")
    _index("provision", "number")
    op.create_table(
        "window",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("set_at", sa.Text(), nullable=False),
        _of("window", "document", cascade=True),
        sa.PrimaryKeyConstraint("document_id", "canonical", name="pk_window"),
    )


def _what_the_office_says() -> None:
    op.create_table(
        "good_law",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("also", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("standing", sa.String(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("since", sa.Date(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=False),
        sa.Column("entered_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_good_law"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "dismissed",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("dismissed_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_dismissed"),
    )


def _of(table: str, other: str, *, column: str = "", cascade: bool = False) -> sa.ForeignKeyConstraint:
    named = column or f"{other}_id"
    return sa.ForeignKeyConstraint(
        [named], [f"{other}.id"], name=f"fk_{table}_{named}", ondelete="CASCADE" if cascade else None
    )


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
