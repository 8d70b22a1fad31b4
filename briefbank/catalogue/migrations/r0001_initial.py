"""Create the tables of a catalogue in a file of SQLite, as ``tables`` describes them.

``schema.SHAPES`` has its fingerprint. Before ``tables`` changes for the first time, the call is replaced by
the statements that it runs today (``.schema``), because a later migration changes the tables of this release.
"""

from alembic import op

from briefbank.catalogue.tables import Base

revision = "0001"
down_revision = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
