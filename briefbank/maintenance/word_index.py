"""Opens the lexical index of a library and brings it up to date with the catalogue, which has all it
needs."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from briefbank.catalogue import caption_rows, document_rows, library_facts, passage_rows
from briefbank.catalogue.checksums import IdTotals
from briefbank.catalogue.database import Database
from briefbank.errors import IndexFault, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.storage import generations
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

_AGREED = "words_agree"
"""The key under which the catalogue keeps the stamp of ``note_agreement``."""
MOST_MISSING = 100
"""The most documents that are added to an index which lacks them; for more it is rebuilt."""
PREPARING_WORDS = Message("Preparing the search for words")


def opened(folder: Path, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> LexicalIndex:
    """Open the index in ``folder``, up to date: words must be searchable from the start.

    One that cannot be opened, or that another release built, is rebuilt, which takes seconds. Raises
    Cancelled and StoreError.
    """
    try:
        index = LexicalIndex(folder)
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        generations.delete_all(folder)
        index = LexicalIndex(folder)
    try:
        bring_up(index, catalogue, lock, reporter)
    except BaseException:
        index.close()
        raise
    return index


def bring_up(index: LexicalIndex, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> None:
    """Rebuild the index if an interruption left it behind the catalogue. Raises Cancelled and StoreError.

    All ids are compared only where catalogue or index changed since ``note_agreement``, and agreement that is
    found is noted. Where only a few documents differ, whose adding or removal an interruption cut short, only
    these are changed."""
    behind = not note_agreement(index, catalogue)
    if behind:
        with suppress(IndexFault), lock():
            _finish_changes(index, catalogue)
        behind = not note_agreement(index, catalogue)
    if behind or caption_rows.unindexed(catalogue):
        log.warning("word index behind the catalogue: rebuilding")
        rebuild(index, catalogue, lock, reporter)
        note_agreement(index, catalogue)


def note_agreement(index: LexicalIndex, catalogue: Database) -> bool:
    """Tell whether index and catalogue agree. The state in which they do is noted, for the next who asks."""
    stamp = _stamp(index, catalogue)
    if library_facts.get(catalogue, _AGREED) == stamp:
        return True
    if not _is_current(index, catalogue):
        return False
    with suppress(StoreError):
        library_facts.put(catalogue, _AGREED, stamp)
    return True


def rebuild(index: LexicalIndex, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> None:
    """Rebuild the index: seconds for a thousand documents. Raises Cancelled and StoreError."""
    with lock():
        check = _progress_check(reporter, document_rows.totals(catalogue)[0])
        index.rebuild(document_rows.iterate_with_passages(catalogue), check)
        caption_rows.mark_all_indexed(catalogue)


def _finish_changes(index: LexicalIndex, catalogue: Database) -> None:
    """Remove what was half removed, and add the few documents that are stored and not indexed. Raises
    IndexFault and StoreError."""
    if removed := library_facts.deleted(catalogue):
        index.remove(*removed)
    known, indexed = passage_rows.all_ids(catalogue, searchable_only=True), index.ids()
    missing = (
        set(passage_rows.documents_of(catalogue, known - indexed).values()) if indexed <= known else set()
    )
    if 0 < len(missing) <= MOST_MISSING:
        with index.batch() as change:
            for document_id in sorted(missing):
                change.add(
                    document_rows.get(catalogue, document_id),
                    passage_rows.of_document(catalogue, document_id),
                )


def _is_current(index: LexicalIndex, catalogue: Database) -> bool:
    """Tell whether the index matches the catalogue. An index that cannot be read does not."""
    known = IdTotals(*passage_rows.searchable_id_totals(catalogue))
    try:
        return index.id_totals() == known
    except IndexFault:
        return False


def _stamp(index: LexicalIndex, catalogue: Database) -> str:
    """Return a text that differs after each change of the passages or of the index.

    Passage ids increase and are never used again: passages that are added change the highest id, and a
    document that is removed their number. An index that cannot be read has a stamp that is never noted.
    """
    documents, _ = document_rows.totals(catalogue)
    try:
        files = hashlib.sha256(repr(index.stamp()).encode()).hexdigest()
    except IndexFault:
        return "damaged"
    return f"{documents} {passage_rows.highest_id(catalogue)} {files}"


def _progress_check(reporter: Reporter, documents: int) -> Callable[[], None]:
    """Return a function to call before each of so many documents."""
    done = count()

    def check() -> None:
        reporter.check()
        reporter.progress(PREPARING_WORDS, min(next(done), documents), documents)

    return check
