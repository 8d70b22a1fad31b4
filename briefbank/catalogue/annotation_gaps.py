"""The gaps in the annotation of documents, inside an open transaction.

A later release may have none where this one has some: ``of_other_releases`` are worth another reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from briefbank import __version__
from briefbank.catalogue.tables import AnnotationGapRow
from briefbank.domain.annotations import Annotation, AnnotationGap

_DELETE = delete(AnnotationGapRow).where(
    AnnotationGapRow.document_id == bindparam("document_id"),
    AnnotationGapRow.annotation.in_(bindparam("annotations", expanding=True)),
)
_INSERT = insert(AnnotationGapRow)


def put(
    connection: Connection,
    document_id: int,
    annotations: AbstractSet[Annotation],
    gaps: Iterable[AnnotationGap],
) -> None:
    """Replace a document's gaps in some annotations."""
    connection.execute(_DELETE, {"document_id": document_id, "annotations": sorted(annotations)})
    rows = [
        {"document_id": document_id, "annotation": annotation, "places": places, "release": __version__}
        for annotation, places in {each.annotation: each.places for each in gaps}.items()
        if annotation in annotations
    ]
    if rows:
        connection.execute(_INSERT, rows)


def by_document(connection: Connection) -> dict[int, frozenset[Annotation]]:
    """Return the documents that have gaps, and the annotations in which."""
    found: dict[int, set[Annotation]] = {}
    for document_id, annotation in connection.execute(
        select(AnnotationGapRow.document_id, AnnotationGapRow.annotation)
    ):
        found.setdefault(document_id, set()).add(annotation)
    return {document_id: frozenset(each) for document_id, each in found.items()}


def of_other_releases(connection: Connection) -> set[int]:
    """Return the documents with gaps that another release made, and that nobody asked to be read again."""
    query = select(AnnotationGapRow.document_id).where(AnnotationGapRow.release != __version__)
    return set(connection.execute(query).scalars())


def mark_asked(connection: Connection) -> None:
    """Mark all of them as asked to be read again by this release."""
    connection.execute(update(AnnotationGapRow).values(release=__version__))
