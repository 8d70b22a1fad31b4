"""A library of bare paragraphs, for measuring search and embedding without the cost of PDFs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.citations import citations
from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from briefbank.index.lexical import LexicalIndex

PASSAGES_EACH = 40


def fill(catalogue: Database, lexical: LexicalIndex, texts: Sequence[str], *, cited: bool = False) -> None:
    """Documents of 40 one-paragraph passages, filed on successive days from 2000 on; with the passages'
    citations where these are wanted."""
    with lexical.batch():
        for number, first in enumerate(range(0, len(texts), PASSAGES_EACH)):
            document = reading(number, texts[first : first + PASSAGES_EACH])
            document = _with_citations(document) if cited else document
            sha256 = hashlib.sha256(f"{number}".encode()).hexdigest()
            file = StoredFile(sha256, ".txt", f"{number}.txt", 1, copy_sha256="", sample=False)
            lexical.add(*ingest_ledger.add_document(catalogue, document, file))


def _with_citations(reading: Reading) -> Reading:
    cited = citations.of_document([passage.text for passage in reading.passages])
    result = tuple(replace(p, citations=own) for p, own in zip(reading.passages, cited, strict=True))
    return replace(reading, passages=result)


def reading(number: int, texts: Sequence[str]) -> Reading:
    """One document of these passages, a page each."""
    pages = tuple(Page(index, str(index + 1), text, PageSource.TEXT) for index, text in enumerate(texts))
    passages = tuple(
        Passage(
            index, text, Role.BODY, ("ARGUMENT",), (Span(index, 0, len(text), 0, len(text)),), str(index + 1)
        )
        for index, text in enumerate(texts)
    )
    filed = date(2000, 1, 1) + timedelta(days=number)
    return Reading(Kind.BRIEF, Caption(title=f"State v. Number {number}", filed=filed), pages, passages)
