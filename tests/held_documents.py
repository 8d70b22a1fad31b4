"""What libraries hold of their documents, to be compared."""

from __future__ import annotations

from briefbank.library import Library


def as_they_are(library: Library) -> dict[str, tuple[object, ...]]:
    """What a library holds of each document, whatever its numbers."""
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
