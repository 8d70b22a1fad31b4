"""Lists of documents, ordered and narrowed by a plain reading of every document."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import PurePath
from typing import Any

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document, DocumentList, ListColumn, TypedWord, version_order
from briefbank.text.characters import without_accents
from briefbank.text.docket_numbers import keys_of, query_keys


def narrowed(documents: Sequence[Document], expected: DocumentList) -> list[Document]:
    """Return the documents of a list, in its order."""
    kept = [
        document
        for document in documents
        if all(_holds(document, word) for word in expected.words)
        and (not expected.lacking or any(_lacks(document, field) for field in expected.lacking))
        and (not expected.folder or f"{document.folder}/".startswith(f"{expected.folder}/"))
    ]
    kept.sort(
        key=lambda document: (document.filed is None, -(document.filed or date.min).toordinal(), document.id)
    )
    return sorted(kept, key=lambda item: _value(item, expected), reverse=expected.descending)


def _holds(document: Document, word: TypedWord) -> bool:
    day = document.filed.isoformat() if document.filed else ""
    texts = (
        *(document.title, document.version, document.court, document.docket, day),
        *(document.file_name, document.folder),
    )
    return (
        any(without_accents(word.text) in without_accents(text) for text in texts)
        or not query_keys(word.text).isdisjoint(key for text in texts for key in keys_of(text))
        or document.kind in word.kinds
        or (document.filed is not None and document.filed.month in word.months)
    )


def _lacks(document: Document, field: CaptionField) -> bool:
    if field is CaptionField.TITLE:
        return document.title in ("", PurePath(document.file_name).stem)
    if field is CaptionField.FILED:
        return document.filed is None
    return not document.court and document.kind is not Kind.MAIL


def _value(document: Document, selection: DocumentList) -> Any:
    if selection.column is ListColumn.FILED:
        return (document.filed is not None, document.filed or date.min)
    if selection.column is ListColumn.KIND:
        return selection.kinds.index(document.kind)
    if selection.column is ListColumn.PAGES:
        return document.pages
    if selection.column is ListColumn.REMARKS:
        counts = document.gaps, document.doubtful_pages, document.hidden_pages, document.family
        return sum(count > 0 for count in counts)
    if selection.column is ListColumn.TITLE:
        return without_accents(document.title or document.file_name)
    return without_accents(str(getattr(document, selection.column.value)))


def others(documents: Sequence[Document], document: Document) -> tuple[Document, ...]:
    """Return the other versions of a document, the filed and newest first."""
    family = [item for item in documents if document.family and item.family == document.family]
    return tuple(sorted((item for item in family if item.id != document.id), key=version_order))
