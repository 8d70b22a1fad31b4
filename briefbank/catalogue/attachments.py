"""Which documents are attached to which mails and PDFs, inside an open transaction.

A document keeps the SHA-256 of what it is attached to, and no name: when that is removed, the document still
says that it was attached to something, and when it is added again they know each other.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, bindparam, func, select

from briefbank.catalogue import checksums, document_names, documents
from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import AttachmentRow, DocumentRow
from briefbank.domain.documents import Attachments, Document

_NOTE = upsert(AttachmentRow).on_conflict_do_nothing()
_CONTAINERS_OF = (
    select(func.coalesce(DocumentRow.id, 0))
    .select_from(AttachmentRow)
    .outerjoin(DocumentRow, DocumentRow.sha256 == AttachmentRow.container)
    .where(AttachmentRow.document_id == bindparam("document"))
)
"""The documents that a document is attached to; 0 for one that was removed."""
_FILES_OF = (
    select(AttachmentRow.document_id)
    .join(DocumentRow, DocumentRow.sha256 == AttachmentRow.container)
    .where(DocumentRow.id == bindparam("document"))
)


def note(connection: Connection, document_id: int, container: str) -> None:
    """Note that a document is attached to the mail or PDF with this SHA-256."""
    checksums.mend_entry(connection, document_id)
    connection.execute(_NOTE, {"document_id": document_id, "container": container})
    checksums.seal_entry(connection, document_id)


def of_document(connection: Connection, document_id: int) -> Attachments:
    """Return how a document hangs together with others. Raises NotInLibrary."""
    documents.by_id(connection, document_id)
    around = connection.execute(_CONTAINERS_OF, {"document": document_id}).scalars().all()
    inside = connection.execute(_FILES_OF, {"document": document_id}).scalars().all()
    shown = documents.by_ids(connection, {*inside, *filter(None, around)})
    known = document_names.named(connection, shown)
    return Attachments(
        attached_to=tuple(sorted((known[each] for each in around if each), key=_day, reverse=True)),
        no_longer_here=around.count(0),
        files=tuple(sorted((known[each] for each in inside), key=lambda each: each.file_name)),
    )


def _day(document: Document) -> tuple[date, int]:
    return document.filed or date.min, document.id
