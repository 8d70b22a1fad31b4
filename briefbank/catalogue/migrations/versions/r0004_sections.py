"""The section of each passage, so that a result can show what stands around it.

Written out instead of taken from ``tables``: a migration must do the same for ever, whatever those become.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_AT_ONCE = 10_000


def upgrade() -> None:
    op.add_column("passage", sa.Column("section", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    rows = connection.execute(
        sa.text("SELECT id, document_id, role, heading_path FROM passage ORDER BY document_id, ordinal")
    ).all()
    values = list(_numbered(rows))
    for start in range(0, len(values), _AT_ONCE):
        connection.execute(
            sa.text("UPDATE passage SET section = :section WHERE id = :id"), values[start : start + _AT_ONCE]
        )


def _numbered(rows: Iterable[Any]) -> Iterator[dict[str, int]]:
    """A section goes on as long as document, headings and part in the document stay; footnotes belong to the
    section that they stand in."""
    document, section, open_role, open_path = 0, 0, "", ""
    for id_, document_id, role, path in rows:
        if document_id != document:
            document, section, open_role, open_path = document_id, 0, role, path
        elif path != open_path or role not in (open_role, "footnote"):
            section, open_role, open_path = section + 1, role, path
        yield {"id": id_, "section": section}
