"""The first catalogue: documents, pages, passages, feedback, intake ledger.

Written out instead of taken from ``tables``: a migration must do the same for ever, whatever those become.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _documents()
    _passages()
    _feedback()
    _intake()


def _documents() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("court", sa.Text(), nullable=False),
        sa.Column("docket", sa.Text(), nullable=False),
        sa.Column("filed", sa.Date(), nullable=True),
        sa.Column("filed_source", sa.String(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("ocr_pages", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("gaps", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("suffix", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.Column("has_reading_copy", sa.Boolean(), nullable=False),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_document"),
        sa.UniqueConstraint("sha256", name="uq_document_sha256"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "page",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("gap_reason", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("document_id", "index", name="pk_page"),
        _of_document("fk_page_document_id"),
    )


def _passages() -> None:
    op.create_table(
        "passage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("searchable", sa.Boolean(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(), nullable=False),
        sa.Column("page_label", sa.Text(), nullable=False),
        sa.Column("heading_path", sa.String(), nullable=False),
        sa.Column("spans", sa.LargeBinary(), nullable=False),
        sa.Column("citations", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passage"),
        sa.UniqueConstraint("document_id", "ordinal", name="uq_passage_document_id_ordinal"),
        _of_document("fk_passage_document_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_passage_searchable", "passage", ["searchable"])
    op.create_table(
        "embedded",
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("passage_id", name="pk_embedded"),
        sa.ForeignKeyConstraint(
            ["passage_id"], ["passage.id"], name="fk_embedded_passage_id", ondelete="CASCADE"
        ),
    )


def _feedback() -> None:
    op.create_table(
        "feedback",
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("document_sha256", sa.String(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("given_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("query", "document_sha256", "text_hash", name="pk_feedback"),
        sa.CheckConstraint("verdict IN ('up', 'down')", name="ck_feedback_verdict"),
    )


def _intake() -> None:
    op.create_table(
        "intake",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=True),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_intake"),
        _of_document("fk_intake_document_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_intake_document_id", "intake", ["document_id"])


def _of_document(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=name, ondelete="CASCADE")
