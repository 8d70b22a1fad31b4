"""Keep what the files of old offices bring: folders, refusals, attachments, and turns of the queue.

Documents and files that wait keep the folder that they were dropped with; documents of older releases have
none until they are added once more. Refused files keep the kind of their refusal, by which next steps are
offered, and may be left out. Documents know to which mails and PDFs they are attached, and how many files are
attached to them. Files of the queue have a turn, so that the newest of many are read first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_HASH = "typeof(container) = 'text' AND length(container) = 64 AND container NOT GLOB '*[^0-9a-f]*'"


def upgrade() -> None:
    for table in ("document", "intake"):
        op.add_column(table, sa.Column("folder", sa.Text(), nullable=False, server_default=""))
    _refusals()
    _attachments()
    op.add_column("intake", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
    waiting = sa.text("status IS NULL")
    op.create_index("ix_intake_next", "intake", ["turn", "id", "stage"], sqlite_where=waiting)
    op.create_index("ix_intake_path", "intake", ["path"])


def _refusals() -> None:
    op.add_column("intake", sa.Column("refusal", sa.String(), nullable=True))
    op.add_column("intake", sa.Column("left_out", sa.Boolean(), nullable=False, server_default="0"))
    op.execute("UPDATE intake SET refusal = 'protected' WHERE needs_password AND status = 'refused'")
    op.drop_column("intake", "needs_password")


def _attachments() -> None:
    op.create_table(
        "attachment",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("container", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_attachment_document_id", ondelete="CASCADE"
        ),
        sa.CheckConstraint(_HASH, name="container"),
        sa.PrimaryKeyConstraint("document_id", "container", name="pk_attachment"),
    )
    op.create_index("ix_attachment_container", "attachment", ["container"])
    op.add_column("document", sa.Column("attached", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("intake", sa.Column("container", sa.String(), nullable=False, server_default=""))
    op.add_column("intake", sa.Column("depth", sa.Integer(), nullable=False, server_default="0"))
