"""Intake that goes on after any stop: the ledger's new columns, recognised pages, families, watched folders.

Written out instead of taken from ``tables``: a migration must do the same for ever, whatever those become.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _documents_and_pages()
    _ledger()
    _recognition()
    _families()
    _watched()
    op.create_table(
        "state",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_state"),
    )


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default="0")


def _word(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, server_default="")


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default="0")


def _documents_and_pages() -> None:
    for name in ("doubtful_pages", "hidden_pages", "family"):
        op.add_column("document", _number(name))
    op.add_column("page", _word("engine"))
    op.add_column("page", sa.Column("confidence", sa.REAL(), nullable=True))
    op.add_column("page", _number("hidden"))


def _ledger() -> None:
    for name in ("archive", "member"):
        op.add_column("intake", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    for name in ("sha256", "suffix"):
        op.add_column("intake", _word(name))
    for name in ("size", "attempts"):
        op.add_column("intake", _number(name))
    for name in ("sample", "needs_password"):
        op.add_column("intake", _flag(name))
    op.create_index("ix_intake_open", "intake", ["id"], sqlite_where=sa.text("status IS NULL"))


def _recognition() -> None:
    op.create_table(
        "ocr_order",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("replace_text", sa.Boolean(), nullable=False),
        sa.Column("setting", sa.String(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", "page", name="pk_ocr_order"),
    )
    op.create_table(
        "recognised",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", "page", name="pk_recognised"),
    )


def _families() -> None:
    op.create_table(
        "signature",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("scheme", sa.String(), nullable=False),
        sa.Column("minhash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_signature_document_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", name="pk_signature"),
    )


def _watched() -> None:
    op.create_table(
        "watched",
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("path", name="pk_watched"),
    )
    op.create_table(
        "seen",
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("modified_ns", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["folder"], ["watched.path"], name="fk_seen_folder", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("path", name="pk_seen"),
    )
    op.create_index("ix_seen_folder", "seen", ["folder"])
