"""A library of made-up documents in real stores, without the cost of reading files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from briefbank.audit.audit import HEAD, AuditLog
from briefbank.catalogue import document_rows, ingest_ledger, library_facts, passage_rows
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.graph import Graph
from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.families import Families
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import documents
from briefbank.maintenance.backup import Backup
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.maintenance.restore import Restore
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()


@dataclass
class OpenParts:
    """The parts of one open library, and what a façade would do with them."""

    parts: LibraryParts
    health: Health
    backup: Backup
    restore: Restore
    adding: ProcessLock
    encoder: Buckets
    waiting: set[str] = field(default_factory=set)  # Hashes of files that wait in the intake
    composed: list[int] = field(default_factory=list)  # Documents whose reading copy was asked for

    @property
    def paths(self) -> LibraryPaths:
        return self.parts.paths

    def add(self, *texts: str, scanned: bool = False, filed: date | None = None) -> Document:
        """A document of these passages, whose original holds them too."""
        content = "\n".join(texts).encode()
        sha256 = hashlib.sha256(content).hexdigest()
        self.paths.original(sha256, ".txt").write_bytes(content)
        copy_sha256 = ""
        if scanned:
            self.paths.reading_copy(sha256).write_bytes(b"copy of " + content)
            copy_sha256 = hashlib.sha256(b"copy of " + content).hexdigest()
        file = StoredFile(sha256, ".txt", "a.txt", len(content), copy_sha256, sample=False)
        document, passages = ingest_ledger.add_document(self.parts.catalogue, _reading(texts, filed), file)
        self.parts.lexical.add(document, passages)
        self.parts.graph.update(document, passages)
        return document

    def embed(self) -> None:
        self.parts.meaning.embed_pending(QUIET)

    def state(self) -> tuple[object, ...]:
        """Return everything by which a person could tell two libraries apart."""
        catalogue, known = (
            self.parts.catalogue,
            passage_rows.all_ids(self.parts.catalogue, searchable_only=True),
        )
        documents = list(document_rows.iterate(catalogue))
        passages = [
            passage for document in documents for passage in passage_rows.of_document(catalogue, document.id)
        ]
        stored = {
            path.name: path.read_bytes()
            for folder in ("files", "reading")
            for path in sorted((self.paths.root / folder).iterdir())
        }
        return (
            documents,
            passages,
            stored,
            self.parts.lexical.ids() == known,
            self.parts.meaning.ids() == known,
        )


def _reading(texts: tuple[str, ...], filed: date | None) -> Reading:
    pages = tuple(Page(index, str(index), text, PageSource.TEXT) for index, text in enumerate(texts))
    passages = tuple(
        Passage(index, text, Role.BODY, ("POINT I",), (Span(index, 0, len(text), 0, len(text)),), str(index))
        for index, text in enumerate(texts)
    )
    caption = Caption(title=f"State v. {texts[0].split()[0].title()}", filed=filed)
    return Reading(Kind.BRIEF, caption, pages, passages)


@contextmanager
def opened(folder: Path) -> Iterator[OpenParts]:
    """Open the library in a folder as a program does, finishing what a stop cut short."""
    paths = LibraryPaths(folder)
    paths.create()
    catalogue, lexical = open_catalogue(paths.catalogue), LexicalIndex(paths.lexical)
    lock, adding = ProcessLock(paths.lock, wait_s=20), ProcessLock(paths.intake_lock, wait_s=0)
    encoder = Buckets()
    embedding_indexer = EmbeddingIndexer(paths, catalogue, lock, lambda: encoder)
    parts = LibraryParts(
        paths, catalogue, lexical, embedding_indexer, Families(catalogue), Graph(catalogue), lock
    )
    waiting: set[str] = set()
    composed: list[int] = []

    def compose(document: Document, _: Reporter) -> None:
        composed.append(document.id)
        content = paths.original(document.sha256, ".txt").read_bytes()
        paths.reading_copy(document.sha256).write_bytes(b"copy of " + content)

    health = Health(parts, adding, lambda: set(waiting), compose)
    backup = Backup(parts, lambda: set(waiting))
    head = partial(library_facts.get, catalogue, HEAD), partial(library_facts.put, catalogue, HEAD)
    audit = AuditLog(paths.audit, ProcessLock(paths.audit_lock, wait_s=20), head)
    restore = Restore(parts, health, backup, adding, audit)
    try:
        restore.finish_interrupted(QUIET)
        documents.bring_words_up(lexical, catalogue, lock, QUIET)
        yield OpenParts(parts, health, backup, restore, adding, encoder, waiting, composed)
    finally:
        embedding_indexer.close()
        lexical.close()
        catalogue.close()
