"""An index of the passages' words by document: every search asks which passages its marks were given on."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index("ix_passage_document_id_text_hash", "passage", ["document_id", "text_hash"])
