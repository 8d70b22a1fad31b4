"""Refused files keep the kind of their refusal, by which next steps are offered, and may be left out."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("intake", sa.Column("refusal", sa.String(), nullable=True))
    op.add_column("intake", sa.Column("left_out", sa.Boolean(), nullable=False, server_default="0"))
    op.execute("UPDATE intake SET refusal = 'protected' WHERE needs_password AND status = 'refused'")
    op.drop_column("intake", "needs_password")
