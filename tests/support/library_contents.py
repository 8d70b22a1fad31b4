"""The contents of a library, for comparing two libraries."""

from __future__ import annotations

from briefbank.library import Library


def document_contents(library: Library) -> dict[str, tuple[object, ...]]:
    """Return what a library stores of each document by its hash; ids, which may differ, are left out."""
    result = {}
    for document in library.documents.each():
        passages = library.documents.passages(document.id)
        result[document.sha256] = (
            *(document.title, document.filed, document.pages, document.added_at, document.corrected),
            library.documents.pages(document.id),
            [
                (passage.text, passage.page_label, passage.spans, passage.citations, passage.role)
                for passage in passages
            ],
            library.documents.caption(document.id),
            library.reader.readable_pdf_path(document.id).read_bytes(),
        )
    return result
