"""The judge below, or the bench, as one more field of the caption.

Documents of older versions have none until they are read again or a person names one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("document", sa.Column("judge", sa.Text(), nullable=False, server_default=""))
