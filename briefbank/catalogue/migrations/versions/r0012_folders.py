"""Documents keep the folder that they were dropped with, and files that wait keep it for them.

Documents of older releases have none until they are added once more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    for table in ("document", "intake"):
        op.add_column(table, sa.Column("folder", sa.Text(), nullable=False, server_default=""))
