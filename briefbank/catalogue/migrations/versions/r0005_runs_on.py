"""Whether a passage's last paragraph goes on in the next one, so that a search can look across the cut.

Passages of older versions count as closed: what was cut inside a paragraph is not known of them any more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("passage", sa.Column("runs_on", sa.Boolean(), nullable=False, server_default="0"))
