"""Queries for quoted words: labels and confidence of single pages, and passages found by the hash of their
words.

They do not load the text of the pages, which is most of the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import Connection, text

from briefbank.domain.pages import PageInfo

_PAGES = text(
    'SELECT page.document_id, page."index", page.label, page.confidence FROM json_each(:wanted) AS wanted '
    "JOIN page ON page.document_id = json_extract(wanted.value, '$[0]') "
    "AND page.\"index\" = json_extract(wanted.value, '$[1]')"
)
_WORDS = text(
    "SELECT passage.document_id, passage.text_hash, min(passage.id) FROM json_each(:wanted) AS wanted "
    "JOIN passage ON passage.document_id = json_extract(wanted.value, '$[0]') "
    "AND lower(hex(passage.text_hash)) = json_extract(wanted.value, '$[1]') "
    "GROUP BY passage.document_id, passage.text_hash"
)


def pages_at(connection: Connection, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
    """Return the pages that exist, from pairs of document and page index (from 0)."""
    rows = connection.execute(_PAGES, {"wanted": json.dumps(list(wanted))})
    return {(document, index): PageInfo(label, confidence) for document, index, label, confidence in rows}


def with_words(connection: Connection, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """Return the first passage of each document with each hash of words (``hashes.text_hash``)."""
    rows = connection.execute(_WORDS, {"wanted": json.dumps(list(wanted))})
    return {(document, words.hex()): passage for document, words, passage in rows}
