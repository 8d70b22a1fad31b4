"""Queries for quoted words: labels and confidence of single pages, and passages found by the hash of their
words.

They do not load the text of the pages, which is most of the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import BigInteger, Connection, Text, func, select

from briefbank.catalogue.dialect import given_rows, hexadecimal
from briefbank.catalogue.tables import PageRow, PassageRow
from briefbank.domain.pages import PageInfo

_PLACES = given_rows("wanted", document=BigInteger(), index=BigInteger())
_PAGES = select(PageRow.document_id, PageRow.index, PageRow.label, PageRow.confidence).join(
    _PLACES, (PageRow.document_id == _PLACES.c.document) & (PageRow.index == _PLACES.c.index)
)
_HASHES = given_rows("wanted", document=BigInteger(), words=Text())
_WORDS = (
    select(PassageRow.document_id, PassageRow.text_hash, func.min(PassageRow.id))
    .join(
        _HASHES,
        (PassageRow.document_id == _HASHES.c.document)
        & (hexadecimal(PassageRow.text_hash) == _HASHES.c.words),
    )
    .group_by(PassageRow.document_id, PassageRow.text_hash)
)


def pages_at(connection: Connection, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
    """Return the pages that exist, from pairs of document and page index (from 0)."""
    rows = connection.execute(_PAGES, {"wanted": json.dumps(list(wanted))})
    return {(document, index): PageInfo(label, confidence) for document, index, label, confidence in rows}


def with_words(connection: Connection, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """Return the first passage of each document with each hash of words (``hashes.text_hash``)."""
    rows = connection.execute(_WORDS, {"wanted": json.dumps(list(wanted))})
    return {(document, words.hex()): passage for document, words, passage in rows}
