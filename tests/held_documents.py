"""What libraries hold of their documents, to be compared."""

from __future__ import annotations

from briefbank.library import Library


def as_they_are(library: Library) -> dict[str, tuple[object, ...]]:
    """What a library holds of each document, whatever its numbers."""
    found = {}
    for document in library.documents.each():
        passages = library.documents.passages(document.id)
        found[document.sha256] = (
            *(document.title, document.filed, document.pages, document.added_at, document.corrected),
            library.documents.pages(document.id),
            [(each.text, each.page_label, each.spans, each.citations, each.role) for each in passages],
            library.documents.caption(document.id),
            library.reader.readable_pdf_path(document.id).read_bytes(),
        )
    return found
