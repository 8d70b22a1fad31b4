"""Files of the queue have a turn, so that the newest of many are read first."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("intake", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
    waiting = sa.text("status IS NULL")
    op.create_index("ix_intake_next", "intake", ["turn", "id", "stage"], sqlite_where=waiting)
    op.create_index("ix_intake_path", "intake", ["path"])
