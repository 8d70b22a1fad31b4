"""Takes documents out of a library for good: catalogue, copies, words, vectors and kept summaries.

Whatever is removed must also be gone from the disk. Word index and vectors are written anew for that, which
takes seconds in a large library; hence once for any number of documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from briefbank import files
from briefbank.care.health import Health, Parts
from briefbank.jobs import Reporter
from briefbank.models import Document
from briefbank.summary import kept


def remove(parts: Parts, health: Health, document_ids: Sequence[int], reporter: Reporter) -> None:
    """Remove documents. Raises NotInLibrary before anything is changed, and StoreError.

    After a stop in the middle, documents that were removed are gone from the catalogue and the next opening
    and check clear what is left of them. Any thread.
    """
    documents = [parts.catalogue.document(document_id) for document_id in dict.fromkeys(document_ids)]
    with parts.lock():
        for document in documents:
            parts.catalogue.remove_document(document.id)
            if document.sha256 not in parts.catalogue.intake.waiting_hashes():  # added once more meanwhile
                _delete_copies(parts, document)
            parts.families.removed(document)
        parts.graph.catch_up(nullcontext, lambda: None)
        parts.lexical.remove(*document_ids)
        parts.meaning.remove(*document_ids)
    health.sweep(reporter)


def _delete_copies(parts: Parts, document: Document) -> None:
    kept.forget(parts.paths, document.sha256)  # first: a system may refuse to delete a file that is open
    try:
        parts.paths.original(document.sha256, document.suffix).unlink(missing_ok=True)
        parts.paths.reading_copy(document.sha256).unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error
