"""Documents know to which mails and PDFs they are attached, and how many files are attached to them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_HASH = "typeof(container) = 'text' AND length(container) = 64 AND container NOT GLOB '*[^0-9a-f]*'"


def upgrade() -> None:
    op.create_table(
        "attachment",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("container", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_attachment_document_id", ondelete="CASCADE"
        ),
        sa.CheckConstraint(_HASH, name="ck_attachment_container"),
        sa.PrimaryKeyConstraint("document_id", "container", name="pk_attachment"),
    )
    op.create_index("ix_attachment_container", "attachment", ["container"])
    op.add_column("document", sa.Column("attached", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("intake", sa.Column("container", sa.String(), nullable=False, server_default=""))
    op.add_column("intake", sa.Column("depth", sa.Integer(), nullable=False, server_default="0"))
