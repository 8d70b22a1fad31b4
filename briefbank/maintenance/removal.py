"""Removes documents from a library for good: catalogue, copies, words, vectors and kept summaries.

Removed text must also be gone from the disk. For that the segments of the word index that hold it, and the
vectors, are written anew, once for any number of documents: in a library of 200,000 passages two seconds for
one document, and half a second more for each further segment.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import nullcontext

from briefbank import files
from briefbank.domain.documents import Document
from briefbank.errors import StoreError
from briefbank.jobs import Reporter
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.summary import cache

log = logging.getLogger(__name__)


def remove(parts: LibraryParts, health: Health, document_ids: Sequence[int], reporter: Reporter) -> None:
    """Remove documents. Raises NotInLibrary before anything is changed, and StoreError.

    After a stop in the middle, either no document is removed, or they are gone from the catalogue, which
    notes that there is more to do: ``finish`` does it at the next opening. Any thread.
    """
    documents = [parts.catalogue.document(document_id) for document_id in dict.fromkeys(document_ids)]
    with parts.lock():
        left = bool(parts.catalogue.half_removed())
        parts.catalogue.remove_documents(*(document.id for document in documents))
        for document in documents:
            parts.families.removed(document)
        parts.graph.catch_up(nullcontext, lambda: None)
        parts.lexical.remove(*document_ids)
        parts.meaning.remove(*document_ids)
        waiting = parts.catalogue.intake.waiting_hashes()
        for document in documents:  # last: another program may keep one open
            if document.sha256 not in waiting:  # else it was added again meanwhile
                _delete_copies(parts, document)
    if left:  # by a removal that failed
        finish(parts, health, reporter)
    else:
        health.sweep(reporter)


def finish(parts: LibraryParts, health: Health, reporter: Reporter) -> None:
    """Finish a removal, at opening, that a stop, or another program that was reading, left incomplete.

    Takes milliseconds when there is nothing to do. A full disk, or files that are being added, keep nobody
    from opening a library: then the note stays, and a check says so.
    """
    if not parts.catalogue.holds_deleted():
        return
    try:
        is_whole = True
        if removed := parts.catalogue.half_removed():
            with parts.lock():
                parts.meaning.remove(*removed)
            is_whole = health.delete_unknown_files(reporter)
        health.sweep(reporter)
        if not is_whole:
            parts.catalogue.note_half_removed(removed)
    except StoreError as error:
        log.warning("a removal is still not finished: %s", error.detail)


def _delete_copies(parts: LibraryParts, document: Document) -> None:
    # Summaries go first, because a system may refuse to delete a file that is open.
    cache.delete_cached(parts.paths, document.sha256)
    try:
        parts.paths.original(document.sha256, document.suffix).unlink(missing_ok=True)
        parts.paths.reading_copy(document.sha256).unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error
