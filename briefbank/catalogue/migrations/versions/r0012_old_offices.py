"""Keep what the files of old offices bring, and the collections that an office shares.

Documents and files that wait keep the folder that they were dropped with; documents of older releases have
none until they are added once more. Refused files keep the kind of their refusal, by which next steps are
offered, and may be left out. Documents know to which mails and PDFs they are attached, and how many files are
attached to them. Files of the queue have a turn, so that the newest of many are read first. Documents have
what lists are ordered and narrowed by, so that no list needs to read them all. Feedback says for whom it
counts. Collections are shared with an office under their name.
"""

import sqlalchemy as sa
from alembic import op

from briefbank.catalogue.document_lists import keys

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
    _lists()
    _feedback()
    _shared_collections()


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


def _lists() -> None:
    for name in ("title_key", "court_key", "docket_key", "list_text"):
        op.add_column("document", sa.Column(name, sa.String(), nullable=False, server_default=""))
    op.add_column("document", sa.Column("titled", sa.Boolean(), nullable=False, server_default="1"))
    _fill_keys()
    columns = ["filed", "kind", "pages", "passages", "gaps", "doubtful_pages", "hidden_pages", "family"]
    op.create_index("ix_document_list", "document", columns)
    for name in ("title", "court", "docket"):
        op.create_index(f"ix_document_{name}", "document", [f"{name}_key", "filed"])
    for name in ("folder", "family"):
        op.create_index(f"ix_document_{name}", "document", [name])


def _feedback() -> None:
    """Make the person a part of the key, which in SQLite takes a new table."""
    op.rename_table("feedback", "feedback_before")
    op.create_table(
        "feedback",
        sa.Column("person", sa.Text(), nullable=False, server_default=""),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("document_sha256", sa.String(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("given_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("person", "query", "document_sha256", "text_hash", name="pk_feedback"),
        sa.CheckConstraint("verdict IN ('up', 'down')", name="verdict"),
    )
    columns = "query, document_sha256, text_hash, verdict, given_at"
    op.execute(f"INSERT INTO feedback ({columns}) SELECT {columns} FROM feedback_before")
    op.drop_table("feedback_before")


def _shared_collections() -> None:
    op.create_table(
        "shared_collection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("shared_by", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hearing", sa.Date(), nullable=True),
        sa.Column("shared_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_collection"),
        sa.UniqueConstraint("shared_by", "name", name="uq_shared_collection_shared_by_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "shared_entry",
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("document_sha256", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("ranges", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["shared_collection.id"],
            name="fk_shared_entry_collection_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_id", "place", name="pk_shared_entry"),
    )


def _fill_keys() -> None:
    """Fill the columns some hundred rows at a time, with what the present release derives from the others: a
    release that derives something else fills them anew."""
    connection, last = op.get_bind(), -1
    query = sa.text(
        "SELECT id, title, court, docket, filed, file_name, folder FROM document WHERE id > :last "
        "ORDER BY id LIMIT 500"
    )
    fill = sa.text(
        "UPDATE document SET title_key = :title_key, court_key = :court_key, docket_key = :docket_key, "
        "titled = :titled, list_text = :list_text WHERE id = :id"
    )
    while rows := connection.execute(query, {"last": last}).mappings().all():
        last = rows[-1]["id"]
        values = [{name: _text(value) for name, value in row.items() if name != "id"} for row in rows]
        connection.execute(
            fill,
            [keys(version="", **each) | {"id": row["id"]} for each, row in zip(values, rows, strict=True)],
        )


def _text(untrusted: object) -> str:
    """Return a value as text. Text that UTF-8 cannot represent is bytes."""
    if isinstance(untrusted, bytes):
        return untrusted.decode("utf-8", "surrogatepass")
    return "" if untrusted is None else str(untrusted)
