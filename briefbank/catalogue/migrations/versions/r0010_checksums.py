"""What is shown of each document has a checksum, and files of watched folders are known without their names.

Documents of older libraries get their checksum at the next thorough check, which compares what can be
compared without: hashing all stored files here would keep a large library closed for minutes.
"""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "checksum",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("read", sa.String(), nullable=False),
        sa.Column("copy", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("entry", sa.String(), nullable=False),
        sa.Column("entry_hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_checksum_document_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", name="pk_checksum"),
    )
    _forget_names()


def _forget_names() -> None:
    """The rest of a name in the free parts of the file goes with the next opening, as after a removal."""
    connection = op.get_bind()
    seen = connection.exec_driver_sql("SELECT path, folder, size, modified_ns FROM seen").all()
    op.drop_table("seen")
    op.create_table(
        "seen",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["folder"], ["watched.path"], name="fk_seen_folder", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name="pk_seen"),
    )
    op.create_index("ix_seen_folder", "seen", ["folder"])
    for path, folder, size, modified_ns in seen:
        named = path if isinstance(path, bytes) else path.encode("utf-8")
        key = hashlib.blake2b(b"%d %d %b" % (size, modified_ns, named), digest_size=16).hexdigest()
        connection.exec_driver_sql("INSERT INTO seen (key, folder) VALUES (?, ?)", (key, folder))
    if seen:
        connection.exec_driver_sql("INSERT OR IGNORE INTO state (key, value) VALUES ('erasing', '[]')")
