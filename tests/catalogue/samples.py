"""Made-up readings for the catalogue's tests."""

from datetime import date
from pathlib import Path
from typing import Any

from briefbank.catalogue import ingest_ledger, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.domain.authorities import Citation, CitationKind, Provision, Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role


def passage(ordinal: int, text: str = "", role: Role = Role.BODY) -> Passage:
    return Passage(
        ordinal=ordinal,
        text=text or f"The court erred in ruling number {ordinal}. State v. Roe, 100 N.J. 1 (1990).",
        role=role,
        heading_path=("ARGUMENT", f"POINT {ordinal}"),
        spans=(Span(ordinal, 10, 60, 0, 50), Span(ordinal + 1, 0, 12, 51, 11)),
        page_label=str(ordinal + 1),
        citations=(Citation(30, 62, "State v. Roe, 100 N.J. 1 (1990)", CitationKind.CASE),),
    )


def reading(*passages: Passage, **caption: Any) -> Reading:
    fields = {"title": "State v. Doe", "court": "Superior Court, Appellate Division", "docket": "A-1234-20"}
    return Reading(
        kind=Kind.BRIEF,
        caption=Caption(**{**fields, "filed": date(2021, 3, 4), "filed_source": "stamp", **caption}),
        pages=(
            Page(0, "i", "first page", PageSource.TEXT),
            Page(1, "1", "second page", PageSource.OCR),
            Page(2, "", "", PageSource.GAP, "This page could not be read."),
        ),
        passages=passages or (passage(0), passage(1), passage(2, role=Role.AUTHORITIES)),
    )


def add(
    catalogue: Database, name: str = "a", what: Reading | None = None, *, replacing: int | None = None
) -> tuple[Document, list[Passage]]:
    """Add a reading under a hash made of ``name``."""
    sha256 = hash_of(name)
    file = StoredFile(sha256, ".pdf", f"{name}.pdf", 1234, copy_sha256="", sample=False)
    return ingest_ledger.add_document(catalogue, what or reading(), file, replacing=replacing)


def hash_of(name: str) -> str:
    """Return the hash of an invented file."""
    return name.encode("utf-8", "surrogatepass").hex().ljust(64, "0")


def path_in(folder: Path) -> Path:
    return folder / "catalogue.sqlite"


def provisions_of(catalogue: Database, document_id: int) -> list[Provision]:
    """Return the provisions of a document's passages, in order."""
    ids = [passage.id for passage in passage_rows.of_document(catalogue, document_id)]
    by_passage = law_rows.provisions_of_passages(catalogue, ids)
    read = [by_passage[id_] for id_ in ids if id_ in by_passage]
    return list({provision.id: provision for provision in read}.values())
