"""Documents keep in which of their annotations a mistake of BriefBank left a gap."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "annotation_gap",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("annotation", sa.String(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("release", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_annotation_gap_document_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", "annotation", name="pk_annotation_gap"),
    )
